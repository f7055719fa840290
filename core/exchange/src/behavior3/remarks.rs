//! What is said of documents on their way from and to behavior3.

use crate::common::remarks;

remarks! { "behavior3";
    /// Fields of the file that mean nothing here.
    kept_fields(fields): Kept = "kept for behavior3, without meaning here: {fields}";
    /// The root of the tree says where to find the node definitions, and there are none.
    no_setting(folder): Kept = "there is no .b3-setting file in the folder `{folder}`: the game's own nodes are declared as the trees use them";
    /// The same where the root is the opened folder.
    no_setting_here(): Kept = "there is no .b3-setting file in the opened folder: the game's own nodes are declared as the trees use them";
    /// Nodes of which there is no definition.
    not_defined(tasks): Kept = "no .b3-setting file defines these nodes; they are declared as the tree uses them: {tasks}";
    /// A subtree's file that is not there or cannot be read.
    subtree_not_read(path, reason): Kept = "the subtree `{path}` could not be read: {reason}";
    /// A subtree's path that leads elsewhere.
    path_outside(path): Kept = "`{path}` leads out of the folder that was opened and is not followed";
    /// An imported file of variables that is not there or cannot be read.
    import_not_read(path): Kept = "the variables of `{path}` could not be read";
    /// Two nodes of one uuid.
    same_uuid(uuid, node): Kept = "another node before it has the uuid `{uuid}` too: this one is called `{node}` here";
    /// An argument that is no value here.
    held_as_text(argument): Kept = "`{argument}` is neither a number, a text, a flag nor a list of these: it is held as its JSON text";
    /// What a file changes of a node of a subtree and ours cannot.
    override_kept(uuid, fields): Kept = "what the file changes of the node `{uuid}` of a subtree ({fields}) is kept for behavior3 and does nothing here";
    /// A subtree uses more variables of this name than a Subtree node can bind.
    reserved_variable(variable): Approximated = "the subtree's variable `{variable}` has the name of a parameter of Subtree nodes and is not passed on";
    /// More variables than are passed on.
    too_many_passed_on(most): Approximated = "at most {most} variables are passed on to subtrees, all together: the others are not passed on";
    /// More files than are read.
    too_many_files(most): Kept = "at most {most} files are read along with one";
    /// A composite's abort type.
    no_aborts(abort): Refused = "behavior3 has no aborts: set the abort type `{abort}` to None, or build what it does from other nodes";
    /// A kind that the other program's own library lacks.
    needs_own_node(task): Approximated = "behavior3 itself has no node `{task}`: the game must have one of this name that does the same";
    /// Two kinds that have one name there.
    two_of_a_name(task, name): Approximated = "`{task}` and the built-in `{name}` are both called `{name}` in behavior3: both are one kind there";
    /// A parameter that is a constant there.
    constant_only(parameter, task): Refused = "`{parameter}` of `{task}` cannot be bound to a variable in behavior3: set it to a value";
    /// A parameter that no argument takes.
    parameter_left_out(parameter, task): Approximated = "`{parameter}` is left out: `{task}` has no such argument in behavior3";
    /// An input or output that is a constant here.
    variable_only(parameter): Refused = "`{parameter}` takes a variable in behavior3, not a value";
    /// A subtree that is given something else than the variable of the same name.
    other_variable(variable): Refused = "a subtree sees all variables under their own names in behavior3: `{variable}` cannot be something else inside it";
    /// An override that another use of the same file contradicts.
    two_overrides(parameter, node): Refused = "behavior3 changes `{parameter}` of node `{node}` in all uses of its tree alike, and another use here sets it otherwise";
    /// An override whose node is not known.
    unknown_override(node): Refused = "the node `{node}` inside the subtree is not known, so that its change cannot be written";
    /// A subtree's file outside of the project.
    not_in_workspace(file): Refused = "`{file}` lies outside of the workspace";
    /// Trees beside the tree.
    loose_left_out(count): Approximated = "loose nodes that are left out, since behavior3 has one tree in a file: {count}";
    /// What a variable holds at first.
    initial_left_out(variable): Approximated = "the initial value of `{variable}` is not written: variables of behavior3 begin empty";
    /// That the tree starts again.
    restart_left_out(): Approximated = "that the tree starts again when it is complete is not written: the game decides that";
    /// There is nothing to write.
    no_root(): Refused = "there is no tree to write: the document has no root";
}
