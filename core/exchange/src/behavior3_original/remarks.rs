//! What is said of documents on their way from and to the original behavior3.

use crate::common::remarks;

remarks! { "behavior3_original";
    loops_in_a_tick(task): Approximated = "`{task}` of behavior3 keeps looping within a tick; here a round whose child ends immediately takes a frame";
    late_by_a_frame(task): Approximated = "`{task}` of behavior3 also fails if its child ends in the very tick in which the time runs out";
    held_as_text(property): Kept = "`{property}` is not a number, string, bool or list of these: kept as JSON text";
    empty_tree(tree): Kept = "tree `{tree}` is empty: kept for behavior3";
    no_aborts(abort): Refused = "behavior3 has no aborts: set the abort type `{abort}` to None, or build its effect from other nodes";
    no_disabling(): Refused = "behavior3 has no disabled nodes: enable or remove the node";
    needs_own_node(task): Approximated = "behavior3 has no node `{task}`: the game must provide one of this name that does the same";
    no_variables(parameter): Refused = "nodes of behavior3 cannot be bound to variables: enter a constant for `{parameter}`";
    one_file(file): Refused = "behavior3 keeps all trees in one file: `{file}` cannot be run from it";
    unknown_tree(tree): Refused = "there is no tree named `{tree}` to run";
    no_overrides(): Refused = "a subtree of behavior3 is the same wherever it runs: the overrides of this node cannot be written";
    variables_left_out(count): Approximated = "variables skipped, since behavior3 declares none: {count}";
    restart_left_out(): Approximated = "the restart setting is skipped: the game decides when to restart";
    no_root(): Refused = "no tree to write: the document has no root";
}
