/*
 * treewright.h - behavior trees for games, for C99 and later, C++, and whatever else calls C.
 *
 * engines/c/README.md has a first tree in five minutes. In short:
 *
 *   tw_tasks *tasks;      the tasks of your game: C functions with names
 *   tw_program *program;  a tree that was loaded with them; any number of agents share it
 *   tw_tree *tree;        a running tree: one agent
 *   tw_manager *manager;  many running trees that share global variables
 *
 *   tw_tasks_new(&tasks);
 *   tw_tasks_add(tasks, &shoot);
 *   tw_program_load(tasks, bytes, TW_LOAD_STRICT, &program, NULL);
 *   tw_tree_new(program, 7, &tree);
 *   tw_tree_tick(tree, my_world, dt, &status);
 *
 * Errors
 *   Almost every function returns a code: TW_OK, or one of TW_ERROR_..., and then has changed nothing and written no result,
 *   unless its comment says otherwise. After TW_ERROR_PANIC and TW_ERROR_FULL a part may have been done. tw_error_text() has the
 *   reason.
 *
 * Handles
 *   tw_tree * and the like are numbers, typed as pointers. Never follow one. NULL, a handle that was freed, and one of
 *   another kind give TW_ERROR_HANDLE. Each handle that a function gives you is yours to free, with the tw_..._free of its
 *   kind; freeing NULL does nothing. The order does not matter: what is still needed lives on.
 *
 * Texts
 *   UTF-8 with a length, never ended by a zero byte: tw_str. What you pass is copied before the function returns. How long a
 *   text that you get is valid is said where you get it. Embedded zero bytes are allowed.
 *
 * Threads
 *   Any thread may call any function. A tree, a manager or a task library can do one thing at a time: a call meanwhile, from
 *   another thread or from a callback that it is calling, gives TW_ERROR_BUSY and does nothing. Calls do not wait. Different
 *   trees may tick in different threads at the same time, if your callbacks can bear it; the trees of one manager may not.
 *
 * Callbacks
 *   run in the thread that made the call. They may call anything of this header, also about other trees. They must return:
 *   no exception and no longjmp may leave one. A C++ exception that does ends the process.
 *
 * Versions
 *   TW_ABI counts up when something that exists changes its meaning or its size. As long as it is the same, a program runs with
 *   any later library without being compiled again. Functions and constants may be added at any time.
 */
#ifndef TREEWRIGHT_H
#define TREEWRIGHT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. Compare it with tw_abi() of a library that is loaded at run time. */
#define TW_ABI 1

/* ---- Basic types --------------------------------------------------------------------------------------------------------- */

/* TW_OK or an error. */
typedef int32_t tw_code;

enum {
    TW_OK = 0,
    TW_ERROR_ARGUMENT = 1, /* an argument makes no sense: a null pointer, an unknown number */
    TW_ERROR_UTF8 = 2,     /* a text is not UTF-8 */
    TW_ERROR_HANDLE = 3,   /* a handle is null, dead or of another kind */
    TW_ERROR_BUSY = 4,     /* it is in use: by the call that is calling you back, or by another thread */
    TW_ERROR_LOAD = 5,     /* a tree could not be loaded */
    TW_ERROR_VARIABLE = 6, /* there is no such variable, or it has another type */
    TW_ERROR_NODE = 7,     /* there is no such node, or it is no leaf */
    TW_ERROR_SAVED = 8,    /* a saved game is damaged */
    TW_ERROR_CONFLICT = 9, /* two trees of a manager declare a global variable with different types */
    TW_ERROR_SMALL = 10,   /* an array is too small; its needed length was written */
    TW_ERROR_PANIC = 11,   /* a fault of the library: please report it */
    TW_ERROR_FULL = 12     /* no handle is left: 2^32 can be alive at once, or 2^20 (and 2^32 in all) if pointers have 32 bits */
};

/* The result of a task, a tree or a node. */
typedef int32_t tw_status;

enum {
    TW_NONE = 0,    /* the tree did not run: it is paused, disabled or has ended */
    TW_SUCCESS = 1,
    TW_FAILURE = 2,
    TW_RUNNING = 3, /* it goes on in the next frame */
    TW_INACTIVE = 4 /* only as the end of a task: it was interrupted */
};

/* A text in UTF-8, or any bytes. `data` may be null if `length` is 0. */
typedef struct tw_str {
    const char *data;
    size_t length;
} tw_str;

/* Makes a tw_str of a text that ends with a zero byte. */
static inline tw_str tw_text(const char *text) {
    tw_str str;
    str.data = text;
    str.length = text == NULL ? 0 : strlen(text);
    return str;
}

/* Makes a tw_str of bytes. */
static inline tw_str tw_bytes(const void *data, size_t length) {
    tw_str str;
    str.data = (const char *)data;
    str.length = length;
    return str;
}

