//! Events packed into numbers, so that recording one costs little more than storing a number. Knows neither frames nor
//! trees: recorders add marks of their own between the events.
//!
//! An event is one word: its kind, a status and a node. What few events have in addition stands in lists beside the
//! words, in the order of the events, so that nothing needs to refer to it.

use std::sync::Arc;

use super::{BesideEvent, Keyframe, TraceEvent};
use crate::runtime::{Beside, EndStatus, NodeError, NodeIndex, Outcome, Status};
use crate::told::Message;
use crate::value::Value;

/// The kind of a word: an event, or from [`Self::FIRST_MARK`] on a recorder's own mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kind(pub u32);

impl Kind {
    pub const START: Self = Self(1);
    pub const UPDATE: Self = Self(2);
    pub const END: Self = Self(3);
    pub const CHECK: Self = Self(4);
    /// Its scope follows as a number.
    pub const ABORT: Self = Self(5);
    /// The length of its text follows as a number.
    pub const LOG: Self = Self(6);
    /// Like [`Self::LOG`].
    pub const MARK: Self = Self(7);
    pub const ERROR: Self = Self(8);
    /// The status says what happened, the node field how the tree ended.
    pub const BESIDE: Self = Self(9);
    pub const FIRST_MARK: Self = Self(10);
}

/// A node, or another number, that the word cannot hold: it follows as a number of its own.
const WIDE: u32 = (1 << 24) - 1;

const SUCCESS: u32 = 0;
const FAILURE: u32 = 1;
const RUNNING: u32 = 2;
const INACTIVE: u32 = 3;

pub(super) const STARTED: u32 = 0;
pub(super) const ENDED: u32 = 1;
pub(super) const LOGGED: u32 = 2;
pub(super) const MARKED: u32 = 3;
pub(super) const FAILED: u32 = 4;

#[inline]
pub(super) fn of_status(status: Status) -> u32 {
    match status {
        Status::Success => SUCCESS,
        Status::Failure => FAILURE,
        Status::Running => RUNNING,
    }
}

#[inline]
pub(super) fn of_end(status: EndStatus) -> u32 {
    match status {
        EndStatus::Success => SUCCESS,
        EndStatus::Failure => FAILURE,
        EndStatus::Inactive => INACTIVE,
    }
}

pub(super) fn status(number: u32) -> Status {
    match number {
        SUCCESS => Status::Success,
        FAILURE => Status::Failure,
        _ => Status::Running,
    }
}

pub(super) fn end_status(number: u32) -> EndStatus {
    match number {
        SUCCESS => EndStatus::Success,
        FAILURE => EndStatus::Failure,
        _ => EndStatus::Inactive,
    }
}

/// Returns whether a word is an event of a frequent kind that has nothing in addition.
fn is_frequent(word: u32) -> bool {
    matches!(
        Kind(word & 15),
        Kind::START | Kind::UPDATE | Kind::END | Kind::CHECK
    ) && word >> 8 < WIDE
}

/// Unpacks a word of a frequent kind.
#[inline]
fn frequent_event(word: u32) -> TraceEvent {
    let (value, node) = (word >> 4 & 15, NodeIndex(word >> 8));
    match Kind(word & 15) {
        Kind::UPDATE => TraceEvent::Update(node, status(value)),
        Kind::END => TraceEvent::End(node, end_status(value)),
        Kind::CHECK => TraceEvent::Check(node, status(value)),
        _ => TraceEvent::Start(node),
    }
}

/// What a word has in addition that is no number and no text.
#[derive(Clone, Debug)]
pub(super) enum Extra {
    Name(Arc<str>),
    Message(Message),
    Write(Arc<str>, Value),
    Datum(Arc<str>, Value),
    DroppedData(u32),
    Keyframe(Box<Keyframe>),
}

/// Packed events.
#[derive(Clone, Debug, Default)]
pub(super) struct PackedEvents {
    /// Bits 0 to 3: the kind; 4 to 7: a status; 8 to 31: the node.
    words: Vec<u32>,
    numbers: Vec<u32>,
    texts: String,
    extras: Vec<Extra>,
}

/// A position between two words.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Position {
    word: usize,
    number: usize,
    text: usize,
    extra: usize,
}

