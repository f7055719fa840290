//! `treewright merge`: makes one tree of two that were changed apart. What cannot be decided stays in the tree as conflicts, which the
//! editor shows.

mod foreign;
mod misfits;

use std::borrow::Cow;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command as Process;

use clap::Args;
use serde::Serialize;
use treewright_authoring::merge::{Merged, merge};
use treewright_core::diagnostic::Diagnostic;
use treewright_core::format::native;
use treewright_core::model::Conflict;
use treewright_exchange::ExchangeFormat;
use treewright_session::host::files::{Expected, Fingerprint, SaveError};
use treewright_session::host::outputs::{Kind, Outputs, Place, Replacing};
use treewright_session::host::{files, outputs};

use self::foreign::Foreign;
use self::misfits::misfits;
use super::changes::title;
use super::check::counted;
use super::colors::{BAD, GOOD, NOTABLE, styled};
use super::input::{self, Unusable};
use super::report::{Report, write_json, write_unusable};
use super::transfer::remedy;
use super::{Format, Out, Outcome, Output, Streams};

#[derive(Debug, Args)]
pub struct Merge {
    /// The version from which both come
    #[arg(value_name = "BASE")]
    base: PathBuf,

    /// The version that counts where both changed the same
    #[arg(value_name = "OURS")]
    ours: PathBuf,

    /// The other version
    #[arg(value_name = "THEIRS")]
    theirs: PathBuf,

    /// Where to write the merged tree; without it, to the terminal
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Replace the file that is there. Without it only OURS is replaced, as it was read, and what an earlier merge wrote
    #[arg(long, requires = "out")]
    force: bool,

    /// Where something is left to decide, open the merged tree in the editor and wait until it is closed
    #[cfg(feature = "gui")]
    #[arg(long, requires = "out")]
    edit: bool,

    /// Called by git: what is no tree is merged line by line
    #[arg(long, hide = true, requires = "out")]
    git: bool,

    #[command(flatten)]
    output: Output,
}

#[derive(Serialize)]
struct Summary {
    file: Option<String>,
    conflicts: Vec<Entry>,
    /// Nodes of theirs that got another id, since ours gave theirs to another node.
    renumbered: Vec<[String; 2]>,
    /// Errors that neither version had by itself.
    misfits: Vec<String>,
}

#[derive(Serialize)]
struct Entry {
    kind: &'static str,
    subject: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    node: Option<String>,
    field: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    parameter: Option<String>,
    message: String,
}

/// What came of it: the merged tree, what no longer fits together in it, and what is written of it.
struct Made {
    merged: Merged,
    misfits: Vec<Diagnostic>,
    text: Text,
    /// What the file of ours held when it was read.
    ours: Option<Fingerprint>,
}

/// What is written of what was merged.
enum Text {
    /// The document, as a file of our own.
    OfDocument,
    /// This.
    Of(String),
    /// Nothing.
    None,
}

