//! Where a run stops by itself: at the breakpoints of its trees, which are compiled for their programs and checked in each frame, and at its goal. A frame is always run
//! as a whole and then shown up to the event.

use std::sync::Arc;

use treewright_core::ids::NodeId;
use treewright_core::model::Document;
use treewright_core::project::Project;
use treewright_core::runtime::{AgentId, NodeIndex};
use treewright_core::trace::{TraceEvent, Write};
use treewright_core::{Argument, Message, Program, ToArgument as _};
use treewright_insight::breakpoint::{Breakpoint, BreakpointHit, BreakpointSet, NodeEvent, StopAt};
use treewright_insight::recording::{AgentFrame, FrameRecord, RunInput};

use super::{DocumentId, RunSession};
use crate::i18n;
use crate::i18n::said;
use crate::workspace::run_view::{LogEntry, LogKind, StopKind, StopView};

/// Where a run is to stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// At the end of this frame.
    Frame(u64),
    /// Where this node starts.
    Start(NodeId),
    /// Where this node has ended or was interrupted.
    End(NodeId),
}

/// A position within a frame where a run stops.
struct StopPosition {
    agent: AgentId,
    /// How many of the agent's events happen before.
    events: usize,
    /// The breakpoint, or `None` for the goal.
    breakpoint: Option<PauseRecord>,
}

impl RunSession {
    /// Shows the first stop in a frame after the position `after`. Returns whether there is one.
    pub(super) fn stop_in(&mut self, frame: u64, after: Option<(AgentId, usize)>) -> bool {
        if let Some(stop) = self.first_stop(frame, after) {
            self.agent = stop.agent;
            let goal = self.goal.clone();
            self.show_inside(frame, stop.agent, stop.events);
            if let Some(hit) = stop.breakpoint {
                let (of, kind) = ((Some(stop.agent), self.shown_tree()), LogKind::Breakpoint);
                self.log_now(of, kind, hit.node.clone(), hit.text.clone());
                self.stopped(StopKind::Breakpoint(hit.text), hit.node);
            } else if let Some(goal) = goal {
                self.moment.after_event = matches!(goal, Goal::End(_));
                self.arrived(goal);
            }
            return true;
        }
        let goal = self.goal.clone();
        let goal = goal.filter(|goal| matches!(goal, Goal::Frame(goal) if frame >= *goal));
        let Some(goal) = goal else { return false };
        self.show(frame);
        self.arrived(goal);
        true
    }

    /// Notes that the run has stopped at its goal.
    fn arrived(&mut self, goal: Goal) {
        match goal {
            Goal::Frame(_) => self.stopped(StopKind::Frame, None),
            Goal::Start(node) => self.stopped(StopKind::Start, Some(node)),
            Goal::End(node) => self.stopped(StopKind::End, Some(node)),
        }
    }

    /// Notes that the run has stopped by itself at the shown moment.
    pub(super) fn stopped(&mut self, kind: StopKind, node: Option<NodeId>) {
        let frame = self.recording.frame();
        self.stop = Some(StopView { kind, node, frame });
        self.is_stop_new = true;
    }

    /// Returns where and why the run has just stopped by itself, once.
    pub fn take_new_stop(&mut self) -> Option<StopView> {
        let is_new = std::mem::take(&mut self.is_stop_new);
        self.stop.clone().filter(|_| is_new)
    }

    fn first_stop(&self, frame: u64, after: Option<(AgentId, usize)>) -> Option<StopPosition> {
        let record = self.recording.record(frame)?;
        let only_shown = self.breakpoints.only_shown_agent;
        let stops = |part: &&AgentFrame| !only_shown || part.agent == self.agent;
        for part in record.agents.iter().filter(stops) {
            // The stop at the current position was handled. After a goal was reached, the very next event may be the next goal.
            let (hits_from, goal_from) = match after {
                Some((agent, _)) if part.agent < agent => continue,
                Some((agent, events)) if part.agent == agent => {
                    (events + 1, events + usize::from(!self.moment.after_event))
                }
                _ => (0, 0),
            };
            let hit = self.first_hit_from(frame, part.agent, hits_from);
            let goal = self.goal_in(part, goal_from);
            let hit = hit.filter(|hit| goal.is_none_or(|goal| hit.events <= goal));
            let events = hit.map_or(goal, |hit| Some(hit.events));
            if let Some(events) = events {
                return Some(StopPosition {
                    agent: part.agent,
                    events,
                    breakpoint: hit.cloned(),
                });
            }
        }
        None
    }

