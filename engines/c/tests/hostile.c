/* Hostile use: each mistake must give an error code, and nothing else may happen. What every function does with null, invented, dead and
 * mistyped handles is in a program that the test generates from the header. Prints "all mistakes are refused". */
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

#include "checks.h"

static tw_tasks *tasks;
static tw_program *program, *edited;
static tw_tree *tree;
static tw_manager *manager;
static tw_node *old_node;
static int calls, is_nested;

#define ONE(task) NODES("{\"id\": \"n1\", \"task\": \"" task "\"}")

/* Everything that a callback could do to the tree that is calling it. */
static void meddle(void) {
    tw_status status;
    tw_value value = tw_int(1);
    tw_str text;
    tw_buffer *owner;
    uint32_t nodes[4];
    size_t count;
    int32_t state;
    FAILS(TW_ERROR_BUSY, tw_tree_tick(tree, NULL, 0.1, &status));
    /* Of a manager's tree, only the handle would be freed. */
    if (manager == NULL) FAILS(TW_ERROR_BUSY, tw_tree_free(tree));
    FAILS(TW_ERROR_BUSY, tw_tree_disable(tree, NULL));
    FAILS(TW_ERROR_BUSY, tw_tree_enable(tree));
    FAILS(TW_ERROR_BUSY, tw_tree_restart(tree, NULL));
    FAILS(TW_ERROR_BUSY, tw_tree_pause(tree));
    FAILS(TW_ERROR_BUSY, tw_tree_swap(tree, edited, NULL, NULL));
    FAILS(TW_ERROR_BUSY, tw_tree_save(tree, &text, &owner));
    FAILS(TW_ERROR_BUSY, tw_tree_set(tree, tw_text("n"), &value));
    FAILS(TW_ERROR_BUSY, tw_tree_get(tree, tw_text("n"), &value, NULL));
    FAILS(TW_ERROR_BUSY, tw_tree_send(tree, tw_text("e"), NULL));
    FAILS(TW_ERROR_BUSY, tw_tree_force(tree, 0, TW_SUCCESS));
    FAILS(TW_ERROR_BUSY, tw_tree_stacks(tree, nodes, 4, &count));
    FAILS(TW_ERROR_BUSY, tw_tree_state(tree, &state, NULL));
    CHECK(has_text(tw_error_text(), "in use"));
    if (manager != NULL) {
        FAILS(TW_ERROR_BUSY, tw_manager_tick(manager, NULL, 0.1, NULL));
        FAILS(TW_ERROR_BUSY, tw_manager_free(manager));
        FAILS(TW_ERROR_BUSY, tw_manager_add(manager, program, 0, NULL));
        if (!is_nested) FAILS(TW_ERROR_BUSY, tw_manager_remove(manager, tree, NULL));
        FAILS(TW_ERROR_BUSY, tw_manager_swap(manager, program, edited, NULL, NULL));
        FAILS(TW_ERROR_BUSY, tw_manager_save(manager, &text, &owner));
    }
    calls++;
}

static tw_status meddling(void *user, uint64_t agent, tw_node *node, double dt) {
    tw_tree *other;
    tw_status status;
    (void)user, (void)agent, (void)dt;
    meddle();
    /* Other trees may be used, even of the same program, and the node of the outer callback is alive meanwhile. */
    if (!is_nested) {
        uint32_t index;
        is_nested = 1;
        OK(tw_tree_new(program, 0, &other));
        tw_tree *outer = tree;
        tree = other;
        OK(tw_tree_tick(other, NULL, 0.1, &status));
        tree = outer;
        OK(tw_tree_free(other));
        OK(tw_node_index(node, &index));
        is_nested = 0;
    }
    old_node = node;
    return TW_RUNNING;
}

static void meddling_start(void *user, uint64_t agent, tw_node *node) {
    (void)user, (void)agent, (void)node;
    meddle();
}

static void meddling_end(void *user, uint64_t agent, tw_node *node, tw_status status) {
    (void)user, (void)agent, (void)node, (void)status;
    meddle();
}

static void meddling_event(void *user, const tw_event *event) {
    (void)user, (void)event;
    meddle();
}

