//! Converts a document to a list of the nodes to create in Lua, in order of creation.

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::category::Category;
use treewright_core::compile::absent_nodes;
use treewright_core::diagnostic::{Diagnostic, Location};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Node, ParameterValue, SUBTREE, TREE_PARAMETER, Variable};
use treewright_core::value::Value;

use super::kinds::{NodeCode, NodeConverter, abort_call};
use super::remarks;
use super::text::{LuaNames, SharedData};
use crate::common::at;

/// A node to create.
pub(super) struct PlannedNode<'a> {
    /// The name of its Lua local.
    pub local: String,
    /// Its name in the engine.
    pub title: String,
    /// The designer's comment.
    pub comment: &'a str,
    pub made: NodeCode,
    /// Its children, as indices into the plan.
    pub children: Vec<usize>,
}

/// The content of a module.
pub(super) struct Plan<'a> {
    /// All nodes, each before its children; the root is first.
    pub nodes: Vec<PlannedNode<'a>>,
    pub variables: Vec<&'a Variable>,
}

/// A node still to plan; its parent in the plan is stored with it.
enum PlanStep<'a> {
    Node(&'a Node),
    /// The children of a Selector, starting at this index.
    Rest(&'a Node, Rc<[&'a Node]>, usize),
}

struct Planner<'a> {
    document: &'a Document,
    absent: FxHashSet<&'a NodeId>,
    kinds: NodeConverter<'a>,
    names: LuaNames,
    planned: Vec<PlannedNode<'a>>,
    steps: Vec<(PlanStep<'a>, Option<usize>)>,
}

impl<'a> Plan<'a> {
    /// Returns the plan for a document whose nodes reset variables according to `resets`, with the export notes. If one
    /// of these is a refusal, the plan must not be used.
    pub fn of(
        document: &'a Document,
        library: &'a NodeLibrary,
        resets: &'a FxHashMap<NodeId, Vec<Arc<str>>>,
    ) -> (Self, Vec<Diagnostic>) {
        let mut planner = Planner {
            document,
            absent: absent_nodes(document),
            kinds: NodeConverter {
                library,
                shared: SharedData::new(document, resets),
                remarks: Vec::new(),
            },
            names: LuaNames::default(),
            planned: Vec::new(),
            steps: Vec::new(),
        };
        let root = document
            .root()
            .filter(|root| !planner.absent.contains(root));
        match root.and_then(|root| document.node(root)) {
            Some(root) => planner.steps.push((PlanStep::Node(root), None)),
            None => planner.kinds.remark(Location::Document, remarks::nothing()),
        }
        while let Some((step, above)) = planner.steps.pop() {
            match step {
                PlanStep::Node(node) => planner.node(node, above),
                PlanStep::Rest(node, children, from) => {
                    planner.add_pair(node, &children, from, above);
                }
            }
        }
        let plan = Self {
            nodes: planner.planned,
            variables: planner.kinds.shared.variables,
        };
        (plan, planner.kinds.remarks)
    }
}

