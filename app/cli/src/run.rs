//! `treewright run`: runs a tree and shows, frame by frame, what every node does and why something was interrupted.

mod replayed;
mod shown;
mod trace;

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use treewright_insight::recording_json::NotWritten;
use treewright_insight::scenario::{Scenario, ScenarioError, ScenarioRun};
use treewright_insight::scenario_json::{MAX_DT, MAX_FRAMES};
use treewright_session::host::files::{Draft, SaveError};
use treewright_session::host::outputs::{Kind as OutputKind, Outputs, Replacing};
use treewright_session::host::recordings::is_recording;

use self::shown::{Kind, Shown};
use self::trace::{NotTaken, Trace};
use super::check::counted;
use super::input::{self, Tree, Unusable};
use super::outline::Outline;
use super::report::{Report, write_unusable};
use super::terminal::word;
use super::transfer::remedy;
use super::{Format, Outcome, Output, Streams, scenarios};

/// How many frames are run when nobody says.
const DEFAULT_FRAMES: u64 = 10;

/// The most errors of the tree that are listed before it runs.
const SHOWN_ERRORS: usize = 10;

#[derive(Debug, Args)]
pub struct Run {
    /// The tree, or a recording of a run (.jsonl), which is run again and must come out as it was
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

    /// Record the run: a line of JSON for what is run, then a line a frame; `-` writes it to the terminal instead of the outline
    #[arg(long, value_name = "OUT")]
    trace: Option<PathBuf>,

    /// Replace the file that is there. Without it --trace replaces only a recording
    #[arg(long, requires = "trace")]
    force: bool,

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
        if is_recording(&self.file) {
            return self.run_again(streams);
        }
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
        // Before the run, so that nobody waits for one that cannot be recorded.
        let mut trace = match self.begin_trace(&tree, &run, &scenario) {
            Ok(trace) => trace,
            Err(stop) => return self.stop(streams, &stop),
        };
        let mut shown = self.shown(&run);
        self.warn(streams, &tree)?;
        trace.begin_on_terminal(streams)?;
        shown.begin(streams, &scenarios::stand_ins(tree.kinds(), &run))?;
        loop {
            match run.step() {
                Ok(None) => break,
                Err(error) => return self.stop(streams, &misfit(&error)),
                Ok(Some(record)) => {
                    if let Err(error) = trace.frame(streams, run.recording(), &record)? {
                        let stop = self.cut_short(trace.finish(), &error, record.frame);
                        return self.stop(streams, &stop);
                    }
                    let time = record.frame as f64 * scenario.dt;
                    shown.frame(streams, &run.seen(), &record, time)?;
                    let is_over = run.recording().is_finished() || self.is_unheard(streams);
                    if is_over && self.scenario.is_none() {
                        break;
                    }
                }
            }
        }
        if let Err(error) = trace.finish() {
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
                word(&self.file.to_string_lossy())
            ),
        }
    }

    /// Whether nothing would show what further frames do.
    fn is_unheard(&self, streams: &Streams<'_>) -> bool {
        streams.out.is_closed() && (self.trace.is_none() || self.trace_goes_to_terminal())
    }

    fn trace_goes_to_terminal(&self) -> bool {
        self.trace.as_deref() == Some(Path::new("-"))
    }

    fn shown(&self, run: &ScenarioRun<'_>) -> Shown {
        let kind = match self.output.format {
            _ if self.trace_goes_to_terminal() => Kind::Nothing,
            Format::Json => Kind::Json,
            Format::Human => Kind::Human(Outline::new(&run.seen())),
        };
        Shown::new(kind)
    }

    /// Where the run is recorded, if it is.
    fn begin_trace(
        &self,
        tree: &Tree,
        run: &ScenarioRun<'_>,
        scenario: &Scenario,
    ) -> Result<Trace, Stop> {
        let Some(file) = &self.trace else {
            return Ok(Trace::nowhere());
        };
        let setup = trace::setup(&self.file, tree, run, scenario);
        let setup = setup.map_err(|error| self.not_traced(error.code(), &error.to_string()))?;
        let file = (!self.trace_goes_to_terminal()).then_some(&**file);
        let draft = file.map(|file| self.draft(file)).transpose();
        draft
            .map_err(NotTaken::File)
            .and_then(|draft| Trace::begin(draft, setup))
            .map_err(|error| self.not_begun(error))
    }

    fn not_begun(&self, error: NotTaken) -> Stop {
        let full = NotWritten::TooLarge;
        match error {
            NotTaken::Full => self.not_traced(full.code(), &full.to_string()),
            NotTaken::File(error) => self.no_trace(&error),
        }
    }

    /// Why a frame is not recorded. Where there is no room for it, the file holds those before it.
    fn cut_short(&self, kept: Result<(), SaveError>, error: &NotTaken, frame: u64) -> Stop {
        let error = match (error, kept) {
            (NotTaken::File(error), _) => return self.no_trace(error),
            (NotTaken::Full, Err(error)) => return self.no_trace(&error),
            (NotTaken::Full, Ok(())) => NotWritten::TooLarge,
        };
        let file = self.trace.as_deref().unwrap_or(&self.file);
        let why = format!("the trace ends before frame {frame}: {error}");
        let report = Report::error(file, error.code(), why)
            .with_remedy("The frames before it are written; record fewer with --frames.");
        Unusable {
            report: Box::new(report),
            text: None,
        }
    }

    /// The file of the trace, over a recording at most.
    fn draft(&self, file: &Path) -> Result<Draft, SaveError> {
        let mut outputs = Outputs::new(Replacing::SameFormat.or_forced(self.force));
        outputs.reads([&*self.file].into_iter().chain(self.scenario.as_deref()));
        outputs.begin(OutputKind::Recording, file)
    }

    fn no_trace(&self, error: &SaveError) -> Stop {
        let mut stop = self.not_traced(error.code(), &error.to_string());
        let file = self.trace.as_deref().unwrap_or(&self.file);
        stop.report = Box::new(stop.report.with_remedy(remedy(error, file)));
        stop
    }

    fn not_traced(&self, code: &str, why: &str) -> Stop {
        let file = self.trace.as_deref().unwrap_or(&self.file);
        let why = format!("the trace cannot be written: {why}");
        let report = Report::error(file, code, why)
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
