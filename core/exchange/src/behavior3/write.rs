//! Writes a document as files: what was not edited since it was read is unchanged.

use std::cell::RefCell;

use rustc_hash::FxHashSet;
use treewright_core::diagnostic::{Diagnostic, Location};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, FILE_PARAMETER, Node, SUBTREE, TREE_PARAMETER};
use treewright_core::project::Project;

use super::header::{self, KeptFile};
use super::node::{WriteContext, node_fields, read};
use super::overrides::{merged_overrides, overrides, overrides_written};
use super::{KEY, kinds, remarks, setting, workspace};
use crate::common::{
    Exported, ExportedFile, WriteOptions, at, of_document, of_node, unless_refused,
};
use crate::foreign::{
    Fields, JsonText, Layout, file_fields, foreign_name, is_builtin, kept, listed, merged, own_id,
    push_tree, quoted,
};

/// Writes a document: its tree, each of its named trees that a Subtree node runs as a file of its own, and definitions
/// of the nodes that behavior3 does not know.
///
/// # Errors
/// What behavior3 cannot express, by node.
pub(super) fn write(
    project: &Project<'_>,
    library: &NodeLibrary,
    options: &WriteOptions,
    _: String,
) -> Result<Exported, Vec<Diagnostic>> {
    let document = project.document;
    let path = match without_ending(project.path) {
        "" => "tree.json".to_owned(),
        path => format!("{path}.json"),
    };
    let mut kept = KeptFile::of_document(document, &path);
    if options.minify {
        kept.layout = Layout::minified();
    }
    let writer = Behavior3Writer {
        project,
        library,
        at: kept.at.clone(),
        ours: ours(document),
        notes: RefCell::new(Vec::new()),
    };
    let Some(root) = document.root() else {
        return Err(vec![of_document(remarks::no_root())]);
    };
    writer.add_document_notes();
    let name = path.rsplit('/').next().unwrap_or_default();
    let mut files = vec![ExportedFile::of_text(
        name.to_owned(),
        kept.layout.set(&writer.main(&kept, root)),
    )];
    for tree in &document.trees {
        if document.root() != Some(&tree.root) && document.node(&tree.root).is_some() {
            let mut header = KeptFile::of_document(&Document::default(), "");
            header.fields.set("name", quoted(&tree.name));
            files.push(ExportedFile::of_text(
                tree_file(name, &tree.name),
                kept.layout.set(&writer.file(&header.fields, &tree.root)),
            ));
        }
    }
    if let Some(text) = writer.definitions() {
        let path = format!("{}.b3-setting", without_ending(name));
        files.push(ExportedFile::of_text(path, text));
    }
    let remarks = unless_refused(writer.notes.into_inner())?;
    Ok(Exported { files, remarks })
}

fn without_ending(path: &str) -> &str {
    let path = path.strip_suffix(".json").unwrap_or(path);
    path.strip_suffix(".bt").unwrap_or(path)
}

/// Returns the file name of a named tree of the document in `file`.
fn tree_file(file: &str, tree: &str) -> String {
    let safe = |c: char| {
        if c.is_alphanumeric() || matches!(c, '-' | '_' | ' ') {
            c
        } else {
            '_'
        }
    };
    let tree: String = tree.chars().map(safe).collect();
    format!("{}-{tree}.json", without_ending(file))
}

struct Behavior3Writer<'a> {
    project: &'a Project<'a>,
    library: &'a NodeLibrary,
    /// The path of the file in its workspace.
    at: String,
    /// The built-in node types of its nodes that behavior3 lacks.
    ours: FxHashSet<&'a str>,
    notes: RefCell<Vec<Diagnostic>>,
}

/// Returns the built-in node types of a document's nodes that behavior3 lacks; they are written under their own names.
fn ours(document: &Document) -> FxHashSet<&str> {
    let own = document.nodes().filter(|node| {
        &*node.task != SUBTREE && is_builtin(&node.task) && kinds::from_builtin(node).is_none()
    });
    own.map(|node| &*node.task).collect()
}

