//! Resolves the tree that each Subtree node runs, and computes the size of the expanded program before anything is
//! expanded.
//!
//! The nodes of all documents form one graph, with edges from a node to its children and from a Subtree node to the
//! top of its tree. One walk without recursion visits each node once, finds cycles and adds up sizes. So a tree that
//! would grow exponentially is detected at little cost.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::program_size::{LIMIT, ProgramSize};
use super::source::SourceDocument;
use crate::diagnostic::{ProgramLimit, SubtreeProblem};
use crate::ids::NodeId;
use crate::library::NodeLibrary;
use crate::model::{
    Document, FILE_PARAMETER, NamedTree, Node, ParameterType, SUBTREE, Scope, TREE_PARAMETER,
    Variable,
};
use crate::project::{PathError, Project, resolve};

/// The top node of a tree in one of the documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Top<'a> {
    /// The index of the document; 0 is the main one.
    pub source: usize,
    /// Its id in that document.
    pub node: &'a NodeId,
}

impl<'a> Top<'a> {
    /// A node of the main document.
    pub fn main(node: &'a NodeId) -> Self {
        Self { source: 0, node }
    }
}

/// The resolved Subtree nodes of a project.
pub struct Uses<'a> {
    project: Project<'a>,
    /// The documents, the main one first.
    pub(super) sources: Vec<SourceDocument<'a>>,
    source_at: FxHashMap<String, usize>,
    targets: FxHashMap<Top<'a>, Result<Top<'a>, SubtreeProblem>>,
    seen: FxHashMap<Top<'a>, WalkState>,
    started: Vec<(Arc<str>, Top<'a>)>,
    /// The first problem of each node that has one in itself, below, or in what it runs.
    problems: FxHashMap<Top<'a>, SubtreeProblem>,
    /// Whether any node of the main document is a Subtree node. If not, nothing has to be resolved.
    follows: bool,
    has_slashes: bool,
    /// The size of all trees checked so far.
    total: ProgramSize,
}

/// The state of a node in the walk.
#[derive(Clone, Copy)]
enum WalkState {
    Open,
    Done(ProgramSize),
}

/// A node on the current path of the walk.
struct WalkStep<'a> {
    at: Top<'a>,
    node: &'a Node,
    next_child: usize,
    size: ProgramSize,
    /// Whether anything below is not skipped.
    present: bool,
    target: Option<Top<'a>>,
    /// The first problem of the node or below it.
    problem: Option<SubtreeProblem>,
}

impl<'a> Uses<'a> {
    /// Resolves everything that the main tree runs, and the background trees that its tasks start.
    pub fn of(project: &Project<'a>, library: &NodeLibrary) -> Self {
        let document = project.document;
        let mut uses = Self {
            project: *project,
            sources: Vec::new(),
            source_at: FxHashMap::default(),
            targets: FxHashMap::default(),
            seen: FxHashMap::default(),
            started: Vec::new(),
            problems: FxHashMap::default(),
            follows: false,
            has_slashes: false,
            total: ProgramSize::NOTHING,
        };
        uses.add_source(project.path, document);
        uses.started = started(document, library);
        uses.follows = document.nodes().any(|node| &*node.task == SUBTREE);
        if !uses.follows {
            uses.sources[0].absent = absent_nodes(document);
            return uses;
        }
        let root = document.root().map(Top::main);
        let started = uses.started.iter().map(|(_, top)| *top);
        let tops: Vec<Top<'a>> = root.into_iter().chain(started).collect();
        for top in tops {
            if !uses.seen.contains_key(&top) {
                uses.walk(top);
            }
            uses.bound(top);
        }
        uses
    }

    /// Resolves everything else in the main document, too, including unconnected branches.
    pub fn follow_all(&mut self) {
        if !self.follows {
            return;
        }
        for head in self.project.document.heads() {
            let top = Top::main(head);
            if !self.seen.contains_key(&top) {
                self.walk(top);
            }
        }
    }

    /// The number of nodes of all trees after expansion.
    pub fn size(&self) -> u64 {
        if self.follows {
            self.total.part(ProgramLimit::Nodes)
        } else {
            self.project.document.node_count() as u64
        }
    }

    /// The first problem with what a node runs, on any level.
    pub fn problem_below(&self, node: Top<'a>) -> Option<&SubtreeProblem> {
        self.problems.get(&node)
    }

