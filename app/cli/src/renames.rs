//! `treewright rename-tree`, `rename-variable`, `rename-event`, `rename-task` and `move`: change something in all files of a project that use it.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use serde::Serialize;
use treewright_session::file_names::slashed;
use treewright_session::host::files;
use treewright_session::host::project::Project;
use treewright_session::host::{state_folder, trash};
use treewright_session::i18n::Texts;
use treewright_session::refactoring::on_disk::{NewText, ProjectEdit, ProjectFolder};
use treewright_session::refactoring::unfinished::UnfinishedEdits;
use treewright_session::refactoring::{self, Plan, Refactoring};

use super::colors::{BAD, FAINT, GOOD, HEADING, styled};
use super::report::{Report, write_json};
use super::{Format, Outcome, Output, Streams};

/// The number of unchanged lines around a change in a shown difference.
const CONTEXT: usize = 2;

/// What all of these commands take.
#[derive(Debug, Args)]
struct Options {
    #[arg(long)]
    dry_run: bool,

    #[command(flatten)]
    output: Output,
}

#[derive(Debug, Args)]
pub struct RenameTree {
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[arg(value_name = "NAME")]
    old_name: String,
    #[arg(value_name = "NEW")]
    new_name: String,
    #[command(flatten)]
    options: Options,
}

#[derive(Debug, Args)]
pub struct RenameVariable {
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[arg(value_name = "NAME")]
    old_name: String,
    #[arg(value_name = "NEW")]
    new_name: String,
    #[command(flatten)]
    options: Options,
}

#[derive(Debug, Args)]
pub struct RenameEvent {
    #[arg(value_name = "DIR")]
    project: PathBuf,
    #[arg(value_name = "NAME")]
    old_name: String,
    #[arg(value_name = "NEW")]
    new_name: String,
    #[command(flatten)]
    options: Options,
}

#[derive(Debug, Args)]
pub struct RenameTask {
    #[arg(value_name = "FILE")]
    library: PathBuf,
    #[arg(value_name = "NAME")]
    old_name: String,
    #[arg(value_name = "NEW")]
    new_name: String,
    #[command(flatten)]
    options: Options,
}

#[derive(Debug, Args)]
pub struct Move {
    #[arg(value_name = "FROM")]
    from: PathBuf,
    #[arg(value_name = "TO")]
    to: PathBuf,
    #[command(flatten)]
    options: Options,
}

impl RenameTree {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        execute(&self.file, &self.options, streams, |file| {
            Refactoring::RenameTree {
                file,
                from: name(&self.old_name),
                to: name(&self.new_name),
            }
        })
    }

    pub(super) fn output(&self) -> Output {
        self.options.output
    }
}

impl RenameVariable {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        execute(&self.file, &self.options, streams, |file| {
            Refactoring::RenameVariable {
                file,
                from: name(&self.old_name),
                to: name(&self.new_name),
            }
        })
    }

    pub(super) fn output(&self) -> Output {
        self.options.output
    }
}

impl RenameEvent {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        execute(&self.project, &self.options, streams, |_| {
            Refactoring::RenameEvent {
                from: name(&self.old_name),
                to: name(&self.new_name),
            }
        })
    }

    pub(super) fn output(&self) -> Output {
        self.options.output
    }
}

impl RenameTask {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        execute(&self.library, &self.options, streams, |library| {
            Refactoring::RenameTask {
                library,
                from: name(&self.old_name),
                to: name(&self.new_name),
            }
        })
    }

    pub(super) fn output(&self) -> Output {
        self.options.output
    }
}

impl Move {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let Some(project) = Project::of(&self.from).ok() else {
            return refuse(&self.options, streams, &missing(&self.from, streams.texts));
        };
        // Into a folder, under its own name.
        let mut to = files::absolute(&self.to);
        if files::is_folder(&to)
            && let Some(name) = self.from.file_name()
        {
            to.push(name);
        }
        let inside = to.strip_prefix(project.folder());
        let to = inside.map_or_else(|_| to.display().to_string(), slashed);
        execute(&self.from, &self.options, streams, |from| {
            Refactoring::Move { from, to }
        })
    }

    pub(super) fn output(&self) -> Output {
        self.options.output
    }
}

fn name(text: &str) -> Arc<str> {
    text.into()
}

#[derive(Default, Serialize)]
struct Summary {
    project: String,
    written: bool,
    uses: usize,
    files: Vec<ChangedFile>,
    moved: Vec<(String, String)>,
    problems: Vec<Report>,
}

#[derive(Serialize)]
struct ChangedFile {
    file: String,
    uses: usize,
}