/// An unpacked word.
#[derive(Debug)]
pub(super) enum Unpacked {
    Event(TraceEvent),
    /// A recorder's mark and its number.
    Mark(Kind, u64),
}

impl PackedEvents {
    /// Creates an empty list with capacity for this many words, to be filled until [`Self::is_full`].
    pub fn with_words(words: usize) -> Self {
        Self {
            words: Vec::with_capacity(words),
            ..Self::default()
        }
    }

    /// Returns the number of words.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns whether another word would need more memory.
    #[inline]
    pub fn is_full(&self) -> bool {
        !self.has_room(1)
    }

    /// Returns whether this many more words need no more memory.
    #[inline]
    pub fn has_room(&self, words: usize) -> bool {
        self.words.capacity() - self.words.len() >= words
    }

    /// Removes everything and keeps the buffers.
    #[inline]
    pub fn clear(&mut self) {
        self.words.clear();
        self.numbers.clear();
        self.texts.clear();
        // Few frames have any, and dropping none is a call.
        if !self.extras.is_empty() {
            self.extras.clear();
        }
    }

    /// Removes everything and keeps the buffers. Calls `spared` with the keyframes.
    pub fn clear_sparing(&mut self, spared: impl FnMut(Box<Keyframe>)) {
        let extras = self.extras.drain(..);
        let keyframes = extras.filter_map(|extra| match extra {
            Extra::Keyframe(keyframe) => Some(keyframe),
            _ => None,
        });
        keyframes.for_each(spared);
        self.clear();
    }

    /// Returns the memory in bytes, without what extras share with others.
    pub fn bytes(&self) -> usize {
        (self.words.capacity() + self.numbers.capacity()) * size_of::<u32>()
            + self.texts.capacity()
            + self.extras.capacity() * size_of::<Extra>()
    }

    #[inline]
    fn push(&mut self, kind: Kind, status: u32, node: u32) {
        if node >= WIDE {
            return self.push_wide(kind, status, u64::from(node));
        }
        self.words.push(kind.0 | status << 4 | node << 8);
    }

    #[cold]
    fn push_wide(&mut self, kind: Kind, status: u32, number: u64) {
        self.words.push(kind.0 | status << 4 | WIDE << 8);
        self.numbers.push(number as u32);
        if kind.0 >= Kind::FIRST_MARK.0 {
            self.numbers.push((number >> 32) as u32);
        }
    }

    #[inline]
    pub fn start(&mut self, node: NodeIndex) {
        self.push(Kind::START, 0, node.0);
    }

    /// Adds the starts of all nodes from `first` to `last`.
    #[inline]
    pub fn start_path(&mut self, first: NodeIndex, last: NodeIndex) {
        if last.0 >= WIDE {
            return self.start_wide_path(first, last);
        }
        // Inclusive ranges are slower.
        let end = last.0 + 1;
        let path = (first.0..end).map(|node| Kind::START.0 | node << 8);
        self.words.extend(path);
    }

    #[cold]
    fn start_wide_path(&mut self, first: NodeIndex, last: NodeIndex) {
        for node in first.0..=last.0 {
            self.start(NodeIndex(node));
        }
    }

    /// Adds the update and the end of a leaf.
    #[inline]
    pub fn complete(&mut self, leaf: NodeIndex, outcome: Outcome) {
        let status = of_status(outcome.into());
        if leaf.0 >= WIDE {
            self.push_wide(Kind::UPDATE, status, u64::from(leaf.0));
            return self.push_wide(Kind::END, status, u64::from(leaf.0));
        }
        let word = status << 4 | leaf.0 << 8;
        let events = [Kind::UPDATE.0 | word, Kind::END.0 | word];
        self.words.extend_from_slice(&events);
    }

    #[inline]
    pub fn update(&mut self, node: NodeIndex, status: Status) {
        self.push(Kind::UPDATE, of_status(status), node.0);
    }

    #[inline]
    pub fn end(&mut self, node: NodeIndex, status: EndStatus) {
        self.push(Kind::END, of_end(status), node.0);
    }

    #[inline]
    pub fn check(&mut self, node: NodeIndex, status: Status) {
        self.push(Kind::CHECK, of_status(status), node.0);
    }

    #[inline]
    pub fn abort(&mut self, conditional: NodeIndex, scope: NodeIndex) {
        self.push(Kind::ABORT, 0, conditional.0);
        self.numbers.push(scope.0);
    }

