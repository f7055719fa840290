//! Compiles trees in which no node needs special care: no subtrees, no disabled nodes, no stand-ins, nothing broken. Most
//! trees that a game loads are like that. Their nodes share few *kinds*, a task with its parameters, and what follows
//! from the kind is found once for all its nodes.
//!
//! Whatever is not plain is left to the rest of `compile`, which explains what is wrong: `None` stands for that here.

use std::sync::Arc;

use super::asked::AskedOf;
use super::bindings::{Bindings, NodeSettings};
use super::expansion::{GlobalDeclarations, VariableAllocator};
use super::game_tasks::{StoredVariable, TaskMaker};
use super::uses::Uses;
use super::{Compiled, GameTasks, Origins, names, replaces_builtin};
use crate::abort::AbortType;
use crate::category::Category;
use crate::ids::NodeId;
use crate::library::NodeLibrary;
use crate::model::{Document, Node, NodeDeclaration, ParameterType, SUBTREE, Variable};
use crate::named_list::NamedList;
use crate::nodes::{Arguments, Asked, Builtin};
use crate::runtime::{NodeSpec, Operation, ProgramBuilder, Storage, VariableSlot, World, catch};

/// What all nodes with a task and these parameters have in common.
struct Kind<'k, W: World + ?Sized> {
    task: Arc<str>,
    declaration: Option<&'k NodeDeclaration>,
    category: Category,
    /// The game's task; `None` for a built-in node type.
    maker: Option<&'k TaskMaker<W>>,
    arguments: Arguments,
    /// Records what the game's task asks of its arguments.
    asked: Arc<Asked>,
    /// Whether a node was made, so that what is asked is known.
    was_made: bool,
    reads: Vec<VariableSlot>,
    fingerprint: Option<u64>,
    replaces_builtin: bool,
}

/// Compiles a plain tree node by node, in pre-order.
pub(crate) struct PlainCompiler<'k, W: World + ?Sized> {
    library: &'k NodeLibrary,
    tasks: &'k GameTasks<W>,
    builder: ProgramBuilder<W, Builtin>,
    bindings: Bindings,
    kinds: Vec<Kind<'k, W>>,
    replaced: NamedList<()>,
}

impl<'k, W: World + ?Sized> PlainCompiler<'k, W> {
    /// Prepares a tree with these variables and about this number of nodes.
    pub(crate) fn new(
        (library, tasks): (&'k NodeLibrary, &'k GameTasks<W>),
        variables: &[Variable],
        nodes: usize,
    ) -> Option<Self> {
        let mut builder = ProgramBuilder::default();
        builder.promise_distinct_ids();
        builder.reserve(nodes);
        let bindings = VariableAllocator::knowing(GlobalDeclarations::default())
            .of_main(variables, &mut builder);
        for (name, stored) in tasks.storage.iter() {
            match bindings.place(name) {
                None => {}
                Some((slot, found)) if *found == stored.value_type => {
                    builder.bind_storage(stored.at(*slot));
                }
                Some(_) => return None,
            }
        }
        Some(Self {
            library,
            tasks,
            builder,
            bindings,
            kinds: Vec::new(),
            replaced: NamedList::default(),
        })
    }

    /// Adds the kind of a node. Kinds are numbered from 0.
    pub(crate) fn add_kind(&mut self, node: &Node) -> Option<()> {
        let task = &node.task;
        let own = self.tasks.declaration(task);
        let declaration = own.or_else(|| self.library.declaration(task));
        let maker = self.tasks.maker_of(task);
        let category = match (maker, declaration) {
            (Some((category, _)), _) => *category,
            (None, declaration) => declaration?.category,
        };
        let is_tree = |of: &ParameterType| *of == ParameterType::Tree;
        let needs_care = declaration.is_some_and(|declaration| {
            let mut parameters = declaration.parameters.iter();
            !declaration.child_parameters.is_empty()
                || parameters.any(|parameter| is_tree(&parameter.parameter_type))
        });
        if needs_care || &**task == SUBTREE {
            return None;
        }
        let settings = NodeSettings {
            node,
            bindings: &self.bindings,
            overrides: &[],
        };
        let arguments = settings.arguments(declaration).ok()?;
        let reads = arguments.variables().collect();
        let (arguments, asked) = arguments.recorded();
        self.kinds.push(Kind {
            task: task.clone(),
            declaration,
            category,
            maker: maker.map(|(_, make)| make),
            arguments,
            asked,
            was_made: false,
            reads,
            fingerprint: None,
            replaces_builtin: self.tasks.replaces_builtin(node, node.id(), false),
        });
        Some(())
    }

