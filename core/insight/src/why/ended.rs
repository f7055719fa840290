//! Finds out why a node ended, from the events around its end in the same frame: the executor records ends where they are
//! decided.

use treewright_core::category::Category;
use treewright_core::runtime::World;
use treewright_core::runtime::{EndStatus, Ground, NodeIndex, Outcome, Status};
use treewright_core::trace::TraceEvent;

use super::history::{EventPosition, Frames, History, Moment};
use super::{Fact, InterruptionReason, MAX_STEPS, ReasonStep, ResultReason};

/// How a child of a parent ended, and the event.
#[derive(Clone, Copy)]
struct ChildEnd {
    place: EventPosition,
    child: NodeIndex,
    status: EndStatus,
}

/// Returns whether the event is an end by interruption, or a message logged during an interruption.
fn is_unwinding(event: &TraceEvent) -> bool {
    !matches!(
        event,
        TraceEvent::Start(_)
            | TraceEvent::Update(..)
            | TraceEvent::Check(..)
            | TraceEvent::Abort { .. }
            | TraceEvent::End(_, EndStatus::Success | EndStatus::Failure)
    )
}

/// Returns the node of a start, update or end event.
fn about(event: &TraceEvent) -> Option<NodeIndex> {
    match event {
        TraceEvent::Start(node) | TraceEvent::Update(node, _) | TraceEvent::End(node, _) => {
            Some(*node)
        }
        _ => None,
    }
}