    /// The background trees that tasks start, by name.
    pub fn background_trees(&self) -> &[(Arc<str>, Top<'a>)] {
        &self.started
    }

    /// The tree that a Subtree node runs, or why it cannot; `None` if the walk did not reach the node.
    pub fn target(&self, node: Top<'a>) -> Option<&Result<Top<'a>, SubtreeProblem>> {
        self.targets.get(&node)
    }

    /// Finds a node by its path in a tree: the ids of the Subtree nodes on the way and its own id, separated by
    /// slashes.
    pub fn node_at_path(&self, tree: Top<'a>, path: &str) -> Option<(Top<'a>, &'a Node)> {
        let mut tree = tree;
        let mut ids = path.split('/').peekable();
        while let Some(id) = ids.next() {
            let document = self.sources[tree.source].document;
            let node = document.node(&id.into())?;
            if !self.sources[tree.source].is_inside(node.id(), tree.node) {
                return None;
            }
            let at = Top {
                source: tree.source,
                node: node.id(),
            };
            if ids.peek().is_none() {
                return Some((at, node));
            }
            tree = *self.target(at)?.as_ref().ok()?;
        }
        None
    }

    /// The variables of the tree at `target` that a node running it can set.
    pub fn settable_variables(
        &self,
        node: &Node,
        target: Top<'_>,
    ) -> impl Iterator<Item = &'a Variable> {
        let runs_other_file = node.runs_other_file();
        let variables = self.sources[target.source].document.variables.iter();
        variables.filter(move |variable| match variable.scope {
            Scope::Subtree => true,
            Scope::Tree => runs_other_file,
            Scope::Global => false,
        })
    }

    /// The name of a tree for messages.
    pub fn title(&self, top: Top<'_>) -> String {
        let source = &self.sources[top.source];
        let name = source.document.tree_name(top.node);
        match (name, top.source) {
            (Some(name), 0) => name.to_owned(),
            (Some(name), _) => format!("{name} in {}", source.path),
            (None, 0) if source.document.name.is_empty() => "Main".to_owned(),
            (None, 0) => source.document.name.clone(),
            (None, _) => source.path.clone(),
        }
    }

    fn add_source(&mut self, path: &str, document: &'a Document) -> usize {
        let index = self.sources.len();
        self.sources.push(SourceDocument::new(path, document));
        self.source_at.insert(path.to_owned(), index);
        index
    }

    /// Looks up the tree that a Subtree node names.
    ///
    /// # Errors
    /// Fails if the tree or its file does not exist or cannot be used.
    pub fn resolve_tree(&mut self, node: &Node, source: usize) -> Result<Top<'a>, SubtreeProblem> {
        let file = node.text_parameter(FILE_PARAMETER);
        let target = if file.is_empty() {
            source
        } else {
            self.open(source, file)?
        };
        let tree = node.text_parameter(TREE_PARAMETER);
        let found = &self.sources[target];
        let document = found.document;
        let in_file = || match (file, target) {
            ("", 0) => String::new(),
            _ => found.path.clone(),
        };
        let top = if tree.is_empty() {
            document
                .root()
                .ok_or_else(|| SubtreeProblem::NoMainTree { file: in_file() })?
        } else {
            let Some(tree) = found.tree(tree) else {
                let tree = tree.into();
                return Err(match in_file() {
                    file if file.is_empty() => SubtreeProblem::UnknownTree { tree },
                    file => {
                        let known = document.trees.iter().map(|tree| tree.name.clone());
                        let known = known.collect();
                        SubtreeProblem::UnknownTreeInFile { tree, file, known }
                    }
                });
            };
            let root = document.node(&tree.root);
            root.map(Node::id)
                .ok_or_else(|| SubtreeProblem::NoSuchRoot {
                    tree: tree.name.clone(),
                    root: tree.root.clone(),
                })?
        };
        Ok(Top {
            source: target,
            node: top,
        })
    }

    /// Returns the index of the document that another one refers to by `file`.
    fn open(&mut self, from: usize, file: &str) -> Result<usize, SubtreeProblem> {
        let path = resolve(&self.sources[from].path, file).map_err(|error| {
            let file = file.to_owned();
            match error {
                PathError::Outside => SubtreeProblem::FileOutside { file },
                PathError::Empty | PathError::Absolute | PathError::Unusable => {
                    SubtreeProblem::FileNotRelative { file }
                }
            }
        })?;
        if let Some(index) = self.source_at.get(&path) {
            return Ok(*index);
        }
        match self.project.get(&path) {
            Some(Ok(document)) => Ok(self.add_source(&path, document)),
            Some(Err(why)) => Err(SubtreeProblem::FileUnreadable {
                file: path,
                why: why.to_owned(),
            }),
            None => Err(SubtreeProblem::FileNotLoaded { file: path }),
        }
    }

