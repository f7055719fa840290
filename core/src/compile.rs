//! Turns a document into a program. A broken node does not keep the rest from running: it becomes a leaf that fails and says why.
//! Nodes that are disabled are left out as if they were absent, and so is a parent all of whose children are.

mod bindings;
mod game_tasks;

use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashSet};

pub use game_tasks::GameTasks;

use crate::Program;
use crate::category::Category;
use crate::ids::NodeId;
use crate::library::NodeLibrary;
use crate::model::{Document, Node, NodeDeclaration};
use crate::nodes::{Arguments, Builtin};
use crate::runtime::{NodeSpec, Operation, ProgramBuilder, TaskHooks};
use bindings::Bindings;

/// What came of a compilation.
pub struct Compiled<W> {
    /// The program; none if there is nothing to run: no root, or the root is disabled.
    pub program: Option<Arc<Program<W>>>,
    /// The nodes that fail when they are run, and why.
    pub broken: Vec<(NodeId, String)>,
    /// The tasks that are only played, each once, in the order of the tree: see [`GameTasks::stand_in_for`].
    pub stood_in: Vec<Arc<str>>,
}

/// Compiles the tree below the root. Loose trees are not part of it.
pub fn compile<W: 'static>(
    document: &Document,
    library: &NodeLibrary,
    tasks: &GameTasks<W>,
) -> Compiled<W> {
    let mut compiler = Compiler {
        document,
        library,
        tasks,
        absent: absent_nodes(document),
        builder: ProgramBuilder::default(),
        bindings: Bindings::default(),
        broken: Vec::new(),
        stood_in: IndexSet::default(),
    };
    compiler.bindings.declare(document, &mut compiler.builder);
    compiler
        .builder
        .restart_when_complete(document.restart_when_complete);
    let Some(root) = document.root().filter(|id| !compiler.absent.contains(id)) else {
        return Compiled {
            program: None,
            broken: Vec::new(),
            stood_in: Vec::new(),
        };
    };
    compiler.builder.reserve(document.node_count());
    compiler.add_tree(root);
    let program = match compiler.builder.finish() {
        Ok(program) => Some(Arc::new(program)),
        Err(error) => {
            compiler.broken.push((root.clone(), error.to_string()));
            None
        }
    };
    Compiled {
        program,
        broken: compiler.broken,
        stood_in: compiler.stood_in.into_iter().collect(),
    }
}

struct Compiler<'a, W> {
    document: &'a Document,
    library: &'a NodeLibrary,
    tasks: &'a GameTasks<W>,
    absent: FxHashSet<&'a NodeId>,
    builder: ProgramBuilder<W, Builtin>,
    bindings: Bindings,
    broken: Vec<(NodeId, String)>,
    stood_in: IndexSet<Arc<str>, FxBuildHasher>,
}

enum Step<'a> {
    Open(&'a NodeId),
    Close,
}

impl<'a, W: 'static> Compiler<'a, W> {
    fn add_tree(&mut self, root: &'a NodeId) {
        let mut steps = vec![Step::Open(root)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Close => {
                    if let Err(error) = self.builder.close() {
                        self.broken.push((root.clone(), error.to_string()));
                    }
                }
                Step::Open(id) => {
                    let Some(node) = self.document.node(id) else {
                        continue;
                    };
                    steps.push(Step::Close);
                    if self.open(node) {
                        let children = node.children().iter().rev();
                        steps.extend(
                            children
                                .filter(|c| !self.absent.contains(c))
                                .map(Step::Open),
                        );
                    }
                }
            }
        }
    }

    /// Opens a node; false if it is broken, so that nothing below it is to be added.
    fn open(&mut self, node: &Node) -> bool {
        match self.spec_of(node) {
            Ok(spec) => {
                if self.tasks.stands_in(node) {
                    self.stood_in.insert(node.task.clone());
                }
                self.builder.open(spec);
                true
            }
            Err(why) => {
                self.broken.push((node.id().clone(), why.clone()));
                self.builder.open(NodeSpec {
                    id: node.id().clone(),
                    category: Category::Action,
                    abort: crate::abort::AbortType::None,
                    operation: Operation::Hooks(Arc::new(TaskHooks::new(move |context| {
                        context.fail(why.clone())
                    }))),
                });
                false
            }
        }
    }

    fn spec_of(&self, node: &Node) -> Result<NodeSpec<W, Builtin>, String> {
        // What the game says of its own tasks is what they are made for.
        let declaration = self.tasks.declaration(&node.task);
        let declaration = declaration.or_else(|| self.library.declaration(&node.task));
        let maker = self.tasks.maker(node);
        let category = match (declaration, maker) {
            (_, Some((category, _))) => *category,
            (Some(declaration), None) => declaration.category,
            (None, None) => return Err(format!("no task is called `{}`", node.task)),
        };
        self.check_children(node, category)?;
        let arguments = if self.tasks.replaces(node) {
            Arguments::default()
        } else {
            self.arguments(node, declaration)?
        };
        let operation = match maker {
            Some((category, make)) if category.is_leaf() => make(&arguments),
            _ => Builtin::make(&node.task, &arguments)
                .map(Operation::Builtin)
                .ok_or_else(|| nothing_runs(&node.task, category))?,
        };
        Ok(NodeSpec {
            id: node.id().clone(),
            category,
            abort: node.abort,
            operation,
        })
    }

    fn arguments(
        &self,
        node: &Node,
        declaration: Option<&NodeDeclaration>,
    ) -> Result<Arguments, String> {
        let mut arguments = self.bindings.arguments(node, declaration)?;
        if let Some(declaration) = declaration {
            let present = node.children().iter().filter(|c| !self.absent.contains(c));
            let children = present.filter_map(|id| self.document.node(id));
            let bindings = &self.bindings;
            bindings.arguments_of_children(declaration, &children, &mut arguments)?;
        }
        Ok(arguments)
    }

    fn check_children(&self, node: &Node, category: Category) -> Result<(), String> {
        let children = node.children().iter();
        let count = if self.absent.is_empty() {
            children.len()
        } else {
            children.filter(|c| !self.absent.contains(c)).count()
        };
        match category {
            Category::Composite if count == 0 => Err("it has no children".into()),
            Category::Decorator if count != 1 => Err(format!("it has {count} children, not one")),
            Category::Conditional | Category::Action if count > 0 => {
                Err(format!("it is a leaf and has {count} children"))
            }
            _ => Ok(()),
        }
    }
}

/// Why a task that is declared cannot run.
fn nothing_runs(task: &str, category: Category) -> String {
    if category.is_leaf() {
        return format!("nothing runs the task `{task}`: the game does not register it");
    }
    let category = category.name().to_lowercase();
    format!(
        "`{task}` is a {category} of a task library: of those only leaves can run; build it from the built-in kinds"
    )
}

/// The nodes of the tree that are skipped: disabled ones, and parents left without any child by that.
fn absent_nodes(document: &Document) -> FxHashSet<&NodeId> {
    let mut absent = FxHashSet::default();
    let Some(root) = document.root() else {
        return absent;
    };
    if !document.nodes().any(|node| node.disabled) {
        return absent;
    }
    let order: Vec<&Node> = document.subtree(root).collect();
    for node in order.into_iter().rev() {
        let children = node.children();
        let emptied = !children.is_empty() && children.iter().all(|c| absent.contains(c));
        if node.disabled || emptied {
            absent.insert(node.id());
        }
    }
    absent
}

#[cfg(test)]
mod tests;
