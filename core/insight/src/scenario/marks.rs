//! The content of a scenario as marks on a strip of frames: every input and every expectation is one mark, which can be added,
//! moved, changed and removed alone. Changes nothing that is not a mark.

use std::sync::Arc;

use treewright_core::model::StandIn;
use treewright_core::runtime::{Event, Status};
use treewright_core::value::Value;

use super::facts::put;
use super::{Fact, FrameRange, Interruption, MAX_FRAMES, NodeName, Scenario, ScenarioStep};

/// An input or an expectation.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// This frame lasts this number of seconds of game time.
    Duration(f64),
    /// Begins the random numbers anew with this seed before the frame.
    Seed(u64),
    /// Sets a variable before the frame.
    Set(Arc<str>, Value),
    /// Sends an event before the frame.
    Event(Event),
    /// The stand-in of a leaf returns this result from this frame on, until its next answer.
    Answer(NodeName, Status),
    /// The stand-in of a leaf for the whole scenario, of any other form.
    StandIn(NodeName, StandIn),
    /// Forces the next result of a leaf.
    Force(NodeName, Status),
    /// Interrupts tasks by key at the start of the frame.
    Interrupt(Interruption),
    /// Expects a fact after the frame.
    Expect(Fact),
}

/// The subject of a mark. Marks of one subject share a lane, and a frame has at most one of each, except for events and
/// interruptions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MarkSubject {
    /// The duration of frames.
    Duration,
    /// The seeds with which random numbers begin anew.
    Seed,
    /// The values to which a variable is set.
    Set(Arc<str>),
    /// The events of a name.
    Event(Arc<str>),
    /// The answers of a leaf's stand-in, or the stand-in itself.
    Answer(NodeName),
    /// The forced results of a leaf.
    Force(NodeName),
    /// The interruptions by a key.
    Interrupt(Arc<str>),
    /// The status of the tree.
    Status,
    /// The nodes that run.
    Running,
    /// The state of a node.
    Node(NodeName),
    /// How a node ends.
    Ended(NodeName),
    /// The value of a variable.
    Variable(Arc<str>),
    /// The aborts of a frame.
    Aborts,
    /// Frames without aborts.
    NoAborts,
}

impl MarkSubject {
    /// Returns whether its marks are inputs, not expectations.
    pub fn is_input(&self) -> bool {
        matches!(
            self,
            Self::Duration
                | Self::Seed
                | Self::Set(_)
                | Self::Event(_)
                | Self::Answer(_)
                | Self::Force(_)
                | Self::Interrupt(_)
        )
    }
}

/// The place of a mark in its scenario.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MarkPlace {
    /// The frame; the first one for a range, and 1 for a stand-in without frames.
    pub frame: u64,
    /// The subject.
    pub subject: MarkSubject,
    /// The index among the marks of this subject in this frame.
    pub index: usize,
}

impl Mark {
    /// Returns the subject.
    pub fn subject(&self) -> MarkSubject {
        match self {
            Self::Duration(_) => MarkSubject::Duration,
            Self::Seed(_) => MarkSubject::Seed,
            Self::Set(name, _) => MarkSubject::Set(name.clone()),
            Self::Event(event) => MarkSubject::Event(event.name.clone()),
            Self::Answer(leaf, _) | Self::StandIn(leaf, _) => MarkSubject::Answer(leaf.clone()),
            Self::Force(leaf, _) => MarkSubject::Force(leaf.clone()),
            Self::Interrupt(interruption) => MarkSubject::Interrupt(interruption.key.clone()),
            Self::Expect(fact) => match fact {
                Fact::Status(_) => MarkSubject::Status,
                Fact::Node(name, _) => MarkSubject::Node(name.clone()),
                Fact::Ended(name, _) => MarkSubject::Ended(name.clone()),
                Fact::Running(_) => MarkSubject::Running,
                Fact::Variable(name, _) => MarkSubject::Variable(name.clone()),
                Fact::Aborts(_) => MarkSubject::Aborts,
                Fact::NoAborts(_) => MarkSubject::NoAborts,
            },
        }
    }

