//! What is explored: a program, what may come from outside, and for each node what of it the node's code asks for. Knows no states and no
//! search.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use treewright_core::category::Category;
use treewright_core::ids::NodeId;
use treewright_core::runtime::{
    ChoiceRule, CopyError, Event, Ground, NodeIndex, Status, VariableSlot,
};
use treewright_core::value::Value;
use treewright_core::{Argument, Message, Program, TreeInstance, told};

use crate::frame_facts::Watch;
use crate::inputs::{Condition, ExploredInputs, InputVariable, LeafAnswers, Way};

told! {
    /// The reason why a tree cannot be explored.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum ExploreError of "explore_error" {
        /// The tree has no root, or its root is disabled.
        NothingToRun = "nothing_to_run", "the tree has no root to run";
        /// A node of the tree cannot run.
        BrokenNode {
            /// Its id.
            id: NodeId,
            /// Its quoted name.
            node: Argument,
            /// The reason.
            why: Message,
        } = "broken_node", "node {node} cannot run: {why}" with [("node", node), ("why", why)];
        /// The state of its runs is not known.
        Copy(error: CopyError) = "copy", "{error}";
        /// An input is not a variable of the program.
        UnknownVariable {
            /// The variable.
            name: String,
        } = "unknown_variable", "there is no variable named `{name}`";
        /// An input has no values, or too many.
        ValueCount {
            /// The variable.
            name: String,
        } = "value_count", "input `{name}` needs 1 to 200 values";
        /// A value of an input has another type than the variable.
        WrongType {
            /// The variable.
            name: String,
        } = "wrong_type", "a value of input `{name}` has another type than the variable";
    }
}

impl std::error::Error for ExploreError {}

/// The most values of an input.
const MAX_VALUES: usize = 200;

/// A variable that the game may write.
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts, each set by name"
)]
#[derive(Debug)]
pub(crate) struct Input {
    pub name: Arc<str>,
    pub slot: VariableSlot,
    pub values: Vec<Value>,
    pub initial: Value,
    pub is_sampled: bool,
    /// Whether a value that was decided stays, until the condition holds after a frame.
    pub is_held: bool,
    pub changes_when: Option<Arc<dyn Condition>>,
    /// Whether its value is part of the state.
    pub is_kept: bool,
    /// Whether the tree may write it, too, so that the game may leave it as it is.
    pub is_written: bool,
    /// Whether it is decided in each frame, at the latest when the frame has run.
    pub is_always_decided: bool,
}

impl Input {
    /// Returns whether it is decided once and for all.
    pub fn is_fixed(&self) -> bool {
        self.is_held && self.changes_when.is_none()
    }
}

/// An event that may be sent.
#[derive(Debug)]
pub(crate) struct Heard {
    pub name: Arc<str>,
    /// What may come with it.
    pub payloads: Vec<Option<Value>>,
    /// Whether that is only a part of what may come with it.
    pub is_sampled: bool,
    /// The nodes that also report events of earlier frames, if another node hears the event, too, or one of them may look for it
    /// twice in a frame. Otherwise it makes no difference whether an event is sent in the frame in which a node looks for it, or
    /// earlier.
    pub collectors: Vec<NodeIndex>,
}

impl Heard {
    /// Returns the event with what comes with it, counted from 1.
    pub fn event(&self, payload: u8) -> Event {
        let payload = self.payloads.get(usize::from(payload).saturating_sub(1));
        Event {
            name: self.name.clone(),
            payload: payload.cloned().flatten(),
        }
    }

    fn new(program: &Arc<Program<()>>, name: &Arc<str>, inputs: &ExploredInputs) -> Self {
        let mut payloads = inputs.payloads.iter();
        let payloads = payloads.find(|payloads| payloads.event == *name);
        let values = payloads
            .into_iter()
            .flat_map(|of| of.values.iter().cloned());
        let hears = |node: &NodeIndex| program.hears(*node).contains(name);
        let listeners: Vec<NodeIndex> = program.indices().filter(hears).collect();
        let collects = |node: &NodeIndex| program.built_in_kind(*node) == Some("HasReceivedEvent");
        let looks_twice = |node: &NodeIndex| may_look_twice(program, *node);
        let matters = listeners.len() > 1 || listeners.iter().any(looks_twice);
        let collectors = listeners.iter().copied().filter(collects).collect();
        Self {
            name: name.clone(),
            payloads: std::iter::once(None).chain(values.map(Some)).collect(),
            is_sampled: payloads.is_some_and(|payloads| payloads.is_sampled),
            collectors: if matters { collectors } else { Vec::new() },
        }
    }
}

/// Returns whether a leaf may look for events twice in a frame: as it is watched and then run, or as a parent runs it again.
fn may_look_twice(program: &Arc<Program<()>>, leaf: NodeIndex) -> bool {
    let above = std::iter::successors(program.parent(leaf), |node| program.parent(*node));
    let is_plain = |node: NodeIndex| {
        let kind = program.built_in_kind(node);
        kind.is_some_and(|kind| RUN_CHILDREN_ONCE.contains(&kind))
    };
    let fresh = TreeInstance::new(program.clone(), 0);
    // In a fresh tree, all that can be watched is not observed yet.
    !above.into_iter().all(is_plain) || fresh.unobserved().any(|node| node == leaf)
}