/* The type of a value. */
enum {
    TW_NO_VALUE = 0, /* there is no value */
    TW_BOOL = 1,     /* of.boolean: 0 or 1 */
    TW_INT = 2,      /* of.integer */
    TW_FLOAT = 3,    /* of.number */
    TW_STRING = 4,   /* of.text */
    TW_VEC2 = 5,     /* of.vector, the first two */
    TW_VEC3 = 6,     /* of.vector */
    TW_COLOR = 7,    /* of.color: red, green, blue, alpha, each 0 to 1 */
    TW_LIST = 8      /* of.list: values of one type, which is no list; that type is also in `element` */
};

typedef struct tw_value tw_value;

struct tw_value {
    int32_t type;
    int32_t element; /* of a list, the type of its items, or TW_NO_VALUE if it is empty; otherwise 0 */
    union {
        int32_t boolean;
        int64_t integer;
        double number;
        tw_str text;
        double vector[3];
        float color[4];
        struct {
            const tw_value *items;
            size_t count;
        } list;
    } of;
};

/* Makers of values. A text or list is not copied here, but by the function that gets the value. */
static inline tw_value tw_bool(int boolean) {
    tw_value value;
    memset(&value, 0, sizeof value);
    value.type = TW_BOOL;
    value.of.boolean = boolean != 0;
    return value;
}

static inline tw_value tw_int(int64_t integer) {
    tw_value value;
    memset(&value, 0, sizeof value);
    value.type = TW_INT;
    value.of.integer = integer;
    return value;
}

static inline tw_value tw_float(double number) {
    tw_value value;
    memset(&value, 0, sizeof value);
    value.type = TW_FLOAT;
    value.of.number = number;
    return value;
}

static inline tw_value tw_string(tw_str text) {
    tw_value value;
    memset(&value, 0, sizeof value);
    value.type = TW_STRING;
    value.of.text = text;
    return value;
}

static inline tw_value tw_vec3(double x, double y, double z) {
    tw_value value;
    memset(&value, 0, sizeof value);
    value.type = TW_VEC3;
    value.of.vector[0] = x;
    value.of.vector[1] = y;
    value.of.vector[2] = z;
    return value;
}

/* Stands for no node, and ends each stack of tw_tree_stacks. */
#define TW_NO_NODE UINT32_MAX

/* Handles. */
typedef struct tw_tasks tw_tasks;           /* the tasks of your game */
typedef struct tw_program tw_program;       /* a loaded tree */
typedef struct tw_problems tw_problems;     /* what was wrong with a tree */
typedef struct tw_contents tw_contents;     /* a file that your reader is asked for */
typedef struct tw_tree tw_tree;             /* a running tree */
typedef struct tw_manager tw_manager;       /* many running trees */
typedef struct tw_link tw_link;             /* through which an editor attaches to your game */
typedef struct tw_key tw_key;               /* a variable that was found once */
typedef struct tw_report tw_report;         /* what was kept after a swap or in a saved game */
typedef struct tw_completion tw_completion; /* work that ends outside of a tree */
typedef struct tw_buffer tw_buffer;         /* memory that the library owns until you free it */

/* The node of the callback that is running. Valid until the callback returns, and in its thread only: later it gives
 * TW_ERROR_HANDLE. There is nothing to free. */
typedef struct tw_node tw_node;

/* ---- The library --------------------------------------------------------------------------------------------------------- */

/* The version of the library, such as "0.1.0", ended by a zero byte. Valid for ever. */
const char *tw_version(void);

/* TW_ABI of the library. */
int32_t tw_abi(void);

/* The text of the last error in this thread; valid until the next error in this thread. */
tw_str tw_error_text(void);

/* How many handles have not been freed, for finding those that were forgotten. */
size_t tw_live_handles(void);

/* Frees memory; what you got with it is not valid any more. */
tw_code tw_buffer_free(tw_buffer *buffer);

/* Gets a line of the log. */
typedef void (*tw_log_fn)(void *user, tw_str line);

/* Sets who gets errors of tasks in trees without a tracer: those whose text is new, and the 10th, 100th, ... of a node. Before
 * this is called they are written to the standard error; with null they are dropped. For the whole process. */
tw_code tw_set_log(tw_log_fn write, void *user);

/* ---- Tasks of your game -------------------------------------------------------------------------------------------------- */

/* What callbacks get:
 *   user   what you passed to the tick (or to the call that interrupts the task): your world
 *   agent  the agent number of the tree, see tw_tree_agent
 *   node   the node, for tw_node_...
 *   dt     the seconds since the last frame */

/* Called in each frame in which the task runs. Returns TW_SUCCESS, TW_FAILURE or TW_RUNNING, or `return tw_node_fail(...)`. A
 * conditional is done at once: TW_RUNNING counts as TW_FAILURE. Any other number makes the task fail, with an error. */
typedef tw_status (*tw_update_fn)(void *user, uint64_t agent, tw_node *node, double dt);

/* Called when the task is entered; as `abort`, when it is interrupted. */
typedef void (*tw_start_fn)(void *user, uint64_t agent, tw_node *node);

/* Called when the task ends, with its status. */
typedef void (*tw_end_fn)(void *user, uint64_t agent, tw_node *node, tw_status status);

