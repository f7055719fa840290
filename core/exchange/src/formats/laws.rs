//! The law of formats that are both read and written: an exported document reads back as the same trees, is exported
//! the same again, and, where no note says that it is approximated, behaves the same in every frame. Tested with random
//! documents, which are adapted until the format accepts them.

use std::collections::BTreeMap;
use treewright_core::model::Surgery as _;

use treewright_core::abort::AbortType;
use treewright_core::diagnostic::{Diagnostic, Grade, Location, Problem};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    Document, FILE_PARAMETER, Literal, Node, ParameterValue, Parameters, SUBTREE, Scope,
    TREE_PARAMETER,
};
use treewright_core::nodes::testing::random;
use treewright_core::nodes::testing::random::{game_library, played_project, script};
use treewright_core::project::{DocumentSet, Project};
use treewright_core::runtime::Status;
use treewright_core::value::Value;

use crate::testing::{frames, read, reopened};
use crate::{ExchangeFormat, Exported, WriteOptions, standing, write};

/// The most times that a document is adapted before it is given up.
const MAX_ADAPTATIONS: usize = 12;

fn grade(remark: &Diagnostic) -> Grade {
    match &remark.problem {
        // After export and import, a wait takes as long as before.
        Problem::Transfer(transfer) if transfer.code() == "save_json_later" => Grade::Kept,
        Problem::Transfer(transfer) => transfer.grade(),
        _ => Grade::Refused,
    }
}

/// A document that is adapted to a format.
struct AdaptedDocument<'l> {
    document: Document,
    library: &'l NodeLibrary,
    /// How often each node was changed already.
    done: BTreeMap<NodeId, usize>,
}

impl AdaptedDocument<'_> {
    fn written(&self, format: ExchangeFormat) -> Result<Exported, Vec<Diagnostic>> {
        let project = Project::alone(&self.document);
        write(format, &project, self.library, &WriteOptions::default())
    }

    /// Removes what a format refuses, a little more each time the same node is refused.
    fn adapt(&mut self, note: &Diagnostic) {
        if let Some(id) = note.location.node() {
            let done = self.done.entry(id.clone()).or_insert(0);
            *done += 1;
            let done = *done;
            let node = self.document.node_mut(id).unwrap();
            match done {
                1 => node.abort = AbortType::None,
                2 => {
                    let has_note = |name: &str| matches!(&note.location, Location::Parameter(_, parameter) if **parameter == *name);
                    let had = std::mem::take(&mut node.parameters);
                    for (name, value) in &had {
                        if value.as_variable().is_none() && !has_note(name) {
                            node.parameters.insert(name.clone(), value.clone());
                        }
                    }
                    if self.lacks(id) {
                        self.replace(id);
                    }
                }
                3 => node.disabled = false,
                _ => self.replace(id),
            }
            return;
        }
        match &note.location {
            Location::Variable(name) => {
                let mut variables = self.document.variables.iter_mut();
                let variable = variables.find(|variable| variable.name == *name).unwrap();
                variable.initial = Literal::from(variable.value_type.default_value());
                variable.scope = Scope::Tree;
            }
            _ if note.problem.code() == "left_out_tree_names" => self.document.trees.clear(),
            _ if self.document.restart_when_complete => self.document.restart_when_complete = false,
            _ => self.document.variables.clear(),
        }
    }

    /// Returns whether a required parameter is not set.
    fn lacks(&self, id: &NodeId) -> bool {
        let node = self.document.node(id).unwrap();
        let declared = self.library.declaration(&node.task);
        let mut parameters = declared.iter().flat_map(|declared| &declared.parameters);
        parameters
            .any(|parameter| parameter.required && !node.parameters.contains_key(&parameter.name))
    }

    /// Replaces a node by a simple one.
    fn replace(&mut self, id: &NodeId) {
        let node = self.document.node_mut(id).unwrap();
        let kind = match node.children().len() {
            0 => "Wait",
            1 => "Inverter",
            _ => "Sequence",
        };
        node.task = kind.into();
        node.parameters = Parameters::default();
        if kind == "Wait" {
            // BehaviorTree.CPP measures time differently, unless it is zero.
            let is_repeated = self.done.get(id).is_some_and(|done| *done > 4);
            let seconds = match id.as_str().len() % 3 {
                _ if is_repeated => 0.0,
                rest => [0.0, 0.5, 1.0][rest],
            };
            let seconds = ParameterValue::literal(seconds);
            node.parameters.insert("seconds".into(), seconds);
        }
    }
}

