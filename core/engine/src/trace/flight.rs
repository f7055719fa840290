//! A recorder of the last part of a run, in bounded memory: a ring of chunks that are reused. Recording an event stores
//! a number; unpacking happens when somebody asks what happened. Chunks can be handed to another thread, which may keep
//! them in a log of its own.

use std::collections::VecDeque;
use std::sync::Arc;

use super::packed::{Extra, Kind, PackedEvents, Position, Unpacked};
use super::{Datum, FrameData, Keyframe, TraceEvent, Write};
use crate::runtime::{
    AgentId, AgentSet, Beside, EndStatus, Globals, NodeError, NodeIndex, Outcome, Status, Tasks,
    Tracer, TreeInstanceOf, VariableSlot, World,
};
use crate::value::Value;

const TREE: Kind = Kind(Kind::FIRST_MARK.0);
/// Its number and its duration follow as numbers.
const FRAME: Kind = Kind(Kind::FIRST_MARK.0 + 1);
/// A write of a node.
const WROTE: Kind = Kind(Kind::FIRST_MARK.0 + 2);
/// A write of a background tree.
const WROTE_BESIDE: Kind = Kind(Kind::FIRST_MARK.0 + 3);
const OUTSIDE: Kind = Kind(Kind::FIRST_MARK.0 + 4);
const KEYFRAME: Kind = Kind(Kind::FIRST_MARK.0 + 5);

/// The most words of a chunk: 64 KiB.
const CHUNK_WORDS: usize = 1 << 14;

/// The longest text that is recorded in full, in bytes.
const MAX_TEXT: usize = 256;

/// Records the last part of a run, of one tree or of many, in bounded memory.
///
/// It costs a few nanoseconds an event and, once its memory is used up, allocates nothing. What is older than the limit
/// allows is overwritten. Of log lines and marks, the first 256 bytes are recorded. Data that tasks attach share their
/// texts with the task, so recording them may allocate.
///
/// ```
/// use treewright_core::prelude::*;
/// use treewright_core::trace::{FlightRecorder, TraceEvent};
///
/// # let mut tree = DocumentBuilder::new("Sleeper");
/// # tree.root(Node::new("n1", "Idle")).unwrap();
/// # let program = compile(&tree.finish(), &NodeLibrary::builtin(), &GameTasks::<()>::new()).program.unwrap();
/// let mut trees = TreeManager::new();
/// let sleeper = trees.add(program, 0).unwrap();
/// let mut recorder = FlightRecorder::new(16 << 20); // 16 MB
/// for frame in 1..=100 {
///     recorder.begin_frame(frame, 0.1);
///     trees.tick_traced(&mut (), 0.1, &mut recorder);
/// }
///
/// let frames: Vec<_> = recorder.frames().collect();
/// assert_eq!((frames.len(), frames[99].frame), (100, 100));
/// let tree = &frames[99].trees[0];
/// assert_eq!(tree.agent, sleeper);
/// assert!(matches!(tree.events[..], [TraceEvent::Update(_, Status::Running)]));
/// ```
#[derive(Clone, Debug)]
pub struct FlightRecorder {
    now: FlightChunk,
    log: FlightLog,
    /// The limit of the log as long as there are no keyframes for reuse.
    most_of_log: usize,
    /// Empty chunks for reuse.
    spare: Vec<PackedEvents>,
    keyframes: SpareKeyframes,
    /// The number of words of a chunk.
    words: usize,
    context: Context,
}

/// Keyframes for reuse.
#[derive(Clone, Debug, Default)]
struct SpareKeyframes {
    #[expect(
        clippy::vec_box,
        reason = "events hold them in boxes, which are reused"
    )]
    list: Vec<Box<Keyframe>>,
    bytes: usize,
    limit: usize,
}

impl SpareKeyframes {
    /// Keeps one, unless there is enough already.
    fn keep(&mut self, mut keyframe: Box<Keyframe>) {
        // Its values may be large, and are not reused.
        keyframe.variables.clear();
        let bytes = keyframe.bytes() + size_of::<Box<Keyframe>>();
        if self.bytes + bytes <= self.limit {
            self.bytes += bytes;
            self.list.push(keyframe);
        }
    }

