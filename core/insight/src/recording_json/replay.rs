//! Repeats the run of a file, frame by frame, and checks that each line results exactly as it is in the file. The type for
//! reading lines ignores the events, since they result from the run.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read as _};
use std::sync::Arc;

use serde::Deserialize;
use serde::de::IgnoredAny;
use treewright_core::Program;
use treewright_core::compile::Compiled;
use treewright_core::diagnostic::TextPosition;
use treewright_core::format::json::{self, Raw};
use treewright_core::format::json_text::parse_part;
#[cfg(feature = "schema")]
use treewright_core::format::schema;
use treewright_core::format::{FormatError, FormatErrorKind};
use treewright_core::ids::NodeId;
use treewright_core::limits::{FILE_BYTES, RECORDING_BYTES};
use treewright_core::model::StandIn;
use treewright_core::runtime::AgentId;

use super::MAX_NODES;
use super::done::{self, Done, RepeatedInput};
use super::fault::{RecordingFault, wrong};
#[cfg(feature = "schema")]
use super::frame;
use super::frame::frame_line;
use super::head::{self, AddedTree, Setup};
use super::sources::{ParsedSources, Sources};
use crate::recording::{FrameRecord, Recording, RunInput};
use crate::scenario::RecordedAgent;
use crate::scenario_json::MAX_FRAMES;

/// A program with the files that it was compiled from.
pub type CompiledSources = Arc<(ParsedSources, Compiled<()>)>;

/// A file of which some frames have been repeated. Only one line of the file is in memory.
pub struct Replay<'a> {
    lines: Lines<'a>,
    /// The line of the last frame, as written from the repeated run.
    written_line: String,
    /// The content of the first line.
    pub setup: Setup,
    /// The run so far. A memory limit keeps only its last frames.
    pub recording: Recording,
    /// The files of each program of the recording; dropped programs have those of the first one.
    pub sources: Vec<Sources>,
    /// The same files, parsed and compiled.
    pub programs: Vec<CompiledSources>,
    /// The programs whose files are kept, ascending.
    kept: Vec<usize>,
    /// The number of nodes of the trees of all agents.
    nodes: usize,
    /// The number of the incomplete line at the end, if there is one: writing was interrupted.
    pub cut_off: Option<usize>,
}

/// A frame: its inputs, its events, and the run stacks after it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename = "frame")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Line<'a> {
    /// The number of the frame, from 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = MAX_FRAMES)))]
    frame: u64,
    /// The duration in seconds, if it differs from the header.
    #[serde(borrow)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::Seconds>"))]
    dt: Option<Raw<'a>>,
    /// The inputs before the frame, in order.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<Done>>"))]
    did: Vec<Done>,
    /// The number of the first existing agent, unless it is 0.
    #[serde(rename = "agent")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<u64>"))]
    _agent: Option<IgnoredAny>,
    /// Running until the root has ended; from that frame on, how it ended.
    #[serde(rename = "status")]
    #[cfg_attr(feature = "schema", schemars(with = "schema::StatusName"))]
    _status: IgnoredAny,
    /// The events of that agent, in order.
    #[serde(rename = "events")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<frame::Event<'a>>"))]
    _events: IgnoredAny,
    /// The data that its tasks attached to the frame, in order.
    #[serde(rename = "data")]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "Option<Vec<frame::Attached<'a>>>")
    )]
    _data: Option<IgnoredAny>,
    /// How many more data there were that had no room in the frame.
    #[serde(rename = "data_dropped")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<u32>"))]
    _data_dropped: Option<IgnoredAny>,
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

/// Reads a whole file and repeats its run.
///
/// # Errors
/// The first problem, with its line.
pub fn read(bytes: &[u8]) -> Result<Replay<'_>, FormatError> {
    let mut replay = Replay::begin(bytes)?;
    while replay.step()?.is_some() {}
    Ok(replay)
}

