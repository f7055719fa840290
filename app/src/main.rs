//! The program: hands its arguments to the command line, or opens the editor's window.

use std::path::Path;
use std::process::ExitCode;

use treewright_cli as cli;
use treewright_cli::{Arguments, Language, NoWindow};
use treewright_core::on_purpose;
use treewright_session::host;
use treewright_session::host::panics;

/// When another thread has freed a run of millions of frames, glibc's allocator goes through all of its free chunks at the window's next large request,
/// which takes up to 0.2 s. This allocator keeps the freed memory of each thread apart.
#[cfg(all(feature = "gui", target_os = "linux"))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// The exit code for invalid input or arguments.
const UNUSABLE: u8 = 2;

fn main() -> ExitCode {
    let (arguments, language) = match cli::arguments(std::env::args_os()) {
        Ok(read) => read,
        Err(code) => return ExitCode::from(code),
    };
    let state = host::state_folder();
    panics::watch(state.as_deref());
    on_purpose::want(std::env::var("TREEWRIGHT_PANIC_AT").ok());
    if let Some(command) = &arguments.command {
        let code = panics::catch_before_exit(|| cli::execute(command, &language));
        return ExitCode::from(code.unwrap_or(panics::EXIT_CODE));
    }
    let unusable = cli::unusable_files(&arguments.files, language.texts());
    if !unusable.is_empty() {
        for line in unusable {
            cli::write_error(&line);
        }
        return ExitCode::from(UNUSABLE);
    }
    match panics::catch_before_exit(|| open_editor(arguments, &language)) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        // A panic outside of the editor, which handles its own: in the window around it.
        Err(message) => {
            note_end(state.as_deref(), &message);
            ExitCode::from(panics::EXIT_CODE)
        }
        Ok(Err(why)) => {
            cli::write_error(&why.sentence(language.texts()));
            ExitCode::from(UNUSABLE)
        }
    }
}

#[cfg(feature = "gui")]
fn note_end(state: Option<&Path>, message: &str) {
    if let Some(state) = state {
        host::unexpected_end::note(state, message);
    }
}

#[cfg(not(feature = "gui"))]
fn note_end(_state: Option<&Path>, _message: &str) {}

#[cfg(feature = "gui")]
fn open_editor(arguments: Arguments, language: &Language) -> Result<(), NoWindow> {
    if let Some(why) = NoWindow::without_display() {
        return Err(why);
    }
    let start = treewright_editor::window::WindowStart {
        is_own_window: arguments.new_window,
        is_merge_tool: arguments.merge_tool,
        language: language.explicit(),
    };
    treewright_editor::window::run(arguments.files, start).map_err(|error| {
        // Only the part after the last colon helps users; the rest is about the window library.
        let error = error.to_string();
        let why = error.rsplit(": ").next().unwrap_or_default();
        NoWindow::Failed(why.to_owned())
    })
}

#[cfg(not(feature = "gui"))]
fn open_editor(_arguments: Arguments, _language: &Language) -> Result<(), NoWindow> {
    Err(NoWindow::NotBuilt)
}