    #[expect(
        clippy::unnecessary_box_returns,
        reason = "events hold them in boxes, which are reused"
    )]
    fn take(&mut self) -> Box<Keyframe> {
        let Some(keyframe) = self.list.pop() else {
            return Box::new(Keyframe::empty());
        };
        self.bytes -= keyframe.bytes() + size_of::<Box<Keyframe>>();
        keyframe
    }
}

/// The frame in which a chunk begins.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Context {
    frame: u64,
    dt: f64,
}

/// A part of a flight recording. It may be sent to another thread.
#[derive(Clone, Debug, Default)]
pub struct FlightChunk {
    number: u64,
    begins: Context,
    events: PackedEvents,
    /// The memory of values and keyframes in bytes.
    held: usize,
}

impl FlightChunk {
    /// Returns its number: chunks are numbered from 0 without gaps, so a missing number is a part that was overwritten.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns the number of the frame in which it begins. That may be the frame before its first one.
    pub fn begins_in(&self) -> u64 {
        self.begins.frame
    }

    /// Returns its memory in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.events.bytes() + self.held
    }

    /// Iterates over the frames of chunks that follow each other, with these trees only.
    pub fn frames_of<'c>(
        chunks: impl IntoIterator<Item = &'c Self>,
        trees: &AgentSet,
    ) -> impl Iterator<Item = FlightFrame> {
        Unpacking::new(chunks.into_iter(), Some(trees))
    }
}

/// The chunks of a flight recording, up to a limit of memory.
#[derive(Clone, Debug, Default)]
pub struct FlightLog {
    chunks: VecDeque<FlightChunk>,
    bytes: usize,
    limit: usize,
}

impl FlightLog {
    /// Creates an empty log that keeps at most `limit` bytes.
    pub fn new(limit: usize) -> Self {
        Self {
            limit,
            ..Self::default()
        }
    }

    /// Adds the next chunk. Calls `dropped` with each of the oldest chunks that has to go for it.
    pub fn push(&mut self, chunk: FlightChunk, mut dropped: impl FnMut(FlightChunk)) {
        self.bytes += chunk.bytes();
        self.chunks.push_back(chunk);
        while self.bytes > self.limit
            && let Some(oldest) = self.chunks.pop_front()
        {
            self.bytes -= oldest.bytes();
            dropped(oldest);
        }
    }

    /// Returns the memory of the chunks in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Iterates over the chunks that are still known, in order.
    pub fn chunks(&self) -> impl DoubleEndedIterator<Item = &FlightChunk> + ExactSizeIterator {
        self.chunks.iter()
    }

    /// Iterates over the frames that are still known, in order.
    pub fn frames(&self) -> impl Iterator<Item = FlightFrame> {
        Unpacking::new(self.chunks.iter(), None)
    }
}

impl FlightRecorder {
    /// Creates a recorder that uses at most `limit` bytes, but at least a few kilobytes. A single value or keyframe that
    /// is larger than an eighth of that may exceed the limit for a while.
    pub fn new(limit: usize) -> Self {
        let words = (limit / 8 / size_of::<u32>()).clamp(256, CHUNK_WORDS);
        let chunk = words * size_of::<u32>();
        // The current chunk, with what it has beside its words, and a spare one.
        let most_of_log = limit.saturating_sub(4 * chunk);
        Self {
            now: FlightChunk::default(),
            log: FlightLog::new(most_of_log),
            most_of_log,
            spare: Vec::new(),
            keyframes: SpareKeyframes {
                // As many as a chunk may have.
                limit: chunk,
                ..SpareKeyframes::default()
            },
            words,
            context: Context::default(),
        }
    }

    /// Begins a frame: what is recorded from now on belongs to it. Must be called before each frame; the recorder knows
    /// no time of its own.
    pub fn begin_frame(&mut self, frame: u64, dt: f64) {
        self.make_room();
        self.context = Context { frame, dt };
        self.now.events.mark(FRAME, 0);
        self.now.events.add_number(frame);
        self.now.events.add_number(dt.to_bits());
        self.limit_extras();
    }

    /// Records what a tree does before the frame that has just begun, so that its history can begin there. Of a tree
    /// whose earlier frames were overwritten nothing else is known, so take a keyframe about once a second.
    pub fn keyframe(&mut self, agent: AgentId, keyframe: Keyframe) {
        self.add_keyframe(agent, Box::new(keyframe));
    }