static void reentrancy(void) {
    tw_status status;
    tw_str text;
    tw_value value;
    uint32_t index;
    tw_tracer tracer = {NULL, meddling_event, TW_TRACE_ALL};
    tw_task task = an_action("Meddle", meddling);
    task.start = meddling_start;
    task.end = meddling_end;
    OK(tw_tasks_add(tasks, &task));
    program = loaded(tasks, TREE("{\"name\": \"n\", \"type\": \"int\"}", "{\"id\": \"n1\", \"task\": \"Meddle\"}"));
    edited = loaded(tasks, ONE("Idle"));

    OK(tw_tree_new(program, 0, &tree));
    OK(tw_tree_tick(tree, NULL, 0.1, &status));
    CHECK(status == TW_RUNNING && calls > 0);
    /* The callback has returned, so its node is dead. */
    FAILS(TW_ERROR_HANDLE, tw_node_index(old_node, &index));
    FAILS(TW_ERROR_HANDLE, tw_node_id(old_node, &text));
    FAILS(TW_ERROR_HANDLE, tw_node_get(old_node, 0, &value));
    FAILS(TW_ERROR_HANDLE, tw_node_send(old_node, tw_text("e"), NULL));
    CHECK(tw_node_fail(old_node, tw_text("late")) == TW_FAILURE);
    OK(tw_tree_set_tracer(tree, &tracer));
    calls = 0;
    OK(tw_tree_tick(tree, NULL, 0.1, &status));
    OK(tw_tree_swap(tree, edited, NULL, NULL));
    CHECK(calls >= 3);
    OK(tw_tree_free(tree));
    FAILS(TW_ERROR_HANDLE, tw_tree_free(tree));

    OK(tw_manager_new(&manager));
    OK(tw_manager_add(manager, program, 0, &tree));
    OK(tw_manager_tick(manager, NULL, 0.1, NULL));
    OK(tw_manager_remove(manager, tree, NULL));
    OK(tw_tree_free(tree));
    OK(tw_manager_free(manager));
    manager = NULL;
    OK(tw_program_free(program));
    OK(tw_program_free(edited));
}

/* ---- Answers that make no sense ---- */

static int32_t answer;

static tw_status answering(void *user, uint64_t agent, tw_node *node, double dt) {
    (void)user, (void)agent, (void)node, (void)dt;
    return answer;
}

static char told[256];

static void note_error(void *user, const tw_event *event) {
    size_t length = event->text.length < sizeof told - 1 ? event->text.length : sizeof told - 1;
    (void)user;
    memcpy(told, event->text.data, length);
    told[length] = 0;
}

static int32_t save_type;

static int32_t save_nonsense(void *data, const void *state, tw_value *saved) {
    (void)data, (void)state;
    saved->type = 99;
    return 1;
}

/* Writes half of a text and half of a list, and then finds that there is nothing to save. */
static int32_t save_half(void *data, const void *state, tw_value *saved) {
    (void)data, (void)state;
    saved->type = save_type;
    if (save_type == TW_STRING) {
        saved->of.text.data = (const char *)(uintptr_t)16;
        saved->of.text.length = 1000;
    } else {
        saved->of.list.items = (const tw_value *)(uintptr_t)16;
        saved->of.list.count = 1000;
    }
    return 0;
}

static void restore_nonsense(void *data, void *state, const tw_value *saved) { (void)data, (void)state, (void)saved; }