    /// Adds a log line or a mark.
    pub fn text(&mut self, kind: Kind, node: NodeIndex, text: &str) {
        self.push(kind, 0, node.0);
        self.add_text(text);
    }

    pub fn error(&mut self, error: &NodeError) {
        self.push(Kind::ERROR, 0, error.node.0);
        self.extras.push(Extra::Message(error.why.clone()));
    }

    /// Adds an event of a background tree; writes and data are none.
    pub fn beside(&mut self, tree: &Arc<str>, what: Beside<'_>) {
        let (status, ended) = match what {
            Beside::Started => (STARTED, 0),
            Beside::Ended(status) => (ENDED, of_end(status)),
            Beside::Log(_) => (LOGGED, 0),
            Beside::Mark(_) => (MARKED, 0),
            Beside::Error(_) => (FAILED, 0),
            Beside::Wrote(..) | Beside::Data(..) => return,
        };
        self.push(Kind::BESIDE, status, ended);
        self.extras.push(Extra::Name(tree.clone()));
        match what {
            Beside::Log(text) | Beside::Mark(text) => self.add_text(text),
            Beside::Error(error) => self.extras.push(Extra::Message(error.why.clone())),
            Beside::Started | Beside::Ended(_) | Beside::Wrote(..) | Beside::Data(..) => {}
        }
    }

    fn add_text(&mut self, text: &str) {
        self.numbers.push(text.len() as u32);
        self.texts.push_str(text);
    }

    /// Adds a recorder's own mark.
    #[inline]
    pub fn mark(&mut self, kind: Kind, number: u64) {
        if number >= u64::from(WIDE) {
            return self.push_wide(kind, 0, number);
        }
        self.words.push(kind.0 | (number as u32) << 8);
    }

    /// Adds a number after a mark.
    pub fn add_number(&mut self, number: u64) {
        self.numbers.extend([number as u32, (number >> 32) as u32]);
    }

    /// Adds something after a mark.
    pub fn add_extra(&mut self, extra: Extra) {
        self.extras.push(extra);
    }

    /// Unpacks the next event of a list without marks. Returns `None` at the end.
    ///
    /// Events of the frequent kinds are made where they belong: copying an event right after making it costs more than
    /// everything else.
    #[inline]
    pub fn next_event(&self, at: &mut Position) -> Option<TraceEvent> {
        let word = *self.words.get(at.word)?;
        if is_frequent(word) {
            at.word += 1;
            return Some(frequent_event(word));
        }
        self.next_rare_event(at)
    }

    #[cold]
    fn next_rare_event(&self, at: &mut Position) -> Option<TraceEvent> {
        match self.next(at)? {
            Unpacked::Event(event) => Some(event),
            Unpacked::Mark(..) => None,
        }
    }

    /// Calls a function with each event of a list without marks, and what it returned before.
    #[inline]
    pub fn fold<R>(
        &self,
        at: &mut Position,
        init: R,
        mut each: impl FnMut(R, TraceEvent) -> R,
    ) -> R {
        let mut result = init;
        while let Some(rest) = self.words.get(at.word..)
            && !rest.is_empty()
        {
            // As in `next_event`.
            let mut known = 0;
            for word in rest.iter().take_while(|word| is_frequent(**word)) {
                known += 1;
                result = each(result, frequent_event(*word));
            }
            at.word += known;
            if known < rest.len()
                && let Some(event) = self.next_rare_event(at)
            {
                result = each(result, event);
            }
        }
        result
    }

    /// Unpacks the next `count` words, none of which is a mark.
    pub fn unpack(&self, at: &mut Position, count: usize) -> Vec<TraceEvent> {
        let end = self.words.len().min(at.word.saturating_add(count));
        let mut events = Vec::with_capacity(end - at.word);
        while at.word < end {
            // As in `next_event`.
            let rest = &self.words[at.word..end];
            let rare = rest.iter().position(|word| !is_frequent(*word));
            let frequent = &rest[..rare.unwrap_or(rest.len())];
            events.extend(frequent.iter().map(|word| frequent_event(*word)));
            at.word += frequent.len();
            if rare.is_some() {
                events.extend(self.next_rare_event(at));
            }
        }
        events
    }

