//! Shows a folder in the system's file manager.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

/// Opens the folder of a file in the system's file manager.
///
/// # Errors
/// If the system has no file manager.
pub fn show_folder_of(file: &Path) -> io::Result<()> {
    // An absolute path never looks like an option; not all of these programs accept `--` before it.
    let file = std::path::absolute(file)?;
    let folder = file.parent().unwrap_or(&file);
    let program = if cfg!(windows) {
        "explorer"
    } else if cfg!(target_os = "macos") {
        "open"
    } else {
        "xdg-open"
    };
    let mut child = Command::new(program)
        .arg(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    // Without a wait the ended process would remain as a zombie.
    let thread = std::thread::Builder::new().name("file manager".to_owned());
    let _ = thread.spawn(move || child.wait());
    Ok(())
}
