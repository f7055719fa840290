//! Compiles a document into a program. A broken node does not keep the rest from running: it becomes a leaf that
//! fails with the reason.
//!
//! Disabled nodes are skipped as if they were absent, and so are parents all of whose children are disabled.

mod asked;
mod bindings;
mod broken;
mod expansion;
mod game_tasks;
mod note;
mod origins;
mod plain;
mod program_size;
mod registration;
mod source;
mod stand_ins;
mod uses;

use crate::runtime::{
    NodeSpec, Operation, ProgramBuilder, Setting, TaskHooks, VariableSlot, World, catch,
};
use std::rc::Rc;
use std::sync::Arc;

pub use broken::BrokenNode;
pub use game_tasks::GameTasks;
pub use note::CompileNote;
pub use origins::{Origin, Origins};
pub(crate) use plain::PlainCompiler;
pub use registration::{DeclaredTask, RegisteredTask};
pub use uses::{Top, Uses, absent_nodes};

use crate::Program;
use crate::abort::AbortType;
use crate::category::Category;
use crate::ids::NodeId;
use crate::library::NodeLibrary;
use crate::model::{Document, Node, NodeDeclaration, ParameterType, SUBTREE, StandIn};
use crate::named_list::NamedList;
use crate::nodes::decorators::subtree::Subtree;
use crate::nodes::{Arguments, Builtin};
use crate::project::Project;
use crate::told::Message;
use asked::AskedOf;
use bindings::Bindings;
use expansion::{GlobalDeclarations, TreeUse, UseVariables, VariableAllocator};
use game_tasks::TaskMaker;
use origins::OriginsBuilder;
use source::SourceDocument;

/// The result of a compilation.
#[non_exhaustive]
pub struct Compiled<W: World + ?Sized> {
    /// The program; `None` if there is no root, it is disabled, or the program is invalid (see `broken`).
    pub program: Option<Arc<Program<W>>>,
    /// The nodes that fail when they run, by their ids in the program, with the reason. A node can have several. Nodes
    /// below a broken one are not part of the program, but are checked, too.
    pub broken: Vec<(NodeId, Message)>,
    /// The tasks that run as stand-ins from a library, each once, in the order of the tree; see
    /// [`GameTasks::use_stand_ins`].
    pub stand_ins: Vec<Arc<str>>,
    /// What is worth knowing although the program runs, each once, in the order of the tree.
    pub notes: Vec<CompileNote>,
    /// Maps the ids of nodes inside subtrees to their documents.
    pub origins: Origins,
}

/// Compiles the tree below the root of a document that refers to no other files. Unconnected branches are included
/// only if a node runs them.
pub fn compile<W: World + ?Sized>(
    document: &Document,
    library: &NodeLibrary,
    tasks: &GameTasks<W>,
) -> Compiled<W> {
    compile_project(&Project::alone(document), library, tasks)
}

/// Returns the largest number of nodes that the program of a project can have, without compiling it.
pub fn expanded_size(project: &Project<'_>, library: &NodeLibrary) -> usize {
    let size = Uses::of(project, library).size();
    usize::try_from(size).unwrap_or(usize::MAX)
}

/// Compiles the tree below the root of a project's document, with everything that it runs from other documents.
///
/// A Subtree node becomes the parent of the tree that it runs. Ids inside begin with the id of the Subtree node and a
/// slash: `n7/n2`, and on the next level `n7/n4/n1`. So do names of variables that belong to this use of the subtree:
/// `n7/target`. A Subtree node fails with the reason if its tree contains itself, does not exist or would make the
/// program too large; the rest runs.
pub fn compile_project<W: World + ?Sized>(
    project: &Project<'_>,
    library: &NodeLibrary,
    tasks: &GameTasks<W>,
) -> Compiled<W> {
    let document = project.document;
    let uses = Uses::of(project, library);
    let mut report = CompileReport::default();
    let mut program = None;
    let root = document.root().map(Top::main);
    if let Some(root) = root.filter(|root| !uses.is_absent(*root)) {
        if let Some(plain) = plain::document((document, root.node), &uses, library, tasks) {
            return plain;
        }
        program = main_program(&uses, root, library, tasks, &mut report);
    }
    compiled(program, report, &uses)
}

