//! Trees written in code, nested as they are drawn, for tests, for tools and for games that need no designer.
//!
//! ```
//! use treewright_core::prelude::*;
//! use treewright_core::tree::*;
//!
//! struct World { ammunition: u32 }
//!
//! let mut tasks = GameTasks::<World>::new();
//! tasks.conditional_fn("HasAmmunition", |context| context.world.ammunition > 0);
//! tasks.action("Shoot", |arguments| {
//!     let rounds = arguments.int("rounds");
//!     TaskHooks::new(move |context: &mut TaskContext<World>| {
//!         context.world.ammunition -= rounds.get(&context.tick) as u32;
//!         Status::Success
//!     })
//! });
//!
//! let guard = Tree::new(
//!     "Guard",
//!     selector([
//!         sequence([
//!             task("HasAmmunition"),
//!             task("Shoot").with("rounds", var("burst")),
//!             wait(0.5),
//!         ])
//!         .aborts(AbortType::Both)
//!         .named("Attack"),
//!         cooldown(5.0, log("out of ammunition")),
//!     ]),
//! )
//! .variable("burst", 3);
//!
//! let mut tree = TreeInstance::new(guard.compile(&tasks)?, 0);
//! let (mut world, mut globals) = (World { ammunition: 30 }, Globals::default());
//! tree.tick(&mut world, &mut globals, 0.1);
//! assert_eq!(world.ammunition, 27);
//! # Ok::<(), LoadError>(())
//! ```
//!
//! There is a function for each built-in node type; it takes what a node of that type usually sets, then its children.
//! [`task`] makes a leaf of the game. Whatever else a node sets, [`Branch::with`] adds. A name or type that is wrong is
//! an error of [`Tree::compile`], with the place and the remedy.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::abort::AbortType;
use crate::ids::NodeId;
use crate::model::{
    Document, DocumentBuilder, NamedTree, Node, ParameterValue, Parameters, SUBTREE, Scope,
    TREE_PARAMETER, Variable,
};
use crate::value::Value;

/// A node with everything below it, as a part of a [`Tree`].
#[derive(Clone, Debug)]
#[must_use]
pub struct Branch {
    /// Children before their parents, from left to right; the node itself is the last.
    nodes: Vec<BranchNode>,
}

#[derive(Clone, Debug)]
struct BranchNode {
    task: Arc<str>,
    children: usize,
    id: Option<NodeId>,
    name: String,
    abort: AbortType,
    parameters: Parameters,
}

impl BranchNode {
    fn new(task: impl Into<Arc<str>>, children: usize) -> Self {
        Self {
            task: task.into(),
            children,
            id: None,
            name: String::new(),
            abort: AbortType::None,
            parameters: Parameters::default(),
        }
    }
}

impl Branch {
    /// Sets a parameter of the node: to a constant, or to a variable by its name ([`var`]).
    pub fn with(self, parameter: impl Into<Arc<str>>, value: impl Into<ParameterValue>) -> Self {
        self.change(|node| {
            node.parameters.insert(parameter.into(), value.into());
        })
    }

    /// Sets the abort type of a composite.
    pub fn aborts(self, abort: AbortType) -> Self {
        self.change(|node| node.abort = abort)
    }

    /// Sets the name of the node, which editors, logs and errors show.
    pub fn named(self, name: impl Into<String>) -> Self {
        self.change(|node| node.name = name.into())
    }

    /// Sets the id of the node. Nodes without one are numbered: `n1`, `n2`, … in the order of the tree. Saved games and
    /// hot updates know nodes by their ids, so a node that must be found again after an edit needs one of its own.
    pub fn id(self, id: impl Into<NodeId>) -> Self {
        self.change(|node| node.id = Some(id.into()))
    }

    fn change(mut self, change: impl FnOnce(&mut BranchNode)) -> Self {
        if let Some(node) = self.nodes.last_mut() {
            change(node);
        }
        self
    }

    /// Returns the index of the parent of each node, with the top at the end.
    fn parents(&self) -> Vec<Option<usize>> {
        let mut parents = vec![None; self.nodes.len()];
        // The parents that still wait for children, with the number of these.
        let mut open: Vec<(usize, usize)> = Vec::new();
        for (index, node) in self.nodes.iter().enumerate().rev() {
            if let Some((parent, missing)) = open.last_mut() {
                parents[index] = Some(*parent);
                *missing -= 1;
                if *missing == 0 {
                    open.pop();
                }
            }
            if node.children > 0 {
                open.push((index, node.children));
            }
        }
        parents
    }

