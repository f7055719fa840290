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
use crate::ids::{IdText, NodeId};
use crate::library::NodeLibrary;
use crate::model::{Document, Node, NodeDeclaration, ParameterType, SUBTREE, Variable};
use crate::named_list::NamedList;
use crate::nodes::{Arguments, Builtin};
use crate::runtime::{Operation, ProgramBuilder, Storage, VariableSlot, World, catch};

/// A task with its parameters, of which nodes are made.
struct Kind<'k, W: World + ?Sized> {
    task: Arc<str>,
    declaration: Option<&'k NodeDeclaration>,
    category: Category,
    /// The game's task; `None` for a built-in node type.
    maker: Option<&'k TaskMaker<W>>,
    arguments: Arguments,
    replaces_builtin: bool,
    /// Its number in the program; `None` until it has a node.
    number: Option<usize>,
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
        self.kinds.push(Kind {
            task: task.clone(),
            declaration,
            category,
            maker: maker.map(|(_, make)| make),
            arguments,
            replaces_builtin: self.tasks.replaces_builtin(node, node.id(), false),
            number: None,
        });
        Some(())
    }

    /// Adds a node, whose children follow.
    #[inline]
    pub(crate) fn open(
        &mut self,
        kind: usize,
        id: IdText<'_>,
        name: &str,
        abort: AbortType,
    ) -> Option<()> {
        let number = match self.kinds[kind].number {
            Some(number) => number,
            None => self.make(kind)?,
        };
        self.builder.open_kind(number, id, abort);
        if !name.is_empty() {
            self.builder.title(name);
        }
        Some(())
    }

    /// Makes what the nodes of a kind share. Returns its number in the program.
    fn make(&mut self, kind: usize) -> Option<usize> {
        let kind = &mut self.kinds[kind];
        let operation = match kind.maker {
            Some(make) => {
                let asked_of = AskedOf {
                    arguments: &kind.arguments,
                    declaration: kind.declaration,
                    variable: |slot| self.builder.variable(slot),
                };
                catch(|| asked_of.make(&**make)).ok()?.ok()?
            }
            None => Operation::builtin(Builtin::make(&kind.task, &kind.arguments)?),
        };
        if !operation.fits(kind.category) {
            return None;
        }
        if kind.replaces_builtin {
            self.replaced.insert(kind.task.clone(), ());
        }
        let is_built_in = matches!(operation, Operation::Builtin(_));
        let is_object = matches!(operation, Operation::Factory(_) | Operation::Parent(_));
        let depends_on_settings = operation.depends_on_settings();
        let number = self.builder.add_kind(kind.category, operation);
        self.builder.node_type(kind.task.clone());
        self.builder.reads(kind.arguments.variables());
        self.builder
            .computed_from(kind.arguments.variables_of_expressions().collect());
        if depends_on_settings {
            self.builder
                .settings(kind.arguments.settings(kind.declaration));
        }
        if !is_built_in {
            let fingerprint = is_object.then(|| kind.arguments.fingerprint());
            self.builder.task(kind.task.clone(), fingerprint);
        }
        kind.number = Some(number);
        Some(number)
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
        compiler.open(kind, IdText::of(node.id().as_str()), &node.name, node.abort)?;
    }
    compiler.close(last_depth.map_or(0, |last| last + 1))?;
    let name = uses.title(super::Top::main(root));
    compiler.finish(name, document.restart_when_complete)
}
