//! What can be asked of a run.

use treewright_core::ids::NodeId;
use treewright_core::runtime::Status;
use treewright_core::value::Value;

/// Running the document in front.
#[derive(Clone, Debug)]
pub enum RunAction {
    /// Runs on, or pauses.
    Toggle,
    /// Moves through the run.
    Walk(Walk),
    /// Says how fast runs go and how much they keep.
    Set(RunSetting),
    /// Ends the run and begins it anew, with the same seed or another one.
    Restart {
        /// Whether random choices are drawn anew.
        other_seed: bool,
    },
    /// Writes a text about the run to a file that the user chooses.
    Export {
        /// The name that is proposed.
        name: String,
        /// What the file will hold.
        text: String,
    },
    /// Asks where to save the run, and writes it there.
    Save,
    /// Asks for a recording, and shows the first frame in which it differs from the run.
    Compare,
    /// Ends the run.
    Stop,
    /// Adds an instance of the tree.
    AddAgent,
    /// Takes the agent that is shown out of the run.
    RemoveAgent,
    /// Puts the keyboard where a frame's number can be typed.
    TypeFrame,
    /// Writes a variable before the next frame.
    SetVariable(String, Value),
    /// Answers a stand-in that asks, or forces a leaf's next result.
    Answer(NodeId, Status),
    /// The same for the leaf that is selected, else for the first one that asks.
    AnswerNext(Status),
    /// Goes to the next leaf that asks.
    NextAsking,
}

/// A way through a run: to another frame, another event, another agent.
#[derive(Clone, Debug)]
pub enum Walk {
    /// Shows the next frame: one that is recorded, or a new one.
    Step,
    /// Shows the frame before.
    StepBack,
    /// Shows one event more of the frame.
    StepEvent,
    /// Shows one event less.
    StepEventBack,
    /// Goes on until the task that starts next, or the selected one, has ended.
    StepOver,
    /// Goes on until the selected node starts.
    RunToNode,
    /// Shows a frame, and runs until there if it has not been run yet.
    RunToFrame(u64),
    /// Shows the nearest recorded frame.
    GoTo(u64),
    /// Shows a frame with only so many of an agent's events.
    GoToEvent {
        /// The frame.
        frame: u64,
        /// The number of the agent.
        agent: u64,
        /// How many events have happened.
        events: usize,
    },
    /// Takes back the frames that were left for another way.
    TakeBack,
    /// Shows the agent after the one that is shown.
    NextAgent,
    /// Shows the agent with this number.
    ShowAgent(u64),
}

impl Walk {
    /// Whether it runs the tree where nothing runs yet.
    pub fn starts(&self) -> bool {
        matches!(
            self,
            Self::Step | Self::StepEvent | Self::StepOver | Self::RunToNode | Self::RunToFrame(_)
        )
    }
}

/// How fast runs go and how much they keep.
#[derive(Clone, Copy, Debug)]
pub enum RunSetting {
    /// Seconds of game time each second of real time.
    Speed(f64),
    /// Whether it goes as fast as it can.
    FullSpeed(bool),
    /// Seconds of game time each frame.
    TimeStep(f64),
    /// Whether a frame lasts as long as the window's.
    RealTimeStep(bool),
    /// How many megabytes the past of a run may take.
    RecordingMegabytes(u32),
}
