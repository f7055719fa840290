//! Handles panics: logs them, calls the last resort to save work, and reports on standard error. Code whose panic must not end the program runs in
//! [`caught`]. Knows nothing of windows; the next start shows what happened.

use std::any::Any;
use std::backtrace::Backtrace;
use std::cell::Cell;
use std::io::Write as _;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use treewright_core::diagnostic::visible_line;

use super::job::{Job, JobEnd};
use super::program_log;

/// The exit code of a program that ended by a panic, as is usual in Rust.
pub const EXIT_CODE: u8 = 101;

/// How long a panic waits for the log. The panicking thread may hold a lock that logging needs.
const PATIENCE: Duration = Duration::from_secs(3);

/// How many panics are logged with a backtrace: an error in every frame would fill the log.
const MAX_BACKTRACES: u32 = 20;

/// Saves work when something panics.
type LastResort = Box<dyn Fn() + Send + Sync>;

static LAST_RESORT: OnceLock<LastResort> = OnceLock::new();

thread_local! {
    /// How many calls of [`caught`] are active on this thread.
    static CAUGHT_DEPTH: Cell<u32> = const { Cell::new(0) };
    /// Whether this thread is logging a panic.
    static IS_WRITING: Cell<bool> = const { Cell::new(false) };
}

/// Runs `work` so that its panic does not end the program.
///
/// # Errors
/// The panic message. State that `work` changed must not be relied upon.
pub fn caught<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    let before = CAUGHT_DEPTH.replace(CAUGHT_DEPTH.get() + 1);
    let done = catch_unwind(AssertUnwindSafe(work));
    CAUGHT_DEPTH.set(before);
    done.map_err(|panic| panic_message(&*panic).to_owned())
}

/// Runs `work`; the program ends if it panics.
///
/// # Errors
/// The panic message.
pub fn catch_before_exit<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| panic_message(&*panic).to_owned())
}

fn panic_message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no message")
}

/// Logs all panics from now on, in this state folder.
pub fn watch(state: Option<&Path>) {
    if let Some(state) = state {
        program_log::begin(state);
    }
    panic::set_hook(Box::new(panic_hook));
}

/// Registers a function to be called on another thread when something panics. The panicking thread may still hold locks.
pub fn set_last_resort(save: impl Fn() + Send + Sync + 'static) {
    // A program has one editor; tests with several need no last resort.
    let _ = LAST_RESORT.set(Box::new(save));
}

/// The panic hook. Anything that could panic or block runs on another thread: a panic in a hook would end the program at once.
fn panic_hook(info: &PanicHookInfo<'_>) {
    if IS_WRITING.get() {
        return;
    }
    let text = panic_message(info.payload()).to_owned();
    let place = info
        .location()
        .map_or_else(String::new, ToString::to_string);
    let thread = std::thread::current()
        .name()
        .unwrap_or("unnamed")
        .to_owned();
    let trace = Backtrace::force_capture();
    let continues = CAUGHT_DEPTH.get() > 0;
    let entry = format!("PANIC in thread {thread} at {place}: {text}");
    let found = Arc::new((entry, trace));
    let to_write = found.clone();
    let writing = Job::begin(
        "last words",
        || {},
        move |_| {
            IS_WRITING.set(true);
            write_log(&to_write.0, &to_write.1);
            Some(())
        },
    );
    let mut ended = writing.wait_for(PATIENCE);
    if ended == Some(Err(JobEnd::NoThread)) {
        // Without a thread, it runs here. If this panics the program ends, but otherwise nothing would be logged.
        IS_WRITING.set(true);
        write_log(&found.0, &found.1);
        IS_WRITING.set(false);
        ended = Some(Ok(()));
    }
    let is_written = ended == Some(Ok(()));
    report(&place, &text, continues, is_written);
}

fn write_log(entry: &str, trace: &Backtrace) {
    static BACKTRACES_WRITTEN: AtomicU32 = AtomicU32::new(0);
    program_log::add(entry);
    if let Some(save) = LAST_RESORT.get() {
        save();
    }
    treewright_core::on_purpose::panic_at("hook-reentrancy");
    // Resolving the symbols may take long.
    if BACKTRACES_WRITTEN.fetch_add(1, Ordering::Relaxed) < MAX_BACKTRACES {
        program_log::add(&format!("backtrace:\n{trace}"));
    }
}

/// Writes a line to standard error.
pub fn say(line: &str) {
    // Standard error may be closed, which must not cause a panic.
    let _ = writeln!(std::io::stderr(), "treewright: {}", visible_line(line));
}

fn report(place: &str, text: &str, continues: bool, is_written: bool) {
    say(&format!("internal error at {place}: {text}"));
    if let Some(log) = program_log::path().filter(|_| is_written) {
        let log = log.display();
        say(&format!("please report this error and attach {log}"));
    } else {
        say("please report this error with the line above");
    }
    if continues {
        say("the program continues");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caught_panic_returns_its_message() {
        assert_eq!(caught(|| 7), Ok(7));
        assert_eq!(
            caught(|| panic!("fell {}", "over")),
            Err::<(), _>("fell over".to_owned())
        );
        let nested = caught(|| caught(|| panic!("inner")).is_err() && CAUGHT_DEPTH.get() == 1);
        assert_eq!((nested, CAUGHT_DEPTH.get()), (Ok(true), 0));
    }
}
