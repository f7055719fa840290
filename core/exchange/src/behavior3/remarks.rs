//! What is said of documents on their way from and to behavior3.

use crate::common::remarks;

remarks! { "behavior3";
    kept_fields(fields): Kept = "kept for behavior3, without meaning here: {fields}";
    no_setting(folder): Kept = "there is no .b3-setting file in the folder `{folder}`: the game's own nodes are declared as the trees use them";
    no_setting_here(): Kept = "there is no .b3-setting file in the opened folder: the game's own nodes are declared as the trees use them";
    not_defined(tasks): Kept = "no .b3-setting file defines these nodes; they are declared as the tree uses them: {tasks}";
    subtree_not_read(path, reason): Kept = "the subtree `{path}` could not be read: {reason}";
    path_outside(path): Kept = "`{path}` leads out of the folder that was opened and is not followed";
    import_not_read(path): Kept = "the variables of `{path}` could not be read";
    same_uuid(uuid, node): Kept = "another node before it has the uuid `{uuid}` too: this one is called `{node}` here";
    held_as_text(argument): Kept = "`{argument}` is neither a number, a text, a flag nor a list of these: it is held as its JSON text";
    override_kept(uuid, fields): Kept = "what the file changes of the node `{uuid}` of a subtree ({fields}) is kept for behavior3 and does nothing here";
    reserved_variable(variable): Approximated = "the subtree's variable `{variable}` has the name of a parameter of Subtree nodes and is not passed on";
    too_many_passed_on(most): Approximated = "at most {most} variables are passed on to subtrees, all together: the others are not passed on";
    too_many_files(most): Kept = "at most {most} files are read along with one";
    no_aborts(abort): Refused = "behavior3 has no aborts: set the abort type `{abort}` to None, or build what it does from other nodes";
    needs_own_node(task): Approximated = "behavior3 itself has no node `{task}`: the game must have one of this name that does the same";
    two_of_a_name(task, name): Approximated = "`{task}` and the built-in `{name}` are both called `{name}` in behavior3: both are one kind there";
    constant_only(parameter, task): Refused = "`{parameter}` of `{task}` cannot be bound to a variable in behavior3: set it to a value";
    parameter_left_out(parameter, task): Approximated = "`{parameter}` is left out: `{task}` has no such argument in behavior3";
    variable_only(parameter): Refused = "`{parameter}` takes a variable in behavior3, not a value";
    other_variable(variable): Refused = "a subtree sees all variables under their own names in behavior3: `{variable}` cannot be something else inside it";
    two_overrides(parameter, node): Refused = "behavior3 changes `{parameter}` of node `{node}` in all uses of its tree alike, and another use here sets it otherwise";
    unknown_override(node): Refused = "the node `{node}` inside the subtree is not known, so that its change cannot be written";
    not_in_workspace(file): Refused = "`{file}` lies outside of the workspace";
    loose_left_out(count): Approximated = "loose nodes that are left out, since behavior3 has one tree in a file: {count}";
    initial_left_out(variable): Approximated = "the initial value of `{variable}` is not written: variables of behavior3 begin empty";
    restart_left_out(): Approximated = "that the tree starts again when it is complete is not written: the game decides that";
    no_root(): Refused = "there is no tree to write: the document has no root";
}