impl Merge {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let made = match self.merged() {
            Ok(Made {
                text: Text::None, ..
            })
            | Err(_)
                if self.git =>
            {
                return self.by_lines(streams);
            }
            Ok(made) => made,
            Err(Unusable { report, text }) => {
                write_unusable(streams, self.output.format, &report, text.as_deref())?;
                return Ok(Outcome::Unusable);
            }
        };
        if let Err(report) = self.write(streams, &made) {
            write_unusable(streams, self.output.format, &*report?, None)?;
            return Ok(Outcome::Unusable);
        }
        // Where the tree itself goes to the terminal, what is said of it does not.
        let out = match self.out {
            Some(_) => &mut *streams.out,
            None => &mut *streams.err,
        };
        if self.output.format == Format::Json {
            write_json(out, &self.summary(&made))?;
        } else {
            tell(out, &made)?;
        }
        if made.merged.document.conflicts.is_empty() && made.misfits.is_empty() {
            return Ok(Outcome::Fine);
        }
        #[cfg(feature = "gui")]
        if self.edit && matches!(made.text, Text::OfDocument) {
            return Ok(self.decided_in_editor(&made.misfits));
        }
        Ok(Outcome::Problems)
    }

    fn merged(&self) -> Result<Made, Unusable> {
        let files = [&*self.base, &*self.ours, &*self.theirs];
        let base = input::read_version(files[0])?;
        let read = if base.format.is_some() {
            input::read_side
        } else {
            // What both added.
            input::read_version
        };
        let (ours, theirs) = (read(files[1])?, read(files[2])?);
        let versions = [&base.document, &ours.document, &theirs.document];
        let mut formats = [base.format, ours.format, theirs.format]
            .into_iter()
            .flatten();
        let format = formats.next().unwrap_or(ExchangeFormat::Native);
        if let Some(other) = formats.find(|other| *other != format) {
            let (one, other) = (format.title(), other.title());
            let message = format!("the versions are of different formats: {one} and {other}");
            let report = Report::error(&self.ours, "different_formats", message)
                .with_remedy("`treewright import` makes trees of other tools' files; merge those.");
            return Err(Unusable {
                report: Box::new(report),
                text: None,
            });
        }
        let (merged, text) = if format == ExchangeFormat::Native {
            let [base, ours, theirs] = versions;
            (merge(base, ours, theirs), Text::OfDocument)
        } else {
            let foreign = Foreign {
                format,
                files,
                versions,
                target: self.out.as_deref(),
            };
            foreign.merged()?
        };
        Ok(Made {
            misfits: misfits(&ours.document, &theirs.document, &merged),
            merged,
            text,
            ours: ours.held,
        })
    }

    /// Writes the tree to where it belongs. An error is a report, or that nothing can be written to the terminal.
    fn write(&self, streams: &mut Streams<'_>, made: &Made) -> Result<(), io::Result<Box<Report>>> {
        let failed = |code: &str, why: String| {
            let file = self.out.as_deref().unwrap_or(&self.ours);
            Ok(Box::new(Report::error(file, code, why)))
        };
        let text = match &made.text {
            Text::Of(text) => Cow::Borrowed(text),
            Text::None => return Ok(()),
            Text::OfDocument => Cow::Owned(
                native::write(&made.merged.document)
                    .map_err(|error| failed("cannot_be_written", error.to_string()))?,
            ),
        };
        match &self.out {
            Some(file) => self.put(file, text.as_bytes(), made.ours).map_err(|error| {
                failed(error.code(), error.to_string())
                    .map(|report| Box::new(report.with_remedy(remedy(&error, file))))
            }),
            None => streams.out.data().write_all(text.as_bytes()).map_err(Err),
        }
    }

    /// Writes what came of the merge. Over ours, as git wants it, only while that is still what was read.
    fn put(&self, file: &Path, bytes: &[u8], ours: Option<Fingerprint>) -> Result<(), SaveError> {
        let is_ours = match (file.canonicalize(), self.ours.canonicalize()) {
            (Ok(file), Ok(ours)) => file == ours,
            _ => file == self.ours,
        };
        if let (true, Some(ours)) = (is_ours, ours) {
            return files::save(file, bytes, Expected::Version(ours)).map(drop);
        }
        let mut outputs = Outputs::new(Replacing::SameFormat.or_forced(self.force));
        outputs.reads([&*self.base, &*self.ours, &*self.theirs]);
        let place = Place::Named(file.to_owned());
        let written = outputs.write(Kind::Merge, &[outputs::Output { place, bytes }]);
        written.map(drop).map_err(|(_, error)| error)
    }

    fn summary(&self, made: &Made) -> Summary {
        let conflicts = made.merged.document.conflicts.iter();
        let renumbered = made.merged.renumbered.iter();
        let file = self.out.as_ref();
        Summary {
            file: file.map(|file| file.display().to_string()),
            conflicts: conflicts.map(entry).collect(),
            renumbered: renumbered
                .map(|(from, to)| [from.to_string(), to.to_string()])
                .collect(),
            misfits: made.misfits.iter().map(ToString::to_string).collect(),
        }
    }

    /// What is no tree, because somebody merged it by hand or wrote another format, is merged as git would have done it.
    fn by_lines(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let Some(target) = &self.out else {
            return Ok(Outcome::Unusable);
        };
        let ours = files::read(&self.ours).ok();
        let ours = ours.as_deref().map(Fingerprint::of);
        let done = Process::new("git")
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
        // From 0 on it is the number of conflicts, cut off at 127; what is above says that nothing was merged.
        let merged = done.ok().filter(|done| {
            let code = done.status.code();
            code.is_some_and(|code| (0..=127).contains(&code))
        });
        let Some(done) = merged else {
            writeln!(
                streams.err,
                "treewright: the versions are no trees that can be merged by nodes, and git cannot merge them line by line; {} is as it was",
                target.display()
            )?;
            return Ok(Outcome::Unusable);
        };
        writeln!(
            streams.err,
            "treewright: the versions are no trees that can be merged by nodes; they were merged line by line"
        )?;
        if let Err(error) = self.put(target, &done.stdout, ours) {
            let report = Report::error(target, error.code(), error.to_string());
            report
                .with_remedy(remedy(&error, target))
                .write_human(streams.err, None)?;
            return Ok(Outcome::Unusable);
        }
        Ok(if done.status.success() {
            Outcome::Fine
        } else {
            Outcome::Problems
        })
    }

    /// Opens the merged tree in a window of its own; all is well if nothing is left to decide or to mend when that is closed.
    #[cfg(feature = "gui")]
    fn decided_in_editor(&self, misfits: &[Diagnostic]) -> Outcome {
        let (Some(file), Ok(program)) = (&self.out, std::env::current_exe()) else {
            return Outcome::Problems;
        };
        let window = Process::new(program)
            .args(["--new-window", "--"])
            .arg(file)
            .status();
        let left = input::read_version(file)
            .map(|left| left.document.conflicts.len() + misfits::left(misfits, &left.document));
        match (window, left) {
            (Ok(status), Ok(0)) if status.success() => Outcome::Fine,
            _ => Outcome::Problems,
        }
    }
}

