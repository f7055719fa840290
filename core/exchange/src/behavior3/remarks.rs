//! What is said of documents on their way from and to behavior3.

use crate::common::remarks;

remarks! { "behavior3";
    kept_fields(fields): Kept = "kept for behavior3 without effect: {fields}";
    no_setting(folder): Kept = "no .b3-setting file in folder `{folder}`: the game's nodes are declared as the trees use them";
    no_setting_here(): Kept = "no .b3-setting file in the opened folder: the game's nodes are declared as the trees use them";
    not_defined(tasks): Kept = "no .b3-setting file defines these nodes; they are declared as the tree uses them: {tasks}";
    subtree_not_read(path, reason): Kept = "subtree `{path}` could not be read: {reason}";
    path_outside(path): Kept = "`{path}` is outside the opened folder and was skipped";
    import_not_read(path): Kept = "the variables of `{path}` could not be read";
    same_uuid(uuid, node): Kept = "duplicate uuid `{uuid}`: this node is now `{node}`";
    held_as_text(argument): Kept = "`{argument}` is not a number, string, bool or list of these: kept as JSON text";
    override_kept(uuid, fields): Kept = "overrides of node `{uuid}` in a subtree ({fields}) are kept for behavior3 without effect";
    reserved_variable(variable): Approximated = "the subtree's variable `{variable}` has the name of a parameter of Subtree nodes and is not passed on";
    too_many_passed_on(most): Approximated = "at most {most} variables in total are passed on to subtrees: the others were skipped";
    too_many_files(most): Kept = "at most {most} files are read along with one";
    no_aborts(abort): Refused = "behavior3 has no aborts: set the abort type `{abort}` to None, or build its effect from other nodes";
    needs_own_node(task): Approximated = "behavior3 has no node `{task}`: the game must provide one of this name that does the same";
    two_of_a_name(task, name): Approximated = "`{task}` and the built-in `{name}` are both named `{name}` in behavior3 and become one node type there";
    constant_only(parameter, task): Refused = "`{parameter}` of `{task}` cannot be bound to a variable in behavior3: enter a constant";
    parameter_left_out(parameter, task): Approximated = "`{parameter}` is skipped: `{task}` has no such argument in behavior3";
    variable_only(parameter): Refused = "`{parameter}` must be bound to a variable in behavior3";
    other_variable(variable): Refused = "in behavior3 a subtree sees all variables under their own names: `{variable}` cannot be bound to another one";
    two_overrides(parameter, node): Refused = "behavior3 overrides `{parameter}` of node `{node}` in all uses of its tree at once, but another use here has a different value";
    unknown_override(node): Refused = "node `{node}` inside the subtree does not exist, so its override cannot be written";
    not_in_workspace(file): Refused = "`{file}` is outside the workspace";
    loose_left_out(count): Approximated = "unconnected nodes skipped, since behavior3 has one tree per file: {count}";
    initial_left_out(variable): Approximated = "the initial value of `{variable}` is skipped: variables of behavior3 start empty";
    restart_left_out(): Approximated = "the restart setting is skipped: the game decides when to restart";
    no_root(): Refused = "no tree to write: the document has no root";
}
