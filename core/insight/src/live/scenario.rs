//! What an agent did in its game, as a scenario: a test that runs without the game. Answers of the game's leaves become scripts, what they
//! and the game wrote becomes inputs. If the tree runs already where the known past begins, a first frame of the scenario brings it there by
//! forced results. The run is repeated, and only what is the same becomes part of the scenario. Knows no files.

use std::ops::RangeInclusive;

use treewright_core::compile::Origins;
use treewright_core::ids::NodeId;
use treewright_core::model::StandIn;
use treewright_core::runtime::{AgentId, NodeIndex, Status};
use treewright_core::trace::{FlightTree, TraceEvent};
use treewright_core::{Program, told};

use super::{Live, LiveError, Sets, own_leaves, stand_ins};
use crate::recording::{Recording, RunInput};
use crate::recording_json::{ParsedSources, Setup};
use crate::scenario::{MAX_FRAMES, RecordedAgent, Scenario};
use crate::told_past::{KnownState, Stretch};

/// A scenario, and what it lacks of the agent's past.
#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioOfAgent {
    /// The scenario, with the expectations that hold in it.
    pub scenario: Scenario,
    /// What could not be carried over.
    pub left_out: Vec<LeftOut>,
}

impl ScenarioOfAgent {
    /// Returns up to which frame of the game it goes.
    fn reached(&self, last: u64) -> u64 {
        let ends = self.left_out.iter().filter_map(|left| match left {
            LeftOut::OtherRun { frame } | LeftOut::TooLong { frame } => Some(frame - 1),
            _ => None,
        });
        ends.min().unwrap_or(last)
    }
}

told! {
    /// Something of an agent's past that its scenario lacks.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum LeftOut of "left_out" {
        /// Without the game, the run is another one from a frame on.
        OtherRun {
            /// The frame of the game.
            frame: u64,
        } = "other_run", "frame {frame} and later ones: without the game, the tree does something else there";
        /// The scenario would be too long.
        TooLong {
            /// The first frame of the game that has no room.
            frame: u64,
        } = "too_long", "frame {frame} and later ones: a scenario has no more frames";
        /// The tree ran already where the past begins.
        Begun {
            /// The frame of the game after which it begins.
            frame: u64,
        } = "begun", "what happened until frame {frame}: the first frame of the scenario only brings the tree there, by forced results";
        /// The scenario begins only where the tree starts anew.
        StartsLater {
            /// The last frame of the game that it lacks.
            frame: u64,
        } = "starts_later", "what happened until frame {frame}: the scenario begins where the tree starts anew";
        /// Data that tasks attached to frames.
        Data = "data", "data that tasks attached to frames";
    }
}

told! {
    /// Why what an agent did cannot become a scenario.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum ScenarioRefusal of "no_scenario_of_agent" {
        /// Nothing is known of these frames.
        NotKnown = "not_known", "nothing is known of these frames, or they are not all known";
        /// The state in which the past begins cannot be reached.
        NotReached {
            /// The frame of the game.
            frame: u64,
        } = "not_reached", "the tree runs already in frame {frame}, and no forced results bring a new one there; begin where the tree starts";
        /// The first frame is already another one.
        OtherRun {
            /// The frame of the game.
            frame: u64,
        } = "other_run", "without the game, the tree does something else in frame {frame} already, such as a random choice or a composite of the game";
        /// The scenario cannot be written.
        Scenario {
            /// The reason.
            why: String,
        } = "scenario", "{why}";
    }
}

/// The maximum number of starts of the tree that are tried as the beginning of a scenario.
const MOST_STARTS: usize = 4;

