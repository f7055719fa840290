//! Files that commands read: documents and scenarios, and why one cannot be read. Knows nothing of what is done with them.

mod foreign;
mod versions;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use treewright_authoring::edit::Command;
use treewright_authoring::validate::{fixes, meant, nearest};
use treewright_core::diagnostic::{Problem, Problems};
use treewright_core::format::{FileContent, FormatError, native};
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_core::project::Project;
use treewright_exchange as exchange;
use treewright_exchange::{ExchangeFormat, ReadOptions, substitution_json};
use treewright_insight::recording_json::Replay;
use treewright_insight::scenario::Scenario;
use treewright_insight::scenario_json;
use treewright_session::host::files::{Fingerprint, ReadError};
use treewright_session::host::libraries::{Libraries, NamedLibrary};
use treewright_session::host::referenced_documents::Related;
pub use treewright_session::host::scenario_files::{is_scenario, tree_of};
use treewright_session::host::{files, recordings};

pub use self::foreign::{import, rules, unreadable};
pub use self::versions::Versions;
use super::report::Report;
use super::terminal;

/// A tree that was read, with the kinds of nodes that it can have and all that is wrong with it.
pub struct Tree {
    /// The format of its file.
    pub format: ExchangeFormat,
    pub document: Document,
    pub library: NodeLibrary,
    pub diagnostics: Problems,
    /// The documents that it refers to.
    related: Related,
    /// The kinds that its program can have, where these documents name further libraries.
    kinds_in_program: Option<NodeLibrary>,
    /// What is wrong with its task libraries, as reports.
    library_reports: Vec<Report>,
    library_files: Vec<PathBuf>,
    libraries: Vec<NamedLibrary>,
    pub text: String,
    pub fingerprint: Fingerprint,
}

/// A file that is of no use, and its text if it has one.
pub struct Unusable {
    pub report: Box<Report>,
    pub text: Option<String>,
}

impl Tree {
    /// It and the documents that it refers to.
    pub fn project(&self) -> Project<'_> {
        self.related.project(&self.document)
    }

    /// The same with another document in the place of its own.
    pub fn project_with<'a>(&'a self, document: &'a Document) -> Project<'a> {
        self.related.project(document)
    }

    /// The files on which it depends beside its own: documents and task libraries.
    pub fn depends_on(&self) -> impl Iterator<Item = &Path> {
        let own = self.library_files.iter();
        own.chain(&self.related.files).map(PathBuf::as_path)
    }

    /// The kinds that its program can have.
    pub fn kinds(&self) -> &NodeLibrary {
        self.kinds_in_program.as_ref().unwrap_or(&self.library)
    }

    /// The paths and texts of the task libraries whose kinds its program can have, in the order in which they are added.
    pub fn library_texts(&self) -> impl Iterator<Item = (&str, Arc<str>)> {
        let libraries = self.libraries.iter().chain(&self.related.libraries);
        libraries.map(|named| (&*named.reference, named.file.text.clone()))
    }

    /// What is wrong with its task libraries.
    pub fn library_reports(&self) -> &[Report] {
        &self.library_reports
    }

    /// What is wrong with it, as reports on its file.
    pub fn reports(&self, file: &Path) -> Vec<Report> {
        // Looking for a fix takes time; a file with more problems than this is not mended one by one.
        const WITH_FIX: usize = 50;
        let library = &self.library;
        let unread = self.library_reports.iter().find(|r| r.is_error());
        let reports = self.diagnostics.iter().enumerate().map(|(i, diagnostic)| {
            let mut report = Report::of_diagnostic(file, diagnostic);
            if i < WITH_FIX {
                // Taking nodes away mends much, but nobody who reads a report needs to be told that.
                let takes_away = |command: &Command| {
                    matches!(command, Command::Delete(_))
                        || matches!(command, Command::RemoveKeepingChildren { .. })
                };
                let fix = fixes(&self.document, library, diagnostic)
                    .into_iter()
                    .find(|fix| !takes_away(&fix.command));
                let meant = meant(&self.document, library, diagnostic);
                report.remedy = meant
                    .map(|name| format!("did you mean `{name}`?"))
                    .or(fix.map(|fix| format!("the editor can do this: {}", fix.label)));
            }
            if let (Problem::UnknownTask { .. }, Some(unread), None) =
                (&diagnostic.problem, unread, &report.remedy)
            {
                report.remedy = Some(format!(
                    "it may be declared in a library that cannot be used: {unread}"
                ));
            }
            report
        });
        self.library_reports
            .iter()
            .cloned()
            .chain(reports)
            .collect()
    }
}

