//! What agents of a game did, as lines of JSON, `NAME.live.jsonl`: first a header, then messages of the game as they came. It says
//! what happened, and cannot be run again. A file is self-contained, since it includes the files of the trees.
//!
//! ```json
//! {"format":"treewright-live","version":1,"app":"Arena","engine":"treewright 0.1.0"}
//! {"program":{"id":0,"document":"guard.bt.json","nodes":[["n1",-1,"Idle"]],"variables":[]}}
//! {"texts":{"program":0,"files":[{"path":"guard.bt.json","text":"…"}]}}
//! {"agents":{"frame":900,"came":[[7,0,"goblin 17",["team:red"]]]}}
//! {"keyframe":{"agent":7,"program":0,"frame":900,"ran":900,"state":"Enabled","running":[0],"variables":{}}}
//! {"frames":{"agent":7,"program":0,"first":901,"dt":[16666667],"e":[[2,0,2]]}}
//! ```
//!
//! - A program comes before its files, both before what agents did with it. `agents` names those in the file.
//! - `frames` count only if they continue a keyframe. Between them, frames may be missing, and `gap` may say which.
//! - `state` says when the game was paused. Other messages and unknown members are ignored.
//! - Of a file that ends in the middle of a line, everything before counts.
//!
//! Knows neither files nor sockets.

use std::collections::{BTreeSet, VecDeque};
use std::io::{self, BufRead, Read as _, Write};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use treewright_core::format::json;
use treewright_core::format::json_text::read_headed;
use treewright_core::format::{FormatError, FormatErrorKind};
use treewright_core::limits::RECORDING_BYTES;
use treewright_core::runtime::{AgentId, NodeIndex, Status, TreeState};
use treewright_core::trace::FlightTree;
use treewright_core::{told, value::Value};
use treewright_insight::recording::{Past as _, RunInput};
use treewright_insight::recording_json::Recorded;
use treewright_insight::told_past::{KnownState, Stretch};

use crate::protocol::{
    Agents, Frames, FromGame, Gap, Keyframe, Message as _, Received, State, Texts, Verb,
};
use crate::seen::{SeenGame, TreeProblem};

/// The value of `format` in the first line of each file.
pub const FORMAT: &str = "treewright-live";

/// The version that is written, and the latest that can be read.
pub const VERSION: u64 = 1;

/// The file name extension.
pub const ENDING: &str = ".live.jsonl";

/// The longest line in bytes: the longest message of a game, and room for its name.
const MOST_OF_LINE: u64 = (8 << 20) + 64;

/// The most frames and numbers of a line.
const FRAMES: usize = 64;

/// The first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "head"))]
pub struct Head {
    #[cfg_attr(feature = "schema", schemars(extend("const" = FORMAT)))]
    format: String,
    #[cfg_attr(feature = "schema", schemars(with = "treewright_core::format::schema::Version", extend("const" = VERSION)))]
    version: u64,
    /// The name of the game.
    #[serde(default)]
    pub app: Arc<str>,
    /// What ran its trees.
    #[serde(default)]
    pub engine: Arc<str>,
}

impl Head {
    /// Returns the header for a game.
    pub fn of(app: &str, engine: &str) -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            app: app.into(),
            engine: engine.into(),
        }
    }
}

/// A line of a file NAME.live.jsonl: the first line is a head, each line after it a message of the game, as it came.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(
    title = "Treewright live record, version 1: a line",
    untagged,
    transform = treewright_insight::schema::by_format
)]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) enum Described {
    Head(Head),
    Line(Kept),
}

/// A message that counts in a file.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(rename = "line", rename_all = "snake_case")]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) enum Kept {
    /// A tree that agents run; before anything else that names it.
    Program(crate::protocol::Program),
    /// Its files, main document first; before what agents did with it.
    Texts(Texts),
    /// The names and tags of the agents in the file.
    Agents(Agents),
    /// What an agent does after a frame: where its known past begins, and after each gap.
    Keyframe(Keyframe),
    /// What it did in the frames after.
    Frames(Frames),
    /// Frames that are not known.
    Gap(Gap),
    /// When the game was paused, and by what.
    State(State),
}

