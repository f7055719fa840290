//! Reads the files of commands: documents, scenarios and recordings; reports why one cannot be read. Does not know the commands.

mod foreign;
mod told_files;
mod versions;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::de::IgnoredAny;
use treewright_authoring::edit::Command;
use treewright_authoring::validate::{Fix, fixes, nearest, suggestion};
use treewright_core::diagnostic::{Problem, Problems};
use treewright_core::format::json_text::read_headed;
use treewright_core::format::{FileContent, FormatError, FormatErrorKind, native};
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_core::project::Project;
use treewright_exchange as exchange;
use treewright_exchange::{ExchangeFormat, ReadOptions, substitution_json};
use treewright_insight::recording_json::{FORMAT, Replay, VERSION};
use treewright_insight::scenario::Scenario;
use treewright_insight::scenario_json;
use treewright_session::host::files::{Fingerprint, ReadError};
use treewright_session::host::libraries::{Libraries, NamedLibrary};
use treewright_session::host::referenced_documents::ReferencedDocuments;
pub use treewright_session::host::scenario_files::{is_scenario, tree_of};
use treewright_session::host::{files, recordings};
use treewright_session::i18n::Texts;

pub use self::foreign::{import, substitution_rules, unreadable};
pub use self::told_files::{ToldFile, ToldPart};
pub use self::versions::Versions;
use super::report::Report;
use super::terminal;

/// A tree that was read, with its node types and problems.
pub struct Tree {
    /// The format of the file.
    pub format: ExchangeFormat,
    pub document: Document,
    pub library: NodeLibrary,
    pub diagnostics: Problems,
    /// The documents that the tree refers to.
    related: ReferencedDocuments,
    /// The node types of the tree and of `related`; `None` if `related` names no further libraries.
    program_library: Option<NodeLibrary>,
    /// The problems of the task libraries.
    library_reports: Vec<Report>,
    library_files: Vec<PathBuf>,
    libraries: Vec<NamedLibrary>,
    pub text: String,
    pub fingerprint: Fingerprint,
}

/// Why a file cannot be used, and its text if it has one.
pub struct Unusable {
    pub report: Box<Report>,
    pub text: Option<String>,
}

