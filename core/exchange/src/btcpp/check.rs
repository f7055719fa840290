//! Checks documents before anything is written: what BehaviorTree.CPP would refuse, or what its format cannot express,
//! by node.

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::diagnostic::{Diagnostic, Location, Problem, TransferNote};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, FILE_PARAMETER, Node, SUBTREE, Scope, TREE_PARAMETER};
use treewright_core::project::{relative, resolve};

use super::kept::{self, KeptDocument, KeptPart, KeptTree};
use super::names::{self, MAX_DEPTH};
use super::{layout, remarks, rules, values, variables};
use crate::common::at;

/// A document to write.
pub(super) struct ExportUnit<'a> {
    pub path: &'a str,
    pub document: &'a Document,
    /// The name of its main tree in its file.
    pub main: String,
    /// The node of the first document through which this one is reached; `None` for the first document itself.
    pub via: Option<NodeId>,
}

/// The documents that an export note is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NoteSubject {
    /// The document at this index.
    Document(usize),
    /// The documents together.
    All,
}

/// The export notes collected so far.
pub(super) struct ExportNotes {
    list: Vec<(NoteSubject, Diagnostic)>,
    whose: NoteSubject,
}

impl Default for ExportNotes {
    fn default() -> Self {
        Self {
            list: Vec::new(),
            whose: NoteSubject::All,
        }
    }
}

impl ExportNotes {
    pub fn add(&mut self, location: Location, remark: TransferNote) {
        let note = at(location, remark);
        self.list.push((self.whose, note));
    }

    pub fn at(&mut self, node: &Node, remark: TransferNote) {
        self.add(Location::Node(node.id().clone()), remark);
    }

    /// Assigns further export notes to the document at this index.
    pub fn set_document(&mut self, unit: usize) {
        self.whose = NoteSubject::Document(unit);
    }

