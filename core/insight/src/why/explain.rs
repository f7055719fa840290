//! Determines the state of a node at a moment: it runs, it ended, or it was not reached, and what its ancestors do instead.

use treewright_core::category::Category;
use treewright_core::ids::NodeId;
use treewright_core::model::Document;
use treewright_core::runtime::World;
use treewright_core::runtime::{EndStatus, Ground, NodeIndex};
use treewright_core::trace::TraceEvent;
use treewright_core::{Filled as _, Message, ToArgument as _};

use super::history::{EventPosition, Frames, History, Moment, Track};
use super::sentence::message;
use super::{Fact, ReasonStep, StartReason};

/// The path from the root to a node, with the last start and end of each node on it.
struct NodePath {
    path: Vec<NodeIndex>,
    tracks: Vec<Track>,
}

impl NodePath {
    /// Returns the index of the deepest node on the path that was started in the current round of the node at `from`.
    fn reached(&self, from: usize) -> usize {
        let mut at = from;
        let mut since = self.tracks[from].start;
        while let Some(track) = self.tracks.get(at + 1) {
            let is_in_round = match track.start {
                Some(_) => track.start > since,
                // Both began before the recorded frames.
                None => since.is_none() && track.end.is_some(),
            };
            if !is_in_round {
                break;
            }
            since = track.start;
            at += 1;
        }
        at
    }

    /// Returns whether the node at `reached` has run since before the recorded frames, so that the next one on the path may have run then,
    /// too.
    fn is_unknown_after(&self, reached: usize) -> bool {
        let next = self.tracks.get(reached + 1);
        let is_untold = |track: &Track| track.start.is_none() && track.end.is_none();
        self.tracks[reached].start.is_none() && next.is_some_and(is_untold)
    }

    /// Returns the step that the whole tree ended, unless the steps contain it already.
    fn tree_ended(&self, steps: &[ReasonStep]) -> Option<ReasonStep> {
        let (place, status) = self.tracks[0].end?;
        let root = self.path[0];
        let told = |step: &ReasonStep| {
            step.node == root && step.place == Some(place) || step.is_stop_of_tree()
        };
        (!steps.iter().any(told)).then_some(ReasonStep {
            node: root,
            place: Some(place),
            fact: Fact::TreeEnded(status),
        })
    }
}

