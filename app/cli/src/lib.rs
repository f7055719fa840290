//! The command line: what can be asked, and what comes back. Knows no window; `main` opens that.
//!
//! Exit codes: 0 fine, 1 problems were found, 2 the input or the arguments are of no use, 101 a mistake in the program itself.

mod changes;
mod check;
mod colors;
mod compare;
mod convert;
mod diff;
mod export;
mod fmt;
mod git_setup;
mod import;
mod input;
#[cfg(feature = "gui")]
mod install_desktop;
mod library;
mod merge;
mod new;
mod nodes;
mod outline;
#[cfg(feature = "gui")]
mod render;
#[cfg(not(feature = "gui"))]
#[path = "no_pictures.rs"]
mod render;
mod report;
mod run;
mod scenarios;
mod schema;
mod terminal;
mod test;
mod transfer;
mod walk;
mod watch;

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

use clap::{Args, CommandFactory as _, Parser, Subcommand, ValueEnum};
use treewright_core::diagnostic::visible_line;
use treewright_core::on_purpose;
use treewright_session::host::files;

pub use self::terminal::Out;
use self::terminal::trusted;

/// Draw, check, run and test behavior trees.
#[derive(Debug, Parser)]
#[command(
    name = "treewright",
    version,
    args_conflicts_with_subcommands = true,
    after_help = "Exit codes: 0 fine, 1 problems found, 2 unusable input or arguments, 101 a mistake in this program."
)]
pub struct Arguments {
    /// What to do instead of opening the editor
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Open a window of its own, even if one is open already
    #[cfg(feature = "gui")]
    #[arg(long)]
    pub new_window: bool,

    /// Trees to open in the editor
    pub files: Vec<PathBuf>,
}

/// What can be done without a window.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Look for mistakes in trees
    Check(check::Check),
    /// Run a tree and show what it does, frame by frame
    Run(run::Run),
    /// Show what changed between two versions of a tree
    Diff(diff::Diff),
    /// Make one tree of two that were changed apart
    Merge(merge::Merge),
    /// Tell git to compare and merge trees with this program
    GitSetup(git_setup::GitSetup),
    /// Show what changed, as git calls it
    #[command(hide = true)]
    GitDiff(diff::GitDiff),
    /// Compare two recordings of runs: the first frame in which they differ
    Compare(compare::Compare),
    /// Run scenarios, the tests of trees
    Test(test::Test),
    /// Draw trees, or frames of recordings, as SVG or PNG
    #[cfg_attr(not(feature = "gui"), command(hide = true))]
    Render(render::Render),
    /// Write trees in their canonical form
    Fmt(fmt::Fmt),
    /// Make a new tree
    New(new::New),
    /// Make trees of other tools' files
    Import(import::Import),
    /// Write trees in other tools' formats
    Export(export::Export),
    /// Write a file in the format that another name says
    Convert(convert::Convert),
    /// Export the trees of a folder whenever they change
    Watch(watch::Watch),
    /// List all kinds of nodes, with their parameters
    Nodes(nodes::Nodes),
    /// Print the JSON Schema of a format
    Schema(schema::Schema),
    /// Enter the editor in the desktop's menu, with icon and file type
    #[cfg(feature = "gui")]
    InstallDesktop(install_desktop::InstallDesktop),
}

/// For whom the output is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    #[default]
    Human,
    /// For machines
    Json,
}

/// What all commands that report something take.
#[derive(Clone, Copy, Debug, Args)]
struct Output {
    /// For whom the output is
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// All is well.
    Fine,
    /// It worked, and problems were found.
    Problems,
    /// The input or the arguments are of no use.
    Unusable,
}

impl Outcome {
    /// The exit code.
    pub fn code(self) -> u8 {
        self as u8
    }
}

/// Where a command writes.
pub struct Streams<'a> {
    /// What was asked for.
    pub out: &'a mut Out,
    /// What keeps it from being done.
    pub err: &'a mut Out,
}

impl Command {
    /// Does it.
    ///
    /// # Errors
    /// If the system refuses what only this program needs.
    pub fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        match self {
            Self::Check(check) => check.execute(streams),
            Self::Run(run) => run.execute(streams),
            Self::Diff(diff) => diff.execute(streams),
            Self::Merge(merge) => merge.execute(streams),
            Self::GitSetup(setup) => setup.execute(streams),
            Self::GitDiff(diff) => diff.execute(streams),
            Self::Compare(compare) => compare.execute(streams),
            Self::Test(test) => test.execute(streams),
            Self::Render(render) => render.execute(streams),
            Self::Fmt(fmt) => fmt.execute(streams),
            Self::New(new) => new.execute(streams),
            Self::Import(import) => import.execute(streams),
            Self::Export(export) => export.execute(streams),
            Self::Convert(convert) => convert.execute(streams),
            Self::Watch(watch) => watch.execute(streams),
            Self::Nodes(nodes) => nodes.execute(streams),
            Self::Schema(schema) => schema.execute(streams),
            #[cfg(feature = "gui")]
            Self::InstallDesktop(install) => install.execute(streams),
        }
    }
}

