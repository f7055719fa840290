//! `treewright diff`: shows what changed between two versions of a tree, to people and to programs.

#[cfg(feature = "gui")]
mod picture;

use std::io;
use std::path::PathBuf;

use clap::Args;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use treewright_authoring::diff::{Difference, diff};
use treewright_core::format::native;
use treewright_core::model::{Document, FieldValue, Subject};
use treewright_session::i18n::Texts;

use super::changes::{Changes, path};
use super::input::{Unusable, Versions};
use super::report::{write_json, write_unusable};
use super::{Format, Outcome, Output, Streams};

#[derive(Debug, Args)]
pub struct Diff {
    #[arg(value_name = "OLD")]
    old: PathBuf,

    #[arg(value_name = "NEW")]
    new: PathBuf,

    #[cfg(feature = "gui")]
    #[arg(long, value_name = "OUT")]
    picture: Option<PathBuf>,

    #[cfg(feature = "gui")]
    #[arg(long, requires = "picture")]
    force: bool,

    #[arg(long)]
    layout: bool,

    #[command(flatten)]
    pub(super) output: Output,
}

/// The arguments with which git calls a diff program: the file's path, then file, hash and mode of each version.
#[derive(Debug, Args)]
pub struct GitDiff {
    #[arg(required = true, num_args = 1.., value_name = "PART")]
    parts: Vec<PathBuf>,
}

#[derive(Serialize)]
struct Summary<'a> {
    old: String,
    new: String,
    differences: DifferenceReports<'a>,
}

#[derive(Serialize)]
struct DifferenceReport {
    kind: &'static str,
    subject: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    node: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The titles from the root to the node, which is last.
    #[serde(rename = "way", skip_serializing_if = "Vec::is_empty")]
    path: Vec<String>,
    field: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    parameter: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    old: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    new: Option<Box<RawValue>>,
    /// Whether this changes only the layout on the canvas, or how a number is written.
    layout: bool,
}

/// Differences for programs, each converted when it is written.
struct DifferenceReports<'a> {
    differences: &'a [Difference],
    old: &'a Document,
    new: &'a Document,
    texts: &'a Texts,
}

impl Serialize for DifferenceReports<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let reports = self.differences.iter();
        serializer.collect_seq(reports.map(|difference| self.report(difference)))
    }
}

impl Diff {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let versions = match Versions::read(&self.old, &self.new, streams.texts) {
            Ok(versions) => versions,
            Err(Unusable { report, text }) => {
                write_unusable(streams, self.output.format, &report, text.as_deref())?;
                return Ok(Outcome::Unusable);
            }
        };
        let (old, new) = versions.compared();
        let differences = diff(old, new);
        #[cfg(feature = "gui")]
        if let Some(target) = &self.picture
            && let Err(Unusable { report, text }) = self.draw(
                target,
                (&versions.old, &versions.new),
                &differences,
                streams.texts,
            )
        {
            write_unusable(streams, self.output.format, &report, text.as_deref())?;
            return Ok(Outcome::Unusable);
        }
        match self.output.format {
            Format::Json => {
                let summary = Summary {
                    old: self.old.display().to_string(),
                    new: self.new.display().to_string(),
                    differences: DifferenceReports {
                        differences: &differences,
                        old,
                        new,
                        texts: streams.texts,
                    },
                };
                write_json(streams.out, &summary)?;
            }
            Format::Human => {
                let changes = Changes {
                    old,
                    new,
                    differences: &differences,
                    layout: self.layout,
                    texts: streams.texts,
                };
                changes.write(streams.out)?;
            }
        }
        Ok(if differences.is_empty() {
            Outcome::Success
        } else {
            Outcome::Problems
        })
    }
}

impl DifferenceReports<'_> {
    fn report(&self, difference: &Difference) -> DifferenceReport {
        let node = difference.subject.node();
        let name = match &difference.subject {
            Subject::Variable(name) | Subject::Tree(name) => Some(name.to_string()),
            Subject::Note(index) | Subject::Group(index) => Some((index + 1).to_string()),
            Subject::Document | Subject::Node(_) => None,
        };
        let document_of = |id| {
            if self.new.node(id).is_some() {
                self.new
            } else {
                self.old
            }
        };
        DifferenceReport {
            kind: difference.kind.code(),
            subject: difference.subject.code(),
            node: node.map(ToString::to_string),
            name,
            path: node.map_or_else(Vec::new, |id| path(document_of(id), id, self.texts)),
            field: difference.field.code(),
            parameter: difference.field.name(),
            old: difference.old.as_ref().and_then(json_of),
            new: difference.new.as_ref().and_then(json_of),
            layout: difference.is_layout(),
        }
    }
}

/// A value as in the file of a tree, with its numbers as they were written.
fn json_of(value: &FieldValue) -> Option<Box<RawValue>> {
    native::field_value_json(value).and_then(|json| RawValue::from_string(json).ok())
}

impl GitDiff {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let part = |index: usize| self.parts.get(index).map(PathBuf::as_path);
        let (Some(path), Some(old), Some(new)) = (part(0), part(1), part(4)) else {
            return Ok(Outcome::Unusable);
        };
        let shown = part(7).unwrap_or(path).display();
        writeln!(streams.out, "treewright diff {shown}")?;
        match Versions::read(old, new, streams.texts) {
            Ok(versions) => {
                let (old, new) = versions.compared();
                let differences = diff(old, new);
                let changes = Changes {
                    old,
                    new,
                    differences: &differences,
                    layout: false,
                    texts: streams.texts,
                };
                changes.write(streams.out)?;
            }
            Err(Unusable { report, text }) => {
                report.write_human(streams.out, streams.texts, text.as_deref())?;
            }
        }
        // Git stops at any other exit code.
        Ok(Outcome::Success)
    }
}