    /// Returns whether a frame can have several marks of this subject.
    fn can_be_several(&self) -> bool {
        matches!(
            self,
            Self::Event(_) | Self::Interrupt(_) | Self::Expect(Fact::NoAborts(_))
        )
    }

    /// Returns the last frame of the mark, which begins at `frame`.
    pub fn last_frame(&self, frame: u64) -> u64 {
        match self {
            Self::Expect(Fact::NoAborts(range)) => range.to,
            _ => frame,
        }
    }
}

impl Scenario {
    /// Returns all marks with their places, sorted by frame within each subject.
    pub fn marks(&self) -> Vec<(MarkPlace, Mark)> {
        let mut marks = Vec::new();
        for (leaf, stand_in) in &self.leaves {
            match stand_in {
                StandIn::Frames(frames) => {
                    let answers = frames.iter();
                    marks.extend(answers.map(|(f, s)| (*f, Mark::Answer(leaf.clone(), *s))));
                }
                other => marks.push((1, Mark::StandIn(leaf.clone(), other.clone()))),
            }
        }
        for (frame, step) in &self.steps {
            marks.extend(inputs(step).map(|mark| (*frame, mark)));
            marks.extend(step.expect.facts().map(|fact| (*frame, Mark::Expect(fact))));
        }
        let mut quiet = self.no_aborts.clone();
        quiet.sort_by_key(|range| range.from);
        let quiet = quiet.into_iter();
        marks.extend(quiet.map(|range| (range.from, Mark::Expect(Fact::NoAborts(range)))));
        let mut placed: Vec<(MarkPlace, Mark)> = Vec::with_capacity(marks.len());
        let mut seen: rustc_hash::FxHashMap<(u64, MarkSubject), usize> =
            rustc_hash::FxHashMap::default();
        for (frame, mark) in marks {
            let subject = mark.subject();
            let mut index = 0;
            if mark.can_be_several() {
                let next = seen.entry((frame, subject.clone())).or_default();
                index = *next;
                *next += 1;
            }
            let place = MarkPlace {
                frame,
                subject,
                index,
            };
            placed.push((place, mark));
        }
        placed
    }

    /// Returns the mark at a place.
    pub fn mark(&self, place: &MarkPlace) -> Option<Mark> {
        let step = self.steps.get(&place.frame);
        match &place.subject {
            MarkSubject::Answer(leaf) => {
                let (_, stand_in) = self.leaves.iter().find(|(name, _)| name == leaf)?;
                match stand_in {
                    StandIn::Frames(frames) => {
                        let status = frames.get(&place.frame)?;
                        Some(Mark::Answer(leaf.clone(), *status))
                    }
                    other if place.frame == 1 => Some(Mark::StandIn(leaf.clone(), other.clone())),
                    _ => None,
                }
            }
            MarkSubject::NoAborts => {
                let mut ranges = self.no_aborts.iter().filter(|r| r.from == place.frame);
                let range = ranges.nth(place.index)?;
                Some(Mark::Expect(Fact::NoAborts(*range)))
            }
            subject if subject.is_input() => {
                let mut own = inputs(step?).filter(|mark| mark.subject() == *subject);
                own.nth(place.index)
            }
            subject => {
                let facts = step?.expect.facts().map(Mark::Expect);
                facts.into_iter().find(|mark| mark.subject() == *subject)
            }
        }
    }

    /// Returns whether adding the mark in this frame would replace no other mark.
    pub fn is_free(&self, frame: u64, mark: &Mark) -> bool {
        let place = MarkPlace {
            frame,
            subject: mark.subject(),
            index: 0,
        };
        mark.can_be_several() || self.mark(&place).is_none()
    }

