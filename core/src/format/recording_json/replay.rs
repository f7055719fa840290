//! Doing again what a file says, frame by frame, and seeing that it comes out as it stands there.

use std::sync::Arc;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::MAX_NODES;
use super::done::{self, Again, DoneFile};
#[cfg(feature = "schema")]
use super::frame;
use super::frame::FrameLine;
use super::head::{self, Setup};
use super::sources::{Sources, Unpacked};
use crate::compile::Compiled;
use crate::diagnostic::TextPosition;
use crate::format::json_text::{self, explain};
use crate::format::scenario_json::MAX_FRAMES;
#[cfg(feature = "schema")]
use crate::format::schema;
use crate::format::{FormatError, FormatErrorKind};
use crate::limits::{FILE_BYTES, RECORDING_BYTES};
use crate::recording::{FrameRecord, Recording};

/// A file of which a part was run again.
pub struct Replay<'a> {
    rest: &'a str,
    /// The line that was read last, counted from 1.
    line: usize,
    /// What its first line says.
    pub setup: Setup,
    /// The run so far.
    pub recording: Recording,
    /// The files of each of the recording's programs.
    pub sources: Vec<Sources>,
    /// The same, read, with what came of compiling them.
    pub programs: Vec<(Unpacked, Compiled<()>)>,
    /// The line that is cut off at the end, if one is: whoever wrote it was interrupted.
    pub cut_off: Option<usize>,
}

/// A frame: what was done before it, what happened in it, and where trees stood after it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "frame")
)]
pub(super) struct Line<'a> {
    /// Its number, counted from 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = MAX_FRAMES)))]
    frame: u64,
    /// Seconds that it lasted, where that is not what the head says.
    #[serde(borrow)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::Seconds>"))]
    dt: Option<&'a RawValue>,
    /// What was done before it, in order.
    #[serde(borrow, default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<DoneFile<'a>>>"))]
    did: Vec<DoneFile<'a>>,
    /// The number of the first agent that is there, unless it is 0.
    #[serde(rename = "agent")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<u64>"))]
    _agent: Option<IgnoredAny>,
    /// Running until the frame in which the root ended; then, and after it, how it ended.
    #[serde(rename = "status")]
    #[cfg_attr(feature = "schema", schemars(with = "schema::StatusName"))]
    _status: IgnoredAny,
    /// What happened for that agent, in order.
    #[serde(rename = "events")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<frame::Event<'a>>"))]
    _events: IgnoredAny,
    /// The run stacks of its tree after the frame, each from its bottom to its top.
    #[serde(rename = "stacks")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Vec<String>>"))]
    _stacks: IgnoredAny,
    /// The other agents.
    #[serde(rename = "agents")]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "Option<Vec<frame::AgentPart<'a>>>")
    )]
    _agents: Option<IgnoredAny>,
}

/// Reads a whole file.
///
/// # Errors
/// Says what is wrong and in which line.
pub fn read(bytes: &[u8]) -> Result<Replay<'_>, FormatError> {
    let mut replay = Replay::begin(bytes)?;
    while replay.step()?.is_some() {}
    Ok(replay)
}

