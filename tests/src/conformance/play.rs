//! Plays cases on the engine: with a tracer, without one, and in a manager whose trees sleep. All three must reach the same states; what the tracer
//! sees is compared with what a case expects.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use treewright_core::compile::{GameTasks, compile};
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Scope};
use treewright_core::runtime::{
    AgentId, Event, Globals, NoTracer, NodeIndex, Status, Tracer, TreeState,
};
use treewright_core::trace::{BesideEvent, FrameRecorder, FrameTrace, TraceEvent};
use treewright_core::value::Value;
use treewright_core::{Program, TreeInstance, TreeManager};

use super::case::{Call, Case, Done, Form, Input, Observed, Setting, Step, Written};

static LIBRARY: LazyLock<NodeLibrary> = LazyLock::new(NodeLibrary::builtin);

/// The recorded run of a case.
pub struct Recorded {
    /// The program of its tree.
    pub program: Arc<Program<()>>,
    /// The frames of the first agent in which the tree ran.
    pub frames: Vec<FrameTrace>,
}

/// Runs a case.
///
/// # Errors
/// The first difference between what is expected and what is seen.
pub fn run(case: &Case) -> Result<Recorded, String> {
    play(&case.setting, |number, seen| {
        let expected = &case.frames[number];
        if expected.len() != seen.len() {
            return Err(format!("{} agents, not {}", seen.len(), expected.len()));
        }
        for (agent, (expected, seen)) in expected.iter().zip(seen).enumerate() {
            compare(&case.form, expected, seen).map_err(|why| match agent {
                0 => format!("frame {}: {why}", number + 1),
                _ => format!("frame {}, agent {agent}: {why}", number + 1),
            })?;
        }
        Ok(())
    })
}

/// Plays a setting. `each` gets the number of each frame, from 0, and what is seen of each agent after it.
///
/// # Errors
/// If the tree cannot run without failing, an input is refused, `each` returns an error, or runs with and without a tracer reach different states.
pub fn play(
    setting: &Setting,
    mut each: impl FnMut(usize, &[Observed]) -> Result<(), String>,
) -> Result<Recorded, String> {
    let compiled = compile(&setting.document, &LIBRARY, &GameTasks::<()>::new());
    if let Some((id, why)) = compiled.broken.first() {
        return Err(format!("node {id}: {why}"));
    }
    let program = compiled.program.ok_or("the tree is empty")?;
    let mut watched = Watched::new(&program, setting)?;
    let mut unwatched = vec![Host::asleep_at_times(&program, setting)?];
    if setting.agents == 1 {
        unwatched.push(Host::alone(&program, setting));
    }
    let mut frames = Vec::new();
    for (number, step) in setting.steps.iter().enumerate() {
        let (seen, trace) = watched.step(step, &setting.document)?;
        each(number, &seen)?;
        frames.extend(trace);
        for host in &mut unwatched {
            for done in &step.did {
                host.apply(&setting.document, done, &mut NoTracer)?;
            }
            host.tick(step.dt, &mut NoTracer);
            if !host.is_like(&watched.host, &setting.document) {
                return Err(format!(
                    "frame {}: a run that nobody watches has another state",
                    number + 1
                ));
            }
        }
    }
    for host in &mut unwatched {
        host.wake();
        if host.snapshots() != watched.host.snapshots() {
            return Err("a run that nobody watches ends in another state".to_owned());
        }
    }
    Ok(Recorded { program, frames })
}

/// The agents of a case: a tree on its own, or trees of a manager.
enum Host {
    Alone(Box<TreeInstance<()>>, Box<Globals>),
    Managed(Box<TreeManager<()>>, usize),
}

impl Host {
    fn alone(program: &Arc<Program<()>>, setting: &Setting) -> Self {
        let instance = TreeInstance::new(program.clone(), setting.seed);
        Self::Alone(Box::new(instance), Box::default())
    }

