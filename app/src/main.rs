//! The program: hands its arguments to the command line, or opens the editor's window.

use std::path::Path;
use std::process::ExitCode;

use treewright_cli as cli;
use treewright_cli::Arguments;
use treewright_core::on_purpose;
use treewright_session::host;
use treewright_session::host::panics;

/// After a run of millions of frames was freed by a thread beside the window's, the allocator of glibc went through all its pieces at the window's next larger
/// request: for up to a fifth of a second. This one keeps what each thread freed apart.
#[cfg(all(feature = "gui", target_os = "linux"))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// Input or arguments are of no use.
const UNUSABLE: u8 = 2;

fn main() -> ExitCode {
    let arguments = match cli::arguments(std::env::args_os()) {
        Ok(arguments) => arguments,
        Err(code) => return ExitCode::from(code),
    };
    let state = host::state_folder();
    panics::watch(state.as_deref());
    on_purpose::want(std::env::var("TREEWRIGHT_PANIC_AT").ok());
    if let Some(command) = &arguments.command {
        let code = panics::caught_at_last(|| cli::execute(command));
        return ExitCode::from(code.unwrap_or(panics::EXIT_CODE));
    }
    let refused = cli::refused_files(&arguments.files);
    if !refused.is_empty() {
        for line in refused {
            cli::complain(&format!("treewright: {line}"));
        }
        return ExitCode::from(UNUSABLE);
    }
    match panics::caught_at_last(|| open_editor(arguments)) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        // Not of the editor, which ends by itself then, but of the window around it.
        Err(said) => {
            note_end(state.as_deref(), &said);
            ExitCode::from(panics::EXIT_CODE)
        }
        Ok(Err(why)) => {
            cli::complain(&why);
            ExitCode::from(UNUSABLE)
        }
    }
}

#[cfg(feature = "gui")]
fn note_end(state: Option<&Path>, said: &str) {
    if let Some(state) = state {
        host::unexpected_end::note(state, said);
    }
}

#[cfg(not(feature = "gui"))]
fn note_end(_state: Option<&Path>, _said: &str) {}

#[cfg(feature = "gui")]
fn open_editor(arguments: Arguments) -> Result<(), String> {
    if let Some(why) = cli::no_display() {
        return Err(why);
    }
    treewright_editor::window::run(arguments.files, arguments.new_window).map_err(|error| {
        // What comes before the last colon is of interest to those who wrote the window library only.
        let error = error.to_string();
        let why = error.rsplit(": ").next().unwrap_or_default();
        cli::without_window(&format!("no window could be created ({why})"))
    })
}

#[cfg(not(feature = "gui"))]
fn open_editor(_arguments: Arguments) -> Result<(), String> {
    Err(cli::without_window("this build does not include it"))
}
