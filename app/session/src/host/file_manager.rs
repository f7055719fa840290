//! Shows a folder in the system's file manager, and opens files with the system's programs for them.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

/// Opens the folder of a file in the system's file manager.
///
/// # Errors
/// If the system has no file manager.
pub fn show_folder_of(file: &Path) -> io::Result<()> {
    let file = std::path::absolute(file)?;
    start(file.parent().unwrap_or(&file))
}

/// Opens a file with the system's program for files of its kind.
///
/// # Errors
/// If the system has no program that finds one.
pub fn open(file: &Path) -> io::Result<()> {
    start(&std::path::absolute(file)?)
}

/// Lets the system show a folder or open a file. An absolute path never looks like an option; not all of these programs accept `--` before it.
fn start(path: &Path) -> io::Result<()> {
    let program = if cfg!(windows) {
        "explorer"
    } else if cfg!(target_os = "macos") {
        "open"
    } else {
        "xdg-open"
    };
    let mut child = Command::new(program)
        .arg(path)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    // Without a wait the ended process would remain as a zombie.
    let thread = std::thread::Builder::new().name("file manager".to_owned());
    let _ = thread.spawn(move || child.wait());
    Ok(())
}
