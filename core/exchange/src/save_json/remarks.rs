//! What is said of documents on their way from and to nested save JSON.

use crate::common::remarks;

remarks! { "save_json";
    held_as_text(field): Kept = "`{field}` is not a number, string or bool: kept as JSON text";
    same_guid(guid, node): Kept = "duplicate guid `{guid}`: this node is now `{node}`";
    leaf(class, task): Kept = "`{class}` without a child always returns its own result, like a leaf: it is a `{task}` here and stays `{class}` in the file. Change its type to give it a child";
    later(): Approximated = "in the runtime a wait ends once more than its time has passed since its first frame: one or two frames later than here";
    unfinished(class, task): Approximated = "`{class}` has no child: `{task}` does here what the runtime does in the first frame. Change its type to give it children";
    loose_roots(count): Kept = "unconnected trees, which the runtime does not run either: {count}";
    no_aborts(abort): Refused = "the format has no aborts: set the abort type `{abort}` to None, or use a reactive node";
    no_disabling(): Refused = "the format has no disabled nodes: enable or remove the node";
    needs_own_node(task): Approximated = "the runtime has no node `{task}`: the game must provide one of this name that does the same";
    no_variables(parameter): Refused = "fields of the format cannot be bound to variables: enter a constant for `{parameter}`";
    no_such_value(parameter): Refused = "`{parameter}` must be a number, string or bool: the format supports no other fields";
    rounded(seconds, milliseconds): Approximated = "{seconds} s are written as {milliseconds} ms: the format rounds times to whole milliseconds";
    no_subtrees(): Refused = "the format has no subtrees: inline the subtree";
    variables_left_out(count): Approximated = "variables skipped, since the format has none: {count}";
    restart_left_out(): Approximated = "the restart setting is skipped: the game decides when to restart";
    no_root(): Refused = "no tree to write: the document has no root";
}
