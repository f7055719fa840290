/* Everything of the interface that the guard does not use. Prints "all features work". */
#include <pthread.h>

#include "checks.h"

static tw_status idle(void *user, uint64_t agent, tw_node *node, double dt) {
    (void)user, (void)agent, (void)node, (void)dt;
    return TW_RUNNING;
}

/* ---- Loading ---- */

static tw_code read_file(void *user, tw_str path, tw_contents *contents) {
    ++*(int *)user;
    if (is_text(path, "ai/main.bt.json")) {
        return tw_contents_set(contents, tw_text(NODES("{\"id\": \"n1\", \"task\": \"Subtree\", \"parameters\": {\"file\": \"sub.bt.json\"}}")));
    }
    if (is_text(path, "ai/sub.bt.json")) {
        return tw_contents_set(contents, tw_text(NODES("{\"id\": \"n1\", \"task\": \"Idle\", \"name\": \"Waits\"}")));
    }
    return tw_contents_fail(contents, tw_text("no such file"));
}

static void loading(void) {
    tw_tasks *tasks;
    tw_program *program;
    tw_problems *problems;
    tw_problem problem;
    tw_str text;
    tw_buffer *owner;
    size_t count;
    uint32_t node, nodes;
    uint64_t fingerprint;
    int files = 0;
    tw_task task = an_action("Shoot", idle);
    const char *const broken = NODES(
        "{\"id\": \"n1\", \"task\": \"Selector\", \"children\": [\"n2\", \"n3\"]},"
        "{\"id\": \"n2\", \"task\": \"Shot\"}, {\"id\": \"n3\", \"task\": \"Wait\", \"parameters\": {\"second\": 1.0}}");
    OK(tw_tasks_new(&tasks));
    OK(tw_tasks_add(tasks, &task));

    FAILS(TW_ERROR_LOAD, tw_program_load(tasks, tw_text(broken), TW_LOAD_STRICT, &program, &problems));
    CHECK(has_text(tw_error_text(), "2 problems") && has_text(tw_error_text(), "Did you mean `Shoot`?"));
    CHECK(program == NULL);
    OK(tw_problems_count(problems, &count));
    CHECK(count == 2);
    OK(tw_problems_get(problems, 1, &problem));
    CHECK(is_text(problem.node, "n3") && problem.line == 1 && problem.column > 1 && has_text(problem.message, "`second`"));
    FAILS(TW_ERROR_ARGUMENT, tw_problems_get(problems, 2, &problem));
    OK(tw_problems_free(problems));
    OK(tw_program_load(tasks, tw_text(broken), TW_LOAD_ANYWAY, &program, &problems));
    CHECK(program != NULL && problems != NULL);
    OK(tw_problems_free(problems));
    OK(tw_program_free(program));

    OK(tw_program_load_files(tasks, tw_text("ai/main.bt.json"), read_file, &files, TW_LOAD_STRICT, &program, NULL));
    CHECK(files == 2);
    OK(tw_program_node_count(program, &nodes));
    OK(tw_program_node(program, tw_text("n1/n1"), &node));
    CHECK(node == nodes - 1);
    OK(tw_program_node_id(program, node, &text));
    CHECK(is_text(text, "n1/n1"));
    OK(tw_program_node_title(program, node, &text));
    CHECK(is_text(text, "Waits"));
    OK(tw_program_name(program, &text));
    CHECK(is_text(text, "T"));
    OK(tw_program_node_parent(program, 0, &node));
    CHECK(node == TW_NO_NODE);
    OK(tw_program_fingerprint(program, &fingerprint));
    OK(tw_program_free(program));
    FAILS(TW_ERROR_LOAD, tw_program_load_files(tasks, tw_text("none.bt.json"), read_file, &files, TW_LOAD_STRICT, &program, NULL));
    CHECK(has_text(tw_error_text(), "no such file"));

    OK(tw_tasks_library(tasks, tw_text("Game"), &text, &owner));
    CHECK(has_text(text, "\"Shoot\""));
    OK(tw_buffer_free(owner));
    OK(tw_tasks_free(tasks));
}

