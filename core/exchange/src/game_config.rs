//! Configs for games (written only): native documents with only what runs, as JSON or in the compact form.
//! [`Program::load`](treewright_core::Program::load) loads both.
//!
//! - Skipped: positions, comments, notes, groups, breakpoints, collapsed nodes, stand-ins, descriptions, fields that
//!   only other tools know, number formatting, disabled nodes, and unconnected branches without a name.
//! - Errors that no task of the game can fix prevent exporting it, and Rust code too.
//! - Trees of other files are exported with it, each as a file next to it (`NAME.game.json` or `NAME.game.bin`), or inlined with that
//!   option: see [`flattened`](super::flattened).

pub(super) mod remarks;

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;
use treewright_core::category::Category;
use treewright_core::compile::{GameTasks, Top, Uses, compile_project};
use treewright_core::diagnostic::{Diagnostic, Location, Problem, TransferNote};
use treewright_core::format::json_text::compact_any;
use treewright_core::format::{WriteError, compact, native};
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    Document, DocumentBuilder, FILE_PARAMETER, NamedTree, Node, ParameterValue, SUBTREE, Variable,
};
use treewright_core::project::{Project, references, relative, resolve};
use treewright_core::runtime::TaskHooks;
use treewright_core::status::Status;

use super::flattened::flattened;
use crate::common::{
    Exported, ExportedFile, Format, WriteMode, WriteOption, WriteOptions, at, of_document, of_node,
};

pub(super) static FORMAT: Format = Format {
    write: WriteMode::ToRun(|project, library, options, path| {
        write(&AS_JSON, project, library, options, path)
    }),
    options: &[WriteOption::InlineSubtrees, WriteOption::Minify],
    ..Format::new("game", "Game config", "game.json")
};

pub(super) static COMPACT: Format = Format {
    write: WriteMode::ToRun(|project, library, options, path| {
        write(&AS_COMPACT, project, library, options, path)
    }),
    options: &[WriteOption::InlineSubtrees],
    ..Format::new("game-compact", "Game config, compact", "game.bin")
};

/// One of the two forms of such files.
struct Form {
    ending: &'static str,
    write: fn(&Document, &WriteOptions) -> Result<Vec<u8>, WriteError>,
}

static AS_JSON: Form = Form {
    ending: ".game.json",
    write: |document, options| {
        let text = native::write_without_positions(document)?;
        let text = if options.minify {
            compact_any(&text)
        } else {
            text
        };
        Ok(text.into_bytes())
    },
};

static AS_COMPACT: Form = Form {
    ending: ".game.bin",
    write: |document, _| compact::write(document),
};

impl Form {
    fn bytes(
        &self,
        document: &Document,
        options: &WriteOptions,
    ) -> Result<Vec<u8>, Vec<Diagnostic>> {
        (self.write)(document, options).map_err(|why| vec![not_written(&why)])
    }

    /// Returns the name of a document's file in this form.
    fn name(&self, file: &str) -> String {
        let stem = file.strip_suffix(".bt.json").or(file.strip_suffix(".json"));
        format!("{}{}", stem.unwrap_or(file), self.ending)
    }
}

/// Writes the document of a project, and those that it references.
fn write(
    form: &Form,
    project: &Project<'_>,
    library: &NodeLibrary,
    options: &WriteOptions,
    path: String,
) -> Result<Exported, Vec<Diagnostic>> {
    let write_document = |project: &Project<'_>| {
        let document = bare(project, library, &|file| form.name(file));
        form.bytes(&document, options)
    };
    refuse_unfixable(project, library)?;
    let mut remarks = skipped_notes(project, library);
    if options.inline_subtrees {
        let flat = flattened(project, library)?;
        let flat = bare(&Project::alone(&flat), library, &str::to_owned);
        // What a use passes on fails where it arrives.
        refuse_unfixable(&Project::alone(&flat), library)?;
        let bytes = form.bytes(&flat, options)?;
        let files = vec![ExportedFile { path, bytes }];
        return Ok(Exported { files, remarks });
    }
    unusable_subtrees(project, library)?;
    let bytes = write_document(project)?;
    let mut files = vec![ExportedFile { path, bytes }];
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
            path: form.name(&beside),
            bytes: write_document(&other)?,
        });
    }
    Ok(Exported { files, remarks })
}

