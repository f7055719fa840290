//! The program: its arguments are files to open in the window.

use std::process::ExitCode;

#[cfg(feature = "gui")]
fn main() -> ExitCode {
    let files = std::env::args_os().skip(1).map(Into::into).collect();
    match treewright::window::run(files) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            anstream::eprintln!("error: the editor cannot open a window: {error}");
            ExitCode::from(2)
        }
    }
}

#[cfg(not(feature = "gui"))]
fn main() -> ExitCode {
    anstream::eprintln!("error: this build has no editor");
    ExitCode::from(2)
}
