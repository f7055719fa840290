//! The command line: commands, their results and exit codes. Knows no window; `main` opens that.
//!
//! Exit codes: 0 success, 1 problems found, 2 invalid input or arguments, 101 internal error.
//!
//! All texts are in `assets/lang/LANGUAGE/cli.ftl`, also the help: the arguments below have no help texts of their own.

mod argument_errors;
mod changes;
mod check;
mod colors;
mod compare;
mod condition;
mod convert;
mod diff;
mod explore;
mod export;
mod fmt;
mod git_setup;
mod help;
mod import;
mod input;
#[cfg(feature = "gui")]
mod install_desktop;
mod junit_case;
mod language;
mod library;
mod live;
mod merge;
mod new;
mod nodes;
mod outline;
mod renames;
#[cfg(feature = "gui")]
mod render;
#[cfg(not(feature = "gui"))]
#[path = "no_pictures.rs"]
mod render;
mod report;
mod run;
mod scenarios;
mod schema;
mod shown_run;
mod terminal;
mod test;
mod transfer;
mod uses;
mod walk;
mod watch;
mod why;

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum};
use treewright_core::diagnostic::visible_line;
use treewright_core::on_purpose;
use treewright_session::host::{self, files, trash};
use treewright_session::i18n::Texts;
use treewright_session::refactoring::unfinished::UnfinishedEdits;

pub use self::language::Language;
pub use self::terminal::Out;
use self::terminal::trusted;

#[derive(Debug, Parser)]
#[command(
    name = "treewright",
    bin_name = "treewright",
    version,
    args_conflicts_with_subcommands = true
)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,

    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    #[cfg(feature = "gui")]
    #[arg(long)]
    pub new_window: bool,

    /// Another program waits until the window is closed, and uses the file only if no conflicts are left.
    #[cfg(feature = "gui")]
    #[arg(long, hide = true)]
    pub merge_tool: bool,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Check(check::Check),
    Run(run::Run),
    Diff(diff::Diff),
    Merge(merge::Merge),
    GitSetup(git_setup::GitSetup),
    #[command(hide = true)]
    GitDiff(diff::GitDiff),
    Compare(compare::Compare),
    Test(test::Test),
    Explore(explore::Explore),
    Why(why::Why),
    #[cfg_attr(not(feature = "gui"), command(hide = true))]
    Render(render::Render),
    Fmt(fmt::Fmt),
    New(new::New),
    RenameTree(renames::RenameTree),
    RenameVariable(renames::RenameVariable),
    RenameEvent(renames::RenameEvent),
    RenameTask(renames::RenameTask),
    Move(renames::Move),
    Uses(uses::Uses),
    Import(import::Import),
    Export(export::Export),
    Convert(convert::Convert),
    Watch(watch::Watch),
    Live(live::Live),
    Nodes(nodes::Nodes),
    Schema(schema::Schema),
    #[cfg(feature = "gui")]
    InstallDesktop(install_desktop::InstallDesktop),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    #[default]
    Human,
    Json,
}

/// The arguments of all commands that report something.
#[derive(Clone, Copy, Debug, Args)]
struct Output {
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

/// The result of a command, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    Success,
    /// The command did its work and found problems.
    Problems,
    /// The input or the arguments are invalid.
    Unusable,
}

impl Outcome {
    pub fn exit_code(self) -> u8 {
        self as u8
    }
}

/// Where a command writes, and in which language.
pub struct Streams<'a> {
    /// Standard output: results.
    pub out: &'a mut Out,
    /// Standard error: problems that keep the command from its work, warnings and progress.
    pub err: &'a mut Out,
    pub texts: &'a Texts,
}

