//! Explains why a node ended or does not run: the decisive events of a recorded run, as a chain of reasons. Knows programs and
//! traces, but neither how a run was recorded nor the titles of nodes.

mod background;
mod chosen;
mod decided;
mod ended;
mod explain;
mod further;
mod history;
mod no_abort;
mod recorded;
mod sentence;
mod settings;
mod values;

pub use background::{BackgroundRun, BackgroundStop};
pub use decided::{Decided, decided_by};
pub use explain::why_excluded;
pub use history::{EventPosition, Frames, Moment};
pub use no_abort::NoAbort;
pub use recorded::AgentPast;
pub use sentence::{Names, TEXTS};
pub use settings::NodeSetting;
use std::sync::Arc;

use treewright_core::runtime::{ChoiceRule, World};
use treewright_core::runtime::{EndStatus, NodeIndex, Outcome, Status};
use treewright_core::{Message, Program, TreeInstance};
pub use values::{
    AnswerSource, Arrival, Heard, KeyUse, KeyUser, KnownWrite, OtherNode, Reading, Sender,
    ValueOrigin,
};

use self::history::History;

/// The maximum length of a chain; deeper reasons are omitted.
pub const MAX_STEPS: usize = 100;

/// One link of a chain: a fact about a node, and the event that caused it.
#[derive(Clone, Debug, PartialEq)]
pub struct ReasonStep {
    /// The node.
    pub node: NodeIndex,
    /// The event that decided it; `None` if no event of the run did.
    pub place: Option<EventPosition>,
    /// The fact.
    pub fact: Fact,
}

/// A fact about a node.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// It runs, since the event of the step.
    Runs(StartReason),
    /// It ran then, since the event of the step, and ended in the same frame.
    Ran(StartReason),
    /// It returned a result.
    Ended(Outcome, ResultReason),
    /// It was interrupted.
    Interrupted(InterruptionReason),
    /// An ancestor runs but is not at the branch that contains the node.
    NotReached {
        /// The deepest running ancestor.
        parent: NodeIndex,
        /// The child at which it is instead; `None` if it runs no child.
        at: Option<NodeIndex>,
        /// Whether the parent runs its children in order, so that the node's branch follows after `at`.
        later: bool,
    },
    /// An ancestor ended without reaching the branch that contains the node.
    PassedOver {
        /// The deepest ancestor that had started.
        parent: NodeIndex,
        /// How it ended.
        status: EndStatus,
    },
    /// This parent continues after the node ended.
    GoesOn {
        /// The child that it runs; `None` if it runs no child.
        at: Option<NodeIndex>,
    },
    /// What decided was a value that a node read. The step is about the node that wrote it, else about the reader.
    Value(Reading),
    /// The value that decided is another one since, up to the frame that was asked about.
    Since(Reading),
    /// What decided was no variable.
    Source(AnswerSource),
    /// The node decided by these settings.
    Settings(Vec<NodeSetting>),
    /// How the background tree ran that the node started, stopped or asked about.
    Background(BackgroundRun),
    /// The node that was asked about is one of this background tree.
    InBackground(Arc<str>),
    /// It aborted nothing.
    NoAbort(NoAbort),
    /// The whole tree ended with this status, or was stopped.
    TreeEnded(EndStatus),
    /// The tree began again after it had ended with this status, or was restarted.
    BeganAgain {
        /// How it had ended.
        status: EndStatus,
        /// The node that restarted it; `None` if none did.
        by: Option<NodeIndex>,
    },
    /// The tree has not run yet.
    NotStarted,
    /// It has not run in the known frames, and what it did before them is not known.
    NotKnown,
}

impl Fact {
    /// Returns the end that caused this end: its node, event and status. `None` if no other end did.
    fn causing_end(&self) -> Option<(NodeIndex, EventPosition, EndStatus)> {
        match *self {
            Self::Ended(
                _,
                ResultReason::Child {
                    child: node,
                    status,
                    place,
                }
                | ResultReason::AllChildren {
                    child: node,
                    status,
                    place,
                },
            )
            | Self::Interrupted(InterruptionReason::Ancestor {
                ancestor: node,
                status,
                place,
            }) => Some((node, place, status.into())),
            _ => None,
        }
    }
}