    /// Unpacks the word at a position and goes on behind it. Returns `None` at the end.
    #[inline]
    pub fn next(&self, at: &mut Position) -> Option<Unpacked> {
        let word = *self.words.get(at.word)?;
        at.word += 1;
        let (kind, value, short) = (Kind(word & 15), word >> 4 & 15, word >> 8);
        let node = if short == WIDE {
            let low = self.number(at);
            if kind.0 >= Kind::FIRST_MARK.0 {
                let high = self.number(at);
                let number = u64::from(low) | u64::from(high) << 32;
                return Some(Unpacked::Mark(kind, number));
            }
            NodeIndex(low)
        } else {
            NodeIndex(short)
        };
        Some(Unpacked::Event(match kind {
            Kind::START => TraceEvent::Start(node),
            Kind::UPDATE => TraceEvent::Update(node, status(value)),
            Kind::END => TraceEvent::End(node, end_status(value)),
            Kind::CHECK => TraceEvent::Check(node, status(value)),
            Kind::ABORT => TraceEvent::Abort {
                conditional: node,
                scope: NodeIndex(self.number(at)),
            },
            Kind::LOG => TraceEvent::Log(node, self.next_text(at)),
            Kind::MARK => TraceEvent::Mark(node, self.next_text(at)),
            Kind::ERROR => TraceEvent::Error(node, self.next_message(at)),
            Kind::BESIDE => {
                let tree = self.next_name(at);
                let event = match value {
                    STARTED => BesideEvent::Started,
                    LOGGED => BesideEvent::Log(self.next_text(at)),
                    MARKED => BesideEvent::Mark(self.next_text(at)),
                    FAILED => BesideEvent::Error(self.next_message(at)),
                    _ => BesideEvent::Ended(end_status(short)),
                };
                TraceEvent::Beside(Box::new((tree, event)))
            }
            _ => return Some(Unpacked::Mark(kind, u64::from(short))),
        }))
    }

    fn number(&self, at: &mut Position) -> u32 {
        let number = self.numbers.get(at.number);
        at.number += 1;
        number.copied().unwrap_or_default()
    }

    /// Returns a number that was added after a mark.
    pub fn next_number(&self, at: &mut Position) -> u64 {
        let low = self.number(at);
        u64::from(low) | u64::from(self.number(at)) << 32
    }

    fn next_text(&self, at: &mut Position) -> Arc<str> {
        let from = at.text;
        at.text += self.number(at) as usize;
        self.texts.get(from..at.text).unwrap_or_default().into()
    }

    /// Returns what was added after a mark.
    pub fn next_extra(&self, at: &mut Position) -> Option<&Extra> {
        let extra = self.extras.get(at.extra);
        at.extra += 1;
        extra
    }

    fn next_name(&self, at: &mut Position) -> Arc<str> {
        match self.next_extra(at) {
            Some(Extra::Name(name)) => name.clone(),
            _ => Arc::default(),
        }
    }

    fn next_message(&self, at: &mut Position) -> Message {
        match self.next_extra(at) {
            Some(Extra::Message(message)) => message.clone(),
            _ => Message::words(""),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_of_the_largest_programs_are_packed_too() {
        let nodes = [0, 1, WIDE - 1, WIDE, WIDE + 1, (1 << 30) - 1].map(NodeIndex);
        let mut packed = PackedEvents::default();
        for node in nodes {
            packed.start_path(node, NodeIndex(node.0 + 1));
            packed.complete(node, Outcome::Failure);
            packed.abort(node, NodeIndex(7));
            packed.text(Kind::LOG, node, "hé");
            packed.end(node, EndStatus::Inactive);
        }
        let mut at = Position::default();
        for node in nodes {
            let expected = [
                TraceEvent::Start(node),
                TraceEvent::Start(NodeIndex(node.0 + 1)),
                TraceEvent::Update(node, Status::Failure),
                TraceEvent::End(node, EndStatus::Failure),
                TraceEvent::Abort {
                    conditional: node,
                    scope: NodeIndex(7),
                },
                TraceEvent::Log(node, "hé".into()),
                TraceEvent::End(node, EndStatus::Inactive),
            ];
            for event in expected {
                let Some(Unpacked::Event(unpacked)) = packed.next(&mut at) else {
                    panic!("no event");
                };
                assert_eq!(unpacked, event);
            }
        }
        assert!(packed.next(&mut at).is_none());
    }
}