impl Command {
    /// Runs the command.
    ///
    /// # Errors
    /// If the system refuses something other than the user's files, which are reported.
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
            Self::Explore(explore) => explore.execute(streams),
            Self::Render(render) => render.execute(streams),
            Self::Fmt(fmt) => fmt.execute(streams),
            Self::New(new) => new.execute(streams),
            Self::RenameTree(rename) => rename.execute(streams),
            Self::RenameVariable(rename) => rename.execute(streams),
            Self::RenameEvent(rename) => rename.execute(streams),
            Self::RenameTask(rename) => rename.execute(streams),
            Self::Move(moved) => moved.execute(streams),
            Self::Uses(uses) => uses.execute(streams),
            Self::Why(why) => why.execute(streams),
            Self::Import(import) => import.execute(streams),
            Self::Export(export) => export.execute(streams),
            Self::Convert(convert) => convert.execute(streams),
            Self::Watch(watch) => watch.execute(streams),
            Self::Live(live) => live.execute(streams),
            Self::Nodes(nodes) => nodes.execute(streams),
            Self::Schema(schema) => schema.execute(streams),
            #[cfg(feature = "gui")]
            Self::InstallDesktop(install) => install.execute(streams),
        }
    }

    /// Whether other programs read the output, so that it must not depend on the system's language.
    fn is_for_programs(&self) -> bool {
        let output = match self {
            Self::Check(check) => check.output,
            Self::Run(run) => run.output,
            Self::Diff(diff) => diff.output,
            Self::Merge(merge) => merge.output,
            Self::Compare(compare) => compare.output,
            Self::Test(test) if test.junit.is_some() => return true,
            Self::Explore(explore) => return explore.format != explore::ExploreFormat::Human,
            Self::Test(test) => test.output,
            #[cfg(feature = "gui")]
            Self::Render(render) => render.report,
            Self::Fmt(fmt) => fmt.output,
            Self::New(new) => new.output,
            Self::RenameTree(rename) => rename.output(),
            Self::RenameVariable(rename) => rename.output(),
            Self::RenameEvent(rename) => rename.output(),
            Self::RenameTask(rename) => rename.output(),
            Self::Move(moved) => moved.output(),
            Self::Uses(uses) => uses.output,
            Self::Why(why) => why.output,
            Self::Import(import) => import.output,
            Self::Export(export) => export.output,
            Self::Convert(convert) => convert.output,
            Self::Watch(watch) => watch.output,
            Self::Live(live) => live.output(),
            Self::Nodes(nodes) => return nodes.is_for_programs(),
            #[cfg(not(feature = "gui"))]
            Self::Render(_) => return false,
            #[cfg(feature = "gui")]
            Self::InstallDesktop(_) => return false,
            Self::GitSetup(_) | Self::GitDiff(_) | Self::Schema(_) => return false,
        };
        output.format == Format::Json
    }
}

/// Reads the arguments of the program. Errors in them, and the help that they request, are written to the terminal.
///
/// # Errors
/// Returns the exit code if nothing remains to be done.
pub fn arguments(given: impl Iterator<Item = OsString>) -> Result<(Arguments, Language), u8> {
    let mut given: Vec<OsString> = given.collect();
    let language = Language::take_from(&mut given);
    let texts = language.texts();
    let read = |words: &[OsString]| {
        let matches = help::command(texts).try_get_matches_from(words)?;
        Arguments::from_arg_matches(&matches)
    };
    match read(&given) {
        Ok(arguments) => Ok((arguments, language)),
        Err(error) => {
            // Read again from words without hidden characters, the error has no escape sequences but clap's own.
            let visible = given
                .iter()
                .map(|word| OsString::from(&*visible_line(&word.to_string_lossy())));
            let visible: Vec<OsString> = visible.collect();
            let error = read(&visible).err().unwrap_or(error);
            Err(write_argument_error(&error, texts))
        }
    }
}

/// Writes an error in the arguments, or the help that they request. Returns the exit code.
fn write_argument_error(error: &clap::Error, texts: &Texts) -> u8 {
    let (mut out, mut err) = (Out::stdout(), Out::stderr());
    let written = if error.use_stderr() {
        err.block(&argument_errors::text(error, texts))
    } else {
        out.block(&trusted(&error.render().ansi().to_string()))
    };
    let code = u8::try_from(error.exit_code()).unwrap_or(Outcome::Unusable.exit_code());
    finished(&mut out, &mut err, texts, written.map(|()| code))
}

/// Runs a command on the terminal, with colors if it supports them. Returns the exit code.
pub fn execute(command: &Command, language: &Language) -> u8 {
    let english = Texts::default();
    let texts = if command.is_for_programs() && language.explicit().is_none() {
        &english
    } else {
        language.texts()
    };
    let (mut out, mut err) = (Out::stdout(), Out::stderr());
    on_purpose::panic_at("cli");
    let result = take_back_unfinished(&mut err, texts).and_then(|()| {
        command.execute(&mut Streams {
            out: &mut out,
            err: &mut err,
            texts,
        })
    });
    let result =
        result.and_then(|outcome| warn_of_unsynced_files(&mut err, texts).map(|()| outcome));
    finished(&mut out, &mut err, texts, result.map(Outcome::exit_code))
}

