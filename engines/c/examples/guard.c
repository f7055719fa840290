/* A guard who patrols and strikes at enemies that he sees: three tasks in C, and a tree that is saved, loaded and changed while it runs.
 *
 *   cc guard.c -I../include ../../../target/release/libtreewright_c.a -lpthread -ldl -lm -o guard
 *   ./guard .
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "treewright.h"

/* What the tasks of this game see and change. */
typedef struct World {
    double enemy_distance;
    int blows;
} World;

/* Ends the program with the reason if a call failed. */
static void check(tw_code code) {
    if (code != TW_OK) {
        tw_str why = tw_error_text();
        fprintf(stderr, "error %d: %.*s\n", (int)code, (int)why.length, why.data);
        exit(1);
    }
}

/* ---- Tasks ---- */

enum { RANGE = 0 }; /* the number of the parameter */

static tw_status sees_enemy(void *user, uint64_t agent, tw_node *node, double dt) {
    const World *world = user;
    tw_value range;
    (void)agent, (void)dt;
    check(tw_node_get(node, RANGE, &range));
    return world->enemy_distance <= range.of.number ? TW_SUCCESS : TW_FAILURE;
}

enum { BLOWS = 0 };

/* Each guard has his own: how often he has struck since the task began. */
typedef struct Strike {
    int64_t blows;
} Strike;

static void strike_start(void *user, uint64_t agent, tw_node *node) {
    void *state;
    (void)user, (void)agent;
    check(tw_node_state(node, &state));
    ((Strike *)state)->blows = 0;
}

static tw_status strike(void *user, uint64_t agent, tw_node *node, double dt) {
    World *world = user;
    void *state;
    tw_value wanted;
    (void)agent, (void)dt;
    check(tw_node_state(node, &state));
    check(tw_node_get(node, BLOWS, &wanted));
    if (world->enemy_distance > 100.0) {
        return tw_node_fail(node, tw_text("there is nobody to strike at"));
    }
    world->blows++;
    return ++((Strike *)state)->blows < wanted.of.integer ? TW_RUNNING : TW_SUCCESS;
}

static int32_t strike_save(void *data, const void *state, tw_value *saved) {
    (void)data;
    *saved = tw_int(((const Strike *)state)->blows);
    return 1;
}

static void strike_restore(void *data, void *state, const tw_value *saved) {
    (void)data;
    if (saved->type == TW_INT) {
        ((Strike *)state)->blows = saved->of.integer;
    }
}

enum { STEPS = 0 };

static tw_status patrol(void *user, uint64_t agent, tw_node *node, double dt) {
    tw_value steps;
    (void)user, (void)agent, (void)dt;
    check(tw_node_get(node, STEPS, &steps));
    steps = tw_int(steps.of.integer + 1);
    check(tw_node_set(node, STEPS, &steps));
    return TW_RUNNING;
}

static void patrol_abort(void *user, uint64_t agent, tw_node *node) {
    (void)user, (void)agent, (void)node;
    printf("  patrol interrupted\n");
}

static tw_tasks *make_tasks(void) {
    tw_tasks *tasks;
    tw_parameter range = {0}, blows = {0}, steps = {0};
    tw_task task = {0};
    check(tw_tasks_new(&tasks));

    range.name = tw_text("range");
    range.type = TW_FLOAT;
    range.default_value = tw_float(10.0);
    range.help = tw_text("How far the guard sees, in meters.");
    task.size = sizeof task;
    task.name = tw_text("SeesEnemy");
    task.category = TW_CONDITIONAL;
    task.summary = tw_text("Succeeds if an enemy is near.");
    task.parameters = &range;
    task.parameter_count = 1;
    task.update = sees_enemy;
    check(tw_tasks_add(tasks, &task));

    memset(&task, 0, sizeof task);
    blows.name = tw_text("blows");
    blows.type = TW_INT;
    blows.default_value = tw_int(1);
    task.size = sizeof task;
    task.name = tw_text("Strike");
    task.category = TW_ACTION;
    task.summary = tw_text("Strikes at the enemy, once a frame.");
    task.parameters = &blows;
    task.parameter_count = 1;
    task.state_size = sizeof(Strike);
    task.update = strike;
    task.start = strike_start;
    task.save = strike_save;
    task.restore = strike_restore;
    check(tw_tasks_add(tasks, &task));

    memset(&task, 0, sizeof task);
    steps.name = tw_text("steps");
    steps.kind = TW_PARAMETER_VARIABLE;
    steps.type = TW_INT;
    steps.is_required = 1;
    task.size = sizeof task;
    task.name = tw_text("Patrol");
    task.category = TW_ACTION;
    task.summary = tw_text("Walks up and down, and counts its steps.");
    task.parameters = &steps;
    task.parameter_count = 1;
    task.update = patrol;
    task.abort = patrol_abort;
    check(tw_tasks_add(tasks, &task));
    return tasks;
}