/// The parents that run each of their children at most once in a frame.
const RUN_CHILDREN_ONCE: [&str; 5] = [
    "Sequence",
    "Selector",
    "Inverter",
    "ReturnSuccess",
    "ReturnFailure",
];

/// A leaf that answers from outside.
#[derive(Debug)]
pub(crate) struct Answering {
    pub node: NodeIndex,
    /// What it may answer, Running last.
    pub results: Vec<Status>,
    pub max_frames: Option<u64>,
    pub is_conditional: bool,
}

/// What the code of a node asks for.
#[derive(Debug, Default)]
pub(crate) struct Asks {
    /// Whether any of the others holds.
    pub anything: bool,
    pub inputs: Box<[u16]>,
    pub events: Box<[u16]>,
    pub answers: Option<u16>,
    pub draws: bool,
}

/// What is explored.
#[derive(Debug)]
pub(crate) struct Explored {
    pub program: Arc<Program<()>>,
    pub dt: f64,
    pub inputs: Vec<Input>,
    pub events: Vec<Heard>,
    pub answering: Vec<Answering>,
    pub asks: Vec<Asks>,
    /// For each node, whether it is a conditional or a guard.
    pub is_condition: Vec<bool>,
    pub watches: Vec<Arc<dyn Watch>>,
    /// Whether a watch may cut frames.
    pub may_cut: bool,
    /// How many numbers of memory the watches have.
    pub memory_len: usize,
    /// The variables of which conditions read the value before the frame.
    pub last: Vec<VariableSlot>,
    /// The inputs and events that are decided at the beginning of each frame, since a background tree may read them.
    pub early: Asks,
}

impl Explored {
    pub fn new(
        program: Arc<Program<()>>,
        inputs: &ExploredInputs,
        watches: Vec<Arc<dyn Watch>>,
        dt: f64,
    ) -> Result<Self, ExploreError> {
        let conditions = inputs.variables.iter().filter_map(changes_when);
        let read_last = conditions.flat_map(|condition| condition.reads_last());
        let read_last = read_last.chain(watches.iter().flat_map(|watch| watch.reads_last()));
        let last: FxHashSet<VariableSlot> = read_last
            .filter_map(|name| program.variable(&name))
            .collect();
        let mut last: Vec<VariableSlot> = last.into_iter().collect();
        last.sort_by_key(|slot| match slot {
            VariableSlot::Tree(index) => (0, *index),
            VariableSlot::Global(index) => (1, *index),
        });
        let variables = inputs.variables.iter();
        let variables: Vec<Input> = variables
            .map(|input| resolve(&program, input, &last))
            .collect::<Result<_, _>>()?;
        let leaves = program
            .indices()
            .filter(|node| program.awaits_result(*node));
        let answering: Vec<Answering> = leaves
            .map(|node| answering(&program, node, &inputs.leaves))
            .collect();
        let mut explored = Self {
            dt,
            events: inputs
                .events
                .iter()
                .map(|name| Heard::new(&program, name, inputs))
                .collect(),
            asks: Vec::new(),
            is_condition: program
                .indices()
                .map(|node| is_condition(&program, node))
                .collect(),
            may_cut: watches.iter().any(|watch| watch.may_cut()),
            memory_len: watches.iter().map(|watch| watch.memory_len()).sum(),
            watches,
            last,
            early: Asks::default(),
            inputs: variables,
            answering,
            program,
        };
        explored.asks = explored.asks_of_nodes();
        explored.early = explored.asks_of_background_trees();
        Ok(explored)
    }

    fn asks_of_nodes(&self) -> Vec<Asks> {
        let program = &*self.program;
        let nodes = program.indices();
        nodes
            .map(|node| {
                let reads: Vec<_> = program.reads(node).collect();
                let answers = self.answering.iter().position(|leaf| leaf.node == node);
                let asks = Asks {
                    anything: false,
                    inputs: self.inputs_where(|input| reads.contains(&&input.name)),
                    events: self.events_where(|event| program.hears(node).contains(event)),
                    answers: answers.map(|place| place as u16),
                    draws: may_draw(program, node),
                };
                Asks {
                    anything: !asks.inputs.is_empty() || !asks.events.is_empty() || asks.draws,
                    ..asks
                }
            })
            .collect()
    }

    fn asks_of_background_trees(&self) -> Asks {
        let trees = || self.program.trees().iter().map(|(_, tree)| tree);
        let reads = |input: &Input| {
            matches!(input.slot, VariableSlot::Global(_))
                && trees().any(|tree| tree.is_global(&input.name))
        };
        Asks {
            inputs: self.inputs_where(reads),
            events: self
                .events_where(|event| trees().any(|tree| tree.listens().any(|e| e == event))),
            ..Asks::default()
        }
    }