/// Compiles the tree below this node of the main document, and the background trees that it runs.
fn main_program<'a, W: World + ?Sized>(
    uses: &Uses<'a>,
    root: Top<'a>,
    library: &NodeLibrary,
    tasks: &GameTasks<W>,
    report: &mut CompileReport,
) -> Option<Arc<Program<W>>> {
    let document = uses.sources[root.source].document;
    let beside = started_trees(uses, library, tasks, report);
    let mut compiler = Compiler::new(uses, library, tasks, report);
    compiler.builder.name(uses.title(root));
    compiler.builder.reserve(document.node_count());
    compiler.builder.promise_distinct_ids();
    let restart = document.restart_when_complete;
    compiler.builder.restart_when_complete(restart);
    compiler.program(root, beside)
}

fn compiled<W: World + ?Sized>(
    program: Option<Arc<Program<W>>>,
    report: CompileReport,
    uses: &Uses<'_>,
) -> Compiled<W> {
    let replaced = names(&report.replaced).into_iter();
    Compiled {
        program,
        broken: report.broken,
        stand_ins: names(&report.stood_in),
        notes: replaced.map(replaces_builtin).collect(),
        origins: report.origins.of(uses),
    }
}

/// The arguments of a node of a program.
#[derive(Clone, Debug)]
pub struct NodeArguments {
    /// The background tree to whose program the node belongs; `None` for the main one.
    pub tree: Option<Arc<str>>,
    /// Its id in the program.
    pub node: NodeId,
    /// Its arguments. The expression of a stand-in is named [`STAND_IN_EXPRESSION`]. Empty for nodes that run a subtree.
    pub arguments: Arguments,
    /// The variables that a node which runs a subtree sets when it starts.
    pub sets: Vec<VariableSlot>,
}

/// The name of a stand-in's expression among the arguments of its node.
pub const STAND_IN_EXPRESSION: &str = "stand_in";

/// Like [`compile_project`], with the arguments of all nodes, for those who analyze how nodes depend on variables.
pub fn compile_with_arguments<W: World + ?Sized>(
    project: &Project<'_>,
    library: &NodeLibrary,
    tasks: &GameTasks<W>,
) -> (Compiled<W>, Vec<NodeArguments>) {
    let uses = Uses::of(project, library);
    let mut report = CompileReport {
        arguments: Some(Vec::new()),
        ..CompileReport::default()
    };
    let root = project.document.root().map(Top::main);
    let root = root.filter(|root| !uses.is_absent(*root));
    let program = root.and_then(|root| main_program(&uses, root, library, tasks, &mut report));
    let arguments = report.arguments.take().unwrap_or_default();
    (compiled(program, report, &uses), arguments)
}

fn names(list: &NamedList<()>) -> Vec<Arc<str>> {
    list.iter().map(|(name, ())| name.clone()).collect()
}

fn replaces_builtin(task: Arc<str>) -> CompileNote {
    CompileNote::ReplacesBuiltin { task }
}

/// Compiles the background trees that tasks start, each as a program of its own.
fn started_trees<W: World + ?Sized>(
    uses: &Uses<'_>,
    library: &NodeLibrary,
    tasks: &GameTasks<W>,
    all: &mut CompileReport,
) -> Vec<(Arc<str>, Arc<Program<W>>)> {
    let mut programs = Vec::new();
    let started = uses.background_trees().iter();
    for (name, top) in started.filter(|(_, top)| !uses.is_absent(*top)) {
        let mut report = CompileReport {
            globals: std::mem::take(&mut all.globals),
            arguments: all.arguments.as_ref().map(|_| Vec::new()),
            ..CompileReport::default()
        };
        let mut compiler = Compiler::new(uses, library, tasks, &mut report);
        let main = &uses.sources[0].document.name;
        compiler.builder.name(format!("{main}/{name}"));
        let program = compiler.program(*top, Vec::new());
        programs.extend(program.map(|program| (name.clone(), program)));
        all.broken.extend(report.broken);
        all.stood_in.extend(report.stood_in);
        all.replaced.extend(report.replaced);
        all.globals = report.globals;
        all.origins.add(report.origins);
        if let (Some(all), Some(own)) = (&mut all.arguments, report.arguments) {
            let tree = Some(name.clone());
            all.extend(own.into_iter().map(|own| NodeArguments {
                tree: tree.clone(),
                ..own
            }));
        }
    }
    programs
}