told! {
    /// Something that a file does not tell.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum LiveRemark of "live_file" {
        /// It ends in the middle of a line.
        Cut {
            /// The number of the line.
            line: usize,
        } = "cut", "the file ends in the middle of line {line}: what came after is missing";
        /// Some lines cannot be read.
        Skipped {
            /// The number of lines.
            lines: usize,
        } = "skipped", "{lines} lines cannot be read and were skipped";
        /// Some events name nodes that do not exist, or are of unknown kinds.
        Strange {
            /// The number of events.
            events: usize,
        } = "strange", "{events} events are of unknown kinds or nodes and were skipped";
        /// The tree of a program cannot be shown.
        Tree(why: TreeProblem) = "tree", "{why}";
        /// It tells nothing of any agent.
        Nothing = "nothing", "the file tells nothing that an agent did";
    }
}

/// A file, read.
pub struct LiveRecord {
    /// Its first line.
    pub head: Head,
    /// What it tells.
    pub seen: SeenGame,
    /// What it does not tell.
    pub remarks: Vec<LiveRemark>,
}

impl LiveRecord {
    /// Reads a file. Of a long one, only the last part of each agent's past within about `limit` bytes is kept.
    ///
    /// # Errors
    /// If its first line is not that of such a file, or it cannot be read.
    pub fn read(file: impl BufRead, limit: usize) -> Result<Self, FormatError> {
        let mut lines = Lines {
            file: file.take(RECORDING_BYTES),
            line: Vec::new(),
        };
        let head = lines
            .next()?
            .ok_or(FormatError::new(FormatErrorKind::Empty))?;
        let head = std::str::from_utf8(head.text).map_err(|error| {
            let byte = error.valid_up_to();
            FormatError::new(FormatErrorKind::NotUtf8 { byte })
        })?;
        let head: Head = read_headed(head.trim_start_matches('\u{feff}'), FORMAT, VERSION)?;
        let mut seen = SeenGame::with_limit(limit);
        let (mut number, mut skipped, mut remarks) = (1, 0, Vec::new());
        while let Some(line) = lines.next()? {
            number += 1;
            let is_read = take_line(&mut seen, line.text);
            if !is_read && line.is_whole {
                skipped += 1;
            } else if !is_read {
                remarks.push(LiveRemark::Cut { line: number });
            }
        }
        if skipped > 0 {
            remarks.push(LiveRemark::Skipped { lines: skipped });
        }
        if seen.strange_events() > 0 {
            let events = seen.strange_events();
            remarks.push(LiveRemark::Strange { events });
        }
        let trees = seen.programs().values();
        let problems = trees.filter_map(|program| program.tree.as_ref()?.as_ref().err());
        remarks.extend(problems.cloned().map(LiveRemark::Tree));
        if seen.past().agents().next().is_none() {
            remarks.push(LiveRemark::Nothing);
        }
        Ok(Self {
            head,
            seen,
            remarks,
        })
    }
}

/// Takes a line. Returns whether it is a message, perhaps an unknown one.
fn take_line(seen: &mut SeenGame, line: &[u8]) -> bool {
    let text = std::str::from_utf8(line).ok().map(str::trim);
    match text {
        None => false,
        Some("") => true,
        Some(text) => match FromGame::read(text) {
            Ok(Received::Known(message, _)) => {
                seen.take(message);
                true
            }
            Ok(Received::Ignored) => true,
            Err(_) => false,
        },
    }
}

struct Lines<R> {
    file: io::Take<R>,
    line: Vec<u8>,
}

struct Line<'l> {
    text: &'l [u8],
    is_whole: bool,
}

impl<R: BufRead> Lines<R> {
    /// Reads the next line. Of one that is too long, the rest is skipped, so that it cannot be read.
    fn next(&mut self) -> Result<Option<Line<'_>>, FormatError> {
        self.line.clear();
        let failed = |error: io::Error| {
            let why = error.to_string();
            FormatError::new(FormatErrorKind::Unreadable { why })
        };
        let mut part = (&mut self.file).take(MOST_OF_LINE);
        part.read_until(b'\n', &mut self.line).map_err(failed)?;
        if self.line.is_empty() {
            return Ok(None);
        }
        let mut is_whole = self.line.ends_with(b"\n");
        if !is_whole && self.line.len() as u64 >= MOST_OF_LINE {
            is_whole = self.skip_rest().map_err(failed)?;
            self.line = b"?".to_vec();
        }
        Ok(Some(Line {
            text: &self.line,
            is_whole,
        }))
    }

    /// Skips what follows of a line. Returns whether it has an end.
    fn skip_rest(&mut self) -> io::Result<bool> {
        loop {
            let held = self.file.fill_buf()?;
            let end = held.iter().position(|byte| *byte == b'\n');
            let (is_end, count) = match end {
                Some(end) => (true, end + 1),
                None => (held.is_empty(), held.len()),
            };
            self.file.consume(count);
            if is_end {
                return Ok(end.is_some());
            }
        }
    }
}