/// Returns the diagnostic for a document that cannot be written at all.
pub(super) fn not_written(why: &WriteError) -> Diagnostic {
    of_document(remarks::cannot_be_written(why))
}

/// Returns the files that a document references, directly or indirectly, as paths inside the project folder.
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

/// Refuses Subtree nodes in the main tree that run nothing.
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

/// Returns the parts of a document that run: the main tree, and trees with a name. References to files are renamed by
/// `file_name`.
pub(crate) fn bare(
    project: &Project<'_>,
    library: &NodeLibrary,
    file_name: &dyn Fn(&str) -> String,
) -> Document {
    let document = project.document;
    let skipped = skipped(project, library);
    let mut builder = DocumentBuilder::new(document.name.clone());
    let heads = document.root().into_iter();
    let named = named_heads(document);
    let heads = heads.chain(document.loose().iter().filter(|head| named.contains(head)));
    let mut skipping: Option<usize> = None;
    for head in heads {
        for (node, depth) in document.subtree(head).with_depth() {
            if skipping.is_some_and(|above| depth > above) {
                continue;
            }
            skipping = skipped.contains(node.id()).then_some(depth);
            if skipping.is_some() {
                continue;
            }
            let copy = bare_node(node, file_name);
            // Ids are distinct and parents come first, so nothing is rejected.
            let _ = match node.parent() {
                Some(parent) => builder.child(parent, copy),
                None if document.root() == Some(head) => builder.root(copy),
                None => builder.loose(copy),
            };
        }
        skipping = None;
    }
    let is_there = |tree: &&NamedTree| builder.document().node(&tree.root).is_some();
    let trees = document.trees.iter().filter(is_there);
    let trees: Vec<NamedTree> = trees
        .map(|tree| NamedTree::new(tree.name.clone(), tree.root.clone()))
        .collect();
    builder.settings(|new| {
        new.restart_when_complete = document.restart_when_complete;
        new.seed = document.seed;
        new.libraries.clone_from(&document.libraries);
        new.variables = document.variables.iter().map(bare_variable).collect();
        new.trees = trees;
    });
    builder.finish()
}

fn bare_variable(variable: &Variable) -> Variable {
    let mut bare = Variable::new(variable.name.clone(), variable.value_type.clone());
    bare.scope = variable.scope;
    bare.initial = variable.initial.value.clone().into();
    bare
}

fn bare_node(node: &Node, file_name: &dyn Fn(&str) -> String) -> Node {
    let mut bare = Node::new(node.id().clone(), node.task.clone());
    bare.name.clone_from(&node.name);
    bare.abort = node.abort;
    bare.disabled = node.disabled;
    bare.position = Position::default();
    for (name, value) in &node.parameters {
        bare.parameters.insert(name.clone(), plain(value));
    }
    if &*node.task == SUBTREE && node.runs_other_file() {
        let file = file_name(node.text_parameter(FILE_PARAMETER));
        bare.parameters
            .insert(FILE_PARAMETER.into(), ParameterValue::literal(&*file));
    }
    bare.overrides.clone_from(&node.overrides);
    for set in &mut bare.overrides {
        set.value = plain(&set.value);
    }
    bare
}

/// Returns a parameter value without number formatting.
fn plain(value: &ParameterValue) -> ParameterValue {
    match value {
        ParameterValue::Literal(literal) => ParameterValue::literal(literal.value.clone()),
        ParameterValue::Variable(name) => ParameterValue::Variable(name.clone()),
    }
}

/// Returns the roots of unconnected branches that contain the root of a named tree.
fn named_heads(document: &Document) -> FxHashSet<&NodeId> {
    let heads = document.trees.iter().filter_map(|tree| {
        let top = document.node(&tree.root)?.id();
        document.ancestors(top).last().or(Some(top))
    });
    heads.collect()
}