/* ---- Variables of all types, by name and by key ---- */

static void variables(void) {
    tw_tasks *tasks;
    tw_tree *tree;
    tw_buffer *owner;
    tw_variable variable;
    tw_key *key;
    tw_value value, items[2];
    size_t count, i;
    const char *const names[] = {"b", "i", "f", "s", "v2", "v3", "c", "l", "g"};
    tw_value values[9];
    tw_program *program;
    OK(tw_tasks_new(&tasks));
    program = loaded(
        tasks, TREE("{\"name\": \"b\", \"type\": \"bool\"}, {\"name\": \"i\", \"type\": \"int\"}, {\"name\": \"f\", \"type\": \"float\"},"
                    "{\"name\": \"s\", \"type\": \"string\"}, {\"name\": \"v2\", \"type\": \"vec2\"}, {\"name\": \"v3\", \"type\": \"vec3\"},"
                    "{\"name\": \"c\", \"type\": \"color\"}, {\"name\": \"l\", \"type\": \"[string]\"},"
                    "{\"name\": \"g\", \"type\": \"int\", \"scope\": \"global\"}",
                    "{\"id\": \"n1\", \"task\": \"Idle\"}"));
    OK(tw_tree_new(program, 0, &tree));
    OK(tw_program_variable_count(program, &count));
    CHECK(count == 9);
    values[0] = tw_bool(1);
    values[1] = tw_int(INT64_MIN);
    values[2] = tw_float(0.5);
    values[3] = tw_string(tw_bytes("a\0b", 3));
    values[4] = tw_vec3(1.0, 2.0, 0.0);
    values[4].type = TW_VEC2;
    values[5] = tw_vec3(1.0, 2.0, 3.0);
    memset(&values[6], 0, sizeof(tw_value));
    values[6].type = TW_COLOR;
    values[6].of.color[1] = 0.25f;
    items[0] = tw_string(tw_text("one"));
    items[1] = tw_string(tw_text("两"));
    memset(&values[7], 0, sizeof(tw_value));
    values[7].type = TW_LIST;
    values[7].element = TW_STRING;
    values[7].of.list.items = items;
    values[7].of.list.count = 2;
    values[8] = tw_int(7);
    for (i = 0; i < 9; i++) {
        int pass;
        OK(tw_program_variable(program, i, &variable));
        CHECK(is_text(variable.name, names[i]) && variable.type == values[i].type);
        CHECK(variable.scope == (i == 8 ? TW_SCOPE_GLOBAL : TW_SCOPE_TREE));
        OK(tw_program_key(program, tw_text(names[i]), variable.type, &key));
        if (variable.type != TW_LIST) {
            FAILS(TW_ERROR_VARIABLE, tw_tree_write(tree, key, &values[(i + 1) % 7]));
        }
        for (pass = 0; pass < 2; pass++) {
            if (pass == 0) OK(tw_tree_set(tree, tw_text(names[i]), &values[i]));
            if (pass == 1) OK(tw_tree_write(tree, key, &values[i]));
            if (pass == 0) OK(tw_tree_read(tree, key, &value, &owner));
            if (pass == 1) OK(tw_tree_get(tree, tw_text(names[i]), &value, &owner));
            CHECK(value.type == values[i].type && (owner != NULL) == (i == 3 || i == 7));
            if (i == 0) CHECK(value.of.boolean == 1);
            if (i == 1) CHECK(value.of.integer == INT64_MIN);
            if (i == 2) CHECK(value.of.number == 0.5);
            if (i == 3) CHECK(value.of.text.length == 3 && memcmp(value.of.text.data, "a\0b", 3) == 0);
            if (i == 4) CHECK(value.of.vector[0] == 1.0 && value.of.vector[1] == 2.0);
            if (i == 5) CHECK(value.of.vector[2] == 3.0);
            if (i == 6) CHECK(value.of.color[1] == 0.25f);
            if (i == 7) CHECK(value.element == TW_STRING && value.of.list.count == 2 && is_text(value.of.list.items[1].of.text, "两"));
            if (i == 8) CHECK(value.of.integer == 7);
            OK(tw_buffer_free(owner));
        }
        OK(tw_key_free(key));
    }
    FAILS(TW_ERROR_VARIABLE, tw_program_variable(program, 9, &variable));
    FAILS(TW_ERROR_VARIABLE, tw_program_key(program, tw_text("b"), TW_INT, &key));
    FAILS(TW_ERROR_VARIABLE, tw_program_key(program, tw_text("none"), TW_INT, &key));
    FAILS(TW_ERROR_VARIABLE, tw_tree_set(tree, tw_text("i"), &values[2]));
    FAILS(TW_ERROR_VARIABLE, tw_tree_get(tree, tw_text("none"), &value, &owner));
    FAILS(TW_ERROR_ARGUMENT, tw_tree_get(tree, tw_text("s"), &value, NULL));
    OK(tw_tree_free(tree));
    OK(tw_program_free(program));
    OK(tw_tasks_free(tasks));
}

