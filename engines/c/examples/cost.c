/* What a frame of a tree costs whose one leaf is in C. cost.rs measures the same leaves in Rust: the difference is what the callback costs.
 * Prints nanoseconds, the least of several rounds.
 *
 *   cargo build --release -p treewright-c
 *   cc -O2 cost.c -I../include ../../../target/release/libtreewright_c.a -lpthread -ldl -lm -o cost && ./cost
 *   cargo run --release -p treewright-c --example cost
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "treewright.h"

enum { TREES = 100, FRAMES = 1000, ROUNDS = 300 };

static void check(tw_code code) {
    if (code != TW_OK) {
        tw_str why = tw_error_text();
        fprintf(stderr, "%.*s\n", (int)why.length, why.data);
        exit(1);
    }
}

static tw_status nothing(void *user, uint64_t agent, tw_node *node, double dt) {
    (void)user, (void)agent, (void)node, (void)dt;
    return TW_RUNNING;
}

static tw_status reads_parameter(void *user, uint64_t agent, tw_node *node, double dt) {
    tw_value value;
    (void)agent, (void)dt;
    if (tw_node_get(node, 0, &value) == TW_OK) *(double *)user += value.of.number;
    return TW_RUNNING;
}

static tw_status counts_in_state(void *user, uint64_t agent, tw_node *node, double dt) {
    void *state;
    (void)user, (void)agent, (void)dt;
    if (tw_node_state(node, &state) == TW_OK) ++*(int64_t *)state;
    return TW_RUNNING;
}

static double now(void) {
    struct timespec time;
    timespec_get(&time, TIME_UTC);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* Creates a manager with trees that all run this one leaf. */
static tw_manager *trees_of(tw_tasks *tasks, const char *leaf) {
    char tree[256];
    tw_manager *manager;
    tw_program *program;
    int i;
    snprintf(tree, sizeof tree,
             "{\"format\": \"treewright\", \"version\": 1, \"name\": \"Cost\", \"root\": \"n1\","
             "\"nodes\": [{\"id\": \"n1\", \"task\": \"%s\"}]}",
             leaf);
    check(tw_program_load(tasks, tw_text(tree), TW_LOAD_STRICT, &program, NULL));
    check(tw_manager_new(&manager));
    for (i = 0; i < TREES; i++) check(tw_manager_add(manager, program, 0, NULL));
    check(tw_program_free(program));
    return manager;
}

/* Returns the nanoseconds of a tree's frame. */
static double round_of(tw_manager *manager) {
    double sum = 0.0, begin = now();
    int frame;
    for (frame = 0; frame < FRAMES; frame++) check(tw_manager_tick(manager, &sum, 0.001, NULL));
    return (now() - begin) / FRAMES / TREES;
}

int main(void) {
    static const char *const leaves[] = {"Nothing", "ReadsParameter", "CountsInState"};
    enum { LEAVES = sizeof leaves / sizeof *leaves };
    tw_manager *managers[LEAVES];
    double least[LEAVES];
    tw_tasks *tasks;
    tw_task task = {0};
    tw_parameter parameter = {0};
    int round, leaf;
    check(tw_tasks_new(&tasks));
    task.size = sizeof task;
    task.category = TW_ACTION;
    task.name = tw_text("Nothing");
    task.update = nothing;
    check(tw_tasks_add(tasks, &task));
    parameter.name = tw_text("speed");
    parameter.type = TW_FLOAT;
    parameter.default_value = tw_float(1.0);
    task.parameters = &parameter;
    task.parameter_count = 1;
    task.name = tw_text("ReadsParameter");
    task.update = reads_parameter;
    check(tw_tasks_add(tasks, &task));
    task.parameters = NULL;
    task.parameter_count = 0;
    task.state_size = sizeof(int64_t);
    task.name = tw_text("CountsInState");
    task.update = counts_in_state;
    check(tw_tasks_add(tasks, &task));
    for (leaf = 0; leaf < LEAVES; leaf++) {
        managers[leaf] = trees_of(tasks, leaves[leaf]);
        least[leaf] = 1e9;
    }
    for (round = 0; round < ROUNDS; round++) {
        for (leaf = 0; leaf < LEAVES; leaf++) {
            double cost = round_of(managers[leaf]);
            if (cost < least[leaf]) least[leaf] = cost;
        }
    }
    for (leaf = 0; leaf < LEAVES; leaf++) printf("%s: %.1f ns\n", leaves[leaf], least[leaf]);
    for (leaf = 0; leaf < LEAVES; leaf++) check(tw_manager_free(managers[leaf]));
    check(tw_tasks_free(tasks));
    return 0;
}