/// Results of the compilation other than the program.
#[derive(Default)]
struct CompileReport {
    broken: Vec<(NodeId, Message)>,
    /// The tasks that are library stand-ins.
    stood_in: NamedList<()>,
    globals: GlobalDeclarations,
    /// The built-in node types that tasks of the game replace.
    replaced: NamedList<()>,
    origins: OriginsBuilder,
    /// The arguments of all nodes, if they are wanted.
    arguments: Option<Vec<NodeArguments>>,
}

struct Compiler<'a, 'u, W: World + ?Sized> {
    uses: &'u Uses<'a>,
    library: &'u NodeLibrary,
    tasks: &'u GameTasks<W>,
    builder: ProgramBuilder<W, Builtin>,
    variables: VariableAllocator,
    report: &'u mut CompileReport,
}

/// The compiled form of a node.
struct CompiledNode<W: World + ?Sized> {
    category: Category,
    operation: Operation<W, Builtin>,
    /// The variables that it reads.
    reads: Vec<VariableSlot>,
    /// The variables that its expressions read.
    computed_from: Vec<VariableSlot>,
    /// The settings that have a part in what it decides.
    settings: Vec<Setting>,
    /// For objects of the game: a number that stands for its arguments.
    fingerprint: Option<u64>,
    arguments: Arguments,
    /// The variables that it sets when it starts, if it runs a subtree.
    sets: Vec<VariableSlot>,
}

impl<W: World + ?Sized> CompiledNode<W> {
    /// One without arguments.
    fn new(category: Category, operation: Operation<W, Builtin>) -> Self {
        Self {
            category,
            operation,
            reads: Vec::new(),
            computed_from: Vec::new(),
            settings: Vec::new(),
            fingerprint: None,
            arguments: Arguments::default(),
            sets: Vec::new(),
        }
    }
}

enum PendingNode<'a> {
    Open(Rc<TreeUse<'a>>, &'a NodeId),
    Close,
}

/// What comes below a node that was just opened.
enum BelowNode<'a> {
    Nothing,
    Children,
    /// The tree that the node runs, and its top node.
    Tree(TreeUse<'a>, &'a NodeId),
}

impl<'a, 'u, W: World + ?Sized> Compiler<'a, 'u, W> {
    fn new(
        uses: &'u Uses<'a>,
        library: &'u NodeLibrary,
        tasks: &'u GameTasks<W>,
        report: &'u mut CompileReport,
    ) -> Self {
        Self {
            uses,
            library,
            tasks,
            builder: ProgramBuilder::default(),
            variables: VariableAllocator::knowing(std::mem::take(&mut report.globals)),
            report,
        }
    }

    fn program(
        mut self,
        root: Top<'a>,
        beside: Vec<(Arc<str>, Arc<Program<W>>)>,
    ) -> Option<Arc<Program<W>>> {
        let document = self.uses.sources[root.source].document;
        let variables = &document.variables;
        let bindings = self.variables.of_main(variables, &mut self.builder);
        self.bind_storage(&bindings, root.node);
        for (name, program) in beside {
            self.builder.tree(name, program);
        }
        self.add_tree(Rc::new(TreeUse::main(bindings)), root.node);
        self.report.globals = self.variables.into_globals();
        match self.builder.finish() {
            Ok(program) => Some(Arc::new(program)),
            Err(error) => {
                let broken = (root.node.clone(), error.message());
                self.report.broken.push(broken);
                None
            }
        }
    }

    /// Binds the variables that the game stores. If one has another type in the document, the error is reported at
    /// the root.
    fn bind_storage(&mut self, bindings: &Bindings, root: &NodeId) {
        for (name, kept) in self.tasks.storage.iter() {
            match bindings.place(name) {
                None => {}
                Some((_, found)) if *found != kept.value_type => {
                    let why = BrokenNode::VariableKept {
                        name: name.to_string(),
                        found: found.clone(),
                        expected: kept.value_type.clone(),
                    };
                    self.report.broken.push((root.clone(), why.message()));
                }
                Some((slot, _)) => self.builder.bind_storage(kept.at(*slot)),
            }
        }
    }

