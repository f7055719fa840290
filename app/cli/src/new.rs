//! `treewright new`: makes a file with a small tree to begin with.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::{fs, io};

use clap::Args;
use serde::Serialize;
use treewright_core::format::native;
use treewright_core::geometry::Position;
use treewright_core::model::{Document, DocumentBuilder, Node, ParameterValue};
use treewright_session::host::files;
use treewright_session::host::files::{Expected, SaveError};
use treewright_session::host::scenario_files::TREE;

use super::report::{Report, write_json, write_unusable};
use super::{Format, Outcome, Output, Streams};

#[derive(Debug, Args)]
pub struct New {
    /// The file to make; `.bt.json` is added to a name that does not end in `.json`
    file: PathBuf,

    #[command(flatten)]
    output: Output,
}

impl New {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let file = with_extension(&self.file);
        if let Err(report) = make(&file) {
            write_unusable(streams, self.output.format, &report, None)?;
            return Ok(Outcome::Unusable);
        }
        match self.output.format {
            Format::Human => writeln!(streams.out, "{} made", file.display())?,
            Format::Json => {
                #[derive(Serialize)]
                struct Made {
                    file: String,
                }
                let file = file.display().to_string();
                write_json(streams.out, &Made { file })?;
            }
        }
        Ok(Outcome::Fine)
    }
}

fn make(file: &Path) -> Result<(), Box<Report>> {
    // Also a link to nowhere is something that is there.
    if fs::symlink_metadata(file).is_ok() {
        return Err(exists(file));
    }
    let not_made = |code: &str, reason: &dyn Display| {
        Report::error(file, code, format!("it was not made: {reason}"))
    };
    let text = beginning(file)
        .ok_or_else(|| "its name is not one of a file".to_owned())
        .and_then(|document| native::write(&document).map_err(|why| why.to_string()))
        .map_err(|why| Box::new(not_made("cannot_write", &why)))?;
    match files::save(file, text.as_bytes(), Expected::Nothing) {
        Ok(_) => Ok(()),
        Err(SaveError::Exists) => Err(exists(file)),
        Err(error) => {
            let report = not_made(error.code(), &error);
            Err(Box::new(report.with_remedy(error.remedy(file))))
        }
    }
}

fn exists(file: &Path) -> Box<Report> {
    let report = Report::error(file, "exists", "there is such a file already");
    Box::new(report.with_remedy("Choose another name, or remove the file first."))
}

/// A Sequence that says hello and then waits: the least that runs and shows something.
fn beginning(file: &Path) -> Option<Document> {
    let name = file.file_name()?.to_string_lossy();
    let name = name.strip_suffix(TREE).or(name.strip_suffix(".json"));
    let mut builder = DocumentBuilder::new(name.unwrap_or("Tree"));
    let node = |id: &str, task: &str, x, y| {
        let mut node = Node::new(id, task);
        node.position = Position::new(x, y);
        node
    };
    let root = builder.root(node("n1", "Sequence", 140, 0)).ok()?;
    let hello = node("n2", "Log", 0, 140).with_parameter("text", ParameterValue::literal("Hello"));
    builder.child(&root, hello).ok()?;
    builder.child(&root, node("n3", "Idle", 280, 140)).ok()?;
    Some(builder.finish())
}

fn with_extension(file: &Path) -> PathBuf {
    if file
        .extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("json"))
    {
        return file.to_owned();
    }
    let mut name = file.as_os_str().to_owned();
    name.push(TREE);
    name.into()
}
