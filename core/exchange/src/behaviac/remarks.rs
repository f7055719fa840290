//! What is said of documents that come from behaviac.

use crate::common::remarks;

remarks! { "behaviac";
    /// A precondition or effector that is only kept.
    attachment_kept(attachment): Kept = "the attached {attachment} is kept and does nothing here";
    /// A condition that a node asks for itself and that is only kept.
    custom_kept(class): Kept = "the condition in `<custom>` of `{class}` is kept and does nothing here";
    /// A parent without a child.
    child_added(class, added): Kept = "`{class}` has no child, which counts there as `{added}`: that was added below it";
    /// And or Or over something that may go on running.
    waits_for_child(class): Approximated = "`{class}` asks all its children in one frame there; here it waits for one that is running";
    /// How the result of a method is turned into a status.
    result_kept(result): Kept = "that the method's result counts as `{result}` is kept and does nothing here";
    /// A Parallel that does something that ours do not.
    parallel_differs(policy): Approximated = "`{policy}` is not done here: children that ended wait for the others, and what still runs is interrupted at the end";
    /// A loop that goes on within a frame, or counts otherwise.
    loop_differs(class): Approximated = "`{class}` of behaviac may do several rounds in a frame; here a round whose child ends at once takes a frame";
    /// A referenced behaviour that is not there or cannot be read.
    reference_not_read(name, reason): Kept = "the behaviour `{name}` could not be read: {reason}";
    /// A referenced behaviour that is named by an expression.
    reference_not_constant(expression): Kept = "which behaviour runs is decided by `{expression}` there: choose one here";
    /// Several trees in a file.
    several_roots(count): Kept = "nodes without a parent besides the first, now loose trees: {count}";
    /// More files than are read.
    too_many_files(most): Kept = "at most {most} files are read along with one";
    /// Two nodes of one id.
    same_id(id, node): Kept = "another node before it has the id `{id}` too: this one is called `{node}` here";
}