    /// Like [`Self::keyframe`] of what a tree does now. Allocates nothing once warm.
    pub fn keyframe_of<W: World + ?Sized, B: Tasks>(
        &mut self,
        agent: AgentId,
        instance: &TreeInstanceOf<W, B>,
        globals: &Globals,
    ) {
        let mut keyframe = self.keyframes.take();
        keyframe.take_down(instance, globals);
        self.add_keyframe(agent, keyframe);
    }

    fn add_keyframe(&mut self, agent: AgentId, keyframe: Box<Keyframe>) {
        self.make_room();
        self.now.held += keyframe.bytes();
        self.now.events.mark(KEYFRAME, agent.number());
        self.now.events.add_extra(Extra::Keyframe(keyframe));
        self.limit_extras();
    }

    /// Returns the memory in bytes.
    pub fn bytes(&self) -> usize {
        let spare = spare_bytes(&self.spare) + self.keyframes.bytes;
        self.log.bytes() + self.now.bytes() + spare
    }

    /// Iterates over the frames that are still known, in order.
    pub fn frames(&self) -> impl Iterator<Item = FlightFrame> {
        Unpacking::new(self.log.chunks.iter().chain([&self.now]), None)
    }

    /// Iterates over the frames from this number on that are still known, in order, with these trees only.
    pub fn frames_of(&self, trees: &AgentSet, from: u64) -> impl Iterator<Item = FlightFrame> {
        let chunks = self.log.chunks.iter().chain([&self.now]);
        let before = chunks.clone().filter(|chunk| chunk.begins.frame < from);
        // The last one of them may have the beginning of the first frame.
        let known = chunks.skip(before.count().saturating_sub(1));
        FlightChunk::frames_of(known, trees).filter(move |frame| frame.frame >= from)
    }

    /// Removes and returns everything that was recorded since the last call and is not overwritten yet, for a log on
    /// another thread. [`Self::give_back`] takes back what is no longer needed there.
    pub fn take_chunks(&mut self) -> impl Iterator<Item = FlightChunk> {
        // The chunk that is being filled keeps its buffers, and is handed over as a copy without the unused part.
        let last = (!self.now.events.is_empty()).then(|| self.now.clone());
        if last.is_some() {
            self.now.events.clear();
            self.begin_chunk();
        }
        self.log.bytes = 0;
        self.log.chunks.drain(..).chain(last)
    }

    /// Like [`Self::take_chunks`], without the chunk that is being filled. Copies nothing.
    pub fn take_full_chunks(&mut self) -> impl Iterator<Item = FlightChunk> {
        self.log.bytes = 0;
        self.log.chunks.drain(..)
    }

    /// Reuses the memory of a chunk, unless there is enough already.
    pub fn give_back(&mut self, chunk: FlightChunk) {
        let used = self.log.bytes + spare_bytes(&self.spare);
        let room = self.log.limit.saturating_sub(used);
        let Self {
            spare, keyframes, ..
        } = self;
        keep_spare(spare, keyframes, (self.words, room), chunk);
    }

    /// Continues with an empty chunk if the current one is full.
    #[inline]
    fn make_room(&mut self) {
        if self.now.events.is_full() {
            self.turn();
        }
    }

    /// Continues with an empty chunk if what the current one has beside its words has become too large.
    fn limit_extras(&mut self) {
        let words = self.words * size_of::<u32>();
        if self.now.events.bytes() + self.now.held > 2 * words {
            self.turn();
        }
    }

    #[cold]
    fn turn(&mut self) {
        if !self.now.events.is_empty() {
            let full = std::mem::take(&mut self.now);
            self.now.number = full.number;
            self.log.limit = self.most_of_log.saturating_sub(self.keyframes.bytes);
            let Self {
                log,
                spare,
                keyframes,
                words,
                ..
            } = self;
            log.push(full, |oldest| {
                keep_spare(spare, keyframes, (*words, 0), oldest);
            });
            self.begin_chunk();
        }
        let empty = self.spare.pop();
        // What was given back while there was less to keep.
        while self.log.bytes + spare_bytes(&self.spare) > self.log.limit && self.spare.len() > 1 {
            self.spare.pop();
        }
        self.now.events = empty.unwrap_or_else(|| PackedEvents::with_words(self.words));
    }