static void nonsense(void) {
    static const int32_t answers[] = {0, 4, -1, 77, INT32_MAX, INT32_MIN};
    tw_tracer tracer = {NULL, note_error, TW_TRACE_ERRORS};
    tw_task task = an_action("Answer", answering);
    tw_status status;
    tw_str text;
    tw_buffer *owner;
    tw_tree *restored;
    tw_report *report;
    tw_outcome outcome;
    size_t i;
    task.state_size = 5;
    task.save = save_nonsense;
    task.restore = restore_nonsense;
    OK(tw_tasks_add(tasks, &task));
    program = loaded(tasks, ONE("Answer"));
    for (i = 0; i < sizeof answers / sizeof *answers; i++) {
        answer = answers[i];
        told[0] = 0;
        OK(tw_tree_new(program, 0, &tree));
        OK(tw_tree_set_tracer(tree, &tracer));
        OK(tw_tree_tick(tree, NULL, 0.1, &status));
        CHECK(status == TW_FAILURE && strstr(told, "is no status") != NULL);
        OK(tw_tree_free(tree));
    }
    /* What cannot be saved is told, and the task starts anew. */
    answer = TW_RUNNING;
    OK(tw_tree_new(program, 0, &tree));
    OK(tw_tree_tick(tree, NULL, 0.1, &status));
    OK(tw_tree_save(tree, &text, &owner));
    OK(tw_tree_restore(program, text, &restored, &report));
    OK(tw_report_tree(report, 0, &outcome));
    CHECK(outcome.outcome == TW_RESTARTED && outcome.reason_count == 1);
    OK(tw_report_free(report));
    OK(tw_tree_free(restored));
    OK(tw_buffer_free(owner));
    OK(tw_tree_free(tree));
    OK(tw_program_free(program));

    /* What a task wrote is not followed if it says that there is nothing. */
    task.save = save_half;
    OK(tw_tasks_add(tasks, &task));
    program = loaded(tasks, ONE("Answer"));
    for (i = 0; i < 2; i++) {
        save_type = i == 0 ? TW_STRING : TW_LIST;
        OK(tw_tree_new(program, 0, &tree));
        OK(tw_tree_tick(tree, NULL, 0.1, &status));
        OK(tw_tree_save(tree, &text, &owner));
        OK(tw_buffer_free(owner));
        OK(tw_tree_free(tree));
    }
    OK(tw_program_free(program));
}

/* ---- A log that cannot be written ---- */

static tw_status cannot(void *user, uint64_t agent, tw_node *node, double dt) {
    (void)user, (void)agent, (void)dt;
    return tw_node_fail(node, tw_text("no reason"));
}

static void full_log(void) {
    tw_task task = an_action("Cannot", cannot);
    tw_status status;
    tw_code code;
    int before = dup(2), full = open("/dev/full", O_WRONLY);
    if (full < 0) {
        close(before);
        return;
    }
    OK(tw_tasks_add(tasks, &task));
    program = loaded(tasks, ONE("Cannot"));
    OK(tw_tree_new(program, 0, &tree));
    CHECK(dup2(full, 2) == 2);
    code = tw_tree_tick(tree, NULL, 0.1, &status);
    CHECK(dup2(before, 2) == 2);
    close(before);
    close(full);
    CHECK(code == TW_OK && status == TW_FAILURE);
    OK(tw_tree_free(tree));
    OK(tw_program_free(program));
}

/* ---- Arguments that make no sense ---- */