impl<W: World + ?Sized, F: Frames + ?Sized> History<'_, W, F> {
    /// Returns why a node is in its state.
    pub fn explain(&self, node: NodeIndex) -> Vec<ReasonStep> {
        let path = self.path_to(node);
        let tracks = self.tracks(&path);
        let way = NodePath { path, tracks };
        let target = way.path.len() - 1;
        if way.tracks[target].runs() {
            let mut steps = vec![self.runs(node, way.tracks[target].start)];
            let (deepest, at) = self.deepest_below(node);
            if deepest != node {
                steps.push(ReasonStep {
                    node,
                    place: at,
                    fact: Fact::GoesOn { at: Some(deepest) },
                });
            }
            steps.extend(self.waits_for(deepest));
            if let Some((place, status)) = way.tracks[target].end
                && place.frame == self.moment.frame
            {
                // It ended and was started again.
                add(&mut steps, self.ended(node, place, status));
            }
            return steps;
        }
        let live = way.tracks.iter().rposition(Track::runs);
        let mut steps = Vec::new();
        let reached = match live {
            Some(live) => way.reached(live),
            None if way.tracks[0].start.is_some() || way.tracks[0].end.is_some() => way.reached(0),
            None => return vec![self.has_not_run(node)],
        };
        if !self.frames.is_from_the_start() && way.is_unknown_after(reached) {
            return vec![self.has_not_run(node)];
        }
        let ended_now = way.tracks[target].end.filter(|_| reached == target);
        if let Some((place, status)) = ended_now {
            steps.extend(self.ended(node, place, status));
        } else if live == Some(reached) {
            add(
                &mut steps,
                self.with_reasons(self.not_reached(node, &way, reached)),
            );
        } else if let Some((place, status)) = way.tracks[reached].end {
            let parent = way.path[reached];
            steps.push(ReasonStep {
                node,
                place: Some(place),
                fact: Fact::PassedOver { parent, status },
            });
            steps.extend(self.ended(parent, place, status));
            for reasons in self.chosen_in_round(parent, place) {
                add(&mut steps, reasons);
            }
        }
        match live {
            Some(live) if live == reached || self.program.is_parallel(way.path[live]) => {}
            Some(live) => add(&mut steps, self.with_reasons(self.continuation(&way, live))),
            None => {
                let end = self.end_of_tree(&way, &steps);
                add(&mut steps, end);
            }
        }
        if ended_now.is_none()
            && let Some((place, status)) = way.tracks[target].end
        {
            let mut ended = self.ended(node, place, status);
            if place.frame == self.moment.frame {
                // What it did just now is the first that is asked for.
                std::mem::swap(&mut ended, &mut steps);
            }
            add(&mut steps, ended);
        }
        add(&mut steps, self.why_it_ran_at_all(&way, ended_now));
        steps
    }

    /// Returns the deepest node that runs at or below a running one on the same run stack, and where it was started.
    fn deepest_below(&self, node: NodeIndex) -> (NodeIndex, Option<EventPosition>) {
        let mut deepest = (node, self.tracks(&[node])[0].start);
        while !self.program.is_parallel(deepest.0) {
            let (Some(child), at) = self.child_that_runs(deepest.0, deepest.1) else {
                break;
            };
            deepest = (child, at);
        }
        deepest
    }

    /// Returns why a leaf ran that ended in the frame in which it was started.
    fn why_it_ran_at_all(
        &self,
        way: &NodePath,
        ended: Option<(EventPosition, EndStatus)>,
    ) -> Vec<ReasonStep> {
        let target = way.path.len() - 1;
        let (node, start) = (way.path[target], way.tracks[target].start);
        let is_leaf = self.program.children(node).next().is_none();
        let ran = ended.filter(|(place, status)| {
            let is_instant = start.is_some_and(|start| start.frame == place.frame);
            is_leaf && is_instant && status.outcome().is_some()
        });
        ran.into_iter()
            .map(|(place, _)| self.ran_at(node, place))
            .collect()
    }

    /// Returns the step that no known event is about the node.
    fn has_not_run(&self, node: NodeIndex) -> ReasonStep {
        let is_whole = self.frames.is_from_the_start();
        let fact = if is_whole {
            Fact::NotStarted
        } else {
            Fact::NotKnown
        };
        ReasonStep {
            node,
            place: None,
            fact,
        }
    }

    /// Returns the step that the whole tree ended, unless the steps contain it already. The node that stopped it says so.
    fn end_of_tree(&self, way: &NodePath, steps: &[ReasonStep]) -> Vec<ReasonStep> {
        let Some(ended) = way.tree_ended(steps) else {
            return Vec::new();
        };
        let causes = self.further(&ended);
        if causes.iter().any(ReasonStep::is_stop_of_tree) {
            causes
        } else {
            vec![ended]
        }
    }

    /// Returns a step about where a parent is instead, with the reason: which child ended before that, and why.
    fn with_reasons(&self, step: ReasonStep) -> Vec<ReasonStep> {
        if let Fact::GoesOn { at: None } | Fact::NotReached { at: None, .. } = step.fact {
            let parent = match step.fact {
                Fact::NotReached { parent, .. } => parent,
                _ => step.node,
            };
            let Moment { frame, events } = self.moment;
            let now = EventPosition {
                frame,
                event: events,
            };
            let mut steps = vec![step];
            if !self.program.is_parallel(parent) {
                steps.extend(self.sources(parent, now));
            }
            return steps;
        }
        let step_parent = match step.fact {
            Fact::NotReached { parent, .. } => Some(parent),
            _ => None,
        };
        let mut steps = vec![step];
        for _ in 0..2 {
            let further = steps.last().map(|last| self.further(last));
            let is_told = |step: &ReasonStep| {
                matches!(
                    step.fact,
                    Fact::Runs(StartReason::ByItsParent) | Fact::Ran(StartReason::ByItsParent)
                )
            };
            match further {
                Some(further) if !further.first().is_none_or(is_told) => steps.extend(further),
                _ => break,
            }
        }
        if let Fact::GoesOn { at: Some(at) } | Fact::NotReached { at: Some(at), .. } = steps[0].fact
        {
            let parent = match step_parent {
                Some(parent) => parent,
                None => steps[0].node,
            };
            steps.extend(self.compared_now(parent));
            for reasons in self.held_by(at) {
                let condition = reasons[0].node;
                let is_told = |step: &ReasonStep| matches!(step.fact, Fact::Runs(StartReason::AfterAbort(by)) if by == condition);
                if !steps.iter().any(is_told) {
                    add(&mut steps, reasons);
                }
            }
        }
        steps
    }

    /// Returns the settings that a parent compares in each frame, as they are at the moment.
    fn compared_now(&self, parent: NodeIndex) -> Option<ReasonStep> {
        let compares = self.program.ground(parent) == Some(Ground::Comparison);
        if !compares || !self.program.revises(parent) {
            return None;
        }
        let Moment { frame, events } = self.moment;
        let now = EventPosition {
            frame,
            event: events,
        };
        self.settings(parent, now)
    }

    /// Returns why the conditions ended because of which a running node has not ended: those beside what runs below it, in this round, each with its reasons.
    fn held_by(&self, top: NodeIndex) -> Vec<Vec<ReasonStep>> {
        let mut held = Vec::new();
        let mut parent = top;
        while !self.program.is_parallel(parent) {
            let start = self.tracks(&[parent])[0].start;
            let (Some(child), _) = self.child_that_runs(parent, start) else {
                break;
            };
            let now = EventPosition {
                frame: self.moment.frame,
                event: self.moment.events,
            };
            held.extend(self.conditions_in_round(parent, now));
            parent = child;
        }
        held
    }

    /// Returns why the conditions among the children of a parent ended since it was started, up to an event.
    pub(super) fn conditions_in_round(
        &self,
        parent: NodeIndex,
        until: EventPosition,
    ) -> Vec<Vec<ReasonStep>> {
        let then = self.before(until);
        let start = then.tracks(&[parent])[0].start;
        let conditions = self.program.children(parent);
        let conditions = conditions.filter(|it| self.is_condition(*it));
        let ended = conditions.filter_map(|condition| {
            let (place, status) = then.tracks(&[condition])[0].end?;
            status.outcome().filter(|_| Some(place) > start)?;
            Some(self.ended(condition, place, status))
        });
        ended.collect()
    }

    /// Whether a node is a conditional, or decorators over one.
    pub(super) fn is_condition(&self, node: NodeIndex) -> bool {
        match self.program.category(node) {
            Category::Conditional => true,
            Category::Decorator => self
                .program
                .children(node)
                .next()
                .is_some_and(|child| self.is_condition(child)),
            _ => false,
        }
    }

    /// Returns the step that the node runs, with its start.
    pub(super) fn runs(&self, node: NodeIndex, start: Option<EventPosition>) -> ReasonStep {
        let began = match (start, self.program.parent(node)) {
            (None, _) => StartReason::BeforeTheRecord,
            (Some(_), None) => StartReason::WithTheTree,
            (Some(start), Some(parent)) if self.program.repeats(parent) => {
                let before = self.before(start).tracks(&[node, parent]);
                let ended = before[0]
                    .end
                    .filter(|(end, _)| Some(*end) > before[1].start);
                let returned = ended.and_then(|(_, status)| status.outcome());
                returned.map_or(StartReason::ByItsParent, StartReason::Again)
            }
            (Some(start), Some(parent)) => {
                let events = &self.frames.events(start.frame)[..start.event];
                self.began(node, parent, events)
            }
        };
        ReasonStep {
            node,
            place: start,
            fact: Fact::Runs(began),
        }
    }

    /// Returns how a node was started after these events of the frame: by the last event that concerns its parent, or by an abort
    /// that resumed the parent.
    fn began(&self, node: NodeIndex, parent: NodeIndex, events: &[TraceEvent]) -> StartReason {
        let moves_on = self.moves_on(parent);
        let last = events.iter().rev().find_map(|event| match *event {
            TraceEvent::Start(started) if started == parent => Some(StartReason::ByItsParent),
            TraceEvent::End(_, EndStatus::Inactive) => None,
            TraceEvent::End(ended, status)
                if moves_on && ended != node && self.program.parent(ended) == Some(parent) =>
            {
                Some(StartReason::AfterSibling(ended, status))
            }
            TraceEvent::Abort { conditional, scope } if scope == parent => {
                let resumes = self.program.is_inside(conditional, node);
                Some(if resumes {
                    StartReason::AfterAbort(conditional)
                } else {
                    StartReason::ByItsParent
                })
            }
            _ => None,
        });
        match last.unwrap_or(StartReason::ByItsParent) {
            StartReason::ByItsParent => self
                .program
                .choice(parent, node)
                .map_or(StartReason::ByItsParent, StartReason::Chosen),
            began => began,
        }
    }

    /// Whether a parent starts a child because another one has ended: those that run several do so whatever these return.
    fn moves_on(&self, parent: NodeIndex) -> bool {
        !self.program.is_parallel(parent) || self.runs_again_in_order(parent)
    }

    /// Whether a parent runs its children again in each frame, and those to the right of one only after it has succeeded once.
    fn runs_again_in_order(&self, parent: NodeIndex) -> bool {
        self.program.task(parent) == "PipelineSequence"
    }

    /// Returns the step that the deepest running ancestor is at another child.
    fn not_reached(&self, node: NodeIndex, way: &NodePath, parent: usize) -> ReasonStep {
        let (at, place) = self.child_that_runs(way.path[parent], way.tracks[parent].start);
        let parent = way.path[parent];
        let later = at.is_some_and(|at| at < node && self.program.runs_in_order(parent));
        ReasonStep {
            node,
            place,
            fact: Fact::NotReached { parent, at, later },
        }
    }

    /// Returns the step where a parent continues after its child ended.
    fn continuation(&self, way: &NodePath, parent: usize) -> ReasonStep {
        let (at, place) = self.child_that_runs(way.path[parent], way.tracks[parent].start);
        ReasonStep {
            node: way.path[parent],
            place,
            fact: Fact::GoesOn { at },
        }
    }

    /// Returns the running child of a parent that was started there, and where that was started. `None` for a Parallel, which runs several.
    fn child_that_runs(
        &self,
        node: NodeIndex,
        start: Option<EventPosition>,
    ) -> (Option<NodeIndex>, Option<EventPosition>) {
        let is_child = |child: &NodeIndex| self.program.parent(*child) == Some(node);
        let children: Vec<NodeIndex> = self.program.children(node).collect();
        if self.runs_again_in_order(node) {
            // Those to its left are started anew in each frame.
            let tracks = self.tracks(&children);
            let furthest = children.iter().zip(tracks).rev().find(|(_, it)| it.runs());
            return furthest.map_or((None, None), |(child, track)| (Some(*child), track.start));
        }
        let back = self.back(&children);
        let since = back.take_while(|(place, _)| Some(*place) >= start);
        let mut ended = Vec::new();
        for (place, event) in since {
            match event {
                TraceEvent::End(child, _) if is_child(child) => ended.push(*child),
                TraceEvent::Start(child) if is_child(child) => {
                    if !ended.contains(child) {
                        return (Some(*child), Some(place));
                    }
                    if self.program.category(node) != Category::Composite {
                        break;
                    }
                }
                _ => {}
            }
        }
        let before = self.frames.running_before().iter().copied();
        let running = before
            .filter(|_| start.is_none())
            .find(|child| is_child(child) && !ended.contains(child));
        (running, None)
    }
}