/// Reads a tree and looks for mistakes in it. Files of other tools are read as the documents that they become.
pub fn read_tree(file: &Path) -> Result<Tree, Unusable> {
    read_tree_as(file, None, &ReadOptions::default())
}

/// The same, of a file that is known to be of this format.
pub fn read_tree_as(
    file: &Path,
    format: Option<ExchangeFormat>,
    options: &ReadOptions,
) -> Result<Tree, Unusable> {
    let bytes = read(file)?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    match format.or_else(|| exchange::detect(&name, &bytes)) {
        None if name.to_ascii_lowercase().ends_with(".xml")
            || substitution_json::detect(&bytes) =>
        {
            foreign::tree(file, &import(file, format, options)?, &bytes)
        }
        None | Some(ExchangeFormat::Native) => native_tree(file, &bytes),
        format => foreign::tree(file, &import(file, format, options)?, &bytes),
    }
}

fn native_tree(file: &Path, bytes: &[u8]) -> Result<Tree, Unusable> {
    let read = native::read(bytes).map_err(|error| of_format(file, &error, bytes))?;
    let mut libraries = Libraries::load(file, &read.document.libraries);
    let library = libraries.combined();
    let library_reports = libraries.problems.iter().map(|problem| {
        let named = read.positions.library(problem.index);
        Report::of_library(file, named, problem)
    });
    let library_reports = library_reports.collect();
    let related = Related::load(file, &read.document, ToString::to_string);
    let mut diagnostics = Problems::from(read.diagnostics);
    diagnostics.append(exchange::problems(
        &related.project(&read.document),
        &library,
    ));
    read.positions.locate(&mut diagnostics);
    diagnostics.sort_by_key(|d| (d.position.is_none(), d.position));
    Ok(Tree {
        format: ExchangeFormat::Native,
        library_reports,
        library_files: libraries.paths,
        libraries: libraries.files,
        kinds_in_program: related.kinds_in_program(&library),
        related,
        document: read.document,
        library,
        diagnostics,
        text: lossy(bytes),
        fingerprint: Fingerprint::of(bytes),
    })
}

/// One version of a tree.
pub struct Version {
    /// The format of its file; none if there is no file.
    pub format: Option<ExchangeFormat>,
    pub document: Document,
    /// What its file held; none if there is no file.
    pub held: Option<Fingerprint>,
}

/// Reads a tree alone: not what it refers to, and whatever its mistakes. Git may have no file for a version: an empty tree then.
pub fn read_version(file: &Path) -> Result<Version, Unusable> {
    let is_none = file == Path::new("/dev/null") || file == Path::new("nul");
    let is_empty =
        || std::fs::metadata(file).is_ok_and(|about| about.is_file() && about.len() == 0);
    if is_none || is_empty() {
        return Ok(Version {
            format: None,
            document: Document::default(),
            held: (!is_none).then(|| Fingerprint::of(b"")),
        });
    }
    read_side(file)
}

/// The same of a side of a merge, which holds a tree: an empty file is one that was lost, and no tree without nodes.
pub fn read_side(file: &Path) -> Result<Version, Unusable> {
    let bytes = read(file)?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let read = match exchange::detect(&name, &bytes) {
        None | Some(ExchangeFormat::Native) => native::read(&bytes)
            .map(|read| (ExchangeFormat::Native, read.document))
            .map_err(|error| of_format(file, &error, &bytes)),
        Some(_) => read_tree(file).map(|tree| (tree.format, tree.document)),
    };
    read.map(|(format, document)| Version {
        format: Some(format),
        document,
        held: Some(Fingerprint::of(&bytes)),
    })
}

