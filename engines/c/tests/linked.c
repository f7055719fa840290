/* A game to which an editor attaches: runs until its input ends, and prints how many frames that were. With the argument `alone`, its
 * tree has no manager. */
#include <pthread.h>
#include <time.h>

#include "checks.h"

typedef struct World {
    double walked;
    int errors;
} World;

static tw_status walk(void *user, uint64_t agent, tw_node *node, double dt) {
    World *world = user;
    tw_value speed;
    (void)agent, (void)dt;
    if (tw_node_get_named(node, tw_text("speed"), &speed) != TW_OK) return TW_FAILURE;
    world->walked += speed.of.number;
    /* Nothing that the game knows by itself: the editor must have set it. */
    return speed.of.number > 100.0 ? tw_node_fail(node, tw_text("too fast")) : TW_SUCCESS;
}

static void count_error(void *user, const tw_event *event) {
    CHECK(event->kind == TW_EVENT_ERROR && is_text(event->text, "too fast"));
    ((World *)user)->errors++;
}

static const char main_file[] = TREE(
    "{\"name\": \"speed\", \"type\": \"float\", \"initial\": 1.0}",
    "{\"id\": \"n1\", \"task\": \"Repeater\", \"parameters\": {\"forever\": true}, \"children\": [\"n2\"]},"
    "{\"id\": \"n2\", \"task\": \"Subtree\", \"parameters\": {\"file\": \"walk.bt.json\", \"speed\": {\"var\": \"speed\"}}}");

static const char walk_file[] = TREE(
    "{\"name\": \"speed\", \"type\": \"float\"}",
    "{\"id\": \"n1\", \"task\": \"Walk\", \"parameters\": {\"speed\": {\"var\": \"speed\"}}}");

static tw_code read_file(void *user, tw_str path, tw_contents *contents) {
    (void)user;
    if (is_text(path, "ai/guard.bt.json")) return tw_contents_set(contents, tw_text(main_file));
    if (is_text(path, "ai/walk.bt.json")) return tw_contents_set(contents, tw_text(walk_file));
    return tw_contents_fail(contents, tw_text("no such file"));
}

static void *wait_for_end(void *has_ended) {
    while (getchar() != EOF) {
    }
    __atomic_store_n((int *)has_ended, 1, __ATOMIC_RELEASE);
    return NULL;
}

static tw_tasks *tasks_of_the_game(void) {
    tw_tasks *tasks;
    tw_task task = an_action("Walk", walk);
    tw_parameter speed;
    memset(&speed, 0, sizeof speed);
    speed.name = tw_text("speed");
    speed.type = TW_FLOAT;
    task.parameters = &speed;
    task.parameter_count = 1;
    OK(tw_tasks_new(&tasks));
    OK(tw_tasks_add(tasks, &task));
    return tasks;
}

int main(int count, char **arguments) {
    World world = {0.0, 0};
    const int is_alone = count > 1 && strcmp(arguments[1], "alone") == 0;
    const tw_str tags[] = {{"team:red", 8}, {"role:guard", 10}};
    const tw_tracer tracer = {&world, count_error, TW_TRACE_ERRORS};
    const struct timespec pause = {0, 1000000};
    int has_ended = 0, is_shown = 0;
    int32_t may_run, is_attached;
    uint64_t frame;
    tw_link *link;
    tw_tasks *tasks = tasks_of_the_game();
    tw_program *program, *current;
    tw_manager *manager;
    tw_tree *tree;
    pthread_t thread;
    OK(tw_link_new(tw_text("Arena in C"), 16 << 20, &link));
    OK(tw_program_load_files(tasks, tw_text("ai/guard.bt.json"), read_file, NULL, TW_LOAD_STRICT, &program, NULL));
    OK(tw_link_program(link, program, tw_text("ai/guard.bt.json"), read_file, NULL));
    OK(tw_link_compile_with(link, tasks));
    OK(tw_manager_new(&manager));
    if (is_alone) {
        OK(tw_tree_new(program, 0, &tree));
        OK(tw_tree_set_agent(tree, 70));
        OK(tw_tree_set_tracer(tree, &tracer));
    } else {
        OK(tw_manager_set_tracer(manager, &tracer));
        OK(tw_manager_add(manager, program, 0, &tree));
    }
    OK(tw_link_name(link, tree, tw_text("guard 1"), tags, 2));
    CHECK(pthread_create(&thread, NULL, wait_for_end, &has_ended) == 0);
    while (!__atomic_load_n(&has_ended, __ATOMIC_ACQUIRE)) {
        OK(tw_link_may_run(link, &may_run));
        if (may_run && is_alone) {
            tw_status status;
            OK(tw_link_begin(link, 0.01));
            OK(tw_link_tick_tree(link, tree, &world, &status));
            OK(tw_link_end(link));
            CHECK(status == TW_RUNNING);
        } else if (may_run) {
            size_t running;
            OK(tw_link_tick(link, manager, &world, 0.01, &running));
            CHECK(running == 1);
        }
        OK(tw_link_is_attached(link, &is_attached));
        if (is_attached && !is_shown) {
            OK(tw_link_show(link, tree));
            is_shown = 1;
        }
        nanosleep(&pause, NULL);
    }
    CHECK(pthread_join(thread, NULL) == 0);
    OK(tw_tree_frame(tree, &frame));
    OK(tw_link_current(link, program, &current));
    CHECK(world.walked > 0.0);
    printf("frames %d, errors %d, %s\n", (int)frame, world.errors, current == program ? "same handle" : "a handle of its own");
    OK(tw_program_free(current));
    OK(tw_link_free(link));
    OK(tw_tree_free(tree));
    OK(tw_manager_free(manager));
    OK(tw_program_free(program));
    OK(tw_tasks_free(tasks));
    CHECK(tw_live_handles() == 0);
    return 0;
}