/* ---- Life cycle, events, interruption, forced results, stacks, tracers ---- */

static char trace[4096];

static void note(void *user, const tw_event *event) {
    static const char letters[] = "?suecalmEwSELMXdD";
    char line[64];
    (void)user;
    snprintf(line, sizeof line, "%c%d ", letters[event->kind], (int)event->node);
    strncat(trace, line, sizeof trace - strlen(trace) - 1);
    if (event->kind == TW_EVENT_WRITE) CHECK(event->value->type == TW_INT);
}

static void life(void) {
    tw_tasks *tasks;
    tw_tree *tree;
    tw_program *program;
    tw_status status;
    int32_t state;
    uint32_t nodes[8], leaf;
    size_t count;
    uint64_t agent;
    tw_value payload = tw_int(5);
    tw_tracer tracer = {NULL, note, TW_TRACE_ALL};
    OK(tw_tasks_new(&tasks));
    program = loaded(
        tasks, TREE("{\"name\": \"n\", \"type\": \"int\"}",
                    "{\"id\": \"n1\", \"task\": \"Sequence\", \"children\": [\"n2\", \"n3\", \"n5\"]},"
                    "{\"id\": \"n2\", \"task\": \"WaitForEvent\", \"parameters\": {\"name\": \"go\", \"payload\": {\"var\": \"n\"}}},"
                    "{\"id\": \"n3\", \"task\": \"Interruptible\", \"parameters\": {\"key\": \"door\"}, \"children\": [\"n4\"]},"
                    "{\"id\": \"n4\", \"task\": \"Idle\"}, {\"id\": \"n5\", \"task\": \"Idle\"}"));
    OK(tw_tree_new(program, 0, &tree));
    OK(tw_tree_set_tracer(tree, &tracer));
    OK(tw_tree_tick(tree, NULL, 0.1, &status));
    CHECK(status == TW_RUNNING && strcmp(trace, "s0 s1 u1 ") == 0);
    OK(tw_tree_send(tree, tw_text("go"), &payload));
    trace[0] = 0;
    OK(tw_tree_tick(tree, NULL, 0.1, NULL));
    CHECK(strstr(trace, "w1 ") != NULL);
    OK(tw_tree_get(tree, tw_text("n"), &payload, NULL));
    CHECK(payload.of.integer == 5);
    FAILS(TW_ERROR_SMALL, tw_tree_stacks(tree, nodes, 3, &count));
    CHECK(count == 4);
    OK(tw_tree_stacks(tree, nodes, 8, &count));
    CHECK(count == 4 && nodes[0] == 0 && nodes[1] == 2 && nodes[2] == 3 && nodes[3] == TW_NO_NODE);
    OK(tw_tree_interrupt(tree, tw_text("door"), TW_SUCCESS));
    OK(tw_tree_tick(tree, NULL, 0.1, NULL));
    OK(tw_tree_pause(tree));
    OK(tw_tree_tick(tree, NULL, 0.1, &status));
    OK(tw_tree_state(tree, &state, NULL));
    CHECK(status == TW_NONE && state == TW_PAUSED);
    OK(tw_tree_resume(tree));
    OK(tw_program_node(program, tw_text("n5"), &leaf));
    OK(tw_tree_force(tree, leaf, TW_FAILURE));
    FAILS(TW_ERROR_NODE, tw_tree_force(tree, 0, TW_FAILURE));
    FAILS(TW_ERROR_NODE, tw_tree_force(tree, 99, TW_FAILURE));
    OK(tw_tree_tick(tree, NULL, 0.1, &status));
    CHECK(status == TW_FAILURE);
    OK(tw_tree_state(tree, &state, &status));
    CHECK(state == TW_FINISHED && status == TW_FAILURE);
    OK(tw_tree_enable(tree));
    OK(tw_tree_tick(tree, NULL, 0.1, &status));
    trace[0] = 0;
    OK(tw_tree_restart(tree, NULL));
    CHECK(strcmp(trace, "e1 e0 ") == 0);
    OK(tw_tree_set_agent(tree, 77));
    OK(tw_tree_agent(tree, &agent));
    CHECK(agent == 77);
    OK(tw_tree_set_tracer(tree, NULL));
    OK(tw_tree_free(tree));
    OK(tw_program_free(program));
    OK(tw_tasks_free(tasks));
}

