//! `treewright run`: runs a tree and shows, frame by frame, what every node does and why something was interrupted.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use treewright_core::format::scenario_json::{MAX_DT, MAX_FRAMES};
use treewright_core::format::trace_json;
use treewright_core::runtime::{EndStatus, NodeIndex, Status};
use treewright_core::scenario::{NodeState, Scenario, ScenarioError, ScenarioRun};
use treewright_core::trace::{BesideEvent, FrameTrace, TraceEvent, aborts};

use super::check::counted;
use super::colours::{BAD, FAINT, HEADING, NOTABLE, styled};
use super::input::{self, Tree, Unusable};
use super::outline::{Outline, abort_sentence, name};
use super::report::{Report, write_json, write_unusable};
use super::{Format, Outcome, Output, Streams, scenarios};
use crate::host::files::{Draft, SaveError};

/// How many frames are run when nobody says.
const DEFAULT_FRAMES: u64 = 10;

/// How many errors of the tree are told before it runs.
const SHOWN_ERRORS: usize = 10;

#[derive(Debug, Args)]
pub struct Run {
    /// The tree
    file: PathBuf,

    /// How many frames to run at most [default: the scenario's, else 10]
    #[arg(long, value_name = "N", value_parser = frames, allow_hyphen_values = true)]
    frames: Option<u64>,

    /// Seconds of game time a frame [default: the scenario's, else 0.1]
    #[arg(long, value_name = "S", value_parser = seconds, allow_hyphen_values = true)]
    dt: Option<f64>,

    /// What random choices are drawn from [default: the scenario's, else the tree's]
    #[arg(long, value_name = "N", value_parser = seed, allow_hyphen_values = true)]
    seed: Option<u64>,

    /// What happens during the run
    #[arg(long, value_name = "FILE")]
    scenario: Option<PathBuf>,

    /// Write a trace, a line of JSON a frame; `-` writes it to the terminal instead of the outline
    #[arg(long, value_name = "OUT")]
    trace: Option<PathBuf>,

    #[command(flatten)]
    output: Output,
}

fn frames(text: &str) -> Result<u64, String> {
    let number = text.parse().ok();
    number
        .filter(|number| (1..=MAX_FRAMES).contains(number))
        .ok_or_else(|| format!("it must be a whole number from 1 to {MAX_FRAMES}"))
}

fn seconds(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    number
        .filter(|number| (0.0..=MAX_DT).contains(number))
        .ok_or_else(|| format!("it must be a number of seconds from 0 to {MAX_DT}"))
}

fn seed(text: &str) -> Result<u64, String> {
    let number = text.parse();
    number.map_err(|_| format!("it must be a whole number from 0 to {}", u64::MAX))
}

/// Nothing could be run, or the trace could not be written.
type Stop = Unusable;

