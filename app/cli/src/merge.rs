//! `treewright merge`: merges two changed versions of a tree. Conflicts remain in the tree, and the editor shows them.

mod foreign;
mod new_errors;

use std::borrow::Cow;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command as Process;

use clap::Args;
use serde::Serialize;
use treewright_authoring::merge::{Merged, merge};
use treewright_authoring::{edit, layout};
use treewright_core::diagnostic::Diagnostic;
use treewright_core::format::native;
use treewright_core::geometry::Position;
use treewright_core::model::{Conflict, ConflictKind, Document, FieldValue};
use treewright_exchange::ExchangeFormat;
#[cfg(feature = "gui")]
use treewright_session::host;
#[cfg(feature = "gui")]
use treewright_session::host::backups::Backups;
use treewright_session::host::files::{Expected, Fingerprint, SaveError};
use treewright_session::host::line_ends;
use treewright_session::host::outputs::{OutputKind, OutputTarget, Outputs, Replacing};
use treewright_session::host::{files, outputs};
use treewright_session::i18n::Texts;

use self::foreign::Foreign;
use self::new_errors::new_errors;
use super::changes::{subject, title};
use super::colors::{BAD, GOOD, NOTABLE, styled};
use super::input::{self, Unusable, unusable};
use super::report::{Report, located, write_json, write_unusable};
use super::transfer::remedy;
use super::{Format, Out, Outcome, Output, Streams};

#[derive(Debug, Args)]
pub struct Merge {
    #[arg(value_name = "BASE")]
    base: PathBuf,

    #[arg(value_name = "OURS")]
    ours: PathBuf,

    #[arg(value_name = "THEIRS")]
    theirs: PathBuf,

    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[arg(long, requires = "out")]
    force: bool,

    #[cfg(feature = "gui")]
    #[arg(long, requires = "out")]
    edit: bool,

    /// Git is the caller: files that are not trees are merged line by line.
    #[arg(long, hide = true, requires = "out")]
    git: bool,

    #[command(flatten)]
    pub(super) output: Output,
}

#[derive(Serialize)]
struct Summary {
    file: Option<String>,
    conflicts: Vec<ConflictReport>,
    /// Nodes of theirs that got a new id, because ours had given the id to another node.
    renumbered: Vec<[String; 2]>,
    /// Errors that neither version had.
    misfits: Vec<String>,
}

#[derive(Serialize)]
struct ConflictReport {
    kind: &'static str,
    subject: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    node: Option<String>,
    field: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    parameter: Option<String>,
    message: String,
}

/// The result of a merge, before it is written.
struct MergeResult {
    merged: Merged,
    /// Errors that neither version had.
    new_errors: Vec<Diagnostic>,
    text: MergedText,
    /// The fingerprint of the file of ours when it was read.
    ours: Option<Fingerprint>,
}

/// The text that is written.
enum MergedText {
    /// That of the merged document, in our own format.
    OfDocument,
    /// This one, in the format of another tool.
    Of(String),
    /// None: the format of another tool cannot store conflicts.
    None,
}