/* ---- What callbacks can ask and tell ---- */

static uint64_t sums[2];

static tw_status asks(void *user, uint64_t agent, tw_node *node, double dt) {
    tw_str text;
    tw_value value;
    void *data;
    double number;
    uint32_t index;
    uint64_t frame, nanoseconds;
    size_t count;
    CHECK(user == (void *)sums && agent == 0 && dt == 0.25);
    OK(tw_node_id(node, &text));
    CHECK(is_text(text, "n2"));
    OK(tw_node_name(node, &text));
    CHECK(is_text(text, "Asks"));
    OK(tw_node_index(node, &index));
    CHECK(index == 1);
    OK(tw_node_data(node, &data));
    CHECK(data == (void *)&sums[1]);
    OK(tw_node_state(node, &data));
    CHECK(data == NULL);
    OK(tw_node_time(node, &number));
    CHECK(number == 0.25);
    OK(tw_node_frame(node, &frame));
    OK(tw_node_dt_nanoseconds(node, &nanoseconds));
    CHECK(frame == 1 && nanoseconds == 250000000);
    OK(tw_node_random(node, &number));
    CHECK(number >= 0.0 && number < 1.0);
    sums[0] += (uint64_t)(number * 1e9);
    OK(tw_node_random_below(node, 6, &index));
    CHECK(index < 6);
    sums[0] += index;
    FAILS(TW_ERROR_ARGUMENT, tw_node_random_below(node, 0, &index));
    OK(tw_node_parameter(node, tw_text("items"), &index));
    CHECK(index == 1);
    OK(tw_node_get(node, index, &value));
    CHECK(value.type == TW_LIST && value.of.list.count == 2 && value.of.list.items[1].of.integer == 4);
    OK(tw_node_get_named(node, tw_text("mode"), &value));
    CHECK(is_text(value.of.text, "Fast"));
    OK(tw_node_get(node, 2, &value));
    CHECK(value.type == TW_NO_VALUE);
    FAILS(TW_ERROR_ARGUMENT, tw_node_get(node, 3, &value));
    FAILS(TW_ERROR_ARGUMENT, tw_node_get_named(node, tw_text("none"), &value));
    FAILS(TW_ERROR_ARGUMENT, tw_node_set(node, 0, &value));
    value = tw_int(1);
    FAILS(TW_ERROR_ARGUMENT, tw_node_set(node, 2, &value));
    OK(tw_node_event_count(node, &count));
    CHECK(count == 1);
    OK(tw_node_event(node, 0, &text, &value));
    CHECK(is_text(text, "hello") && value.of.number == 1.5);
    FAILS(TW_ERROR_ARGUMENT, tw_node_event(node, 1, &text, NULL));
    OK(tw_node_log(node, tw_text("a line")));
    OK(tw_node_mark(node, tw_text("a mark")));
    OK(tw_node_attach(node, tw_text("payload"), &value));
    OK(tw_node_send(node, tw_text("again"), NULL));
    OK(tw_node_send_to_all(node, tw_text("all"), &value));
    OK(tw_node_interrupt(node, tw_text("door"), TW_FAILURE));
    OK(tw_node_stop_tree(node));
    return TW_RUNNING;
}

