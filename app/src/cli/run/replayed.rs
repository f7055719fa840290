//! `treewright run FILE.trace.jsonl`: runs a recording again and shows it; it must come out as it was recorded.

use std::io::{self, Write as _};
use std::path::Path;

use treewright_core::format::recording_json::{Replay, write};
use treewright_core::format::{FormatError, FormatErrorKind};
use treewright_core::recording::FrameRecord;
use treewright_core::trace::FrameTrace;

use super::shown::{Kind, Shown};
use super::{Run, Stop};
use crate::cli::colours::{HEADING, NOTABLE, styled};
use crate::cli::input::{self, Unusable};
use crate::cli::outline::{Outline, Replayed};
use crate::cli::report::Report;
use crate::cli::{Format, Outcome, Streams};
use crate::host::files::Draft;

impl Run {
    /// Runs a recording again.
    pub(super) fn run_again(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        if self.dt.is_some() || self.seed.is_some() || self.scenario.is_some() {
            return self.stop(streams, &self.as_it_was());
        }
        let bytes = match input::read_recording(&self.file) {
            Ok(bytes) => bytes,
            Err(stop) => return self.stop(streams, &stop),
        };
        let mut replay = match Replay::begin(&bytes) {
            Ok(replay) => replay,
            Err(error) => return self.not_again(streams, &error),
        };
        let mut shown = self.shown_again(&replay);
        let most = self.frames.unwrap_or(u64::MAX);
        while replay.recording.last_frame() < most {
            let before = replay.recording.program_number();
            let record = match replay.step() {
                Ok(Some(record)) => record,
                Ok(None) => break,
                Err(error) => return self.not_again(streams, &error),
            };
            if record.program != before {
                shown = self.shown_again(&replay);
            }
            show(&mut shown, streams, &replay, &record)?;
        }
        if let Some(line) = replay.cut_off {
            let text = format!(
                "Line {line} is cut off: whoever wrote {} was interrupted. The frames before it are whole.",
                self.file.display()
            );
            writeln!(streams.err, "{}", styled(NOTABLE, text))?;
        }
        let is_whole = replay.cut_off.is_none();
        if let Err(stop) = self.write_again(streams, replay)? {
            return self.stop(streams, &stop);
        }
        Ok(if is_whole {
            Outcome::Fine
        } else {
            Outcome::Problems
        })
    }

    fn shown_again(&self, replay: &Replay<'_>) -> Shown {
        let agent = replay.recording.first_agent();
        Shown::new(match self.output.format {
            _ if self.trace_goes_to_terminal() => Kind::Nothing,
            Format::Json => Kind::Json,
            Format::Human => Kind::Human(Outline::new(&Replayed(replay, agent))),
        })
    }

    /// Writes what was run, where that is asked for.
    fn write_again(
        &self,
        streams: &mut Streams<'_>,
        mut replay: Replay<'_>,
    ) -> io::Result<Result<(), Stop>> {
        let Some(file) = &self.trace else {
            return Ok(Ok(()));
        };
        let text = match write(&mut replay.recording, &replay.setup, &replay.sources) {
            Ok(text) => text,
            Err(error) => return Ok(Err(self.not_traced(error.code(), &error.to_string()))),
        };
        if self.trace_goes_to_terminal() {
            return write!(streams.out, "{text}").map(Ok);
        }
        let written = Draft::begin(file).and_then(|mut draft| {
            draft.write_all(text.as_bytes())?;
            draft.finish()
        });
        Ok(written.map_err(|error| self.no_trace(&error)))
    }

    /// That it does not come out as it was is a problem that was found; all else makes the file useless.
    fn not_again(&self, streams: &mut Streams<'_>, error: &FormatError) -> io::Result<Outcome> {
        self.stop(streams, &of_recording(&self.file, error))?;
        Ok(match error.kind {
            FormatErrorKind::OtherRun { .. } => Outcome::Problems,
            _ => Outcome::Unusable,
        })
    }

    fn as_it_was(&self) -> Stop {
        let message = "a recording is run as it was: with its own seed and what was done then";
        let report = Report::error(&self.file, "as_it_was", message).with_remedy(
            "Leave out --dt, --seed and --scenario, or run the tree instead of the recording.",
        );
        Unusable {
            report: Box::new(report),
            text: None,
        }
    }
}

/// Why a recording is of no use. Its lines are too long to be shown.
pub fn of_recording(file: &Path, error: &FormatError) -> Unusable {
    input::of_format(file, error, &[])
}

fn show(
    shown: &mut Shown,
    streams: &mut Streams<'_>,
    replay: &Replay<'_>,
    record: &FrameRecord,
) -> io::Result<()> {
    for frame in &record.agents {
        if record.agents.len() > 1 && matches!(shown.kind, Kind::Human(_)) {
            let agent = format!("Agent {}", frame.agent.number() + 1);
            writeln!(streams.out, "{}", styled(HEADING, agent))?;
        }
        let trace = FrameTrace {
            frame: record.frame,
            status: frame.status,
            events: frame.events.clone(),
            stacks: Vec::new(),
        };
        let run = Replayed(replay, frame.agent);
        shown.frame(streams, &run, &trace, record.time)?;
    }
    Ok(())
}