/* Called once per node and tree, before the first and after the last use of its state. `data` is that of the task. */
typedef void (*tw_state_fn)(void *data, void *state);

/* Writes into `saved` what the task must remember in a saved game, and returns 1; returns 0 if there is nothing. A text or list must
 * stay valid until the next callback; it is copied at once. */
typedef int32_t (*tw_save_fn)(void *data, const void *state, tw_value *saved);

/* Puts back what was saved, into a state on which `init` was called. */
typedef void (*tw_restore_fn)(void *data, void *state, const tw_value *saved);

/* Which values a parameter takes. */
enum {
    TW_PARAMETER_VALUE = 0,    /* a constant or a variable of the type; of any type if that is TW_NO_VALUE */
    TW_PARAMETER_VARIABLE = 1, /* a variable that the task reads and writes; of any type if that is TW_NO_VALUE */
    TW_PARAMETER_CHOICE = 2,   /* one of `choices` */
    TW_PARAMETER_NAME = 3      /* a constant text by which nodes find each other, such as the name of an event */
};

/* A parameter of a task. Start with zeros, as `tw_parameter range = {0};` does. */
typedef struct tw_parameter {
    tw_str name;
    int32_t kind;
    int32_t type;
    int32_t element;        /* of a list, the type of its items */
    int32_t is_required;    /* whether the designer must set it */
    tw_value default_value; /* TW_NO_VALUE if it has none */
    double minimum;         /* the range of numbers, if minimum < maximum */
    double maximum;
    const tw_str *choices;
    size_t choice_count;
    tw_str help; /* what it does, in one sentence */
} tw_parameter;

enum {
    TW_ACTION = 1,     /* may run for many frames */
    TW_CONDITIONAL = 2 /* succeeds or fails at once; can interrupt other branches */
};

/* When a tree that waits for the task has to wake, if its manager lets trees sleep. */
enum {
    TW_WAKE_EVERY_FRAME = 0, /* it must be called in each frame */
    TW_WAKE_INPUTS = 1,      /* its status changes only when a variable that it reads does, or an event arrives */
    TW_WAKE_COMPLETION = 2   /* like TW_WAKE_INPUTS, or when a tw_completion ends */
};

/* A task of your game. Start with zeros and `size`. All is copied by tw_tasks_add. */
typedef struct tw_task {
    size_t size; /* sizeof(tw_task) */
    tw_str name; /* as in the file of a tree; that of a built-in task replaces it */
    int32_t category;
    int32_t wake;
    tw_str summary; /* what it does, in one sentence */
    const tw_parameter *parameters;
    size_t parameter_count;
    void *data;          /* for you: see tw_node_data */
    size_t state_size;   /* bytes of state for each node in each tree, at most 16 MiB: zeros at first, aligned to 16 */
    tw_update_fn update; /* the only one that is required */
    tw_start_fn start;
    tw_end_fn end;     /* also when the task is interrupted (TW_INACTIVE), if there is no `abort` */
    tw_start_fn abort; /* instead of `end`, when the task is interrupted */
    tw_state_fn init;
    tw_state_fn drop;
    tw_save_fn save; /* without it, a running task with a state starts anew in a saved game and when its arguments change */
    tw_restore_fn restore;
} tw_task;

/* Creates a task library that has the built-in tasks only. */
tw_code tw_tasks_new(tw_tasks **tasks);

/* Frees it. Programs that were loaded with it go on, so callbacks and `data` must outlive those. */
tw_code tw_tasks_free(tw_tasks *tasks);

/* Adds a task, or replaces the one of this name for trees that are loaded from now on. */
tw_code tw_tasks_add(tw_tasks *tasks, const tw_task *task);

/* Writes all tasks with their parameters as a file `NAME.tasks.json`, which the editor opens. Free `owner` after use. */
tw_code tw_tasks_library(tw_tasks *tasks, tw_str name, tw_str *text, tw_buffer **owner);

/* ---- In a callback ------------------------------------------------------------------------------------------------------- */

/* Texts and lists that these functions give you are valid until the callback returns. Numbers need no memory: a warm callback that
 * reads them allocates nothing. */

/* The index of the node in its program. */
tw_code tw_node_index(tw_node *node, uint32_t *index);

/* The id of the node in its file. */
tw_code tw_node_id(tw_node *node, tw_str *id);

/* The name that the designer gave to the node; empty if it has none. */
tw_code tw_node_name(tw_node *node, tw_str *name);

/* `data` of the task. */
tw_code tw_node_data(tw_node *node, void **data);

/* The state of the node in this tree; null if `state_size` is 0. Valid as long as the tree runs this program. */
tw_code tw_node_state(tw_node *node, void **state);

/* The seconds of game time since the tree was created, including this frame. */
tw_code tw_node_time(tw_node *node, double *seconds);

/* The game time since the last frame in whole nanoseconds. Time that is added up in them is exact. */
tw_code tw_node_dt_nanoseconds(tw_node *node, uint64_t *nanoseconds);

/* The number of this frame, counted from 1 since the tree was created. */
tw_code tw_node_frame(tw_node *node, uint64_t *frame);