static void callbacks(void) {
    tw_tasks *tasks;
    tw_tree *tree;
    tw_program *program;
    tw_parameter parameters[3];
    tw_str choices[2];
    tw_value payload = tw_float(1.5), items[2];
    tw_task task = an_action("Asks", asks);
    int32_t state;
    uint64_t first = 0;
    int run;
    tw_tracer tracer = {NULL, note, TW_TRACE_ALL};
    items[0] = tw_int(3);
    items[1] = tw_int(4);
    choices[0] = tw_text("Slow");
    choices[1] = tw_text("Fast");
    memset(parameters, 0, sizeof parameters);
    parameters[0].name = tw_text("mode");
    parameters[0].kind = TW_PARAMETER_CHOICE;
    parameters[0].choices = choices;
    parameters[0].choice_count = 2;
    parameters[0].default_value = tw_string(choices[0]);
    parameters[1].name = tw_text("items");
    parameters[1].type = TW_LIST;
    parameters[1].element = TW_INT;
    parameters[1].default_value.type = TW_LIST;
    parameters[1].default_value.of.list.items = items;
    parameters[1].default_value.of.list.count = 2;
    parameters[2].name = tw_text("out");
    parameters[2].kind = TW_PARAMETER_VARIABLE;
    task.parameters = parameters;
    task.parameter_count = 3;
    task.data = &sums[1];
    OK(tw_tasks_new(&tasks));
    OK(tw_tasks_add(tasks, &task));
    program = loaded(
        tasks, NODES("{\"id\": \"n1\", \"task\": \"Sequence\", \"children\": [\"n2\"]},"
                     "{\"id\": \"n2\", \"task\": \"Asks\", \"name\": \"Asks\", \"parameters\": {\"mode\": \"Fast\"}}"));
    for (run = 0; run < 2; run++) {
        sums[0] = 0;
        OK(tw_tree_new(program, 42, &tree));
        OK(tw_tree_set_tracer(tree, &tracer));
        OK(tw_tree_send(tree, tw_text("hello"), &payload));
        trace[0] = 0;
        OK(tw_tree_tick(tree, sums, 0.25, NULL));
        CHECK(strstr(trace, "d1 l1 m1 u1 e1 e0 ") != NULL);
        OK(tw_tree_state(tree, &state, NULL));
        CHECK(state == TW_DISABLED);
        OK(tw_tree_free(tree));
        if (run == 0) first = sums[0];
    }
    CHECK(sums[0] == first); /* equal seeds give equal runs */
    OK(tw_program_free(program));
    FAILS(TW_ERROR_LOAD, tw_program_load(tasks, tw_text(NODES("{\"id\": \"n1\", \"task\": \"Asks\", \"parameters\": {\"mode\": \"Lazy\"}}")),
                                         TW_LOAD_STRICT, &program, NULL));
    OK(tw_tasks_free(tasks));
}

/* ---- Errors, and the log ---- */

static tw_status fails(void *user, uint64_t agent, tw_node *node, double dt) {
    (void)user, (void)agent, (void)dt;
    return tw_node_fail(node, tw_text("no ammunition"));
}

static int lines;

static void line_of_log(void *user, tw_str line) {
    CHECK(user == (void *)&lines && is_text(line, "tree `T`, agent 0, node `n1` (Shoot): no ammunition"));
    lines++;
}

