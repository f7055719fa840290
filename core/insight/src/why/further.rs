//! Goes on where a chain of reasons ends: from a value to the node that wrote it, from a running node to what started it.

use treewright_core::category::Category;
use treewright_core::runtime::{ChoiceRule, EndStatus, Ground, NodeIndex, World};
use treewright_core::trace::TraceEvent;

use super::history::{EventPosition, Frames, History};
use super::values::{AnswerSource, OtherNode, Sender, ValueOrigin};
use super::{BackgroundRun, Fact, InterruptionReason, ReasonStep, ResultReason, StartReason};

impl<W: World + ?Sized, F: Frames + ?Sized> History<'_, W, F> {
    /// Returns the reasons of a step; empty if it has none within the run.
    pub fn further(&self, step: &ReasonStep) -> Vec<ReasonStep> {
        if let Some((node, place, status)) = step.fact.causing_end() {
            return self.ended(node, place, status);
        }
        match &step.fact {
            Fact::Value(reading) | Fact::Since(reading) => match reading.source {
                ValueOrigin::Node(writer, place) => {
                    let mut steps = Vec::from_iter(self.event_at(writer, place));
                    steps.push(self.ran_at(writer, place));
                    steps.extend(self.computed_from(writer, place, &reading.variable));
                    steps
                }
                _ => Vec::new(),
            },
            Fact::Source(AnswerSource::Slot(_)) => step
                .place
                .map_or_else(Vec::new, |place| vec![self.ran_at(step.node, place)]),
            Fact::Source(source) => match source.sender() {
                Some(Sender::Node(sender, place)) => vec![self.ran_at(sender, place)],
                _ => Vec::new(),
            },
            Fact::Background(BackgroundRun {
                stopped: Some(stop),
                ..
            }) if stop.was_interrupted => self.ended(stop.by, stop.place, EndStatus::Inactive),
            Fact::Background(BackgroundRun {
                stopped: Some(stop),
                ..
            }) => vec![self.ran_at(stop.by, stop.place)],
            Fact::Background(BackgroundRun {
                started: Some(place),
                by: Some(by),
                ..
            }) => vec![self.ran_at(*by, *place)],
            Fact::Runs(began) | Fact::Ran(began) => step
                .place
                .map_or_else(Vec::new, |place| self.why_started(step.node, place, *began)),
            Fact::GoesOn { at: Some(at) } | Fact::NotReached { at: Some(at), .. } => {
                self.started(*at, step.place)
            }
            Fact::Interrupted(InterruptionReason::Overtaken { by, .. }) => {
                step.place.map_or_else(Vec::new, |place| {
                    let turned = self.turned(*by, place);
                    if turned.is_empty() {
                        vec![self.ran_at(*by, place)]
                    } else {
                        turned
                    }
                })
            }
            Fact::Interrupted(InterruptionReason::TreeStopped { by: Some(by) }) => step
                .place
                .map_or_else(Vec::new, |place| vec![self.ran_at(*by, place)]),
            Fact::Ended(..)
            | Fact::Interrupted(
                InterruptionReason::Abort { .. }
                | InterruptionReason::Switched { .. }
                | InterruptionReason::Key { .. },
            ) => step.place.map_or_else(Vec::new, |place| {
                self.sources_of(step.node, place, &step.fact)
            }),
            Fact::TreeEnded(status) => step
                .place
                .map_or_else(Vec::new, |place| self.ended(step.node, place, *status)),
            _ => Vec::new(),
        }
    }

    /// Returns on what the condition depended that decided this event: its answer, the abort that it caused, or an end that the abort caused.
    pub fn decided(&self, place: EventPosition) -> Vec<ReasonStep> {
        let events = self.frames.events(place.frame);
        let is_condition = |node| self.program.category(node) == Category::Conditional;
        let mut before = events.iter().enumerate().take(place.event + 1).rev();
        let decisive = before.find(|(_, event)| !is_interruption(event));
        let at = |event| EventPosition { event, ..place };
        match decisive {
            Some((event, TraceEvent::Abort { conditional, .. })) => {
                self.sources(*conditional, at(event))
            }
            Some((
                event,
                TraceEvent::Check(node, _) | TraceEvent::Update(node, _) | TraceEvent::End(node, _),
            )) if event == place.event && is_condition(*node) => self.sources(*node, place),
            _ => Vec::new(),
        }
    }

    /// Returns the step that a node ran at this event, with its start.
    pub fn ran_at(&self, node: NodeIndex, place: EventPosition) -> ReasonStep {
        let before = self.before(place);
        let step = before.runs(node, before.tracks(&[node])[0].start);
        let started = step.place.filter(|start| start.frame == place.frame);
        let started = started.map_or(0, |start| start.event);
        let mut since = self.frames.events(place.frame).iter().skip(started);
        let ends = |event: &TraceEvent| matches!(event, TraceEvent::End(of, _) if *of == node);
        match step.fact {
            Fact::Runs(began) if since.any(ends) => ReasonStep {
                fact: Fact::Ran(began),
                ..step
            },
            _ => step,
        }
    }

    fn parent_ran(&self, node: NodeIndex, place: EventPosition) -> Option<ReasonStep> {
        let parent = self.program.parent(node)?;
        Some(self.ran_at(parent, place))
    }

    fn started(&self, node: NodeIndex, place: Option<EventPosition>) -> Vec<ReasonStep> {
        place.map_or_else(Vec::new, |place| vec![self.runs(node, Some(place))])
    }

    /// Returns the step that a parent chose a child by this rule, which started at this event.
    pub(super) fn chosen_at(
        &self,
        node: NodeIndex,
        place: EventPosition,
        rule: ChoiceRule,
    ) -> ReasonStep {
        let events = self.frames.events(place.frame);
        let shown = if place.frame == self.moment.frame {
            self.moment.events
        } else {
            usize::MAX
        };
        let mut since = events.iter().take(shown).skip(place.event);
        let has_ended = since.any(|event| matches!(event, TraceEvent::End(of, _) if *of == node));
        let began = StartReason::Chosen(rule);
        ReasonStep {
            node,
            place: Some(place),
            fact: if has_ended {
                Fact::Ran(began)
            } else {
                Fact::Runs(began)
            },
        }
    }

    /// Returns the time that its parent let pass before it started a node at this event, if that is its rule.
    fn time_of_parent(&self, node: NodeIndex, place: EventPosition) -> Vec<ReasonStep> {
        let timed = self.program.parent(node).filter(|parent| {
            matches!(
                self.program.ground(*parent),
                Some(Ground::TimeSinceChildSucceeded | Ground::Interval)
            ) || self.program.ground(*parent) == Some(Ground::TimeSinceStart)
                && self.before(place).tracks(&[*parent])[0]
                    .start
                    .is_some_and(|start| start.frame < place.frame)
        });
        timed.map_or_else(Vec::new, |parent| self.sources(parent, place))
    }

    /// Returns the step that the tree began again at this event, which is the start of its root; `None` if that is its first start.
    fn began_again(&self, root: NodeIndex, place: EventPosition) -> Option<ReasonStep> {
        let (ended, status) = self.before(place).tracks(&[root])[0].end?;
        let by = match self.interruption(root, ended) {
            InterruptionReason::TreeStopped { by } if status == EndStatus::Inactive => by,
            _ => None,
        };
        Some(ReasonStep {
            node: by.unwrap_or(root),
            place: Some(ended),
            fact: Fact::BeganAgain { status, by },
        })
    }

    /// Returns why a node was started at this event.
    fn why_started(
        &self,
        node: NodeIndex,
        place: EventPosition,
        began: StartReason,
    ) -> Vec<ReasonStep> {
        let events = &self.frames.events(place.frame)[..place.event];
        let at = |event| EventPosition { event, ..place };
        match began {
            StartReason::AfterSibling(sibling, status) => {
                let ended = TraceEvent::End(sibling, status);
                let event = events.iter().rposition(|event| *event == ended);
                let ended = event.map(|event| self.ended(sibling, at(event), status));
                let mut steps = ended.unwrap_or_default();
                let Some(parent) = self.program.parent(node) else {
                    return steps;
                };
                let others = self.conditions_in_round(parent, place);
                let others = others.into_iter().filter(|of| of[0].node != sibling);
                steps.extend(others.flatten());
                let rule = self.program.choice(parent, node);
                // They go on where they are, and remember it for the next start.
                let goes_on =
                    |rule: &ChoiceRule| matches!(rule, ChoiceRule::Memory | ChoiceRule::Position);
                steps.push(match rule.filter(|rule| !goes_on(rule)) {
                    Some(rule) => self.chosen_at(node, place, rule),
                    None => self.ran_at(parent, place),
                });
                steps
            }
            StartReason::AfterAbort(conditional) => {
                let is_abort = |event: &TraceEvent| matches!(event, TraceEvent::Abort { conditional: by, .. } if *by == conditional);
                let event = events.iter().rposition(is_abort);
                event.map_or_else(Vec::new, |event| self.sources(conditional, at(event)))
            }
            StartReason::ByItsParent => {
                let mut steps = self.time_of_parent(node, place);
                steps.extend(self.parent_ran(node, place));
                steps
            }
            StartReason::Again(status) => {
                let before = self.before(place).tracks(&[node])[0].end;
                let ended = before.map(|(place, _)| self.ended(node, place, status.into()));
                let mut steps = ended.unwrap_or_default();
                let parent = self.program.parent(node);
                steps.extend(parent.and_then(|parent| self.settings(parent, place)));
                steps.extend(self.parent_ran(node, place));
                steps
            }
            StartReason::Chosen(rule) => {
                let parent = self.program.parent(node);
                let chosen = parent.map(|parent| self.why_chosen(parent, place, rule));
                let mut steps = chosen.unwrap_or_default();
                steps.extend(self.parent_ran(node, place));
                steps
            }
            StartReason::WithTheTree => self.began_again(node, place).into_iter().collect(),
            StartReason::BeforeTheRecord => Vec::new(),
        }
    }
}