/* Draws a number from 0 to below 1 from the tree's own generator: equal seeds give equal runs. */
tw_code tw_node_random(tw_node *node, double *number);

/* Draws a whole number from 0 to below `count`. */
tw_code tw_node_random_below(tw_node *node, uint32_t count, uint32_t *number);

/* The number of a parameter, counted from 0 in the order of `parameters`. */
tw_code tw_node_parameter(tw_node *node, tw_str name, uint32_t *parameter);

/* The value of a parameter now; TW_NO_VALUE if it is not set and has no default. A variable is read each time. */
tw_code tw_node_get(tw_node *node, uint32_t parameter, tw_value *value);

/* The same by the name of the parameter. */
tw_code tw_node_get_named(tw_node *node, tw_str name, tw_value *value);

/* Writes the variable that a parameter of the kind TW_PARAMETER_VARIABLE names. A value of another type makes the task fail. */
tw_code tw_node_set(tw_node *node, uint32_t parameter, const tw_value *value);

/* Says why the task cannot do its work: it fails with this error, whatever it returns. Returns TW_FAILURE. */
tw_status tw_node_fail(tw_node *node, tw_str why);

/* Writes a line to the log of the run, which tracers see. One per callback. */
tw_code tw_node_log(tw_node *node, tw_str text);

/* Puts a mark into the trace of the run. One per callback. */
tw_code tw_node_mark(tw_node *node, tw_str text);

/*
 * Attaches named data to the frame: a number, a text, a vector or a color. Recordings contain them; the editor shows numbers
 * as plots and vectors on a map. Does nothing unless a tracer watches the tree. The data of a tree in a frame are limited to
 * 256, and to 16 KiB of names and values; what is beyond is dropped, and tracers are told how many were.
 */
tw_code tw_node_attach(tw_node *node, tw_str name, const tw_value *value);

/* Sends an event to this tree; its tasks see it in the next frame. `payload` may be null. */
tw_code tw_node_send(tw_node *node, tw_str name, const tw_value *payload);

/* Sends an event to all trees of the manager, including this one. */
tw_code tw_node_send_to_all(tw_node *node, tw_str name, const tw_value *payload);

/* How many events were sent to the tree since its last frame. */
tw_code tw_node_event_count(tw_node *node, size_t *count);

/* One of these events, counted from 0. `payload` may be null. */
tw_code tw_node_event(tw_node *node, size_t index, tw_str *name, tw_value *payload);

/* Interrupts the nodes with this key at the beginning of the next frame; they end with `result`. */
tw_code tw_node_interrupt(tw_node *node, tw_str key, tw_status result);

/* Interrupts everything after this frame, and restarts the tree in the next one. */
tw_code tw_node_restart_tree(tw_node *node);

/* Interrupts everything after this frame, and disables the tree. */
tw_code tw_node_stop_tree(tw_node *node);

/* ---- Programs: loaded trees ---------------------------------------------------------------------------------------------- */

enum {
    TW_LOAD_STRICT = 0, /* a tree with any problem is refused */
    TW_LOAD_ANYWAY = 1  /* a node with a problem fails whenever it runs; the rest of the tree works */
};

/* Loads a tree that refers to no other files: a document of the editor, or an exported game config. `problems`, which may be
 * null, gets the list of all problems, or null if there are none. A tree that is refused (TW_ERROR_LOAD) gives its problems, too,
 * and `program` becomes null. */
tw_code tw_program_load(tw_tasks *tasks, tw_str bytes, int32_t mode, tw_program **program, tw_problems **problems);

/* Reads the file at `path`, which is relative to your project folder, has `/` between its parts and never leads out. Calls
 * tw_contents_set and returns TW_OK, or tw_contents_fail. */
typedef tw_code (*tw_read_fn)(void *user, tw_str path, tw_contents *contents);

/* Loads the tree of the file at `path` with all files that it refers to, such as subtrees. `read` is called for each of them. */
tw_code tw_program_load_files(
    tw_tasks *tasks, tw_str path, tw_read_fn read, void *user, int32_t mode, tw_program **program, tw_problems **problems);

/* The contents of the file; copied. */
tw_code tw_contents_set(tw_contents *contents, tw_str bytes);

/* Why the file cannot be read. */
tw_code tw_contents_fail(tw_contents *contents, tw_str why);

/* Frees the handle. Trees that run the program go on. */
tw_code tw_program_free(tw_program *program);

/* The name of the tree. Texts of a program are valid until you free its handle. */
tw_code tw_program_name(tw_program *program, tw_str *name);

/* A number that is the same for programs with the same nodes and variables, on every machine. */
tw_code tw_program_fingerprint(tw_program *program, uint64_t *fingerprint);

/* The number of nodes. They are numbered from 0, the root, in pre-order. */
tw_code tw_program_node_count(tw_program *program, uint32_t *count);

/* The index of the node with this id. Inside of a subtree, ids are paths: "n4/n2". */
tw_code tw_program_node(tw_program *program, tw_str id, uint32_t *index);