static void errors(void) {
    tw_tasks *tasks;
    tw_tree *tree;
    tw_program *program;
    tw_status status;
    int32_t state;
    tw_tracer tracer = {NULL, note, TW_TRACE_ERRORS};
    tw_task task = an_action("Shoot", fails);
    OK(tw_tasks_new(&tasks));
    OK(tw_tasks_add(tasks, &task));
    program = loaded(tasks, NODES("{\"id\": \"n1\", \"task\": \"Shoot\"}"));
    OK(tw_set_log(line_of_log, &lines));
    OK(tw_tree_new(program, 0, &tree));
    OK(tw_tree_tick(tree, NULL, 0.1, &status));
    CHECK(status == TW_FAILURE && lines == 1);
    OK(tw_tree_set_tracer(tree, &tracer));
    OK(tw_tree_set_error_policy(tree, TW_DISABLE_TREE));
    OK(tw_tree_enable(tree));
    trace[0] = 0;
    OK(tw_tree_tick(tree, NULL, 0.1, &status));
    OK(tw_tree_state(tree, &state, NULL));
    CHECK(state == TW_DISABLED && lines == 1 && strcmp(trace, "E0 ") == 0);
    OK(tw_set_log(NULL, NULL));
    OK(tw_tree_free(tree));
    OK(tw_program_free(program));
    OK(tw_tasks_free(tasks));
}

/* ---- Managers, sleep, global variables, saved games, swaps ---- */

static tw_program *programs[2];

static tw_program *program_of(void *user, uint64_t agent, uint64_t fingerprint) {
    uint64_t own;
    CHECK(user == (void *)programs);
    OK(tw_program_fingerprint(programs[0], &own));
    CHECK(fingerprint == own);
    return agent == 0 ? NULL : programs[0];
}