    /// Returns the position where the goal node starts or has ended.
    fn goal_in(&self, part: &AgentFrame, from: usize) -> Option<usize> {
        if self.trees.of_program(part.program) != self.goal_tree {
            return None;
        }
        let (program, places) = self.program_of(part);
        let is = |node: NodeIndex, goal: &NodeId| places.shown(program, node) == *goal;
        let mut events = part.events.iter().enumerate().skip(from);
        events.find_map(|(place, event)| match (event, &self.goal) {
            (TraceEvent::Start(node), Some(Goal::Start(goal))) if is(*node, goal) => Some(place),
            (TraceEvent::End(node, _), Some(Goal::End(goal))) if is(*node, goal) => Some(place + 1),
            _ => None,
        })
    }
}

/// The number of all agents of other trees where a tree's breakpoints are checked: they see the same shared variables.
const OTHERS: u64 = u64::MAX;

/// How many breakpoint hits are kept in the run history.
const MAX_HITS: usize = 100_000;

/// A breakpoint hit.
#[derive(Clone)]
pub(super) struct PauseRecord {
    pub frame: u64,
    pub agent: AgentId,
    /// The tree in whose list the breakpoint is; that of the agent, unless it wrote a shared variable.
    tree: usize,
    /// How many of the agent's events happen before.
    pub events: usize,
    /// The document's node that represents the location.
    pub node: Option<NodeId>,
    /// The condition that was met.
    pub at: StopAt,
    /// The log message.
    pub text: Message,
}

#[derive(Default)]
pub(super) struct RunBreakpoints {
    /// In the order of the run's trees.
    trees: Vec<TreeBreakpoints>,
    /// The frame after the last check; differs from the shown one if the user has moved to another frame.
    checked_after: u64,
    /// Breakpoint hits of the recorded frames, ascending.
    pub hits: Vec<PauseRecord>,
    /// Whether only the shown agent stops the run.
    pub only_shown_agent: bool,
}

/// An agent, and the hit of a breakpoint in the list of this tree.
pub(super) type TreeHit = (AgentId, (usize, BreakpointHit));

/// The breakpoints of a tree.
#[derive(Default)]
struct TreeBreakpoints {
    list: Vec<Breakpoint>,
    revision: Option<u64>,
    armory: BreakpointSet,
}

/// Returns what the log says of a hit of a breakpoint: that it stops here, at the node with this title, for which time.
pub(in crate::workspace) fn hit_text(
    document: &Document,
    at: &StopAt,
    title: Option<Argument>,
    number: u64,
) -> Message {
    let starts = matches!(at, StopAt::Node(_, NodeEvent::Start));
    if let Some(title) = title.filter(|_| starts) {
        return said("log.breakpoint", vec![("node", title)]);
    }
    let what = i18n::breakpoint(document, at).to_argument();
    let arguments = vec![("what", what), ("count", number.to_argument())];
    said("log.breakpoint_hit", arguments)
}

impl RunBreakpoints {
    fn of(&mut self, tree: usize) -> &mut TreeBreakpoints {
        if self.trees.len() <= tree {
            self.trees.resize_with(tree + 1, TreeBreakpoints::default);
        }
        &mut self.trees[tree]
    }

    fn is_empty(&self) -> bool {
        self.trees.iter().all(|tree| tree.armory.is_empty())
    }
}

impl RunSession {
    /// Sets whether only the shown agent stops the run, at breakpoints and goals, or any agent.
    pub fn set_only_shown_agent_stops(&mut self, only_shown: bool) {
        self.breakpoints.only_shown_agent = only_shown;
    }