    fn add_tree(&mut self, main: Rc<TreeUse<'a>>, root: &'a NodeId) {
        let mut steps = vec![PendingNode::Open(main, root)];
        while let Some(step) = steps.pop() {
            let (expansion, id) = match step {
                PendingNode::Open(expansion, id) => (expansion, id),
                PendingNode::Close => {
                    if let Err(error) = self.builder.close() {
                        let broken = (root.clone(), error.message());
                        self.report.broken.push(broken);
                    }
                    continue;
                }
            };
            let source = &self.uses.sources[expansion.source];
            let Some(node) = source.document.node(id) else {
                continue;
            };
            steps.push(PendingNode::Close);
            match self.open(&expansion, node) {
                BelowNode::Nothing => {}
                BelowNode::Tree(inside, top) => steps.push(PendingNode::Open(Rc::new(inside), top)),
                BelowNode::Children => {
                    let children = node.children().iter().rev();
                    let present = children.filter(|c| !source.absent.contains(c));
                    steps.extend(present.map(|c| PendingNode::Open(Rc::clone(&expansion), c)));
                }
            }
        }
    }

    /// Adds a node to the program, and returns what comes below it.
    fn open(&mut self, expansion: &TreeUse<'a>, node: &'a Node) -> BelowNode<'a> {
        let id = self.report.origins.id(expansion, node.id(), self.uses);
        let compiled = match self.use_of(expansion, node, &id) {
            Some(Ok((kind, inside, top))) => {
                let sets = kind.sets().collect();
                let operation = Operation::builtin(Builtin::Subtree(kind));
                let compiled = CompiledNode::new(Category::Decorator, operation);
                let compiled = CompiledNode { sets, ..compiled };
                Ok((compiled, BelowNode::Tree(inside, top)))
            }
            Some(Err(why)) => Err(vec![why]),
            None => self
                .operation_of(expansion, node, &id)
                .map(|compiled| (compiled, BelowNode::Children)),
        };
        let (abort, compiled, below) = match compiled {
            Ok((compiled, below)) => {
                let in_main = expansion.source == 0 && expansion.is_inside_a_use();
                if self.tasks.is_library_stand_in(node, &id, in_main) {
                    self.report.stood_in.insert(node.task.clone(), ());
                }
                if self.tasks.replaces_builtin(node, &id, in_main) {
                    self.report.replaced.insert(node.task.clone(), ());
                }
                (node.abort, compiled, below)
            }
            Err(why) => {
                let broken = why.iter().map(|why| (id.clone(), why.clone()));
                self.report.broken.extend(broken);
                self.check_below(expansion, node);
                let why = why.into_iter().next().unwrap_or_else(|| "".into());
                let hooks = TaskHooks::new(move |context| context.fail(why.clone()));
                let operation = Operation::Hooks(Arc::new(hooks));
                (
                    AbortType::None,
                    CompiledNode::new(Category::Action, operation),
                    BelowNode::Nothing,
                )
            }
        };
        if let Some(all) = &mut self.report.arguments {
            all.push(NodeArguments {
                tree: None,
                node: id.clone(),
                arguments: compiled.arguments,
                sets: compiled.sets,
            });
        }
        let is_built_in = matches!(compiled.operation, Operation::Builtin(_));
        self.builder.open(NodeSpec {
            id,
            category: compiled.category,
            abort,
            operation: compiled.operation,
        });
        self.builder.reads(compiled.reads);
        self.builder.computed_from(compiled.computed_from);
        self.builder.settings(compiled.settings);
        if !is_built_in {
            self.builder.task(node.task.clone(), compiled.fingerprint);
        }
        self.builder.node_type(node.task.clone());
        self.builder.title(&node.name);
        below
    }

    /// Checks the nodes below a broken one, which do not become part of the program.
    fn check_below(&mut self, expansion: &TreeUse<'a>, broken: &'a Node) {
        let source = &self.uses.sources[expansion.source];
        let mut pending: Vec<&NodeId> = broken.children().iter().rev().collect();
        while let Some(id) = pending.pop() {
            let Some(node) = source
                .document
                .node(id)
                .filter(|_| !source.absent.contains(id))
            else {
                continue;
            };
            pending.extend(node.children().iter().rev());
            let target = self.uses.target(Top {
                source: expansion.source,
                node: id,
            });
            let id = self.report.origins.id(expansion, id, self.uses);
            let why = match target {
                Some(Ok(_)) => Vec::new(),
                Some(Err(problem)) => vec![problem.message()],
                None => self
                    .operation_of(expansion, node, &id)
                    .err()
                    .unwrap_or_default(),
            };
            let broken = why.into_iter().map(|why| (id.clone(), why));
            self.report.broken.extend(broken);
        }
    }

    /// The operation of a Subtree node and the tree that it runs; `None` for other nodes and for Subtree nodes that a
    /// task or stand-in replaces.
    fn use_of(
        &mut self,
        expansion: &TreeUse<'a>,
        node: &'a Node,
        id: &NodeId,
    ) -> Option<Result<(Subtree, TreeUse<'a>, &'a NodeId), Message>> {
        if &*node.task != SUBTREE
            || self.maker(expansion, node, id).is_some()
            || self.stand_in_of(expansion, node, id).is_some()
        {
            return None;
        }
        let at = Top {
            source: expansion.source,
            node: node.id(),
        };
        let target = match self.uses.target(at)? {
            Ok(target) => *target,
            Err(problem) => return Some(Err(problem.message())),
        };
        let settings = expansion.settings(node);
        let document = self.uses.sources[target.source].document;
        let of_use = self
            .variables
            .of_use(document, id, &settings, &mut self.builder);
        let UseVariables {
            bindings,
            initial,
            bound,
        } = match of_use {
            Ok(variables) => variables,
            Err(why) => return Some(Err(why.into())),
        };
        for (inner, slot) in bound {
            if let Some((outer, _)) = self.builder.variable(slot) {
                self.report.origins.bind(id, &inner, outer);
            }
        }
        let source = target.source;
        let inside = TreeUse::of_use(source, id.clone(), bindings, &settings, (expansion, node));
        Some(Ok((Subtree::setting(initial), inside, target.node)))
    }

    /// The game's task for a node. A task for a single node of the main document applies to all its uses.
    fn maker(
        &self,
        expansion: &TreeUse<'a>,
        node: &Node,
        id: &NodeId,
    ) -> Option<&'u (Category, TaskMaker<W>)> {
        let in_main = expansion.source == 0 && expansion.is_inside_a_use();
        self.tasks.maker(node, id, in_main)
    }

    /// The declaration of a task. The game's own declaration precedes the library's, since the code was written for
    /// it.
    fn declaration(&self, task: &str) -> Option<&'u NodeDeclaration> {
        let declaration = self.tasks.declaration(task);
        declaration.or_else(|| self.library.declaration(task))
    }

    /// The stand-in of a node, if it has one in this compilation.
    fn stand_in_of<'n>(
        &self,
        expansion: &TreeUse<'a>,
        node: &'n Node,
        id: &NodeId,
    ) -> Option<&'n StandIn>
    where
        'u: 'n,
    {
        let in_main = expansion.source == 0 && expansion.is_inside_a_use();
        let category = self.declaration(&node.task).map(|d| d.category);
        self.tasks.stand_in_of((node, category), id, in_main)
    }

    fn operation_of(
        &self,
        expansion: &TreeUse<'a>,
        node: &Node,
        id: &NodeId,
    ) -> Result<CompiledNode<W>, Vec<Message>> {
        let one = |why: BrokenNode| vec![why.message()];
        let all = |why: Vec<BrokenNode>| why.into_iter().map(Message::from).collect::<Vec<_>>();
        let declaration = self.declaration(&node.task);
        if let Some(stand_in) = self.stand_in_of(expansion, node, id) {
            if let StandIn::ActsLike(like) = stand_in {
                let source = &self.uses.sources[expansion.source];
                return stand_ins::parent(source, node, declaration, *like).map_err(one);
            }
            return stand_ins::leaf(expansion, node, declaration, stand_in).map_err(one);
        }
        let maker = self.maker(expansion, node, id);
        let category = match (declaration, maker) {
            (_, Some((category, _))) => *category,
            (Some(declaration), None) => declaration.category,
            (None, None) => {
                let task = node.task.to_string();
                return Err(one(BrokenNode::NoTask { task }));
            }
        };
        let source = &self.uses.sources[expansion.source];
        check_children(source, node, category).map_err(one)?;
        let in_main = expansion.source == 0 && expansion.is_inside_a_use();
        let is_replaced = self.tasks.replaces(node, id, in_main);
        let arguments = if is_replaced {
            Arguments::default()
        } else {
            self.check_trees(&expansion.settings(node), declaration)
                .map_err(one)?;
            arguments(source, expansion, node, declaration).map_err(all)?
        };
        let made = match maker {
            Some((_, make)) => {
                let asked = AskedOf {
                    arguments: &arguments,
                    declaration,
                    variable: |slot| self.builder.variable(slot),
                };
                let made = catch(|| {
                    if is_replaced {
                        Ok(make(&arguments))
                    } else {
                        asked.make(&**make)
                    }
                });
                let not_made = |why| one(BrokenNode::NotMade { why });
                let operation = made.map_err(not_made)?.map_err(all)?;
                Some(operation).filter(|operation| operation.fits(category))
            }
            None => built_in(expansion, node, &arguments),
        };
        let operation = made.ok_or_else(|| one(missing_code(&node.task, category)))?;
        let is_object = matches!(operation, Operation::Factory(_) | Operation::Parent(_));
        let fingerprint = is_object.then(|| arguments.fingerprint());
        Ok(CompiledNode {
            category,
            reads: arguments.variables().collect(),
            computed_from: arguments.variables_of_expressions().collect(),
            settings: if operation.depends_on_settings() {
                arguments.settings(declaration)
            } else {
                Vec::new()
            },
            fingerprint,
            arguments,
            sets: Vec::new(),
            operation,
        })
    }
}