static void managers(void) {
    tw_tasks *tasks;
    tw_manager *manager, *again;
    tw_tree *trees[3], *found, *alone;
    tw_report *report;
    tw_outcome outcome;
    tw_reason reason;
    tw_str saved, saved_one;
    tw_buffer *owner, *owner_of_one;
    tw_value value = tw_bool(1);
    tw_program *other;
    size_t running, count, i;
    tw_status status;
    uint64_t agent;
    tw_tracer tracer = {NULL, note, TW_TRACE_ALL};
    OK(tw_tasks_new(&tasks));
    programs[0] = loaded(
        tasks, TREE("{\"name\": \"alarm\", \"type\": \"bool\", \"scope\": \"global\"}",
                    "{\"id\": \"n1\", \"task\": \"Sequence\", \"children\": [\"n2\", \"n3\"]},"
                    "{\"id\": \"n2\", \"task\": \"WaitUntil\", \"parameters\": {\"expression\": \"alarm\"}},"
                    "{\"id\": \"n3\", \"task\": \"Wait\", \"parameters\": {\"seconds\": 1.0}}"));
    programs[1] = loaded(
        tasks, TREE("{\"name\": \"alarm\", \"type\": \"bool\", \"scope\": \"global\"}",
                    "{\"id\": \"n1\", \"task\": \"Sequence\", \"children\": [\"n2\", \"n3\"]},"
                    "{\"id\": \"n2\", \"task\": \"Idle\"},"
                    "{\"id\": \"n3\", \"task\": \"Wait\", \"parameters\": {\"seconds\": 1.0}}"));
    other = loaded(tasks, TREE("{\"name\": \"alarm\", \"type\": \"int\", \"scope\": \"global\"}", "{\"id\": \"n1\", \"task\": \"Idle\"}"));
    OK(tw_manager_new(&manager));
    OK(tw_manager_set_sleeps(manager, 1));
    for (i = 0; i < 3; i++) OK(tw_manager_add(manager, programs[0], i, &trees[i]));
    FAILS(TW_ERROR_CONFLICT, tw_manager_add(manager, other, 0, NULL));
    OK(tw_manager_tick(manager, NULL, 0.5, &running));
    OK(tw_manager_asleep(manager, &count));
    CHECK(running == 3 && count == 3);
    OK(tw_manager_wake(manager, 1));
    OK(tw_manager_asleep(manager, &count));
    CHECK(count == 2);

    OK(tw_manager_save(manager, &saved, &owner));
    OK(tw_tree_save(trees[2], &saved_one, &owner_of_one));
    OK(tw_manager_set(manager, tw_text("alarm"), &value));
    OK(tw_manager_set_tracer(manager, &tracer));
    trace[0] = 0;
    OK(tw_manager_tick(manager, NULL, 0.5, &running));
    CHECK(running == 3 && strncmp(trace, "w", 1) != 0 && strstr(trace, "s2 ") != NULL);
    OK(tw_manager_set_tracer(manager, NULL));
    FAILS(TW_ERROR_ARGUMENT, tw_tree_set_tracer(trees[0], &tracer));
    OK(tw_manager_tick(manager, NULL, 0.5, &running));
    CHECK(running == 0);
    OK(tw_tree_state(trees[1], &(int32_t){0}, &status));
    CHECK(status == TW_SUCCESS);
    OK(tw_manager_send(manager, tw_text("any"), &value));
    OK(tw_manager_set_error_policy(manager, TW_GO_ON));

    OK(tw_manager_remove(manager, trees[0], NULL));
    FAILS(TW_ERROR_HANDLE, tw_tree_tick(trees[0], NULL, 0.1, NULL));
    FAILS(TW_ERROR_HANDLE, tw_manager_remove(manager, trees[0], NULL));
    OK(tw_manager_count(manager, &count));
    CHECK(count == 2);
    OK(tw_manager_tree(manager, 0, &found));
    OK(tw_tree_agent(found, &agent));
    CHECK(agent == 1);
    OK(tw_tree_free(found));
    OK(tw_manager_find(manager, 2, &found));
    OK(tw_tree_free(found));
    FAILS(TW_ERROR_ARGUMENT, tw_manager_find(manager, 0, &found));
    FAILS(TW_ERROR_ARGUMENT, tw_manager_tree(manager, 2, &found));

    /* The saved game, in which nothing had happened yet; the first tree is left out. */
    OK(tw_manager_restore(saved, program_of, programs, &again, &report));
    OK(tw_report_count(report, &count));
    CHECK(count == 3);
    OK(tw_report_tree(report, 0, &outcome));
    CHECK(outcome.outcome == TW_LOST && outcome.reason_count == 1);
    OK(tw_report_reason(report, 0, 0, &reason));
    CHECK(is_text(reason.code, "no_program"));
    OK(tw_report_tree(report, 1, &outcome));
    CHECK(outcome.outcome == TW_KEPT && outcome.agent == 1);
    OK(tw_report_global_count(report, &count));
    CHECK(count == 0);
    FAILS(TW_ERROR_ARGUMENT, tw_report_global_reason(report, 0, &reason));
    FAILS(TW_ERROR_ARGUMENT, tw_report_tree(report, 3, &outcome));
    OK(tw_report_free(report));
    OK(tw_manager_get(again, tw_text("alarm"), &value, NULL));
    CHECK(value.of.boolean == 0);
    OK(tw_manager_tick(again, NULL, 0.5, &running));
    CHECK(running == 2);

    /* A changed program for both: what waits starts anew. */
    OK(tw_manager_swap(again, programs[0], programs[1], NULL, &report));
    OK(tw_report_tree(report, 1, &outcome));
    CHECK(outcome.outcome == TW_PARTLY && outcome.agent == 2);
    OK(tw_report_reason(report, 1, 0, &reason));
    CHECK(is_text(reason.code, "other_task") && is_text(reason.node, "n2"));
    OK(tw_report_free(report));

    /* A tree that was saved alone joins a manager, or lives on its own. */
    OK(tw_manager_add_saved(again, programs[0], saved_one, &found, &report));
    OK(tw_report_free(report));
    OK(tw_tree_agent(found, &agent));
    CHECK(agent == 3);
    OK(tw_tree_free(found));
    OK(tw_tree_restore(programs[0], saved_one, &alone, NULL));
    OK(tw_tree_tick(alone, NULL, 0.1, &status));
    CHECK(status == TW_RUNNING);
    OK(tw_tree_free(alone));
    FAILS(TW_ERROR_SAVED, tw_tree_restore(programs[0], saved, &alone, NULL));
    FAILS(TW_ERROR_SAVED, tw_tree_restore(programs[0], tw_text("{}"), &alone, NULL));

    OK(tw_buffer_free(owner));
    OK(tw_buffer_free(owner_of_one));
    OK(tw_manager_free(again));
    OK(tw_manager_free(manager));
    FAILS(TW_ERROR_HANDLE, tw_tree_tick(trees[1], NULL, 0.1, NULL));
    for (i = 0; i < 3; i++) OK(tw_tree_free(trees[i]));
    OK(tw_program_free(programs[0]));
    OK(tw_program_free(programs[1]));
    OK(tw_program_free(other));
    OK(tw_tasks_free(tasks));
}