impl<'a> Replay<'a> {
    /// Reads the header; no frame is run yet.
    ///
    /// # Errors
    /// The first problem, with its line.
    pub fn begin(bytes: &'a [u8]) -> Result<Self, FormatError> {
        Self::of(bytes)
    }

    /// Like [`Self::begin`], for a file that is read while its frames are run.
    ///
    /// # Errors
    /// The first problem, with its line.
    pub fn of(file: impl BufRead + 'a) -> Result<Self, FormatError> {
        let mut lines = Lines::of(file);
        if !lines.next()? {
            return Err(FormatError::new(FormatErrorKind::Empty));
        }
        let first = lines.text()?;
        let first = first.strip_prefix('\u{feff}').unwrap_or(first);
        if first.trim().is_empty() {
            return Err(FormatError::new(FormatErrorKind::Empty));
        }
        let setup = head::read(first).map_err(|error| at(1, error))?;
        let unpacked = setup.sources.unpack().map_err(|error| at(1, error))?;
        let compiled = unpacked.compile(&setup.leaves);
        let program = compiled.program.clone().ok_or_else(|| at(1, nothing()))?;
        Ok(Self {
            nodes: program.len(),
            recording: Recording::new(program, setup.seed),
            sources: vec![setup.sources.clone()],
            programs: vec![Arc::new((unpacked, compiled))],
            kept: vec![0],
            cut_off: None,
            written_line: String::new(),
            lines,
            setup,
        })
    }

    /// Runs the next frame; returns `None` after the last one.
    ///
    /// # Errors
    /// The first problem, with its line.
    pub fn step(&mut self) -> Result<Option<Arc<FrameRecord>>, FormatError> {
        loop {
            if self.cut_off.is_some() || !self.lines.next()? {
                return Ok(None);
            }
            let bytes = std::mem::take(&mut self.lines.line);
            let is_unfinished = !bytes.ends_with(b"\n");
            let run = match std::str::from_utf8(&bytes) {
                Ok(text) if text.trim().is_empty() => None,
                Ok(text) => Some(self.run_line(text)),
                Err(_) => Some(Err(self.lines.not_utf8(&bytes))),
            };
            self.lines.line = bytes;
            match run {
                None => {}
                Some(Ok(record)) => {
                    self.drop_unused_programs();
                    return Ok(Some(record));
                }
                Some(Err(error)) if is_unfinished && is_truncated(&error) => {
                    self.cut_off = Some(self.lines.number);
                }
                Some(Err(error)) => return Err(at(self.lines.number, error)),
            }
        }
    }

    /// Returns the line of the last frame as it is written, without line break.
    pub fn last_line(&self) -> &str {
        &self.written_line
    }

