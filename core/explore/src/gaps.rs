//! What a search leaves out. As long as it leaves out anything, nothing is proved by what it has not found. Knows no way to search.

use std::sync::Arc;

use treewright_core::runtime::NodeIndex;
use treewright_core::{Argument, Message, Program, ToArgument as _, told};

use crate::alternatives::Sampled;
use crate::names::Names;

/// Something of which a search tries only a part.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Gap {
    /// A built-in composite or decorator stands in for one of the game, which may decide otherwise.
    StandIn(NodeIndex),
    /// Something that a document keeps for another tool would decide how a node runs: the number of what is kept.
    Kept(NodeIndex, usize),
    /// Only some values of a variable are tried.
    Values(Arc<str>),
    /// Only some values of what comes with the event of this name are tried.
    Payloads(Arc<str>),
    /// What other trees write to the global variable of this name is not tried.
    SharedVariable(Arc<str>),
    /// That other trees hold slots of the semaphore of this name is not tried.
    Semaphore(Arc<str>),
    /// Only some outcomes of what a node draws are tried.
    Draws(NodeIndex),
    /// Further events of this name are not sent, as too many wait to be reported.
    Events(Arc<str>),
    /// What the tree of this name may do in the background is not explored.
    BackgroundTree(Arc<str>),
    /// Some frames could not be run.
    Frames,
}

told! {
    /// The reason why nothing is proved by what was not found.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum NotProved of "not_proved" {
        /// A built-in composite or decorator stands in for one of the game.
        StandIn {
            /// The quoted name of the node.
            node: Argument,
            /// The built-in node type.
            stand_in: Argument,
        } = "stand_in", "{node} decides by code of the game, for which `{stand_in}` stands in";
        /// Something that a document keeps for another tool would decide how a node runs.
        Kept {
            /// The quoted name of the node.
            node: Argument,
            /// What is kept.
            what: Message,
        } = "kept", "{node}: {what}";
        /// Only some values of a variable are tried.
        Values {
            /// The quoted name of the variable.
            variable: Argument,
            /// The reasons.
            reasons: Argument,
        } = "values", "only some values of {variable} were tried: {reasons}";
        /// The same, of a variable whose reasons are not known.
        SomeValues {
            /// The quoted name of the variable.
            variable: Argument,
        } = "some_values", "only some values of {variable} were tried";
        /// Only some values of what comes with an event are tried.
        Payloads {
            /// The event.
            event: Arc<str>,
            /// The reasons.
            reasons: Argument,
        } = "payloads", "only some values of what comes with event `{event}` were tried: {reasons}";
        /// The same, of an event whose reasons are not known.
        SomePayloads {
            /// The event.
            event: Arc<str>,
        } = "some_payloads", "only some values of what comes with event `{event}` were tried";
        /// What other trees write to a global variable is not tried.
        SharedVariable {
            /// The quoted name of the variable.
            variable: Argument,
        } = "shared_variable", "other trees may write the global variable {variable}, which was not tried";
        /// That other trees hold slots of a semaphore is not tried.
        Semaphore {
            /// The semaphore.
            semaphore: Arc<str>,
        } = "semaphore", "other trees may hold the semaphore `{semaphore}`, which was not tried";
        /// Only some outcomes of what a node draws are tried.
        Draws {
            /// The quoted name of the node.
            node: Argument,
        } = "draws", "{node} has too many random outcomes, of which only some were tried";
        /// Further events of this name are not sent.
        Events {
            /// The event.
            event: Arc<str>,
            /// How many wait at most.
            most: u64,
        } = "events", "no more than {most} events `{event}` were sent that no node has looked for yet";
        /// What a background tree may do is not explored.
        BackgroundTree {
            /// The name of the tree.
            tree: Arc<str>,
        } = "background_tree", "not everything was explored that the background tree `{tree}` may do";
        /// After some runs, the assumptions allow no frame.
        DeadEnd {
            /// The first frame that is not allowed.
            frame: u64,
            /// The assumptions that do not allow it.
            assumptions: Argument,
        } = "dead_end", "some runs cannot go on: in frame {frame}, whatever the game does breaks an assumption: {assumptions}";
        /// The same, but not everything was tried.
        DeadEndTried {
            /// The first frame in which nothing that was tried is allowed.
            frame: u64,
            /// The assumptions that do not allow it.
            assumptions: Argument,
        } = "dead_end_tried", "some runs do not go on: nothing that was tried in frame {frame} keeps the assumptions, but not everything was tried: {assumptions}";
        /// It is not known everywhere whether a conditional aborts again and again. All else is as sure as before.
        Thrashing {
            /// The quoted name of the conditional.
            node: Argument,
        } = "thrashing", "whether {node} can abort again and again is not known for all states: it may take very many frames";
        /// Some frames could not be run.
        Frames = "not_run", "some frames could not be run";
    }
}