/* The id of a node. */
tw_code tw_program_node_id(tw_program *program, uint32_t index, tw_str *id);

/* What a node is called: the name that its designer gave it, or its task. */
tw_code tw_program_node_title(tw_program *program, uint32_t index, tw_str *title);

/* The parent of a node; TW_NO_NODE for the root. */
tw_code tw_program_node_parent(tw_program *program, uint32_t index, uint32_t *parent);

enum {
    TW_SCOPE_TREE = 0,  /* each tree has its own */
    TW_SCOPE_GLOBAL = 1 /* all trees of a manager share it */
};

/* A variable that the tree declares. */
typedef struct tw_variable {
    tw_str name;
    int32_t type;
    int32_t element; /* of a list, the type of its items */
    int32_t scope;
} tw_variable;

/* The number of variables. */
tw_code tw_program_variable_count(tw_program *program, size_t *count);

/* A variable by its position, counted from 0. */
tw_code tw_program_variable(tw_program *program, size_t index, tw_variable *variable);

/* A problem of a tree. */
typedef struct tw_problem {
    tw_str file;      /* empty if the tree was not loaded by path */
    uint32_t line;    /* counted from 1; 0 if unknown */
    uint32_t column;  /* counted from 1; 0 if unknown */
    tw_str node;      /* the id of the node; empty if it is not a problem of a node */
    tw_str node_name; /* empty if it has none */
    tw_str code;      /* the kind of problem, for programs; empty if it has none */
    tw_str message;   /* what is wrong, in English */
    tw_str remedy;    /* what to do, in English; empty if the message says it */
} tw_problem;

/* The number of problems. */
tw_code tw_problems_count(tw_problems *problems, size_t *count);

/* A problem by its position, counted from 0. Its texts are valid until you free the list. */
tw_code tw_problems_get(tw_problems *problems, size_t index, tw_problem *problem);

/* Frees the list. */
tw_code tw_problems_free(tw_problems *problems);

/* ---- Trees --------------------------------------------------------------------------------------------------------------- */

/* Creates a tree on its own, with global variables of its own. Equal seeds give equal runs. */
tw_code tw_tree_new(tw_program *program, uint64_t seed, tw_tree **tree);

/* Frees the handle. A tree on its own is gone then; nothing is interrupted: call tw_tree_disable before if tasks should end.
 * A tree of a manager stays there. */
tw_code tw_tree_free(tw_tree *tree);

/* Runs one frame of `dt` seconds. `status`, which may be null, gets TW_RUNNING until the root ends, then its result; TW_NONE if the
 * tree did not run. Time is counted in whole nanoseconds; what is negative or not finite is 0. */
tw_code tw_tree_tick(tw_tree *tree, void *user, double dt, tw_status *status);

/* The life-cycle state of a tree. */
enum {
    TW_ENABLED = 0,
    TW_PAUSED = 1,
    TW_DISABLED = 2,
    TW_FINISHED = 3 /* the root has ended, and the tree does not restart by itself */
};

/* The state, and of a finished tree the status with which it ended. `status` may be null. */
tw_code tw_tree_state(tw_tree *tree, int32_t *state, tw_status *status);

/* How many frames the tree has run. */
tw_code tw_tree_frame(tw_tree *tree, uint64_t *frame);

/* The agent number, which callbacks get: 0, and in a manager the number of the tree, unless you set another one. */
tw_code tw_tree_agent(tw_tree *tree, uint64_t *agent);

/* Sets the agent number. */
tw_code tw_tree_set_agent(tw_tree *tree, uint64_t agent);

/* Makes a disabled or finished tree start from the root in the next frame. Variables keep their values. */
tw_code tw_tree_enable(tw_tree *tree);

/* Interrupts everything, deepest task first; the tree does nothing until it is enabled. */
tw_code tw_tree_disable(tw_tree *tree, void *user);

/* Disables and enables the tree. */
tw_code tw_tree_restart(tw_tree *tree, void *user);

/* Pauses an enabled tree: it keeps its run state and does nothing. */
tw_code tw_tree_pause(tw_tree *tree);

/* Continues a paused tree. */
tw_code tw_tree_resume(tw_tree *tree);

/* Sends an event; tasks see it in the next frame. `payload` may be null. */
tw_code tw_tree_send(tw_tree *tree, tw_str name, const tw_value *payload);

/* Interrupts the Interruptible nodes with this key at the beginning of the next frame; they end with `result`. */
tw_code tw_tree_interrupt(tw_tree *tree, tw_str key, tw_status result);

/* Forces a result on a leaf: it is used instead of the leaf's next update. */
tw_code tw_tree_force(tw_tree *tree, uint32_t index, tw_status result);

/* What runs now: the run stacks, the main one first, each from its first node to its top, followed by TW_NO_NODE. `count` gets the
 * number of items. If that is more than `capacity`, none is written, and the code is TW_ERROR_SMALL. */
tw_code tw_tree_stacks(tw_tree *tree, uint32_t *nodes, size_t capacity, size_t *count);