/// Reads the arguments of the program. What is wrong with them, and the help that they ask for, goes to the terminal.
///
/// # Errors
/// With the exit code, if there is nothing more to do.
pub fn arguments(given: impl Iterator<Item = OsString>) -> Result<Arguments, u8> {
    let given: Vec<OsString> = given.collect();
    Arguments::try_parse_from(&given).map_err(|error| {
        // Said of arguments in which nothing hides, it holds no escape sequences but its own.
        let shown = given
            .iter()
            .map(|word| OsString::from(&*visible_line(&word.to_string_lossy())));
        let error = Arguments::try_parse_from(shown).err().unwrap_or(error);
        let text = trusted(&error.render().ansi().to_string());
        let (mut out, mut err) = (Out::stdout(), Out::stderr());
        let stream = if error.use_stderr() {
            &mut err
        } else {
            &mut out
        };
        let written = stream.block(&text);
        let code = u8::try_from(error.exit_code()).unwrap_or(Outcome::Unusable.code());
        ended(&mut out, &mut err, written.map(|()| code))
    })
}

/// Does a command on the terminal, with colors if it shows them, and gives the exit code.
pub fn execute(command: &Command) -> u8 {
    let (mut out, mut err) = (Out::stdout(), Out::stderr());
    on_purpose::panic_at("cli");
    let result = command.execute(&mut Streams {
        out: &mut out,
        err: &mut err,
    });
    let result = result.and_then(|outcome| tell_doubts(&mut err).map(|()| outcome));
    ended(&mut out, &mut err, result.map(Outcome::code))
}

/// The exit code of what ended so, once all of the output is written: that of its result, unless the output is not whole.
fn ended(out: &mut Out, err: &mut Out, result: io::Result<u8>) -> u8 {
    let told = result.and_then(|code| match out.finish() {
        None => Ok(code),
        Some(error) => Err(io::Error::new(
            error.kind(),
            format!("the output cannot be written: {error}"),
        )),
    });
    told.unwrap_or_else(|error| {
        // Nobody may be listening any more.
        let _ = writeln!(err, "treewright: {error}");
        Outcome::Unusable.code()
    })
}

/// Says a line on the standard error stream, where a command of its own has none.
pub fn complain(line: &str) {
    let _ = writeln!(Out::stderr(), "{line}");
}

/// Tells of files that are saved but may not outlive a power cut.
fn tell_doubts(err: &mut Out) -> io::Result<()> {
    files::take_doubts().into_iter().try_for_each(|doubt| {
        let (file, why) = (doubt.file.display(), doubt.why);
        writeln!(
            err,
            "treewright: {file} is saved, but the disk does not promise to keep it over a power cut: {why}"
        )
    })
}

/// The files that cannot be opened in the editor, each with the reason, in a sentence. The first may be a misspelt command.
pub fn refused_files(files: &[PathBuf]) -> Vec<String> {
    let arguments = Arguments::command();
    let mut commands: Vec<&str> = arguments
        .get_subcommands()
        .map(clap::Command::get_name)
        .collect();
    let mut refused = Vec::new();
    for file in files {
        refused.extend(input::why_no_file(file, &commands));
        commands.clear();
    }
    refused
}

/// Why no window can be opened, in a line that says what works without one; none if there seems to be a display.
pub fn no_display() -> Option<String> {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let needs_display = cfg!(all(unix, not(target_os = "macos")));
    let found = ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"]
        .into_iter()
        .any(set);
    (needs_display && !found)
        .then(|| without_window("there is no display (DISPLAY and WAYLAND_DISPLAY are not set)"))
}

/// The line that says why the editor cannot open and what works without it.
pub fn without_window(why: &str) -> String {
    let pictures = if cfg!(feature = "gui") {
        "`render`, "
    } else {
        ""
    };
    format!(
        "treewright: the editor cannot open: {why}; without it there are `treewright check`, `run`, `compare`, `test`, {pictures}`fmt`, `new`, `import`, `export`, `convert`, `watch`, `diff`, `merge` and `nodes`"
    )
}