    /// Returns the nodes, parents before children, each with the position of its parent in this order.
    fn into_pre_order(self) -> Vec<(BranchNode, Option<usize>)> {
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for (index, parent) in self.parents().into_iter().enumerate().rev() {
            if let Some(parent) = parent {
                // From right to left, as they are taken from the end below.
                children[parent].push(index);
            }
        }
        let mut nodes: Vec<Option<BranchNode>> = self.nodes.into_iter().map(Some).collect();
        let mut order = Vec::with_capacity(nodes.len());
        let mut pending: Vec<(usize, Option<usize>)> = Vec::new();
        pending.extend(nodes.len().checked_sub(1).map(|top| (top, None)));
        while let Some((index, parent)) = pending.pop() {
            let place = order.len();
            order.extend(nodes[index].take().map(|node| (node, parent)));
            pending.extend(children[index].iter().map(|child| (*child, Some(place))));
        }
        order
    }
}

/// Creates a leaf of the game, or a leaf of any node type, by the name of its task.
pub fn task(name: impl Into<Arc<str>>) -> Branch {
    Branch {
        nodes: vec![BranchNode::new(name, 0)],
    }
}

/// Creates a parent of the game, or of any node type, by the name of its task.
pub fn parent(task: impl Into<Arc<str>>, children: impl IntoIterator<Item = Branch>) -> Branch {
    let mut nodes = Vec::new();
    let mut count = 0;
    for child in children {
        count += 1;
        if nodes.is_empty() {
            // So that a chain of decorators is not copied at each level.
            nodes = child.nodes;
        } else {
            nodes.extend(child.nodes);
        }
    }
    nodes.push(BranchNode::new(task, count));
    Branch { nodes }
}

/// Binds a parameter to the variable of this name.
pub fn var(name: impl Into<Arc<str>>) -> ParameterValue {
    ParameterValue::variable(name)
}

/// A tree written in code. Its parts are made by the functions of [this module](crate::tree).
///
/// [`Tree::compile`] makes a program of it, [`Tree::document`] a document, which can be saved as a file.
#[derive(Clone, Debug)]
#[must_use]
pub struct Tree {
    document: Document,
}

impl Tree {
    /// Creates a tree of this name.
    pub fn new(name: impl Into<String>, root: Branch) -> Self {
        let mut tree = Self {
            document: DocumentBuilder::new(name).finish(),
        };
        tree.add(root);
        tree
    }

    /// Declares a variable of which each instance of the tree has its own. Its type is that of its initial value.
    pub fn variable(self, name: impl Into<Arc<str>>, initial: impl Into<Value>) -> Self {
        self.declared(name, initial, Scope::Tree)
    }

    /// Declares a variable that all trees of a manager share. Its type is that of its initial value.
    pub fn global(self, name: impl Into<Arc<str>>, initial: impl Into<Value>) -> Self {
        self.declared(name, initial, Scope::Global)
    }

    fn declared(self, name: impl Into<Arc<str>>, initial: impl Into<Value>, scope: Scope) -> Self {
        let initial = initial.into();
        self.declare(Variable {
            scope,
            initial: initial.clone().into(),
            ..Variable::new(name, initial.value_type())
        })
    }

    /// Declares a variable: one of any scope, or a list that is empty at first.
    pub fn declare(mut self, variable: Variable) -> Self {
        self.document.variables.push(variable);
        self
    }

    /// Adds a tree that [`subtree`] and [`run_tree`] run by its name.
    pub fn with_tree(mut self, name: impl Into<Arc<str>>, root: Branch) -> Self {
        if let Some(root) = self.add(root) {
            self.document.trees.push(NamedTree::new(name, root));
        }
        self
    }

    /// Makes the tree restart in the frame after it finished.
    pub fn restarts(mut self) -> Self {
        self.document.restart_when_complete = true;
        self
    }