/* What happens to a tree after an error of one of its tasks. The task itself fails in any case. */
enum {
    TW_GO_ON = 0,
    TW_DISABLE_TREE = 1 /* at the end of the frame everything in the tree is interrupted */
};

/* Sets the policy; TW_GO_ON at first. Not part of saved games. */
tw_code tw_tree_set_error_policy(tw_tree *tree, int32_t policy);

/* ---- Variables ----------------------------------------------------------------------------------------------------------- */

/* `owner` gets what a text or list needs: free it after use. For all other types it becomes null, and its address may be null. */

/* The value of a variable of the tree, or of its manager. */
tw_code tw_tree_get(tw_tree *tree, tw_str name, tw_value *value, tw_buffer **owner);

/* Writes a variable of the tree, or of its manager. The type must be that of the variable. */
tw_code tw_tree_set(tw_tree *tree, tw_str name, const tw_value *value);

/* Finds a variable by its name and its type, so that it need not be looked for each time. The key works in all trees of the program,
 * and, looking for the name, in those of other versions of it. */
tw_code tw_program_key(tw_program *program, tw_str name, int32_t type, tw_key **key);

/* Frees a key. */
tw_code tw_key_free(tw_key *key);

/* The value of a variable by its key. */
tw_code tw_tree_read(tw_tree *tree, tw_key *key, tw_value *value, tw_buffer **owner);

/* Writes a variable by its key. */
tw_code tw_tree_write(tw_tree *tree, tw_key *key, const tw_value *value);

/* ---- Saved games, and changes of running trees --------------------------------------------------------------------------- */

/* How much of a run continues. */
enum {
    TW_KEPT = 0,      /* the run continues where it was */
    TW_PARTLY = 1,    /* it continues, but some of it could not be kept */
    TW_RESTARTED = 2, /* the tree restarts from its root, and keeps its variables */
    TW_LOST = 3       /* the tree is not part of the restored manager */
};

/* Saves a tree as a text, for tw_tree_restore or tw_manager_add_saved. Of a tree on its own, global variables are saved, too. Your
 * world is yours to save. Free `owner` after use. */
tw_code tw_tree_save(tw_tree *tree, tw_str *bytes, tw_buffer **owner);

/* Restores a tree on its own. In the program that was saved, it continues as if it had never stopped. In a changed one it is as after
 * tw_tree_swap, but nothing is called for what does not continue. `report`, which may be null, says what was kept. */
tw_code tw_tree_restore(tw_program *program, tw_str bytes, tw_tree **tree, tw_report **report);

/* Replaces the program of a tree. A running node continues if it still exists with the same id, parent and task; otherwise its branch
 * is interrupted, and starts again in the next frame. `report`, which may be null, says what was kept. */
tw_code tw_tree_swap(tw_tree *tree, tw_program *program, void *user, tw_report **report);

/* What became of a tree. */
typedef struct tw_outcome {
    uint64_t agent;
    int32_t outcome; /* TW_KEPT, TW_PARTLY, TW_RESTARTED or TW_LOST */
    size_t reason_count;
} tw_outcome;

/* Why something was not kept. */
typedef struct tw_reason {
    tw_str code; /* the kind of reason, for programs */
    tw_str node; /* the id of the node that restarts; empty if it is not a node */
    tw_str text; /* in English */
} tw_reason;

/* The number of trees in a report. */
tw_code tw_report_count(tw_report *report, size_t *count);

/* A tree by its position, counted from 0. */
tw_code tw_report_tree(tw_report *report, size_t index, tw_outcome *outcome);

/* A reason of a tree. Its texts are valid until you free the report. */
tw_code tw_report_reason(tw_report *report, size_t index, size_t reason, tw_reason *out);

/* The number of global variables that have their initial values, because their types were changed. */
tw_code tw_report_global_count(tw_report *report, size_t *count);

/* The reason of such a variable. */
tw_code tw_report_global_reason(tw_report *report, size_t index, tw_reason *out);

/* Frees a report. */
tw_code tw_report_free(tw_report *report);

/* ---- Managers: many trees ------------------------------------------------------------------------------------------------ */

/* Creates a manager without trees. */
tw_code tw_manager_new(tw_manager **manager);

/* Frees a manager with its trees. Handles of these give TW_ERROR_HANDLE then, and are still yours to free. */
tw_code tw_manager_free(tw_manager *manager);

/* Adds a tree; it is ticked after those that were added before. `tree`, which may be null, gets a handle of it. */
tw_code tw_manager_add(tw_manager *manager, tw_program *program, uint64_t seed, tw_tree **tree);

/* Adds a tree that was saved alone. Global variables are those of the manager. `tree` and `report` may be null. */
tw_code tw_manager_add_saved(tw_manager *manager, tw_program *program, tw_str bytes, tw_tree **tree, tw_report **report);

/* Disables a tree and removes it. Its handle is still yours to free. */
tw_code tw_manager_remove(tw_manager *manager, tw_tree *tree, void *user);

/* The number of trees. */
tw_code tw_manager_count(tw_manager *manager, size_t *count);

