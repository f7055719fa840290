//! What is said of documents on their way from and to nested save JSON.

use crate::common::remarks;

remarks! { "save_json";
    held_as_text(field): Kept = "`{field}` is neither a number, a text nor a flag: it is held as its JSON text";
    same_guid(guid, node): Kept = "another node before it has the guid `{guid}` too: this one is called `{node}` here";
    leaf(class, task): Kept = "`{class}` without a child always gives its result, as a leaf: it is a `{task}` here and stays `{class}` in the file. Change its type to give it a child";
    later(): Approximated = "there a wait is over when more than its time has passed since its first frame: a frame or two later than here";
    unfinished(class, task): Approximated = "`{class}` has no child: what the runtime makes of it in the first frame a `{task}` does here. Change its type to give it children";
    loose_roots(count): Kept = "loose trees, which the runtime does not run either: {count}";
    no_aborts(abort): Refused = "the format has no aborts: set the abort type `{abort}` to None, or use a reactive node";
    no_disabling(): Refused = "the format has no disabled nodes: enable the node or take it out";
    needs_own_node(task): Approximated = "the runtime has no node `{task}`: the game must have one of this name that does the same";
    no_variables(parameter): Refused = "fields of the format cannot be bound to variables: set `{parameter}` to a value";
    no_such_value(parameter): Refused = "`{parameter}` must be a number, a text or a flag: fields of the format hold nothing else";
    rounded(seconds, milliseconds): Approximated = "{seconds} s are written as {milliseconds} ms: times of the format are whole milliseconds";
    no_subtrees(): Refused = "the format has no subtrees: put the tree in the node's place";
    variables_left_out(count): Approximated = "variables that are not written, since the format has none: {count}";
    restart_left_out(): Approximated = "that the tree starts again when it is complete is not written: the game decides that";
    no_root(): Refused = "there is no tree to write: the document has no root";
}
