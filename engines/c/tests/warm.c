/* A warm frame allocates nothing, not even with callbacks that read parameters, their state and variables. The linker sends all allocations
 * here (-Wl,--wrap=malloc and so on). Prints "warm frames allocate nothing". */
#include "checks.h"

static long allocations;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
int __real_posix_memalign(void **memory, size_t alignment, size_t size);

void *__wrap_malloc(size_t size) {
    allocations++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    allocations++;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size) {
    allocations++;
    return __real_realloc(memory, size);
}

int __wrap_posix_memalign(void **memory, size_t alignment, size_t size) {
    allocations++;
    return __real_posix_memalign(memory, alignment, size);
}

static tw_status update(void *user, uint64_t agent, tw_node *node, double dt) {
    tw_value value;
    void *state;
    double number;
    (void)user, (void)agent, (void)dt;
    OK(tw_node_get(node, 0, &value));
    CHECK(value.type == TW_FLOAT);
    OK(tw_node_get_named(node, tw_text("speed"), &value));
    OK(tw_node_get(node, 1, &value));
    value.of.integer++;
    OK(tw_node_set(node, 1, &value));
    OK(tw_node_get(node, 2, &value));
    CHECK(is_text(value.of.text, "walk"));
    OK(tw_node_state(node, &state));
    ++*(int *)state;
    OK(tw_node_random(node, &number));
    return TW_RUNNING;
}

static void count_event(void *user, const tw_event *event) {
    (void)event;
    ++*(int *)user;
}

int main(void) {
    tw_tasks *tasks;
    tw_program *program;
    tw_tree *tree;
    tw_key *key;
    tw_parameter parameters[3];
    tw_value value;
    int frame, events = 0;
    long before;
    tw_tracer tracer = {&events, count_event, TW_TRACE_ALL};
    tw_task task = an_action("Walk", update);
    memset(parameters, 0, sizeof parameters);
    parameters[0].name = tw_text("speed");
    parameters[0].type = TW_FLOAT;
    parameters[0].default_value = tw_float(1.0);
    parameters[1].name = tw_text("steps");
    parameters[1].kind = TW_PARAMETER_VARIABLE;
    parameters[1].type = TW_INT;
    parameters[2].name = tw_text("gait");
    parameters[2].type = TW_STRING;
    parameters[2].default_value = tw_string(tw_text("walk"));
    task.parameters = parameters;
    task.parameter_count = 3;
    task.state_size = sizeof(int);
    OK(tw_tasks_new(&tasks));
    OK(tw_tasks_add(tasks, &task));
    program = loaded(tasks, TREE("{\"name\": \"steps\", \"type\": \"int\"}",
                                 "{\"id\": \"n1\", \"task\": \"Sequence\", \"children\": [\"n2\"]},"
                                 "{\"id\": \"n2\", \"task\": \"Walk\", \"parameters\": {\"steps\": {\"var\": \"steps\"}}}"));
    OK(tw_program_key(program, tw_text("steps"), TW_INT, &key));
    OK(tw_tree_new(program, 0, &tree));
    for (frame = 0; frame < 10; frame++) OK(tw_tree_tick(tree, NULL, 0.1, NULL));
    before = allocations;
    CHECK(before > 0); /* it counts */
    for (frame = 0; frame < 100; frame++) {
        if (frame == 50) OK(tw_tree_set_tracer(tree, &tracer));
        /* The first frame with a tracer makes its room. */
        if (frame == 51) before = allocations;
        OK(tw_tree_tick(tree, NULL, 0.1, NULL));
        OK(tw_tree_read(tree, key, &value, NULL));
        OK(tw_tree_write(tree, key, &value));
        if (frame == 49) CHECK(allocations == before);
    }
    CHECK(allocations == before && value.of.integer == 110 && events > 100);
    OK(tw_key_free(key));
    OK(tw_tree_free(tree));
    OK(tw_program_free(program));
    OK(tw_tasks_free(tasks));
    printf("warm frames allocate nothing\n");
    return 0;
}
