//! Which conditionals were watched at a moment of a told past, by what is known: the last frame that checked conditionals names those that were watched
//! then, in order; those that returned since are watched as well; and what ended, started again or aborted since dropped the observers inside it.

use treewright_core::Program;
use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::runtime::{EndStatus, NodeIndex, ObserverView, Status};
use treewright_core::trace::TraceEvent;

use super::{KnownState, Stretch};
use crate::history::NodeState;

/// How many frames without any event are passed over to find the last one that checked conditionals: a sleeping tree has no events.
const MOST_ASLEEP: u64 = 10_000;

/// For how many frames it is followed what drops those that are not checked.
const MOST_FOLLOWED: u64 = 300;

/// For how many frames a guard is followed back to find what its condition returned.
const MOST_RUNNING: u64 = 1_000;

/// A conditional, and what it returned last.
type Returned = (NodeIndex, Status);

impl Stretch {
    /// Returns the conditionals that are watched in what is known at the end of a frame, and those that would be.
    pub fn observers(&self, known: &KnownState) -> (Vec<ObserverView>, Vec<NodeIndex>) {
        let program = self.program();
        let stacks = self.stacks(known);
        let returned = self.checked(known);
        let watched = returned.iter().filter_map(|(node, checked)| {
            // A check that changed nothing leaves the recorded status.
            let status = self.returned(known, *node).unwrap_or(*checked);
            program.watched_while(&stacks, *node, status)
        });
        let mut watched: Vec<ObserverView> = watched.collect();
        watched.sort_by_key(|observer| observer.scope.is_none());
        let is_watched = |node: &NodeIndex| watched.iter().any(|it| it.conditional == *node);
        let can_be = |node: &NodeIndex| can_be_watched(program, *node);
        let idle = program.indices().filter(can_be);
        let idle = idle.filter(|node| !is_watched(node)).collect();
        (watched, idle)
    }

    /// Returns the conditionals that were checked or returned in the last frame in which something happened, and were not dropped since; and those that
    /// are dormant.
    fn checked(&self, known: &KnownState) -> Vec<Returned> {
        let frame = known.frame;
        let earliest = frame
            .saturating_sub(MOST_ASLEEP)
            .max(self.first_frame() + 1);
        let mut frames = (earliest..=frame).rev();
        let last = frames.find(|frame| !self.events_of(*frame).is_empty());
        let before = last.and_then(|last| Some((last, self.at(last - 1)?)));
        let Some((last, before)) = before else {
            return self.dormant(known);
        };
        // Some of those that are dormant begin to be checked in this frame.
        let mut followed = Followed {
            returned: self.dormant(&before),
            checked: Vec::new(),
        };
        followed.follow_frame(self.program(), self.events_of(last));
        followed.returned
    }

    /// Returns those that are not checked, because their composite aborts lower priority only and still runs. What was dropped longer ago than some frames
    /// is not known.
    fn dormant(&self, known: &KnownState) -> Vec<Returned> {
        let program = self.program();
        let from = known.frame.saturating_sub(MOST_FOLLOWED);
        let Some(begin) = self.at(from.max(self.first_frame())) else {
            return Vec::new();
        };
        let mut followed = Followed::default();
        self.add_dormant(&begin, &mut followed.returned);
        for frame in begin.frame + 1..=known.frame {
            followed.follow_frame(program, self.events_of(frame));
        }
        let is_dormant = |(node, _): &Returned| {
            let composite = program.nearest_composite(*node);
            composite.is_some_and(|composite| {
                program.abort(composite) == AbortType::LowerPriority
                    && known.runs.is_running(composite)
            })
        };
        followed.returned.retain(is_dormant);
        followed.returned
    }

    fn events_of(&self, frame: u64) -> &[TraceEvent] {
        let part = self
            .record(frame)
            .and_then(|record| record.of(self.agent()));
        part.map_or(&[], |part| &part.events)
    }

    /// Adds the conditionals of running composites that abort lower priority only, which have returned since these started.
    fn add_dormant(&self, known: &KnownState, returned: &mut Vec<Returned>) {
        let program = self.program();
        for node in program.indices() {
            let Some(composite) = program.nearest_composite(node) else {
                continue;
            };
            let is_known = returned.iter().any(|(known, _)| *known == node);
            let is_dormant = program.abort(composite) == AbortType::LowerPriority
                && known.runs.is_running(composite);
            if is_known || !is_dormant {
                continue;
            }
            let runs = known.runs.get(node).zip(known.runs.get(composite));
            let is_of_now = runs.is_some_and(|(own, around)| {
                let (own, around) = (own.since_frame, around.since_frame);
                own > around || own == around && self.returned_after(own, node, composite)
            });
            if is_of_now && let Some(status) = self.returned(known, node) {
                returned.push((node, status));
            }
        }
    }