/* A new handle of the tree at this position, in the order in which trees are ticked. */
tw_code tw_manager_tree(tw_manager *manager, size_t index, tw_tree **tree);

/* A new handle of the tree with this number: its agent number, unless you set another one. Numbers are not used twice. */
tw_code tw_manager_find(tw_manager *manager, uint64_t agent, tw_tree **tree);

/* Runs one frame of all trees. `running`, which may be null, gets how many are running afterwards. */
tw_code tw_manager_tick(tw_manager *manager, void *user, double dt, size_t *running);

/* Sends an event to all trees. `payload` may be null. */
tw_code tw_manager_send(tw_manager *manager, tw_str name, const tw_value *payload);

/* The value of a global variable. `owner`: see Variables. */
tw_code tw_manager_get(tw_manager *manager, tw_str name, tw_value *value, tw_buffer **owner);

/* Writes a global variable. */
tw_code tw_manager_set(tw_manager *manager, tw_str name, const tw_value *value);

/* Sets the policy of all trees, and of those that are added from now on. */
tw_code tw_manager_set_error_policy(tw_manager *manager, int32_t policy);

/* Lets trees sleep while nothing can happen to them (1), or not (0): all trees, and those that are added from now on. What they do is
 * the same; a sleeping tree costs next to nothing. */
tw_code tw_manager_set_sleeps(tw_manager *manager, int32_t sleeps);

/* How many trees are asleep. */
tw_code tw_manager_asleep(tw_manager *manager, size_t *count);

/* Wakes the tree with this number, after a change in your world that it cannot notice. */
tw_code tw_manager_wake(tw_manager *manager, uint64_t agent);

/* Saves all trees and the global variables as a text. Free `owner` after use. */
tw_code tw_manager_save(tw_manager *manager, tw_str *bytes, tw_buffer **owner);

/* Returns the program of a saved tree, or null to leave the tree out. `fingerprint` is that of the program with which it was saved. */
typedef tw_program *(*tw_program_fn)(void *user, uint64_t agent, uint64_t fingerprint);

/* Restores a manager. Each tree continues as far as tw_tree_restore says, whatever happens to the others. `report` may be null. */
tw_code tw_manager_restore(tw_str bytes, tw_program_fn program_of, void *user, tw_manager **manager, tw_report **report);

/* Replaces the program of all trees that run `old`. `report` may be null. */
tw_code tw_manager_swap(tw_manager *manager, tw_program *old, tw_program *program, void *user, tw_report **report);

/* ---- Tracers: observing runs --------------------------------------------------------------------------------------------- */

/* What happened. */
enum {
    TW_EVENT_START = 1,        /* a node was entered */
    TW_EVENT_UPDATE = 2,       /* a leaf returned `status`, or a Guard whose condition was checked */
    TW_EVENT_END = 3,          /* a node ended with `status`; TW_INACTIVE if it was interrupted */
    TW_EVENT_CHECK = 4,        /* a watched conditional was checked again, with `status` */
    TW_EVENT_ABORT = 5,        /* the conditional `node` aborts inside of `scope`; the ends that it causes follow */
    TW_EVENT_LOG = 6,          /* a task wrote the line `text` */
    TW_EVENT_MARK = 7,         /* a task put the mark `text` */
    TW_EVENT_ERROR = 8,        /* a task could not do its work: `text`; it fails. `tree` is the name of its tree */
    TW_EVENT_WRITE = 9,        /* the variable `text` was written: `value`. `node` is TW_NO_NODE if it was not a task of this tree */
    TW_EVENT_TREE_START = 10,  /* the background tree `tree` starts */
    TW_EVENT_TREE_END = 11,    /* it ended with `status` */
    TW_EVENT_TREE_LOG = 12,    /* a task of it wrote the line `text` */
    TW_EVENT_TREE_MARK = 13,   /* a task of it put the mark `text` */
    TW_EVENT_TREE_ERROR = 14,  /* a task of it could not do its work: `text` */
    TW_EVENT_DATA = 15,        /* a task attached data named `text` to the frame: `value`. `node` is TW_NO_NODE if it was one of a background tree */
    TW_EVENT_DATA_DROPPED = 16 /* data had no room in the frame that ends: `status` is how many */
};

typedef struct tw_event {
    int32_t kind;
    tw_status status;
    uint64_t agent;
    uint32_t node;  /* its index in the program of the tree; TW_NO_NODE if there is none */
    uint32_t scope; /* of an abort, the index of the composite; otherwise TW_NO_NODE */
    tw_str text;
    tw_str tree;
    const tw_value *value; /* of a write; otherwise null */
} tw_event;

/* Gets an event, which is valid until it returns. The tree is busy meanwhile; its program is not. */
typedef void (*tw_event_fn)(void *user, const tw_event *event);

enum {
    TW_TRACE_ERRORS = 0, /* only errors, which costs nothing while there are none */
    TW_TRACE_ALL = 1     /* everything */
};

/* Who is told what happens. */
typedef struct tw_tracer {
    void *user;
    tw_event_fn event;
    int32_t what;
} tw_tracer;