fn entry(conflict: &Conflict) -> Entry {
    Entry {
        kind: conflict.kind.code(),
        subject: conflict.subject.to_string(),
        node: conflict.subject.node().map(ToString::to_string),
        field: conflict.field.code(),
        parameter: conflict.field.name(),
        message: conflict.to_string(),
    }
}

fn tell(out: &mut Out, made: &Made) -> io::Result<()> {
    let Made { merged, text, .. } = made;
    for (from, to) in &merged.renumbered {
        writeln!(
            out,
            "{} both added a node {from}: that of theirs is now {to}",
            styled(NOTABLE, "note:")
        )?;
    }
    for misfit in &made.misfits {
        let word = styled(BAD, "no longer fits:");
        writeln!(out, "{word} {misfit}; neither version had this by itself")?;
    }
    let conflicts = &merged.document.conflicts;
    if conflicts.is_empty() {
        let nothing = if made.misfits.is_empty() {
            styled(GOOD, "merged; nothing is left to decide")
        } else {
            styled(
                NOTABLE,
                "merged without a conflict; what no longer fits is left to mend, and `treewright check` lists it",
            )
        };
        return writeln!(out, "{nothing}");
    }
    for conflict in conflicts {
        let node = conflict.subject.node();
        let known = node.and_then(|id| merged.document.node(id));
        let called = known.map_or_else(String::new, |node| format!(" {}", title(node)));
        let subject = &conflict.subject;
        let word = styled(BAD, "conflict:");
        writeln!(out, "{word} {subject}{called}: {}", conflict.what())?;
    }
    let are = if conflicts.len() == 1 { "is" } else { "are" };
    let count = counted(conflicts.len(), "conflict");
    let then = match text {
        Text::None => {
            "such a file has no place for that, so nothing was written; merge it line by line (`git merge-file`), or make both say the same there"
        }
        Text::OfDocument | Text::Of(_) => "the tree has ours until then, and the editor lists them",
    };
    writeln!(out, "{count} {are} left to decide; {then}")
}