    /// Returns the document.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Adds a branch: as the root if there is none yet. Returns the id of its top.
    fn add(&mut self, branch: Branch) -> Option<NodeId> {
        let order = branch.into_pre_order();
        let chosen: FxHashSet<NodeId> = order.iter().filter_map(|(n, _)| n.id.clone()).collect();
        let mut builder = DocumentBuilder::of(std::mem::take(&mut self.document));
        let fresh = (builder.document().node_count() + 1..).map(|n| NodeId::new(format!("n{n}")));
        let mut fresh = fresh.filter(|id| !chosen.contains(id));
        let mut ids: Vec<NodeId> = Vec::with_capacity(order.len());
        for (own, parent) in order {
            let is_free = |id: &NodeId| builder.document().node(id).is_none();
            let taken = own.id.clone().filter(|id| !is_free(id));
            let id = match own.id {
                Some(id) if taken.is_none() => id,
                // The numbers outlast any tree.
                _ => fresh.find(is_free).unwrap_or_else(|| "".into()),
            };
            let mut node = Node::new(id.clone(), own.task);
            node.name = own.name;
            node.abort = own.abort;
            node.parameters = own.parameters;
            // As in a file with two nodes of the same id.
            node.duplicate_of = taken;
            let added = match parent {
                Some(parent) => builder.child(&ids[parent], node),
                None if builder.document().root().is_none() => builder.root(node),
                None => builder.loose(node),
            };
            debug_assert!(added.is_ok(), "its id is free and its parent exists");
            ids.push(id);
        }
        self.document = builder.finish();
        ids.into_iter().next()
    }
}

/// Defines a function for each node type: its parameters, then its children. A parameter with `var` takes the name of a
/// variable.
macro_rules! node_types {
    (
        composites { $($composite:ident($($of_composite:tt)*): $composite_type:ident, $composite_doc:literal;)* }
        decorators { $($decorator:ident($($of_decorator:tt)*): $decorator_type:ident, $decorator_doc:literal;)* }
        leaves { $($leaf:ident($($of_leaf:tt)*): $leaf_type:ident, $leaf_doc:literal;)* }
    ) => {
        $(node_types! { @composite $composite($($of_composite)*): $composite_type, $composite_doc })*
        $(node_types! { @decorator $decorator($($of_decorator)*): $decorator_type, $decorator_doc })*
        $(node_types! { @leaf $leaf($($of_leaf)*): $leaf_type, $leaf_doc })*

        #[cfg(test)]
        const FUNCTIONS: &[&str] = &[
            $(stringify!($composite_type),)*
            $(stringify!($decorator_type),)*
            $(stringify!($leaf_type),)*
        ];
    };
    (@composite $name:ident($($parameter:ident $(: $kind:ident)?),*): $task:ident, $doc:literal) => {
        #[doc = concat!("`", stringify!($task), "`: ", $doc)]
        pub fn $name($($parameter: node_types!(@type $($kind)?),)* children: impl IntoIterator<Item = Branch>) -> Branch {
            parent(stringify!($task), children)
                $(.with(stringify!($parameter), node_types!(@value $parameter $($kind)?)))*
        }
    };
    (@decorator $name:ident($($parameter:ident $(: $kind:ident)?),*): $task:ident, $doc:literal) => {
        #[doc = concat!("`", stringify!($task), "`: ", $doc)]
        pub fn $name($($parameter: node_types!(@type $($kind)?),)* child: Branch) -> Branch {
            parent(stringify!($task), [child])
                $(.with(stringify!($parameter), node_types!(@value $parameter $($kind)?)))*
        }
    };
    (@leaf $name:ident($($parameter:ident $(: $kind:ident)?),*): $task:ident, $doc:literal) => {
        #[doc = concat!("`", stringify!($task), "`: ", $doc)]
        pub fn $name($($parameter: node_types!(@type $($kind)?)),*) -> Branch {
            task(stringify!($task))
                $(.with(stringify!($parameter), node_types!(@value $parameter $($kind)?)))*
        }
    };
    (@type) => { impl Into<ParameterValue> };
    (@type var) => { impl Into<Arc<str>> };
    (@value $parameter:ident) => { $parameter };
    (@value $parameter:ident var) => { var($parameter) };
}