/// Reads a scenario; also gives its text and fingerprint.
pub fn read_scenario(file: &Path) -> Result<(Scenario, Vec<u8>), Unusable> {
    let bytes = read(file)?;
    match scenario_json::read(&bytes) {
        Ok(scenario) => Ok((scenario, bytes)),
        Err(error) => Err(of_format(file, &error, &bytes)),
    }
}

/// Reads what a recording ran; its frames are run as they are read. No more of them than need be is kept.
pub fn read_recording(file: &Path) -> Result<Replay<'static>, Unusable> {
    let read = recordings::open(file).map_err(|error| cannot_read(file, &error))?;
    let mut replay = Replay::of(read).map_err(|error| of_recording(file, &error))?;
    replay.recording.set_limit(recordings::KEPT_BYTES);
    Ok(replay)
}

/// Why a recording is of no use. Its lines are too long to be shown.
pub fn of_recording(file: &Path, error: &FormatError) -> Unusable {
    of_format(file, error, &[])
}

/// Why a file cannot be opened, in a sentence; none if it seems to be one. Where no file but one of these commands may have been
/// meant, says so.
pub fn why_no_file(file: &Path, commands: &[&str]) -> Option<String> {
    let why = match std::fs::metadata(file) {
        Ok(about) if about.is_file() => return None,
        Ok(about) if about.is_dir() => "is a folder, not a file".to_owned(),
        Ok(_) => "is not a file".to_owned(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => missing(file, commands),
        Err(error) => format!("cannot be read: {error}"),
    };
    Some(format!("{} {why}", file.display()))
}

fn missing(file: &Path, commands: &[&str]) -> String {
    let list = commands.join(", ");
    let word = file.to_string_lossy();
    if let Some(command) = nearest(&word, commands.iter().copied()) {
        return format!(
            "is no command and no file; did you mean `treewright {command}`? The commands are {list}"
        );
    }
    let is_path = word.contains(['.', '/', '\\']);
    if commands.is_empty() || is_path {
        return format!(
            "does not exist; `treewright new {}` makes it",
            terminal::word(&word)
        );
    }
    format!(
        "is no command and no file; the commands are {list}; `treewright new {}` makes a tree",
        terminal::word(&word)
    )
}

fn read(file: &Path) -> Result<Vec<u8>, Unusable> {
    files::read(file).map_err(|error| cannot_read(file, &error))
}

/// What a file holds, by its name.
fn content_of(file: &Path) -> FileContent {
    FileContent::of(&file.file_name().unwrap_or_default().to_string_lossy())
}

fn cannot_read(file: &Path, error: &ReadError) -> Unusable {
    let report = match error {
        ReadError::NotFound => Report::error(file, "not_found", "there is no such file")
            .with_remedy(match content_of(file) {
                FileContent::Scenario => "Check the path of the scenario.",
                FileContent::Library => "Check the path of the library.",
                FileContent::Recording => {
                    "Check the path; `treewright run TREE --trace FILE` records a run."
                }
                FileContent::Tree | FileContent::Foreign => {
                    "Check the path; `treewright new` makes a new tree."
                }
            }),
        ReadError::NotAFile => Report::error(file, "not_a_file", "this is not a file")
            .with_remedy("Name a file, not a folder or a device."),
        ReadError::TooLarge { .. } => Report::error(file, error.code(), error.to_string())
            .with_remedy(content_of(file).too_large().1),
        ReadError::Io(_) | ReadError::Link => Report::error(file, error.code(), error.to_string())
            .with_remedy("Check that the file may be read."),
    };
    Unusable {
        report: Box::new(report),
        text: None,
    }
}

/// All wrong fields that keep a tree from being read, of which reading says only the first.
pub fn wrong_fields(file: &Path) -> Vec<Report> {
    let faults = read(file).map(|bytes| native::faults(&bytes));
    let faults = faults.unwrap_or_default();
    faults.iter().map(|fault| reported(file, fault)).collect()
}

fn reported(file: &Path, error: &FormatError) -> Report {
    Report::error(file, error.code(), error.to_string())
        .with_remedy(error.remedy(content_of(file)))
        .at(error.position)
}

pub fn of_format(file: &Path, error: &FormatError, bytes: &[u8]) -> Unusable {
    Unusable {
        report: Box::new(reported(file, error)),
        text: std::str::from_utf8(bytes).ok().map(str::to_owned),
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