/// Makes a scenario of what an agent did in these frames. `files` are those of its tree. If the tree runs already in the first of them, and cannot be
/// brought there with all that matters, such as the time that it has waited, the scenario begins where the tree starts anew.
///
/// # Errors
/// If not even the first frame can be repeated.
pub fn scenario_of(
    stretch: &Stretch,
    files: &ParsedSources,
    origins: &Origins,
    frames: &RangeInclusive<u64>,
) -> Result<ScenarioOfAgent, ScenarioRefusal> {
    let first = *frames.start().max(&(stretch.first_frame() + 1));
    let last = *frames.end().min(&stretch.last_frame());
    let mut best = from_frame(stretch, files, origins, (first, last));
    for start in starts(stretch, first, last).take(MOST_STARTS) {
        let reached = |made: &ScenarioOfAgent| made.reached(last);
        if best.as_ref().is_ok_and(|made| reached(made) >= last) {
            break;
        }
        let Ok(mut other) = from_frame(stretch, files, origins, (start, last)) else {
            continue;
        };
        if best
            .as_ref()
            .is_ok_and(|made| reached(made) >= reached(&other))
        {
            continue;
        }
        let frame = start - 1;
        other.left_out.insert(0, LeftOut::StartsLater { frame });
        best = Ok(other);
    }
    best
}

/// Returns the frames after the first one in which the tree starts while nothing of it runs.
fn starts(stretch: &Stretch, first: u64, last: u64) -> impl Iterator<Item = u64> {
    let root = NodeIndex(0);
    let is_start =
        move |event: &TraceEvent| matches!(event, TraceEvent::Start(node) if *node == root);
    (first + 1..=last).filter(move |frame| {
        let record = stretch.record(*frame);
        let part = record.and_then(|record| record.of(stretch.agent()));
        part.is_some_and(|part| part.events.iter().any(is_start))
            && stretch
                .at(frame - 1)
                .is_some_and(|known| !known.runs.is_running(root))
    })
}

/// Makes a scenario that begins with the first of two frames.
fn from_frame(
    stretch: &Stretch,
    files: &ParsedSources,
    origins: &Origins,
    (first, last): (u64, u64),
) -> Result<ScenarioOfAgent, ScenarioRefusal> {
    let known = first
        .checked_sub(1)
        .and_then(|before| stretch.at(before))
        .filter(|_| first <= last)
        .ok_or(ScenarioRefusal::NotKnown)?;
    let mut left_out = Vec::new();
    let most = MAX_FRAMES.min(last - first + 1);
    if most <= last - first {
        left_out.push(LeftOut::TooLong {
            frame: first + most,
        });
    }
    let frames = (first..first + most).map(|frame| frame_of(stretch, frame));
    let frames: Option<Vec<_>> = frames.collect();
    let mut maker = Maker {
        files,
        origins,
        known,
        live: Live {
            program: &**stretch.program(),
            own: own_leaves(stretch.program(), files),
            frames: frames.ok_or(ScenarioRefusal::NotKnown)?,
        },
    };
    if maker.begins_running() {
        left_out.push(LeftOut::Begun { frame: first - 1 });
    }
    let has_data = |(_, tree): &(f64, FlightTree)| !tree.data.list.is_empty();
    if maker.live.frames.iter().any(has_data) {
        left_out.push(LeftOut::Data);
    }
    let (mut setup, mut differs) = (maker.setup(), maker.repeat(&maker.setup())?);
    if let Err(place) = differs.1 {
        // What is the same until there becomes the scenario.
        let frame = first + place - 1;
        if place == 1 {
            return Err(ScenarioRefusal::OtherRun { frame });
        }
        left_out.push(LeftOut::OtherRun { frame });
        maker.live.frames.truncate(place as usize - 1);
        setup = maker.setup();
        differs = maker.repeat(&setup)?;
    }
    let scenario = maker.scenario(differs.0, &setup)?;
    Ok(ScenarioOfAgent { scenario, left_out })
}

/// Returns a frame as it was recorded.
fn frame_of(stretch: &Stretch, frame: u64) -> Option<(f64, FlightTree)> {
    let record = stretch.record(frame)?;
    let part = record.of(stretch.agent())?.clone();
    let outside = record.inputs.iter().filter_map(|input| match input {
        RunInput::Set { name, value, .. } => Some((name.clone(), value.clone())),
        _ => None,
    });
    let tree = FlightTree {
        agent: stretch.agent(),
        outside: outside.collect(),
        events: part.events,
        writes: part.writes,
        data: part.data,
    };
    Some((record.dt, tree))
}