/// Returns the disabled nodes that are skipped. Nodes stay if a use overrides something inside them, or they contain a
/// tree with a name.
fn skipped<'a>(project: &Project<'a>, library: &NodeLibrary) -> FxHashSet<&'a NodeId> {
    let document = project.document;
    let mut uses = Uses::of(project, library);
    uses.follow_all();
    let named: FxHashSet<&NodeId> = document.trees.iter().map(|tree| &tree.root).collect();
    let nodes = document.nodes().map(Node::id);
    // A named tree stays for tasks that name it, even if nothing can start it.
    let is_absent = |id: &&NodeId| uses.is_absent(Top::main(id)) && !named.contains(id);
    let absent: FxHashSet<&NodeId> = nodes.filter(is_absent).collect();
    let mut set = document.nodes().flat_map(|node| &node.overrides);
    let mut tops = named.iter().flat_map(|top| document.ancestors(top));
    if tops.any(|above| absent.contains(above)) {
        return FxHashSet::default();
    }
    let is_set = set.any(|set| {
        set.path
            .split('/')
            .any(|id| absent.contains(&NodeId::from(id)))
    });
    if is_set {
        return FxHashSet::default();
    }
    absent
}

/// Returns export notes on what is skipped.
pub(crate) fn skipped_notes(project: &Project<'_>, library: &NodeLibrary) -> Vec<Diagnostic> {
    let document = project.document;
    let skipped = skipped(project, library);
    let named = named_heads(document);
    let mut found = Vec::new();
    let mut remark = |node: &Node, transfer: TransferNote| {
        let location = Location::Node(node.id().clone());
        found.push(at(location, transfer));
    };
    for node in document.pre_order() {
        let is_first = node.parent().is_none_or(|parent| !skipped.contains(parent));
        let is_loose = node.parent().is_none() && document.root() != Some(node.id());
        if is_loose && !named.contains(node.id()) {
            remark(node, remarks::loose());
        } else if is_first && skipped.contains(node.id()) {
            remark(node, remarks::disabled());
        }
        for link in &node.broken_links {
            remark(node, remarks::broken_link(&link.child));
        }
    }
    found
}

/// Refuses the nodes of the main tree that fail in every game, and those that run trees with such nodes. What Subtree
/// nodes themselves run is checked elsewhere: a game may have files that are not available here.
pub(crate) fn refuse_unfixable(
    project: &Project<'_>,
    library: &NodeLibrary,
) -> Result<(), Vec<Diagnostic>> {
    let tasks = game_tasks(project, library);
    let compiled = compile_project(project, library, &tasks);
    let mut noted: FxHashSet<NodeId> = FxHashSet::default();
    let refused = compiled.broken.iter().filter_map(|(id, why)| {
        let at = NodeId::from(id.as_str().split('/').next().unwrap_or_default());
        let is_subtree = |id: &NodeId| {
            let node = project.document.node(id);
            node.is_some_and(|node| &*node.task == SUBTREE)
        };
        let is_use = *id == at && is_subtree(&at);
        let is_noted = is_use || !noted.insert(at.clone());
        (!is_noted).then(|| {
            of_node(
                &at,
                remarks::cannot_run(why).with_message_argument("reason", why),
            )
        })
    });
    let refused: Vec<Diagnostic> = refused.collect();
    if refused.is_empty() {
        Ok(())
    } else {
        Err(refused)
    }
}

/// Returns a game that registers all leaves that libraries declare, and all undeclared tasks without children.
fn game_tasks(project: &Project<'_>, library: &NodeLibrary) -> GameTasks<()> {
    let answering = || TaskHooks::new(|_| Status::Success);
    let mut tasks = GameTasks::new();
    let declared = library.declarations();
    for kind in declared.filter(|kind| library.library_of(&kind.task).is_some()) {
        match kind.category {
            Category::Conditional => tasks.conditional(&kind.task, move |_| answering()),
            Category::Action => tasks.action(&kind.task, move |_| answering()),
            Category::Composite | Category::Decorator => {}
        }
    }
    let others = project.others.paths();
    let others = others.filter_map(|path| project.others.get(path)?.ok());
    let documents = [project.document].into_iter().chain(others);
    for node in documents.flat_map(treewright_core::model::Document::nodes) {
        let is_unknown = library.declaration(&node.task).is_none();
        if is_unknown && node.children().is_empty() {
            tasks.action(&node.task, move |_| answering());
        }
    }
    tasks
}