impl<W: World + ?Sized> Compiler<'_, '_, W> {
    /// Returns whether the main document has a tree of this name whose top node exists.
    fn has_tree(&self, name: &str) -> bool {
        let main = &self.uses.sources[0];
        let tree = main.tree(name);
        tree.is_some_and(|tree| main.document.node(&tree.root).is_some())
    }

    /// Checks that the trees named by parameters exist. Tasks start, stop and query trees of the main document only.
    fn check_trees(
        &self,
        settings: &bindings::NodeSettings<'_>,
        declaration: Option<&NodeDeclaration>,
    ) -> Result<(), BrokenNode> {
        let parameters = declaration.map_or(&[][..], |d| &d.parameters);
        for parameter in parameters {
            let set = settings.get(&parameter.name).map(|(value, _)| value);
            let name = set.and_then(|value| value.as_literal()?.as_str());
            if let Some(name) = name
                && parameter.parameter_type == ParameterType::Tree
                && !self.has_tree(name)
            {
                let name = name.to_owned();
                return Err(BrokenNode::NoTree { name });
            }
        }
        Ok(())
    }
}

/// Makes a node of a built-in type; `None` if there is none of this name.
fn built_in<W: World + ?Sized>(
    expansion: &TreeUse<'_>,
    node: &Node,
    arguments: &Arguments,
) -> Option<Operation<W, Builtin>> {
    let mut kind = Builtin::make(&node.task, arguments);
    if let Some(player) = kind.as_mut().and_then(Builtin::player) {
        player.set_data(expansion.settings(node).data(&node.data));
    }
    kind.map(Operation::builtin)
}

