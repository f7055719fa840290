//! Where a run stops by itself: at breakpoints, and at the goal that it was sent to. A frame is run as a whole and then shown up to the event.

use treewright_core::ids::NodeId;
use treewright_core::runtime::{AgentId, NodeIndex};
use treewright_core::trace::TraceEvent;
use treewright_insight::recording::{AgentFrame, FrameRecord};

use super::RunSession;
use super::breakpoint_hits::Met;
use crate::workspace::run_view::LogKind;

/// Where a run is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// To the end of this frame.
    Frame(u64),
    /// To where this node starts.
    Start(NodeId),
    /// To where this node has ended, or was interrupted.
    End(NodeId),
}

/// A place inside a frame at which a run stops.
struct Stop {
    agent: AgentId,
    /// How many of the agent's events happen before.
    events: usize,
    /// The breakpoint that is there; none for the goal.
    breakpoint: Option<Met>,
}

impl RunSession {
    /// Stops inside a frame that was run, if there is a reason after the place where it stands. Gives whether there is.
    pub(super) fn stop_in(&mut self, frame: u64, after: Option<(AgentId, usize)>) -> bool {
        if let Some(stop) = self.first_stop(frame, after) {
            self.agent = stop.agent;
            let after_event = matches!(self.goal, Some(Goal::End(_))) && stop.breakpoint.is_none();
            self.show_inside(frame, stop.agent, stop.events);
            self.moment.after_event = after_event;
            if let Some(met) = stop.breakpoint {
                self.breaking.stopped_at.clone_from(&met.node);
                self.say(LogKind::Breakpoint, met.node, met.text);
            }
            return true;
        }
        let is_there = matches!(self.goal, Some(Goal::Frame(goal)) if frame >= goal);
        if is_there {
            self.show(frame);
        }
        is_there
    }

    fn first_stop(&self, frame: u64, after: Option<(AgentId, usize)>) -> Option<Stop> {
        let record = self.recording.record(frame)?;
        for part in &record.agents {
            // What it stands at has been stopped at; a goal that it stands after may have the next event for another one.
            let (met_from, goal_from) = match after {
                Some((agent, _)) if part.agent < agent => continue,
                Some((agent, events)) if part.agent == agent => {
                    (events + 1, events + usize::from(!self.moment.after_event))
                }
                _ => (0, 0),
            };
            let met = self.met_from(frame, part.agent, met_from);
            let goal = self.goal_in(record, part, goal_from);
            let met = met.filter(|met| goal.is_none_or(|goal| met.events <= goal));
            let events = met.map_or(goal, |met| Some(met.events));
            if let Some(events) = events {
                return Some(Stop {
                    agent: part.agent,
                    events,
                    breakpoint: met.cloned(),
                });
            }
        }
        None
    }

    /// Where the node to which it was sent starts or has ended.
    fn goal_in(&self, record: &FrameRecord, part: &AgentFrame, from: usize) -> Option<usize> {
        let (program, places) = self.run_in(record);
        let is = |node: NodeIndex, goal: &NodeId| places.shown(program, node) == *goal;
        let mut events = part.events.iter().enumerate().skip(from);
        events.find_map(|(place, event)| match (event, &self.goal) {
            (TraceEvent::Start(node), Some(Goal::Start(goal))) if is(*node, goal) => Some(place),
            (TraceEvent::End(node, _), Some(Goal::End(goal))) if is(*node, goal) => Some(place + 1),
            _ => None,
        })
    }
}