    /// Returns an agent's tree at the current frame.
    pub fn seen(&self, agent: AgentId) -> RecordedAgent<'_> {
        let own = self.recording.program_number_of(agent);
        let number = own.unwrap_or_else(|| self.recording.program_number());
        let (files, compiled) = &*self.programs[number];
        RecordedAgent {
            recording: &self.recording,
            agent,
            project: files.project(),
            origins: &compiled.origins,
        }
    }

    /// Also drops the files of programs that the recording no longer needs.
    fn drop_unused_programs(&mut self) {
        let (sources, programs) = (&mut self.sources, &mut self.programs);
        self.kept.retain(|number| {
            let is_kept = self.recording.keeps_program(*number);
            if !is_kept {
                sources[*number] = sources[0].clone();
                programs[*number] = programs[0].clone();
            }
            is_kept
        });
    }

    fn run_line(&mut self, text: &str) -> Result<Arc<FrameRecord>, FormatError> {
        let line: Line<'_> = json::from_str(text).map_err(|error| FormatError {
            path: String::new(),
            ..error
        })?;
        let next = self.recording.last_frame() + 1;
        if line.frame != next {
            let frame = line.frame;
            return Err(wrong(RecordingFault::OtherFrame { next, frame }));
        }
        if next > MAX_FRAMES {
            return Err(wrong(RecordingFault::MostFrames { most: MAX_FRAMES }));
        }
        let dt = line.dt.map_or(Ok(self.setup.dt), head::seconds)?;
        let before = self.recording.agent_programs().clone();
        self.recording.keep_pending_inputs(true);
        for (place, done) in line.did.into_iter().enumerate() {
            self.repeat(done).map_err(|error| FormatError {
                path: format!("did[{place}]"),
                ..error
            })?;
        }
        let record = self.recording.step(dt);
        self.recording.keep_pending_inputs(false);
        let (recording, sources) = (&self.recording, &self.sources);
        self.written_line = frame_line(recording, &record, before, &self.setup, sources);
        if differs(text.trim_end(), &self.written_line) {
            let kind = FormatErrorKind::OtherRun { frame: next };
            return Err(FormatError::new(kind));
        }
        Ok(record)
    }

    fn repeat(&mut self, done: Done) -> Result<(), FormatError> {
        let recording = &mut self.recording;
        match done::read(done, recording).map_err(wrong)? {
            RepeatedInput::Happening(happening) => {
                let removed = match happening {
                    RunInput::Remove { agent } => recording.program_of(agent).cloned(),
                    _ => None,
                };
                let added = match happening {
                    RunInput::Add { program, .. } => recording.programs()[program].len(),
                    _ => 0,
                };
                recording.apply(happening).map_err(wrong)?;
                self.nodes -= removed.map_or(0, |program| program.len());
                self.nodes += added;
            }
            RepeatedInput::Swap { from, sources } => {
                let leaves = self.leaves_of(from);
                let program = self.add_program(sources, &leaves)?;
                self.recording.swap(from, program).map_err(wrong)?;
                let programs = self.recording.agent_programs().iter();
                let nodes = programs.map(|(_, of)| self.recording.programs()[of].len());
                self.nodes = nodes.sum();
            }
            RepeatedInput::Add {
                seed,
                tree,
                leaves,
                sources,
            } => {
                let program = self.add_program(sources, &leaves)?;
                self.nodes += program.len();
                self.recording.add(program, seed).map_err(wrong)?;
                self.setup.added_trees.push(AddedTree {
                    program: self.programs.len() - 1,
                    tree,
                    leaves,
                });
            }
        }
        if self.nodes > MAX_NODES {
            return Err(wrong(RecordingFault::MostNodes { most: MAX_NODES }));
        }
        Ok(())
    }

    /// The stand-ins of the tree of a program.
    fn leaves_of(&self, program: usize) -> Vec<(NodeId, StandIn)> {
        let mut trees = self.setup.added_trees.iter();
        let tree = trees.find(|tree| self.recording.are_versions(tree.program, program));
        let leaves = tree.map_or(&self.setup.leaves, |tree| &tree.leaves);
        leaves.clone()
    }

    /// Compiles the next program, and keeps its files.
    fn add_program(
        &mut self,
        sources: Sources,
        leaves: &[(NodeId, StandIn)],
    ) -> Result<Arc<Program<()>>, FormatError> {
        let unpacked = sources.unpack()?;
        let compiled = unpacked.compile(leaves);
        let program = compiled.program.clone().ok_or_else(nothing)?;
        self.kept.push(self.programs.len());
        self.sources.push(sources);
        self.programs.push(Arc::new((unpacked, compiled)));
        Ok(program)
    }
}

/// A file, line by line.
struct Lines<'a> {
    file: Box<dyn BufRead + 'a>,
    /// The current line, with its line break if it has one.
    line: Vec<u8>,
    /// The number of the current line, from 1.
    number: usize,
    /// The byte offsets of its start and end.
    bytes: (u64, u64),
}

impl<'a> Lines<'a> {
    fn of(file: impl BufRead + 'a) -> Self {
        Self {
            file: Box::new(file),
            line: Vec::new(),
            number: 0,
            bytes: (0, 0),
        }
    }