impl Tree {
    /// The tree and the documents that it refers to.
    pub fn project(&self) -> Project<'_> {
        self.related.project(&self.document)
    }

    /// Like `project`, but with another document instead of the tree's own.
    pub fn project_with<'a>(&'a self, document: &'a Document) -> Project<'a> {
        self.related.project(document)
    }

    /// The other files on which the tree depends: documents and task libraries.
    pub fn depends_on(&self) -> impl Iterator<Item = &Path> {
        let own = self.library_files.iter();
        own.chain(&self.related.files).map(PathBuf::as_path)
    }

    /// The node types that can occur in the program, which includes the subtrees of other documents.
    pub fn program_library(&self) -> &NodeLibrary {
        self.program_library.as_ref().unwrap_or(&self.library)
    }

    /// The paths and texts of the task libraries of the program, in the order in which they are added.
    pub fn library_texts(&self) -> impl Iterator<Item = (&str, Arc<str>)> {
        let libraries = self.libraries.iter().chain(&self.related.libraries);
        libraries.map(|named| (&*named.reference, named.file.text.clone()))
    }

    /// The problems of the task libraries.
    pub fn library_reports(&self) -> &[Report] {
        &self.library_reports
    }

    /// The problems of the task libraries and of the tree, as reports on the tree's file.
    pub fn reports(&self, file: &Path, texts: &Texts) -> Vec<Report> {
        // Searching for fixes takes time, and nobody fixes more problems than this one by one.
        const WITH_FIX: usize = 50;
        let library = &self.library;
        let unread = self.library_reports.iter().find(|r| r.is_error());
        let reports = self.diagnostics.iter().enumerate().map(|(i, diagnostic)| {
            let mut report = Report::of_diagnostic(file, diagnostic, texts);
            if i < WITH_FIX {
                // Deleting nodes fixes most problems, which is no useful advice.
                let deletes = |command: &Command| {
                    matches!(command, Command::Delete(_))
                        || matches!(command, Command::RemoveKeepingChildren { .. })
                };
                let fix = fixes(&self.document, library, diagnostic)
                    .into_iter()
                    .find(|fix| !deletes(&fix.command));
                let meant = suggestion(&self.document, library, diagnostic);
                let similar = |name: &str| texts.tr_with("cli.did_you_mean", &[("name", name)]);
                let offered =
                    |fix: &Fix| texts.tr_with("cli.editor_fix", &[("fix", &texts.fix(fix))]);
                report.remedy = meant
                    .map(|name| similar(&name))
                    .or(fix.map(|fix| offered(&fix)));
            }
            if let (Problem::UnknownTask { .. }, Some(unread), None) =
                (&diagnostic.problem, unread, &report.remedy)
            {
                let library = unread.to_string();
                let remedy = texts.tr_with("cli.in_unusable_library", &[("library", &library)]);
                report.remedy = Some(remedy);
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

/// Reads a tree and checks it. Files of other tools are imported.
pub fn read_tree(file: &Path, texts: &Texts) -> Result<Tree, Unusable> {
    read_tree_as(file, None, &ReadOptions::default(), texts)
}

/// Like `read_tree`, for a file of this format; `None` detects it.
pub fn read_tree_as(
    file: &Path,
    format: Option<ExchangeFormat>,
    options: &ReadOptions,
    texts: &Texts,
) -> Result<Tree, Unusable> {
    let bytes = read(file, texts)?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    match format.or_else(|| exchange::detect(&name, &bytes)) {
        None if name.to_ascii_lowercase().ends_with(".xml")
            || substitution_json::detect(&bytes) =>
        {
            foreign::tree(file, &import(file, format, options, texts)?, &bytes, texts)
        }
        None | Some(ExchangeFormat::Native) => native_tree(file, &bytes, texts),
        format => foreign::tree(file, &import(file, format, options, texts)?, &bytes, texts),
    }
}

fn native_tree(file: &Path, bytes: &[u8], texts: &Texts) -> Result<Tree, Unusable> {
    let read = native::read(bytes).map_err(|error| of_format(file, &error, bytes, texts))?;
    let mut libraries = Libraries::load(file, &read.document.libraries);
    let library = libraries.combined();
    let library_reports = libraries.problems.iter().map(|problem| {
        let named = read.positions.library(problem.index);
        Report::of_library(file, named, problem, texts)
    });
    let library_reports = library_reports.collect();
    let related = ReferencedDocuments::load(file, &read.document, ToString::to_string);
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
        program_library: related.program_node_types(&library),
        related,
        document: read.document,
        library,
        diagnostics,
        text: lossy(bytes),
        fingerprint: Fingerprint::of(bytes),
    })
}

/// One version of a tree, as diff and merge read it.
pub struct Version {
    /// The format of the file; `None` if there is no file.
    pub format: Option<ExchangeFormat>,
    pub document: Document,
    /// The fingerprint of the file as read; `None` if there is no file.
    pub fingerprint: Option<Fingerprint>,
}

/// Reads a tree without the documents that it refers to and without checking it. Where git has no file for a version, the tree is empty.
pub fn read_version(file: &Path, texts: &Texts) -> Result<Version, Unusable> {
    let is_none = file == Path::new("/dev/null") || file == Path::new("nul");
    let is_empty =
        || std::fs::metadata(file).is_ok_and(|about| about.is_file() && about.len() == 0);
    if is_none || is_empty() {
        return Ok(Version {
            format: None,
            document: Document::default(),
            fingerprint: (!is_none).then(|| Fingerprint::of(b"")),
        });
    }
    read_side(file, texts)
}

/// Like `read_version`, for a side of a merge: an empty file is an error there, not a tree without nodes.
pub fn read_side(file: &Path, texts: &Texts) -> Result<Version, Unusable> {
    let bytes = read(file, texts)?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let read = match exchange::detect(&name, &bytes) {
        None | Some(ExchangeFormat::Native) => native::read(&bytes)
            .map(|read| (ExchangeFormat::Native, read.document))
            .map_err(|error| of_format(file, &error, &bytes, texts)),
        Some(_) => read_tree(file, texts).map(|tree| (tree.format, tree.document)),
    };
    read.map(|(format, document)| Version {
        format: Some(format),
        document,
        fingerprint: Some(Fingerprint::of(&bytes)),
    })
}

/// Reads a scenario. Also returns the bytes of the file.
pub fn read_scenario(file: &Path, texts: &Texts) -> Result<(Scenario, Vec<u8>), Unusable> {
    let bytes = read(file, texts)?;
    match scenario_json::read(&bytes) {
        Ok(scenario) => Ok((scenario, bytes)),
        Err(error) => Err(of_format(file, &error, &bytes, texts)),
    }
}

/// Reads the beginning of a recording. The frames run while they are read; only as many are kept in memory as needed.
pub fn read_recording(file: &Path, texts: &Texts) -> Result<Replay<'static>, Unusable> {
    let read = recordings::open(file).map_err(|error| unreadable_file(file, &error, texts))?;
    let mut replay = Replay::of(read).map_err(|error| {
        let error = other_format_of(file).unwrap_or(error);
        of_recording(file, &error, texts)
    })?;
    replay.recording.set_limit(recordings::KEPT_BYTES);
    Ok(replay)
}

/// The error that a file which is no recording is one of another format; `None` if it is a recording, or no JSON as a whole.
fn other_format_of(file: &Path) -> Option<FormatError> {
    let bytes = files::read(file).ok()?;
    let text = std::str::from_utf8(&bytes).ok()?;
    let error = read_headed::<IgnoredAny>(text, FORMAT, VERSION).err()?;
    matches!(error.kind, FormatErrorKind::OtherFormat { .. }).then_some(error)
}

/// Repeats a recording up to a frame, or whole. Returns it with the frame.
pub fn replay_to(
    file: &Path,
    frame: Option<u64>,
    texts: &Texts,
) -> Result<(Replay<'static>, u64), Unusable> {
    let mut replay = read_recording(file, texts)?;
    let wanted = frame.unwrap_or(u64::MAX);
    while replay.recording.last_frame() < wanted {
        let step = replay.step();
        if step
            .map_err(|error| of_recording(file, &error, texts))?
            .is_none()
        {
            break;
        }
    }
    let last = replay.recording.last_frame();
    match frame.filter(|frame| *frame > last) {
        Some(missing) => Err(no_frame(file, (missing, last), texts)),
        None => Ok((replay, frame.unwrap_or(last))),
    }
}

/// Why a frame cannot be shown: it comes after the last one.
pub fn no_frame(file: &Path, (missing, last): (u64, u64), texts: &Texts) -> Unusable {
    let (missing, last) = (missing.to_string(), last.to_string());
    let arguments = [("frame", &*missing), ("last", &*last)];
    let message = texts.tr_with("cli.render.no_frame", &arguments);
    let report = Report::error(file, "no_frame", message);
    let remedy = texts.tr_with("cli.remedy.frame", &[("last", &last)]);
    unusable(report.with_remedy(remedy))
}

/// Why a recording cannot be used, without an excerpt, since the lines of recordings are long.
pub fn of_recording(file: &Path, error: &FormatError, texts: &Texts) -> Unusable {
    of_format(file, error, &[], texts)
}

/// Returns why a path cannot be opened in the editor, in a sentence; `None` if it is a file. `commands` are the names that may have been
/// meant instead of the path.
pub fn why_not_a_file(file: &Path, commands: &[&str], texts: &Texts) -> Option<String> {
    let name = super::shown(file);
    let about = |key| texts.tr_with(key, &[("file", &name)]);
    Some(match std::fs::metadata(file) {
        Ok(metadata) if metadata.is_file() => return None,
        Ok(metadata) if metadata.is_dir() => about("cli.open.folder"),
        Ok(_) => about("cli.open.not_a_file"),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            missing(file, commands, texts)
        }
        Err(error) => {
            let reason = texts.io_error(&error);
            texts.tr_with(
                "cli.open.unreadable",
                &[("file", &name), ("reason", &reason)],
            )
        }
    })
}

