//! What is said of what does not go over between BehaviorTree.CPP and here as it is.

crate::common::remarks! { "btcpp";
    /// A pre- or post-condition.
    condition_kept(attribute, value): Kept = "`{attribute}=\"{value}\"` is kept for BehaviorTree.CPP and does nothing here";
    /// An attribute that is no port.
    attribute_kept(attribute): Kept = "the attribute `{attribute}` is kept for BehaviorTree.CPP and does nothing here";
    /// A leaf of the library that has no counterpart.
    leaf_kept(task): Kept = "`{task}` is kept for BehaviorTree.CPP; here it only answers as its stand-in does";
    /// A parent of the library that has no counterpart.
    parent_kept(task): Kept = "`{task}` is kept for BehaviorTree.CPP; here it only acts as its stand-in does";
    /// A composite that lets others run between its children.
    continues_at_once(task): Approximated = "`{task}` pauses for a frame after each child that ends at once there; here it goes on to the next in the same frame";
    /// A child that is left out after its first run.
    succeeds_instead_of_skipping(task): Approximated = "after its first run `{task}` is skipped there; here it succeeds";
    /// What follows a first run, in a variable.
    skip_in_variable(port, variable): Approximated = "`{port}` reads `{variable}` there; here it answers as its child did, whatever that is";
    /// A time in a variable.
    counted_otherwise(port, variable): Approximated = "`{port}` reads `{variable}`, which counts milliseconds there and seconds here";
    /// A count of children in a variable.
    children_counted_otherwise(port, variable): Approximated = "`{port}` reads `{variable}`, in which -1 is all children there and 0 here";
    /// A count of rounds in a variable.
    rounds_counted_otherwise(port, variable): Approximated = "`{port}` reads `{variable}`, in which -1 is without end there; here it is a single round";
    /// A time.
    starts_counting(task): Approximated = "`{task}` counts its time from its first frame on there; here that frame's own time counts as well, so that it ends a frame earlier";
    /// A loop of no rounds.
    no_round(task): Approximated = "with no round to run `{task}` ends at once there; here its child runs once";
    /// A condition without a third child.
    condition_stays_failed(task): Approximated = "with two children `{task}` does not reset its first one there when it fails: an action that takes several frames is then not run again";
    /// A disabled child.
    skipped_child_counts(task): Approximated = "a child that is skipped still counts for `{task}` there; here it is as if it were absent";
    /// A case that begins with a number.
    compared_by_beginning(case, value): Approximated = "`{case}`, `{value}`, is compared by the whole number with which it begins there; here it is compared as a whole";
    /// A Parallel that decides earlier there.
    decides_later(task): Approximated = "`{task}` fails there as soon as too few children are left to succeed; here it waits for its failures";
    /// A threshold that is reached at the beginning.
    zero_is_all(port): Approximated = "`{port}` is 0, which is reached at once there; here it means all children";
    /// A Parallel whose two thresholds can be reached in one frame.
    decides_together(task): Approximated = "`{task}` decides after each child there, from the left; here after all of them, failures first";
    /// A condition that takes time.
    condition_interrupts(task): Approximated = "while its first child is Running `{task}` lets the branch wait there; here the branch is interrupted";
    /// A Timeout of no time.
    zero_is_no_limit(task): Approximated = "a `{task}` of 0 is no limit there; here it fails in its first frame";
    /// A port that the library does not see.
    port_not_seen(port): Approximated = "BehaviorTree.CPP does not take `{port}` for a port: its name must begin with an ASCII letter and hold no blank and none of <>&\"'/\\:*?|.";
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
    tree_empty(tree): Refused = "the tree `{tree}` has no node and is only kept: BehaviorTree.CPP refuses the file";
    /// A tree with several nodes at its top.
    tree_divided(tree): Refused = "the tree `{tree}` has several nodes at its top; those after the first are only kept: BehaviorTree.CPP refuses the file";
    /// A name that two trees have.
    tree_twice(tree): Kept = "the tree `{tree}` is in the file twice; BehaviorTree.CPP runs the last one, and the other is only kept";
    /// Files that include each other.
    include_endless(path): Kept = "`{path}` includes itself, if only by way of others: BehaviorTree.CPP does not load that";
    /// No main tree is named.
    main_chosen(tree): Approximated = "the file names no main tree; `{tree}` is shown as the main one";
    /// The main tree that is named does not exist.
    main_missing(tree): Kept = "the main tree `{tree}` is not in the file";
    /// Variables of subtrees.
    set_anew(): Approximated = "the variables of a subtree are set anew each time it starts; there its blackboard keeps them";
    /// A file of version 3.
    version_3(): Approximated = "the file is of version 3 of BehaviorTree.CPP; what is added to it is written as version 4 has it";

    /// A port in a model that the library does not read.
    model_port_unusable(model, port): Approximated = "`{port}` of `{model}` cannot be the name of a port in BehaviorTree.CPP: no digit at its beginning, no blanks, none of <>&\"'/\\:*?|. and no reserved attribute";
    /// A file that is not edited and has faults.
    written_though_refused(path): Approximated = "`{path}` is written as it was read, though BehaviorTree.CPP refuses it for what is said above";

    /// An ID where none may be.
    id_on_compact(element): Refused = "`ID` must not be set at `{element}`: BehaviorTree.CPP refuses the file";
    /// An ID that is missing.
    id_missing(element): Refused = "`{element}` has no `ID`: BehaviorTree.CPP refuses the file";
    /// A name of version 3.
    old_name(name, new): Refused = "BehaviorTree.CPP 4 does not know `{name}`: it is called `{new}` there";
    /// A subtree as an element of its own.
    subtree_compact(tree): Refused = "BehaviorTree.CPP 4 does not know `{tree}` as an element: write `SubTree` with `ID`";
    /// A node in the explicit form where only the compact one is known.
    explicit_below_reactive(task): Refused = "a child of ReactiveSequence cannot be written with `ID`, as `{task}` is: BehaviorTree.CPP refuses the file";
    /// Two children that take turns.
    second_async(task): Refused = "`{task}` has more than one AsyncSequence as a child: BehaviorTree.CPP refuses the file";
    /// A threshold that cannot be reached.
    threshold_too_high(port, children): Refused = "`{port}` is more than the {children} children: BehaviorTree.CPP stops with an error when it runs";
    /// A port that a node of the library does not have.
    port_unknown(task, port): Refused = "`{task}` has no port `{port}`: BehaviorTree.CPP refuses the file";
    /// A port without which a node does not run.
    port_missing(task, port): Refused = "`{task}` needs the port `{port}`: BehaviorTree.CPP stops with an error when it runs";
    /// A text that cannot be converted.
    value_refused(port, value): Refused = "`{port}` cannot be `{value}`: BehaviorTree.CPP refuses the file";
    /// A port of a subtree that must be set.
    port_required(tree, port): Refused = "the model of the tree `{tree}` asks for its port `{port}`, which is not set: BehaviorTree.CPP refuses the file";
    /// A port in a model.
    model_port_refused(model, port): Refused = "`{port}` of the subtree `{model}` cannot be the name of a port (no digit at its beginning, no blanks, none of <>&\"'/\\:*?|. and no reserved attribute): BehaviorTree.CPP refuses the file";
    /// Two lists of models.
    models_twice(): Refused = "there is more than one `TreeNodesModel`: BehaviorTree.CPP refuses the file";
    /// A tree without a name beside others.
    tree_unnamed(): Refused = "a tree without `ID` must be all that the file holds: give the main tree a name";
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
    few_children(task, least): Refused = "`{task}` must have at least {least} children in BehaviorTree.CPP";
    /// A fixed count of children.
    child_count(task, count): Refused = "`{task}` must have {count} children in BehaviorTree.CPP, no more and no less";
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
    /// A name that only the explicit form can have.
    name_explicit(name): Approximated = "`{name}` is written as an `ID`: the names of nodes in BehaviorTree.CPP should have no blanks, none of <>&\"'/\\:*?|. and not be `Root`";
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
    /// A node that nav2 brings.
    of_nav2(task): Approximated = "`{task}` is a node of nav2: the program must load nav2's plugin for it";
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