/// Makes a scenario.
struct Maker<'a> {
    files: &'a ParsedSources,
    origins: &'a Origins,
    /// What is known where it begins.
    known: KnownState,
    live: Live<'a, ()>,
}

impl Maker<'_> {
    /// Returns whether the tree runs where the past begins.
    fn begins_running(&self) -> bool {
        self.known.runs.is_running(NodeIndex(0))
    }

    fn setup(&self) -> Setup {
        let dt = self.live.frames.first().map_or(0.1, |(dt, _)| *dt);
        let program = self.live.program;
        Setup {
            tree: self.files.path.clone(),
            dt,
            seed: self.files.document.seed,
            leaves: stand_ins(program, &self.live.own, &self.live.frames),
            sources: crate::recording_json::Sources::default(),
            added_trees: Vec::new(),
        }
    }

    /// Repeats the run. Returns it, and the first frame, from 1, that is another one.
    fn repeat(&self, setup: &Setup) -> Result<(Recording, Result<(), u64>), ScenarioRefusal> {
        let mut best: Option<(Recording, u64)> = None;
        for sets in [Sets::Before, Sets::After] {
            let mut recording = self.begin(setup)?;
            match self.live.follow(&mut recording, sets) {
                Ok(()) => return Ok((recording, Ok(()))),
                Err(frame) if best.as_ref().is_none_or(|(_, known)| *known < frame) => {
                    best = Some((recording, frame));
                }
                Err(_) => {}
            }
        }
        best.map(|(recording, frame)| (recording, Err(frame)))
            .ok_or(ScenarioRefusal::NotKnown)
    }

    /// Begins the run where the past begins.
    fn begin(&self, setup: &Setup) -> Result<Recording, ScenarioRefusal> {
        let begun = super::begin(self.files, setup);
        let mut recording = begun.map_err(|error: LiveError| ScenarioRefusal::Scenario {
            why: error.to_string(),
        })?;
        let agent = recording.first_agent();
        let mut variables: Vec<_> = self.known.variables().collect();
        variables.sort_by_key(|(name, _)| (*name).clone());
        for (name, value) in variables {
            if recording.variable(agent, name) != Some(value) {
                let set = RunInput::Set {
                    agent,
                    name: name.clone(),
                    value: value.clone(),
                };
                // One that the game binds keeps the value that the game gave it last.
                let _ = recording.apply(set);
            }
        }
        if self.begins_running() {
            self.bring_there(&mut recording, agent)?;
        }
        Ok(recording)
    }

    /// Runs a frame in which forced results make the nodes run that run where the past begins.
    fn bring_there(
        &self,
        recording: &mut Recording,
        agent: AgentId,
    ) -> Result<(), ScenarioRefusal> {
        let refused = || ScenarioRefusal::NotReached {
            frame: self.known.frame,
        };
        let mut forced = Forced {
            program: self.live.program,
            known: &self.known,
            results: Vec::new(),
        };
        forced.run(NodeIndex(0)).ok_or_else(refused)?;
        for (node, status) in forced.results {
            let force = RunInput::Force {
                agent,
                node,
                status,
            };
            recording.apply(force).map_err(|_| refused())?;
        }
        recording.step(0.0);
        let runs = recording.node_runs(agent).ok_or_else(refused)?;
        let nodes = recording.program().indices();
        let mut differs = nodes
            .filter(|node| runs.get(*node).state.is_running() != self.known.runs.is_running(*node));
        match differs.next() {
            None => Ok(()),
            Some(_) => Err(refused()),
        }
    }

    /// Returns the scenario of a run that is the same as in the game, with expectations: the aborts, and what runs at the end.
    fn scenario(
        &self,
        mut recording: Recording,
        setup: &Setup,
    ) -> Result<Scenario, ScenarioRefusal> {
        let refused = |why: String| ScenarioRefusal::Scenario { why };
        let agent = recording.first_agent();
        let last = recording.last_frame();
        let mut scenario = self
            .seen(&recording, agent)
            .scenario()
            .map_err(|error| refused(error.to_string()))?;
        let named = |(node, stand_in): &(NodeId, StandIn)| (node.as_str().into(), stand_in.clone());
        scenario.leaves = setup.leaves.iter().map(named).collect();
        let brought = u64::from(self.begins_running());
        for (frame, (_, tree)) in (1 + brought..).zip(&self.live.frames) {
            let is_abort = |event: &TraceEvent| matches!(event, TraceEvent::Abort { .. });
            let is_last = frame == last;
            if !is_last && !tree.events.iter().any(is_abort) {
                continue;
            }
            recording.go_to(frame);
            let seen = self.seen(&recording, agent);
            let aborts = seen.aborts().filter(|_| tree.events.iter().any(is_abort));
            let end = [seen.status(), Some(seen.running())];
            let end = end.into_iter().flatten().filter(|_| is_last);
            for fact in aborts.into_iter().chain(end) {
                scenario.expect(frame, fact);
            }
        }
        Ok(scenario)
    }

    fn seen<'r>(&'r self, recording: &'r Recording, agent: AgentId) -> RecordedAgent<'r> {
        RecordedAgent {
            recording,
            agent,
            project: self.files.project(),
            origins: self.origins,
        }
    }
}

