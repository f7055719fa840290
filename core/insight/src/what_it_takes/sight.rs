//! What a trial shows: how near it came to the node that has to be reached, and which answers were given on the way.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::Program;
use treewright_core::runtime::{AgentId, NodeIndex, Status};
use treewright_core::trace::TraceEvent;

use super::Wanted;
use crate::recording::TrialMoment;

/// In how many frames of its answers what a node depends on is changed.
const MOST_FRAMES_OF_ANSWERS: usize = 4;

/// The way to the node that has to be reached.
#[derive(Default)]
pub(super) struct Goal {
    /// The nodes from the root to it; the root alone if there is none.
    path: Vec<NodeIndex>,
    parents: Vec<Option<NodeIndex>>,
    /// The number of each node on the path.
    levels: FxHashMap<NodeIndex, usize>,
    /// The children of each node on the path.
    children: Vec<Vec<NodeIndex>>,
    in_order: Vec<bool>,
    leaves: FxHashSet<NodeIndex>,
    reads: FxHashMap<NodeIndex, Vec<Arc<str>>>,
    hears: FxHashMap<NodeIndex, Vec<Arc<str>>>,
}

/// An answer that may have stood in the way.
pub(super) struct Obstacle {
    pub node: NodeIndex,
    /// The frames in which to change what it depends on.
    pub frames: Vec<u64>,
    /// What it answered last; `None` if it is unknown.
    pub answer: Option<Status>,
    /// How many levels it is above where the run got to.
    pub above: usize,
}

/// What a trial showed.
#[derive(Default)]
pub(super) struct Sight {
    /// The last frame in which each node was active.
    active: FxHashMap<NodeIndex, u64>,
    answers: FxHashMap<NodeIndex, (Vec<u64>, Option<Status>)>,
}

/// How far a trial was from the node: the levels below which nothing was entered, and the children before the next one that were not.
pub(super) type Distance = (usize, usize);

impl Goal {
    pub fn new(program: Option<&Program<()>>, wanted: &Wanted) -> Self {
        let Some(program) = program else {
            return Self::default();
        };
        let top = program.indices().next();
        let Some(node) = wanted.node().or(top) else {
            return Self::default();
        };
        let above = std::iter::successors(Some(node), |at| program.parent(*at));
        let mut path: Vec<NodeIndex> = above.collect();
        path.reverse();
        let nodes = || program.indices();
        let names = |node| program.reads(node).cloned().collect();
        Self {
            parents: nodes().map(|node| program.parent(node)).collect(),
            levels: path.iter().copied().zip(0..).collect(),
            children: path
                .iter()
                .map(|at| program.children(*at).collect())
                .collect(),
            in_order: path.iter().map(|at| program.runs_in_order(*at)).collect(),
            leaves: nodes()
                .filter(|node| program.check_force(*node).is_ok())
                .collect(),
            reads: nodes().map(|node| (node, names(node))).collect(),
            hears: nodes()
                .map(|node| (node, program.hears(node).to_vec()))
                .collect(),
            path,
        }
    }

    fn parent(&self, node: NodeIndex) -> Option<NodeIndex> {
        self.parents.get(node.get()).copied().flatten()
    }

    /// The level of the deepest node on the path that contains a node.
    fn level_of(&self, node: NodeIndex) -> usize {
        let mut above = std::iter::successors(Some(node), |at| self.parent(*at));
        above
            .find_map(|at| self.levels.get(&at).copied())
            .unwrap_or_default()
    }

    pub fn reads(&self, node: NodeIndex, variable: &str) -> bool {
        let read = self.reads.get(&node);
        read.is_some_and(|read| read.iter().any(|name| **name == *variable))
    }

    pub fn hears(&self, node: NodeIndex, event: &str) -> bool {
        let heard = self.hears.get(&node);
        heard.is_some_and(|heard| heard.iter().any(|name| **name == *event))
    }
}

impl Sight {
    /// Notes the events of a frame.
    pub fn note(&mut self, frame: u64, events: &[TraceEvent], goal: &Goal) {
        for event in events {
            let Some(node) = event.node() else { continue };
            match event {
                TraceEvent::Start(_) => self.is_active(frame, node, goal),
                TraceEvent::Update(_, status) => {
                    self.is_active(frame, node, goal);
                    self.answered(frame, node, Some(*status));
                }
                TraceEvent::Check(_, status) => self.answered(frame, node, Some(*status)),
                _ => {}
            }
            let decides = matches!(event, TraceEvent::Start(_))
                && !goal.leaves.contains(&node)
                && goal.reads.get(&node).is_some_and(|read| !read.is_empty());
            if decides {
                self.answered(frame, node, None);
            }
        }
    }

