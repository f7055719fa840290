//! `treewright run`: runs a tree, or replays a recording, and shows the state of each node frame by frame, and the reasons of aborts.

mod frames;
mod replayed;
mod told;
mod trace;

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use treewright_core::limits::{FILE_BYTES, RECORDING_BYTES, in_megabytes};
use treewright_insight::recording_json::WriteError;
use treewright_insight::scenario::{Scenario, ScenarioError, ScenarioRun};
use treewright_insight::scenario_json::{MAX_DT, MAX_FRAMES};
use treewright_session::host::files::{FileDraft, SaveError};
use treewright_session::host::outputs::{OutputKind, Outputs, Replacing};
use treewright_session::host::recordings::is_recording;
use treewright_session::i18n::Texts;

use self::frames::{FrameFilter, FrameWriter, Kind};
use self::trace::{NotRecorded, Trace};
use super::argument_errors::InvalidValue;
use super::input::{self, ToldFile, Tree, Unusable, unusable};
use super::outline::Outline;
use super::report::{Report, write_unusable};
use super::shown_run::ShownRun;
use super::terminal::word;
use super::transfer::remedy;
use super::{Format, Outcome, Output, Streams, scenarios};

/// The number of frames without `--frames` and `--scenario`.
const DEFAULT_FRAMES: u64 = 10;

/// The most errors of the tree that are listed before it runs.
const SHOWN_ERRORS: usize = 10;

#[derive(Debug, Args)]
pub struct Run {
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[arg(long, value_name = "N", value_parser = frames, allow_hyphen_values = true)]
    frames: Option<u64>,

    #[arg(long, value_name = "S", value_parser = seconds, allow_hyphen_values = true)]
    dt: Option<f64>,

    #[arg(long, value_name = "N", value_parser = seed, allow_hyphen_values = true)]
    seed: Option<u64>,

    #[arg(long, value_name = "FILE")]
    scenario: Option<PathBuf>,

    #[arg(long, value_name = "OUT")]
    trace: Option<PathBuf>,

    #[arg(long, requires = "trace")]
    force: bool,

    #[arg(long)]
    changes: bool,

    #[arg(long, value_name = "NAME_OR_ID")]
    node: Option<String>,

    #[arg(long, value_name = "NAME_OR_NUMBER")]
    agent: Option<String>,

    #[command(flatten)]
    pub(super) output: Output,
}

fn frames(text: &str) -> Result<u64, InvalidValue> {
    let number = text.parse().ok();
    number
        .filter(|number| (1..=MAX_FRAMES).contains(number))
        .ok_or_else(|| InvalidValue::out_of_range("cli.argument.whole_number", &1, &MAX_FRAMES))
}

fn seconds(text: &str) -> Result<f64, InvalidValue> {
    let number = text.parse().ok();
    number
        .filter(|number| (0.0..=MAX_DT).contains(number))
        .ok_or_else(|| InvalidValue::out_of_range("cli.argument.seconds", &0, &MAX_DT))
}

fn seed(text: &str) -> Result<u64, InvalidValue> {
    let number = text.parse();
    number.map_err(|_| InvalidValue::out_of_range("cli.argument.whole_number", &0, &u64::MAX))
}