static void arguments(void) {
    static const char invalid[] = {'a', (char)0xff, (char)0xfe, 'b'};
    tw_str bad = tw_bytes(invalid, sizeof invalid), null = {NULL, 3}, huge = {invalid, SIZE_MAX};
    tw_value value, item;
    tw_task task = an_action("Good", answering);
    tw_parameter parameter = {0};
    tw_tracer tracer = {NULL, NULL, TW_TRACE_ALL};
    tw_status status;
    tw_buffer *owner;
    tw_str text;
    tw_problems *problems;
    size_t length;
    static const char *const broken[] = {"", "{", "[]", "null", "\"\\ud800\"", "{\"format\": \"treewright\", \"version\": 99}"};

    program = loaded(tasks, TREE("{\"name\": \"n\", \"type\": \"int\"}, {\"name\": \"l\", \"type\": \"[int]\"}, {\"name\": \"s\", \"type\": \"string\"}",
                                 "{\"id\": \"n1\", \"task\": \"Idle\"}"));
    OK(tw_tree_new(program, 0, &tree));
    value = tw_int(1);
    FAILS(TW_ERROR_UTF8, tw_tree_set(tree, bad, &value));
    FAILS(TW_ERROR_ARGUMENT, tw_tree_set(tree, null, &value));
    FAILS(TW_ERROR_ARGUMENT, tw_tree_set(tree, huge, &value));
    FAILS(TW_ERROR_VARIABLE, tw_tree_set(tree, tw_text(NULL), &value));
    FAILS(TW_ERROR_ARGUMENT, tw_tree_set(tree, tw_text("n"), NULL));
    value = tw_string(bad);
    FAILS(TW_ERROR_UTF8, tw_tree_set(tree, tw_text("s"), &value));
    FAILS(TW_ERROR_UTF8, tw_tree_send(tree, tw_text("e"), &value));
    value = tw_string(null);
    FAILS(TW_ERROR_ARGUMENT, tw_tree_set(tree, tw_text("s"), &value));
    value.type = 99;
    FAILS(TW_ERROR_ARGUMENT, tw_tree_set(tree, tw_text("s"), &value));
    value.type = TW_NO_VALUE;
    FAILS(TW_ERROR_ARGUMENT, tw_tree_set(tree, tw_text("s"), &value));
    memset(&value, 0, sizeof value);
    value.type = TW_LIST;
    value.of.list.count = 2;
    FAILS(TW_ERROR_ARGUMENT, tw_tree_set(tree, tw_text("l"), &value));
    item = tw_int(1);
    value.of.list.items = &item;
    value.of.list.count = SIZE_MAX / 2;
    FAILS(TW_ERROR_ARGUMENT, tw_tree_set(tree, tw_text("l"), &value));
    value.of.list.count = 1;
    value.element = TW_FLOAT;
    FAILS(TW_ERROR_ARGUMENT, tw_tree_set(tree, tw_text("l"), &value));
    item = value;
    item.of.list.count = 0;
    value.element = TW_LIST;
    FAILS(TW_ERROR_ARGUMENT, tw_tree_set(tree, tw_text("l"), &value));
    FAILS(TW_ERROR_UTF8, tw_tree_interrupt(tree, bad, TW_SUCCESS));
    FAILS(TW_ERROR_ARGUMENT, tw_tree_interrupt(tree, tw_text("k"), TW_RUNNING));
    FAILS(TW_ERROR_ARGUMENT, tw_tree_force(tree, 0, 9));
    FAILS(TW_ERROR_ARGUMENT, tw_tree_set_error_policy(tree, 9));
    FAILS(TW_ERROR_ARGUMENT, tw_tree_set_tracer(tree, &tracer));
    tracer.event = note_error;
    tracer.what = 9;
    FAILS(TW_ERROR_ARGUMENT, tw_tree_set_tracer(tree, &tracer));
    OK(tw_tree_tick(tree, NULL, -1.0, &status));
    OK(tw_tree_tick(tree, NULL, 1e300 * 1e300, &status));
    OK(tw_tree_tick(tree, NULL, 0.0 * (1e300 * 1e300), &status));
    CHECK(status == TW_RUNNING);

    /* A saved game, cut off at each place, and with each byte changed, is refused or restored; nothing else. */
    OK(tw_tree_save(tree, &text, &owner));
    {
        char *copy = malloc(text.length);
        tw_tree *restored;
        CHECK(copy != NULL);
        for (length = 0; length < text.length; length++) {
            FAILS(TW_ERROR_SAVED, tw_tree_restore(program, tw_bytes(text.data, length), &restored, NULL));
        }
        for (length = 0; length < text.length; length++) {
            memcpy(copy, text.data, text.length);
            copy[length] ^= 1;
            if (tw_tree_restore(program, tw_bytes(copy, text.length), &restored, NULL) == TW_OK) {
                tw_tree_tick(restored, NULL, 0.1, &status);
                OK(tw_tree_free(restored));
            }
        }
        free(copy);
    }
    OK(tw_buffer_free(owner));
    OK(tw_tree_free(tree));

    for (length = 0; length < sizeof broken / sizeof *broken; length++) {
        FAILS(TW_ERROR_LOAD, tw_program_load(tasks, tw_text(broken[length]), TW_LOAD_ANYWAY, &edited, &problems));
        CHECK(edited == NULL && problems != NULL);
        OK(tw_problems_free(problems));
    }
    FAILS(TW_ERROR_LOAD, tw_program_load(tasks, bad, TW_LOAD_STRICT, &edited, NULL));
    /* Other errors write no result. */
    edited = program;
    problems = (tw_problems *)(uintptr_t)5;
    FAILS(TW_ERROR_ARGUMENT, tw_program_load(tasks, tw_text(ONE("Idle")), 9, &edited, &problems));
    FAILS(TW_ERROR_ARGUMENT, tw_program_load(tasks, null, TW_LOAD_STRICT, &edited, &problems));
    FAILS(TW_ERROR_HANDLE, tw_program_load(NULL, tw_text(ONE("Idle")), TW_LOAD_STRICT, &edited, &problems));
    CHECK(edited == program && problems == (tw_problems *)(uintptr_t)5);
    length = 77;
    OK(tw_tree_new(program, 0, &tree));
    FAILS(TW_ERROR_ARGUMENT, tw_tree_stacks(tree, NULL, 4, &length));
    CHECK(length == 77);
    OK(tw_tree_free(tree));

    {
        /* A struct of an older header: there is no memory behind its first member. */
        size_t *older = malloc(sizeof *older);
        CHECK(older != NULL);
        *older = sizeof *older;
        FAILS(TW_ERROR_ARGUMENT, tw_tasks_add(tasks, (const tw_task *)(const void *)older));
        CHECK(has_text(tw_error_text(), "another version"));
        free(older);
    }
    FAILS(TW_ERROR_ARGUMENT, tw_tasks_add(tasks, NULL));
    task = an_action("", answering);
    FAILS(TW_ERROR_ARGUMENT, tw_tasks_add(tasks, &task));
    task = an_action("Good", NULL);
    FAILS(TW_ERROR_ARGUMENT, tw_tasks_add(tasks, &task));
    task = an_action("Good", answering);
    task.category = 9;
    FAILS(TW_ERROR_ARGUMENT, tw_tasks_add(tasks, &task));
    task.category = TW_ACTION;
    task.wake = 9;
    FAILS(TW_ERROR_ARGUMENT, tw_tasks_add(tasks, &task));
    task.wake = 0;
    task.state_size = SIZE_MAX;
    FAILS(TW_ERROR_ARGUMENT, tw_tasks_add(tasks, &task));
    task.state_size = SIZE_MAX / 4;
    FAILS(TW_ERROR_ARGUMENT, tw_tasks_add(tasks, &task));
    task.state_size = ((size_t)16 << 20) + 1;
    FAILS(TW_ERROR_ARGUMENT, tw_tasks_add(tasks, &task));
    task.state_size = 0;
    task.parameter_count = 1;
    FAILS(TW_ERROR_ARGUMENT, tw_tasks_add(tasks, &task));
    task.parameters = &parameter;
    parameter.name = bad;
    FAILS(TW_ERROR_UTF8, tw_tasks_add(tasks, &task));
    parameter.name = tw_text("p");
    parameter.kind = 9;
    FAILS(TW_ERROR_ARGUMENT, tw_tasks_add(tasks, &task));
    parameter.kind = TW_PARAMETER_CHOICE;
    parameter.choice_count = 2;
    FAILS(TW_ERROR_ARGUMENT, tw_tasks_add(tasks, &task));
    parameter.kind = TW_PARAMETER_VALUE;
    parameter.type = TW_LIST;
    FAILS(TW_ERROR_ARGUMENT, tw_tasks_add(tasks, &task));
    parameter.type = TW_INT;
    parameter.default_value = tw_float(0.5);
    FAILS(TW_ERROR_ARGUMENT, tw_tasks_add(tasks, &task));
    OK(tw_program_free(program));
}