    fn begin_chunk(&mut self) {
        self.now.number += 1;
        self.now.held = 0;
        self.now.begins = self.context;
    }
}

fn spare_bytes(spare: &[PackedEvents]) -> usize {
    spare.iter().map(PackedEvents::bytes).sum()
}

/// Keeps the buffers of a chunk if they have the usual size: always one, as one chunk is filled at a time, and more as far
/// as there is room.
fn keep_spare(
    spare: &mut Vec<PackedEvents>,
    keyframes: &mut SpareKeyframes,
    (words, room): (usize, usize),
    chunk: FlightChunk,
) {
    let mut events = chunk.events;
    events.clear_sparing(|keyframe| keyframes.keep(keyframe));
    let (usual, bytes) = (words * size_of::<u32>(), events.bytes());
    if (spare.is_empty() || bytes <= room) && (usual..=2 * usual).contains(&bytes) {
        spare.push(events);
    }
}

/// Returns the beginning of a text.
fn cut(text: &str) -> &str {
    let mut end = text.len().min(MAX_TEXT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

impl Tracer for FlightRecorder {
    fn tree(&mut self, agent: AgentId) {
        self.make_room();
        self.now.events.mark(TREE, agent.number());
    }

    fn written_outside(&mut self, _: VariableSlot, variable: &Arc<str>, value: &Value) {
        self.note_write(OUTSIDE, 0, variable, value);
    }

    #[inline]
    fn start(&mut self, node: NodeIndex) {
        self.make_room();
        self.now.events.start(node);
    }

    #[inline]
    fn start_path(&mut self, first: NodeIndex, last: NodeIndex) {
        if self.now.events.has_room((last.0 - first.0 + 1) as usize) {
            self.now.events.start_path(first, last);
        } else {
            self.start_path_across_chunks(first, last);
        }
    }

    #[inline]
    fn update(&mut self, node: NodeIndex, status: Status) {
        self.make_room();
        self.now.events.update(node, status);
    }

    #[inline]
    fn end(&mut self, node: NodeIndex, status: EndStatus) {
        self.make_room();
        self.now.events.end(node, status);
    }

    #[inline]
    fn complete(&mut self, leaf: NodeIndex, outcome: Outcome) {
        if self.now.events.has_room(2) {
            self.now.events.complete(leaf, outcome);
        } else {
            self.complete_across_chunks(leaf, outcome);
        }
    }

    #[inline]
    fn check(&mut self, node: NodeIndex, status: Status) {
        self.make_room();
        self.now.events.check(node, status);
    }

    fn abort(&mut self, conditional: NodeIndex, scope: NodeIndex) {
        self.make_room();
        self.now.events.abort(conditional, scope);
        self.limit_extras();
    }

    fn log(&mut self, node: NodeIndex, text: &str) {
        self.make_room();
        self.now.events.text(Kind::LOG, node, cut(text));
        self.limit_extras();
    }

    fn mark(&mut self, node: NodeIndex, text: &str) {
        self.make_room();
        self.now.events.text(Kind::MARK, node, cut(text));
        self.limit_extras();
    }

    fn beside(&mut self, tree: &Arc<str>, what: Beside<'_>) {
        let what = match what {
            Beside::Wrote(variable, value) => {
                return self.note_write(WROTE_BESIDE, 0, variable, value);
            }
            Beside::Data(name, value) => {
                return self.note_datum(WROTE_BESIDE, 0, name, value);
            }
            Beside::Log(text) => Beside::Log(cut(text)),
            Beside::Mark(text) => Beside::Mark(cut(text)),
            Beside::Error(_) | Beside::Started | Beside::Ended(_) => what,
        };
        self.make_room();
        self.now.events.beside(tree, what);
        self.limit_extras();
    }

    fn error(&mut self, error: &NodeError) {
        self.make_room();
        self.now.held += error.why.bytes();
        self.now.events.error(error);
        self.limit_extras();
    }

    fn wrote(&mut self, node: NodeIndex, _: VariableSlot, variable: &Arc<str>, value: &Value) {
        self.note_write(WROTE, u64::from(node.0), variable, value);
    }

    fn data(&mut self, node: NodeIndex, name: &Arc<str>, value: &Value) {
        self.note_datum(WROTE, u64::from(node.0), name, value);
    }

    fn data_dropped(&mut self, count: u32) {
        self.note_extra(WROTE, 0, Extra::DroppedData(count));
    }
}

impl FlightRecorder {
    #[cold]
    fn start_path_across_chunks(&mut self, first: NodeIndex, last: NodeIndex) {
        for node in first.0..=last.0 {
            self.start(NodeIndex(node));
        }
    }

    #[cold]
    fn complete_across_chunks(&mut self, leaf: NodeIndex, outcome: Outcome) {
        self.update(leaf, outcome.into());
        self.end(leaf, outcome.into());
    }

    fn note_write(&mut self, kind: Kind, node: u64, variable: &Arc<str>, value: &Value) {
        self.now.held += value.heap_bytes();
        self.note_extra(kind, node, Extra::Write(variable.clone(), value.clone()));
    }

    fn note_datum(&mut self, kind: Kind, node: u64, name: &Arc<str>, value: &Value) {
        self.now.held += name.len() + value.heap_bytes();
        self.note_extra(kind, node, Extra::Datum(name.clone(), value.clone()));
    }

    fn note_extra(&mut self, kind: Kind, node: u64, extra: Extra) {
        self.make_room();
        self.now.events.mark(kind, node);
        self.now.events.add_extra(extra);
        self.limit_extras();
    }
}

/// A frame of a flight recording.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FlightFrame {
    /// Its number, from [`FlightRecorder::begin_frame`].
    pub frame: u64,
    /// Its duration in seconds.
    pub dt: f64,
    /// Whether trees may be missing, because a part of the recording was overwritten.
    pub is_cut: bool,
    /// What trees did before this frame, as far as that was recorded.
    pub keyframes: Vec<(AgentId, Keyframe)>,
    /// The trees that ran, in order.
    pub trees: Vec<FlightTree>,
}

/// A tree in a frame of a flight recording.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FlightTree {
    /// The tree. A tree without a manager is recorded as number 0, unless [`Tracer::tree`] was called.
    pub agent: AgentId,
    /// The variables that were written from outside since its last frame.
    pub outside: Vec<(Arc<str>, Value)>,
    /// What happened, in order.
    pub events: Vec<TraceEvent>,
    /// What its tasks wrote, in order.
    pub writes: Vec<Write>,
    /// The data that its tasks attached to the frame.
    pub data: FrameData,
}