fn missing(file: &Path, commands: &[&str], texts: &Texts) -> String {
    let word = file.to_string_lossy();
    let shown = super::shown(file);
    let list = commands.join(", ");
    let new = format!("`treewright new {}`", terminal::word(&word));
    if let Some(command) = nearest(&word, commands.iter().copied()) {
        let command = format!("`treewright {command}`");
        let arguments = [
            ("file", &*shown),
            ("command", &command),
            ("commands", &list),
        ];
        return texts.tr_with("cli.open.misspelled", &arguments);
    }
    let is_path = word.contains(['.', '/', '\\']);
    if commands.is_empty() || is_path {
        return texts.tr_with("cli.open.missing", &[("file", &shown), ("new", &new)]);
    }
    let arguments = [("file", &*shown), ("commands", &list), ("new", &new)];
    texts.tr_with("cli.open.no_command", &arguments)
}

fn read(file: &Path, texts: &Texts) -> Result<Vec<u8>, Unusable> {
    files::read(file).map_err(|error| unreadable_file(file, &error, texts))
}

/// The content of a file, by its name.
fn content_of(file: &Path) -> FileContent {
    FileContent::of(&file.file_name().unwrap_or_default().to_string_lossy())
}

pub fn unreadable_file(file: &Path, error: &ReadError, texts: &Texts) -> Unusable {
    let remedy = match (error, content_of(file)) {
        (ReadError::NotFound, FileContent::Scenario) => "cli.remedy.path_of_scenario",
        (ReadError::NotFound, FileContent::Library) => "cli.remedy.path_of_library",
        (ReadError::NotFound, FileContent::Recording) => "cli.remedy.path_of_recording",
        (ReadError::NotFound, FileContent::RobotLog) => "cli.remedy.path_of_log",
        (ReadError::NotFound, FileContent::Tree | FileContent::Foreign) => {
            "cli.remedy.path_of_tree"
        }
        (ReadError::NotAFile, _) => "cli.remedy.name_a_file",
        (ReadError::InUse, _) => "cli.remedy.close_elsewhere",
        (ReadError::TooLarge { .. } | ReadError::Io(_) | ReadError::Link, _) => {
            "cli.remedy.readable"
        }
    };
    let remedy = match error {
        ReadError::TooLarge { .. } => texts.too_large_remedy(content_of(file)),
        _ => texts.tr(remedy).into_owned(),
    };
    let report = Report::error(file, error.code(), texts.read_error(error)).with_remedy(remedy);
    unusable(report)
}

/// Returns all invalid fields of a file, while reading reports only the first.
pub fn wrong_fields(file: &Path, texts: &Texts) -> Vec<Report> {
    let faults = read(file, texts).map(|bytes| native::faults(&bytes));
    let faults = faults.unwrap_or_default();
    let reports = faults.iter().map(|fault| format_report(file, fault, texts));
    reports.collect()
}

fn format_report(file: &Path, error: &FormatError, texts: &Texts) -> Report {
    Report::error(file, error.code(), texts.format_message(error))
        .with_remedy(texts.format_remedy(error, content_of(file)))
        .at(error.position)
}

/// Why the bytes of a file are not of the expected format.
pub fn of_format(file: &Path, error: &FormatError, bytes: &[u8], texts: &Texts) -> Unusable {
    Unusable {
        report: Box::new(format_report(file, error, texts)),
        text: std::str::from_utf8(bytes).ok().map(str::to_owned),
    }
}

/// A report without an excerpt.
pub fn unusable(report: Report) -> Unusable {
    Unusable {
        report: Box::new(report),
        text: None,
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