/* ---- Files ---- */

static tw_program *load(tw_tasks *tasks, const char *folder, const char *name) {
    char path[1024];
    static char bytes[1 << 16];
    size_t length;
    FILE *file;
    tw_program *program;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "rb");
    if (file == NULL) {
        fprintf(stderr, "%s: cannot be read\n", path);
        exit(1);
    }
    length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    check(tw_program_load(tasks, tw_bytes(bytes, length), TW_LOAD_STRICT, &program, NULL));
    return program;
}

/* Prints what was kept, and frees the report. */
static void print_report(const char *what, tw_report *report) {
    static const char *const outcomes[] = {"kept", "partly kept", "restarted", "lost"};
    tw_outcome outcome;
    size_t i;
    check(tw_report_tree(report, 0, &outcome));
    printf("%s: %s\n", what, outcomes[outcome.outcome]);
    for (i = 0; i < outcome.reason_count; i++) {
        tw_reason reason;
        check(tw_report_reason(report, 0, i, &reason));
        printf("  %.*s\n", (int)reason.text.length, reason.text.data);
    }
    check(tw_report_free(report));
}

/* ---- The game ---- */

static void frames(tw_tree *tree, World *world, int count) {
    static const char *const statuses[] = {"none", "success", "failure", "running"};
    for (; count > 0; count--) {
        uint64_t frame;
        tw_status status;
        tw_value steps;
        check(tw_tree_tick(tree, world, 0.1, &status));
        check(tw_tree_frame(tree, &frame));
        check(tw_tree_get(tree, tw_text("steps"), &steps, NULL));
        printf("frame %d: %s, %d steps, %d blows\n", (int)frame, statuses[status], (int)steps.of.integer, world->blows);
    }
}

int main(int count, char **arguments) {
    const char *folder = count > 1 ? arguments[1] : ".";
    World world = {50.0, 0};
    tw_tasks *tasks = make_tasks();
    tw_program *program = load(tasks, folder, "guard.bt.json");
    tw_program *edited = load(tasks, folder, "guard-edited.bt.json");
    tw_tree *guard;
    tw_str saved;
    tw_buffer *owner;
    tw_report *report;

    check(tw_tree_new(program, 7, &guard));
    frames(guard, &world, 2);
    world.enemy_distance = 3.0;
    frames(guard, &world, 2);

    /* Save, and go on from there with another tree. */
    check(tw_tree_save(guard, &saved, &owner));
    check(tw_tree_free(guard));
    check(tw_tree_restore(program, saved, &guard, &report));
    check(tw_buffer_free(owner));
    print_report("load", report);
    frames(guard, &world, 1);

    /* A designer has changed the tree: one more blow, and a rest instead of the patrol. */
    check(tw_tree_swap(guard, edited, &world, &report));
    print_report("swap", report);
    frames(guard, &world, 2);
    world.enemy_distance = 50.0;
    frames(guard, &world, 1);
    check(tw_tree_swap(guard, program, &world, &report));
    print_report("swap", report);
    frames(guard, &world, 1);

    check(tw_tree_disable(guard, &world));
    check(tw_tree_free(guard));
    check(tw_program_free(program));
    check(tw_program_free(edited));
    check(tw_tasks_free(tasks));
    printf("handles left: %d\n", (int)tw_live_handles());
    return 0;
}
