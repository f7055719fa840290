//! Why a parent runs this child and not another one: the values that it compared, a random choice, or what turned since it chose before. The rules are those
//! that node types declare.

use treewright_core::runtime::{ChoiceRule, NodeIndex, Status, World};
use treewright_core::trace::TraceEvent;

use super::history::{EventPosition, Frames, History, Moment};
use super::values::AnswerSource;
use super::{Fact, ReasonStep, StartReason};

/// The code of the words for a rule.
pub(super) fn code(rule: ChoiceRule) -> &'static str {
    match rule {
        ChoiceRule::Utility => "by_utility",
        ChoiceRule::Priority => "by_priority",
        ChoiceRule::Case => "by_case",
        ChoiceRule::NoCase => "by_no_case",
        ChoiceRule::RandomOrder => "by_random_order",
        ChoiceRule::Turn => "by_turn",
        ChoiceRule::Condition => "by_condition",
        ChoiceRule::Chance => "by_chance",
        ChoiceRule::Memory => "by_memory",
        ChoiceRule::Position => "by_position",
    }
}

impl<W: World + ?Sized, F: Frames + ?Sized> History<'_, W, F> {
    /// Returns on what a choice depended that a parent made at this event.
    pub fn why_chosen(
        &self,
        parent: NodeIndex,
        place: EventPosition,
        rule: ChoiceRule,
    ) -> Vec<ReasonStep> {
        let started = || self.before(place).tracks(&[parent])[0].start;
        match rule {
            ChoiceRule::Utility
            | ChoiceRule::Case
            | ChoiceRule::NoCase
            | ChoiceRule::Condition
            | ChoiceRule::Position
            | ChoiceRule::Chance => self.sources(parent, place),
            ChoiceRule::Priority => {
                started().map_or_else(Vec::new, |start| self.sources(parent, start))
            }
            ChoiceRule::RandomOrder => vec![ReasonStep {
                node: parent,
                place: started(),
                fact: Fact::Source(AnswerSource::Draw),
            }],
            ChoiceRule::Turn | ChoiceRule::Memory => self.end_of_child(parent, place),
        }
    }

    /// Returns what decided which children a parent ran in the round that ended at this event: its conditions, and the choice of the child that ran last.
    pub fn chosen_in_round(&self, parent: NodeIndex, ended: EventPosition) -> Vec<Vec<ReasonStep>> {
        let mut reasons = self.conditions_in_round(parent, ended);
        let children: Vec<NodeIndex> = self.program.children(parent).collect();
        let until = self.before(ended);
        let start = until.tracks(&[parent])[0].start;
        let ran = until
            .back(&children)
            .find_map(|(place, event)| match event {
                TraceEvent::Start(child) if children.contains(child) => Some((*child, place)),
                _ => None,
            });
        if let Some((child, place)) = ran
            && Some(place) > start
            && let Some(rule) = self.program.choice(parent, child)
        {
            let mut chosen = vec![self.ran_at(child, ended)];
            if chosen[0].fact != Fact::Ran(StartReason::Chosen(rule)) {
                chosen.push(ReasonStep {
                    node: child,
                    place: Some(place),
                    fact: Fact::Ran(StartReason::Chosen(rule)),
                });
            }
            chosen.extend(self.why_chosen(parent, place, rule));
            reasons.push(chosen);
        }
        reasons
    }

    /// Returns why the child of a parent ended that ended last before this event; empty if none did.
    pub fn end_of_child(&self, parent: NodeIndex, before: EventPosition) -> Vec<ReasonStep> {
        let children: Vec<NodeIndex> = self.program.children(parent).collect();
        let until = self.before(before);
        let last = until
            .back(&children)
            .find_map(|(place, event)| match event {
                TraceEvent::End(child, status) if children.contains(child) => {
                    status.outcome().map(|_| (*child, place, *status))
                }
                _ => None,
            });
        last.map_or_else(Vec::new, |(child, place, status)| {
            self.ended(child, place, status)
        })
    }

    /// Returns what turned, so that a child which ended whenever it ran before runs on now: what decided its last end has another result, or this one runs.
    pub fn turned(&self, child: NodeIndex, place: EventPosition) -> Vec<ReasonStep> {
        let events = &self.frames.events(place.frame)[..place.event];
        let start = TraceEvent::Start(child);
        let Some(start) = events.iter().rposition(|event| *event == start) else {
            return Vec::new();
        };
        let at = |event| EventPosition { event, ..place };
        let until = self.before(at(start));
        let last = until.back(&[child]).find_map(|(place, event)| match event {
            TraceEvent::End(of, status) if *of == child => Some((place, *status)),
            _ => None,
        });
        let decisive = last.and_then(|(place, status)| {
            let reasons = until.ended(child, place, status);
            let mut ends = reasons.iter().rev();
            ends.find_map(|step| match step.fact {
                Fact::Ended(outcome, _) => Some((step.node, outcome)),
                _ => None,
            })
        });
        let Some((node, before)) = decisive else {
            return self.innermost(child, at(start), events);
        };
        let mut since = events.iter().enumerate().skip(start).rev();
        match since.find(|(_, event)| event.node() == Some(node)) {
            Some((event, TraceEvent::End(_, status))) if status.outcome() != Some(before) => {
                self.ended(node, at(event), *status)
            }
            Some((event, TraceEvent::Update(_, Status::Running))) => {
                let mut steps = vec![self.ran_at(node, at(event))];
                steps.extend(self.sources(node, at(event)));
                steps
            }
            _ => self.innermost(child, at(start), events),
        }
    }

    /// Returns the step that the innermost node runs which was started last below a node, since that was started.
    fn innermost(
        &self,
        top: NodeIndex,
        start: EventPosition,
        events: &[TraceEvent],
    ) -> Vec<ReasonStep> {
        let since = events.iter().enumerate().skip(start.event).rev();
        let inner = since.filter_map(|(event, what)| match what {
            TraceEvent::Start(node) if *node == top || self.program.is_inside(*node, top) => {
                Some((*node, event))
            }
            _ => None,
        });
        let is_running = |(node, event): &(NodeIndex, usize)| {
            let is_end = |what: &TraceEvent| matches!(what, TraceEvent::End(of, _) if of == node);
            !events[*event..].iter().any(is_end)
        };
        let mut running = inner.filter(is_running);
        let place = |event| EventPosition { event, ..start };
        let found = running.next();
        found.map_or_else(Vec::new, |(node, event)| {
            vec![self.runs(node, Some(place(event)))]
        })
    }

    /// The same run, seen from the moment before an event.
    pub fn before(&self, place: EventPosition) -> Self {
        Self {
            moment: Moment {
                frame: place.frame,
                events: place.event,
            },
            ..*self
        }
    }
}