node_types! {
    composites {
        sequence(): Sequence, "runs its children in order until one fails.";
        selector(): Selector, "runs its children in order until one succeeds.";
        reactive_sequence(): ReactiveSequence, "a Sequence that runs from its first child in each frame.";
        reactive_selector(): ReactiveSelector, "a Selector that runs from its first child in each frame.";
        sequence_with_memory(): SequenceWithMemory, "a Sequence that continues with the child that was interrupted.";
        random_sequence(): RandomSequence, "a Sequence of its children in random order.";
        random_selector(): RandomSelector, "a Selector of its children in random order.";
        priority_selector(): PrioritySelector, "a Selector of its children by their `priority`, which each child sets.";
        utility_selector(): UtilitySelector, "runs the child of the highest `utility`, which each child sets.";
        parallel(): Parallel, "runs its children at the same time, until all succeed or one fails.";
        parallel_selector(): ParallelSelector, "runs its children at the same time, until one succeeds or all fail.";
        parallel_complete(): ParallelComplete, "runs its children at the same time, until the first one ends.";
        parallel_all(): ParallelAll, "runs its children at the same time, until all have ended.";
        service(seconds): Service, "runs its last child; next to it, the children before it run again every so many seconds.";
        if_then_else(): IfThenElse, "runs its second or third child, depending on the first.";
        while_do_else(): WhileDoElse, "the same, and checks the first child in each frame.";
        switch(variable): Switch, "runs the child whose case (`case_1` to `case_6`) equals a value, else the last one.";
        round_robin(): RoundRobin, "runs another child at each start.";
        recovery_node(): RecoveryNode, "runs its first child again after its second one has succeeded.";
        persistent_sequence(current_child_idx: var): PersistentSequence, "a Sequence that keeps its position in a variable.";
        pipeline_sequence(): PipelineSequence, "a Sequence in which children that have succeeded keep running.";
        nonblocking_sequence(): NonblockingSequence, "runs all children in each frame, until all have succeeded.";
    }
    decorators {
        inverter(): Inverter, "turns Success into Failure and the reverse.";
        return_success(): ReturnSuccess, "always succeeds when its child has ended.";
        return_failure(): ReturnFailure, "always fails when its child has ended.";
        repeater(count): Repeater, "runs its child several times.";
        until_success(): UntilSuccess, "runs its child until it succeeds.";
        until_failure(): UntilFailure, "runs its child until it fails.";
        keep_running_until_failure(): KeepRunningUntilFailure, "runs its child until it fails, and fails then.";
        retry(attempts): Retry, "runs its child again while it fails.";
        run_once(): RunOnce, "runs its child once.";
        time_limit(seconds): TimeLimit, "fails when its child has run for a time.";
        counter_limit(limit): CounterLimit, "fails when its child has run for a number of frames.";
        delay(seconds): Delay, "waits before it runs its child.";
        cooldown(seconds): Cooldown, "fails for a time after its child has ended.";
        rate_controller(hz): RateController, "limits how often its child runs.";
        single_trigger(): SingleTrigger, "runs its child once in each run of its parent.";
        probability(p): Probability, "runs its child with a probability.";
        guard(expression): Guard, "runs its child while an expression is true.";
        semaphore(name): Semaphore, "runs its child while it has one of the slots of this name.";
        interruptible(key): Interruptible, "can be interrupted by a key.";
    }
    leaves {
        expression(expression): Expression, "succeeds if an expression is true.";
        compare_bool(left, operator, right): CompareBool, "compares two booleans.";
        compare_int(left, operator, right): CompareInt, "compares two integers.";
        compare_float(left, operator, right): CompareFloat, "compares two floats.";
        compare_string(left, operator, right): CompareString, "compares two strings.";
        random_chance(probability): RandomChance, "succeeds with a probability.";
        is_variable_set(variable: var): IsVariableSet, "succeeds if a variable has been written.";
        variable_changed(variable: var): VariableChanged, "succeeds when a variable has changed.";
        has_received_event(name): HasReceivedEvent, "succeeds when an event has arrived.";
        is_tree_running(tree): IsTreeRunning, "succeeds while a tree runs in the background.";
        timer(seconds): Timer, "succeeds each time an interval has elapsed.";
        wait(seconds): Wait, "waits for a time.";
        random_wait(min, max): RandomWait, "waits for a random time.";
        wait_until(expression): WaitUntil, "waits until an expression is true.";
        wait_for_event(name): WaitForEvent, "waits for an event.";
        set_variable(variable: var, value): SetVariable, "writes a value to a variable.";
        compute(variable: var, expression): Compute, "writes the value of an expression to a variable.";
        send_event(name): SendEvent, "sends an event.";
        perform_interrupt(key): PerformInterrupt, "interrupts nodes by their key.";
        log(text): Log, "writes a line to the log.";
        trace(text): Trace, "puts a mark into the trace.";
        run_tree(tree): RunTree, "runs another tree in the background.";
        stop_tree(tree): StopTree, "stops a tree.";
        restart_tree(): RestartTree, "restarts the tree.";
        idle(): Idle, "always returns Running.";
        succeed(): Succeed, "always succeeds.";
        fail(): Fail, "always fails.";
    }
}

/// `Repeater`: runs its child forever.
pub fn forever(child: Branch) -> Branch {
    parent("Repeater", [child]).with("forever", true)
}