    /// Adds a node, whose children follow.
    pub(crate) fn open(
        &mut self,
        kind: usize,
        id: NodeId,
        name: &str,
        abort: AbortType,
    ) -> Option<()> {
        let kind = &mut self.kinds[kind];
        let operation = match kind.maker {
            Some(make) => {
                let made = catch(|| make(&kind.arguments)).ok()?;
                if !kind.was_made || kind.asked.has_any() {
                    kind.check_asked(&self.builder)?;
                }
                if !made.fits(kind.category) {
                    return None;
                }
                made
            }
            None => Operation::Builtin(Box::new(Builtin::make(&kind.task, &kind.arguments)?)),
        };
        if kind.replaces_builtin {
            self.replaced.insert(kind.task.clone(), ());
        }
        let is_built_in = matches!(operation, Operation::Builtin(_));
        let is_object = matches!(operation, Operation::Factory(_) | Operation::Parent(_));
        self.builder.open(NodeSpec {
            id,
            category: kind.category,
            abort,
            operation,
        });
        self.builder.reads(kind.reads.iter().copied());
        if !is_built_in {
            let fingerprint = is_object.then(|| {
                *kind
                    .fingerprint
                    .get_or_insert_with(|| kind.arguments.silent().fingerprint())
            });
            self.builder.task(kind.task.clone(), fingerprint);
        }
        self.builder.title(name, &kind.task);
        Some(())
    }

    /// Ends this number of nodes, the last one first.
    pub(crate) fn close(&mut self, nodes: usize) -> Option<()> {
        (0..nodes).try_for_each(|_| self.builder.close().ok())
    }

    /// Returns the program, under this name.
    pub(crate) fn finish(
        mut self,
        name: String,
        restart_when_complete: bool,
    ) -> Option<Compiled<W>> {
        self.builder.name(name);
        self.builder.restart_when_complete(restart_when_complete);
        let notes = names(&self.replaced).into_iter().map(replaces_builtin);
        Some(Compiled {
            program: Some(Arc::new(self.builder.finish().ok()?)),
            broken: Vec::new(),
            stand_ins: Vec::new(),
            notes: notes.collect(),
            origins: Origins::default(),
        })
    }
}

impl<W: World + ?Sized> Kind<'_, W> {
    /// Checks what the game's task has asked of its arguments. The first node of a kind shows all of it; later ones may
    /// still refuse.
    fn check_asked(&mut self, builder: &ProgramBuilder<W, Builtin>) -> Option<()> {
        let asked_of = AskedOf {
            arguments: &self.arguments,
            declaration: self.declaration,
            variable: |slot| builder.variable(slot),
        };
        if !asked_of.wrong_ones(&self.asked).is_empty() {
            return None;
        }
        // What a task asks later of arguments that it keeps is not for us.
        (self.arguments, self.asked) = self.arguments.silent().recorded();
        self.arguments.record_refusals_only();
        self.was_made = true;
        Some(())
    }
}

impl<W: World + ?Sized> StoredVariable<W> {
    /// Binds the variable at this slot.
    pub(super) fn at(&self, slot: VariableSlot) -> Storage<W> {
        Storage {
            slot,
            read: self.read.clone(),
            write: self.write.clone(),
        }
    }
}

/// Compiles the main document of a project if all that it runs is plain.
pub(super) fn document<W: World + ?Sized>(
    (document, root): (&Document, &NodeId),
    uses: &Uses<'_>,
    library: &NodeLibrary,
    tasks: &GameTasks<W>,
) -> Option<Compiled<W>> {
    if !uses.is_plain() || !tasks.is_plain() {
        return None;
    }
    let count = document.node_count();
    let mut compiler = PlainCompiler::new((library, tasks), &document.variables, count)?;
    // The last kind with each task. Nodes that share a kind are mostly near each other.
    let mut kinds: NamedList<(usize, &Node)> = NamedList::default();
    let mut last_depth = None;
    for (node, depth) in document.subtree(root).with_depth() {
        let closed = last_depth.map_or(0, |last: usize| last + 1 - depth);
        compiler.close(closed)?;
        last_depth = Some(depth);
        let kind = match kinds.get(&node.task) {
            Some((kind, other)) if other.parameters == node.parameters => *kind,
            _ => {
                compiler.add_kind(node)?;
                let kind = compiler.kinds.len() - 1;
                kinds.insert(node.task.clone(), (kind, node));
                kind
            }
        };
        compiler.open(kind, node.id().clone(), &node.name, node.abort)?;
    }
    compiler.close(last_depth.map_or(0, |last| last + 1))?;
    let name = uses.title(super::Top::main(root));
    compiler.finish(name, document.restart_when_complete)
}