    /// Reads the next line; returns whether there is one.
    fn next(&mut self) -> Result<bool, FormatError> {
        self.line.clear();
        self.number += 1;
        let most = FILE_BYTES as u64 + 1;
        let mut next = self.file.by_ref().take(most);
        let read = next.read_until(b'\n', &mut self.line);
        read.map_err(|error| at(self.number, not_read(&error)))?;
        let length = self.line.len();
        self.bytes = (self.bytes.1, self.bytes.1 + length as u64);
        if length > FILE_BYTES && !self.line.ends_with(b"\n") {
            return Err(at(self.number, too_large(length, FILE_BYTES)));
        }
        if self.bytes.1 > RECORDING_BYTES {
            let size = |bytes: u64| usize::try_from(bytes).unwrap_or(usize::MAX);
            return Err(too_large(size(self.bytes.1), size(RECORDING_BYTES)));
        }
        Ok(length > 0)
    }

    fn text(&self) -> Result<&str, FormatError> {
        std::str::from_utf8(&self.line).map_err(|_| at(self.number, self.not_utf8(&self.line)))
    }

    /// Returns the error of a line that is not valid UTF-8.
    fn not_utf8(&self, line: &[u8]) -> FormatError {
        let good = line.utf8_chunks().next().map_or("", |chunk| chunk.valid());
        let byte = usize::try_from(self.bytes.0).unwrap_or(usize::MAX);
        let byte = byte.saturating_add(good.len());
        FormatError {
            position: Some(TextPosition {
                line: self.number,
                column: 1 + good.chars().count(),
            }),
            ..FormatError::new(FormatErrorKind::NotUtf8 { byte })
        }
    }
}

/// Returns whether two lines differ in more than white space and the order of fields.
fn differs(line: &str, written_line: &str) -> bool {
    !is_same(line.trim_start(), written_line)
}

/// Returns whether two JSON texts say the same, with numbers as written. Recurses as deep as both are nested; one of them is
/// a line that was written.
fn is_same(one: &str, other: &str) -> bool {
    type Fields<'a> = BTreeMap<String, Raw<'a>>;
    if one == other {
        return true;
    }
    let both = |start: char| one.starts_with(start) && other.starts_with(start);
    if both('{') {
        let (Ok(one), Ok(other)) = (json::from_str::<Fields<'_>>(one), json::from_str(other))
        else {
            return false;
        };
        let is_same = |(a, b): ((&String, &Raw<'_>), (&String, &Raw<'_>))| {
            a.0 == b.0 && is_same(a.1.get(), b.1.get())
        };
        let other: Fields<'_> = other;
        return one.len() == other.len() && one.iter().zip(&other).all(is_same);
    }
    if both('[') {
        let (Ok(one), Ok(other)) = (json::from_str::<Vec<Raw<'_>>>(one), json::from_str(other))
        else {
            return false;
        };
        let other: Vec<Raw<'_>> = other;
        let is_same = |(a, b): (&Raw<'_>, &Raw<'_>)| is_same(a.get(), b.get());
        return one.len() == other.len() && one.iter().zip(&other).all(is_same);
    }
    both('"') && parse_part::<String>(one) == parse_part::<String>(other)
}

/// Returns whether the error can result from interrupted writing, even within a character.
fn is_truncated(error: &FormatError) -> bool {
    use FormatErrorKind as Kind;
    matches!(
        error.kind,
        Kind::Truncated | Kind::Syntax { .. } | Kind::NotUtf8 { .. }
    )
}

fn not_read(error: &io::Error) -> FormatError {
    let why = error.to_string();
    FormatError::new(FormatErrorKind::Unreadable { why })
}

fn too_large(bytes: usize, limit: usize) -> FormatError {
    FormatError::new(FormatErrorKind::TooLarge { bytes, limit })
}

fn nothing() -> FormatError {
    wrong(RecordingFault::NoRoot)
}

/// Locates an error in this line of the file.
fn at(line: usize, error: FormatError) -> FormatError {
    let column = error.position.map_or(1, |position| position.column);
    FormatError {
        position: Some(TextPosition { line, column }),
        ..error
    }
}