/* ---- A saved tree that is refused after its variables were declared ---- */

/* Writes the saved tree with a copy of itself as a background tree, which is disabled and so cannot exist. */
static void with_wrong_background(const char *saved, char *out, size_t room) {
    const char *const programs = "\"programs\":[0]", *const tops = "\"tops\":[0]";
    const char *list = strstr(saved, programs), *tree_at = strstr(saved, "{\"program\":"), *state, *end;
    CHECK(list != NULL && tree_at != NULL && list < tree_at);
    state = strstr(tree_at, "Enabled");
    end = strstr(tree_at, tops);
    CHECK(state != NULL && end != NULL && state < end);
    list += strlen(programs);
    end += strlen(tops);
    snprintf(out, room, "%.*s,0]%.*s,\"companions\":[[\"X\",%.*sDisabled%.*s}]]%s", (int)(list - 1 - saved), saved, (int)(end - list), list,
             (int)(state - tree_at), tree_at, (int)(end - state - 7), state + 7, end);
}

static void refused_tree(void) {
    char saved[1024] = {0}, damaged[4096];
    tw_str text;
    tw_buffer *owner;
    tw_value value;
    program = loaded(tasks, TREE("{\"name\": \"g\", \"type\": \"int\", \"scope\": \"global\"}", "{\"id\": \"n1\", \"task\": \"Idle\"}"));
    OK(tw_tree_new(program, 0, &tree));
    OK(tw_tree_tick(tree, NULL, 0.1, NULL));
    OK(tw_tree_save(tree, &text, &owner));
    CHECK(text.length < sizeof saved);
    memcpy(saved, text.data, text.length);
    OK(tw_buffer_free(owner));
    OK(tw_tree_free(tree));
    with_wrong_background(saved, damaged, sizeof damaged);
    OK(tw_manager_new(&manager));
    FAILS(TW_ERROR_SAVED, tw_manager_add_saved(manager, program, tw_text(damaged), NULL, NULL));
    CHECK(has_text(tw_error_text(), "cannot run in the background"));
    FAILS(TW_ERROR_VARIABLE, tw_manager_get(manager, tw_text("g"), &value, NULL));
    OK(tw_manager_add_saved(manager, program, tw_text(saved), NULL, NULL));
    OK(tw_manager_get(manager, tw_text("g"), &value, NULL));
    OK(tw_manager_free(manager));
    manager = NULL;
    OK(tw_program_free(program));
}