/* ---- Completions in another thread ---- */

static tw_completion *work;

static void search_start(void *user, uint64_t agent, tw_node *node) {
    (void)user, (void)agent, (void)node;
    OK(tw_completion_new(&work));
}

static tw_status search(void *user, uint64_t agent, tw_node *node, double dt) {
    tw_status status;
    (void)user, (void)agent, (void)dt, (void)node;
    OK(tw_completion_status(work, &status));
    return status;
}

static void search_end(void *user, uint64_t agent, tw_node *node, tw_status status) {
    (void)user, (void)agent, (void)node;
    if (status == TW_INACTIVE) OK(tw_completion_cancel(work));
    OK(tw_completion_free(work));
}

static void *worker(void *completion) {
    int32_t counts;
    OK(tw_completion_end(completion, TW_SUCCESS, &counts));
    CHECK(counts == 1);
    OK(tw_completion_end(completion, TW_FAILURE, &counts));
    CHECK(counts == 0);
    return NULL;
}

static void completions(void) {
    tw_tasks *tasks;
    tw_manager *manager;
    tw_program *program;
    tw_tree *tree;
    tw_completion *late;
    pthread_t thread;
    size_t running, asleep;
    int32_t cancelled;
    tw_task task = an_action("Search", search);
    task.start = search_start;
    task.end = search_end;
    task.wake = TW_WAKE_COMPLETION;
    OK(tw_tasks_new(&tasks));
    OK(tw_tasks_add(tasks, &task));
    program = loaded(tasks, NODES("{\"id\": \"n1\", \"task\": \"Search\"}"));
    OK(tw_manager_new(&manager));
    OK(tw_manager_set_sleeps(manager, 1));
    OK(tw_manager_add(manager, program, 0, &tree));
    OK(tw_manager_tick(manager, NULL, 0.1, &running));
    OK(tw_manager_asleep(manager, &asleep));
    CHECK(running == 1 && asleep == 1);
    CHECK(pthread_create(&thread, NULL, worker, work) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
    OK(tw_manager_tick(manager, NULL, 0.1, &running));
    CHECK(running == 0);

    OK(tw_tree_enable(tree));
    OK(tw_manager_tick(manager, NULL, 0.1, &running));
    late = work;
    OK(tw_completion_is_cancelled(late, &cancelled));
    CHECK(cancelled == 0);
    OK(tw_tree_disable(tree, NULL));
    FAILS(TW_ERROR_HANDLE, tw_completion_end(late, TW_SUCCESS, NULL));
    OK(tw_tree_free(tree));
    OK(tw_manager_free(manager));
    OK(tw_program_free(program));
    OK(tw_tasks_free(tasks));
}

int main(void) {
    CHECK(tw_abi() == TW_ABI && strlen(tw_version()) > 0);
    loading();
    variables();
    life();
    callbacks();
    errors();
    managers();
    completions();
    CHECK(tw_live_handles() == 0);
    printf("all features work\n");
    return 0;
}