    fn managed(
        program: &Arc<Program<()>>,
        setting: &Setting,
        sleeps: bool,
    ) -> Result<Self, String> {
        let mut manager = TreeManager::new();
        manager.set_added_sleep(sleeps);
        for agent in 0..setting.agents {
            let added = manager.add(program.clone(), setting.seed + agent as u64);
            added.map_err(|conflict| conflict.to_string())?;
        }
        Ok(Self::Managed(Box::new(manager), setting.agents))
    }

    fn asleep_at_times(program: &Arc<Program<()>>, setting: &Setting) -> Result<Self, String> {
        Self::managed(program, setting, true)
    }

    fn agents(&self) -> usize {
        match self {
            Self::Alone(..) => 1,
            Self::Managed(_, agents) => *agents,
        }
    }

    fn tree(&self, agent: usize) -> Option<&TreeInstance<()>> {
        match self {
            Self::Alone(instance, _) => Some(instance),
            Self::Managed(manager, _) => manager.get(AgentId(agent as u64)),
        }
    }

    fn tree_mut(&mut self, agent: usize) -> Result<(&mut TreeInstance<()>, &mut Globals), String> {
        let found = match self {
            Self::Alone(instance, globals) => {
                (agent == 0).then_some((&mut **instance, &mut **globals))
            }
            Self::Managed(manager, _) => manager.get_mut(AgentId(agent as u64)),
        };
        found.ok_or_else(|| format!("there is no agent {agent}"))
    }

    fn globals(&self) -> &Globals {
        match self {
            Self::Alone(_, globals) => globals,
            Self::Managed(manager, _) => manager.globals(),
        }
    }

    /// Does something to a tree, or sends an event to all.
    fn apply<T: Tracer>(
        &mut self,
        document: &Document,
        done: &Done,
        tracer: &mut T,
    ) -> Result<(), String> {
        if let (Input::Send(name, payload), None) = (&done.input, done.agent) {
            for agent in 0..self.agents() {
                self.tree_mut(agent)?.0.send(event(name, payload.as_ref()));
            }
            return Ok(());
        }
        let (tree, globals) = self.tree_mut(done.agent.unwrap_or(0))?;
        match &done.input {
            Input::Set(name, Written(value)) => {
                let declared = document.variable(name);
                // A whole number may stand for a float.
                let fitting = declared.and_then(|declared| value.coerced(&declared.value_type));
                let value = fitting.unwrap_or_else(|| value.clone());
                tree.set_variable(globals, name, value)
                    .map_err(|e| e.to_string())?;
            }
            Input::Send(name, payload) => tree.send(event(name, payload.as_ref())),
            Input::Force(id, status) => {
                let leaf = tree.program().index(&(&**id).into());
                let leaf = leaf.ok_or_else(|| format!("there is no node {id}"))?;
                tree.force(leaf, *status).map_err(|e| e.to_string())?;
            }
            Input::Interrupt(key, outcome) => tree.interrupt(key.as_str(), *outcome),
            Input::Call(Call::Enable) => tree.enable(),
            Input::Call(Call::Disable) => tree.disable_traced(&mut (), globals, tracer),
            Input::Call(Call::Restart) => {
                tree.disable_traced(&mut (), globals, tracer);
                tree.enable();
            }
            Input::Call(Call::Pause) => tree.pause(),
            Input::Call(Call::Resume) => tree.resume(),
        }
        Ok(())
    }

    fn tick<T: Tracer>(&mut self, dt: f64, tracer: &mut T) {
        match self {
            Self::Alone(instance, globals) => {
                instance.tick_traced(&mut (), globals, dt, tracer);
            }
            Self::Managed(manager, _) => {
                manager.tick_traced(&mut (), dt, tracer);
            }
        }
    }

