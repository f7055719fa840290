//! The border between C and Rust: errors become a code and a text, and panics end here.

use std::cell::RefCell;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::constants::{TW_ERROR_ARGUMENT, TW_ERROR_PANIC, TW_OK};

/// The code that a function returns: [`TW_OK`] or one of `TW_ERROR_…`.
pub type Code = i32;

/// Why a function failed.
#[derive(Debug)]
pub struct Failure {
    code: Code,
    text: String,
}

impl Failure {
    /// Creates an error with its code and its text.
    pub fn new(code: Code, text: impl Display) -> Self {
        let text = text.to_string();
        Self { code, text }
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Creates the error of an argument that makes no sense.
    pub fn argument(text: impl Display) -> Self {
        Self::new(TW_ERROR_ARGUMENT, text)
    }
}

/// What a function of the interface computes.
pub type Result<T = ()> = std::result::Result<T, Failure>;

thread_local! {
    /// The text of the last error in this thread.
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Calls the body of a function of the interface, and returns its code. The text of an error is kept for
/// `tw_error_text`.
#[inline]
pub fn border(call: impl FnOnce() -> Result) -> Code {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(())) => TW_OK,
        Ok(Err(failure)) => failed(failure),
        Err(panic) => failed(Failure::new(TW_ERROR_PANIC, panic_text(&*panic))),
    }
}

#[cold]
fn failed(failure: Failure) -> Code {
    // Without its text an error is still one, when a thread ends.
    let _ = LAST.try_with(|last| last.replace(failure.text));
    failure.code
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("the library panicked: {}", text.unwrap_or("no reason"))
}

/// Calls `read` with the text of the last error in this thread; `None` while the thread ends.
pub fn with_last_error<R>(read: impl FnOnce(&str) -> R) -> Option<R> {
    let text = LAST.try_with(|last| last.try_borrow().map(|text| read(&text)));
    text.ok()?.ok()
}
