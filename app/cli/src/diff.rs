//! `treewright diff`: what changed from one version of a tree to another, for people and for machines.

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

use super::changes::{Changes, way};
use super::input::{Unusable, Versions};
use super::report::{write_json, write_unusable};
use super::{Format, Outcome, Output, Streams};

#[derive(Debug, Args)]
pub struct Diff {
    /// The older version
    #[arg(value_name = "OLD")]
    old: PathBuf,

    /// The newer version
    #[arg(value_name = "NEW")]
    new: PathBuf,

    /// Draw both versions beside each other as well, each node that differs marked: a name that ends in .svg or .png
    #[cfg(feature = "gui")]
    #[arg(long, value_name = "OUT")]
    picture: Option<PathBuf>,

    /// Replace the file that is there. Without it only a picture of this program is replaced
    #[cfg(feature = "gui")]
    #[arg(long, requires = "picture")]
    force: bool,

    /// Also list cards, notes and groups that only lie elsewhere on the canvas
    #[arg(long)]
    layout: bool,

    #[command(flatten)]
    output: Output,
}

/// How git calls a program that shows the differences of a file: the file's path, then for each version a file, its hash and its mode.
#[derive(Debug, Args)]
pub struct GitDiff {
    /// The path, then file, hash and mode of both versions; of a renamed file also its new path
    #[arg(required = true, num_args = 1.., value_name = "PART")]
    parts: Vec<PathBuf>,
}

#[derive(Serialize)]
struct Summary<'a> {
    old: String,
    new: String,
    differences: Entries<'a>,
}

#[derive(Serialize)]
struct Entry {
    kind: &'static str,
    subject: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    node: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The titles on the way from the top to the node, its own last.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    way: Vec<String>,
    field: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    parameter: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    old: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    new: Option<Box<RawValue>>,
    /// Whether it changes nothing but how the tree lies on the canvas, or how a number is written.
    layout: bool,
}

/// Differences for machines, made one by one as they are written.
struct Entries<'a> {
    differences: &'a [Difference],
    old: &'a Document,
    new: &'a Document,
}

impl Serialize for Entries<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let entries = self.differences.iter();
        serializer.collect_seq(entries.map(|found| entry(found, self.old, self.new)))
    }
}

impl Diff {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let versions = match Versions::read(&self.old, &self.new) {
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
            && let Err(Unusable { report, text }) =
                self.draw(target, (&versions.old, &versions.new), &differences)
        {
            write_unusable(streams, self.output.format, &report, text.as_deref())?;
            return Ok(Outcome::Unusable);
        }
        match self.output.format {
            Format::Json => {
                let summary = Summary {
                    old: self.old.display().to_string(),
                    new: self.new.display().to_string(),
                    differences: Entries {
                        differences: &differences,
                        old,
                        new,
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
                };
                changes.write(streams.out)?;
            }
        }
        Ok(if differences.is_empty() {
            Outcome::Fine
        } else {
            Outcome::Problems
        })
    }
}

fn entry(found: &Difference, old: &Document, new: &Document) -> Entry {
    let node = found.subject.node();
    let name = match &found.subject {
        Subject::Variable(name) | Subject::Tree(name) => Some(name.to_string()),
        Subject::Note(index) | Subject::Group(index) => Some((index + 1).to_string()),
        Subject::Document | Subject::Node(_) => None,
    };
    let there = |id| if new.node(id).is_some() { new } else { old };
    Entry {
        kind: found.kind.code(),
        subject: found.subject.code(),
        node: node.map(ToString::to_string),
        name,
        way: node.map_or_else(Vec::new, |id| way(there(id), id)),
        field: found.field.code(),
        parameter: found.field.name(),
        old: found.old.as_ref().and_then(json_of),
        new: found.new.as_ref().and_then(json_of),
        layout: found.is_layout(),
    }
}

/// A value as the file of a tree holds it, its numbers as they were written.
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
        match Versions::read(old, new) {
            Ok(versions) => {
                let (old, new) = versions.compared();
                let differences = diff(old, new);
                let changes = Changes {
                    old,
                    new,
                    differences: &differences,
                    layout: false,
                };
                changes.write(streams.out)?;
            }
            Err(Unusable { report, text }) => {
                report.write_human(streams.out, text.as_deref())?;
            }
        }
        // Any other exit code would stop git.
        Ok(Outcome::Fine)
    }
}