impl<'a> Replay<'a> {
    /// Reads what was run; no frame is run yet.
    ///
    /// # Errors
    /// Says what is wrong and in which line.
    pub fn begin(bytes: &'a [u8]) -> Result<Self, FormatError> {
        if bytes.len() > RECORDING_BYTES {
            return Err(too_large(bytes.len(), RECORDING_BYTES));
        }
        // What was interrupted may end within a letter.
        let end = bytes.iter().rposition(|byte| *byte == b'\n');
        let (whole, tail) = bytes.split_at(end.map_or(0, |end| end + 1));
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(_) if !whole.is_empty() && std::str::from_utf8(tail).is_err() => decode(whole)?,
            Err(_) => decode(bytes)?,
        };
        let is_cut_off = text.len() < bytes.len();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
        if first.trim().is_empty() {
            return Err(FormatError::new(FormatErrorKind::Empty));
        }
        check_length(first).map_err(|error| at(1, error))?;
        let setup = head::read(first).map_err(|error| at(1, error))?;
        let unpacked = setup.sources.unpack().map_err(|error| at(1, error))?;
        let compiled = unpacked.compile(&setup.leaves);
        let program = compiled.program.clone().ok_or_else(|| at(1, nothing()))?;
        Ok(Self {
            recording: Recording::new(program, setup.seed),
            sources: vec![setup.sources.clone()],
            programs: vec![(unpacked, compiled)],
            cut_off: is_cut_off.then(|| 1 + text.matches('\n').count()),
            line: 1,
            rest,
            setup,
        })
    }

    /// Runs the next frame; none after the last one.
    ///
    /// # Errors
    /// Says what is wrong and in which line.
    pub fn step(&mut self) -> Result<Option<Arc<FrameRecord>>, FormatError> {
        let Some(text) = self.next_line() else {
            return Ok(None);
        };
        let is_unfinished = self.rest.is_empty() && text.end_of_file;
        match self.run_line(text.line) {
            Ok(record) => Ok(Some(record)),
            Err(error) if is_unfinished && is_of_json(&error) => {
                self.cut_off = Some(self.line);
                Ok(None)
            }
            Err(error) => Err(at(self.line, error)),
        }
    }

    fn next_line(&mut self) -> Option<NextLine<'a>> {
        loop {
            if self.rest.is_empty() {
                return None;
            }
            let split = self.rest.split_once('\n');
            let end_of_file = split.is_none();
            let (line, rest) = split.unwrap_or((self.rest, ""));
            self.rest = rest;
            self.line += 1;
            if !line.trim().is_empty() {
                return Some(NextLine { line, end_of_file });
            }
        }
    }

    fn run_line(&mut self, text: &str) -> Result<Arc<FrameRecord>, FormatError> {
        check_length(text)?;
        let line: Line<'_> = serde_json::from_str(text).map_err(|error| explain(text, &error))?;
        let next = self.recording.last_frame() + 1;
        if line.frame != next {
            let message = format!("frame {next} should stand here, not frame {}", line.frame);
            return Err(wrong(message));
        }
        if next > MAX_FRAMES {
            let message = format!("a run has at most {MAX_FRAMES} frames");
            return Err(wrong(message));
        }
        let dt = line.dt.map_or(Ok(self.setup.dt), head::seconds)?;
        let before = self.recording.program_number();
        for (place, done) in line.did.into_iter().enumerate() {
            self.do_again(done).map_err(|error| FormatError {
                path: format!("did[{place}]"),
                ..error
            })?;
        }
        let record = self.recording.step(dt).clone();
        let came_out = FrameLine::of(&self.recording, &record, before, &self.sources);
        if is_other(text.trim_end(), &came_out.write(self.setup.dt)) {
            let kind = FormatErrorKind::OtherRun { frame: next };
            return Err(FormatError::new(kind));
        }
        Ok(record)
    }

    fn do_again(&mut self, done: DoneFile<'_>) -> Result<(), FormatError> {
        let again = done::read(done, self.recording.program()).map_err(wrong)?;
        match again {
            Again::Happening(happening) => {
                let done = self.recording.happens(happening);
                done.map_err(|error| wrong(error.to_string()))?;
            }
            Again::Swap(sources) => {
                let unpacked = sources.unpack()?;
                let compiled = unpacked.compile(&self.setup.leaves);
                let program = compiled.program.clone().ok_or_else(nothing)?;
                self.recording.swap(program);
                self.sources.push(sources);
                self.programs.push((unpacked, compiled));
            }
        }
        let nodes = self.recording.program().len() * self.recording.agents().len();
        if nodes > MAX_NODES {
            let message = format!("the trees of all agents have at most {MAX_NODES} nodes");
            return Err(wrong(message));
        }
        Ok(())
    }
}

struct NextLine<'a> {
    line: &'a str,
    /// No line break follows.
    end_of_file: bool,
}

/// Whether a line says something else; blanks and the order of fields say nothing.
fn is_other(line: &str, came_out: &str) -> bool {
    if line == came_out {
        return false;
    }
    let parse = |text| serde_json::from_str::<serde_json::Value>(text).ok();
    parse(line) != parse(came_out)
}

fn is_of_json(error: &FormatError) -> bool {
    matches!(
        error.kind,
        FormatErrorKind::Truncated | FormatErrorKind::Syntax { .. }
    )
}

fn decode(bytes: &[u8]) -> Result<&str, FormatError> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Ok(text);
    }
    // It is of no use, and small enough to say where.
    json_text::decode(bytes)
}

fn check_length(line: &str) -> Result<(), FormatError> {
    if line.len() > FILE_BYTES {
        return Err(too_large(line.len(), FILE_BYTES));
    }
    Ok(())
}

fn too_large(bytes: usize, limit: usize) -> FormatError {
    FormatError::new(FormatErrorKind::TooLarge { bytes, limit })
}

fn nothing() -> FormatError {
    wrong("there is nothing to run in it: its tree has no root".to_owned())
}

fn wrong(message: String) -> FormatError {
    FormatError::new(FormatErrorKind::WrongField { message })
}

/// An error in this line of the file.
fn at(line: usize, error: FormatError) -> FormatError {
    let column = error.position.map_or(1, |position| position.column);
    FormatError {
        position: Some(TextPosition { line, column }),
        ..error
    }
}