impl<'a> Planner<'a> {
    fn node(&mut self, node: &'a Node, above: Option<usize>) {
        let all = node.children().iter();
        let present = all.filter(|child| !self.absent.contains(child));
        let present: Vec<&Node> = present.filter_map(|id| self.document.node(id)).collect();
        let parent = node.parent().and_then(|id| self.document.node(id));
        let parent_task = parent.map(|parent| &*parent.task);
        let made = self.kinds.node_code(node, parent_task, present.len());
        self.engine_faults(node);
        let mut above = above;
        if succeeds_at_failure(node) {
            // The engine's class returns failure at the end.
            let made = NodeCode {
                class: "Inverter".to_owned(),
                ..NodeCode::default()
            };
            let title = format!("{} (Inverter)", node.title());
            above = Some(self.add(node, title, made, "", above));
        }
        let place = self.add(node, node.title().to_owned(), made, &node.comment, above);
        let is_pairs = &*node.task == "Selector" && present.len() > 2;
        let children: Rc<[&'a Node]> = present.into();
        if is_pairs {
            self.steps
                .push((PlanStep::Rest(node, children.clone(), 1), Some(place)));
            self.steps.push((PlanStep::Node(children[0]), Some(place)));
        } else {
            let below = children.iter().rev();
            self.steps
                .extend(below.map(|child| (PlanStep::Node(child), Some(place))));
        }
    }

    /// Adds the pair of a child and the children after it.
    fn add_pair(
        &mut self,
        node: &'a Node,
        children: &Rc<[&'a Node]>,
        from: usize,
        above: Option<usize>,
    ) {
        let mut made = NodeCode {
            class: node.task.to_string(),
            ..NodeCode::default()
        };
        made.set_up.extend(abort_call(node.abort));
        let title = format!("{} ({})", node.title(), from + 1);
        let place = Some(self.add(node, title, made, "", above));
        let last = if children.len() - from > 2 {
            PlanStep::Rest(node, children.clone(), from + 1)
        } else {
            PlanStep::Node(children[from + 1])
        };
        self.steps.push((last, place));
        self.steps.push((PlanStep::Node(children[from]), place));
    }

    fn add(
        &mut self,
        node: &Node,
        title: String,
        made: NodeCode,
        comment: &'a str,
        above: Option<usize>,
    ) -> usize {
        let place = self.planned.len();
        self.planned.push(PlannedNode {
            local: self.names.add(node.title(), &node.task),
            title,
            comment,
            made,
            children: Vec::new(),
        });
        if let Some(above) = above {
            self.planned[above].children.push(place);
        }
        place
    }

    /// Adds export notes on known differences of the engine.
    fn engine_faults(&mut self, node: &Node) {
        let category = |node: &Node| {
            let declaration = self.kinds.library.declaration(&node.task);
            declaration.map(|declaration| declaration.category)
        };
        let parent = node.parent().and_then(|id| self.document.node(id));
        let below_parallel = parent.is_some_and(|parent| &*parent.task == "Parallel");
        if below_parallel && ["Wait", "Repeater"].contains(&&*node.task) {
            return self.kinds.remark_at(node, remarks::not_started(&node.task));
        }
        if category(node) != Some(Category::Conditional) {
            return;
        }
        let mut above = self.document.ancestors(node.id());
        let is_composite = |id: &NodeId| {
            let node = self.document.node(id);
            node.and_then(category) == Some(Category::Composite)
        };
        if !above.any(is_composite) {
            self.kinds.remark_at(node, remarks::no_composite_above());
        }
    }
}

/// Returns whether a node is an `UntilFailure` that succeeds at the end.
fn succeeds_at_failure(node: &Node) -> bool {
    let succeeds = node.parameters.get("succeed");
    let succeeds = succeeds.and_then(ParameterValue::as_literal);
    &*node.task == "UntilFailure" && succeeds.and_then(Value::as_bool) == Some(true)
}

/// Whether a Subtree node of the document runs the tree below this node, which is then written in its place.
fn is_run(document: &Document, head: &NodeId) -> bool {
    let name = document.tree_name(head);
    let mut runners = document.nodes().filter(|node| &*node.task == SUBTREE);
    name.is_some_and(|name| {
        runners.any(|node| !node.runs_other_file() && node.text_parameter(TREE_PARAMETER) == name)
    })
}

/// Returns the export notes on what no module contains, whatever its nodes are.
pub(super) fn skipped_notes(document: &Document) -> Vec<Diagnostic> {
    let mut notes = Vec::new();
    let mut say = |location, transfer| {
        notes.push(at(location, transfer));
    };
    if document.restart_when_complete {
        say(Location::Document, remarks::restart());
    }
    for head in document
        .loose()
        .iter()
        .filter(|head| !is_run(document, head))
    {
        say(Location::Node(head.clone()), remarks::loose());
    }
    let absent = absent_nodes(document);
    for node in document.nodes() {
        let is_top = |parent: &NodeId| !absent.contains(parent);
        if absent.contains(node.id()) && node.parent().is_some_and(is_top) {
            say(Location::Node(node.id().clone()), remarks::disabled());
        }
    }
    notes
}