/// Adds steps until one of them is in the list already. The steps after it are then in the list, too.
fn add(steps: &mut Vec<ReasonStep>, more: Vec<ReasonStep>) {
    for step in more {
        if steps.contains(&step) {
            break;
        }
        steps.push(step);
    }
}

/// Returns why a node of a document is not part of the running program; `None` if nothing in the document excludes it.
pub fn why_excluded(
    document: &Document,
    id: &NodeId,
    name: &dyn Fn(&NodeId) -> String,
) -> Option<Message> {
    let node = document.node(id)?;
    let sentence = |code, more: &[(&'static str, String)]| {
        let mut arguments = vec![("node", name(id).to_argument())];
        arguments.extend(more.to_vec().to_arguments());
        Some(message(code, arguments))
    };
    if node.disabled {
        return sentence("left_out_disabled", &[]);
    }
    let mut top = id;
    while let Some(parent) = document.node(top).and_then(|node| node.parent()) {
        top = parent;
        if document.node(top).is_some_and(|node| node.disabled) {
            return sentence("left_out_below_disabled", &[("above", name(top))]);
        }
    }
    let is_tree = document.root() == Some(top) || document.trees.iter().any(|t| t.root == *top);
    if is_tree {
        return None;
    }
    sentence("left_out_loose", &[])
}