/// Returns a random document that a format accepts, and, if `exact`, without approximations where adapting it helps.
fn accepted_document(
    format: ExchangeFormat,
    library: &NodeLibrary,
    seed: u64,
    exact: bool,
) -> Option<(Document, Exported)> {
    let size = 3 + seed as usize % 25;
    let mut document = match seed % 2 {
        0 => random::document(seed, size),
        _ => random::document_with_trees(seed, size, &[SUBTREE]),
    };
    let ids: Vec<NodeId> = document.nodes().map(|node| node.id().clone()).collect();
    for id in ids {
        let node = document.node_mut(&id).unwrap();
        node.stand_in = None;
        if seed.is_multiple_of(3) {
            node.name = format!("The {id}");
        }
    }
    let mut adapted = AdaptedDocument {
        document,
        library,
        done: BTreeMap::new(),
    };
    for _ in 0..MAX_ADAPTATIONS {
        let wrong = match adapted.written(format) {
            Err(refused) => refused,
            Ok(exported) => {
                let mut wrong = exported.remarks.clone();
                wrong.retain(|remark| grade(remark) == Grade::Approximated);
                if !exact || wrong.is_empty() {
                    return Some((adapted.document, exported));
                }
                wrong
            }
        };
        for note in &wrong {
            adapted.adapt(note);
        }
    }
    let written = adapted.written(format).ok()?;
    Some((adapted.document, written))
}

/// The result of reading an exported file.
struct ReadBack {
    document: Document,
    others: DocumentSet,
    path: String,
    library: NodeLibrary,
    remarks: Vec<Diagnostic>,
}

fn read_back(format: ExchangeFormat, exported: &Exported) -> ReadBack {
    let files = exported.files.iter();
    let files: BTreeMap<String, Vec<u8>> = files
        .map(|file| (file.path.clone(), file.bytes.clone()))
        .collect();
    let path = &*exported.files[0].path;
    let imported = read(format, &files, path).unwrap();
    let (mut documents, others, library) = reopened(&imported);
    let mut remarks = imported.documents[0].remarks.clone();
    remarks.extend(standing(&documents[0]));
    ReadBack {
        document: documents.remove(0),
        others,
        path: imported.documents[0].path.clone(),
        library,
        remarks,
    }
}

/// Returns a node as text, with the defaults of parameters that it does not set.
fn node_text(node: &Node, library: &NodeLibrary) -> String {
    let mut parameters: BTreeMap<String, String> = BTreeMap::new();
    let declared = library.declaration(&node.task);
    for parameter in declared.iter().flat_map(|declared| &declared.parameters) {
        if let Some(default) = &parameter.default {
            parameters.insert(parameter.name.to_string(), format!("{default:?}"));
        }
    }
    for (name, value) in &node.parameters {
        // A tree of the same document may become one of another file.
        let is_target = matches!(&**name, TREE_PARAMETER | FILE_PARAMETER);
        // What such a tree reads is passed to it by name.
        if &*node.task == SUBTREE && (is_target || value.as_variable() == Some(name)) {
            continue;
        }
        // A blackboard entry has the type that its use requires.
        if &*node.task == "SetVariable" && &**name == "value" {
            continue;
        }
        let value = match value.as_literal() {
            // A parameter that is not declared is any number in the file.
            Some(Value::Int(int)) if !parameters.contains_key(&**name) => {
                format!("{:?}", Value::Float(*int as f64))
            }
            Some(literal) => format!("{literal:?}"),
            // Variables of the main tree have a name of their own in other trees of BehaviorTree.CPP.
            None => value.as_variable().unwrap_or_default().replacen('@', "", 1),
        };
        parameters.insert(name.to_string(), value);
    }
    if parameters
        .get("forever")
        .is_some_and(|forever| forever == "Bool(true)")
    {
        parameters.remove("count");
    }
    format!(
        "{} {:?} {:?} {:?} {} {} {parameters:?}",
        node.task,
        node.name,
        node.comment,
        node.abort,
        node.disabled,
        node.children().len()
    )
}

/// Returns the trees that run, each with its nodes from the top down.
fn trees(document: &Document) -> BTreeMap<String, Vec<NodeId>> {
    let heads = document
        .root()
        .map(|root| (String::new(), root))
        .into_iter();
    // A main tree that got a name is still the main tree.
    let named = document.trees.iter();
    let named = named.filter(|tree| document.root() != Some(&tree.root));
    let heads = heads.chain(named.map(|tree| (tree.name.to_string(), &tree.root)));
    heads
        .map(|(name, head)| {
            let nodes = document.subtree(head).map(|node| node.id().clone());
            (name, nodes.collect())
        })
        .collect()
}