impl Run {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let read = self.read();
        let (tree, scenario) = match read {
            Ok(read) => read,
            Err(stop) => return self.stop(streams, &stop),
        };
        let misfit = |error: &ScenarioError| {
            scenarios::misfit(self.scenario.as_deref(), &self.file, &tree, error)
        };
        let mut run = match ScenarioRun::in_project(tree.project(), tree.kinds(), &scenario) {
            Ok(run) => run,
            Err(error) => return self.stop(streams, &misfit(&error)),
        };
        // Before the run, so that nobody waits for one whose trace cannot be kept.
        let mut trace = match self.begin_trace() {
            Ok(trace) => trace,
            Err(stop) => return self.stop(streams, &stop),
        };
        let mut shown = self.shown(&run);
        self.warn(streams, &tree)?;
        shown.begin(streams, &scenarios::stand_ins(tree.kinds(), &run))?;
        loop {
            match run.step() {
                Ok(None) => break,
                Err(error) => return self.stop(streams, &misfit(&error)),
                Ok(Some(frame)) => {
                    let line = || trace_json::line(run.instance().program(), &frame);
                    if self.trace_goes_to_terminal() {
                        writeln!(streams.out, "{}", line())?;
                    } else if let Some(trace) = &mut trace
                        && let Err(error) = writeln!(trace, "{}", line())
                    {
                        return self.stop(streams, &self.no_trace(&error.into()));
                    }
                    shown.frame(streams, &run, &frame, scenario.dt)?;
                    if ended(&run, &frame) && self.scenario.is_none() {
                        break;
                    }
                }
            }
        }
        if let Some(Err(error)) = trace.map(Draft::finish) {
            return self.stop(streams, &self.no_trace(&error));
        }
        shown.end(streams, &run)
    }

    fn read(&self) -> Result<(Tree, Scenario), Stop> {
        let tree = input::read_tree(&self.file)?;
        let mut scenario = match &self.scenario {
            Some(file) => input::read_scenario(file)?.0,
            None => Scenario {
                frames: DEFAULT_FRAMES,
                ..Scenario::default()
            },
        };
        scenario.dt = self.dt.unwrap_or(scenario.dt);
        scenario.seed = self.seed.or(scenario.seed);
        if let Some(frames) = self.frames {
            scenario.frames = frames;
            scenario.steps.retain(|frame, _| *frame <= frames);
        }
        Ok((tree, scenario))
    }

    /// Tells people what is wrong with the tree, since it runs all the same; machines ask `check`.
    fn warn(&self, streams: &mut Streams<'_>, tree: &Tree) -> io::Result<()> {
        if matches!(self.output.format, Format::Json) {
            return Ok(());
        }
        let reports = tree.reports(&self.file);
        let (shown, further): (Vec<_>, Vec<_>) = reports
            .iter()
            .filter(|report| report.is_error())
            .enumerate()
            .partition(|(number, _)| *number < SHOWN_ERRORS);
        for (_, report) in shown {
            report.write_line(streams.err)?;
        }
        match further.len() {
            0 => Ok(()),
            more => writeln!(
                streams.err,
                "… and {}: see `treewright check {}`",
                counted(more, "further error"),
                self.file.display()
            ),
        }
    }

    fn trace_goes_to_terminal(&self) -> bool {
        self.trace.as_deref() == Some(Path::new("-"))
    }

    fn shown(&self, run: &ScenarioRun<'_>) -> Shown {
        let kind = match self.output.format {
            _ if self.trace_goes_to_terminal() => Kind::Nothing,
            Format::Json => Kind::Json,
            Format::Human => Kind::Human(Outline::new(run)),
        };
        Shown {
            kind,
            last: Vec::new(),
            note: None,
        }
    }

    /// The file of the trace, if it goes to one.
    fn begin_trace(&self) -> Result<Option<Draft>, Stop> {
        match &self.trace {
            Some(file) if !self.trace_goes_to_terminal() => Draft::begin(file)
                .map(Some)
                .map_err(|error| self.no_trace(&error)),
            _ => Ok(None),
        }
    }

    fn no_trace(&self, error: &SaveError) -> Stop {
        let file = self.trace.as_deref().unwrap_or(&self.file);
        let why = format!("the trace cannot be written: {error}");
        let report = Report::error(file, error.code(), why)
            .with_remedy("Name a file in a folder that exists and may be written to.");
        Unusable {
            report: Box::new(report),
            text: None,
        }
    }

    fn stop(&self, streams: &mut Streams<'_>, stop: &Stop) -> io::Result<Outcome> {
        write_unusable(
            streams,
            self.output.format,
            &stop.report,
            stop.text.as_deref(),
        )?;
        Ok(Outcome::Unusable)
    }
}

fn ended(run: &ScenarioRun<'_>, frame: &FrameTrace) -> bool {
    frame.status != Status::Running && !run.instance().program().restarts_when_complete()
}

/// What is shown of a run.
struct Shown {
    kind: Kind,
    /// The states that were shown last.
    last: Vec<NodeState>,
    /// What is to be said with the next frame.
    note: Option<String>,
}

enum Kind {
    Nothing,
    Json,
    Human(Outline),
}

impl Shown {
    /// Says which tasks are only played. Machines hear of it with the first frame.
    fn begin(&mut self, streams: &mut Streams<'_>, stood_in: &[String]) -> io::Result<()> {
        if stood_in.is_empty() {
            return Ok(());
        }
        let note = format!("Stood in for tasks of the game: {}", stood_in.join(", "));
        match self.kind {
            Kind::Nothing => {}
            Kind::Human(_) => writeln!(streams.out, "{}", styled(FAINT, note))?,
            Kind::Json => self.note = Some(note),
        }
        Ok(())
    }