    /// Adds a mark; it replaces one of the same subject in this frame. Lengthens the scenario if necessary. Returns its place,
    /// or `None` if a scenario cannot be so long.
    pub fn put_mark(&mut self, frame: u64, mark: Mark) -> Option<MarkPlace> {
        if frame == 0 || mark.last_frame(frame) > MAX_FRAMES {
            return None;
        }
        self.frames = self.frames.max(mark.last_frame(frame));
        let subject = mark.subject();
        match mark {
            Mark::Duration(dt) => self.step(frame).dt = Some(dt),
            Mark::Seed(seed) => self.step(frame).seed = Some(seed),
            Mark::Set(name, value) => put(&mut self.step(frame).set, name, value),
            Mark::Event(event) => self.step(frame).events.push(event),
            Mark::Force(leaf, status) => put(&mut self.step(frame).force, leaf, status),
            Mark::Interrupt(interruption) => self.step(frame).interrupt.push(interruption),
            Mark::StandIn(leaf, stand_in) => put(&mut self.leaves, leaf, stand_in),
            Mark::Answer(leaf, status) => self.answer(leaf, frame, status),
            Mark::Expect(Fact::NoAborts(range)) => self.no_aborts.push(FrameRange {
                from: frame,
                to: range.to,
            }),
            Mark::Expect(fact) => self.expect(frame, fact),
        }
        let several =
            |(place, _): &(MarkPlace, Mark)| place.frame == frame && place.subject == subject;
        let index = self.marks().iter().filter(|mark| several(mark)).count();
        Some(MarkPlace {
            frame,
            subject,
            index: index.saturating_sub(1),
        })
    }

    /// Removes the mark at a place and returns it.
    pub fn take_mark(&mut self, place: &MarkPlace) -> Option<Mark> {
        let mark = self.mark(place)?;
        let frame = place.frame;
        match &mark {
            Mark::Answer(leaf, _) | Mark::StandIn(leaf, _) => self.forget_answer(leaf, frame),
            Mark::Expect(Fact::NoAborts(range)) => {
                let at = self.no_aborts.iter().position(|other| other == range)?;
                self.no_aborts.remove(at);
            }
            Mark::Expect(fact) => self.forget(frame, fact),
            input => {
                let step = self.steps.get_mut(&frame)?;
                remove_input(step, input, place.index);
                if *step == ScenarioStep::default() {
                    self.steps.remove(&frame);
                }
            }
        }
        Some(mark)
    }

    /// Moves a mark to another frame, or to the nearest frame before or after it that is free, in the direction of the move.
    /// Returns the new place; `None` if there is none.
    pub fn move_mark(&mut self, place: &MarkPlace, frame: u64) -> Option<MarkPlace> {
        let mut mark = self.mark(place)?;
        if matches!(mark, Mark::StandIn(..)) || frame == place.frame {
            return None;
        }
        let longer = mark.last_frame(place.frame) - place.frame;
        let forward = frame > place.frame;
        let mut to = frame;
        while !self.is_free(to, &mark) {
            to = if forward { to + 1 } else { to - 1 };
            if to == 0 || to > MAX_FRAMES {
                return None;
            }
        }
        if to == 0 || to + longer > MAX_FRAMES {
            return None;
        }
        self.take_mark(place)?;
        if let Mark::Expect(Fact::NoAborts(range)) = &mut mark {
            *range = FrameRange {
                from: to,
                to: to + longer,
            };
        }
        self.put_mark(to, mark)
    }

    /// Replaces the mark at a place; the new one may have another subject. Returns its place.
    pub fn change_mark(&mut self, place: &MarkPlace, mark: Mark) -> Option<MarkPlace> {
        // In the list of its step, the mark keeps its position where the subject stays.
        if mark.subject() == place.subject {
            match &mark {
                Mark::Event(event) => {
                    let events = self.steps.get_mut(&place.frame)?.events.iter_mut();
                    let mut own = events.filter(|other| other.name == event.name);
                    *own.nth(place.index)? = event.clone();
                    return Some(place.clone());
                }
                Mark::Interrupt(interruption) => {
                    let step = self.steps.get_mut(&place.frame)?;
                    let mut own = step.interrupt.iter_mut();
                    let own = own.by_ref().filter(|other| other.key == interruption.key);
                    *own.into_iter().nth(place.index)? = interruption.clone();
                    return Some(place.clone());
                }
                Mark::Expect(Fact::NoAborts(_)) => {}
                _ => return self.put_mark(place.frame, mark),
            }
        }
        self.take_mark(place)?;
        self.put_mark(place.frame, mark)
    }

