//! What is said of documents that come from behaviac.

use crate::common::remarks;

remarks! { "behaviac";
    attachment_kept(attachment): Kept = "the attached {attachment} is kept and does nothing here";
    custom_kept(class): Kept = "the condition in `<custom>` of `{class}` is kept and does nothing here";
    child_added(class, added): Kept = "`{class}` has no child, which counts there as `{added}`: that was added below it";
    waits_for_child(class): Approximated = "`{class}` asks all its children in one frame there; here it waits for one that is running";
    result_kept(result): Kept = "that the method's result counts as `{result}` is kept and does nothing here";
    parallel_differs(policy): Approximated = "`{policy}` is not done here: children that ended wait for the others, and what still runs is interrupted at the end";
    loop_differs(class): Approximated = "`{class}` of behaviac may do several rounds in a frame; here a round whose child ends at once takes a frame";
    reference_not_read(name, reason): Kept = "the behavior `{name}` could not be read: {reason}";
    reference_not_constant(expression): Kept = "which behavior runs is decided by `{expression}` there: choose one here";
    several_roots(count): Kept = "nodes without a parent besides the first, now loose trees: {count}";
    too_many_files(most): Kept = "at most {most} files are read along with one";
    same_id(id, node): Kept = "another node before it has the id `{id}` too: this one is called `{node}` here";
}
