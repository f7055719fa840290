/* For the tests in C: a check that ends the program with its place. */
#ifndef CHECKS_H
#define CHECKS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "treewright.h"

#define CHECK(holds)                                                                                      \
    do {                                                                                                  \
        if (!(holds)) {                                                                                   \
            tw_str why_ = tw_error_text();                                                                \
            fprintf(stderr, "%s:%d: %s\nlast error: %.*s\n", __FILE__, __LINE__, #holds, (int)why_.length, \
                    why_.data);                                                                           \
            exit(1);                                                                                      \
        }                                                                                                 \
    } while (0)

#define OK(call) CHECK((call) == TW_OK)
#define FAILS(code, call) CHECK((call) == (code))

static inline int is_text(tw_str text, const char *expected) {
    return text.length == strlen(expected) && memcmp(text.data, expected, text.length) == 0;
}

static inline int has_text(tw_str text, const char *part) {
    size_t length = strlen(part), i;
    for (i = 0; i + length <= text.length; i++) {
        if (memcmp(text.data + i, part, length) == 0) return 1;
    }
    return 0;
}

#define NODES(nodes) "{\"format\": \"treewright\", \"version\": 1, \"name\": \"T\", \"root\": \"n1\", \"nodes\": [" nodes "]}"
#define TREE(variables, nodes) \
    "{\"format\": \"treewright\", \"version\": 1, \"name\": \"T\", \"variables\": [" variables "], \"root\": \"n1\", \"nodes\": [" nodes "]}"

static inline tw_task an_action(const char *name, tw_update_fn update) {
    tw_task task;
    memset(&task, 0, sizeof task);
    task.size = sizeof task;
    task.name = tw_text(name);
    task.category = TW_ACTION;
    task.update = update;
    return task;
}

static inline tw_program *loaded(tw_tasks *tasks, const char *tree) {
    tw_program *program;
    OK(tw_program_load(tasks, tw_text(tree), TW_LOAD_STRICT, &program, NULL));
    return program;
}

#endif
