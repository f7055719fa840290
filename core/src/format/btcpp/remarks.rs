//! What is said of what does not go over between BehaviorTree.CPP and here as it is.

crate::format::exchange::remarks::remarks! { "btcpp";
    /// A pre- or post-condition.
    condition_kept(attribute, value): Kept = "`{attribute}=\"{value}\"` is kept for BehaviorTree.CPP and does nothing here";
    /// An attribute that is no port.
    attribute_kept(attribute): Kept = "the attribute `{attribute}` is kept for BehaviorTree.CPP and does nothing here";
    /// A leaf of the library that has no counterpart.
    leaf_kept(task): Kept = "`{task}` is kept for BehaviorTree.CPP; here it only answers as its stand-in does";
    /// A parent of the library that has no counterpart.
    parent_kept(task): Kept = "`{task}` is kept for BehaviorTree.CPP; here it cannot run";
    /// A composite that lets others run between its children.
    continues_at_once(task): Approximated = "`{task}` pauses after each child there; here it goes on to the next in the same frame";
    /// A child that is left out after its first run.
    succeeds_instead_of_skipping(task): Approximated = "after its first run `{task}` is skipped there; here it succeeds";
    /// A time in a variable.
    counted_otherwise(port, variable): Approximated = "`{port}` reads `{variable}`, which counts milliseconds there and seconds here";
    /// A Parallel that decides earlier there.
    decides_later(task): Approximated = "`{task}` fails there as soon as too few children are left to succeed; here it waits for its failures";
    /// A Parallel that needs no success.
    zero_is_all(): Approximated = "a threshold of 0 succeeds at once there; here it means all children";
    /// A Parallel whose two thresholds can be reached in one frame.
    decides_together(task): Approximated = "`{task}` decides after each child there, from the left; here after all of them, failures first";
    /// A condition that takes time.
    condition_interrupts(task): Approximated = "while its first child is Running `{task}` lets the branch wait there; here the branch is interrupted";
    /// A Timeout of no time.
    zero_is_no_limit(task): Approximated = "a `{task}` of 0 is no limit there; here it fails in its first frame";
    /// A port that the library does not see.
    port_not_seen(port): Approximated = "BehaviorTree.CPP does not take `{port}` for a port: its name begins with no ASCII letter";
    /// An ID where none may be.
    id_on_compact(element): Kept = "`ID` may not stand at `{element}`: BehaviorTree.CPP refuses it";
    /// An include that is not there.
    include_missing(path): Kept = "the included file `{path}` is not here; the include is kept";
    /// An include from elsewhere.
    include_outside(path): Kept = "the included file `{path}` lies outside of the folder and is not read; the include is kept";
    /// An include of a ROS package.
    include_of_package(path, package): Kept = "`{path}` of the package `{package}` is not read; the include is kept";
    /// An include that cannot be read.
    include_broken(path, reason): Kept = "the included file `{path}` cannot be read: {reason}";
    /// More includes than are read.
    includes_too_many(limit): Kept = "more than {limit} files are included; the rest is not read";
    /// A task with more ports than are read.
    ports_too_many(task, limit): Kept = "`{task}` has more than {limit} ports; the rest is only kept";
    /// A tree without a node.
    tree_empty(tree): Kept = "the tree `{tree}` has no node and is only kept";
    /// A tree with several nodes at its top.
    tree_divided(tree): Kept = "the tree `{tree}` has several nodes at its top; those after the first are only kept";
    /// A name that two trees have.
    tree_twice(tree): Kept = "the tree `{tree}` stands twice; the second is only kept";
    /// No main tree is named.
    main_chosen(tree): Approximated = "the file names no main tree; `{tree}` is shown as the main one";
    /// The main tree that is named does not exist.
    main_missing(tree): Kept = "the main tree `{tree}` is not in the file";
    /// Variables of subtrees.
    set_anew(): Approximated = "the variables of a subtree are set anew each time it starts; there its blackboard keeps them";
    /// A file of version 3.
    version_3(): Approximated = "the file is of version 3 of BehaviorTree.CPP; what is added to it is written as version 4 has it";

    /// A kind that the library does not have.
    no_counterpart(task): Refused = "BehaviorTree.CPP has no node like `{task}`";
    /// An abort type.
    no_abort(abort): Refused = "BehaviorTree.CPP has no conditional aborts: set `{abort}` to None, or use ReactiveSequence or ReactiveSelector";
    /// Overrides.
    no_override(): Refused = "BehaviorTree.CPP cannot change nodes inside of a subtree for one use";
    /// A setting that the library does not have.
    not_expressed(parameter, value): Refused = "BehaviorTree.CPP cannot express `{parameter}` = {value}";
    /// A parent without children.
    too_few_children(task): Refused = "`{task}` has no child: BehaviorTree.CPP refuses the file";
    /// Cases without children.
    wrong_child_count(task, least, most): Refused = "`{task}` must have {least} to {most} children in BehaviorTree.CPP";
    /// A subtree that is not known.
    unknown_tree(tree): Refused = "there is no tree `{tree}`: BehaviorTree.CPP refuses the file";
    /// A tree that runs itself.
    endless_tree(tree): Refused = "the tree `{tree}` runs itself: BehaviorTree.CPP refuses the file";
    /// A tree that is too deep.
    too_deep(limit): Refused = "the tree is deeper than {limit} nodes: BehaviorTree.CPP refuses the file";
    /// A name that may not be.
    bad_name(name): Refused = "`{name}` cannot be a name in BehaviorTree.CPP: no blanks, none of <>&\"'/\\:*?|. and not `Root`";
    /// A port called as an attribute that means something else.
    port_reserved(port): Refused = "`{port}` cannot be a port in BehaviorTree.CPP: as an attribute it means something else there";
    /// A tree called as a node.
    name_taken(tree): Refused = "the tree `{tree}` is called as a node: BehaviorTree.CPP refuses the file";
    /// Two subtrees of one name.
    subtree_twice(name): Refused = "two subtrees of one tree are called `{name}`: BehaviorTree.CPP refuses the file";
    /// A text that would be read as something else.
    text_misread(parameter, value): Refused = "`{value}` in `{parameter}` would be read as something else by BehaviorTree.CPP";
    /// A tree of a name that another file has.
    tree_in_two_files(tree, path): Refused = "the tree `{tree}` is in `{path}` as well: BehaviorTree.CPP knows one tree of a name";
    /// A file that would lie outside of where it is written.
    file_outside(path): Refused = "`{path}` would lie outside of the folder that is written to: keep the document beside this one or below it";
    /// A file that lies outside of where it is written, and is there already.
    file_not_written(path): Approximated = "`{path}` lies outside of the folder that is written to and is left as it is";
    /// A parameter that no port takes.
    parameter_left_out(task, parameter): Approximated = "`{parameter}` is left out: `{task}` has no such port in BehaviorTree.CPP";
    /// A leaf of ours that the game must bring.
    leaf_to_register(task): Approximated = "`{task}` is written as a node of its own: the program must register it";
    /// A task that nobody declares.
    task_undeclared(task): Approximated = "no library declares `{task}`: BehaviorTree.CPP loads the file only if the program registers it";
    /// Nodes beside the trees.
    loose_left_out(): Approximated = "it lies beside the trees and is left out";
    /// An initial value.
    initial_left_out(variable): Approximated = "the initial value of `{variable}` is left out: the program must set it on the blackboard";
    /// A variable of all trees.
    global_shared(variable): Approximated = "`{variable}` is shared by all trees here, and by one tree with its subtrees there";
    /// A comment that XML cannot hold.
    comment_changed(): Approximated = "`--` in its comment is written as `- -`: no comment of XML may hold it";
    /// A time that is not a whole number of milliseconds.
    rounded(parameter): Approximated = "`{parameter}` is rounded to whole milliseconds";
    /// A loop that goes on after failures.
    ends_at_failure(task): Refused = "`{task}` ends at the first failure in BehaviorTree.CPP: set `end_on_failure`";
    /// A tree that starts again.
    restart_left_out(): Approximated = "the tree does not start again by itself there: the program must tick it again";
}