impl Merge {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let texts = streams.texts;
        let result = match self.merged(texts) {
            Ok(MergeResult {
                text: MergedText::None,
                ..
            })
            | Err(_)
                if self.git =>
            {
                return self.by_lines(streams);
            }
            Ok(result) => result,
            Err(Unusable { report, text }) => {
                write_unusable(streams, self.output.format, &report, text.as_deref())?;
                return Ok(Outcome::Unusable);
            }
        };
        if let Err(report) = self.write(streams, &result) {
            write_unusable(streams, self.output.format, &*report?, None)?;
            return Ok(Outcome::Unusable);
        }
        // Standard output is for the tree if no file is named.
        let out = match self.out {
            Some(_) => &mut *streams.out,
            None => &mut *streams.err,
        };
        if self.output.format == Format::Json {
            write_json(out, &self.summary(&result, texts))?;
        } else {
            write_human(out, &result, texts)?;
        }
        if result.merged.document.conflicts.is_empty() && result.new_errors.is_empty() {
            return Ok(Outcome::Success);
        }
        #[cfg(feature = "gui")]
        if self.edit && matches!(result.text, MergedText::OfDocument) {
            return self.resolve_in_editor(&result.new_errors, streams);
        }
        Ok(Outcome::Problems)
    }

    fn merged(&self, texts: &Texts) -> Result<MergeResult, Unusable> {
        let files = [&*self.base, &*self.ours, &*self.theirs];
        let base = input::read_version(files[0], texts)?;
        let read = if base.format.is_some() {
            input::read_side
        } else {
            // Both versions have added the tree.
            input::read_version
        };
        let (mut ours, mut theirs) = (read(files[1], texts)?, read(files[2], texts)?);
        let mut base = base;
        place_missing([&mut base, &mut ours, &mut theirs].map(|version| &mut version.document));
        let versions = [&base.document, &ours.document, &theirs.document];
        let mut formats = [base.format, ours.format, theirs.format]
            .into_iter()
            .flatten();
        let format = formats.next().unwrap_or(ExchangeFormat::Native);
        if let Some(other) = formats.find(|other| *other != format) {
            let (one, other) = (format.title(), other.title());
            let arguments = [("one", one), ("other", other)];
            let message = texts.tr_with("cli.merge.different_formats", &arguments);
            let report = Report::error(&self.ours, "different_formats", message)
                .with_remedy(texts.tr("cli.remedy.import_and_merge"));
            return Err(unusable(report));
        }
        let (merged, text) = if format == ExchangeFormat::Native {
            let [base, ours, theirs] = versions;
            let mut merged = merge(base, ours, theirs);
            place_added(&mut merged.document, ours);
            (merged, MergedText::OfDocument)
        } else {
            let foreign = Foreign {
                format,
                files,
                versions,
                target: self.out.as_deref(),
                texts,
            };
            foreign.merged()?
        };
        Ok(MergeResult {
            new_errors: new_errors(&ours.document, &theirs.document, &merged),
            merged,
            text,
            ours: ours.fingerprint,
        })
    }

    /// Writes the tree. The error is a report, or that of standard output.
    fn write(
        &self,
        streams: &mut Streams<'_>,
        result: &MergeResult,
    ) -> Result<(), io::Result<Box<Report>>> {
        let texts = streams.texts;
        let failed = |code: &str, why: String| {
            let file = self.out.as_deref().unwrap_or(&self.ours);
            Ok(Box::new(Report::error(file, code, why)))
        };
        let text = match &result.text {
            MergedText::Of(text) => Cow::Borrowed(text),
            MergedText::None => return Ok(()),
            MergedText::OfDocument => {
                let text = native::write(&result.merged.document)
                    .map_err(|error| failed("cannot_be_written", texts.write_error(&error)))?;
                Cow::Owned(line_ends::as_in_file(&self.ours, text))
            }
        };
        match &self.out {
            Some(file) => self
                .write_file(file, text.as_bytes(), result.ours)
                .map_err(|error| {
                    failed(error.code(), texts.save_error(&error))
                        .map(|report| Box::new(report.with_remedy(remedy(&error, file, texts))))
                }),
            None => streams.out.data().write_all(text.as_bytes()).map_err(Err),
        }
    }

    /// Writes the merged file. Overwrites ours, as git expects, only if it has not changed since it was read.
    fn write_file(
        &self,
        file: &Path,
        bytes: &[u8],
        ours: Option<Fingerprint>,
    ) -> Result<(), SaveError> {
        let is_ours = match (files::real_path(file), files::real_path(&self.ours)) {
            (Ok(file), Ok(ours)) => file == ours,
            _ => file == self.ours,
        };
        if let (true, Some(ours)) = (is_ours, ours) {
            return files::save(file, bytes, Expected::Version(ours)).map(drop);
        }
        let mut outputs = Outputs::new(Replacing::SameFormat.or_forced(self.force));
        outputs.reads([&*self.base, &*self.ours, &*self.theirs]);
        let place = OutputTarget::Named(file.to_owned());
        let written = outputs.write(OutputKind::Merge, &[outputs::Output { place, bytes }]);
        written.map(drop).map_err(|(_, error)| error)
    }

    fn summary(&self, result: &MergeResult, texts: &Texts) -> Summary {
        let conflicts = result.merged.document.conflicts.iter();
        let renumbered = result.merged.renumbered.iter();
        let file = self.out.as_ref();
        let new_errors = result.new_errors.iter();
        Summary {
            file: file.map(|file| file.display().to_string()),
            conflicts: conflicts
                .map(|conflict| conflict_report(conflict, texts))
                .collect(),
            renumbered: renumbered
                .map(|(from, to)| [from.to_string(), to.to_string()])
                .collect(),
            misfits: new_errors.map(|error| located(error, texts)).collect(),
        }
    }

    /// Merges files that are not trees as git does without this program, for example after a merge by hand.
    fn by_lines(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let Some(target) = &self.out else {
            return Ok(Outcome::Unusable);
        };
        let ours = files::read(&self.ours).ok();
        let ours = ours.as_deref().map(Fingerprint::of);
        let output = Process::new("git")
            .args([
                "merge-file",
                "-p",
                "-L",
                "ours",
                "-L",
                "base",
                "-L",
                "theirs",
                "--",
            ])
            .args([&self.ours, &self.base, &self.theirs])
            .output();
        // The exit code is the number of conflicts, at most 127; greater ones are errors.
        let merged = output.ok().filter(|output| {
            let code = output.status.code();
            code.is_some_and(|code| (0..=127).contains(&code))
        });
        let texts = streams.texts;
        let Some(output) = merged else {
            let file = super::shown(target);
            let text = texts.tr_with("cli.merge.not_by_lines", &[("file", &file)]);
            writeln!(streams.err, "treewright: {text}")?;
            return Ok(Outcome::Unusable);
        };
        writeln!(
            streams.err,
            "treewright: {}",
            texts.tr("cli.merge.by_lines")
        )?;
        if let Err(error) = self.write_file(target, &output.stdout, ours) {
            let report = Report::error(target, error.code(), texts.save_error(&error));
            report
                .with_remedy(remedy(&error, target, texts))
                .write_human(streams.err, texts, None)?;
            return Ok(Outcome::Unusable);
        }
        Ok(if output.status.success() {
            Outcome::Success
        } else {
            Outcome::Problems
        })
    }

    /// Opens the merged tree in a new window and waits until it is closed. Succeeds if no conflicts remain. Otherwise git discards the file, so a copy
    /// of what was saved is kept.
    #[cfg(feature = "gui")]
    fn resolve_in_editor(
        &self,
        new_errors: &[Diagnostic],
        streams: &mut Streams<'_>,
    ) -> io::Result<Outcome> {
        let (Some(file), Ok(program)) = (&self.out, std::env::current_exe()) else {
            return Ok(Outcome::Problems);
        };
        let fingerprint = || files::read(file).ok().map(|bytes| Fingerprint::of(&bytes));
        let merged = fingerprint();
        let window = Process::new(program)
            .args(["--new-window", "--merge-tool", "--"])
            .arg(file)
            .status();
        let texts = streams.texts;
        let shown = super::shown(file);
        let name = ("file", &*shown);
        if !window.is_ok_and(|status| status.success()) {
            return Ok(Outcome::Problems);
        }
        let saved = input::read_version(file, texts);
        let conflicts = saved.as_ref().map(|saved| saved.document.conflicts.len());
        let (text, outcome) = match (&saved, conflicts) {
            (Ok(saved), Ok(0)) => {
                let left = new_errors::remaining(new_errors, &saved.document);
                if left == 0 {
                    return Ok(Outcome::Success);
                }
                let text = texts.tr_count_with("cli.merge.problems_left", left, &[name]);
                (text, Outcome::Success)
            }
            (_, Ok(left)) => {
                let text = texts.tr_count_with("cli.merge.conflicts_left", left, &[name]);
                (text, Outcome::Problems)
            }
            (_, Err(_)) => {
                let text = texts.tr_with("cli.merge.left_unreadable", &[name]);
                (text, Outcome::Problems)
            }
        };
        writeln!(streams.err, "treewright: {text}")?;
        if outcome != Outcome::Success && fingerprint() != merged {
            let text = match keep_copy(file) {
                Some(copy) => {
                    let copy = super::shown(&copy);
                    texts.tr_with("cli.merge.copy_kept", &[("copy", &*copy)])
                }
                None => texts.tr("cli.merge.copy_not_kept").into_owned(),
            };
            writeln!(streams.err, "treewright: {text}")?;
        }
        Ok(outcome)
    }
}

