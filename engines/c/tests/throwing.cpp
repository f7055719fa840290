// A C++ exception that leaves a callback ends the process, as the header says: it neither goes on through the library nor is undefined.
#include <stdexcept>

#include "checks.h"

static tw_status throws(void *, uint64_t, tw_node *, double) { throw std::runtime_error("thrown"); }

int main() {
    tw_tasks *tasks;
    tw_tree *tree;
    tw_task task = an_action("Throw", throws);
    OK(tw_tasks_new(&tasks));
    OK(tw_tasks_add(tasks, &task));
    OK(tw_tree_new(loaded(tasks, NODES("{\"id\": \"n1\", \"task\": \"Throw\"}")), 0, &tree));
    try {
        printf("returned %d\n", (int)tw_tree_tick(tree, nullptr, 0.1, nullptr));
    } catch (const std::exception &) {
        printf("passed through\n");
    }
}