impl Run {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let texts = streams.texts;
        if ToldFile::is_named(&self.file) {
            return self.show_told(streams);
        }
        if self.agent.is_some() {
            let message = texts.tr("cli.run.agent_of_record");
            let report = Report::error(&self.file, "no_agent", message);
            let remedy = texts.tr("cli.remedy.without_agent");
            return self.refuse(streams, &unusable(report.with_remedy(remedy)));
        }
        if is_recording(&self.file) {
            return self.replay(streams);
        }
        let (tree, scenario) = match self.read(texts) {
            Ok(read) => read,
            Err(unusable) => return self.refuse(streams, &unusable),
        };
        let mismatch = |error: &ScenarioError| {
            scenarios::mismatch(self.scenario.as_deref(), &self.file, &tree, error, texts)
        };
        let mut run =
            match ScenarioRun::in_project(tree.project(), tree.program_library(), &scenario) {
                Ok(run) => run,
                Err(error) => return self.refuse(streams, &mismatch(&error)),
            };
        // Before the run, so that nobody waits for a run that cannot be recorded.
        let mut trace = match self.begin_trace(&tree, &run, &scenario, texts) {
            Ok(trace) => trace,
            Err(unusable) => return self.refuse(streams, &unusable),
        };
        let mut frames = match self.frame_writer(&run.seen(), texts) {
            Ok(frames) => frames,
            Err(unusable) => return self.refuse(streams, &unusable),
        };
        self.warn(streams, &tree)?;
        trace.write_head_to_terminal(streams)?;
        frames.begin(
            streams,
            &scenarios::stand_ins(tree.program_library(), &run, texts),
        )?;
        loop {
            match run.step() {
                Ok(None) => break,
                Err(error) => return self.refuse(streams, &mismatch(&error)),
                Ok(Some(record)) => {
                    if let Err(error) = trace.frame(streams, run.recording(), &record)? {
                        let unusable = self.cut_short(trace.finish(), &error, record.frame, texts);
                        return self.refuse(streams, &unusable);
                    }
                    let time = record.frame as f64 * scenario.dt;
                    frames.write(streams, &run.seen(), &record, time)?;
                    let is_over = run.recording().is_finished() || self.has_no_reader(streams);
                    if is_over && self.scenario.is_none() {
                        break;
                    }
                }
            }
        }
        if let Err(error) = trace.finish() {
            return self.refuse(streams, &self.trace_not_saved(&error, texts));
        }
        frames.end(streams, &run)
    }

    fn read(&self, texts: &Texts) -> Result<(Tree, Scenario), Unusable> {
        let tree = input::read_tree(&self.file, texts)?;
        let mut scenario = match &self.scenario {
            Some(file) => input::read_scenario(file, texts)?.0,
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

    /// Reports the errors of the tree to people, since it runs in spite of them. Programs use `check`.
    fn warn(&self, streams: &mut Streams<'_>, tree: &Tree) -> io::Result<()> {
        if matches!(self.output.format, Format::Json) {
            return Ok(());
        }
        let texts = streams.texts;
        let reports = tree.reports(&self.file, texts);
        let (shown, further): (Vec<_>, Vec<_>) = reports
            .iter()
            .filter(|report| report.is_error())
            .enumerate()
            .partition(|(number, _)| *number < SHOWN_ERRORS);
        for (_, report) in shown {
            report.write_line(streams.err, texts)?;
        }
        match further.len() {
            0 => Ok(()),
            more => {
                let word = word(&self.file.to_string_lossy());
                let text = texts.tr_count_with("cli.run.more_errors", more, &[("word", &word)]);
                writeln!(streams.err, "{text}")
            }
        }
    }

    /// Whether nobody reads the results of further frames.
    fn has_no_reader(&self, streams: &Streams<'_>) -> bool {
        streams.out.is_closed() && (self.trace.is_none() || self.trace_goes_to_terminal())
    }

    fn trace_goes_to_terminal(&self) -> bool {
        self.trace.as_deref() == Some(Path::new("-"))
    }

    fn frame_writer(&self, run: &dyn ShownRun, texts: &Texts) -> Result<FrameWriter, Unusable> {
        let kind = match self.output.format {
            _ if self.trace_goes_to_terminal() => Kind::Nothing,
            Format::Json => Kind::Json,
            Format::Human => Kind::Human(Outline::new(run, texts)),
        };
        let filter = FrameFilter {
            only_changes: self.changes,
            node: self.node.clone(),
        };
        FrameWriter::new(kind, &filter, run, texts).map_err(|message| {
            let report = Report::error(&self.file, "no_node", message);
            unusable(report.with_remedy(texts.tr("cli.remedy.node_of_tree")))
        })
    }

    /// Begins the recording, if there is one.
    fn begin_trace(
        &self,
        tree: &Tree,
        run: &ScenarioRun<'_>,
        scenario: &Scenario,
        texts: &Texts,
    ) -> Result<Trace, Unusable> {
        let Some(file) = &self.trace else {
            return Ok(Trace::none());
        };
        let setup = trace::setup(&self.file, tree, run, scenario);
        let setup = setup
            .map_err(|error| self.not_recorded(error.code(), &texts.write_error(&error), texts))?;
        let file = (!self.trace_goes_to_terminal()).then_some(&**file);
        let draft = file.map(|file| self.draft(file)).transpose();
        draft
            .map_err(NotRecorded::File)
            .and_then(|draft| Trace::begin(draft, setup))
            .map_err(|error| self.not_begun(error, texts))
    }

    fn not_begun(&self, error: NotRecorded, texts: &Texts) -> Unusable {
        match error {
            NotRecorded::Full => {
                self.not_recorded(WriteError::TooLarge.code(), &too_large(texts), texts)
            }
            NotRecorded::File(error) => self.trace_not_saved(&error, texts),
        }
    }

    /// Reports why a frame is not recorded. If the file is full, it contains the frames before this one, and `saved` is the result of saving it.
    fn cut_short(
        &self,
        saved: Result<(), SaveError>,
        error: &NotRecorded,
        frame: u64,
        texts: &Texts,
    ) -> Unusable {
        match (error, saved) {
            (NotRecorded::File(error), _) => return self.trace_not_saved(error, texts),
            (NotRecorded::Full, Err(error)) => return self.trace_not_saved(&error, texts),
            (NotRecorded::Full, Ok(())) => {}
        }
        let file = self.trace.as_deref().unwrap_or(&self.file);
        let (frame, reason) = (frame.to_string(), too_large(texts));
        let arguments = [("frame", &*frame), ("reason", &*reason)];
        let message = texts.tr_with("cli.run.trace_cut_short", &arguments);
        let report = Report::error(file, WriteError::TooLarge.code(), message)
            .with_remedy(texts.tr("cli.remedy.fewer_frames"));
        unusable(report)
    }

    /// Begins the file of the recording, which overwrites only another recording.
    fn draft(&self, file: &Path) -> Result<FileDraft, SaveError> {
        let mut outputs = Outputs::new(Replacing::SameFormat.or_forced(self.force));
        outputs.reads([&*self.file].into_iter().chain(self.scenario.as_deref()));
        outputs.begin(OutputKind::Recording, file)
    }

    fn trace_not_saved(&self, error: &SaveError, texts: &Texts) -> Unusable {
        let mut unusable = self.not_recorded(error.code(), &texts.save_error(error), texts);
        let file = self.trace.as_deref().unwrap_or(&self.file);
        unusable.report = Box::new(unusable.report.with_remedy(remedy(error, file, texts)));
        unusable
    }

    fn not_recorded(&self, code: &str, reason: &str, texts: &Texts) -> Unusable {
        let file = self.trace.as_deref().unwrap_or(&self.file);
        let message = texts.tr_with("cli.run.trace_not_written", &[("reason", reason)]);
        let report = Report::error(file, code, message);
        unusable(report.with_remedy(texts.tr("cli.remedy.writable_file")))
    }

    fn refuse(&self, streams: &mut Streams<'_>, unusable: &Unusable) -> io::Result<Outcome> {
        write_unusable(
            streams,
            self.output.format,
            &unusable.report,
            unusable.text.as_deref(),
        )?;
        Ok(Outcome::Unusable)
    }
}

/// Why a recording that is too large is not written.
fn too_large(texts: &Texts) -> String {
    let file = in_megabytes(RECORDING_BYTES).to_string();
    let line = in_megabytes(FILE_BYTES as u64).to_string();
    texts.tr_with(
        "cli.run.trace_too_large",
        &[("file", &file), ("line", &line)],
    )
}