/// Unpacks chunks frame by frame.
struct Unpacking<'c, 't, I> {
    chunks: I,
    /// The trees that are unpacked; `None` for all.
    wanted: Option<&'t AgentSet>,
    chunk: Option<&'c FlightChunk>,
    at: Position,
    /// The number of the chunk that would continue the last one.
    expected: u64,
    /// The frame that is being unpacked; `None` before the first one.
    frame: Option<FlightFrame>,
    /// Whether the tree that is being unpacked is left out: it may lack its beginning, or is not wanted.
    skips_tree: bool,
}

impl<'c, 't, I: Iterator<Item = &'c FlightChunk>> Unpacking<'c, 't, I> {
    fn new(chunks: I, wanted: Option<&'t AgentSet>) -> Self {
        Self {
            chunks,
            wanted,
            chunk: None,
            at: Position::default(),
            expected: 0,
            frame: None,
            skips_tree: false,
        }
    }

    /// Begins a chunk. Returns the frame before it if that does not continue.
    fn begin_chunk(&mut self, chunk: &'c FlightChunk) -> Option<FlightFrame> {
        self.chunk = Some(chunk);
        self.at = Position::default();
        let continues = self.frame.is_some() && chunk.number == self.expected;
        self.expected = chunk.number + 1;
        if continues {
            return None;
        }
        // Only the very first chunk has nothing before it.
        let is_cut = chunk.number > 0;
        self.skips_tree = is_cut;
        let before = self.frame.replace(FlightFrame {
            frame: chunk.begins.frame,
            dt: chunk.begins.dt,
            is_cut,
            ..FlightFrame::default()
        });
        before.map(|frame| FlightFrame {
            is_cut: true,
            ..frame
        })
    }

    /// Applies the next word of the chunk. Returns a frame that ends before it.
    fn apply(&mut self, chunk: &FlightChunk, word: Unpacked) -> Option<FlightFrame> {
        let packed = &chunk.events;
        match word {
            Unpacked::Event(event) => {
                if let Some(tree) = self.tree() {
                    tree.events.push(event);
                }
            }
            Unpacked::Mark(FRAME, _) => {
                let frame = packed.next_number(&mut self.at);
                let dt = f64::from_bits(packed.next_number(&mut self.at));
                self.skips_tree = false;
                return self.frame.replace(FlightFrame {
                    frame,
                    dt,
                    ..FlightFrame::default()
                });
            }
            Unpacked::Mark(TREE, agent) => {
                let agent = AgentId(agent);
                self.skips_tree = !self.is_wanted(agent);
                if let (Some(frame), false) = (&mut self.frame, self.skips_tree) {
                    frame.trees.push(FlightTree {
                        agent,
                        ..FlightTree::default()
                    });
                }
            }
            Unpacked::Mark(KEYFRAME, agent) => {
                let agent = AgentId(agent);
                if let Some(Extra::Keyframe(keyframe)) = packed.next_extra(&mut self.at)
                    && self.is_wanted(agent)
                    && let Some(frame) = &mut self.frame
                {
                    frame.keyframes.push((agent, Keyframe::clone(keyframe)));
                }
            }
            Unpacked::Mark(kind, node) => {
                let extra = packed.next_extra(&mut self.at);
                if let (Some(tree), Some(extra)) = (self.tree(), extra) {
                    tree.add_extra(kind, node, extra);
                }
            }
        }
        None
    }

    fn is_wanted(&self, agent: AgentId) -> bool {
        self.wanted.is_none_or(|wanted| wanted.contains(agent))
    }

    /// Returns the tree that is being unpacked; `None` if it is left out.
    fn tree(&mut self) -> Option<&mut FlightTree> {
        if self.skips_tree {
            return None;
        }
        let trees = &mut self.frame.as_mut()?.trees;
        if trees.is_empty() {
            trees.push(FlightTree::default());
        }
        trees.last_mut()
    }
}