/// The most messages that wait for the files of a program.
const MOST_HELD: usize = 4_096;

/// Writes a file while a game is watched. Keeps nothing of what agents did, but for what waits for the files of a program.
pub struct LiveWriter<W> {
    out: W,
    /// The agents that are named.
    agents: BTreeSet<u64>,
    programs: BTreeSet<u32>,
    held: VecDeque<FromGame>,
    /// The agents of which it has frames, and the first and last of these.
    told: BTreeSet<u64>,
    frames: Option<(u64, u64)>,
}

impl<W: Write> LiveWriter<W> {
    /// Writes the header.
    ///
    /// # Errors
    /// If that cannot be written.
    pub fn begin(mut out: W, head: &Head) -> io::Result<Self> {
        out.write_all(json::to_string(head).unwrap_or_default().as_bytes())?;
        out.write_all(b"\n")?;
        Ok(Self {
            out,
            agents: BTreeSet::new(),
            programs: BTreeSet::new(),
            held: VecDeque::new(),
            told: BTreeSet::new(),
            frames: None,
        })
    }

    /// Writes a message that `seen` has just taken, if it says what agents did. Before what agents did with a program come the program and
    /// its files: as long as `seen` waits for these, the message waits, too.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn follow(&mut self, seen: &SeenGame, message: &FromGame) -> io::Result<()> {
        if is_past(message) {
            self.held.push_back(message.clone());
        }
        while let Some(next) = self.held.front() {
            let waits = |program| {
                let known = seen.programs().get(&program);
                known.is_none_or(|known| known.tree.is_none())
            };
            let who = match next {
                FromGame::Keyframe(keyframe) => Some((keyframe.agent, keyframe.program)),
                FromGame::Frames(frames) => Some((frames.agent, frames.program)),
                _ => None,
            };
            if who.is_some_and(|(_, program)| waits(program)) && self.held.len() < MOST_HELD {
                return Ok(());
            }
            let Some(next) = self.held.pop_front() else {
                return Ok(());
            };
            if let Some((agent, program)) = who {
                self.write_program(seen, program)?;
                self.introduce(seen, agent)?;
            }
            self.write(&next)?;
        }
        Ok(())
    }

    fn write(&mut self, message: &FromGame) -> io::Result<()> {
        if let FromGame::Frames(frames) = message
            && !frames.is_empty()
        {
            let last = frames.gap().to;
            let (first, before) = self.frames.unwrap_or((frames.first, last));
            self.frames = Some((first.min(frames.first), before.max(last)));
            self.told.insert(frames.agent);
        }
        self.out.write_all(message.write().as_bytes())?;
        self.out.write_all(b"\n")
    }

    /// Writes the name of an agent, once.
    fn introduce(&mut self, seen: &SeenGame, agent: u64) -> io::Result<()> {
        if !self.agents.insert(agent) {
            return Ok(());
        }
        let Some(known) = seen.agents().get(&agent) else {
            return Ok(());
        };
        let row = (agent, known.program, known.name.clone(), known.tags.clone());
        self.write(&FromGame::Agents(Agents {
            frame: seen.state().frame,
            came: vec![row],
            ..Agents::default()
        }))
    }

    /// Writes a program with its files, once.
    fn write_program(&mut self, seen: &SeenGame, program: u32) -> io::Result<()> {
        let Some(known) = seen.programs().get(&program) else {
            return Ok(());
        };
        if !self.programs.insert(program) {
            return Ok(());
        }
        self.write(&FromGame::Program((*known.message).clone()))?;
        let Some(tree) = seen.tree(program) else {
            return Ok(());
        };
        let sources = &tree.sources;
        let files = sources.documents.iter().chain(&sources.libraries);
        let files = files.cloned().collect();
        self.write(&FromGame::Texts(Texts { program, files }))
    }

    /// Returns the agents of which it has frames.
    pub fn told(&self) -> &BTreeSet<u64> {
        &self.told
    }

    /// Returns the first and the last frame that it has; `None` if it has none.
    pub fn frames(&self) -> Option<(u64, u64)> {
        self.frames
    }

    /// Lets everything that was written be seen by others.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Changes where it writes to.
    ///
    /// # Errors
    /// Those of the change.
    pub fn moved<V, E>(self, change: impl FnOnce(W) -> Result<V, E>) -> Result<LiveWriter<V>, E> {
        let Self {
            out,
            agents,
            programs,
            held,
            told,
            frames,
        } = self;
        Ok(LiveWriter {
            out: change(out)?,
            agents,
            programs,
            held,
            told,
            frames,
        })
    }

    /// Ends the file, and returns where it was written to.
    pub fn finish(self) -> W {
        self.out
    }
}

