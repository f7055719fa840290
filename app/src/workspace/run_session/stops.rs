//! Where a run stops by itself: at breakpoints, and at the goal that it was sent to. A frame is run as a whole and then shown up to the event.

use treewright_core::ids::NodeId;
use treewright_core::project::Project;
use treewright_core::runtime::AgentId;
use treewright_core::trace::TraceEvent;

use super::RunSession;
use crate::i18n::Texts;
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
    /// The node whose breakpoint it is; none for the goal.
    breakpoint: Option<(NodeId, String)>,
}

impl RunSession {
    /// Stops inside a frame that was run, if there is a reason after the place where it stands. Gives whether there is.
    pub(super) fn stop_in(
        &mut self,
        frame: u64,
        after: Option<(AgentId, usize)>,
        project: &Project<'_>,
        texts: &Texts,
    ) -> bool {
        if let Some(stop) = self.first_stop(frame, after, project, texts) {
            self.agent = stop.agent;
            let after_event = matches!(self.goal, Some(Goal::End(_))) && stop.breakpoint.is_none();
            self.show_inside(frame, stop.agent, stop.events);
            self.moment.after_event = after_event;
            if let Some((id, title)) = stop.breakpoint {
                let text = texts.tr_with("log.breakpoint", &[("node", &title)]);
                self.say(LogKind::Run, Some(id), text);
            }
            return true;
        }
        let is_there = matches!(self.goal, Some(Goal::Frame(goal)) if frame >= goal);
        if is_there {
            self.show(frame);
        }
        is_there
    }

    fn first_stop(
        &self,
        frame: u64,
        after: Option<(AgentId, usize)>,
        project: &Project<'_>,
        texts: &Texts,
    ) -> Option<Stop> {
        let record = self.recording.record(frame)?;
        let (program, places) = self.run_in(record);
        for part in &record.agents {
            let done = match after {
                Some((agent, _)) if part.agent < agent => continue,
                // The event before which it stands has been stopped at.
                Some((agent, events)) if part.agent == agent => {
                    events + usize::from(!self.moment.after_event)
                }
                _ => 0,
            };
            for (place, event) in part.events.iter().enumerate().skip(done) {
                let Some(node) = event.node() else { continue };
                let id = places.shown(program, node);
                let events = match (event, &self.goal) {
                    (TraceEvent::Start(_), Some(Goal::Start(goal))) if *goal == id => place,
                    (TraceEvent::End(..), Some(Goal::End(goal))) if *goal == id => place + 1,
                    _ => {
                        let stands = places.node(project, program, node);
                        let is_start = matches!(event, TraceEvent::Start(_));
                        let Some(stands) = stands.filter(|n| is_start && n.breakpoint) else {
                            continue;
                        };
                        return Some(Stop {
                            agent: part.agent,
                            events: place,
                            breakpoint: Some((id, texts.node_title(stands))),
                        });
                    }
                };
                return Some(Stop {
                    agent: part.agent,
                    events,
                    breakpoint: None,
                });
            }
        }
        None
    }
}