/* Sets the tracer of a tree on its own; null for none. The struct is copied. */
tw_code tw_tree_set_tracer(tw_tree *tree, const tw_tracer *tracer);

/* Sets the tracer of all trees of a manager; null for none. */
tw_code tw_manager_set_tracer(tw_manager *manager, const tw_tracer *tracer);

/* ---- Completions: work that ends outside of a tree ----------------------------------------------------------------------- */

/* A task creates one when it starts the work, and returns its status in each update. Whatever does the work ends it, in any thread.
 * If the task frees it before, because it was interrupted, the late end gets TW_ERROR_HANDLE and does no harm. */

/* Creates a pending completion. */
tw_code tw_completion_new(tw_completion **completion);

/* Ends the work with TW_SUCCESS or TW_FAILURE. The first end counts: `counts`, which may be null, gets 1 if it is this one. */
tw_code tw_completion_end(tw_completion *completion, tw_status result, int32_t *counts);

/* Says that nobody waits for the work any more. Does nothing if it has ended. */
tw_code tw_completion_cancel(tw_completion *completion);

/* Whether nobody waits for the work any more: 1 or 0. */
tw_code tw_completion_is_cancelled(tw_completion *completion, int32_t *is_cancelled);

/* TW_RUNNING while the work is pending, then its result. Cancelled work has failed. */
tw_code tw_completion_status(tw_completion *completion, tw_status *status);

/* Frees it. */
tw_code tw_completion_free(tw_completion *completion);

/* ---- The live link: an editor at your running game ----------------------------------------------------------------------- */

/* Trees that are ticked through a link can be watched in an editor, paused, changed and replaced: docs/live-link.md. The game finds the
 * editor; nothing of this opens a port. Your callbacks run where they always do, in the thread that ticks. The link has a thread of its
 * own, which calls nothing of yours, and your thread never waits for it.
 *
 *   tw_link_new(tw_text("Arena"), 16 << 20, &link);      in a build that you ship: tw_link_off(&link)
 *   tw_link_program(link, program, tw_text("ai/guard.bt.json"), read_file, my_files);
 *   tw_link_compile_with(link, tasks);
 *   tw_link_name(link, tree, tw_text("goblin 17"), NULL, 0);
 *   each frame:
 *   tw_link_may_run(link, &may_run);
 *   if (may_run) tw_link_tick(link, manager, my_world, dt, NULL);  instead of tw_manager_tick
 *
 * A library that was built without its feature `link` does not have these functions. */

/* Creates a link of the game with this name, which editors show. They may attach from now on. `remembered` bytes hold what trees did in
 * the last seconds, also while nobody is attached: 16 MiB are usual, 0 is none. If an editor has started the game, this waits for its
 * breakpoints, at most 2 s. A link is for one manager, or for trees on their own. */
tw_code tw_link_new(tw_str name, size_t remembered, tw_link **link);

/* Creates a link that does nothing: trees are ticked as without it. */
tw_code tw_link_off(tw_link **link);

/* Ends the link. Trees are not touched. */
tw_code tw_link_free(tw_link *link);

/* Tells of which file of the project a program was loaded, so that breakpoints in it work and the tree can be replaced. `read`, which may
 * be null, is called for it and all files that it refers to, so that editors without the project get their texts. */
tw_code tw_link_program(tw_link *link, tw_program *program, tw_str path, tw_read_fn read, void *user);

/* Lets editors replace trees while they run. What they send is compiled with these tasks as they are now: call it again after adding
 * some. Callbacks and `data` must live as long as the link. */
tw_code tw_link_compile_with(tw_link *link, tw_tasks *tasks);

/* The program that an editor has put in the place of this one, or this one: what trees that come from now on should run. A new handle. */
tw_code tw_link_current(tw_link *link, tw_program *program, tw_program **current);

/* Names a tree, with tags by which it is found. A tree on its own is known by its agent number: give each one of its own. */
tw_code tw_link_name(tw_link *link, tw_tree *tree, tw_str name, const tw_str *tags, size_t tag_count);

/* Tells editors that the player pointed at a tree. */
tw_code tw_link_show(tw_link *link, tw_tree *tree);

/* Whether an editor is attached: 1 or 0. */
tw_code tw_link_is_attached(tw_link *link, int32_t *is_attached);

/* Whether trees may run now: 0 while an editor has paused the game. Ask before each frame, and do not tick while it is 0. */
tw_code tw_link_may_run(tw_link *link, int32_t *may_run);

/* tw_manager_tick through the link. */
tw_code tw_link_tick(tw_link *link, tw_manager *manager, void *user, double dt, size_t *running);

/* Begins a frame of `dt` seconds of trees on their own. */
tw_code tw_link_begin(tw_link *link, double dt);

/* tw_tree_tick in this frame. `status` may be null. */
tw_code tw_link_tick_tree(tw_link *link, tw_tree *tree, void *user, tw_status *status);

/* Ends the frame. For editors, a tree that was not ticked in it has left. */
tw_code tw_link_end(tw_link *link);

#ifdef __cplusplus
}
#endif

#endif
