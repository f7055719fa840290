//! What an agent did in its game, as a recording that opens without the game. The game's own leaves are replaced by
//! stand-ins that return what the leaves returned, and what they wrote is set from outside. Then the run is repeated, and
//! must be the same, event by event. Knows neither the game's code nor files.

mod scenario;

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use thiserror::Error;
use treewright_core::Program;
use treewright_core::format::FormatError;
use treewright_core::ids::NodeId;
use treewright_core::model::StandIn;
use treewright_core::runtime::{AgentId, NodeIndex, Status, World};
use treewright_core::trace::{FlightFrame, FlightTree, TraceEvent};
use treewright_core::value::Value;

use crate::recording::{Recording, RunInput};
use crate::recording_json::{self, ParsedSources, Setup, Sources};

pub use scenario::{LeftOut, ScenarioOfAgent, ScenarioRefusal, scenario_of};

/// The reason why what an agent did cannot be repeated without its game.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LiveError {
    /// No frame of the agent was recorded.
    #[error("no frame of agent {0} was recorded")]
    NoFrames(u64),
    /// A file of the tree cannot be read.
    #[error("{0}")]
    Source(FormatError),
    /// There is nothing to run.
    #[error("the tree has no root, or it is disabled")]
    NoRoot,
    /// Something happened that stand-ins cannot repeat.
    #[error(
        "without the game, the run is another one from its frame {0} on: the recorder must still have the tree's first \
         frame, and the tree must not sleep, receive events, or have composites whose choices a built-in one would not make"
    )]
    OtherRun(u64),
    /// The recording cannot be written.
    #[error("{0}")]
    Write(#[from] recording_json::WriteError),
}

/// When the values that the game's leaves wrote are set.
#[derive(Clone, Copy)]
enum Sets {
    /// Before the frame in which it wrote: nodes that run after it see the value, as in the game.
    Before,
    /// Before the next frame: nodes that ran before it do not see the value, as in the game.
    After,
}

/// Returns the text of a file, `NAME.trace.jsonl`, that the editor and the command line open: what an agent did from its
/// first frame on.
///
/// `program` is what the agent runs, and `sources` are the files of its tree with the task library of the game, the tree's
/// first. `seed` is that with which the agent was added, `frames` what a
/// [`FlightRecorder`](treewright_core::trace::FlightRecorder) recorded.
///
/// ```
/// use treewright_core::prelude::*;
/// use treewright_core::trace::FlightRecorder;
/// use treewright_insight::live;
/// use treewright_insight::recording_json::{self, RecordedFile, Sources};
///
/// let mut tasks = GameTasks::<u32>::new();
/// tasks.declare(TaskDeclaration::action("Count", "Counts to three."), |_| {
///     TaskHooks::new(|context: &mut TaskContext<u32>| {
///         *context.world += 1;
///         Status::running_until(*context.world >= 3)
///     })
/// });
/// let file = r#"{
///   "format": "treewright", "version": 1, "name": "Counter", "root": "n1", "libraries": ["game.tasks.json"],
///   "nodes": [{"id": "n1", "task": "Count"}]
/// }"#;
/// let program = Program::load(file.as_bytes(), &tasks)?;
/// let mut trees = TreeManager::new();
/// let agent = trees.add(program.clone(), 7)?;
///
/// let mut recorder = FlightRecorder::new(16 << 20); // 16 MB
/// let mut world = 0;
/// for frame in 1..=3 {
///     recorder.begin_frame(frame, 0.1);
///     trees.tick_traced(&mut world, 0.1, &mut recorder);
/// }
///
/// let library = tasks_json::write(&tasks.library("Game"));
/// let sources = Sources {
///     documents: vec![RecordedFile::new("counter.bt.json", file)],
///     libraries: vec![RecordedFile::new("game.tasks.json", library)],
/// };
/// let text = live::recording(&program, sources, 7, agent, recorder.frames())?;
/// let opened = recording_json::read(text.as_bytes())?;
/// assert_eq!(opened.recording.last_frame(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the run cannot be repeated exactly: [`LiveError`] says why.
pub fn recording<W: World + ?Sized>(
    program: &Program<W>,
    sources: Sources,
    seed: u64,
    agent: AgentId,
    frames: impl IntoIterator<Item = FlightFrame>,
) -> Result<String, LiveError> {
    let frames = frames_of(agent, frames)?;
    let files = sources.unpack().map_err(LiveError::Source)?;
    let own = own_leaves(program, &files);
    let setup = Setup {
        tree: files.path.clone(),
        dt: frames[0].0,
        seed,
        leaves: stand_ins(program, &own, &frames),
        sources,
        added_trees: Vec::new(),
    };
    let run = Live {
        program,
        own,
        frames,
    };
    let begin = || begin(&files, &setup);
    let mut recording = begin()?;
    if let Err(frame) = run.follow(&mut recording, Sets::Before) {
        recording = begin()?;
        let again = run.follow(&mut recording, Sets::After);
        again.map_err(|_| LiveError::OtherRun(frame))?;
    }
    let sources = [setup.sources.clone()];
    Ok(recording_json::write(&mut recording, &setup, &sources)?)
}

