//! The expectations of a scenario as single facts of single frames, to be listed, compared, added and removed one by one.

use std::sync::Arc;

use treewright_core::runtime::Status;
use treewright_core::value::Value;

use super::{Ending, Expectation, ExpectedAbort, FrameRange, NodeName, NodeState, Scenario};

/// A fact that is expected of a frame, or was observed after it.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// The status of the tree.
    Status(Status),
    /// The state of a node: running, or how it ended last.
    Node(NodeName, NodeState),
    /// How a node ended in this frame.
    Ended(NodeName, Ending),
    /// The exact set of nodes at the tops of the run stacks.
    Running(Vec<NodeName>),
    /// The value of a variable.
    Variable(Arc<str>, Value),
    /// The exact list of aborts in the frame.
    Aborts(Vec<ExpectedAbort>),
    /// No abort fires in these frames.
    NoAborts(FrameRange),
}

impl Expectation {
    /// Returns the expected facts in the order of files.
    pub fn facts(&self) -> impl Iterator<Item = Fact> {
        let nodes = self.nodes.iter();
        let nodes = nodes.map(|(name, state)| Fact::Node(name.clone(), *state));
        let ended = self.ended.iter();
        let ended = ended.map(|(name, ending)| Fact::Ended(name.clone(), *ending));
        let variables = self.variables.iter();
        let variables = variables.map(|(name, value)| Fact::Variable(name.clone(), value.clone()));
        let status = self.status.map(Fact::Status).into_iter();
        let running = self.running.clone().map(Fact::Running);
        let aborts = self.aborts.clone().map(Fact::Aborts);
        (status.chain(nodes).chain(ended).chain(running)).chain(variables.chain(aborts))
    }

    fn put(&mut self, fact: Fact) {
        match fact {
            Fact::Status(status) => self.status = Some(status),
            Fact::Node(name, state) => put(&mut self.nodes, name, state),
            Fact::Ended(name, ending) => put(&mut self.ended, name, ending),
            Fact::Running(names) => self.running = Some(names),
            Fact::Variable(name, value) => put(&mut self.variables, name, value),
            Fact::Aborts(aborts) => self.aborts = Some(aborts),
            Fact::NoAborts(_) => {}
        }
    }

    fn remove(&mut self, fact: &Fact) {
        match fact {
            Fact::Status(_) => self.status = None,
            Fact::Node(name, _) => self.nodes.retain(|(other, _)| other != name),
            Fact::Ended(name, _) => self.ended.retain(|(other, _)| other != name),
            Fact::Running(_) => self.running = None,
            Fact::Variable(name, _) => self.variables.retain(|(other, _)| other != name),
            Fact::Aborts(_) => self.aborts = None,
            Fact::NoAborts(_) => {}
        }
    }
}

/// Sets the value of a name in a list, which it has at most once.
pub(super) fn put<V>(list: &mut Vec<(Arc<str>, V)>, name: Arc<str>, value: V) {
    match list.iter_mut().find(|(other, _)| *other == name) {
        Some((_, old)) => *old = value,
        None => list.push((name, value)),
    }
}

impl Scenario {
    /// Returns all expected facts with their frames; for a range of frames without aborts, the first one.
    pub fn facts(&self) -> impl Iterator<Item = (u64, Fact)> {
        let steps = self.steps.iter();
        let of_steps =
            steps.flat_map(|(frame, step)| step.expect.facts().map(|fact| (*frame, fact)));
        let quiet = self.no_aborts.iter();
        of_steps.chain(quiet.map(|frames| (frames.from, Fact::NoAborts(*frames))))
    }

    /// Expects this fact after a frame. Replaces an expectation of the same subject in that frame, and lengthens the scenario if
    /// necessary.
    pub fn expect(&mut self, frame: u64, fact: Fact) {
        self.frames = self.frames.max(frame);
        if let Fact::NoAborts(frames) = fact {
            self.frames = self.frames.max(frames.to);
            if !self.no_aborts.contains(&frames) {
                self.no_aborts.push(frames);
            }
            return;
        }
        self.steps.entry(frame).or_default().expect.put(fact);
    }

    /// Removes an expected fact, and its step if that becomes empty.
    pub fn forget(&mut self, frame: u64, fact: &Fact) {
        if let Fact::NoAborts(frames) = fact {
            self.no_aborts.retain(|other| other != frames);
        } else if let Some(step) = self.steps.get_mut(&frame) {
            step.expect.remove(fact);
            if *step == super::ScenarioStep::default() {
                self.steps.remove(&frame);
            }
        }
    }

    /// Accepts differences: replaces the expected facts by the facts found.
    pub fn accept(&mut self, differences: &[super::ScenarioDifference]) {
        for difference in differences {
            match &difference.expected {
                Fact::NoAborts(_) => self.allow_aborts(difference.frame),
                Fact::Aborts(_) => {
                    self.allow_aborts(difference.frame);
                    self.expect(difference.frame, difference.found.clone());
                }
                _ => self.expect(difference.frame, difference.found.clone()),
            }
        }
    }

    /// Removes a frame from the ranges in which no abort may fire.
    fn allow_aborts(&mut self, frame: u64) {
        let split = |frames: &FrameRange| {
            let FrameRange { from, to } = *frames;
            if !frames.contain(frame) {
                return [Some(*frames), None];
            }
            let before = (from < frame).then(|| FrameRange {
                from,
                to: frame - 1,
            });
            let after = (frame < to).then(|| FrameRange {
                from: frame + 1,
                to,
            });
            [before, after]
        };
        let parts: Vec<_> = self.no_aborts.iter().flat_map(split).flatten().collect();
        self.no_aborts = parts;
    }
}
