//! Work that ends outside of a tree, perhaps in another thread: `tw_completion`.

use treewright_core::runtime::Completion;

use crate::border::{Code, border};
use crate::handles::{self, Handle, Object};
use crate::memory::{Out, give};
use crate::values::{CStatus, outcome, status_number};

impl Object for Completion {
    const NAME: &'static str = "completion";
}

/// Creates a pending completion.
#[unsafe(no_mangle)]
pub extern "C" fn tw_completion_new(completion: Out<Handle<Completion>>) -> Code {
    give(completion, || handles::add(Completion::new()))
}

/// Ends the work. The first end counts; `counts` says whether this one does, and may be null.
#[unsafe(no_mangle)]
pub extern "C" fn tw_completion_end(
    completion: Handle<Completion>,
    result: CStatus,
    counts: Out<i32>,
) -> Code {
    border(|| {
        let counts = counts.optional()?;
        let is_first = handles::get(completion)?.complete(outcome(result)?);
        counts.set(is_first.into());
        Ok(())
    })
}

/// Tells whatever does the work that nobody waits for it any more.
#[unsafe(no_mangle)]
pub extern "C" fn tw_completion_cancel(completion: Handle<Completion>) -> Code {
    border(|| {
        handles::get(completion)?.cancel();
        Ok(())
    })
}

/// Returns whether nobody waits for the work any more.
#[unsafe(no_mangle)]
pub extern "C" fn tw_completion_is_cancelled(
    completion: Handle<Completion>,
    is_cancelled: Out<i32>,
) -> Code {
    give(is_cancelled, || {
        Ok(handles::get(completion)?.is_cancelled().into())
    })
}

/// Returns Running while the work is pending, then its result: what a task that waits for it returns.
#[unsafe(no_mangle)]
pub extern "C" fn tw_completion_status(
    completion: Handle<Completion>,
    status: Out<CStatus>,
) -> Code {
    give(status, || {
        Ok(status_number(Some(handles::get(completion)?.status())))
    })
}

/// Frees a completion. An end that comes later gets an error, and does no harm.
#[unsafe(no_mangle)]
pub extern "C" fn tw_completion_free(completion: Handle<Completion>) -> Code {
    border(|| handles::remove(completion))
}
