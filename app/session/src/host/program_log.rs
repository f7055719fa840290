//! The program's log in its state folder: internal errors and warnings of libraries, for bug reports. Consists of a few files of limited size. Knows
//! nothing of windows.
//!
//! Each entry opens the file, appends and closes it. So nothing is lost whatever happens next, several programs can write at once, and nobody ever
//! waits for a lock, not even a panic while one is held. That is why no logging library is used.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use chrono::{SecondsFormat, Utc};
use treewright_core::diagnostic::visible;

use super::{APP_ID, files};

/// Approximate size limit of a file in bytes.
const MAX_BYTES: u64 = 1 << 20;
/// How many full files are kept in addition to the current one.
const KEPT_FILES: u32 = 4;

static FILE: OnceLock<PathBuf> = OnceLock::new();

/// Logs to this state folder from now on.
pub fn begin(state: &Path) {
    let folder = log_folder(state, cfg!(target_os = "macos"));
    let file = folder.join("treewright.log");
    // Earlier versions of the program let other users read the log.
    files::narrow(state);
    files::narrow(&folder);
    files::narrow(&file);
    // The first call decides.
    let _ = FILE.set(file);
}

/// Returns the folder of the log. Macs collect the logs of all programs in one folder, where the system's viewer of logs finds them.
fn log_folder(state: &Path, is_mac: bool) -> PathBuf {
    let mut above = state.ancestors();
    match above.find(|folder| is_mac && folder.ends_with("Library")) {
        Some(library) => library.join("Logs").join(APP_ID),
        None => state.join("log"),
    }
}

/// Returns the current log file, if logging has started.
pub fn path() -> Option<&'static Path> {
    FILE.get().map(PathBuf::as_path)
}

/// Adds an entry. Errors are ignored, because there is nowhere to report them.
pub fn add(entry: &str) {
    if let Some(file) = path() {
        let _ = add_to(file, entry);
    }
}

/// Returns the current time as entries start with it.
pub fn now() -> String {
    Utc::now().to_rfc3339_opts(SecondsFormat::Secs, true)
}

fn add_to(file: &Path, entry: &str) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        files::make_private_folder(folder)?;
    }
    if fs::metadata(file).is_ok_and(|about| about.len() > MAX_BYTES) {
        rotate(file);
    }
    let entry = visible(entry);
    let text = format!("{} [{}] {entry}\n", now(), std::process::id());
    files::open_private(file)?.write_all(text.as_bytes())
}

/// Renames the full file to number 1 and increments the numbers of the others; the oldest is replaced.
fn rotate(file: &Path) {
    let numbered = |number: u32| file.with_extension(format!("{number}.log"));
    for number in (1..KEPT_FILES).rev() {
        let _ = fs::rename(numbered(number), numbered(number + 1));
    }
    let _ = fs::rename(file, numbered(1));
}

/// Also logs warnings of the window's libraries.
pub fn hear_warnings() {
    static LOGGER: WarningLogger = WarningLogger;
    if log::set_logger(&LOGGER).is_ok() {
        log::set_max_level(log::LevelFilter::Warn);
    }
}

struct WarningLogger;

impl log::Log for WarningLogger {
    fn enabled(&self, about: &log::Metadata<'_>) -> bool {
        about.level() <= log::Level::Warn
    }

    fn log(&self, record: &log::Record<'_>) {
        use std::sync::atomic::{AtomicU32, Ordering};
        /// A library that warns in every frame says nothing new after this many.
        const MAX_WARNINGS: u32 = 500;
        static COUNT: AtomicU32 = AtomicU32::new(0);
        if self.enabled(record.metadata()) && COUNT.fetch_add(1, Ordering::Relaxed) < MAX_WARNINGS {
            add(&format!(
                "{} {}: {}",
                record.level(),
                record.target(),
                record.args()
            ));
        }
    }

    fn flush(&self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_is_where_the_system_has_logs() {
        let mac = Path::new("/Users/ada/Library/Application Support/treewright");
        let in_logs = Path::new("/Users/ada/Library/Logs/treewright");
        assert_eq!(log_folder(mac, true), in_logs);
        let other = Path::new("/home/ada/.local/state/treewright");
        assert_eq!(log_folder(other, false), other.join("log"));
        assert_eq!(log_folder(other, true), other.join("log"));
    }

    #[test]
    fn entries_are_appended_and_full_files_rotated() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("log").join("treewright.log");
        add_to(&file, "first").unwrap();
        add_to(&file, "second\nwith two lines").unwrap();
        let text = fs::read_to_string(&file).unwrap();
        assert_eq!(text.lines().count(), 3);
        assert!(text.contains("] first\n") && text.ends_with("with two lines\n"));
        let long = "x".repeat(600 * 1024);
        for round in 0..14 {
            add_to(&file, &format!("{round} {long}")).unwrap();
        }
        let files = fs::read_dir(file.parent().unwrap()).unwrap().flatten();
        let sizes: Vec<u64> = files.map(|file| file.metadata().unwrap().len()).collect();
        assert_eq!(sizes.len(), 5);
        assert!(sizes.iter().all(|size| *size < 2 * MAX_BYTES));
        assert!(fs::read_to_string(&file).unwrap().contains("13 x"));
    }
}