/// Returns the events of each frame of a scripted run; nodes are identified by their index in the program.
fn frame_events(project: &Project<'_>, seed: u64) -> Option<Vec<(Status, Vec<String>)>> {
    let program = played_project(project).program?;
    // Every random document declares the same variables; those that were removed cannot be written.
    let script = script(seed, 15, 60, &random::document(seed, 1));
    frames(&program, seed, script, |_, first| {
        let events = first.events.iter().map(|event| format!("{event:?}"));
        (first.status, events.collect())
    })
}

/// Counts of what was compared, over all seeds.
#[derive(Debug, Default)]
struct ComparedCounts {
    trees: usize,
    nodes: usize,
    runs: usize,
}

/// Returns whether a note says that a node is not converted exactly.
fn has_note(remarks: &[Diagnostic], id: &NodeId) -> bool {
    remarks
        .iter()
        .any(|remark| remark.location.node() == Some(id) && grade(remark) >= Grade::Approximated)
}

fn compare(format: ExchangeFormat, seed: u64, exact: bool, compared: &mut ComparedCounts) {
    let library = game_library();
    let Some((document, exported)) = accepted_document(format, &library, seed, exact) else {
        return;
    };
    let text = exported.files[0].text();
    let mut back = read_back(format, &exported);
    for declaration in library.declarations() {
        if back.library.declaration(&declaration.task).is_none() {
            back.library.add(declaration.clone());
        }
    }
    let project = Project::new(&back.document, &back.path, &back.others);
    let again = write(format, &project, &back.library, &WriteOptions::default());
    let again = again.unwrap_or_else(|notes| panic!("seed {seed}: {notes:?}\n{text}"));
    assert_eq!(again.files[0].text(), text, "seed {seed}");

    let (before, after) = (trees(&document), trees(&back.document));
    let names =
        |trees: &BTreeMap<String, Vec<NodeId>>| -> Vec<String> { trees.keys().cloned().collect() };
    if format != ExchangeFormat::SaveJson && format != ExchangeFormat::Behavior3 {
        assert_eq!(names(&before), names(&after), "seed {seed}\n{text}");
    }
    for (name, after) in &after {
        let before = &before[name];
        assert_eq!(before.len(), after.len(), "seed {seed}, `{name}`\n{text}");
        for (old, new) in std::iter::zip(before, after) {
            if has_note(&exported.remarks, old) || has_note(&back.remarks, new) {
                continue;
            }
            let old = document.node(old).unwrap();
            // In the other tool, these are a Parallel with thresholds, and a Repeater that ends on failure.
            if matches!(
                &*old.task,
                "ParallelSelector" | "ParallelComplete" | "UntilFailure"
            ) {
                continue;
            }
            let new = back.document.node(new).unwrap();
            assert_eq!(
                node_text(old, &library),
                node_text(new, &library),
                "seed {seed}\n{text}"
            );
            compared.nodes += 1;
        }
        compared.trees += 1;
    }
    // Variables come back with the default of their type: where that was their value, the trees behave the same,
    // although a program must initialize them there.
    let is_same = |remark: &&Diagnostic| {
        let Location::Variable(name) = &remark.location else {
            return false;
        };
        let variable = document.variable(name);
        remark.problem.code() == "btcpp_initial_left_out"
            && variable.is_some_and(|v| v.initial.value == v.value_type.default_value())
    };
    let remarks = exported.remarks.iter().chain(&back.remarks);
    let remarks = remarks.filter(|remark| !is_same(remark));
    if remarks.map(grade).any(|grade| grade >= Grade::Approximated) {
        return;
    }
    let before = frame_events(&Project::alone(&document), seed);
    let after = frame_events(&project, seed);
    assert_eq!(before, after, "seed {seed}\n{text}");
    compared.runs += 1;
}

/// Compares at least this many trees, nodes and runs.
fn check(format: ExchangeFormat, trees: usize, nodes: usize, runs: usize) {
    let mut compared = ComparedCounts::default();
    for seed in 0..66 {
        compare(format, seed, seed % 4 != 0, &mut compared);
    }
    let enough = compared.trees >= trees && compared.nodes >= nodes && compared.runs >= runs;
    assert!(enough, "{compared:?}");
}

#[test]
fn behavior_tree_cpp_keeps_documents_on_a_round_trip() {
    check(ExchangeFormat::Btcpp, 120, 1200, 24);
}

#[test]
fn behavior3_keeps_documents_on_a_round_trip() {
    check(ExchangeFormat::Behavior3, 60, 800, 40);
}

#[test]
fn the_original_behavior3_keeps_documents_on_a_round_trip() {
    check(ExchangeFormat::Behavior3Original, 120, 1160, 40);
}

#[test]
fn nested_save_json_keeps_documents_on_a_round_trip() {
    check(ExchangeFormat::SaveJson, 60, 800, 40);
}
