//! What does not go over to the seed engine as it is.

crate::format::exchange::remarks::remarks! { "lua";
    /// There is nothing to write.
    nothing(): Refused = "there is no tree to write: it has no root, or all of it is disabled";
    /// A built-in kind that the engine does not have.
    no_kind(task): Refused = "the seed engine has no `{task}`";
    /// Nobody says what this task is.
    undeclared(task): Refused = "no task library declares `{task}`: the class of a game's own task is known by its library";
    /// A Subtree node.
    subtree(): Refused = "the seed engine has no subtrees: put them in their place when exporting";
    /// A parameter that is bound.
    variable(variable): Refused = "it is bound to the variable `{variable}`, and nodes of the seed engine take constants";
    /// A constant of another type than the engine's call takes.
    wrong_value(value, expected): Refused = "it is {value} and should be {expected}";
    /// A Parallel that ends otherwise.
    thresholds(): Refused = "a Parallel of the seed engine succeeds when all children do and fails when one does: it has no thresholds";
    /// An `UntilFailure` that succeeds.
    succeeds(): Refused = "an UntilFailure of the seed engine ends with Failure";
    /// A Selector that cannot become pairs.
    selector(children, abort): Refused = "its Selector takes exactly two children: these {children} cannot become pairs, since the abort type {abort} is about all of them";
    /// A composite without children.
    no_children(task): Refused = "a {task} needs a child";
    /// A decorator without exactly one child.
    not_one_child(task, children): Refused = "a {task} has exactly one child, not {children}";
    /// A leaf with children.
    leaf_with_children(task): Refused = "{task} is a leaf and has no children";
    /// A Selector that became pairs.
    pairs(children): Approximated = "its Selector takes exactly two children: these {children} become pairs, each the second child of the one before, which does the same";
    /// A Selector with a single child.
    single(): Approximated = "its Selector takes exactly two children: with a single one it is written as a Sequence, which does the same";
    /// A disabled node.
    disabled(): Approximated = "it is disabled and left out, with all below it";
    /// A loose tree.
    loose(): Approximated = "it hangs nowhere and is left out, with all below it";
    /// A declared variable.
    no_variables(): Approximated = "trees of the seed engine have no variables: it is left out";
    /// A document that starts again.
    restart(): Approximated = "a tree of the seed engine does not start again by itself: the game has to restart it";
    /// A conditional that the engine cannot watch.
    no_composite_above(): Approximated = "the seed engine stops with an error where a conditional has no composite above it";
    /// A leaf that the engine does not start.
    not_started(task): Approximated = "the seed engine does not start the first task of a Parallel's branch, so a {task} there is not set back";
    /// A whole number beyond the floats.
    large_number(value): Approximated = "Lua before 5.3, and LuaJIT, keep {value} only roughly: it is beyond 9007199254740992";
    /// A value of several numbers.
    table(fields): Approximated = "it is written as a table with the fields {fields}";
    /// An expression.
    expression(): Approximated = "its expression is written as text: the game has to understand it";
    /// The name of a tree.
    tree(tree): Approximated = "the tree `{tree}` that it names is not written with it";
}