/* ---- While a tree is loaded ---- */

static tw_contents *old_contents;

static tw_code meddling_reader(void *user, tw_str path, tw_contents *contents) {
    tw_task task = an_action("Late", answering);
    tw_problems *problems = (tw_problems *)(uintptr_t)5;
    (void)user, (void)path;
    FAILS(TW_ERROR_BUSY, tw_tasks_add(tasks, &task));
    edited = NULL;
    FAILS(TW_ERROR_BUSY, tw_program_load(tasks, tw_text(ONE("Idle")), TW_LOAD_STRICT, &edited, &problems));
    CHECK(edited == NULL && problems == (tw_problems *)(uintptr_t)5);
    OK(tw_contents_set(contents, tw_text("first")));
    OK(tw_contents_set(contents, tw_text(ONE("Idle"))));
    old_contents = contents;
    return TW_OK;
}

static tw_code silent_reader(void *user, tw_str path, tw_contents *contents) {
    (void)user, (void)path, (void)contents;
    return TW_OK;
}

static void loading(void) {
    OK(tw_program_load_files(tasks, tw_text("a.bt.json"), meddling_reader, NULL, TW_LOAD_STRICT, &program, NULL));
    FAILS(TW_ERROR_HANDLE, tw_contents_set(old_contents, tw_text("late")));
    OK(tw_program_free(program));
    FAILS(TW_ERROR_LOAD, tw_program_load_files(tasks, tw_text("a.bt.json"), silent_reader, NULL, TW_LOAD_STRICT, &program, NULL));
    FAILS(TW_ERROR_LOAD, tw_program_load_files(tasks, tw_text("../a.bt.json"), meddling_reader, NULL, TW_LOAD_STRICT, &program, NULL));
    FAILS(TW_ERROR_ARGUMENT, tw_program_load_files(tasks, tw_text("a.bt.json"), NULL, NULL, TW_LOAD_STRICT, &program, NULL));
}

/* ---- States that come and go, and free other things meanwhile ---- */

static int alive;

static void state_init(void *data, void *state) {
    CHECK(data == (void *)&alive && (uintptr_t)state % 16 == 0);
    CHECK(((char *)state)[0] == 0 && ((char *)state)[99] == 0);
    memset(state, 0xab, 100);
    alive++;
}

static void state_drop(void *data, void *state) {
    size_t count = tw_live_handles();
    tw_completion *completion;
    (void)data;
    CHECK(((unsigned char *)state)[99] == 0xab && count > 0);
    OK(tw_completion_new(&completion));
    OK(tw_completion_free(completion));
    FAILS(TW_ERROR_HANDLE, tw_tree_tick(tree, NULL, 0.1, NULL));
    alive--;
}