    /// Returns whether both are in the same state, as far as a game can see.
    fn is_like(&self, other: &Self, document: &Document) -> bool {
        (0..self.agents()).all(|agent| {
            let (Some(one), Some(other_one)) = (self.tree(agent), other.tree(agent)) else {
                return false;
            };
            let mut names = document.variables.iter().map(|variable| &*variable.name);
            one.state() == other_one.state()
                && one.stacks().eq(other_one.stacks())
                && names.all(|name| {
                    one.variable(self.globals(), name) == other_one.variable(other.globals(), name)
                })
        })
    }

    /// Wakes all trees, so that they catch up.
    fn wake(&mut self) {
        if let Self::Managed(manager, agents) = self {
            for agent in 0..*agents {
                manager.wake(AgentId(agent as u64));
            }
        }
    }

    /// Returns the state of all trees and of what they share.
    fn snapshots(&self) -> impl PartialEq + use<> {
        let trees = (0..self.agents()).filter_map(|agent| Some(self.tree(agent)?.snapshot()));
        (trees.collect::<Vec<_>>(), self.globals().snapshot())
    }
}

fn event(name: &str, payload: Option<&Written>) -> Event {
    Event {
        name: name.into(),
        payload: payload.map(|Written(value)| value.clone()),
    }
}

/// A run with a tracer.
struct Watched {
    host: Host,
    recorder: FrameRecorder,
    /// The variables of each agent that a game can read, with their values after the last frame. Those that all agents share are the first one's.
    variables: Vec<Vec<(Arc<str>, Value)>>,
}

impl Watched {
    fn new(program: &Arc<Program<()>>, setting: &Setting) -> Result<Self, String> {
        let host = if setting.agents == 1 {
            Host::alone(program, setting)
        } else {
            Host::managed(program, setting, false)?
        };
        let of_agent = |agent: usize| {
            let declared = setting.document.variables.iter();
            let own = declared.filter(|variable| match variable.scope {
                Scope::Tree => true,
                Scope::Global => agent == 0,
                Scope::Subtree => false,
            });
            own.map(|variable| (variable.name.clone(), variable.initial.value.clone()))
                .collect()
        };
        Ok(Self {
            host,
            recorder: FrameRecorder::default(),
            variables: (0..setting.agents).map(of_agent).collect(),
        })
    }

    /// Runs a frame. Returns what is seen of each agent, and the trace of the first if it ran.
    fn step(
        &mut self,
        step: &Step,
        document: &Document,
    ) -> Result<(Vec<Observed>, Option<FrameTrace>), String> {
        let agents = self.host.agents();
        let mut events: Vec<Vec<TraceEvent>> = vec![Vec::new(); agents];
        for done in &step.did {
            self.host.apply(document, done, &mut self.recorder)?;
            // What a call interrupts ends before the frame.
            let between = self.recorder.take_events();
            events[done.agent.unwrap_or(0)].extend(between);
        }
        let before: Vec<_> = (0..agents).map(|agent| self.frames_run(agent)).collect();
        self.host.tick(step.dt, &mut self.recorder);
        match &self.host {
            Host::Alone(..) => events[0].extend(self.recorder.take_events()),
            Host::Managed(..) => {
                for (agent, own, _) in self.recorder.take_trees() {
                    events[agent.number() as usize].extend(own);
                }
            }
        }
        let mut trace = None;
        let mut seen = Vec::with_capacity(agents);
        for (agent, events) in events.into_iter().enumerate() {
            let has_run = self.frames_run(agent) > before[agent];
            let tree = self.host.tree(agent).ok_or("an agent is gone")?;
            let status = status(tree.state()).filter(|_| has_run);
            let program = tree.program();
            let id = |node: &NodeIndex| program.id(*node).to_string();
            let stacks: Vec<Vec<NodeIndex>> = tree.stacks().collect();
            seen.push(Observed {
                status,
                events: events.iter().map(|event| told(program, event)).collect(),
                stacks: stacks.iter().map(|s| s.iter().map(id).collect()).collect(),
                variables: changes(&mut self.variables[agent], tree, self.host.globals()),
            });
            if let (0, Some(status)) = (agent, status) {
                trace = Some(FrameTrace {
                    frame: tree.frame(),
                    status,
                    events,
                    stacks,
                });
            }
        }
        Ok((seen, trace))
    }

