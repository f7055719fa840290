//! From a document to the nodes that are made in Lua, in the order in which they are made.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::kinds::{Kinds, Made};
use super::names::Names;
use super::remarks;
use crate::abort::AbortType;
use crate::category::Category;
use crate::compile::absent_nodes;
use crate::diagnostic::{Diagnostic, Location};
use crate::ids::NodeId;
use crate::library::NodeLibrary;
use crate::model::{Document, Node};

/// A node that is made.
pub(super) struct Planned<'a> {
    /// What it is called in Lua.
    pub local: String,
    /// What it is called in the engine.
    pub title: String,
    /// What the designer remarked.
    pub comment: &'a str,
    pub made: Made,
    /// Its children by their places in the plan.
    pub children: Vec<usize>,
}

/// All nodes, each before its children, the root first.
pub(super) struct Plan<'a>(pub Vec<Planned<'a>>);

/// What is planned next, and below which node of the plan.
enum Step<'a> {
    Node(&'a Node),
    /// The children of a Selector from this one on.
    Rest(&'a Node, Rc<[&'a Node]>, usize),
}

struct Planner<'a> {
    document: &'a Document,
    absent: FxHashSet<&'a NodeId>,
    kinds: Kinds<'a>,
    names: Names,
    planned: Vec<Planned<'a>>,
    steps: Vec<(Step<'a>, Option<usize>)>,
}

impl<'a> Plan<'a> {
    /// The plan, with what is to be said of it. With a refusal among that, the plan is of no use.
    pub fn of(document: &'a Document, library: &'a NodeLibrary) -> (Self, Vec<Diagnostic>) {
        let mut planner = Planner {
            document,
            absent: absent_nodes(document),
            kinds: Kinds {
                library,
                remarks: Vec::new(),
            },
            names: Names::default(),
            planned: Vec::new(),
            steps: Vec::new(),
        };
        planner.document_remarks();
        let root = document
            .root()
            .filter(|root| !planner.absent.contains(root));
        match root.and_then(|root| document.node(root)) {
            Some(root) => planner.steps.push((Step::Node(root), None)),
            None => planner.kinds.remark(Location::Document, remarks::nothing()),
        }
        while let Some((step, above)) = planner.steps.pop() {
            match step {
                Step::Node(node) => planner.node(node, above),
                Step::Rest(node, children, from) => planner.rest(node, &children, from, above),
            }
        }
        (Self(planner.planned), planner.kinds.remarks)
    }
}

impl<'a> Planner<'a> {
    fn document_remarks(&mut self) {
        if self.document.restart_when_complete {
            self.kinds.remark(Location::Document, remarks::restart());
        }
        for variable in &self.document.variables {
            let location = Location::Variable(variable.name.clone());
            self.kinds.remark(location, remarks::no_variables());
        }
        for head in self.document.loose() {
            let location = Location::Node(head.clone());
            self.kinds.remark(location, remarks::loose());
        }
    }

    fn node(&mut self, node: &'a Node, above: Option<usize>) {
        let all = node.children().iter();
        let all = all.filter_map(|id| self.document.node(id));
        let (present, absent): (Vec<&Node>, Vec<&Node>) =
            all.partition(|child| !self.absent.contains(child.id()));
        for child in absent {
            self.kinds.remark_at(child, remarks::disabled());
        }
        let parent = node.parent().and_then(|id| self.document.node(id));
        let parent_task = parent.map(|parent| &*parent.task);
        let made = self.kinds.made(node, parent_task, present.len());
        self.engine_faults(node);
        let place = self.add(node, node.title().to_owned(), made, &node.comment, above);
        let is_pairs = is_pairs(node, present.len());
        let children: Rc<[&'a Node]> = present.into();
        if is_pairs {
            self.steps
                .push((Step::Rest(node, children.clone(), 1), Some(place)));
            self.steps.push((Step::Node(children[0]), Some(place)));
        } else {
            let below = children.iter().rev();
            self.steps
                .extend(below.map(|child| (Step::Node(child), Some(place))));
        }
    }

    /// The pair of a child and what comes after it.
    fn rest(
        &mut self,
        node: &'a Node,
        children: &Rc<[&'a Node]>,
        from: usize,
        above: Option<usize>,
    ) {
        let made = Made {
            class: node.task.to_string(),
            ..Made::default()
        };
        let title = format!("{} ({})", node.title(), from + 1);
        let place = Some(self.add(node, title, made, "", above));
        let last = if children.len() - from > 2 {
            Step::Rest(node, children.clone(), from + 1)
        } else {
            Step::Node(children[from + 1])
        };
        self.steps.push((last, place));
        self.steps.push((Step::Node(children[from]), place));
    }

    fn add(
        &mut self,
        node: &Node,
        title: String,
        made: Made,
        comment: &'a str,
        above: Option<usize>,
    ) -> usize {
        let place = self.planned.len();
        self.planned.push(Planned {
            local: self.names.of(node.title(), &node.task),
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

    /// What the engine is known not to do as it is meant here.
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

/// Whether it is a Selector that becomes pairs.
fn is_pairs(node: &Node, children: usize) -> bool {
    &*node.task == "Selector" && children > 2 && node.abort == AbortType::None
}