/// How a running node was started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartReason {
    /// It is the root.
    WithTheTree,
    /// An abort by this conditional made its parent continue with it.
    AfterAbort(NodeIndex),
    /// Its parent continued with it after this child ended.
    AfterSibling(NodeIndex, EndStatus),
    /// Its parent started it.
    ByItsParent,
    /// Its parent runs it again after it returned this.
    Again(Outcome),
    /// Its parent chose it.
    Chosen(ChoiceRule),
    /// It started before the first recorded frame.
    BeforeTheRecord,
}

/// Why a node returned its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResultReason {
    /// It is a leaf that returned this result.
    Answered,
    /// It is a leaf that reported an error.
    Error(Message),
    /// It is a guard whose condition was false.
    GuardRefused,
    /// This child ended.
    Child {
        /// The child.
        child: NodeIndex,
        /// Its result.
        status: Outcome,
        /// The event at which it ended.
        place: EventPosition,
    },
    /// All its children had ended with this result, this one last.
    AllChildren {
        /// The last child.
        child: NodeIndex,
        /// The result of the children.
        status: Outcome,
        /// The event at which the last child ended.
        place: EventPosition,
    },
    /// It decided when it was started, without running a child.
    OnEntering,
    /// It was interrupted by its key, which also interrupted its child.
    Key,
    /// Its own rule, such as a time limit.
    OwnRule,
    /// It had started before the first recorded frame, and what had happened until then decided, too.
    NotKnown,
}

/// Why a node was interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InterruptionReason {
    /// A conditional abort fired.
    Abort {
        /// The conditional whose result changed.
        conditional: NodeIndex,
        /// Its new result.
        answer: Status,
        /// The composite whose running descendants were interrupted.
        scope: NodeIndex,
        /// The child with which the scope continued.
        target: NodeIndex,
        /// The event of the abort.
        place: EventPosition,
    },
    /// An ancestor ended.
    Ancestor {
        /// The ancestor.
        ancestor: NodeIndex,
        /// Its result.
        status: Outcome,
        /// The event at which it ended.
        place: EventPosition,
    },
    /// An earlier child of a parent that reevaluates its children each frame returned Running.
    Overtaken {
        /// The parent.
        parent: NodeIndex,
        /// The earlier child.
        by: NodeIndex,
    },
    /// An ancestor switched to another child.
    Switched {
        /// The ancestor.
        parent: NodeIndex,
        /// The other child.
        to: NodeIndex,
    },
    /// An ancestor was interrupted by its key.
    Key {
        /// The ancestor.
        by: NodeIndex,
    },
    /// The tree was stopped or restarted.
    TreeStopped {
        /// The node that did it; `None` if none did.
        by: Option<NodeIndex>,
    },
    /// Unknown: the recording does not contain the reason.
    Unknown,
}

/// Returns why a node is in its state at a moment of a run: why it ended, why it is not running, or since when it runs. The first
/// step is the answer; each further step is the reason of the one before.
///
/// ```
/// # use treewright_core::compile::{GameTasks, compile};
/// # use treewright_core::library::NodeLibrary;
/// # use treewright_core::model::{DocumentBuilder, Node};
/// # use treewright_core::runtime::Globals;
/// # use treewright_core::trace::FrameRecorder;
/// # use treewright_core::TreeInstance;
/// # use treewright_insight::why;
/// let mut builder = DocumentBuilder::new("Guard");
/// let root = builder.root(Node::new("n1", "Sequence")).unwrap();
/// builder.child(&root, Node::new("n2", "Fail")).unwrap();
/// builder.child(&root, Node::new("n3", "Succeed")).unwrap();
/// let program = compile(&builder.finish(), &NodeLibrary::builtin(), &GameTasks::<()>::new()).program.unwrap();
///
/// let mut instance = TreeInstance::new(program.clone(), 0);
/// let mut recorder = FrameRecorder::default();
/// let status = instance.tick_traced(&mut (), &mut Globals::default(), 1.0, &mut recorder).unwrap();
/// let frames = [recorder.take_frame(&instance, status)];
///
/// let last = program.index(&"n3".into()).unwrap();
/// let steps = why::why(&program, &frames[..], why::Moment::after(1), last);
/// let told: Vec<String> = steps.iter().map(|s| s.told(&program, &|n| program.id(n).to_string()).to_string()).collect();
/// assert_eq!(told[0], "`n3` was not reached: `n1` returned Failure first");
/// assert_eq!(told[1], "`n1` returned Failure because `n2` returned Failure");
/// assert_eq!(told[2], "`n2` returned Failure");
/// ```
pub fn why<W: World + ?Sized>(
    program: &Program<W>,
    frames: &(impl Frames + ?Sized),
    moment: Moment,
    node: NodeIndex,
) -> Vec<ReasonStep> {
    let history = History {
        program,
        frames,
        moment,
    };
    let mut steps = history.explain(node);
    steps.truncate(MAX_STEPS);
    steps
}