static void states(void) {
    tw_task task = an_action("State", answering);
    tw_tree *many[10];
    int i;
    task.state_size = 100;
    task.data = &alive;
    task.init = state_init;
    task.drop = state_drop;
    OK(tw_tasks_add(tasks, &task));
    program = loaded(tasks, ONE("State"));
    CHECK(alive == 0);
    answer = TW_RUNNING;
    for (i = 0; i < 10; i++) {
        OK(tw_tree_new(program, 0, &many[i]));
        if (i < 5) OK(tw_tree_tick(many[i], NULL, 0.1, NULL));
    }
    CHECK(alive == 5);
    OK(tw_program_free(program));
    for (i = 0; i < 10; i++) {
        tree = many[i];
        OK(tw_tree_free(tree));
    }
    CHECK(alive == 0);
}

/* ---- Several threads at one tree ---- */

static tw_status thread_update(void *user, uint64_t agent, tw_node *node, double dt) {
    uint32_t index;
    (void)agent, (void)dt;
    OK(tw_node_index(node, &index));
    old_node = node;
    atomic_fetch_add((atomic_int *)user, 1);
    return TW_RUNNING;
}

static atomic_int frames, ticks;

/* Ticks and writes until the tree is gone. */
static void *hammer(void *unused) {
    tw_code code = TW_OK;
    int i;
    (void)unused;
    for (i = 0; code != TW_ERROR_HANDLE; i++) {
        tw_value value = tw_int(i);
        code = tw_tree_tick(tree, &frames, 0.01, NULL);
        CHECK(code == TW_OK || code == TW_ERROR_BUSY || code == TW_ERROR_HANDLE);
        if (code == TW_OK) atomic_fetch_add(&ticks, 1);
        code = tw_tree_set(tree, tw_text("n"), &value);
        CHECK(code == TW_OK || code == TW_ERROR_BUSY || code == TW_ERROR_HANDLE);
        sched_yield();
    }
    return NULL;
}

static void *other_thread(void *node) {
    uint32_t index;
    FAILS(TW_ERROR_HANDLE, tw_node_index(node, &index));
    CHECK(tw_error_text().length > 0);
    return NULL;
}