/// The results of leaves that bring a new tree where another one is.
struct Forced<'a> {
    program: &'a Program<()>,
    known: &'a KnownState,
    results: Vec<(NodeIndex, Status)>,
}

/// How a node runs its children, as far as it matters for the way to one of them.
enum Way {
    /// Goes on after a child with this result.
    After(Status),
    AllAtOnce,
    /// Has one child; true if it turns the child's result round.
    Through(bool),
}

impl Forced<'_> {
    fn way(&self, node: NodeIndex) -> Option<Way> {
        let task = self.program.task(node);
        let children = self.program.children(node).count();
        Some(match task {
            "Inverter" => Way::Through(true),
            _ if children == 1 => Way::Through(false),
            _ if task.starts_with("Parallel") => Way::AllAtOnce,
            _ if task.contains("Sequence") => Way::After(Status::Success),
            _ if task.contains("Selector") => Way::After(Status::Failure),
            _ => return None,
        })
    }

    /// Makes a node run. `None` if it is not known how.
    fn run(&mut self, node: NodeIndex) -> Option<()> {
        let children: Vec<_> = self.program.children(node).collect();
        if children.is_empty() {
            self.results.push((node, Status::Running));
            return Some(());
        }
        let is_running = |child: &NodeIndex| self.known.runs.is_running(*child);
        let running: Vec<bool> = children.iter().map(is_running).collect();
        match self.way(node)? {
            Way::After(result) => {
                let place = running.iter().position(|runs| *runs)?;
                for before in &children[..place] {
                    self.end(*before, result)?;
                }
                self.run(children[place])
            }
            Way::Through(_) => self.run(children[0]),
            Way::AllAtOnce => {
                for (child, runs) in children.iter().zip(running) {
                    if runs {
                        self.run(*child)?;
                    } else {
                        self.end(*child, Status::Success)?;
                    }
                }
                Some(())
            }
        }
    }

    /// Makes a node end like this. `None` if it is not known how.
    fn end(&mut self, node: NodeIndex, result: Status) -> Option<()> {
        let children: Vec<_> = self.program.children(node).collect();
        let Some(first) = children.first() else {
            self.results.push((node, result));
            return Some(());
        };
        match self.way(node)? {
            Way::After(goes_on) if goes_on == result => {
                for child in &children {
                    self.end(*child, result)?;
                }
                Some(())
            }
            Way::After(_) | Way::Through(false) => self.end(*first, result),
            Way::Through(true) => self.end(
                *first,
                match result {
                    Status::Success => Status::Failure,
                    _ => Status::Success,
                },
            ),
            Way::AllAtOnce => {
                for child in &children {
                    self.end(*child, result)?;
                }
                Some(())
            }
        }
    }
}

#[cfg(test)]
mod tests;
