//! Writes the recording of a run, to a file or to the terminal. Shows nothing to people.

use std::io::{self, Write as _};
use std::path::Path;

use treewright_core::format::WriteError;
use treewright_insight::recording::{FrameRecord, Recording};
use treewright_insight::recording_json::{FileBudget, Setup, Sources, frame_line, head};
use treewright_insight::scenario::{Scenario, ScenarioRun};
use treewright_session::host::files::{FileDraft, SaveError};

use crate::Streams;
use crate::input::Tree;

/// The recording of a run.
pub struct Trace {
    /// What is run; `None` if nothing is recorded.
    setup: Option<Setup>,
    lines: Lines,
}

/// Writes the lines of a recording.
pub struct Lines {
    /// `None` for the terminal.
    file: Option<FileDraft>,
    room: FileBudget,
}

/// Why a line is not recorded.
pub enum NotRecorded {
    /// The file would exceed the limit for reading recordings.
    Full,
    /// The file cannot be written.
    File(SaveError),
}

/// The head of the recording: what is run, and with which settings.
pub fn setup(
    file: &Path,
    tree: &Tree,
    run: &ScenarioRun<'_>,
    scenario: &Scenario,
) -> Result<Setup, WriteError> {
    let name = file.file_name().unwrap_or_default();
    Ok(Setup {
        tree: name.to_string_lossy().into_owned(),
        dt: scenario.dt,
        seed: scenario.seed.unwrap_or(tree.document.seed),
        // Cannot fail: the run has found all leaves.
        leaves: run.leaves(tree.program_library()).unwrap_or_default(),
        sources: Sources::of(&tree.project(), tree.library_texts())?,
        added_trees: Vec::new(),
    })
}

impl Trace {
    /// Records nothing.
    pub fn none() -> Self {
        Self {
            setup: None,
            lines: Lines {
                file: None,
                room: FileBudget::default(),
            },
        }
    }

    /// Records to a file; `None` records to the terminal.
    pub fn begin(file: Option<FileDraft>, setup: Setup) -> Result<Self, NotRecorded> {
        let lines = Lines::begin(file, &head(&setup))?;
        let setup = Some(setup);
        Ok(Self { setup, lines })
    }

    /// Writes the head, if the recording goes to the terminal.
    pub fn write_head_to_terminal(&self, streams: &mut Streams<'_>) -> io::Result<()> {
        match (&self.setup, &self.lines.file) {
            (Some(setup), None) => writeln!(streams.out.data(), "{}", head(setup)),
            _ => Ok(()),
        }
    }

    /// Records a frame. The outer error is that of the terminal, the inner one that of the file.
    pub fn frame(
        &mut self,
        streams: &mut Streams<'_>,
        recording: &Recording,
        record: &FrameRecord,
    ) -> io::Result<Result<(), NotRecorded>> {
        match &self.setup {
            None => Ok(Ok(())),
            Some(setup) => {
                // A scenario never changes the program.
                let programs = recording.agent_programs().clone();
                let line = frame_line(recording, record, programs, setup, &[]);
                self.lines.push(streams, &line)
            }
        }
    }

    /// Saves the file.
    pub fn finish(self) -> Result<(), SaveError> {
        self.lines.finish()
    }
}

impl Lines {
    /// Begins with this line, which is written to a file only, not to the terminal.
    pub fn begin(mut file: Option<FileDraft>, first: &str) -> Result<Self, NotRecorded> {
        let mut room = FileBudget::default();
        if !room.takes(first) {
            return Err(NotRecorded::Full);
        }
        if let Some(file) = &mut file {
            writeln!(file, "{first}").map_err(|error| NotRecorded::File(error.into()))?;
        }
        Ok(Self { file, room })
    }

    /// Writes a line. The outer error is that of the terminal, the inner one that of the file.
    pub fn push(
        &mut self,
        streams: &mut Streams<'_>,
        line: &str,
    ) -> io::Result<Result<(), NotRecorded>> {
        if !self.room.takes(line) {
            return Ok(Err(NotRecorded::Full));
        }
        match &mut self.file {
            None => writeln!(streams.out.data(), "{line}").map(Ok),
            Some(file) => {
                let written = writeln!(file, "{line}");
                Ok(written.map_err(|error| NotRecorded::File(error.into())))
            }
        }
    }

    /// Saves the file.
    pub fn finish(self) -> Result<(), SaveError> {
        self.file.map_or(Ok(()), FileDraft::finish)
    }
}
