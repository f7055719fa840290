//! Actions on a run.

use std::path::PathBuf;
use std::sync::Arc;

use treewright_core::ids::NodeId;
use treewright_core::runtime::Status;
use treewright_core::value::Value;
use treewright_insight::occurrence::Sought;
use treewright_insight::recording::WayId;
use treewright_session::workspace::run_session::Wish;

use super::agent_action::AgentAction;

/// Runs the active document.
#[derive(Clone, Debug)]
pub enum RunAction {
    /// Continues or pauses the run.
    Toggle,
    Walk(Walk),
    /// Changes the speed and memory settings of runs.
    Set(RunSetting),
    /// Restarts the run.
    Restart {
        /// Whether to draw a new random seed.
        other_seed: bool,
    },
    /// Writes a text about the run to a file that the user chooses.
    Export {
        /// The suggested file name.
        name: String,
        /// The contents of the file.
        text: String,
    },
    /// Asks for a path, and writes a recording of the run there.
    Save,
    /// Asks for a recording, and shows the first frame in which it differs from the run.
    Compare,
    /// Shows the newest frame of a run that goes on elsewhere, and every one that comes.
    FollowNewest,
    /// Ends the run. Panels show it until the next one starts. One that goes on elsewhere is only left.
    Stop,
    /// Continues with the run that was stopped last.
    Reopen,
    Agents(AgentAction),
    /// Focuses the frame number field.
    FocusFrameField,
    /// Writes a variable before the next frame.
    SetVariable(String, Value),
    /// Sends an event before the next frame.
    SendEvent {
        name: Arc<str>,
        payload: Option<Value>,
        /// Whether all agents receive it, or only the shown one.
        to_all: bool,
    },
    /// Shows the events that can be sent, and focuses the first.
    FocusEvents,
    /// Shows the variables of this use of a subtree, by its id in the program; `None` follows the selection and the run.
    ShowUse(Option<NodeId>),
    /// Answers a stand-in that asks, or forces a leaf's next result.
    Answer(NodeId, Status),
    /// Like `Answer`, for the selected leaf, or for the first one that asks.
    AnswerNext(Status),
    /// Goes to the next leaf that asks.
    NextAsking,
    /// Shows the line of the timeline in which is chosen what to find in time.
    ChooseSought,
    /// Looks for this from now on, or for nothing.
    Seek(Option<Sought>),
    /// Looks for this from now on, and goes to the nearest frame in which it happened.
    GoToSought(Sought),
    /// Restarts the run with the tree as it is now, and lets all recorded inputs happen again.
    RestartWithInputs,
    Way(WayAction),
    Takes(TakesAction),
}

/// Searches what it would take that something happens.
#[derive(Clone, Debug)]
pub enum TakesAction {
    /// Asks what it would take in the shown frame.
    Ask(Wish),
    /// Asks so about the selected node.
    AskOfSelected,
    /// Asks about an expectation of the scenario in this file, which is played to this frame.
    AskOfScenario(PathBuf, u64, Wish),
    /// Searches changes of inputs in this number of frames, up to the shown one.
    Frames(u64),
    Cancel,
    /// Makes the change with this number on a way of its own.
    Try(usize),
}

/// Changes the ways of a run.
#[derive(Clone, Debug)]
pub enum WayAction {
    /// Shows what differs between the current way and this one; `None` for the one that was left last.
    Compare(Option<WayId>),
    /// Makes a way the current one.
    Switch(WayId),
    /// Names a way, or removes its name.
    Name(WayId, String),
    Forget(WayId),
    /// Makes a way the only one.
    KeepOnly(WayId),
}

/// A step through a run: to another frame, event or agent.
#[derive(Clone, Debug)]
pub enum Walk {
    /// Shows the next recorded frame, or runs a new one.
    Step,
    /// Shows the previous frame.
    StepBack,
    /// Shows one more event of the frame.
    StepEvent,
    /// Shows one event less of the frame.
    StepEventBack,
    /// Continues until the task that starts next, or the selected one, has ended.
    StepOver,
    /// Continues until the innermost branch has ended that holds the selected node, or the one where the run has stopped.
    StepOut,
    /// Continues until the selected node starts.
    RunToNode,
    /// Shows a frame, and runs up to it if necessary.
    RunToFrame(u64),
    /// Shows the nearest recorded frame.
    GoTo(u64),
    /// Shows a frame after its first `events` events of an agent.
    GoToEvent {
        frame: u64,
        /// The number of the agent.
        agent: u64,
        events: usize,
    },
    /// Shows the next or previous frame in which happened what is looked for.
    Found { forward: bool },
    /// Makes the way that was left last the current one.
    RestoreDiscarded,
    /// Leaves the frames after the shown one, and lets their inputs happen again up to the last one that was recorded.
    RepeatRecorded,
    /// Lets what was recorded later not happen again.
    DropRecorded,
    /// Shows the next agent.
    NextAgent,
    /// Shows the agent with this number.
    ShowAgent(u64),
}

impl Walk {
    /// Whether it starts a run if there is none.
    pub fn starts(&self) -> bool {
        matches!(
            self,
            Self::Step
                | Self::StepEvent
                | Self::StepOver
                | Self::StepOut
                | Self::RunToNode
                | Self::RunToFrame(_)
                | Self::RepeatRecorded
        )
    }
}

/// Settings of speed and memory of runs.
#[derive(Clone, Copy, Debug)]
pub enum RunSetting {
    /// Seconds of game time per second of real time.
    Speed(f64),
    /// Whether to run as fast as possible.
    FullSpeed(bool),
    /// Seconds of game time per frame.
    TimeStep(f64),
    /// Whether a frame lasts as long as a frame of the window.
    RealTimeStep(bool),
    /// The memory limit of the run history, in megabytes.
    RecordingMegabytes(u32),
}