    fn frames_run(&self, agent: usize) -> u64 {
        self.host.tree(agent).map_or(0, TreeInstance::frame)
    }
}

/// Returns what a tick returns that led to this state.
fn status(state: TreeState) -> Option<Status> {
    match state {
        TreeState::Enabled => Some(Status::Running),
        TreeState::Finished(status) => Some(status),
        _ => None,
    }
}

/// Returns the variables that differ from what is known, and updates that.
fn changes(
    known: &mut [(Arc<str>, Value)],
    tree: &TreeInstance<()>,
    globals: &Globals,
) -> BTreeMap<String, Written> {
    let mut changed = BTreeMap::new();
    for (name, known) in known {
        if let Some(now) = tree.variable(globals, name)
            && now != known
        {
            known.clone_from(now);
            changed.insert(name.to_string(), Written(now.clone()));
        }
    }
    changed
}

/// Returns an event as cases write it. The text of an error is not part of the contract.
fn told(program: &Program<()>, event: &TraceEvent) -> Vec<String> {
    let id = |node: &NodeIndex| program.id(*node).to_string();
    let (what, node, more) = match event {
        TraceEvent::Start(node) => ("start", id(node), None),
        TraceEvent::Update(node, status) => ("update", id(node), Some(status.to_string())),
        TraceEvent::End(node, status) => ("end", id(node), Some(status.to_string())),
        TraceEvent::Check(node, status) => ("check", id(node), Some(status.to_string())),
        TraceEvent::Abort { conditional, scope } => ("abort", id(conditional), Some(id(scope))),
        TraceEvent::Log(node, text) => ("log", id(node), Some(text.to_string())),
        TraceEvent::Mark(node, text) => ("mark", id(node), Some(text.to_string())),
        TraceEvent::Error(node, _) => ("error", id(node), None),
        TraceEvent::Beside(beside) => {
            let (tree, what) = &**beside;
            let (what, more) = match what {
                BesideEvent::Started => ("tree-start", None),
                BesideEvent::Ended(status) => ("tree-end", Some(status.to_string())),
                BesideEvent::Log(text) => ("tree-log", Some(text.to_string())),
                BesideEvent::Mark(text) => ("tree-mark", Some(text.to_string())),
                BesideEvent::Error(_) => ("tree-error", None),
            };
            (what, tree.to_string(), more)
        }
    };
    [what.to_owned(), node].into_iter().chain(more).collect()
}

/// The events that vectors list.
const OF_VECTORS: [&str; 5] = ["start", "update", "end", "check", "abort"];

/// Compares a frame of an agent with what is expected.
fn compare(form: &Form, expected: &Observed, seen: &Observed) -> Result<(), String> {
    let mut events: Vec<&Vec<String>> = seen.events.iter().collect();
    if *form == Form::Vector {
        events.retain(|event| OF_VECTORS.contains(&&*event[0]));
    }
    let longest = expected.events.len().max(events.len());
    for place in 0..longest {
        let (expected, seen) = (expected.events.get(place), events.get(place).copied());
        if expected != seen {
            let place = place + 1;
            return Err(format!(
                "event {place}: expected {expected:?}, found {seen:?}"
            ));
        }
    }
    if expected.status != seen.status {
        let (expected, seen) = (expected.status, seen.status);
        return Err(format!("expected {expected:?}, found {seen:?}"));
    }
    if expected.stacks != seen.stacks {
        let (expected, seen) = (&expected.stacks, &seen.stacks);
        return Err(format!("expected stacks {expected:?}, found {seen:?}"));
    }
    if *form != Form::Vector && expected.variables != seen.variables {
        let (expected, seen) = (&expected.variables, &seen.variables);
        return Err(format!("expected variables {expected:?}, found {seen:?}"));
    }
    Ok(())
}
