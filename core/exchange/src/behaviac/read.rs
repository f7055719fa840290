//! Reads files, with the behaviors that they reference, as documents and their task libraries. References start at the
//! folder of all behaviors, which no file names: it is the nearest folder above a file from which its reference leads
//! to another file.

use std::collections::VecDeque;

use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::diagnostic::Diagnostic;
use treewright_core::format::FormatError;
use treewright_core::model::{Document, FILE_PARAMETER, Node, ParameterValue, TREE_PARAMETER};
use treewright_core::project::resolve;
use treewright_core::value::ValueType;

use super::document::{BehaviorDocument, TaskDeclarations};
use super::expression::{Term, term};
use super::parts::{self, Behavior};
use super::{KEY, remarks};
use crate::common::{FolderFiles, ImportResult, ImportSource, ImportedLibrary, of_node, stem};
use crate::foreign::JsonText;
use crate::xml::Xml;

/// The most files that are read in addition to the requested ones.
const MAX_FILES: usize = 1000;

/// Reads behaviors and those that they reference, each once.
pub(super) fn read(sources: &[ImportSource<'_>]) -> ImportResult {
    let mut read = ImportResult::default();
    let Some(first) = sources.first() else {
        return read;
    };
    let mut references = References::new(first.around);
    let mut behaviors = Vec::new();
    let mut known = FxHashSet::default();
    let sources_once = sources.iter().enumerate();
    for (index, source) in sources_once.filter(|(_, source)| known.insert(source.path)) {
        match behavior(source.bytes) {
            Ok(behavior) => {
                references.add(source.path, &behavior);
                behaviors.push((index, behavior));
            }
            Err(error) => read.failed.push((index, error)),
        }
    }
    let mut made = Vec::new();
    for (index, behavior) in behaviors {
        match BehaviorDocument::of(sources[index].path, &behavior, &references) {
            Ok(document) => made.push(document),
            Err(error) => read.failed.push((index, error)),
        }
    }
    add_referenced(&mut made, first, &references);
    bind(&mut made);
    let declared = TaskDeclarations::of(&made);
    for mut made in made {
        declared.add_missing_children(&mut made);
        let library = declared.library(stem(&made.path), &made.nodes);
        let path = ImportSource::library_path(&made.path);
        let named = (!library.tasks.is_empty()).then_some(&*path);
        read.imported.documents.push(made.document(named));
        if !library.tasks.is_empty() {
            let library = ImportedLibrary { path, library };
            read.imported.libraries.push(library);
        }
    }
    read
}

fn behavior(bytes: &[u8]) -> Result<Behavior, FormatError> {
    parts::read(&Xml::read(bytes)?)
}

/// Reads the files that the behaviors read so far reference, directly or indirectly.
fn add_referenced(
    made: &mut Vec<BehaviorDocument>,
    source: &ImportSource<'_>,
    references: &References<'_>,
) {
    let most = made.len() + MAX_FILES;
    let mut known: FxHashSet<String> = made.iter().map(|made| made.path.clone()).collect();
    let files = |made: &BehaviorDocument| {
        let files = made.references.iter().map(|reference| &reference.file);
        files.cloned().collect::<Vec<_>>()
    };
    let mut waiting: VecDeque<String> = made.iter().flat_map(files).collect();
    let mut unread: FxHashMap<String, String> = FxHashMap::default();
    while let Some(path) = waiting.pop_front() {
        if !known.insert(path.clone()) {
            continue;
        }
        if made.len() >= most {
            made[0].add_document_note(remarks::too_many_files(MAX_FILES));
            break;
        }
        let read = source
            .around
            .read(&path)
            .ok_or_else(|| "the opened folder has no such file".to_owned());
        let read = read.and_then(|bytes| {
            let behavior = behavior(&bytes).map_err(|error| error.to_string())?;
            BehaviorDocument::of(&path, &behavior, references).map_err(|error| error.to_string())
        });
        match read {
            Ok(next) => {
                waiting.extend(files(&next));
                made.push(next);
            }
            Err(reason) => drop(unread.insert(path, reason)),
        }
    }
    for made in made {
        let mut noted = FxHashSet::default();
        let missing: Vec<_> = made
            .references
            .iter()
            .filter(|reference| noted.insert(reference.file.clone()))
            .filter_map(|reference| Some((reference.name.clone(), unread.get(&reference.file)?)))
            .collect();
        for (name, reason) in missing {
            made.add_document_note(remarks::reference_not_read(name, reason));
        }
    }
}

/// Returns the import notes on what nodes keep without effect in this program.
pub(super) fn standing_remarks(document: &Document) -> Vec<Diagnostic> {
    let mut remarks = Vec::new();
    for node in document.nodes() {
        let Some(Ok(tape)) = node.extra.get(KEY).map(|json| JsonText::of(json)) else {
            continue;
        };
        let top = tape.top();
        let custom = top.get("custom");
        let custom = custom.map(|_| remarks::custom_kept(top.text_of("class")));
        let attachments = top.items_of("attachments");
        let attachments = attachments.map(|kept| remarks::attachment_kept(kept.text_of("class")));
        for note in custom.into_iter().chain(attachments) {
            remarks.push(of_node(node.id(), note));
        }
    }
    remarks
}

/// Binds the variables of referenced behaviors. A behavior sees the properties of its agent wherever it runs, so each
/// that it uses is passed on under its own name. The arguments of the task at its root are variables of its own.
fn bind(made: &mut [BehaviorDocument]) {
    let places: FxHashMap<String, usize> = made
        .iter()
        .enumerate()
        .map(|(i, made)| (made.path.clone(), i))
        .collect();
    let seen_by = |made: &[BehaviorDocument], index: usize| {
        let mut seen = vec![false; made.len()];
        seen[index] = true;
        let (mut waiting, mut names) = (vec![index], IndexMap::new());
        while let Some(next) = waiting.pop() {
            for (name, value_type) in &made[next].variables {
                let known = names.entry(name.clone());
                known.or_insert_with(|| value_type.clone());
            }
            for reference in &made[next].references {
                if let Some(place) = places.get(&reference.file)
                    && !std::mem::replace(&mut seen[*place], true)
                {
                    waiting.push(*place);
                }
            }
        }
        names
    };
    let all: Vec<_> = (0..made.len()).map(|index| seen_by(made, index)).collect();
    for made in made.iter_mut() {
        for reference in &made.references {
            let Some(node) = made.nodes.get_mut(reference.node.as_str()) else {
                continue;
            };
            let place = places.get(&reference.file);
            for (name, value_type) in place.into_iter().flat_map(|place| &all[*place]) {
                if matches!(&**name, FILE_PARAMETER | TREE_PARAMETER) {
                    continue;
                }
                let used = set_variable(node, name, value_type.as_ref(), &reference.arguments);
                made.variables.extend(used);
            }
        }
    }
}

/// The prefix of the names by which a behavior uses the arguments of the task at its root; a number follows.
const ARGUMENT: &str = "_$local_task_param_$_";

/// Sets a variable of the behavior that a node runs; returns the variable that it is bound to.
fn set_variable(
    node: &mut Node,
    name: &str,
    value_type: Option<&ValueType>,
    arguments: &[String],
) -> Option<(String, Option<ValueType>)> {
    let number = name
        .strip_prefix(ARGUMENT)
        .and_then(|number| number.parse::<usize>().ok());
    let argument = number.and_then(|number| arguments.get(number));
    let (value, used) = match argument.map(String::as_str).map(term) {
        Some(Term::Constant(value)) => (ParameterValue::literal(value), None),
        Some(Term::Property(property, value_type)) => {
            let value = ParameterValue::variable(&*property);
            (value, Some((property, value_type)))
        }
        Some(Term::Other(_)) | None => {
            let own = (name.to_owned(), value_type.cloned());
            (ParameterValue::variable(name), Some(own))
        }
    };
    node.parameters.insert(name.into(), value);
    used
}

/// Finds the files of behaviors.
pub(super) struct References<'a> {
    around: &'a dyn FolderFiles,
    /// The folders above the opened one: if a file was opened alone, references may start at one of them.
    above: String,
    /// The files that are read together, by the name that each gives to its behavior.
    named: FxHashMap<String, String>,
}

