//! `treewright merge`: makes one tree of two that were changed apart. What cannot be decided stays in the tree as conflicts, which the
//! editor shows.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::Command as Process;

use clap::Args;
use serde::Serialize;
use treewright_core::format::native;
use treewright_core::merge::{Merged, merge};
use treewright_core::model::{Conflict, Document};

use super::changes::title;
use super::colours::{BAD, GOOD, NOTABLE, styled};
use super::input::{self, Unusable};
use super::report::{Report, write_json, write_unusable};
use super::{Format, Outcome, Output, Streams};
use crate::host::files::{self, Expected};

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

impl Merge {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let merged = match self.merged() {
            Ok(merged) => merged,
            Err(_) if self.git => return self.by_lines(streams),
            Err(Unusable { report, text }) => {
                write_unusable(streams, self.output.format, &report, text.as_deref())?;
                return Ok(Outcome::Unusable);
            }
        };
        if let Err(report) = self.write(streams, &merged.document) {
            write_unusable(streams, self.output.format, &*report?, None)?;
            return Ok(Outcome::Unusable);
        }
        // Where the tree itself goes to the terminal, what is said of it does not.
        let out = match self.out {
            Some(_) => &mut *streams.out,
            None => &mut *streams.err,
        };
        if self.output.format == Format::Json {
            write_json(out, &self.summary(&merged))?;
        } else {
            tell(out, &merged)?;
        }
        if merged.document.conflicts.is_empty() {
            return Ok(Outcome::Fine);
        }
        #[cfg(feature = "gui")]
        if self.edit {
            return Ok(self.decided_in_editor());
        }
        Ok(Outcome::Problems)
    }

    fn merged(&self) -> Result<Merged, Unusable> {
        let base = input::read_version(&self.base)?;
        let ours = input::read_document(&self.ours)?;
        let theirs = input::read_document(&self.theirs)?;
        Ok(merge(&base, &ours, &theirs))
    }

    /// Writes the tree to where it belongs. An error is a report, or that nothing can be written to the terminal.
    fn write(
        &self,
        streams: &mut Streams<'_>,
        document: &Document,
    ) -> Result<(), io::Result<Box<Report>>> {
        let failed = |code: &str, why: String| {
            let file = self.out.as_deref().unwrap_or(&self.ours);
            Ok(Box::new(Report::error(file, code, why)))
        };
        let text = native::write(document)
            .map_err(|error| failed("cannot_be_written", error.to_string()))?;
        match &self.out {
            Some(file) => files::save(file, text.as_bytes(), Expected::Anything)
                .map(drop)
                .map_err(|error| failed(error.code(), error.to_string())),
            None => streams.out.write_all(text.as_bytes()).map_err(Err),
        }
    }

    fn summary(&self, merged: &Merged) -> Summary {
        let conflicts = merged.document.conflicts.iter();
        let renumbered = merged.renumbered.iter();
        let file = self.out.as_ref();
        Summary {
            file: file.map(|file| file.display().to_string()),
            conflicts: conflicts.map(entry).collect(),
            renumbered: renumbered
                .map(|(from, to)| [from.to_string(), to.to_string()])
                .collect(),
        }
    }

    /// What is no tree, because somebody merged it by hand or wrote another format, is merged as git would have done it.
    fn by_lines(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let Some(target) = &self.out else {
            return Ok(Outcome::Unusable);
        };
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
                "treewright: one of the versions is no tree, and git cannot merge them line by line; {} is as it was",
                target.display()
            )?;
            return Ok(Outcome::Unusable);
        };
        writeln!(
            streams.err,
            "treewright: one of the versions is no tree; they were merged line by line"
        )?;
        let written = files::save(target, &done.stdout, Expected::Anything);
        Ok(match (written, done.status.success()) {
            (Ok(_), true) => Outcome::Fine,
            _ => Outcome::Problems,
        })
    }

    /// Opens the merged tree in a window of its own; all is well if nothing is left to decide when that is closed.
    #[cfg(feature = "gui")]
    fn decided_in_editor(&self) -> Outcome {
        let (Some(file), Ok(program)) = (&self.out, std::env::current_exe()) else {
            return Outcome::Problems;
        };
        let window = Process::new(program).arg("--new-window").arg(file).status();
        let left = input::read_document(file).map(|document| document.conflicts.len());
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

fn tell(out: &mut dyn Write, merged: &Merged) -> io::Result<()> {
    for (from, to) in &merged.renumbered {
        writeln!(
            out,
            "{} both added a node {from}: that of theirs is now {to}",
            styled(NOTABLE, "note:")
        )?;
    }
    let conflicts = &merged.document.conflicts;
    if conflicts.is_empty() {
        return writeln!(out, "{}", styled(GOOD, "merged; nothing is left to decide"));
    }
    for conflict in conflicts {
        let node = conflict.subject.node();
        let known = node.and_then(|id| merged.document.node(id));
        let called = known.map_or_else(String::new, |node| format!(" {}", title(node)));
        let subject = &conflict.subject;
        let word = styled(BAD, "conflict:");
        writeln!(out, "{word} {subject}{called}: {}", conflict.what())?;
    }
    let count = match conflicts.len() {
        1 => "1 conflict is".to_owned(),
        several => format!("{several} conflicts are"),
    };
    writeln!(
        out,
        "{count} left to decide; the tree has ours until then, and the editor lists them"
    )
}