/// Completes the output. Returns the exit code of the result, or [`Outcome::Unusable`] if the output is incomplete.
fn finished(out: &mut Out, err: &mut Out, texts: &Texts, result: io::Result<u8>) -> u8 {
    let result = result.map_err(|error| texts.io_error(&error));
    let result = result.and_then(|code| match out.finish() {
        None => Ok(code),
        Some(error) => {
            let reason = texts.io_error(&error);
            Err(texts.tr_with("cli.output_not_written", &[("reason", &reason)]))
        }
    });
    result.unwrap_or_else(|reason| {
        // Standard error may be closed as well.
        let _ = writeln!(err, "treewright: {reason}");
        Outcome::Unusable.exit_code()
    })
}

/// Writes a line to standard error, outside of any command.
pub fn write_error(line: &str) {
    let _ = writeln!(Out::stderr(), "treewright: {line}");
}

/// Warns of files that were saved but may be lost in a power failure.
fn warn_of_unsynced_files(err: &mut Out, texts: &Texts) -> io::Result<()> {
    files::take_doubts().into_iter().try_for_each(|doubt| {
        let file = doubt.file.display().to_string();
        let reason = texts.io_error(&doubt.why);
        let warning = texts.tr_with("cli.not_synced", &[("file", &file), ("reason", &reason)]);
        writeln!(err, "treewright: {warning}")
    })
}

/// Gives back what a program that ended too early had changed in a project, and says so.
fn take_back_unfinished(err: &mut Out, texts: &Texts) -> io::Result<()> {
    let edits = UnfinishedEdits::new(host::state_folder().as_deref());
    let taken = edits.take_back(trash::discard);
    taken
        .into_iter()
        .try_for_each(|taken| writeln!(err, "treewright: {}", taken.told(texts)))
}

/// Returns a sentence for each file that the editor cannot open. The first file may be a misspelled command.
pub fn unusable_files(files: &[PathBuf], texts: &Texts) -> Vec<String> {
    let arguments = Arguments::command();
    let mut commands: Vec<&str> = arguments
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
        .map(clap::Command::get_name)
        .collect();
    let mut unusable = Vec::new();
    for file in files {
        unusable.extend(input::why_not_a_file(file, &commands, texts));
        commands.clear();
    }
    unusable
}

/// Why the editor's window cannot open.
#[derive(Clone, Debug)]
pub enum NoWindow {
    /// The system has no display.
    NoDisplay,
    /// The window failed for this reason, which is the window library's.
    Failed(String),
    /// This program was built without the editor.
    NotBuilt,
}

impl NoWindow {
    /// Returns [`NoWindow::NoDisplay`] if the environment names no display; `None` if there seems to be one.
    pub fn without_display() -> Option<Self> {
        let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let needs_display = cfg!(all(unix, not(target_os = "macos")));
        let has_display = ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"]
            .into_iter()
            .any(is_set);
        (needs_display && !has_display).then_some(Self::NoDisplay)
    }

    /// The reason, and the commands that work without a window.
    pub fn sentence(&self, texts: &Texts) -> String {
        let reason = match self {
            Self::NoDisplay => texts.tr("cli.window.no_display").into_owned(),
            Self::Failed(reason) => texts.tr_with("cli.window.failed", &[("reason", reason)]),
            Self::NotBuilt => texts.tr("cli.window.not_built").into_owned(),
        };
        let commands = [
            "check", "run", "compare", "test", "render", "fmt", "new", "import", "export",
            "convert", "watch", "live", "diff", "merge", "nodes",
        ];
        let commands = commands
            .into_iter()
            .filter(|command| cfg!(feature = "gui") || *command != "render");
        let commands = commands.enumerate().map(|(index, command)| match index {
            0 => format!("`treewright {command}`"),
            _ => format!("`{command}`"),
        });
        let commands: Vec<String> = commands.collect();
        let commands = commands.join(&texts.tr("cli.list_separator"));
        let arguments = [("reason", &*reason), ("commands", &*commands)];
        texts.tr_with("cli.window.unavailable", &arguments)
    }
}

/// A path as text for a message.
fn shown(path: &Path) -> String {
    path.display().to_string()
}