/// Adds the content of a file to its earlier versions. Returns the copy; `None` if it could not be written.
#[cfg(feature = "gui")]
fn keep_copy(file: &Path) -> Option<PathBuf> {
    let backups = Backups::new(&host::state_folder()?);
    backups.keep(file).ok()?;
    let latest = backups.of(file).into_iter().next()?;
    Some(latest.file)
}

fn conflict_report(conflict: &Conflict, texts: &Texts) -> ConflictReport {
    ConflictReport {
        kind: conflict.kind.code(),
        subject: conflict.subject.to_string(),
        node: conflict.subject.node().map(ToString::to_string),
        field: conflict.field.code(),
        parameter: conflict.field.name(),
        message: described(conflict, &subject(&conflict.subject, texts), texts),
    }
}

/// A conflict in a sentence: the thing, what both did with it, and the values.
fn described(conflict: &Conflict, subject: &str, texts: &Texts) -> String {
    let field = texts.field_of(&conflict.field, &conflict.subject, &Document::default());
    let key = format!("versions.conflict_{}", conflict.kind.code());
    let what = texts.tr_with(&key, &[("subject", subject), ("field", &field)]);
    if matches!(
        conflict.kind,
        ConflictKind::RemovedByOurs | ConflictKind::RemovedByTheirs
    ) {
        return what;
    }
    let empty = Document::default();
    let value = |value: &Option<FieldValue>| match value {
        Some(FieldValue::Text(text)) => format!("{text:?}"),
        value => texts.value_text(value.as_ref(), &empty),
    };
    let [base, ours, theirs] = [&conflict.base, &conflict.ours, &conflict.theirs].map(value);
    let arguments = [
        ("what", &*what),
        ("ours", &*ours),
        ("theirs", &*theirs),
        ("base", &*base),
    ];
    let key = match conflict.base {
        Some(_) => "cli.merge.values_and_base",
        None => "cli.merge.values",
    };
    texts.tr_with(key, &arguments)
}

