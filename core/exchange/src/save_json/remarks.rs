//! What is said of documents on their way from and to nested save JSON.

use crate::common::remarks;

remarks! { "save_json";
    /// A field that is no value here.
    held_as_text(field): Kept = "`{field}` is neither a number, a text nor a flag: it is held as its JSON text";
    /// Two nodes of one guid.
    same_guid(guid, node): Kept = "another node before it has the guid `{guid}` too: this one is called `{node}` here";
    /// A decorator with a fixed result and without a child.
    leaf(class, task): Kept = "`{class}` without a child always gives its result, as a leaf: it is a `{task}` here and stays `{class}` in the file. Change its type to give it a child";
    /// A wait.
    later(): Approximated = "there a wait is over when more than its time has passed since its first frame: a frame or two later than here";
    /// Another parent without a child.
    unfinished(class, task): Approximated = "`{class}` has no child: what the runtime makes of it in the first frame a `{task}` does here. Change its type to give it children";
    /// Roots that the runtime does not run.
    loose_roots(count): Kept = "loose trees, which the runtime does not run either: {count}";
    /// A composite's abort type.
    no_aborts(abort): Refused = "the format has no aborts: set the abort type `{abort}` to None, or use a reactive node";
    /// A disabled node.
    no_disabling(): Refused = "the format has no disabled nodes: enable the node or take it out";
    /// A kind that the runtime lacks.
    needs_own_node(task): Approximated = "the runtime has no node `{task}`: the game must have one of this name that does the same";
    /// A parameter that is bound to a variable.
    no_variables(parameter): Refused = "fields of the format cannot be bound to variables: set `{parameter}` to a value";
    /// A value that no field can hold.
    no_such_value(parameter): Refused = "`{parameter}` must be a number, a text or a flag: fields of the format hold nothing else";
    /// A time that is no whole number of milliseconds.
    rounded(seconds, milliseconds): Approximated = "{seconds} s are written as {milliseconds} ms: times of the format are whole milliseconds";
    /// A Subtree node.
    no_subtrees(): Refused = "the format has no subtrees: put the tree in the node's place";
    /// Variables of the document.
    variables_left_out(count): Approximated = "variables that are not written, since the format has none: {count}";
    /// That the tree starts again.
    restart_left_out(): Approximated = "that the tree starts again when it is complete is not written: the game decides that";
    /// There is nothing to write.
    no_root(): Refused = "there is no tree to write: the document has no root";
}