impl<'a> References<'a> {
    pub(super) fn new(around: &'a dyn FolderFiles) -> Self {
        Self {
            around,
            above: around.folder_path(),
            named: FxHashMap::default(),
        }
    }

    /// Registers the behavior of a file by its name. Of several with one name, the first counts.
    pub(super) fn add(&mut self, path: &str, behavior: &Behavior) {
        if !behavior.name.is_empty() {
            let file = self.named.entry(name_of(&behavior.name));
            file.or_insert_with(|| path.to_owned());
        }
    }

    /// Returns the file of the behavior that a file references by this name, below the opened folder, whether it exists
    /// or not.
    pub(super) fn file(&self, from: &str, behavior: &Behavior, reference: &str) -> String {
        let name = name_of(reference);
        let file = format!("{name}.xml");
        let from = joined(&self.above, from);
        let below = |folder: &str| {
            let path = resolve(&joined(folder, "x"), &file).ok()?;
            self.inside(&path)
        };
        // In exported files, a behavior is named by its path.
        let own = name_of(&from);
        let named_root = own.strip_suffix(&name_of(&behavior.name));
        let named_root = named_root.filter(|root| root.is_empty() || root.ends_with('/'));
        let named_root = named_root.filter(|_| !behavior.name.is_empty());
        let named_root = named_root.map(|root| root.trim_end_matches('/'));
        let folders = || std::iter::successors(folder_of(&from), |folder| folder_of(folder));
        let is_there = |path: &String| self.around.has(path);
        let at = |folder: &str| below(folder).filter(is_there);
        let found = named_root.and_then(at).or_else(|| folders().find_map(at));
        let found = found.or_else(|| self.named.get(&name).cloned());
        // The file does not exist: most likely it would be where the folders have the names that the reference has.
        let first = name.split_once('/').map(|(first, _)| first);
        let alike = |folder: &&str| folder.rsplit('/').next() == first;
        let alike = || folder_of(folders().find(alike)?).and_then(below);
        found
            .or_else(|| named_root.and_then(below))
            .or_else(alike)
            .or_else(|| folders().find_map(below))
            .unwrap_or_else(|| "unknown.xml".to_owned())
    }

    /// Returns a path relative to the opened folder.
    fn inside(&self, path: &str) -> Option<String> {
        if self.above.is_empty() {
            return Some(path.to_owned());
        }
        let inside = path.strip_prefix(&*self.above)?.strip_prefix('/')?;
        Some(inside.to_owned())
    }
}

/// Returns a path without the extension of its file.
fn name_of(path: &str) -> String {
    let path = path.replace('\\', "/");
    path.strip_suffix(".xml").map(str::to_owned).unwrap_or(path)
}

fn joined(folder: &str, path: &str) -> String {
    if folder.is_empty() {
        return path.to_owned();
    }
    format!("{folder}/{path}")
}

/// Returns the folder that contains a file or folder: empty for one at the top, `None` for the top itself.
fn folder_of(path: &str) -> Option<&str> {
    match path.rsplit_once('/') {
        Some((folder, _)) => Some(folder),
        None => (!path.is_empty()).then_some(""),
    }
}
