//! What does not go over to the seed engine as it is.

crate::common::remarks! { "lua";
    nothing(): Refused = "no tree to write: there is no root, or it is disabled";
    undeclared(task): Refused = "no task library declares `{task}`: the library gives a game task its class";
    subtree(): Refused = "the seed engine has no subtrees, and this node cannot be replaced by its subtree";
    constant_needed(variable): Refused = "the parameter is bound to variable `{variable}`, but the seed engine needs a constant";
    unknown_variable(variable): Refused = "variable `{variable}` is not declared";
    wrong_type(variable, found, expected): Refused = "variable `{variable}`: expected {expected}, found {found}";
    wrong_value(value, expected): Refused = "expected {expected}, found {value}";
    thresholds(): Refused = "a Parallel of the seed engine has no thresholds: it succeeds if all children do and fails if one does";
    no_children(task): Refused = "{task} needs a child";
    not_one_child(task, children): Refused = "{task}: expected exactly 1 child, found {children}";
    leaf_with_children(task): Refused = "{task} is a leaf and cannot have children";
    class_needed(task): Approximated = "the seed engine has no `{task}`: the program needs a class `BT.{task}` that reads these fields";
    shared(variable): Approximated = "the field is the shared data of variable `{variable}`: the class reads and writes its `val`";
    pairs(children): Approximated = "the seed engine's Selector takes exactly two children: these {children} become nested pairs with the same behavior";
    single(): Approximated = "the seed engine's Selector takes exactly two children: with a single one it is written as a Sequence with the same behavior";
    disabled(): Approximated = "this disabled node is skipped, with its branch";
    loose(): Approximated = "this unconnected node is skipped, with its branch";
    restart(): Approximated = "a tree of the seed engine does not restart by itself: the game must restart it";
    no_composite_above(): Approximated = "the seed engine stops with an error at a conditional without a composite above it";
    not_started(task): Approximated = "the seed engine does not start the first node of a Parallel's branch: {task} is not reset there";
    large_number(value): Approximated = "Lua before 5.3 and LuaJIT store {value} inexactly: it is beyond 9007199254740992";
    table(fields): Approximated = "written as a table with the fields {fields}";
    expression(): Approximated = "the expression is written as text: the game must evaluate it";
    tree(tree): Approximated = "tree `{tree}`, which this node names, is not written along";
}