    fn walk(&mut self, top: Top<'a>) {
        let mut stack: Vec<WalkStep<'a>> = Vec::new();
        stack.extend(self.enter(top));
        while let Some(step) = stack.last_mut() {
            if let Some(child) = step.node.children().get(step.next_child) {
                step.next_child += 1;
                let child = Top {
                    source: step.at.source,
                    node: child,
                };
                match self.seen.get(&child) {
                    Some(WalkState::Done(size)) => {
                        step.add(*size, self.is_absent(child));
                        step.note(self.problems.get(&child));
                    }
                    // Only a damaged file has a cycle of children; documents are forests.
                    Some(WalkState::Open) => {}
                    None => stack.extend(self.enter(child)),
                }
                continue;
            }
            if step.is_use() && step.target.is_none() {
                self.follow(&mut stack);
                continue;
            }
            let Some(done) = stack.pop() else { break };
            self.leave(&done, stack.last_mut());
        }
    }

    /// Starts the visit of a node, unless it does not exist. Children of disabled nodes are skipped.
    fn enter(&mut self, at: Top<'a>) -> Option<WalkStep<'a>> {
        let node = self.sources[at.source].document.node(at.node)?;
        self.has_slashes |= at.node.as_str().contains('/');
        self.seen.insert(at, WalkState::Open);
        Some(WalkStep {
            at,
            node,
            next_child: if node.disabled { usize::MAX } else { 0 },
            size: ProgramSize::of_node(at.node),
            present: node.children().is_empty(),
            target: None,
            problem: None,
        })
    }

    /// Continues from the Subtree node at the end of the path into the tree that it runs.
    fn follow(&mut self, stack: &mut Vec<WalkStep<'a>>) {
        let Some((node, at)) = stack.last().map(|step| (step.node, step.at)) else {
            return;
        };
        let found = self.resolve_tree(node, at.source).and_then(|target| {
            let is_open = matches!(self.seen.get(&target), Some(WalkState::Open));
            if is_open {
                let path = self.describe_cycle(stack, target);
                return Err(SubtreeProblem::Cycle { path });
            }
            Ok(target)
        });
        let found = found.map_err(|problem| {
            if names_a_tree(node) {
                problem
            } else {
                SubtreeProblem::TreeNotChosen
            }
        });
        let target = found.as_ref().ok().copied();
        let Some(step) = stack.last_mut() else {
            return;
        };
        // An unfinished node is reported once, not again at each node that runs its tree.
        let told = found.as_ref().err();
        step.note(told.filter(|problem| **problem != SubtreeProblem::TreeNotChosen));
        self.targets.insert(at, found);
        // A node whose tree cannot run is its own target, which marks it as done.
        step.target = Some(target.unwrap_or(at));
        let Some(target) = target else { return };
        match self.seen.get(&target) {
            Some(WalkState::Done(size)) => {
                let (size, absent) = (*size, self.is_absent(target));
                self.add_use(step, target, size, absent);
                step.note(self.problems.get(&target));
            }
            _ => stack.extend(self.enter(target)),
        }
    }

    fn leave(&mut self, done: &WalkStep<'a>, above: Option<&mut WalkStep<'a>>) {
        let absent = done.node.disabled || !done.present;
        if absent {
            self.sources[done.at.source].absent.insert(done.at.node);
        }
        let size = if absent {
            ProgramSize::NOTHING
        } else {
            done.size
        };
        self.seen.insert(done.at, WalkState::Done(size));
        if let Some(problem) = &done.problem {
            self.problems.insert(done.at, problem.clone());
        }
        let Some(above) = above else { return };
        above.note(done.problem.as_ref());
        if above.target == Some(done.at) {
            self.add_use(above, done.at, size, absent);
        } else {
            above.add(size, absent);
        }
    }

    fn add_use(&self, step: &mut WalkStep<'a>, target: Top<'a>, size: ProgramSize, absent: bool) {
        let variables = &self.sources[target.source].document.variables;
        let own = if target.source == step.at.source
            && step.node.text_parameter(FILE_PARAMETER).is_empty()
        {
            variables
                .iter()
                .filter(|v| v.scope == Scope::Subtree)
                .count()
        } else {
            variables.len()
        };
        step.size.add(size.inside(step.at.node, own));
        step.present = !absent;
    }

    /// Returns whether the main document runs no subtrees and no background trees, and has no skipped nodes.
    pub(super) fn is_plain(&self) -> bool {
        !self.follows && self.started.is_empty() && self.sources[0].absent.is_empty()
    }

    /// Returns whether an id of a document contains a slash, so that it could equal the id of a node inside a
    /// subtree.
    pub fn has_slashes(&self) -> bool {
        self.has_slashes
    }

    /// The document with this index; see [`Top::source`].
    pub fn document(&self, source: usize) -> &'a Document {
        self.sources[source].document
    }

    /// The number of documents.
    pub fn document_count(&self) -> usize {
        self.sources.len()
    }

