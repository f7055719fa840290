//! The recording that a run leaves: where it goes, and its lines. Shows nothing to people.

use std::io::{self, Write as _};
use std::path::Path;

use treewright_core::format::WriteError;
use treewright_insight::recording::{FrameRecord, Recording};
use treewright_insight::recording_json::{Room, Setup, Sources, frame_line, head};
use treewright_insight::scenario::{Scenario, ScenarioRun};
use treewright_session::host::files::{Draft, SaveError};

use crate::Streams;
use crate::input::Tree;

/// Where a run is recorded.
pub struct Trace {
    /// What was run; none if nothing is recorded.
    setup: Option<Setup>,
    lines: Lines,
}

/// Where the lines of a recording go, as they come.
pub struct Lines {
    /// None for the terminal.
    file: Option<Draft>,
    room: Room,
}

/// Why a line is not recorded.
pub enum NotTaken {
    /// The file would be larger than those that are read.
    Full,
    /// It cannot be written.
    File(SaveError),
}

/// What is run, and with what.
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
        // The run has found all of them.
        leaves: run.leaves(tree.kinds()).unwrap_or_default(),
        sources: Sources::of(&tree.project(), tree.library_texts())?,
    })
}

impl Trace {
    /// Nothing is recorded.
    pub fn nowhere() -> Self {
        Self {
            setup: None,
            lines: Lines {
                file: None,
                room: Room::default(),
            },
        }
    }

    /// Records into a file, or, with none, to the terminal.
    pub fn begin(file: Option<Draft>, setup: Setup) -> Result<Self, NotTaken> {
        let lines = Lines::begin(file, &head(&setup))?;
        let setup = Some(setup);
        Ok(Self { setup, lines })
    }

    /// Says on the terminal what is run.
    pub fn begin_on_terminal(&self, streams: &mut Streams<'_>) -> io::Result<()> {
        match (&self.setup, &self.lines.file) {
            (Some(setup), None) => writeln!(streams.out.data(), "{}", head(setup)),
            _ => Ok(()),
        }
    }

    /// Takes in a frame that was just run. The inner error is that of the file.
    pub fn frame(
        &mut self,
        streams: &mut Streams<'_>,
        recording: &Recording,
        record: &FrameRecord,
    ) -> io::Result<Result<(), NotTaken>> {
        match &self.setup {
            None => Ok(Ok(())),
            Some(setup) => {
                // A scenario swaps no programs.
                let line = frame_line(recording, record, 0, &[], setup.dt);
                self.lines.push(streams, &line)
            }
        }
    }

    /// Puts the file in its place.
    pub fn finish(self) -> Result<(), SaveError> {
        self.lines.finish()
    }
}

impl Lines {
    /// Begins with this line, which is not shown on the terminal yet.
    pub fn begin(mut file: Option<Draft>, first: &str) -> Result<Self, NotTaken> {
        let mut room = Room::default();
        if !room.takes(first) {
            return Err(NotTaken::Full);
        }
        if let Some(file) = &mut file {
            writeln!(file, "{first}").map_err(|error| NotTaken::File(error.into()))?;
        }
        Ok(Self { file, room })
    }

    /// Takes a line. The inner error is that of the file.
    pub fn push(
        &mut self,
        streams: &mut Streams<'_>,
        line: &str,
    ) -> io::Result<Result<(), NotTaken>> {
        if !self.room.takes(line) {
            return Ok(Err(NotTaken::Full));
        }
        match &mut self.file {
            None => writeln!(streams.out.data(), "{line}").map(Ok),
            Some(file) => {
                let written = writeln!(file, "{line}");
                Ok(written.map_err(|error| NotTaken::File(error.into())))
            }
        }
    }

    /// Puts the file in its place.
    pub fn finish(self) -> Result<(), SaveError> {
        self.file.map_or(Ok(()), Draft::finish)
    }
}