    /// Returns the last frame that has a mark; 0 if there is none.
    pub fn last_marked_frame(&self) -> u64 {
        let steps = self.steps.keys().next_back().copied();
        let quiet = self.no_aborts.iter().map(|range| range.to).max();
        steps.max(quiet).unwrap_or_default()
    }

    fn step(&mut self, frame: u64) -> &mut ScenarioStep {
        self.steps.entry(frame).or_default()
    }

    /// Lets the stand-in of a leaf return a result from a frame on. A stand-in of another form is replaced, except that a constant
    /// result stays for the frames before.
    fn answer(&mut self, leaf: NodeName, frame: u64, status: Status) {
        let known = self.leaves.iter_mut().find(|(name, _)| *name == leaf);
        match known {
            Some((_, StandIn::Frames(frames))) => drop(frames.insert(frame, status)),
            Some((_, stand_in)) => {
                let mut frames = std::collections::BTreeMap::from([(frame, status)]);
                if let StandIn::Always(before) = stand_in {
                    frames.entry(1).or_insert(*before);
                }
                *stand_in = StandIn::Frames(frames);
            }
            None => {
                let frames = [(frame, status)].into();
                self.leaves.push((leaf, StandIn::Frames(frames)));
            }
        }
    }

    fn forget_answer(&mut self, leaf: &NodeName, frame: u64) {
        let Some(at) = self.leaves.iter().position(|(name, _)| name == leaf) else {
            return;
        };
        if let StandIn::Frames(frames) = &mut self.leaves[at].1 {
            frames.remove(&frame);
            if !frames.is_empty() {
                return;
            }
        }
        self.leaves.remove(at);
    }
}

/// Returns the inputs of a step in the order of files.
fn inputs(step: &ScenarioStep) -> impl Iterator<Item = Mark> + '_ {
    let dt = step.dt.map(Mark::Duration).into_iter();
    let seed = step.seed.map(Mark::Seed);
    let set = step.set.iter();
    let set = set.map(|(name, value)| Mark::Set(name.clone(), value.clone()));
    let events = step.events.iter().cloned().map(Mark::Event);
    let force = step.force.iter();
    let force = force.map(|(leaf, status)| Mark::Force(leaf.clone(), *status));
    let interrupt = step.interrupt.iter().cloned().map(Mark::Interrupt);
    dt.chain(seed)
        .chain(set)
        .chain(events)
        .chain(force)
        .chain(interrupt)
}

/// Removes an input from a step; `index` counts the inputs of its subject.
fn remove_input(step: &mut ScenarioStep, input: &Mark, index: usize) {
    match input {
        Mark::Duration(_) => step.dt = None,
        Mark::Seed(_) => step.seed = None,
        Mark::Set(name, _) => step.set.retain(|(other, _)| other != name),
        Mark::Force(leaf, _) => step.force.retain(|(other, _)| other != leaf),
        Mark::Event(event) => {
            remove_nth(&mut step.events, index, |other| other.name == event.name);
        }
        Mark::Interrupt(interruption) => {
            let key = &interruption.key;
            remove_nth(&mut step.interrupt, index, |other| other.key == *key);
        }
        Mark::Answer(..) | Mark::StandIn(..) | Mark::Expect(_) => {}
    }
}

fn remove_nth<T>(list: &mut Vec<T>, index: usize, is_own: impl Fn(&T) -> bool) {
    let own = list.iter().enumerate().filter(|(_, item)| is_own(item));
    let at = own.map(|(at, _)| at).nth(index);
    if let Some(at) = at {
        list.remove(at);
    }
}
