//! Configs for games (written only): our own documents with nothing but what runs. [`native::read`](treewright_core::format::native::read) loads them at once.
//!
//! - Left out: places, comments, notes, groups, breakpoints, what is collapsed, stand-ins, descriptions, fields that only other tools know, how
//!   numbers were written, what is disabled, and loose trees without a name.
//! - Trees of other files go with it, each as a file of its own beside it (`NAME.game.json`), or stand in their places where that is asked
//!   for: see [`flattened`](super::flattened).

mod bare;
pub(super) mod remarks;
mod runnable;

use std::collections::BTreeSet;

use treewright_core::compile::{Top, Uses};
use treewright_core::diagnostic::{Diagnostic, Location, Problem};
use treewright_core::format::json_text::compact_any;
use treewright_core::format::{WriteError, native};
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Node, SUBTREE};
use treewright_core::project::{Project, references, relative, resolve};

use super::flattened::flattened;
use crate::common::{
    Exported, ExportedFile, Format, Write, WriteOption, WriteOptions, of_document,
};

pub(super) use bare::{bare, left_out};
pub(super) use runnable::unmendable;

pub(super) static FORMAT: Format = Format {
    write: Write::ToRun(write),
    options: &[WriteOption::InlineSubtrees, WriteOption::Minify],
    ..Format::new("game", "Game config", "game.json")
};

/// How the names of such files end.
const ENDING: &str = ".game.json";

/// Writes the document of a project, and those that it refers to.
fn write(
    project: &Project<'_>,
    library: &NodeLibrary,
    options: &WriteOptions,
    path: String,
) -> Result<Exported, Vec<Diagnostic>> {
    unmendable(project, library)?;
    let mut remarks = left_out(project, library);
    if options.inline_subtrees {
        let flat = flattened(project, library)?;
        let flat = bare(&Project::alone(&flat), library, &str::to_owned);
        // What a use hands on is broken where it arrives.
        unmendable(&Project::alone(&flat), library)?;
        let text = text(&flat, options)?;
        return Ok(Exported {
            remarks,
            ..Exported::one(path, text)
        });
    }
    unusable_subtrees(project, library)?;
    let main = written(project, library, options)?;
    let mut files = vec![ExportedFile { path, text: main }];
    for path in others(project) {
        let Some(Ok(document)) = project.get(&path) else {
            continue;
        };
        let beside = relative(project.path, &path);
        if beside.starts_with("../") {
            remarks.push(of_document(remarks::elsewhere(&beside)));
            continue;
        }
        let other = Project {
            document,
            path: &path,
            ..*project
        };
        files.push(ExportedFile {
            path: game_name(&beside),
            text: written(&other, library, options)?,
        });
    }
    Ok(Exported { files, remarks })
}

/// The text of one document.
fn written(
    project: &Project<'_>,
    library: &NodeLibrary,
    options: &WriteOptions,
) -> Result<String, Vec<Diagnostic>> {
    text(&bare(project, library, &game_name), options)
}

fn text(document: &Document, options: &WriteOptions) -> Result<String, Vec<Diagnostic>> {
    let text = native::write_without_places(document).map_err(|why| vec![not_written(&why)])?;
    Ok(if options.minify {
        compact_any(&text)
    } else {
        text
    })
}

/// Why a document cannot be written at all.
pub(super) fn not_written(why: &WriteError) -> Diagnostic {
    of_document(remarks::cannot_be_written(why))
}

/// What a file is called as a config.
fn game_name(file: &str) -> String {
    let stem = file.strip_suffix(".bt.json").or(file.strip_suffix(".json"));
    format!("{}{ENDING}", stem.unwrap_or(file))
}

/// The files that a document refers to, and those that these refer to, by their paths inside the project folder.
fn others(project: &Project<'_>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut pending = vec![(project.path.to_owned(), project.document)];
    while let Some((path, document)) = pending.pop() {
        for file in references(document) {
            let Ok(target) = resolve(&path, file) else {
                continue;
            };
            if target == project.path || found.contains(&target) {
                continue;
            }
            if let Some(Ok(document)) = project.get(&target) {
                pending.push((target.clone(), document));
                found.insert(target);
            }
        }
    }
    found
}

/// Subtree nodes that run nothing, in the main tree.
fn unusable_subtrees(project: &Project<'_>, library: &NodeLibrary) -> Result<(), Vec<Diagnostic>> {
    let uses = Uses::of(project, library);
    let nodes = project.document.pre_order();
    let problem = |node: &Node| match uses.target(Top::main(node.id()))? {
        Ok(_) => None,
        Err(problem) => {
            let location = Location::Node(node.id().clone());
            Some(Diagnostic::new(location, Problem::Subtree(problem.clone())))
        }
    };
    let subtrees = nodes.filter(|node| &*node.task == SUBTREE);
    let errors: Vec<Diagnostic> = subtrees.filter_map(problem).collect();
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors)
    }
}

#[cfg(test)]
mod tests;