    /// Returns whether a conditional returned in a frame after its composite had started there for the last time.
    fn returned_after(&self, frame: u64, node: NodeIndex, composite: NodeIndex) -> bool {
        let events = self.events_of(frame).iter().rev();
        let mut either = events.filter_map(|event| match event {
            TraceEvent::Update(other, _) if *other == node => Some(true),
            TraceEvent::Start(other) if *other == composite => Some(false),
            _ => None,
        });
        either.next().unwrap_or(false)
    }

    /// Returns what a conditional returned last when it was entered, if that is known. A guard ends otherwise than its condition where its child does.
    fn returned(&self, known: &KnownState, node: NodeIndex) -> Option<Status> {
        let run = known.runs.get(node)?;
        if self.program().category(node) == Category::Conditional {
            return match run.state {
                NodeState::Success => Some(Status::Success),
                NodeState::Failure => Some(Status::Failure),
                _ => None,
            };
        }
        let earliest = run.since_frame.saturating_sub(MOST_RUNNING);
        let frames = (earliest.max(self.first_frame() + 1)..=run.since_frame).rev();
        frames.into_iter().find_map(|frame| {
            let events = self.events_of(frame).iter().rev();
            let mut updates = events.filter_map(|event| match event {
                TraceEvent::Update(other, status) if *other == node => Some(*status),
                _ => None,
            });
            updates.next()
        })
    }
}

/// Returns whether a node is watched after it has returned.
fn can_be_watched(program: &Program<()>, node: NodeIndex) -> bool {
    let composite = program.nearest_composite(node);
    composite.is_some_and(|composite| {
        let stacks = [vec![composite]];
        program
            .watched_while(&stacks, node, Status::Success)
            .is_some()
    })
}

/// The conditionals that were checked or have returned, as events tell.
#[derive(Default)]
struct Followed {
    returned: Vec<Returned>,
    /// Those that were checked in this frame so far.
    checked: Vec<NodeIndex>,
}

impl Followed {
    fn note(&mut self, node: NodeIndex, status: Status) {
        let mut known = self.returned.iter_mut();
        match known.find(|(known, _)| *known == node) {
            Some((_, last)) => *last = status,
            None => self.returned.push((node, status)),
        }
    }

    fn drop_inside(&mut self, program: &Program<()>, node: NodeIndex) {
        self.returned
            .retain(|(known, _)| !program.is_inside(*known, node));
    }

    fn follow_frame(&mut self, program: &Program<()>, events: &[TraceEvent]) {
        self.checked.clear();
        for event in 0..events.len() {
            self.follow(program, &events[event..]);
        }
    }

    /// Follows the first of these events.
    fn follow(&mut self, program: &Program<()>, events: &[TraceEvent]) {
        match &events[0] {
            TraceEvent::End(node, EndStatus::Inactive) if !is_cut(program, *node, events) => {
                self.drop_inside(program, *node);
            }
            TraceEvent::Update(node, status) if *status != Status::Running => {
                self.note(*node, *status);
            }
            TraceEvent::Start(node) if program.category(*node) == Category::Composite => {
                self.drop_inside(program, *node);
            }
            TraceEvent::Check(node, status) => {
                self.note(*node, *status);
                self.checked.push(*node);
            }
            TraceEvent::Abort { conditional, scope } => {
                // Those in the scope that come later in the list are dropped with the one that fired.
                let fired = *conditional;
                let checked = &self.checked;
                self.returned.retain(|(known, _)| {
                    let is_before = checked.contains(known) || *known < fired;
                    *known != fired && (is_before || !program.is_inside(*known, *scope))
                });
            }
            _ => {}
        }
    }
}

/// Returns whether a node ends because one around it has finished, such as a `Parallel` or a `TimeLimit`: then observers are handed up, and not dropped as in
/// other interruptions.
fn is_cut(program: &Program<()>, node: NodeIndex, events: &[TraceEvent]) -> bool {
    let mut later = events
        .iter()
        .skip_while(|event| matches!(event, TraceEvent::End(_, EndStatus::Inactive)));
    let Some(TraceEvent::End(around, _)) = later.next() else {
        return false;
    };
    program.is_inside(node, *around)
}