fn arguments(
    source: &SourceDocument<'_>,
    expansion: &TreeUse<'_>,
    node: &Node,
    declaration: Option<&NodeDeclaration>,
) -> Result<Arguments, Vec<BrokenNode>> {
    let mut arguments = expansion.settings(node).arguments(declaration)?;
    let mut broken = Vec::new();
    let carried = declaration.map_or(&[][..], |d| &d.child_parameters);
    for parameter in carried {
        let present = node
            .children()
            .iter()
            .filter(|c| !source.absent.contains(c));
        let children = present.filter_map(|id| source.document.node(id));
        let carried = children.map(|child| expansion.settings(child).carried(parameter));
        match carried.collect::<Result<_, BrokenNode>>() {
            Ok(carried) => arguments.set_of_children(Arc::from(&*parameter.name), carried),
            Err(why) => broken.push(why),
        }
    }
    bindings::unless(broken, arguments)
}

fn check_children(
    source: &SourceDocument<'_>,
    node: &Node,
    category: Category,
) -> Result<(), BrokenNode> {
    let children = node.children().iter();
    let count = if source.absent.is_empty() {
        children.len()
    } else {
        children.filter(|c| !source.absent.contains(c)).count()
    };
    match category {
        Category::Composite if count == 0 => Err(BrokenNode::NoChildren),
        Category::Decorator if count != 1 => Err(BrokenNode::NotOneChild { count }),
        Category::Conditional | Category::Action if count > 0 => {
            Err(BrokenNode::LeafChildren { count })
        }
        _ => Ok(()),
    }
}

/// The error for a declared task that has no code.
fn missing_code(task: &str, category: Category) -> BrokenNode {
    let task = task.to_owned();
    if category.is_leaf() {
        BrokenNode::NotRegistered { task }
    } else {
        BrokenNode::NoCode { task, category }
    }
}

#[cfg(test)]
mod tests;