fn is_interruption(event: &TraceEvent) -> bool {
    matches!(event, TraceEvent::End(_, EndStatus::Inactive))
}

impl ReasonStep {
    /// Returns the node of another agent, or of a program that ran before, that is the reason of this. Its run answers further ([`why_other`](super::why_other)).
    pub fn other(&self) -> Option<&OtherNode> {
        match &self.fact {
            Fact::Value(reading) | Fact::Since(reading) => match &reading.source {
                ValueOrigin::Other(by) => Some(by),
                _ => None,
            },
            Fact::Source(AnswerSource::Event(heard)) => match &heard.arrived.as_ref()?.sender {
                Sender::Other(by) => Some(by),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns whether it says that a node stopped or restarted the tree.
    pub(super) fn is_stop_of_tree(&self) -> bool {
        matches!(
            self.fact,
            Fact::Interrupted(InterruptionReason::TreeStopped { by: Some(_) })
        )
    }

    /// Returns whether nothing within the run is a reason of this: an input, a random choice, a timer, an answer, or the start of the tree.
    pub fn is_origin(&self) -> bool {
        if self.other().is_some() {
            return false;
        }
        match &self.fact {
            Fact::Value(reading) | Fact::Since(reading) => {
                !matches!(reading.source, ValueOrigin::Node(..))
            }
            Fact::Runs(began) | Fact::Ran(began) => {
                matches!(
                    began,
                    StartReason::WithTheTree | StartReason::BeforeTheRecord
                )
            }
            Fact::Ended(_, cause) => matches!(
                cause,
                ResultReason::Error(_)
                    | ResultReason::Key
                    | ResultReason::OwnRule
                    | ResultReason::NotKnown
                    | ResultReason::OnEntering
            ),
            Fact::GoesOn { at } | Fact::NotReached { at, .. } => at.is_none(),
            Fact::Background(run) => run.by.is_none() && run.stopped.is_none(),
            Fact::Source(AnswerSource::Slot(_)) => self.place.is_none(),
            Fact::Source(source) => !matches!(source.sender(), Some(Sender::Node(..))),
            Fact::BeganAgain { .. }
            | Fact::Settings(_)
            | Fact::InBackground(_)
            | Fact::NotStarted
            | Fact::NotKnown => true,
            Fact::Interrupted(why) => matches!(
                why,
                InterruptionReason::Key { .. }
                    | InterruptionReason::TreeStopped { by: None }
                    | InterruptionReason::Unknown
            ),
            _ => false,
        }
    }
}