/// Plans and writes a change in the project of the file or folder `at`. `make` gets its path in the project.
fn execute(
    at: &Path,
    options: &Options,
    streams: &mut Streams<'_>,
    make: impl FnOnce(String) -> Refactoring,
) -> io::Result<Outcome> {
    let texts = streams.texts;
    if !files::is_there(at) {
        return refuse(options, streams, &missing(at, texts));
    }
    let project = if files::is_folder(at) {
        Project::at(at)
    } else {
        Project::of(at)
    };
    let project = match project {
        Ok(project) => project,
        Err(error) => {
            let report = Report::error(at, "io", texts.io_error(&error));
            return refuse(options, streams, &report);
        }
    };
    let own = files::real_path(at).unwrap_or_else(|_| at.to_owned());
    let own = own.strip_prefix(project.folder()).unwrap_or(&own);
    let folder = ProjectFolder::read(project.folder());
    let refactoring = make(slashed(own));
    let planned = refactoring::plan(&folder.texts, &refactoring);
    let plan = match planned {
        Ok(plan) => plan,
        Err(error) => {
            let report = Report::error(at, error.code(), texts.message(&error.message()));
            return refuse(options, streams, &report);
        }
    };
    let edit = folder.edit(&plan).and_then(|edit| {
        if !options.dry_run {
            let edits = UnfinishedEdits::new(state_folder().as_deref());
            edits.perform(&edit, trash::discard)?;
        }
        Ok(edit)
    });
    match edit {
        Ok(edit) => tell(&folder, &plan, &edit, options, streams),
        Err(error) => {
            let report = Report::error(at, error.code(), texts.message(&error.message()));
            refuse(options, streams, &report)
        }
    }
}

fn missing(file: &Path, texts: &Texts) -> Report {
    let shown = file.display().to_string();
    let message = texts.tr_with("cli.rename.missing", &[("file", &shown)]);
    Report::error(file, "not_found", message)
}

fn refuse(options: &Options, streams: &mut Streams<'_>, report: &Report) -> io::Result<Outcome> {
    match options.output.format {
        Format::Human => report.write_human(streams.err, streams.texts, None)?,
        Format::Json => write_json(
            streams.out,
            &Summary {
                problems: vec![report.clone()],
                ..Summary::default()
            },
        )?,
    }
    Ok(Outcome::Unusable)
}

/// Reports what was changed, or would be.
fn tell(
    folder: &ProjectFolder,
    plan: &Plan,
    edit: &ProjectEdit,
    options: &Options,
    streams: &mut Streams<'_>,
) -> io::Result<Outcome> {
    let texts = streams.texts;
    let unread = plan.unread.iter().map(|path| {
        let message = texts.tr("cli.rename.unread");
        Report::warning(Path::new(path), "unread", message)
    });
    let unread: Vec<Report> = unread.collect();
    let outcome = if unread.is_empty() {
        Outcome::Success
    } else {
        Outcome::Problems
    };
    if options.output.format == Format::Json {
        let files = plan.changes.iter().map(|change| ChangedFile {
            file: change.path.clone(),
            uses: change.uses.len(),
        });
        let summary = Summary {
            project: folder.folder().display().to_string(),
            written: !options.dry_run,
            uses: plan.uses(),
            files: files.collect(),
            moved: plan.moves.clone(),
            problems: unread,
        };
        write_json(streams.out, &summary)?;
        return Ok(outcome);
    }
    for report in &unread {
        report.write_line(streams.err, texts)?;
    }
    for (from, to) in &plan.moves {
        let arguments = [("from", &**from), ("to", &**to)];
        writeln!(
            streams.out,
            "{}",
            texts.tr_with("cli.rename.moved", &arguments)
        )?;
    }
    for (change, text) in plan.changes.iter().zip(&edit.contents) {
        let arguments = [("file", &*change.path)];
        let line = texts.tr_count_with("cli.rename.file", change.uses.len(), &arguments);
        writeln!(streams.out, "{line}")?;
        if options.dry_run {
            write_difference(streams, text)?;
        }
    }
    let key = if options.dry_run {
        "cli.rename.would_change"
    } else {
        "cli.rename.changed"
    };
    let files = texts.tr_count("cli.rename.files", plan.changes.len());
    let sentence = texts.tr_with(key, &[("files", &files)]);
    writeln!(streams.out, "{}", styled(GOOD, sentence))?;
    Ok(outcome)
}

fn write_difference(streams: &mut Streams<'_>, text: &NewText) -> io::Result<()> {
    let [before, after] = [&text.before, &text.after].map(|bytes| String::from_utf8_lossy(bytes));
    let difference = similar::TextDiff::from_lines(&before, &after);
    for hunk in difference
        .unified_diff()
        .context_radius(CONTEXT)
        .iter_hunks()
    {
        writeln!(streams.out, "{}", styled(HEADING, hunk.header()))?;
        for change in hunk.iter_changes() {
            let line = change.value().trim_end_matches(['\r', '\n']);
            let line = match change.tag() {
                similar::ChangeTag::Delete => styled(BAD, format!("-{line}")),
                similar::ChangeTag::Insert => styled(GOOD, format!("+{line}")),
                similar::ChangeTag::Equal => styled(FAINT, format!(" {line}")),
            };
            writeln!(streams.out, "{line}")?;
        }
    }
    Ok(())
}
