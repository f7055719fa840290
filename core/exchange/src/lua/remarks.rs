//! What does not go over to the seed engine as it is.

crate::common::remarks! { "lua";
    nothing(): Refused = "there is no tree to write: it has no root, or all of it is disabled";
    undeclared(task): Refused = "no task library declares `{task}`: the class of a game's own task is known by its library";
    subtree(): Refused = "the seed engine has no subtrees, and this node cannot be replaced by what it runs";
    constant_needed(variable): Refused = "it is bound to the variable `{variable}`, and the seed engine needs a constant here";
    unknown_variable(variable): Refused = "the variable `{variable}` is not declared";
    wrong_type(variable, found, expected): Refused = "the variable `{variable}` is a {found}, and the parameter is a {expected}";
    wrong_value(value, expected): Refused = "it is {value} and should be {expected}";
    thresholds(): Refused = "a Parallel of the seed engine succeeds when all children do and fails when one does: it has no thresholds";
    no_children(task): Refused = "a {task} needs a child";
    not_one_child(task, children): Refused = "a {task} has exactly one child, not {children}";
    leaf_with_children(task): Refused = "{task} is a leaf and has no children";
    class_needed(task): Approximated = "the seed engine has no `{task}`: the program needs a class `BT.{task}` that reads these fields";
    shared(variable): Approximated = "its field is the shared data of the variable `{variable}`: the class reads and writes its `val`";
    pairs(children): Approximated = "its Selector takes exactly two children: these {children} become pairs, each the second child of the one before, which does the same";
    single(): Approximated = "its Selector takes exactly two children: with a single one it is written as a Sequence, which does the same";
    disabled(): Approximated = "it is disabled and left out, with all below it";
    loose(): Approximated = "it hangs nowhere and is left out, with all below it";
    restart(): Approximated = "a tree of the seed engine does not start again by itself: the game has to restart it";
    no_composite_above(): Approximated = "the seed engine stops with an error where a conditional has no composite above it";
    not_started(task): Approximated = "the seed engine does not start the first task of a Parallel's branch, so a {task} there is not set back";
    large_number(value): Approximated = "Lua before 5.3, and LuaJIT, keep {value} only roughly: it is beyond 9007199254740992";
    table(fields): Approximated = "it is written as a table with the fields {fields}";
    expression(): Approximated = "its expression is written as text: the game has to understand it";
    tree(tree): Approximated = "the tree `{tree}` that it names is not written with it";
}