/// Returns why nothing is recorded of the nodes of a background tree, and how that tree ran up to a moment.
pub fn why_in_background<W: World + ?Sized>(
    program: &Program<W>,
    frames: &(impl Frames + ?Sized),
    moment: Moment,
    tree: &Arc<str>,
) -> Vec<ReasonStep> {
    let history = History {
        program,
        frames,
        moment,
    };
    history.in_background(tree)
}

/// Returns the reasons of a step where its chain ends: why the node that wrote a value ran then, why a running node was started. Empty for what has no
/// reason within the run: an input, a random choice, a timer, an answer of the game, or the start of the tree.
pub fn why_further<W: World + ?Sized>(
    program: &Program<W>,
    frames: &(impl Frames + ?Sized),
    step: &ReasonStep,
) -> Vec<ReasonStep> {
    let moment = Moment::after(step.place.map_or(0, |place| place.frame));
    let history = History {
        program,
        frames,
        moment,
    };
    let mut steps = history.further(step);
    steps.truncate(MAX_STEPS);
    steps
}

/// Returns where the value of a variable at the end of a moment's frame comes from.
pub fn why_value<W: World + ?Sized>(
    program: &Program<W>,
    frames: &(impl Frames + ?Sized),
    moment: Moment,
    variable: &str,
) -> Vec<ReasonStep> {
    let history = History {
        program,
        frames,
        moment,
    };
    history.value(variable).into_iter().collect()
}

/// Returns on what an event of a frame depended, where a condition decided: the values that it read, or what else its answer depended on. Empty for other
/// events.
pub fn why_event<W: World + ?Sized>(
    program: &Program<W>,
    frames: &(impl Frames + ?Sized),
    place: EventPosition,
) -> Vec<ReasonStep> {
    let moment = Moment::after(place.frame);
    let history = History {
        program,
        frames,
        moment,
    };
    let mut steps = history.decided(place);
    steps.truncate(MAX_STEPS);
    steps
}

/// Returns why a condition aborts nothing at the end of a frame; `None` for nodes that are no conditions. `instance` is the tree at that moment.
pub fn why_no_abort<W: World + ?Sized>(
    instance: &TreeInstance<W>,
    program: &Program<W>,
    frames: &(impl Frames + ?Sized),
    moment: Moment,
    node: NodeIndex,
) -> Option<ReasonStep> {
    let history = History {
        program,
        frames,
        moment,
    };
    history.no_abort(instance, node)
}

/// Returns why a node of another agent, or of a program that ran before, ran at the event at which it wrote a value or sent an event. `program` and `frames`
/// are those of that agent.
pub fn why_other<W: World + ?Sized>(
    program: &Program<W>,
    frames: &(impl Frames + ?Sized),
    other: &OtherNode,
) -> Vec<ReasonStep> {
    let history = History {
        program,
        frames,
        moment: Moment::after(other.place.frame),
    };
    vec![history.ran_at(other.node, other.place)]
}

/// Follows each step to its reasons, and these to theirs, without repeating any. `further` returns the reasons of a step, `step` what identifies it.
pub fn to_the_end<T>(
    mut steps: Vec<T>,
    further: impl Fn(&T) -> Vec<T>,
    step: impl Fn(&T) -> &ReasonStep,
) -> Vec<T> {
    let mut at = 0;
    while at < steps.len() && steps.len() < MAX_STEPS {
        let more = further(&steps[at]).into_iter();
        let is_new = |one: &T| steps.iter().all(|told| step(told) != step(one));
        let more: Vec<T> = more.filter(is_new).collect();
        at += 1;
        steps.splice(at..at, more);
    }
    steps
}

#[cfg(test)]
mod laws;
#[cfg(test)]
mod tests;
