//! What is said of documents on their way from and to the original behavior3.

use crate::common::remarks;

remarks! { "behavior3_original";
    loops_in_a_tick(task): Approximated = "`{task}` of behavior3 goes on looping within a tick; here a round whose child ends at once takes a frame";
    late_by_a_frame(task): Approximated = "`{task}` of behavior3 fails as well if its child ends in the very tick in which the time is up";
    held_as_text(property): Kept = "`{property}` is neither a number, a text, a flag nor a list of these: it is held as its JSON text";
    empty_tree(tree): Kept = "the tree `{tree}` is empty: it is kept for behavior3";
    no_aborts(abort): Refused = "behavior3 has no aborts: set the abort type `{abort}` to None, or build what it does from other nodes";
    no_disabling(): Refused = "behavior3 has no disabled nodes: enable the node or take it out";
    needs_own_node(task): Approximated = "behavior3 itself has no node `{task}`: the game must have one of this name that does the same";
    no_variables(parameter): Refused = "nodes of behavior3 cannot be bound to variables: set `{parameter}` to a value";
    one_file(file): Refused = "trees of behavior3 lie in one file: `{file}` cannot be run from it";
    unknown_tree(tree): Refused = "there is no tree `{tree}` to run";
    no_overrides(): Refused = "a subtree of behavior3 is the same wherever it runs: what the node sets inside cannot be written";
    variables_left_out(count): Approximated = "variables that are not written, since behavior3 declares none: {count}";
    restart_left_out(): Approximated = "that the tree starts again when it is complete is not written: the game decides that";
    no_root(): Refused = "there is no tree to write: the document has no root";
}
