//! Why a node ended, or does not run: the events of a recorded run that decided it, as a chain of reasons.
//! Knows programs and traces; neither how a run was recorded nor what nodes are called.

mod ended;
mod history;
mod sentence;
mod standing;

pub use history::{Frames, Moment, Place};
pub use sentence::TEXTS;
pub use standing::left_out;
use treewright_core::Message;
use treewright_core::runtime::{EndStatus, NodeIndex, Outcome, Program, Status};

use self::history::History;

/// The most steps that a chain has; what lies deeper is left out.
pub const MAX_STEPS: usize = 100;

/// One link of a chain: what is true of a node, and the event that made it so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The node.
    pub node: NodeIndex,
    /// Where it was decided; none if no event of the run did.
    pub place: Option<Place>,
    /// What.
    pub fact: Fact,
}

/// What is true of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// It runs, since the place of the step.
    Runs(Began),
    /// It ended by its own result.
    Ended(Outcome, Cause),
    /// It was interrupted.
    Interrupted(Interrupted),
    /// This parent above it runs and is not at the branch in which the node lies.
    NotReached {
        /// The deepest one above it that runs.
        parent: NodeIndex,
        /// Where that is instead; none if it runs no child.
        at: Option<NodeIndex>,
        /// Whether the parent runs children in their order, and so comes to the node's branch only after `at`.
        later: bool,
    },
    /// This parent above it ended without coming to the branch in which the node lies.
    PassedOver {
        /// The deepest one above it that had started.
        parent: NodeIndex,
        /// How that ended.
        status: EndStatus,
    },
    /// This parent runs on after the node ended.
    GoesOn {
        /// Where; none if it runs no child.
        at: Option<NodeIndex>,
    },
    /// The whole tree ended with this status, or was stopped.
    TreeEnded(EndStatus),
    /// The tree has not run yet.
    NotStarted,
}

/// How a node that runs began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Began {
    /// It is the root.
    WithTheTree,
    /// An abort by this conditional sent its parent to it.
    AfterAbort(NodeIndex),
    /// Its parent went on to it when this child had ended.
    AfterSibling(NodeIndex, EndStatus),
    /// Its parent started it.
    ByItsParent,
    /// Before the first frame that is recorded.
    BeforeTheRecord,
}

/// Why a node ended by its own result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A leaf: that was its answer.
    Answered,
    /// A leaf: it could not do its work.
    Error(Message),
    /// A guard: its condition did not hold.
    GuardRefused,
    /// This child ended.
    Child {
        /// It.
        child: NodeIndex,
        /// How.
        status: Outcome,
        /// Where.
        place: Place,
    },
    /// All its children had ended so, this one last.
    AllChildren {
        /// The last one.
        child: NodeIndex,
        /// How they ended.
        status: Outcome,
        /// Where the last one did.
        place: Place,
    },
    /// It decided as soon as it was entered, without running a child.
    OnEntering,
    /// It was asked to end by its key, which interrupted its child.
    Key,
    /// By its own rule, such as a time limit.
    OwnRule,
}

/// Why a node was interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupted {
    /// A conditional abort fired.
    Abort {
        /// The conditional whose answer changed.
        conditional: NodeIndex,
        /// What it answers now.
        answer: Status,
        /// The composite inside which it interrupted.
        scope: NodeIndex,
        /// The child with which the scope went on.
        target: NodeIndex,
        /// Where it fired.
        place: Place,
    },
    /// A parent above it ended.
    Ancestor {
        /// It.
        ancestor: NodeIndex,
        /// How.
        status: Outcome,
        /// Where.
        place: Place,
    },
    /// An earlier child of a parent that asks its children again each frame answered Running.
    Overtaken {
        /// The parent.
        parent: NodeIndex,
        /// The earlier child.
        by: NodeIndex,
    },
    /// A parent above it changed to another child.
    Switched {
        /// The parent.
        parent: NodeIndex,
        /// The other child.
        to: NodeIndex,
    },
    /// A parent above it was interrupted by its key.
    Key {
        /// That parent.
        by: NodeIndex,
    },
    /// The tree was stopped or restarted.
    TreeStopped,
    /// The record does not say.
    Unknown,
}

/// Why a node does what it does at a moment of a run: why it ended, why it is not running, or since when it runs.
/// The first step answers, and each further one says why the one before it is so.
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
pub fn why<W, B>(
    program: &Program<W, B>,
    frames: &(impl Frames + ?Sized),
    moment: Moment,
    node: NodeIndex,
) -> Vec<Step> {
    let history = History {
        program,
        frames,
        moment,
    };
    let mut steps = history.standing(node);
    steps.truncate(MAX_STEPS);
    steps
}

#[cfg(test)]
mod tests;