    /// Returns the background trees that may do more than what a search tries: their leaves of the game, random draws and events are not
    /// choices, and they must not write what comes from outside.
    pub fn unexplored_trees(&self) -> impl Iterator<Item = Arc<str>> {
        let may_do_more = |tree: &Program<()>, node: NodeIndex| {
            let is_input = |name: &Arc<str>| self.inputs.iter().any(|input| input.name == *name);
            tree.awaits_result(node)
                || may_draw(tree, node)
                || !tree.hears(node).is_empty()
                || tree.built_in_kind(node) == Some("VariableChanged")
                || tree.may_write(node) && tree.reads(node).any(is_input)
        };
        let trees = self.program.trees().iter();
        let unexplored =
            trees.filter(move |(_, tree)| tree.indices().any(|node| may_do_more(tree, node)));
        unexplored.map(|(name, _)| name.clone())
    }

    fn inputs_where(&self, is_it: impl Fn(&Input) -> bool) -> Box<[u16]> {
        let places = 0..self.inputs.len() as u16;
        places
            .filter(|place| is_it(&self.inputs[usize::from(*place)]))
            .collect()
    }

    fn events_where(&self, is_it: impl Fn(&Arc<str>) -> bool) -> Box<[u16]> {
        let places = 0..self.events.len() as u16;
        places
            .filter(|place| is_it(&self.events[usize::from(*place)].name))
            .collect()
    }

    /// Returns the place of the input that is this variable.
    pub fn input_at(&self, slot: VariableSlot) -> Option<u16> {
        let place = self.inputs.iter().position(|input| input.slot == slot);
        place.map(|place| place as u16)
    }
}

/// Returns whether a node is a conditional, or a decorator with a condition, which can cause aborts.
pub(crate) fn is_condition(program: &Program<()>, node: NodeIndex) -> bool {
    let first = program.children(node).next();
    let choice = first.and_then(|child| program.choice(node, child));
    let is_guard = matches!(choice, Some(ChoiceRule::Condition));
    program.category(node) == Category::Conditional || is_guard
}

/// Returns whether a node may draw random numbers.
fn may_draw(program: &Program<()>, node: NodeIndex) -> bool {
    let first = program.children(node).next();
    let order = first.and_then(|child| program.choice(node, child));
    let stands_in = matches!(
        program.built_in_kind(node),
        Some("StandIn" | "StandInConditional")
    );
    program.ground(node) == Some(Ground::Draw)
        || matches!(order, Some(ChoiceRule::RandomOrder))
        || stands_in && !program.awaits_result(node)
}

fn changes_when(input: &InputVariable) -> Option<&Arc<dyn Condition>> {
    match &input.way {
        Way::ChangesOnlyWhen(condition) => Some(condition),
        Way::Free | Way::Fixed => None,
    }
}

fn resolve(
    program: &Program<()>,
    input: &InputVariable,
    last: &[VariableSlot],
) -> Result<Input, ExploreError> {
    let name = || input.name.to_string();
    let Some(slot) = program.variable(&input.name) else {
        return Err(ExploreError::UnknownVariable { name: name() });
    };
    let declared = match slot {
        VariableSlot::Tree(index) => &program.tree_variables()[index as usize],
        VariableSlot::Global(index) => &program.global_variables()[index as usize],
    };
    if input.values.is_empty() || input.values.len() > MAX_VALUES {
        return Err(ExploreError::ValueCount { name: name() });
    }
    if !input
        .values
        .iter()
        .all(|value| declared.value_type.accepts(value))
    {
        return Err(ExploreError::WrongType { name: name() });
    }
    let reads = |node: &NodeIndex| program.reads(*node).any(|read| *read == input.name);
    let readers: Vec<NodeIndex> = program.indices().filter(reads).collect();
    let is_written = readers.iter().any(|node| program.may_write(*node));
    let is_held = !matches!(input.way, Way::Free);
    // A node that counts changes also counts those in frames in which no node reads the value.
    let counts_changes = |node: &NodeIndex| program.built_in_kind(*node) == Some("VariableChanged");
    let is_always_decided = last.contains(&slot) || readers.iter().any(counts_changes);
    Ok(Input {
        name: input.name.clone(),
        slot,
        values: input.values.clone(),
        initial: declared.initial.clone(),
        is_sampled: input.is_sampled,
        is_held,
        changes_when: changes_when(input).cloned(),
        is_kept: is_held || is_written || is_always_decided,
        is_written,
        is_always_decided,
    })
}

fn answering(program: &Program<()>, node: NodeIndex, leaves: &[LeafAnswers]) -> Answering {
    let declared = leaves.iter().find(|leaf| leaf.node == node);
    let is_conditional = program.category(node) == Category::Conditional;
    let may = |status: Status| {
        declared.is_none_or(|leaf| leaf.results.is_empty() || leaf.results.contains(&status))
    };
    let all = if is_conditional {
        &[Status::Success, Status::Failure][..]
    } else {
        &[Status::Success, Status::Failure, Status::Running][..]
    };
    let mut results: Vec<Status> = all.iter().copied().filter(|status| may(*status)).collect();
    if results.is_empty() {
        // A conditional of which only Running is declared.
        results.push(Status::Failure);
    }
    Answering {
        node,
        results,
        max_frames: declared.and_then(|leaf| leaf.max_frames),
        is_conditional,
    }
}