    fn frame(
        &mut self,
        streams: &mut Streams<'_>,
        run: &ScenarioRun<'_>,
        frame: &FrameTrace,
        dt: f64,
    ) -> io::Result<()> {
        let states: Vec<_> = run
            .instance()
            .program()
            .indices()
            .map(|n| run.state(n))
            .collect();
        let mut told = sentences(run, frame);
        if let Some(note) = self.note.take() {
            told.insert(0, (FAINT, note));
        }
        match &self.kind {
            Kind::Nothing => {}
            Kind::Json => write_json(streams.out, &FrameReport::new(run, frame, &told))?,
            Kind::Human(outline) => {
                let time = frame.frame as f64 * dt;
                let head = format!(
                    "Frame {}, {} s: {}",
                    frame.frame,
                    rounded(time),
                    frame.status
                );
                let unchanged = states == self.last && told.is_empty();
                let note = if unchanged {
                    styled(FAINT, ", as before")
                } else {
                    String::new()
                };
                writeln!(streams.out, "{}{note}", styled(HEADING, head))?;
                for (style, sentence) in &told {
                    writeln!(streams.out, "  {}", styled(*style, sentence))?;
                }
                if !unchanged {
                    write!(streams.out, "{}", outline.draw(run))?;
                }
            }
        }
        self.last = states;
        Ok(())
    }

    fn end(&self, streams: &mut Streams<'_>, run: &ScenarioRun<'_>) -> io::Result<Outcome> {
        let Some(difference) = run.differences().first() else {
            return Ok(Outcome::Fine);
        };
        match self.kind {
            Kind::Human(_) => {
                let text = format!("Not as the scenario says: {difference}");
                writeln!(streams.out, "{}", styled(BAD, text))?;
            }
            Kind::Nothing => writeln!(streams.err, "Not as the scenario says: {difference}")?,
            Kind::Json => {
                #[derive(Serialize)]
                struct Differs {
                    difference: String,
                }
                let difference = difference.to_string();
                write_json(streams.out, &Differs { difference })?;
            }
        }
        Ok(Outcome::Problems)
    }
}

/// What happened that needs words: aborts, what tasks said, and why they failed.
fn sentences(run: &ScenarioRun<'_>, frame: &FrameTrace) -> Vec<(anstyle::Style, String)> {
    let stories = aborts(run.instance().program(), &frame.events);
    let sentence = |story| format!("Abort: {}.", abort_sentence(run, story));
    let mut told: Vec<_> = stories.iter().map(|s| (NOTABLE, sentence(s))).collect();
    let name = |node: &NodeIndex| name(run, *node);
    for event in &frame.events {
        match event {
            TraceEvent::Log(node, text) => {
                told.push((
                    anstyle::Style::new(),
                    format!("Log: {} says {text:?}", name(node)),
                ));
            }
            TraceEvent::Mark(node, text) => {
                told.push((
                    anstyle::Style::new(),
                    format!("Mark: {} sets {text:?}", name(node)),
                ));
            }
            TraceEvent::Beside(beside) => told.push(told_beside(&beside.0, &beside.1)),
            TraceEvent::Error(node, text) => {
                told.push((
                    BAD,
                    format!("Error: {} could not do its work: {text}", name(node)),
                ));
            }
            _ => {}
        }
    }
    told
}

/// A frame for machines.
#[derive(Serialize)]
struct FrameReport<'a> {
    frame: u64,
    status: &'static str,
    nodes: serde_json::Map<String, serde_json::Value>,
    notes: Vec<&'a str>,
}

impl<'a> FrameReport<'a> {
    fn new(
        run: &ScenarioRun<'_>,
        frame: &FrameTrace,
        told: &'a [(anstyle::Style, String)],
    ) -> Self {
        let program = run.instance().program();
        let state = |node| (program.id(node).to_string(), run.state(node).name().into());
        Self {
            frame: frame.frame,
            status: frame.status.name(),
            nodes: program.indices().map(state).collect(),
            notes: told.iter().map(|(_, sentence)| &**sentence).collect(),
        }
    }
}

/// Seconds without the dust of adding floats.
fn rounded(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

/// What a tree that runs beside the one shown did.
fn told_beside(tree: &str, what: &BesideEvent) -> (anstyle::Style, String) {
    let text = match what {
        BesideEvent::Started => format!("Tree `{tree}` runs beside this one"),
        BesideEvent::Ended(EndStatus::Inactive) => format!("Tree `{tree}` was stopped"),
        BesideEvent::Ended(status) => format!("Tree `{tree}` ended with {status}"),
        BesideEvent::Log(text) => format!("Log: tree `{tree}` says {text:?}"),
        BesideEvent::Mark(text) => format!("Mark: tree `{tree}` sets {text:?}"),
        BesideEvent::Error(text) => {
            return (
                BAD,
                format!("Error: tree `{tree}` could not do its work: {text}"),
            );
        }
    };
    (anstyle::Style::new(), text)
}