static tw_status in_two_threads(void *user, uint64_t agent, tw_node *node, double dt) {
    pthread_t thread;
    (void)user, (void)agent, (void)dt;
    CHECK(pthread_create(&thread, NULL, other_thread, node) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
    return TW_SUCCESS;
}

static void threads(void) {
    pthread_t several[4];
    tw_status status;
    tw_task task = an_action("Count", thread_update), other = an_action("Threads", in_two_threads);
    int i;
    OK(tw_tasks_add(tasks, &task));
    OK(tw_tasks_add(tasks, &other));
    program = loaded(tasks, TREE("{\"name\": \"n\", \"type\": \"int\"}", "{\"id\": \"n1\", \"task\": \"Count\"}"));
    OK(tw_tree_new(program, 0, &tree));
    for (i = 0; i < 4; i++) CHECK(pthread_create(&several[i], NULL, hammer, NULL) == 0);
    while (atomic_load(&frames) <= 100) sched_yield();
    for (;;) {
        tw_code code = tw_tree_free(tree);
        if (code == TW_OK) break;
        CHECK(code == TW_ERROR_BUSY);
        sched_yield();
    }
    for (i = 0; i < 4; i++) CHECK(pthread_join(several[i], NULL) == 0);
    /* Each frame is that of one tick that succeeded. */
    CHECK(atomic_load(&ticks) > 100 && atomic_load(&ticks) == atomic_load(&frames));
    OK(tw_program_free(program));

    program = loaded(tasks, ONE("Threads"));
    OK(tw_tree_new(program, 0, &tree));
    OK(tw_tree_tick(tree, NULL, 0.1, &status));
    CHECK(status == TW_SUCCESS);
    OK(tw_tree_free(tree));
    OK(tw_program_free(program));
}

/* ---- Links ---- */

static tw_link *a_link;

static tw_status misusing(void *user, uint64_t agent, tw_node *node, double dt) {
    int32_t is;
    (void)user, (void)agent, (void)node, (void)dt;
    FAILS(TW_ERROR_BUSY, tw_link_tick(a_link, manager, NULL, 0.1, NULL));
    FAILS(TW_ERROR_BUSY, tw_link_may_run(a_link, &is));
    FAILS(TW_ERROR_BUSY, tw_link_free(a_link));
    FAILS(TW_ERROR_BUSY, tw_link_end(a_link));
    calls++;
    return TW_RUNNING;
}

static tw_code no_file(void *user, tw_str path, tw_contents *contents) {
    (void)user, (void)path;
    return tw_contents_fail(contents, tw_text("gone"));
}

static tw_code no_text(void *user, tw_str path, tw_contents *contents) {
    (void)user, (void)path;
    return tw_contents_set(contents, tw_text("\xff\xfe"));
}

static void links(void) {
    tw_tree *alone;
    tw_program *current;
    int32_t is;
    tw_task task = an_action("Misuse", misusing);
    OK(tw_tasks_add(tasks, &task));
    program = loaded(tasks, ONE("Misuse"));
    FAILS(TW_ERROR_UTF8, tw_link_new(tw_text("\xff"), 0, &a_link));
    for (is = 0; is < 2; is++) {
        OK(is ? tw_link_new(tw_text("Game"), 0, &a_link) : tw_link_off(&a_link));
        OK(tw_manager_new(&manager));
        OK(tw_manager_add(manager, program, 0, &tree));
        OK(tw_tree_new(program, 0, &alone));
        FAILS(TW_ERROR_ARGUMENT, tw_link_tick_tree(a_link, tree, NULL, NULL));
        CHECK(has_text(tw_error_text(), "tw_link_tick"));
        FAILS(TW_ERROR_ARGUMENT, tw_link_name(a_link, tree, tw_text("x"), NULL, 1));
        FAILS(TW_ERROR_UTF8, tw_link_name(a_link, tree, tw_text("\xff"), NULL, 0));
        FAILS(TW_ERROR_UTF8, tw_link_program(a_link, program, tw_text("\xff"), NULL, NULL));
        OK(tw_link_program(a_link, program, tw_text("../../etc/passwd"), no_file, NULL));
        OK(tw_link_program(a_link, program, tw_text("a.bt.json"), no_file, NULL));
        OK(tw_link_program(a_link, program, tw_text("a.bt.json"), no_text, NULL));
        OK(tw_link_show(a_link, tree));
        OK(tw_link_current(a_link, program, &current));
        OK(tw_program_free(current));
        calls = 0;
        OK(tw_link_tick(a_link, manager, NULL, 0.1, NULL));
        /* Without a beginning, twice, and with times that are none. */
        OK(tw_link_tick_tree(a_link, alone, NULL, NULL));
        OK(tw_link_begin(a_link, -1.0));
        OK(tw_link_begin(a_link, 0.0 / 0.0));
        OK(tw_link_tick_tree(a_link, alone, NULL, NULL));
        OK(tw_link_tick_tree(a_link, alone, NULL, NULL));
        OK(tw_link_end(a_link));
        OK(tw_link_end(a_link));
        CHECK(calls == 4);
        /* A second manager is not what a link is for, but does no harm. */
        OK(tw_manager_free(manager));
        OK(tw_manager_new(&manager));
        OK(tw_link_tick(a_link, manager, NULL, 0.1, NULL));
        FAILS(TW_ERROR_HANDLE, tw_tree_enable(tree));
        OK(tw_link_free(a_link));
        FAILS(TW_ERROR_HANDLE, tw_link_end(a_link));
        OK(tw_tree_free(alone));
        OK(tw_tree_free(tree));
        OK(tw_manager_free(manager));
    }
    OK(tw_program_free(program));
}

int main(void) {
    OK(tw_tasks_new(&tasks));
    full_log();
    OK(tw_set_log(NULL, NULL));
    reentrancy();
    nonsense();
    arguments();
    refused_tree();
    loading();
    states();
    threads();
    links();
    OK(tw_tasks_free(tasks));
    CHECK(tw_live_handles() == 0);
    printf("all mistakes are refused\n");
    return 0;
}