fn write_human(out: &mut Out, result: &MergeResult, texts: &Texts) -> io::Result<()> {
    let MergeResult { merged, text, .. } = result;
    for (from, to) in &merged.renumbered {
        let word = styled(NOTABLE, texts.tr("cli.note"));
        let arguments = [("from", from.as_str()), ("to", to.as_str())];
        let sentence = texts.tr_with("cli.merge.renumbered", &arguments);
        writeln!(out, "{word} {sentence}")?;
    }
    for error in &result.new_errors {
        let word = styled(BAD, texts.tr("cli.merge.new_error"));
        let arguments = [("problem", &*located(error, texts))];
        let sentence = texts.tr_with("cli.merge.only_merged", &arguments);
        writeln!(out, "{word} {sentence}")?;
    }
    let conflicts = &merged.document.conflicts;
    if conflicts.is_empty() {
        let result = if result.new_errors.is_empty() {
            styled(GOOD, texts.tr("cli.merge.done"))
        } else {
            styled(NOTABLE, texts.tr("cli.merge.done_with_errors"))
        };
        return writeln!(out, "{result}");
    }
    for conflict in conflicts {
        let node = conflict.subject.node();
        let node = node.and_then(|id| merged.document.node(id));
        let place = match node {
            Some(node) => {
                let arguments = [("id", node.id().as_str()), ("title", &*title(node, texts))];
                texts.tr_with("cli.merge.node", &arguments)
            }
            None => subject(&conflict.subject, texts),
        };
        let word = styled(BAD, texts.tr("cli.merge.conflict"));
        writeln!(out, "{word} {}", described(conflict, &place, texts))?;
    }
    let key = match text {
        MergedText::None => "cli.merge.conflicts_not_written",
        MergedText::OfDocument | MergedText::Of(_) => "cli.merge.conflicts",
    };
    writeln!(out, "{}", texts.tr_count(key, conflicts.len()))
}

/// Gives the nodes of these versions that have no position one, unless no node has one in any version. A version without any positions
/// takes those of the first version that has some.
fn place_missing(versions: [&mut Document; 3]) {
    let has_positions = |version: &&&mut Document| {
        let mut nodes = version.nodes();
        nodes.any(|node| node.position != Position::default())
    };
    let Some(placed) = versions.iter().find(has_positions) else {
        return;
    };
    let placed = (**placed).clone();
    for version in versions {
        edit::place_version(version, &placed, &layout::Options::default());
    }
}

/// Gives what was added by theirs a place beside its siblings if it would cover other cards.
fn place_added(merged: &mut Document, ours: &Document) {
    if merged
        .nodes()
        .all(|node| node.position == Position::default())
    {
        return;
    }
    edit::place_added(merged, ours, &layout::Options::default());
}