    /// Applies the breakpoints of a document, if they have changed. `project` is its own.
    pub fn set_breakpoints(
        &mut self,
        document: DocumentId,
        revision: u64,
        list: impl FnOnce() -> Vec<Breakpoint>,
        project: &Project<'_>,
    ) {
        let Some(tree) = self.trees.of_document(Some(document)) else {
            return;
        };
        let own = self.breakpoints.of(tree);
        if own.revision.replace(revision) == Some(revision) {
            return;
        }
        let before = std::mem::replace(&mut own.list, list());
        let list = own.list.clone();
        let hits = &mut self.breakpoints.hits;
        hits.retain(|hit| {
            let mut own = list.iter().filter(|b| b.enabled && b.stops());
            hit.tree != tree || own.any(|b| b.at == hit.at)
        });
        self.arm(tree, project);
        if self.recording.frame() > 0 {
            // The condition of a new breakpoint may hold already; only its becoming true counts.
            self.breakpoints.checked_after = u64::MAX;
        }
        if self.is_inside_the_last_frame() {
            let is_new = |b: &Breakpoint| b.enabled && b.stops() && !before.contains(b);
            let new = list.iter().enumerate().filter(|(_, b)| is_new(b));
            let new: Vec<usize> = new.map(|(i, _)| i).collect();
            self.check_rest_of_frame(tree, &new, project);
        }
    }

    /// Finds where these new breakpoints stop the rest of the partly shown last frame, which was run before they existed. Those that count hits
    /// or have conditions begin with the next frame: they depend on all that happened before.
    fn check_rest_of_frame(&mut self, tree: usize, new: &[usize], project: &Project<'_>) {
        let frame = self.recording.frame();
        let record = self.recording.record(frame).cloned();
        let Some((record, position)) = record.zip(self.recording.inside()) else {
            return;
        };
        let parts = record.agents.iter();
        for part in parts
            .filter(|part| self.trees.of_program(part.program) == tree)
            .collect::<Vec<_>>()
        {
            for (place, event) in part.events.iter().enumerate() {
                for &index in new {
                    let Some(hit) = self.plain_hit((tree, index), part.program, (place, event))
                    else {
                        continue;
                    };
                    if (part.agent, hit.events) > position {
                        self.record_hit(frame, (part.agent, part.program), (tree, hit), project);
                    }
                }
            }
        }
        let hits = &mut self.breakpoints.hits;
        let first = hits.partition_point(|hit| hit.frame < frame);
        hits[first..].sort_by_key(|hit| (hit.agent, hit.events));
    }

    /// Returns the hit of a breakpoint that only waits for a node to start or end, if this event is that.
    fn plain_hit(
        &self,
        (tree, index): (usize, usize),
        program: usize,
        (place, event): (usize, &TraceEvent),
    ) -> Option<BreakpointHit> {
        let breakpoint = &self.breakpoints.trees[tree].list[index];
        let is_plain = breakpoint.condition.is_none() && breakpoint.from_hit <= 1;
        let StopAt::Node(id, kind) = &breakpoint.at else {
            return None;
        };
        let (node, events) = match (event, kind) {
            (TraceEvent::Start(node), NodeEvent::Start) => (*node, place),
            (TraceEvent::End(node, _), NodeEvent::End(None)) => (*node, place + 1),
            (TraceEvent::End(node, status), NodeEvent::End(Some(awaited))) if status == awaited => {
                (*node, place + 1)
            }
            _ => return None,
        };
        let mapping = &self.mappings[program];
        let in_document = mapping.in_document(&self.recording.programs()[program], node);
        let is_meant = is_plain && in_document.as_ref() == Some(id);
        is_meant.then_some(BreakpointHit {
            breakpoint: index,
            events,
            node: Some(node),
            number: 1,
            message: None,
        })
    }

    /// Compiles the breakpoints of a tree for the program that its agents run. `project` is its own.
    pub(super) fn arm(&mut self, tree: usize, project: &Project<'_>) {
        let Some(number) = self.current_program(tree) else {
            return;
        };
        let program = self.recording.programs()[number].clone();
        let places = self.mappings[number].clone();
        let own = self.breakpoints.of(tree);
        let elsewhere = |node: &NodeIndex| {
            places.in_document(&program, *node).is_none()
                && places
                    .node(project, &program, *node)
                    .is_some_and(|node| node.breakpoint)
        };
        // Breakpoints of other files are known only by the flags of their nodes.
        let elsewhere = program.indices().filter(elsewhere);
        let elsewhere = elsewhere.map(|node| Breakpoint::on_start(program.id(node).clone()));
        let all: Vec<Breakpoint> = own.list.iter().cloned().chain(elsewhere).collect();
        let count = own.list.len();
        let at = |id: &NodeId| {
            let of_document: Vec<NodeIndex> = places.of(&program, id).collect();
            if of_document.is_empty() && all[count..].iter().any(|b| b.node() == Some(id)) {
                return program.index(id).into_iter().collect();
            }
            of_document
        };
        own.armory.prepare(&all, &program, &at);
    }

