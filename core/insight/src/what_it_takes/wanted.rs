//! What is wanted after the last frame of a search, and whether a trial led there.

use treewright_core::runtime::{AgentId, NodeIndex, Status, TreeState};
use treewright_core::trace::TraceEvent;
use treewright_core::value::Value;

use crate::history::NodeState;
use crate::recording::TrialMoment;
use crate::scenario::Ending;

/// What is wanted after the last frame.
#[derive(Clone, Debug, PartialEq)]
pub enum Wanted {
    /// The node starts once more than it did, or runs.
    Runs(NodeIndex),
    /// The node is in this state.
    State(NodeIndex, NodeState),
    /// The node ends in the frame like this.
    Ends(NodeIndex, Ending),
    /// Exactly these nodes wait for the next frame.
    Running(Vec<NodeIndex>),
    /// The tree has this status.
    Status(Status),
    /// The variable has this value.
    Variable(String, Value),
    /// Exactly these conditions abort in the frame, in this order, each in its scope if that matters.
    Aborts(Vec<(NodeIndex, Option<NodeIndex>)>),
}

impl Wanted {
    /// Returns whether it is so. `visits` is how often a node that is to run had started.
    pub(super) fn is_so(&self, moment: &TrialMoment<'_>, agent: AgentId, visits: u32) -> bool {
        let state = |node| moment.node(agent, node).state;
        let events = || {
            let frame = moment.record.of(agent).into_iter();
            frame.flat_map(|frame| &frame.events)
        };
        match self {
            Self::Runs(node) => {
                state(*node).is_running() || moment.node(agent, *node).visits > visits
            }
            Self::State(node, wanted) => state(*node) == *wanted,
            Self::Ends(node, wanted) => {
                let mut endings = events().filter_map(|event| match event {
                    TraceEvent::End(ended, how) if ended == node => Some(Ending::from(*how)),
                    _ => None,
                });
                match wanted {
                    Ending::None => endings.next().is_none(),
                    wanted => endings.any(|ending| ending == *wanted),
                }
            }
            Self::Running(nodes) => {
                let tops = moment.tops(agent);
                tops.len() == nodes.len() && nodes.iter().all(|node| tops.contains(node))
            }
            Self::Status(status) => match moment.tree(agent) {
                Some(TreeState::Finished(found)) => found == *status,
                Some(_) => *status == Status::Running,
                None => false,
            },
            Self::Variable(name, value) => {
                let found = moment.variable(agent, name);
                found.is_some_and(|found| {
                    *found
                        == value
                            .coerced(&found.value_type())
                            .unwrap_or_else(|| value.clone())
                })
            }
            Self::Aborts(wanted) => {
                let fired = events().filter_map(|event| match event {
                    TraceEvent::Abort { conditional, scope } => Some((*conditional, *scope)),
                    _ => None,
                });
                let fired: Vec<_> = fired.collect();
                let is_one = |((conditional, scope), fired): (
                    &(NodeIndex, Option<NodeIndex>),
                    &(NodeIndex, NodeIndex),
                )| {
                    *conditional == fired.0 && scope.is_none_or(|scope| scope == fired.1)
                };
                fired.len() == wanted.len() && wanted.iter().zip(&fired).all(is_one)
            }
        }
    }

    /// The node that has to be reached for it, if there is one.
    pub(super) fn node(&self) -> Option<NodeIndex> {
        match self {
            Self::Runs(node) | Self::State(node, _) | Self::Ends(node, _) => Some(*node),
            Self::Running(nodes) => nodes.first().copied(),
            Self::Aborts(aborts) => aborts.first().map(|(conditional, _)| *conditional),
            Self::Status(_) | Self::Variable(..) => None,
        }
    }
}