/// Returns whether a message says what agents did, or that the game was paused.
fn is_past(message: &FromGame) -> bool {
    matches!(
        message,
        FromGame::Keyframe(_) | FromGame::Frames(_) | FromGame::Gap(_) | FromGame::State(_)
    )
}

/// Writes what is known of these agents.
///
/// # Errors
/// If it cannot be written.
pub fn write<W: Write>(
    seen: &SeenGame,
    head: &Head,
    agents: impl IntoIterator<Item = u64>,
    out: W,
) -> io::Result<W> {
    let mut writer = LiveWriter::begin(out, head)?;
    let agents: Vec<u64> = agents.into_iter().collect();
    for agent in &agents {
        let past = seen.past().stretches(AgentId(*agent));
        let run = past.filter_map(|stretch| seen.number_of(stretch.program_number()));
        for program in run.collect::<BTreeSet<_>>() {
            writer.write_program(seen, program)?;
        }
        writer.introduce(seen, *agent)?;
    }
    for agent in agents {
        let mut last = None;
        for stretch in seen.past().stretches(AgentId(agent)) {
            write_stretch(&mut writer, seen, stretch, last)?;
            last = Some(stretch.last_frame());
        }
    }
    writer.write(&FromGame::State(State {
        because: None,
        ..seen.state().clone()
    }))?;
    Ok(writer.finish())
}

/// Writes a part of an agent's past, which follows another one that ends with the frame `last`.
fn write_stretch<W: Write>(
    writer: &mut LiveWriter<W>,
    seen: &SeenGame,
    stretch: &Stretch,
    last: Option<u64>,
) -> io::Result<()> {
    let first = stretch.first_frame();
    let (Some(program), Some(known)) =
        (seen.number_of(stretch.program_number()), stretch.at(first))
    else {
        return Ok(());
    };
    let agent = stretch.agent();
    if let Some(from) = last.map(|last| last + 1).filter(|from| *from <= first) {
        let agent = agent.number();
        writer.write(&FromGame::Gap(Gap {
            agent,
            from,
            to: first,
        }))?;
    }
    writer.write(&FromGame::Keyframe(keyframe_of(stretch, &known, program)))?;
    let mut frames = Frames::of(agent, program);
    for frame in first + 1..=stretch.last_frame() {
        if let Some(record) = stretch.record(frame)
            && let Some(part) = record.of(agent)
        {
            let outside = record.inputs.iter().filter_map(|input| match input {
                RunInput::Set { name, value, .. } => Some((name.clone(), value.clone())),
                _ => None,
            });
            let tree = FlightTree {
                agent,
                outside: outside.collect(),
                events: part.events.clone(),
                writes: part.writes.clone(),
                data: part.data.clone(),
            };
            frames.push(frame, record.dt, &tree);
            let inputs = record.inputs.iter();
            let done: Vec<_> = inputs
                .filter_map(|input| Verb::of_input(input, stretch.program()))
                .collect();
            frames.note_done(done.iter());
        }
        if frames.len() >= FRAMES {
            let full = std::mem::replace(&mut frames, Frames::of(agent, program));
            writer.write(&FromGame::Frames(full))?;
        }
    }
    if !frames.is_empty() {
        writer.write(&FromGame::Frames(frames))?;
    }
    Ok(())
}

fn keyframe_of(stretch: &Stretch, known: &KnownState, program: u32) -> Keyframe {
    let nodes = stretch.program().indices();
    let running = nodes.filter(|node| known.runs.is_running(*node));
    let mut variables: Vec<(Arc<str>, Value)> = known
        .variables()
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    variables.sort_by(|one, other| one.0.cmp(&other.0));
    Keyframe {
        agent: stretch.agent().number(),
        program,
        frame: known.frame,
        ran: if stretch.is_from_the_start() {
            0
        } else {
            known.frame.max(1)
        },
        state: match known.status {
            Status::Running => TreeState::Enabled,
            ended => TreeState::Finished(ended),
        },
        running: running.map(|node: NodeIndex| node.0).collect(),
        variables: variables
            .into_iter()
            .map(|(name, value)| (name, Recorded(value)))
            .collect(),
    }
}

#[cfg(test)]
mod tests;