    /// The path of the document with this index; empty for the main one.
    pub fn path(&self, source: usize) -> &str {
        &self.sources[source].path
    }

    /// Returns whether a node is skipped: it is disabled, or everything that it would run is skipped.
    pub fn is_absent(&self, at: Top<'a>) -> bool {
        self.sources[at.source].absent.contains(at.node)
    }

    /// Describes a cycle of trees for a message: `Main -> Attack (n7) -> Reload (n12) -> Attack`.
    fn describe_cycle(&self, stack: &[WalkStep<'a>], target: Top<'a>) -> String {
        /// The most steps to show at either end of a long cycle.
        const SHOWN: usize = 8;
        let first = stack.first().map(|step| self.title(step.at));
        let mut steps: Vec<String> = first.into_iter().collect();
        let uses = stack.iter().filter(|step| step.is_use());
        for step in uses {
            match step.target {
                Some(target) => {
                    steps.push(format!("{} ({})", self.title(target), step.node.id()));
                }
                None => steps.push(self.title(target)),
            }
        }
        if steps.len() > 2 * SHOWN {
            let hidden = SHOWN..steps.len() - SHOWN;
            steps.splice(hidden, ["…".to_owned()]);
        }
        steps.join(" -> ")
    }

    /// Checks the size of a tree: each use of a subtree that would exceed the limit gets a problem, and is not
    /// expanded.
    fn bound(&mut self, root: Top<'a>) {
        let document = self.project.document;
        let mut total = self.total;
        let mut pending = vec![root.node];
        while let Some(node) = pending.pop().and_then(|id| document.node(id)) {
            let at = Top::main(node.id());
            if self.is_absent(at) {
                continue;
            }
            pending.extend(node.children().iter().rev());
            let mut size = ProgramSize::of_node(at.node);
            if let Some(Ok(target)) = self.targets.get(&at).cloned() {
                if let Some(WalkState::Done(whole)) = self.seen.get(&at) {
                    size = *whole;
                }
                if let Some(of) = total.plus(size).excess() {
                    let problem = SubtreeProblem::TooLarge {
                        tree: self.title(target),
                        limit: LIMIT.part(of),
                        of,
                    };
                    self.targets.insert(at, Err(problem));
                    size = ProgramSize::of_node(at.node);
                }
            }
            total = total.plus(size);
        }
        self.total = total;
    }
}

/// The named trees that tasks of a document start by name, each once.
fn started<'a>(document: &'a Document, library: &NodeLibrary) -> Vec<(Arc<str>, Top<'a>)> {
    if document.trees.is_empty() {
        return Vec::new();
    }
    let mut named = FxHashSet::default();
    for node in document.nodes().filter(|node| &*node.task != SUBTREE) {
        let Some(declaration) = library.declaration(&node.task) else {
            continue;
        };
        let parameters = declaration.parameters.iter();
        let trees = parameters.filter(|p| p.parameter_type == ParameterType::Tree);
        named.extend(trees.map(|p| node.text_parameter(&p.name)));
    }
    let trees = document
        .trees
        .iter()
        .filter(|tree| named.remove(&*tree.name));
    let top = |tree: &'a NamedTree| {
        let node = document.node(&tree.root)?.id();
        Some((tree.name.clone(), Top { source: 0, node }))
    };
    trees.filter_map(top).collect()
}

/// The skipped nodes of a document that runs no subtrees: disabled ones, and parents all of whose children are
/// skipped.
pub fn absent_nodes(document: &Document) -> FxHashSet<&NodeId> {
    let mut absent = FxHashSet::default();
    if !document.nodes().any(|node| node.disabled) {
        return absent;
    }
    let order: Vec<&Node> = document.pre_order().collect();
    for node in order.into_iter().rev() {
        let children = node.children();
        let emptied = !children.is_empty() && children.iter().all(|c| absent.contains(c));
        if node.disabled || emptied {
            absent.insert(node.id());
        }
    }
    absent
}

/// Whether a Subtree node says which tree it runs. A new one does not.
fn names_a_tree(node: &Node) -> bool {
    let names = [TREE_PARAMETER, FILE_PARAMETER];
    names
        .iter()
        .any(|name| !node.text_parameter(name).is_empty())
}

impl WalkStep<'_> {
    fn is_use(&self) -> bool {
        &*self.node.task == SUBTREE && !self.node.disabled && self.node.children().is_empty()
    }

    fn note(&mut self, problem: Option<&SubtreeProblem>) {
        if self.problem.is_none() {
            self.problem = problem.cloned();
        }
    }

    fn add(&mut self, size: ProgramSize, absent: bool) {
        self.size.add(size);
        self.present |= !absent;
    }
}