/// The most events of a name that a node has not reported yet. Further ones are not sent.
pub(crate) const MAX_BACKLOG: u64 = 8;

/// Returns what is left out whatever comes from outside.
pub(crate) fn gaps_of_program(program: &Program<()>) -> impl Iterator<Item = Gap> {
    let parents = program.indices().filter(|node| {
        let kind = program.built_in_kind(*node);
        !program.category(*node).is_leaf() && kind.is_none_or(|kind| kind != program.task(*node))
    });
    let programs = program.trees().iter().map(|(_, tree)| &**tree);
    let semaphores = programs.chain([program]).flat_map(|program| {
        let nodes = program.indices();
        nodes.filter_map(|node| program.semaphore(node).cloned())
    });
    parents
        .map(Gap::StandIn)
        .chain(semaphores.map(Gap::Semaphore))
}

/// What sentences about gaps need to know.
pub(crate) struct Known<'a> {
    pub sampled: &'a [Sampled],
    pub sampled_payloads: &'a [Sampled],
    /// What documents keep for another tool.
    pub kept: &'a [Message],
    pub names: Names<'a>,
}

impl Known<'_> {
    /// Returns the sentence about a gap, with the node that it is about.
    pub fn sentence(&self, gap: &Gap) -> (Option<NodeIndex>, NotProved) {
        let names = self.names;
        match gap {
            Gap::StandIn(node) => {
                let kind = names.program.built_in_kind(*node).unwrap_or_default();
                let (name, stand_in) = (names.node(*node), Argument::Task(kind.into()));
                let why = NotProved::StandIn {
                    node: name,
                    stand_in,
                };
                (Some(*node), why)
            }
            Gap::Kept(node, number) => {
                let what = self.kept.get(*number).cloned();
                let why = NotProved::Kept {
                    node: names.node(*node),
                    what: what.unwrap_or_else(|| Message::words("")),
                };
                (Some(*node), why)
            }
            Gap::Values(name) => {
                let variable = names.variable(name);
                let why = match reasons_of(self.sampled, name) {
                    Some(reasons) => NotProved::Values { variable, reasons },
                    None => NotProved::SomeValues { variable },
                };
                (None, why)
            }
            Gap::Payloads(event) => {
                let reasons = reasons_of(self.sampled_payloads, event);
                let event = event.clone();
                let why = match reasons {
                    Some(reasons) => NotProved::Payloads { event, reasons },
                    None => NotProved::SomePayloads { event },
                };
                (None, why)
            }
            Gap::SharedVariable(name) => {
                let variable = names.variable(name);
                (None, NotProved::SharedVariable { variable })
            }
            Gap::Semaphore(semaphore) => {
                let semaphore = semaphore.clone();
                (None, NotProved::Semaphore { semaphore })
            }
            Gap::Draws(node) => {
                let name = names.node(*node);
                (Some(*node), NotProved::Draws { node: name })
            }
            Gap::Events(event) => {
                let (event, most) = (event.clone(), MAX_BACKLOG);
                (None, NotProved::Events { event, most })
            }
            Gap::BackgroundTree(tree) => (None, NotProved::BackgroundTree { tree: tree.clone() }),
            Gap::Frames => (None, NotProved::Frames),
        }
    }
}

/// Returns why only some values of what has this name are tried, if that is known.
fn reasons_of(sampled: &[Sampled], name: &Arc<str>) -> Option<Argument> {
    let sampled = sampled.iter().find(|sampled| sampled.name == *name)?;
    let reasons = sampled.reasons.iter();
    let reasons: Vec<_> = reasons
        .map(|reason| reason.message().to_argument())
        .collect();
    (!reasons.is_empty()).then_some(Argument::List(reasons))
}