impl<W: World + ?Sized, F: Frames + ?Sized> History<'_, W, F> {
    /// Returns why a node ended at this event, the reason of that reason, and so on.
    pub fn ended(
        &self,
        node: NodeIndex,
        place: EventPosition,
        status: EndStatus,
    ) -> Vec<ReasonStep> {
        let mut steps = Vec::new();
        let mut next = Some((node, place, status));
        while let Some((node, place, status)) = next
            && steps.len() < MAX_STEPS
        {
            let fact = match status.outcome() {
                Some(status) => Fact::Ended(status, self.cause(node, place, status)),
                None => Fact::Interrupted(self.interruption(node, place)),
            };
            next = fact.causing_end();
            steps.push(ReasonStep {
                node,
                place: Some(place),
                fact,
            });
        }
        if let Some(ReasonStep {
            node,
            place: Some(place),
            fact,
        }) = steps.last()
        {
            steps.extend(self.sources_of(*node, *place, fact));
        }
        let counts = steps.iter().filter_map(|step| self.count_of(step));
        let counts: Vec<ReasonStep> = counts.collect();
        steps.extend(counts);
        steps
    }

    /// Returns the settings of a node that counts what its child does, such as its attempts, and returned the result of its child.
    fn count_of(&self, step: &ReasonStep) -> Option<ReasonStep> {
        let counts = self.program.ground(step.node) == Some(Ground::Count);
        match step.fact {
            Fact::Ended(_, ResultReason::Child { .. }) if counts => {
                self.settings(step.node, step.place?)
            }
            _ => None,
        }
    }

    /// Returns on what a fact at the end of a chain depended.
    pub(super) fn sources_of(
        &self,
        node: NodeIndex,
        place: EventPosition,
        fact: &Fact,
    ) -> Vec<ReasonStep> {
        match fact {
            Fact::Ended(
                _,
                ResultReason::Answered
                | ResultReason::GuardRefused
                | ResultReason::OnEntering
                | ResultReason::OwnRule,
            ) => self.sources(node, place),
            Fact::Ended(_, ResultReason::Error(_)) => {
                let mut read = self.sources(node, place);
                read.retain(|step| matches!(step.fact, Fact::Value(_)));
                read
            }
            Fact::Interrupted(InterruptionReason::Abort {
                conditional, place, ..
            }) => self.sources(*conditional, *place),
            Fact::Interrupted(InterruptionReason::Switched { parent, .. }) => {
                let values = self.sources(*parent, place);
                if values.is_empty() {
                    self.end_of_child(*parent, place)
                } else {
                    values
                }
            }
            Fact::Ended(_, ResultReason::Key) => self.key_used(node, place).into_iter().collect(),
            Fact::Interrupted(InterruptionReason::Key { by }) => {
                self.key_used(*by, place).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns why a node returned its result.
    fn cause(&self, node: NodeIndex, place: EventPosition, status: Outcome) -> ResultReason {
        let events = &self.frames.events(place.frame)[..place.event];
        let is_start = |event: &TraceEvent| *event == TraceEvent::Start(node);
        let started = events.iter().rposition(is_start);
        let since = &events[started.unwrap_or(0)..];
        let error = since.iter().rev().find_map(|event| match event {
            TraceEvent::Error(of, text) if *of == node => Some(text.clone()),
            _ => None,
        });
        if let Some(error) = error.filter(|_| status == Outcome::Failure) {
            return ResultReason::Error(error);
        }
        if self.program.children(node).next().is_none() {
            return ResultReason::Answered;
        }
        let is_own_answer = |e: &TraceEvent| *e == TraceEvent::Update(node, Status::Failure);
        if since.iter().any(is_own_answer) {
            return ResultReason::GuardRefused;
        }
        let ends = self.ends_of_children(node, place, started.unwrap_or(0));
        if self.program.is_parallel(node) {
            return self.cause_of_parallel(node, place, status, &ends);
        }
        let last = ends.last();
        let was_interrupted = last.is_some_and(|end| end.status == EndStatus::Inactive);
        let is_decorator = self.program.category(node) == Category::Decorator;
        let deciding = ends.iter().rev().find(|end| end.status.outcome().is_some());
        match deciding.filter(|_| !(is_decorator && was_interrupted)) {
            Some(end) => child_cause(end),
            None if self.program.interrupt_key(node).is_some() && was_interrupted => {
                ResultReason::Key
            }
            None if started.is_some() && last.is_none() => ResultReason::OnEntering,
            None => ResultReason::OwnRule,
        }
    }

    fn ends_of_children(
        &self,
        parent: NodeIndex,
        place: EventPosition,
        from: usize,
    ) -> Vec<ChildEnd> {
        let events = &self.frames.events(place.frame)[..place.event];
        let ends = events.iter().enumerate().skip(from);
        let of_child = ends.filter_map(|(event, what)| match what {
            TraceEvent::End(child, status) if self.program.parent(*child) == Some(parent) => {
                Some(ChildEnd {
                    place: EventPosition { event, ..place },
                    child: *child,
                    status: *status,
                })
            }
            _ => None,
        });
        of_child.collect()
    }

    /// A Parallel ends when enough of its children have ended: all of them, or the first one with this result.
    fn cause_of_parallel(
        &self,
        node: NodeIndex,
        place: EventPosition,
        status: Outcome,
        ends: &[ChildEnd],
    ) -> ResultReason {
        let same = |end: &ChildEnd| end.status.outcome() == Some(status);
        let children = self.program.children(node).count();
        let now: Vec<ChildEnd> = ends.iter().copied().filter(same).collect();
        let earlier = if now.len() == children {
            Some(Vec::new())
        } else {
            self.ended_earlier(node, place.frame, status)
        };
        let Some(earlier) = earlier else {
            return ResultReason::NotKnown;
        };
        let all = children > 1 && now.len() + earlier.len() == children;
        match (now.first(), now.last().or(earlier.first())) {
            (_, Some(last)) if all => ResultReason::AllChildren {
                child: last.child,
                status,
                place: last.place,
            },
            (Some(first), _) => child_cause(first),
            // It waited for the others.
            (None, Some(last)) => child_cause(last),
            (None, None) => {
                let any = ends.iter().rfind(|end| end.status.outcome().is_some());
                any.map_or(ResultReason::OwnRule, child_cause)
            }
        }
    }

    /// Returns which children of a Parallel ended with this result before this frame, since the Parallel was started, the last one
    /// first. `None` if some may have ended before the recorded frames.
    fn ended_earlier(&self, node: NodeIndex, frame: u64, status: Outcome) -> Option<Vec<ChildEnd>> {
        let nodes: Vec<NodeIndex> = self.program.children(node).chain([node]).collect();
        let before = Self {
            moment: Moment::after(frame.saturating_sub(1)),
            ..*self
        };
        let mut ended = Vec::new();
        for (place, event) in before.back(&nodes) {
            match event {
                TraceEvent::Start(started) if *started == node => return Some(ended),
                TraceEvent::End(child, how)
                    if self.program.parent(*child) == Some(node)
                        && how.outcome() == Some(status) =>
                {
                    ended.push(ChildEnd {
                        place,
                        child: *child,
                        status: *how,
                    });
                }
                _ => {}
            }
        }
        self.frames.is_from_the_start().then_some(ended)
    }

    /// Returns why a node was interrupted, from the events before and after the interruption.
    pub(super) fn interruption(&self, node: NodeIndex, place: EventPosition) -> InterruptionReason {
        let events = self.frames.events(place.frame);
        let before = events[..place.event].iter().rposition(|e| !is_unwinding(e));
        let after = events[place.event..].iter().position(|e| !is_unwinding(e));
        let after = after.map(|after| place.event + after);
        let from = before.map_or(0, |before| before + 1);
        let unwound = &events[from..after.unwrap_or(events.len())];
        let at = |event| EventPosition { event, ..place };
        let is_ended = |node| unwound.contains(&TraceEvent::End(node, EndStatus::Inactive));
        if self.program.indices().next().is_some_and(is_ended) {
            let by = self.stopped_by(&events[..place.event]);
            return InterruptionReason::TreeStopped { by };
        }
        if let Some(before) = before
            && let Some(found) = self.abort_at(&events[..=before], at(before), node)
        {
            return found;
        }
        if before.is_none() {
            let mut above = std::iter::successors(Some(node), |at| self.program.parent(*at));
            let by = above.find(|at| !is_ended(*at));
            if let Some(by) = by.filter(|by| self.program.interrupt_key(*by).is_some()) {
                return InterruptionReason::Key { by };
            }
        }
        let next = after.map(|after| (at(after), &events[after]));
        let overtaken = before.and_then(|before| self.overtaken(&events[..=before], node));
        if let Some((parent, by)) = overtaken
            && !matches!(next, Some((_, TraceEvent::End(ended, _))) if *ended == parent)
        {
            let first = self.program.children(parent).next();
            // Its second and third child take turns.
            let switches = self.program.task(parent) == "WhileDoElse" && first != Some(by);
            return if switches {
                InterruptionReason::Switched { parent, to: by }
            } else {
                InterruptionReason::Overtaken { parent, by }
            };
        }
        match next {
            Some((place, TraceEvent::End(ancestor, status)))
                if *ancestor != node && self.program.is_inside(node, *ancestor) =>
            {
                status
                    .outcome()
                    .map_or(InterruptionReason::Unknown, |status| {
                        InterruptionReason::Ancestor {
                            ancestor: *ancestor,
                            status,
                            place,
                        }
                    })
            }
            Some((_, TraceEvent::Start(to))) => self
                .switched(node, *to)
                .unwrap_or(InterruptionReason::Unknown),
            _ => InterruptionReason::Unknown,
        }
    }

    /// Returns the node that has asked in these events that the tree stops or restarts after the frame.
    fn stopped_by(&self, events: &[TraceEvent]) -> Option<NodeIndex> {
        events.iter().find_map(|event| match event {
            TraceEvent::Update(node, Status::Running) => {
                self.program.ends_the_tree(*node).then_some(*node)
            }
            _ => None,
        })
    }

    /// Returns the abort if it is the last of these events and interrupted the node.
    fn abort_at(
        &self,
        events: &[TraceEvent],
        place: EventPosition,
        node: NodeIndex,
    ) -> Option<InterruptionReason> {
        let TraceEvent::Abort { conditional, scope } = *events.last()? else {
            return None;
        };
        let target = self.child_towards(scope, conditional);
        let own_branch = !self.program.is_parallel(scope) || self.program.is_inside(node, target);
        if node == scope || !self.program.is_inside(node, scope) || !own_branch {
            return None;
        }
        let answer = events.iter().rev().find_map(|event| match event {
            TraceEvent::Check(of, answer) if *of == conditional => Some(*answer),
            _ => None,
        });
        Some(InterruptionReason::Abort {
            conditional,
            answer: answer.unwrap_or(Status::Failure),
            scope,
            target,
            place,
        })
    }

    /// Returns the parent that reevaluates its children each frame, and its earlier child that is running after these events.
    fn overtaken(&self, events: &[TraceEvent], node: NodeIndex) -> Option<(NodeIndex, NodeIndex)> {
        let last = about(events.last()?)?;
        let parent = self.lowest_common_ancestor(last, node)?;
        if parent == last || parent == node || !self.program.revises(parent) {
            return None;
        }
        let by = self.child_towards(parent, last);
        let state = events.iter().rev().find_map(|event| match event {
            TraceEvent::Start(started) if *started == by => Some(true),
            TraceEvent::End(ended, _) if *ended == by => Some(false),
            _ => None,
        });
        (state == Some(true)).then_some((parent, by))
    }

    /// Returns the switch of an ancestor to the child `to`, if the interruption was caused by that.
    fn switched(&self, node: NodeIndex, to: NodeIndex) -> Option<InterruptionReason> {
        let parent = self.program.parent(to)?;
        let changes = self.program.revises(parent)
            && parent != node
            && self.program.is_inside(node, parent)
            && !self.program.is_inside(node, to);
        changes.then_some(InterruptionReason::Switched { parent, to })
    }
}

fn child_cause(end: &ChildEnd) -> ResultReason {
    ResultReason::Child {
        child: end.child,
        status: end.status.outcome().unwrap_or(Outcome::Failure),
        place: end.place,
    }
}