    /// Returns whether a tree is too deep in a document that came from no file: writing it would be wasted work.
    pub fn is_too_deep(&self, units: &[ExportUnit<'_>]) -> bool {
        let code = remarks::too_deep(MAX_DEPTH).code();
        self.list.iter().any(|(whose, remark)| {
            let is_new = match whose {
                NoteSubject::Document(unit) => !units[*unit].document.extra.contains_key(kept::KEY),
                NoteSubject::All => true,
            };
            is_new && remark.problem.code() == code
        })
    }

    /// Downgrades refusals of documents whose files are written unchanged to notes, and adds a note that the file is
    /// written although BehaviorTree.CPP refuses it.
    pub fn keep_unchanged_files(&mut self, units: &[ExportUnit<'_>], as_they_were: &[bool]) {
        let mut noted = vec![false; units.len()];
        for (whose, note) in &mut self.list {
            let is_as_it_was = match whose {
                NoteSubject::Document(unit) => as_they_were[*unit],
                NoteSubject::All => as_they_were.iter().all(|is| *is),
            };
            if let Problem::Transfer(transfer) = &note.problem
                && is_as_it_was
                && note.blocks_export()
            {
                let problem = Problem::Transfer(transfer.clone().kept());
                *note = Diagnostic::new(note.location.clone(), problem);
                match whose {
                    NoteSubject::Document(unit) => noted[*unit] = true,
                    NoteSubject::All => noted[0] = true,
                }
            }
        }
        for (unit, _) in units.iter().zip(noted).filter(|(_, noted)| *noted) {
            let path = unit.file(units[0].path);
            self.add(location_of(unit), remarks::written_though_refused(path));
        }
    }

    /// Returns all notes, and whether one of them is a refusal.
    pub fn finish(self) -> (Vec<Diagnostic>, bool) {
        let list: Vec<Diagnostic> = self.list.into_iter().map(|(_, note)| note).collect();
        let is_refused = list.iter().any(Diagnostic::blocks_export);
        (list, is_refused)
    }
}

/// Names the main trees of documents: their own name, or the document's, with a number if another tree has that name.
pub(super) fn name_main_trees(units: &mut [ExportUnit<'_>]) {
    let trees = units.iter().flat_map(|unit| &unit.document.trees);
    let mut taken: FxHashSet<String> = trees.map(|tree| tree.name.to_string()).collect();
    for unit in units {
        let named = unit
            .document
            .root()
            .and_then(|r| unit.document.tree_name(r));
        if let Some(named) = named {
            named.clone_into(&mut unit.main);
            continue;
        }
        let plain = names::legal(&unit.document.name);
        let mut name = plain.clone();
        let mut number = 1;
        while !taken.insert(name.clone()) {
            number += 1;
            name = format!("{plain}_{number}");
        }
        unit.main = name;
    }
}

/// Returns the trees of a document to write, names and root nodes, in order; a main tree without a name is first.
pub(super) fn trees(unit: &ExportUnit<'_>) -> Vec<(String, NodeId)> {
    let document = unit.document;
    let mut trees: Vec<(String, NodeId)> = Vec::new();
    if let Some(root) = document.root()
        && document.tree_name(root).is_none()
    {
        trees.push((unit.main.clone(), root.clone()));
    }
    for tree in &document.trees {
        if document.node(&tree.root).is_some() {
            trees.push((tree.name.to_string(), tree.root.clone()));
        }
    }
    trees
}

/// Checks all documents that are written together.
pub(super) fn check(units: &[ExportUnit<'_>], library: &NodeLibrary, remarks: &mut ExportNotes) {
    for (index, unit) in units.iter().enumerate() {
        remarks.set_document(index);
        check_settings(unit.document, library, remarks);
        check_tree_names(unit, library, remarks);
        for (_, root) in trees(unit) {
            check_shape(unit, &root, remarks);
        }
        check_unconnected(unit.document, remarks);
    }
    remarks.whose = NoteSubject::All;
    check_duplicate_trees(units, remarks);
    check_outside(units, remarks);
    check_cycles(units, remarks);
}

fn check_settings(document: &Document, library: &NodeLibrary, remarks: &mut ExportNotes) {
    if document.restart_when_complete {
        remarks.add(Location::Document, remarks::restart_left_out());
    }
    if layout::is_changed(&document.description) {
        remarks.add(Location::Document, remarks::comment_changed());
    }
    let read = variables::read(document, library);
    for variable in &document.variables {
        let location = || Location::Variable(variable.name.clone());
        // Variables of subtrees come from BehaviorTree.CPP files, where nothing initializes them either.
        let is_missed = variable.scope != Scope::Subtree && read.contains(&*variable.name);
        if is_missed || variable.initial.value != variable.value_type.default_value() {
            let remark = remarks::initial_left_out(&variable.name);
            remarks.add(location(), remark);
        }
        if variable.scope == Scope::Global && !variable.name.starts_with(values::ROOT) {
            let remark = remarks::global_shared(&variable.name);
            remarks.add(location(), remark);
        }
    }
}

/// Returns the location for a note on a document that is not the first: the node through which it is reached.
fn location_of(unit: &ExportUnit<'_>) -> Location {
    let node = unit.via.clone();
    node.map_or(Location::Document, Location::Node)
}

/// Refuses a tree with the name of a tree in another file. If both files already had it when read, they are left
/// unchanged: only BehaviorTree.CPP knows which one it runs.
fn check_duplicate_trees(units: &[ExportUnit<'_>], remarks: &mut ExportNotes) {
    let mut known: FxHashMap<String, (usize, bool)> = FxHashMap::default();
    for (index, unit) in units.iter().enumerate() {
        let kept: Option<KeptDocument> = kept::get(&unit.document.extra);
        let parts = kept.map(|kept| kept.parts).unwrap_or_default();
        let in_file: FxHashSet<&str> = parts.iter().filter_map(KeptPart::tree).collect();
        for (name, _) in trees(unit) {
            let was_in_file = in_file.contains(&*name);
            match known.get(&name) {
                Some((_, true)) if was_in_file => {}
                Some((other, _)) => {
                    let remark = remarks::tree_in_two_files(&name, units[*other].path);
                    remarks.add(location_of(unit), remark);
                }
                None => {
                    known.insert(name, (index, was_in_file));
                }
            }
        }
    }
}

/// Refuses documents whose files would be outside of the folder of the first. A document that came from a file already
/// has it there.
fn check_outside(units: &[ExportUnit<'_>], remarks: &mut ExportNotes) {
    for unit in units {
        let path = unit.file(units[0].path);
        if leads_out(&path) {
            let remark = if unit.document.extra.contains_key(kept::KEY) {
                remarks::file_not_written(path)
            } else {
                remarks::file_outside(path)
            };
            remarks.add(location_of(unit), remark);
        }
    }
}

/// Returns whether a path leads out of the target folder.
pub(super) fn leads_out(path: &str) -> bool {
    path.starts_with("../")
}

impl ExportUnit<'_> {
    /// Returns the path of its file, relative to the folder of the first document.
    pub fn file(&self, first: &str) -> String {
        if self.via.is_none() {
            let name = self.path.rsplit('/').next().unwrap_or(self.path);
            return xml_path(if name.is_empty() { "tree" } else { name });
        }
        xml_path(&relative(first, self.path))
    }
}

/// Returns the path of a document's file: `a/b.xml` for `a/b.bt.json`.
pub(super) fn xml_path(path: &str) -> String {
    let stem = path.strip_suffix(".bt.json").unwrap_or(path);
    format!("{stem}.xml")
}

fn check_tree_names(unit: &ExportUnit<'_>, library: &NodeLibrary, remarks: &mut ExportNotes) {
    let document = unit.document;
    let is_unnamed = is_unnamed(document);
    for (name, root) in trees(unit) {
        if is_unnamed && document.root() == Some(&root) {
            continue;
        }
        let declared = library.library_of(&names::task_of(&name)).is_some();
        for fault in rules::name_faults(&name, declared) {
            remarks.add(Location::Tree(name.as_str().into()), fault);
        }
    }
    if let Some(kept) = kept::get::<KeptDocument>(&document.extra) {
        let named = document.trees.iter();
        let named: Vec<(&str, KeptTree)> = named
            .filter_map(|tree| Some((&*tree.name, kept::get(&tree.extra)?)))
            .collect();
        let unnamed = kept.parts.iter().filter_map(|part| match part {
            KeptPart::Unnamed(tree) => Some(("", tree)),
            _ => None,
        });
        let named = named.iter().map(|(name, tree)| (*name, tree));
        for fault in rules::tree_faults(&kept, named.chain(unnamed)) {
            remarks.add(Location::Document, fault);
        }
    }
}

/// Returns whether the main tree had no name in its file.
pub(super) fn is_unnamed(document: &Document) -> bool {
    let kept: Option<KeptDocument> = kept::get(&document.extra);
    let parts = kept.map(|kept| kept.parts).unwrap_or_default();
    let in_file = parts
        .iter()
        .any(|part| matches!(part, KeptPart::Unnamed(_)));
    let root = document.root();
    in_file && root.is_some_and(|root| document.tree_name(root).is_none())
}

fn check_shape(unit: &ExportUnit<'_>, root: &NodeId, remarks: &mut ExportNotes) {
    let mut called: FxHashSet<&str> = FxHashSet::default();
    let mut is_deep = false;
    for (node, depth) in unit.document.subtree(root).with_depth() {
        if depth >= MAX_DEPTH && !is_deep {
            is_deep = true;
            remarks.at(node, remarks::too_deep(MAX_DEPTH));
        }
        if &*node.task == SUBTREE && !node.name.is_empty() && !called.insert(&node.name) {
            remarks.at(node, remarks::subtree_twice(&node.name));
        }
    }
}

fn check_unconnected(document: &Document, remarks: &mut ExportNotes) {
    for head in document.loose() {
        let is_named = document.tree_name(head).is_some();
        if let Some(node) = document.node(head).filter(|_| !is_named) {
            remarks.at(node, remarks::loose_left_out());
        }
    }
}

/// Returns the tree that a Subtree node runs: the index of its document among those that are written, and its name.
pub(super) fn target(
    units: &[ExportUnit<'_>],
    from: usize,
    node: &Node,
) -> Option<(usize, String)> {
    let tree = node.text_parameter(TREE_PARAMETER);
    let file = node.text_parameter(FILE_PARAMETER);
    let unit = if file.is_empty() {
        from
    } else {
        let path = resolve(units[from].path, file).ok()?;
        units.iter().position(|unit| unit.path == path)?
    };
    let document = units[unit].document;
    if tree.is_empty() {
        return document.root().map(|_| (unit, units[unit].main.clone()));
    }
    let is_known = document
        .tree(tree)
        .is_some_and(|t| document.node(&t.root).is_some());
    is_known.then(|| (unit, tree.to_owned()))
}

/// Refuses trees that run themselves, and subtrees that do not exist.
fn check_cycles(units: &[ExportUnit<'_>], remarks: &mut ExportNotes) {
    type TreeKey = (usize, String);
    let mut calls: FxHashMap<TreeKey, Vec<TreeKey>> = FxHashMap::default();
    for (index, unit) in units.iter().enumerate() {
        let kept: Option<KeptDocument> = kept::get(&unit.document.extra);
        let is_include = |part: &KeptPart| matches!(part, KeptPart::Include(..));
        let may_be_elsewhere = kept.is_some_and(|kept| kept.parts.iter().any(is_include));
        for (name, root) in trees(unit) {
            let mut called = Vec::new();
            let nodes = unit.document.subtree(&root);
            for node in nodes.filter(|node| &*node.task == SUBTREE) {
                match target(units, index, node) {
                    Some(target) => called.push(target),
                    None if may_be_elsewhere => {}
                    None => {
                        let tree = node.own_title().unwrap_or_default();
                        remarks.at(node, remarks::unknown_tree(tree));
                    }
                }
            }
            calls.insert((index, name), called);
        }
    }
    let mut keys: Vec<&TreeKey> = calls.keys().collect();
    keys.sort();
    let mut done: FxHashSet<&TreeKey> = FxHashSet::default();
    for start in keys {
        let mut open: Vec<(&TreeKey, usize)> = vec![(start, 0)];
        let mut on_path: FxHashSet<&TreeKey> = FxHashSet::from_iter([start]);
        while let Some((key, next)) = open.last_mut() {
            let called = calls.get(*key).and_then(|called| called.get(*next));
            *next += 1;
            match called {
                None => {
                    on_path.remove(*key);
                    done.insert(*key);
                    open.pop();
                }
                Some(called) if on_path.contains(called) => {
                    let location = Location::Tree(called.1.as_str().into());
                    remarks.add(location, remarks::endless_tree(&called.1));
                    return;
                }
                Some(called) if !done.contains(called) => {
                    on_path.insert(called);
                    open.push((called, 0));
                }
                Some(_) => {}
            }
        }
    }
}
