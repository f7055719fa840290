//! Texts for scenarios: what they expect, what happened instead, and why one cannot be run or recorded.

use treewright_core::runtime::Status;
use treewright_core::value::Value;
use treewright_insight::scenario::{
    ConversionError, DifferenceSubject, Ending, Fact, Mark, MarkSubject, NodeState,
    ScenarioDifference, ScenarioError, ShownNode,
};

use super::Texts;
use super::stand_in_words;
use crate::host::scenario_runner::ScenarioUnusable;

/// Returns the title of a node by its name in a scenario.
pub type NodeTitle<'a> = &'a dyn Fn(&str) -> String;

impl Texts {
    /// Describes an expectation that was not met: the frame, what was expected and what was found.
    pub fn scenario_difference(&self, difference: &ScenarioDifference) -> String {
        let what = self.what_differs(&difference.what);
        self.in_frame(difference.frame, &what)
    }

    /// Describes what a scenario expects in a frame.
    pub fn scenario_fact(&self, frame: u64, fact: &Fact, title: NodeTitle<'_>) -> String {
        let text = match fact {
            Fact::NoAborts(frames) => {
                let (from, to) = (frames.from.to_string(), frames.to.to_string());
                return self.tr_with("scenarios.fact.no_aborts", &[("from", &from), ("to", &to)]);
            }
            Fact::Status(status) => {
                let status = self.status(*status);
                self.tr_with("scenarios.fact.status", &[("status", &status)])
            }
            Fact::Node(node, state) => {
                let state = self.node_state(*state);
                self.tr_with(
                    "scenarios.fact.node",
                    &[("node", &title(node)), ("state", &state)],
                )
            }
            Fact::Ended(node, Ending::None) => {
                self.tr_with("scenarios.fact.not_ended", &[("node", &title(node))])
            }
            Fact::Ended(node, ending) => {
                let ending = self.ending(*ending);
                self.tr_with(
                    "scenarios.fact.ended",
                    &[("node", &title(node)), ("ending", &ending)],
                )
            }
            Fact::Running(nodes) if nodes.is_empty() => {
                self.tr("scenarios.fact.nothing_runs").into_owned()
            }
            Fact::Running(nodes) => {
                let nodes = self.titles(nodes.iter().map(|name| &**name), title);
                self.tr_with("scenarios.fact.running", &[("nodes", &nodes)])
            }
            Fact::Variable(name, value) => {
                let value = self.value(value);
                self.tr_with(
                    "scenarios.fact.variable",
                    &[("name", name), ("value", &value)],
                )
            }
            Fact::Aborts(aborts) if aborts.is_empty() => {
                self.tr("scenarios.fact.aborts_none").into_owned()
            }
            Fact::Aborts(aborts) => {
                let nodes = self.titles(aborts.iter().map(|abort| &*abort.conditional), title);
                self.tr_with("scenarios.fact.aborts", &[("nodes", &nodes)])
            }
        };
        self.in_frame(frame, &text)
    }