/// Returns the frames of one agent, with their durations: from the first one in which it ran to the last. None may be
/// missing between them, as if it slept.
fn frames_of(
    agent: AgentId,
    frames: impl IntoIterator<Item = FlightFrame>,
) -> Result<Vec<(f64, FlightTree)>, LiveError> {
    let mut found = Vec::new();
    let mut is_missing = false;
    for frame in frames {
        match frame.trees.into_iter().find(|tree| tree.agent == agent) {
            Some(_) if is_missing => return Err(LiveError::OtherRun(found.len() as u64 + 1)),
            Some(tree) => found.push((frame.dt, tree)),
            None => is_missing = !found.is_empty(),
        }
    }
    if found.is_empty() {
        return Err(LiveError::NoFrames(agent.number()));
    }
    Ok(found)
}

/// Begins to repeat a run without the game.
fn begin(files: &ParsedSources, setup: &Setup) -> Result<Recording, LiveError> {
    let program = files.compile(&setup.leaves).program;
    Ok(Recording::new(
        program.ok_or(LiveError::NoRoot)?,
        setup.seed,
    ))
}

/// Returns the leaves whose code only the game has.
fn own_leaves<W: World + ?Sized>(
    program: &Program<W>,
    files: &ParsedSources,
) -> FxHashSet<NodeIndex> {
    let (origins, project) = (files.compile(&[]).origins, files.project());
    let is_own = |node: &NodeIndex| {
        let origin = origins.origin(program.id(*node));
        let document = match origin.path {
            None => Some(project.document),
            Some(path) => project.others.get(path).and_then(Result::ok),
        };
        let Some(task) = document.and_then(|document| Some(&*document.node(origin.node)?.task))
        else {
            return false;
        };
        let kinds = &files.kinds;
        let is_built_in = kinds.declaration(task).is_some() && kinds.library_of(task).is_none();
        program.category(*node).is_leaf() && !is_built_in
    };
    program.indices().filter(is_own).collect()
}

/// Returns what each of the game's leaves returned, update by update.
fn stand_ins<W: World + ?Sized>(
    program: &Program<W>,
    own: &FxHashSet<NodeIndex>,
    frames: &[(f64, FlightTree)],
) -> Vec<(NodeId, StandIn)> {
    let mut results: FxHashMap<NodeIndex, Vec<Status>> = FxHashMap::default();
    for event in frames.iter().flat_map(|(_, tree)| &tree.events) {
        if let TraceEvent::Update(node, status) | TraceEvent::Check(node, status) = event
            && own.contains(node)
        {
            results.entry(*node).or_default().push(*status);
        }
    }
    let mut results: Vec<_> = results.into_iter().collect();
    results.sort_unstable_by_key(|(node, _)| *node);
    let stand_in = |(node, results)| {
        (
            program.id(node).clone(),
            StandIn::Sequence {
                results,
                again: false,
            },
        )
    };
    results.into_iter().map(stand_in).collect()
}

/// What an agent did in its game.
struct Live<'p, W: World + ?Sized> {
    program: &'p Program<W>,
    own: FxHashSet<NodeIndex>,
    frames: Vec<(f64, FlightTree)>,
}

impl<W: World + ?Sized> Live<'_, W> {
    /// Repeats all frames.
    ///
    /// # Errors
    /// The first one, from 1, that is another one than in the game.
    fn follow(&self, recording: &mut Recording, sets: Sets) -> Result<(), u64> {
        let agent = recording.first_agent();
        let mut before: Vec<(Arc<str>, Value)> = Vec::new();
        for (number, (dt, tree)) in (1..).zip(&self.frames) {
            let written = self.written(tree);
            let own = match sets {
                Sets::Before => written,
                Sets::After => std::mem::replace(&mut before, written),
            };
            for (name, value) in own.into_iter().chain(tree.outside.iter().cloned()) {
                let set = RunInput::Set { agent, name, value };
                recording.apply(set).map_err(|_| number)?;
            }
            let record = recording.step(*dt);
            let events = record.of(agent).map_or(&[][..], |frame| &frame.events);
            let repeated = self.comparable(recording.program(), events);
            if repeated != self.comparable(self.program, &tree.events) {
                return Err(number);
            }
        }
        Ok(())
    }

    /// Returns the variables that the game's leaves wrote in a frame, if no other node wrote them later.
    fn written(&self, tree: &FlightTree) -> Vec<(Arc<str>, Value)> {
        let mut last: Vec<(Arc<str>, Value)> = Vec::new();
        for write in &tree.writes {
            last.retain(|(name, _)| *name != write.variable);
            if write.node.is_some_and(|node| self.own.contains(&node)) {
                last.push((write.variable.clone(), write.value.clone()));
            }
        }
        last
    }

    /// Returns the events by the ids of their nodes, without what stand-ins do not say.
    fn comparable<'e, V: World + ?Sized>(
        &self,
        program: &'e Program<V>,
        events: &'e [TraceEvent],
    ) -> Vec<(Option<&'e NodeId>, &'e TraceEvent)> {
        let can_be_compared = |event: &&TraceEvent| {
            let tells = matches!(
                event,
                TraceEvent::Error(..) | TraceEvent::Log(..) | TraceEvent::Mark(..)
            );
            !(tells && event.node().is_some_and(|node| self.own.contains(&node)))
        };
        let with_id = |event: &'e TraceEvent| (event.node().map(|node| program.id(node)), event);
        events.iter().filter(can_be_compared).map(with_id).collect()
    }
}

#[cfg(test)]
mod tests;