    /// Notes what waits after the last frame: it may answer, or be asked, in each later one.
    pub fn finish(&mut self, moment: &TrialMoment<'_>, agent: AgentId, goal: &Goal) {
        let last = moment.record.frame;
        for node in moment.tops(agent) {
            self.is_active(last, node, goal);
            let since = moment.node(agent, node).since_frame.max(1);
            self.answered(since.min(last), node, None);
            self.answered(since.midpoint(last), node, None);
            self.answered(last, node, None);
        }
        for node in moment.watched(agent) {
            let status = self.answers.get(&node).and_then(|(_, status)| *status);
            self.answered(last, node, status);
        }
    }

    fn is_active(&mut self, frame: u64, node: NodeIndex, goal: &Goal) {
        let mut at = Some(node);
        while let Some(node) = at {
            if self.active.insert(node, frame) == Some(frame) {
                break;
            }
            at = goal.parent(node);
        }
    }

    fn answered(&mut self, frame: u64, node: NodeIndex, status: Option<Status>) {
        let (frames, last) = self.answers.entry(node).or_default();
        frames.push(frame);
        *last = status;
    }

    /// The level of the deepest node on the path that was active.
    fn reached(&self, goal: &Goal) -> Option<usize> {
        goal.path
            .iter()
            .rposition(|node| self.active.contains_key(node))
    }

    pub fn distance(&self, goal: &Goal) -> Distance {
        let Some(level) = self.reached(goal) else {
            return (goal.path.len(), 0);
        };
        let missing = goal.path.len() - 1 - level;
        let Some(next) = goal.path.get(level + 1) else {
            return (missing, 0);
        };
        let children = &goal.children[level];
        let place = children.iter().position(|child| child == next);
        let before = &children[..place.unwrap_or_default()];
        let entered = before
            .iter()
            .rposition(|child| self.active.contains_key(child));
        (
            missing,
            before.len() - entered.map_or(0, |entered| entered + 1),
        )
    }

    /// The answers that may have stood in the way, the nearest to where the run got to first.
    pub fn obstacles(&self, goal: &Goal, (first, last): (u64, u64)) -> Vec<Obstacle> {
        let reached = self.reached(goal).unwrap_or_default();
        let mut asked = self.answers.clone();
        // A parent that chooses among its children may read what their parameters say.
        let chooses = goal.path.get(reached).filter(|_| !goal.in_order[reached]);
        if let Some(chosen) = chooses.and_then(|node| self.active.get(node)) {
            for child in &goal.children[reached] {
                let (frames, _) = asked.entry(*child).or_default();
                let starts = self.answers.get(&goal.path[reached]);
                frames.extend(starts.into_iter().flat_map(|(starts, _)| starts));
                frames.push(*chosen);
            }
        }
        let mut obstacles: Vec<Obstacle> = asked
            .into_iter()
            .map(|(node, (frames, answer))| Obstacle {
                node,
                frames: some_of(frames, (first, last)),
                answer,
                above: reached.saturating_sub(goal.level_of(node)),
            })
            .filter(|obstacle| !obstacle.frames.is_empty())
            .collect();
        // The nodes are numbered in the order in which they run.
        obstacles.sort_by_key(|obstacle| {
            let latest = obstacle.frames.first().copied();
            (obstacle.above, std::cmp::Reverse(latest), obstacle.node)
        });
        obstacles
    }
}

/// A few of these frames, the latest first: the last two, the middle one and the first one.
fn some_of(mut frames: Vec<u64>, (first, last): (u64, u64)) -> Vec<u64> {
    frames.retain(|frame| (first..=last).contains(frame));
    frames.sort_unstable();
    frames.dedup();
    let count = frames.len();
    if count <= MOST_FRAMES_OF_ANSWERS {
        frames.reverse();
        return frames;
    }
    vec![
        frames[count - 1],
        frames[count - 2],
        frames[count / 2],
        frames[0],
    ]
}