    /// Lists the titles of nodes.
    fn titles<'n>(&self, names: impl Iterator<Item = &'n str>, title: NodeTitle<'_>) -> String {
        self.list(&names.map(title).collect::<Vec<_>>())
    }

    /// Writes the value of a variable. Booleans are words, as in the blackboard.
    pub fn value(&self, value: &Value) -> String {
        match value {
            Value::Bool(true) => self.tr("value.true").into_owned(),
            Value::Bool(false) => self.tr("value.false").into_owned(),
            other => other.to_string(),
        }
    }

    /// Names the subject of marks, as the title of their lane. `title` returns the title of a node.
    pub fn mark_subject(&self, subject: &MarkSubject, title: NodeTitle<'_>) -> String {
        let of_node = |key: &str, node: &str| self.tr_with(key, &[("node", &title(node))]);
        match subject {
            MarkSubject::Duration => self.tr("scenarios.lane.duration").into_owned(),
            MarkSubject::Seed => self.tr("scenarios.lane.seed").into_owned(),
            MarkSubject::Set(name) | MarkSubject::Variable(name) => name.to_string(),
            MarkSubject::Event(name) => self.tr_with("scenarios.lane.event", &[("name", name)]),
            MarkSubject::Interrupt(key) => {
                self.tr_with("scenarios.lane.interrupt", &[("key", key)])
            }
            MarkSubject::Answer(leaf) => of_node("scenarios.lane.answer", leaf),
            MarkSubject::Force(leaf) => of_node("scenarios.lane.force", leaf),
            MarkSubject::Status => self.tr("scenarios.lane.status").into_owned(),
            MarkSubject::Running => self.tr("scenarios.lane.running").into_owned(),
            MarkSubject::Node(node) => title(node),
            MarkSubject::Ended(node) => of_node("scenarios.lane.ended", node),
            MarkSubject::Aborts => self.tr("scenarios.lane.aborts").into_owned(),
            MarkSubject::NoAborts => self.tr("scenarios.lane.no_aborts").into_owned(),
        }
    }

    /// Describes a mark in its lane, in a word or a value; empty where the lane says everything.
    pub fn mark_in_lane(&self, mark: &Mark, title: NodeTitle<'_>) -> String {
        match mark {
            Mark::Duration(seconds) => {
                let seconds = seconds.to_string();
                self.tr_with("scenarios.mark.seconds", &[("seconds", &seconds)])
            }
            Mark::Seed(seed) => seed.to_string(),
            Mark::Set(_, value) => self.value(value),
            Mark::Event(event) => {
                let payload = event.payload.as_ref();
                payload
                    .map(|payload| self.value(payload))
                    .unwrap_or_default()
            }
            Mark::Answer(_, status) | Mark::Force(_, status) => self.status(*status),
            Mark::StandIn(_, stand_in) => stand_in_words::sentence(self, stand_in, false),
            Mark::Interrupt(interruption) => self.status(interruption.result.into()),
            Mark::Expect(fact) => self.fact_in_lane(fact, title),
        }
    }

    /// Describes a fact in the lane of its subject.
    pub fn fact_in_lane(&self, fact: &Fact, title: NodeTitle<'_>) -> String {
        match fact {
            Fact::Status(status) => self.status(*status),
            Fact::Node(_, state) => self.node_state(*state),
            Fact::Ended(_, ending) => self.ending(*ending),
            Fact::Running(nodes) if nodes.is_empty() => self.tr("scenarios.mark.nothing").into(),
            Fact::Running(nodes) => self.titles(nodes.iter().map(|name| &**name), title),
            Fact::Variable(_, value) => self.value(value),
            Fact::Aborts(aborts) if aborts.is_empty() => self.tr("scenarios.mark.nothing").into(),
            Fact::Aborts(aborts) => {
                self.titles(aborts.iter().map(|abort| &*abort.conditional), title)
            }
            Fact::NoAborts(range) => {
                let (from, to) = (range.from.to_string(), range.to.to_string());
                self.tr_with("scenarios.mark.frames", &[("from", &from), ("to", &to)])
            }
        }
    }

    /// Describes a mark with its frame, for screen readers.
    pub fn scenario_mark(&self, frame: u64, mark: &Mark, title: NodeTitle<'_>) -> String {
        if let Mark::Expect(fact) = mark {
            return self.scenario_fact(frame, fact, title);
        }
        let lane = self.mark_subject(&mark.subject(), title);
        let value = self.mark_in_lane(mark, title);
        let key = match mark {
            Mark::Set(..) => "scenarios.mark.set",
            _ if value.is_empty() => "scenarios.mark.alone",
            _ => "scenarios.mark.other",
        };
        let what = self.tr_with(key, &[("lane", &lane), ("value", &value)]);
        self.in_frame(frame, &what)
    }

    /// Describes why a scenario cannot be run.
    pub fn scenario_unusable(&self, why: &ScenarioUnusable) -> String {
        match why {
            ScenarioUnusable::Read(error) => self.read_error(error),
            ScenarioUnusable::Format(error) => self.format_error(error),
            ScenarioUnusable::Reference(error) => {
                let reason = self.reference_error(error);
                self.tr_with("scenarios.no_tree", &[("reason", &reason)])
            }
            ScenarioUnusable::Tree(error) => {
                let reason = self.read_error(error);
                self.tr_with("scenarios.no_tree", &[("reason", &reason)])
            }
            ScenarioUnusable::Misfit(error) => self.scenario_error(error),
        }
    }

    /// Describes why a scenario does not match its tree.
    pub fn scenario_error(&self, error: &ScenarioError) -> String {
        self.visible(&error.message())
    }

    /// Describes why no scenario can be made from a run.
    pub fn not_recorded(&self, why: ConversionError) -> String {
        match why {
            ConversionError::NothingHappened => self.tr("scenarios.nothing_happened").into_owned(),
            ConversionError::SeveralAgents => self.tr("scenarios.several_agents").into_owned(),
            ConversionError::UnwritableValue { frame, name } => {
                let frame = frame.to_string();
                let arguments = [("frame", &*frame), ("name", &*name)];
                self.tr_with("scenarios.unwritable_value", &arguments)
            }
            ConversionError::BeginningForgotten(frame) => {
                let frame = frame.to_string();
                self.tr_with("scenarios.beginning_forgotten", &[("frame", &frame)])
            }
        }
    }

    fn in_frame(&self, frame: u64, what: &str) -> String {
        let frame = frame.to_string();
        self.tr_with("scenarios.in_frame", &[("frame", &frame), ("what", what)])
    }

    fn status(&self, status: Status) -> String {
        self.node_state(status.into())
    }

    fn ending(&self, ending: Ending) -> String {
        match ending {
            Ending::Success => self.node_state(NodeState::Success),
            Ending::Failure => self.node_state(NodeState::Failure),
            Ending::Interrupted => self.node_state(NodeState::Interrupted),
            Ending::None => self.tr("scenarios.state.none").into_owned(),
        }
    }

    /// Names the state of a node in a word.
    pub fn node_state(&self, state: NodeState) -> String {
        let key = match state {
            NodeState::Idle => "scenarios.state.idle",
            NodeState::Running => "scenarios.state.running",
            NodeState::Success => "scenarios.state.success",
            NodeState::Failure => "scenarios.state.failure",
            NodeState::Interrupted => "scenarios.state.interrupted",
        };
        self.tr(key).into_owned()
    }

    fn shown_node(&self, node: &ShownNode) -> String {
        format!("`{}` ({})", self.argument(&node.title), node.id)
    }

    fn what_differs(&self, what: &DifferenceSubject) -> String {
        match what {
            DifferenceSubject::TreeStatus { expected, found } => {
                let (expected, found) = (self.status(*expected), self.status(*found));
                let arguments = [("expected", &*expected), ("found", &*found)];
                self.tr_with("scenarios.differs.status", &arguments)
            }
            DifferenceSubject::NodeState {
                node,
                expected,
                found,
                since,
            } => {
                let (expected, found) = (self.node_state(*expected), self.node_state(*found));
                let since = since.to_string();
                let arguments = [
                    ("node", &*self.shown_node(node)),
                    ("expected", &*expected),
                    ("found", &*found),
                    ("since", &*since),
                ];
                match since.as_str() {
                    "0" => self.tr_with("scenarios.differs.node_idle", &arguments[..2]),
                    _ => self.tr_with("scenarios.differs.node", &arguments),
                }
            }
            DifferenceSubject::Ended {
                node,
                expected,
                found,
            } => {
                let (expected, found) = (self.ending(*expected), self.ending(*found));
                let arguments = [
                    ("node", &*self.shown_node(node)),
                    ("expected", &*expected),
                    ("found", &*found),
                ];
                self.tr_with("scenarios.differs.ended", &arguments)
            }
            DifferenceSubject::Variable {
                name,
                expected,
                found,
            } => {
                let (expected, found) = (self.value(expected), self.value(found));
                let arguments = [
                    ("name", &**name),
                    ("expected", &*expected),
                    ("found", &*found),
                ];
                self.tr_with("scenarios.differs.variable", &arguments)
            }
            other => self.what_differs_in_runs(other),
        }
    }

    /// Continues [`Self::what_differs`] with running nodes and aborts.
    fn what_differs_in_runs(&self, what: &DifferenceSubject) -> String {
        match what {
            DifferenceSubject::NotRunning { node, running } if running.is_empty() => self.tr_with(
                "scenarios.differs.nothing_runs",
                &[("node", &self.shown_node(node))],
            ),
            DifferenceSubject::NotRunning { node, running } => {
                let running = running.iter().map(|node| self.shown_node(node));
                let running = self.list(&running.collect::<Vec<_>>());
                let arguments = [("node", &*self.shown_node(node)), ("running", &*running)];
                self.tr_with("scenarios.differs.not_running", &arguments)
            }
            DifferenceSubject::AlsoRunning { node } => self.tr_with(
                "scenarios.differs.also_running",
                &[("node", &self.shown_node(node))],
            ),
            DifferenceSubject::NoAbort { conditional, asked } => {
                let arguments = [("node", &*self.shown_node(conditional))];
                match asked {
                    Some(status) => {
                        let result = self.truth(status.name());
                        let arguments = [arguments[0], ("answer", &*result)];
                        self.tr_with("scenarios.differs.no_abort", &arguments)
                    }
                    None => self.tr_with("scenarios.differs.not_watched", &arguments),
                }
            }
            DifferenceSubject::UnexpectedAbort { conditional, scope } => {
                let arguments = [
                    ("node", &*self.shown_node(conditional)),
                    ("scope", &*self.shown_node(scope)),
                ];
                self.tr_with("scenarios.differs.unexpected_abort", &arguments)
            }
            DifferenceSubject::AbortScope {
                conditional,
                expected,
                found,
            } => {
                let arguments = [
                    ("node", &*self.shown_node(conditional)),
                    ("expected", &*self.shown_node(expected)),
                    ("found", &*self.shown_node(found)),
                ];
                self.tr_with("scenarios.differs.abort_scope", &arguments)
            }
            other => other.to_string(),
        }
    }
}