impl<'c, I: Iterator<Item = &'c FlightChunk>> Iterator for Unpacking<'c, '_, I> {
    type Item = FlightFrame;

    fn next(&mut self) -> Option<FlightFrame> {
        loop {
            let word = self
                .chunk
                .and_then(|chunk| Some((chunk, chunk.events.next(&mut self.at)?)));
            let ended = match word {
                Some((chunk, word)) => self.apply(chunk, word),
                None => match self.chunks.next() {
                    Some(chunk) => self.begin_chunk(chunk),
                    None => return self.frame.take().filter(FlightFrame::has_content),
                },
            };
            if let Some(frame) = ended.filter(FlightFrame::has_content) {
                return Some(frame);
            }
        }
    }
}

impl FlightFrame {
    /// Returns whether anything of it is known. Nothing is of a frame that was overwritten to its end, and before the
    /// first [`FlightRecorder::begin_frame`].
    fn has_content(&self) -> bool {
        let is_whole = self.frame > 0 && !self.is_cut;
        is_whole || !self.trees.is_empty() || !self.keyframes.is_empty()
    }
}

impl FlightTree {
    /// Adds what a mark of this kind has in addition.
    fn add_extra(&mut self, kind: Kind, node: u64, extra: &Extra) {
        let after = self.events.len();
        let node = (kind == WROTE).then_some(NodeIndex(node as u32));
        match extra {
            Extra::Write(variable, value) if kind == OUTSIDE => {
                self.outside.push((variable.clone(), value.clone()));
            }
            Extra::Write(variable, value) => self.writes.push(Write {
                after,
                node,
                variable: variable.clone(),
                value: value.clone(),
            }),
            Extra::Datum(name, value) => self.data.list.push(Datum {
                after,
                node,
                name: name.clone(),
                value: value.clone(),
            }),
            Extra::DroppedData(count) => self.data.dropped += count,
            Extra::Name(_) | Extra::Message(_) | Extra::Keyframe(_) => {}
        }
    }
}

#[cfg(test)]
mod tests;