    /// Checks the breakpoints before a new frame runs.
    pub(super) fn check_before_frame(&mut self) -> Vec<TreeHit> {
        let mut hits = Vec::new();
        if self.breakpoints.is_empty() {
            return hits;
        }
        let shown = self.recording.frame();
        let mut breakpoints = std::mem::take(&mut self.breakpoints);
        let has_moved = breakpoints.checked_after != shown;
        let recording = &self.recording;
        let read = |agent| move |name: &str| recording.variable(agent, name).cloned();
        for (tree, own) in breakpoints.trees.iter_mut().enumerate() {
            let armory = &mut own.armory;
            if armory.is_empty() {
                continue;
            }
            let agents = || {
                let all = recording.agent_programs().iter();
                let own = all.filter(|(_, of)| self.trees.of_program(*of) == tree);
                own.map(|(agent, _)| agent)
            };
            if has_moved {
                armory.forget_from(shown + 1);
                for agent in agents() {
                    armory.reset_conditions(agent.number(), &read(agent));
                }
            }
            for agent in agents() {
                let set = recording.pending().iter().filter_map(|input| match input {
                    RunInput::Set {
                        agent: of, name, ..
                    } if *of == agent => Some(name.clone()),
                    _ => None,
                });
                let set: Vec<Arc<str>> = set.collect();
                let new = armory.before_frame(agent.number(), shown + 1, &set, &read(agent));
                hits.extend(new.into_iter().map(|hit| (agent, (tree, hit))));
            }
            hits.extend(self.hits_before_by_others((tree, armory), has_moved));
        }
        self.breakpoints = breakpoints;
        hits
    }

    /// Checks the breakpoints of a tree for shared variables that were set for agents of other trees.
    fn hits_before_by_others(
        &self,
        (tree, armory): (usize, &mut BreakpointSet),
        has_moved: bool,
    ) -> Vec<TreeHit> {
        if self.trees.all().len() < 2 {
            return Vec::new();
        }
        let recording = &self.recording;
        let shared = self.shared_with(tree);
        let set = recording.pending().iter().filter_map(|input| match input {
            RunInput::Set { agent, name, .. } => {
                let number = recording.program_number_of(*agent)?;
                let is_other = self.trees.of_program(number) != tree;
                (is_other && shared(number, name)).then(|| (*agent, name.clone()))
            }
            _ => None,
        });
        let set: Vec<(AgentId, Arc<str>)> = set.collect();
        let by = set
            .first()
            .map_or(recording.first_agent(), |(agent, _)| *agent);
        let names: Vec<Arc<str>> = set.into_iter().map(|(_, name)| name).collect();
        let read = |name: &str| {
            let mut agents = recording.agent_programs().iter();
            let sharing = agents.find(|(_, number)| shared(*number, name));
            recording.variable(sharing?.0, name).cloned()
        };
        if has_moved {
            armory.reset_conditions(OTHERS, &read);
        }
        let hits = armory.before_frame(OTHERS, recording.frame() + 1, &names, &read);
        hits.into_iter().map(|hit| (by, (tree, hit))).collect()
    }

