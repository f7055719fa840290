//! `treewright new`: creates a file with a small tree.

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
use treewright_session::i18n::Texts;

use super::report::{Report, write_json, write_unusable};
use super::transfer::save_remedy;
use super::{Format, Outcome, Output, Streams};

#[derive(Debug, Args)]
pub struct New {
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    pub(super) output: Output,
}

impl New {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let file = with_extension(&self.file);
        let texts = streams.texts;
        if let Err(report) = create(&file, texts) {
            write_unusable(streams, self.output.format, &report, None)?;
            return Ok(Outcome::Unusable);
        }
        match self.output.format {
            Format::Human => {
                let text = texts.tr_with("cli.new.created", &[("file", &super::shown(&file))]);
                writeln!(streams.out, "{text}")?;
            }
            Format::Json => {
                #[derive(Serialize)]
                struct CreatedFile {
                    file: String,
                }
                let file = file.display().to_string();
                write_json(streams.out, &CreatedFile { file })?;
            }
        }
        Ok(Outcome::Success)
    }
}

fn create(file: &Path, texts: &Texts) -> Result<(), Box<Report>> {
    // A broken link counts as an existing file.
    if fs::symlink_metadata(file).is_ok() {
        return Err(exists(file, texts));
    }
    let not_created = |code: &str, reason: &str| {
        let message = texts.tr_with("cli.new.not_created", &[("reason", reason)]);
        Report::error(file, code, message)
    };
    let text = first_tree(file)
        .ok_or_else(|| texts.tr("cli.new.no_file_name").into_owned())
        .and_then(|document| native::write(&document).map_err(|error| texts.write_error(&error)))
        .map_err(|reason| Box::new(not_created("cannot_write", &reason)))?;
    match files::save(file, text.as_bytes(), Expected::Nothing) {
        Ok(_) => Ok(()),
        Err(SaveError::Exists) => Err(exists(file, texts)),
        Err(error) => {
            let report = not_created(error.code(), &texts.save_error(&error));
            Err(Box::new(
                report.with_remedy(save_remedy(&error, file, texts)),
            ))
        }
    }
}

fn exists(file: &Path, texts: &Texts) -> Box<Report> {
    let report = Report::error(file, "exists", texts.tr("cli.new.exists"));
    Box::new(report.with_remedy(texts.tr("cli.remedy.other_name")))
}

/// A Sequence that logs a text and then idles: the smallest tree that visibly runs. `None` if the path has no file name.
fn first_tree(file: &Path) -> Option<Document> {
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
