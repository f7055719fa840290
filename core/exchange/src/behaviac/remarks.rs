//! What is said of documents that come from behaviac.

use crate::common::remarks;

remarks! { "behaviac";
    attachment_kept(attachment): Kept = "kept without effect: attached {attachment}";
    custom_kept(class): Kept = "kept without effect: the condition in `<custom>` of `{class}`";
    child_added(class, added): Kept = "`{class}` has no child, which counts as `{added}` in behaviac: that node was added below it";
    waits_for_child(class): Approximated = "`{class}` of behaviac checks all its children in one frame; here it waits for one that is running";
    result_kept(result): Kept = "kept without effect: the method's result is treated as `{result}`";
    parallel_differs(policy): Approximated = "`{policy}` is not supported here: children that have ended wait for the others, and those still running are interrupted at the end";
    loop_differs(class): Approximated = "`{class}` of behaviac may run several rounds per frame; here a round whose child ends immediately takes a frame";
    reference_not_read(name, reason): Kept = "behavior `{name}` could not be read: {reason}";
    reference_not_constant(expression): Kept = "`{expression}` selects the behavior to run in behaviac: choose one here";
    several_roots(count): Kept = "nodes without a parent besides the first, now unconnected: {count}";
    too_many_files(most): Kept = "at most {most} files are read along with one";
    same_id(id, node): Kept = "duplicate id `{id}`: this node is now `{node}`";
}