impl<'a> Behavior3Writer<'a> {
    fn add_note(&self, diagnostic: Diagnostic) {
        self.notes.borrow_mut().push(diagnostic);
    }

    /// Adds export notes on what is skipped of the document as a whole.
    fn add_document_notes(&self) {
        let document = self.project.document;
        let is_named = |head: &&NodeId| document.trees.iter().any(|tree| tree.root == **head);
        let loose = document.loose().iter().filter(|head| !is_named(head));
        let count: usize = loose.map(|head| document.subtree(head).count()).sum();
        if count > 0 {
            self.add_note(of_document(remarks::loose_left_out(count)));
        }
        if document.restart_when_complete {
            self.add_note(of_document(remarks::restart_left_out()));
        }
        for variable in &document.variables {
            if variable.initial.value != variable.value_type.default_value() {
                let location = Location::Variable(variable.name.clone());
                let transfer = remarks::initial_left_out(&variable.name);
                self.add_note(at(location, transfer));
            }
        }
    }

    /// Returns the document at a path of the workspace.
    fn document_at(&self, path: &str) -> Option<&'a Document> {
        // Both are references from the same document, once in the workspace and once in the project.
        let reference = workspace::reference(&self.at, path).ok()?;
        let place = treewright_core::project::resolve(self.project.path, &reference).ok()?;
        self.project.get(&place)?.ok()
    }

    fn around<'s>(&'s self, top_name: &'s dyn Fn(&Node) -> Option<String>) -> WriteContext<'s> {
        WriteContext {
            at: &self.at,
            library: self.library,
            tree_file: &tree_file,
            top_name,
        }
    }

    fn top_name(&self, node: &Node) -> Option<String> {
        let (tree, file) = (
            node.text_parameter(TREE_PARAMETER),
            node.text_parameter(FILE_PARAMETER),
        );
        let document = if file.is_empty() {
            self.project.document
        } else {
            self.document_at(&workspace::path_of(&self.at, file).ok()?)?
        };
        let top = match document.tree(tree) {
            Some(tree) => document.node(&tree.root)?,
            None => document.node(document.root()?)?,
        };
        let kept = kept(&top.extra, KEY);
        let kept = kept.map(|tape| tape.top().text_of("name").into_owned());
        Some(kept.unwrap_or_else(|| foreign_name(&top.task).to_owned()))
    }

    /// Returns the main file, on one line.
    fn main(&self, kept: &KeptFile, root: &NodeId) -> String {
        let document = self.project.document;
        let mut before = Document::default();
        if let Ok(tape) = JsonText::of(&kept.fields.to_json()) {
            header::apply(tape.top(), &self.at, &mut before);
        }
        let base = header::file_fields(&before, &self.at);
        let mut fields = merged(
            &kept.fields,
            &base,
            &header::file_fields(document, &self.at),
        );
        if let Some(overrides) = self.overrides(kept) {
            fields.set("overrides", overrides);
        }
        self.file(&fields, root)
    }

    fn overrides(&self, kept: &KeptFile) -> Option<String> {
        let document = self.project.document;
        let find = |path: &str| self.document_at(path);
        let top_name = |node: &Node| self.top_name(node);
        let around = self.around(&top_name);
        let had = kept.fields.get("overrides");
        let tape = had.and_then(|json| JsonText::of(json).ok());
        let (before, _) = overrides(document, &self.at, &find, tape.as_ref().map(JsonText::top));
        let is_same = document
            .pre_order()
            .flat_map(|node| node.overrides.iter().map(|o| (node.id(), o)))
            .eq(before.iter().map(|(id, o)| (id, o)));
        if is_same {
            return had.map(str::to_owned);
        }
        let then = |node: &Node| {
            let own = before.iter().filter(|(id, _)| id == node.id());
            own.map(|(_, change)| change.clone()).collect()
        };
        let now = |node: &Node| node.overrides.clone();
        let (base, _) = overrides_written(document, &then, &around, &find);
        let (ours, notes) = overrides_written(document, &now, &around, &find);
        self.notes.borrow_mut().extend(notes);
        merged_overrides(had, &base, &ours)
    }

    /// Returns a file with these fields and the tree whose root is the given node.
    fn file(&self, fields: &Fields, root: &NodeId) -> String {
        let document = self.project.document;
        let mut numbers = NodeNumbers::of(document);
        let mut tree = String::new();
        push_tree(document, root, "children", &mut tree, |node| {
            self.node(node, &mut numbers)
        });
        let mut fields = fields.clone();
        fields.set("root", tree);
        fields.to_json()
    }

    fn node(&self, node: &Node, numbers: &mut NodeNumbers) -> Fields {
        let top_name = |node: &Node| self.top_name(node);
        let around = self.around(&top_name);
        let (ours, notes) = node_fields(node, &around);
        let name = foreign_name(&node.task);
        let twin = (*name != *node.task && self.ours.contains(name))
            .then(|| remarks::two_of_a_name(&node.task, name));
        for transfer in notes.into_iter().chain(twin) {
            self.add_note(of_node(node.id(), transfer));
        }
        let tape = kept(&node.extra, KEY);
        let Some(tape) = tape else {
            let mut fields = merged(&Fields::default(), &meaningless_fields(), &ours);
            fields.text("id", &numbers.fresh());
            if !node.children().is_empty() {
                fields.set("children", "[]");
            }
            fields.sort();
            return fields;
        };
        let uuid = tape.top().text_of("uuid");
        let is_ours = |_: &str| is_builtin(&node.task);
        let mut before = read(tape.top(), NodeId::from(&*uuid), &self.at, is_ours).0;
        if own_id(node, Some(tape.top()), Some(uuid.clone())) == uuid {
            before = before.copy_as(node.id().clone());
        }
        before.extra.clone_from(&node.extra);
        let base = node_fields(&before, &around).0;
        let kept = file_fields(tape.top());
        let was_sorted = kept.are_sorted();
        let mut fields = merged(&kept, &base, &ours);
        if fields.get("children").is_none() && !node.children().is_empty() {
            fields.set("children", "[]");
        }
        let is_used = kept
            .get("id")
            .is_some_and(|id| !numbers.used.insert(id.to_owned()));
        if is_used {
            fields.set("id", quoted(&numbers.fresh()));
        }
        if was_sorted {
            fields.sort();
        }
        fields
    }

    /// Returns definitions of the nodes that are used and that did not come from behavior3.
    fn definitions(&self) -> Option<String> {
        let document = self.project.document;
        let is_theirs = document.extra.contains_key(KEY);
        let mut known = FxHashSet::default();
        let mut definitions = Vec::new();
        for node in document.nodes().filter(|node| &*node.task != SUBTREE) {
            let theirs = kinds::from_builtin(node).and_then(Result::ok);
            let name = theirs.map_or_else(|| foreign_name(&node.task), |theirs| theirs.name);
            let came_from_there =
                node.extra.contains_key(KEY) || is_theirs && kinds::definition(name).is_some();
            if came_from_there || !known.insert(name) {
                continue;
            }
            let declared = self.library.declaration(&node.task);
            let anew = || declared.map(setting::definition_of_kind);
            definitions.extend(kinds::definition(name).or_else(anew));
        }
        let json = listed(definitions.iter().map(Fields::to_json));
        (!definitions.is_empty()).then(|| Layout::lines().set(&json))
    }
}

/// Returns the fields of a node that have no meaning.
fn meaningless_fields() -> Fields {
    let json = r#"{"args":{},"desc":"","disabled":false,"input":[],"output":[]}"#;
    Fields::parsed(json).unwrap_or_default()
}

/// The numbers that behavior3 shows on nodes.
struct NodeNumbers {
    used: FxHashSet<String>,
    last: u64,
}

impl NodeNumbers {
    fn of(document: &Document) -> Self {
        let kept = document.nodes().filter_map(|node| {
            let tape = kept(&node.extra, KEY)?;
            tape.top().text_of("id").parse::<u64>().ok()
        });
        Self {
            used: FxHashSet::default(),
            last: kept.max().unwrap_or_default(),
        }
    }

    fn fresh(&mut self) -> String {
        self.last = self.last.saturating_add(1);
        self.last.to_string()
    }
}