    /// Returns whether a program of another tree shares a variable with this tree.
    fn shared_with(&self, tree: usize) -> impl Fn(usize, &str) -> bool + '_ {
        let programs = self.recording.programs();
        let own = self.current_program(tree);
        move |number, name| {
            let both = [Some(number), own].into_iter();
            let mut both = both.map(|number| Some(&programs[number?]));
            both.all(|program| program.is_some_and(|program| program.is_global(name)))
        }
    }

    /// Checks the breakpoints after a frame was run: records where it stops, and logs the messages of log-only breakpoints.
    pub(super) fn check_after_frame(
        &mut self,
        record: &Arc<FrameRecord>,
        before: Vec<TreeHit>,
        project: &Project<'_>,
    ) {
        self.breakpoints.checked_after = record.frame;
        if self.breakpoints.is_empty() {
            return;
        }
        let mut hits = before;
        let mut breakpoints = std::mem::take(&mut self.breakpoints);
        for (tree, own) in breakpoints.trees.iter_mut().enumerate() {
            if !own.armory.is_empty() {
                hits.extend(self.hits_in(record, (tree, &mut own.armory)));
            }
        }
        self.breakpoints = breakpoints;
        hits.sort_by_key(|(agent, (_, hit))| (*agent, hit.events));
        for (agent, hit) in hits {
            let program = record
                .of(agent)
                .map_or(record.default_program, |of| of.program);
            self.record_hit(record.frame, (agent, program), hit, project);
        }
    }

    /// Returns the hits of a tree's breakpoints in a frame: by its agents, and by writes of others to variables that they share.
    fn hits_in(
        &self,
        record: &FrameRecord,
        (tree, armory): (usize, &mut BreakpointSet),
    ) -> Vec<TreeHit> {
        let shared = self.shared_with(tree);
        let mut hits = Vec::new();
        for part in &record.agents {
            let events = &part.events[..];
            let new = if self.trees.of_program(part.program) == tree {
                let program = Some(&*self.recording.programs()[part.program]);
                let seen = (events, &part.writes[..]);
                armory.after_frame(part.agent.number(), record.frame, program, seen)
            } else {
                let writes = part.writes.iter();
                let writes = writes.filter(|write| shared(part.program, &write.variable));
                let writes: Vec<Write> = writes.cloned().collect();
                if writes.is_empty() {
                    continue;
                }
                let no_program = None::<&Program<()>>;
                armory.after_frame(OTHERS, record.frame, no_program, (events, &writes))
            };
            hits.extend(new.into_iter().map(|hit| (part.agent, (tree, hit))));
        }
        hits
    }

    /// Records a hit of an agent that runs the program of this number.
    fn record_hit(
        &mut self,
        frame: u64,
        (agent, number): (AgentId, usize),
        (list, hit): (usize, BreakpointHit),
        project: &Project<'_>,
    ) {
        let (program, mapping) = (&self.recording.programs()[number], &self.mappings[number]);
        let project = self.trees.project(number, project);
        let tree = self.trees.of_program(number);
        let node = hit.node.map(|node| mapping.shown(program, node));
        if let Some(text) = hit.message {
            return self.log.put(LogEntry {
                frame,
                events: hit.events,
                kind: LogKind::Log,
                agent: Some(agent.number()),
                tree,
                node,
                text: text.into(),
            });
        }
        let title = hit
            .node
            .map(|node| mapping.title_argument(&project, program, node));
        let breakpoint = self.breakpoints.trees[list].list.get(hit.breakpoint);
        let at = if let Some(breakpoint) = breakpoint {
            breakpoint.at.clone()
        } else {
            // The breakpoint is in another file.
            let Some(node) = hit.node else { return };
            let id = program.id(node).clone();
            StopAt::Node(id, NodeEvent::Start)
        };
        let text = hit_text(project.document, &at, title, hit.number);
        if self.breakpoints.hits.len() >= MAX_HITS {
            self.breakpoints.hits.drain(..MAX_HITS / 10);
        }
        self.breakpoints.hits.push(PauseRecord {
            frame,
            agent,
            tree: list,
            events: hit.events,
            node,
            at,
            text,
        });
    }

    /// Returns the first breakpoint hit of an agent in a frame, at or after a position.
    pub(super) fn first_hit_from(
        &self,
        frame: u64,
        agent: AgentId,
        from: usize,
    ) -> Option<&PauseRecord> {
        let hits = &self.breakpoints.hits;
        let first = hits.partition_point(|hit| hit.frame < frame);
        let of_frame = hits[first..].iter().take_while(|hit| hit.frame == frame);
        let mut later = of_frame.filter(|hit| hit.agent == agent && hit.events >= from);
        later.next()
    }

    /// Returns how often the breakpoint at an index of the list was hit that the document has which has the run.
    pub(super) fn hits_of(&self, place: usize) -> u64 {
        let own = self.breakpoints.trees.get(self.trees.home);
        own.map_or(0, |own| own.armory.hits(place))
    }

    /// Removes and returns the breakpoint hits after a frame, which are no longer part of the current way.
    pub(super) fn split_off_hits(&mut self, frame: u64) -> Vec<PauseRecord> {
        let hits = &mut self.breakpoints.hits;
        let kept = hits.partition_point(|hit| hit.frame <= frame);
        hits.split_off(kept)
    }
}