/// `Subtree`: runs the tree of this name ([`Tree::with_tree`]).
pub fn subtree(tree: impl Into<ParameterValue>) -> Branch {
    task(SUBTREE).with(TREE_PARAMETER, tree)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::compile::GameTasks;
    use crate::library::NodeLibrary;
    use crate::model::testing::draw;

    #[test]
    fn a_tree_in_code_is_the_document_that_it_looks_like() {
        let tree = Tree::new(
            "",
            selector([
                sequence([
                    expression("ready").id("check"),
                    wait(var("pause")),
                    succeed(),
                ]),
                inverter(repeater(3, log("hi"))),
                idle(),
            ]),
        );
        let drawn = draw(
            "n1:Selector[n2:Sequence[check:Expression(expression=ready) n4:Wait(seconds={pause}) n5:Succeed] \
             n6:Inverter[n7:Repeater(count=3)[n8:Log(text=hi)]] n9:Idle]",
        );
        assert_eq!(ids_and_tasks(tree.document()).len(), 9);
        let ours: Vec<_> = tree.document().pre_order().map(|n| &n.task).collect();
        let theirs: Vec<_> = drawn.pre_order().map(|n| &n.task).collect();
        assert_eq!(ours, theirs);
        let parameters = |document: &Document| -> Vec<Parameters> {
            document.pre_order().map(|n| n.parameters.clone()).collect()
        };
        assert_eq!(parameters(tree.document()), parameters(&drawn));
    }

    fn ids_and_tasks(document: &Document) -> Vec<String> {
        let nodes = document.pre_order();
        nodes.map(|n| format!("{}:{}", n.id(), n.task)).collect()
    }

    #[test]
    fn nodes_are_numbered_in_order_around_the_ids_that_were_chosen() {
        let tree = Tree::new("", sequence([idle().id("n2"), idle(), idle().id("rest")]));
        assert_eq!(
            ids_and_tasks(tree.document()),
            ["n1:Sequence", "n2:Idle", "n3:Idle", "rest:Idle"]
        );
    }

    #[test]
    fn two_nodes_of_the_same_id_are_an_error() {
        let tree = Tree::new("", sequence([idle().id("rest"), idle().id("rest")]));
        let error = tree.compile(&GameTasks::<()>::new()).unwrap_err();
        assert!(error.to_string().contains("duplicate id rest"), "{error}");
    }

    #[test]
    fn a_tree_runs_its_named_trees() {
        let tree = Tree::new("Main", sequence([subtree("Rest"), run_tree("Rest")]))
            .with_tree("Rest", succeed());
        let program = tree.compile(&GameTasks::<()>::new()).unwrap();
        assert_eq!(program.len(), 4);
        assert!(program.tree("Rest").is_some());
    }

    #[test]
    fn a_chain_may_be_as_deep_as_a_document() {
        let mut branch = idle();
        for _ in 0..10_000 {
            branch = inverter(branch);
        }
        let tree = Tree::new("Deep", branch.clone());
        assert_eq!(tree.document().node_count(), 10_001);
        drop(branch);
    }

    #[test]
    fn each_built_in_node_type_has_a_function() {
        let library = NodeLibrary::builtin();
        let declared: BTreeSet<&str> = library.declarations().map(|d| &*d.task).collect();
        let mut functions: BTreeSet<&str> = FUNCTIONS.iter().copied().collect();
        // Stand-ins are for trees without their game.
        functions.extend([SUBTREE, "StandIn", "StandInConditional"]);
        assert_eq!(declared, functions);
    }

    #[test]
    fn the_functions_set_parameters_that_exist() {
        let all = sequence([
            switch(var("n"), [idle()]),
            persistent_sequence("n", [idle()]),
            retry(2, time_limit(1.0, counter_limit(2, delay(1.0, idle())))),
            cooldown(1.0, rate_controller(1.0, probability(0.5, idle()))),
            guard("ready", semaphore("door", interruptible("stop", idle()))),
            compare_bool(true, "==", false),
            compare_int(1, "==", 2),
            compare_float(1.0, "<", 2.0),
            compare_string("a", "==", "b"),
            random_chance(0.5),
            is_variable_set("n"),
            variable_changed("n"),
            has_received_event("bell"),
            is_tree_running("Rest"),
            timer(1.0),
            random_wait(1.0, 2.0),
            wait_until("ready"),
            wait_for_event("bell"),
            set_variable("n", 3),
            compute("n", "n + 1"),
            send_event("bell"),
            perform_interrupt("stop"),
            trace("here"),
            stop_tree("Rest"),
            forever(idle()),
        ]);
        let tree = Tree::new("", all)
            .variable("n", 1)
            .variable("ready", true)
            .with_tree("Rest", idle());
        tree.compile(&GameTasks::<()>::new()).unwrap();
    }
}
