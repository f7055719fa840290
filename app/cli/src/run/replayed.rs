//! `treewright run FILE.trace.jsonl`: runs a recording again and shows it; it must come out as it was recorded.

use std::io::{self, Write as _};

use treewright_core::format::{FormatError, FormatErrorKind};
use treewright_insight::recording::FrameRecord;
use treewright_insight::recording_json::{Replay, head};

use super::shown::{Kind, Shown};
use super::trace::{Lines, NotTaken};
use super::{Run, Stop};
use crate::colors::{HEADING, NOTABLE, styled};
use crate::input::Unusable;
use crate::outline::Outline;
use crate::report::Report;
use crate::{Format, Outcome, Streams, input};

impl Run {
    /// Runs a recording again.
    pub(super) fn run_again(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        if self.dt.is_some() || self.seed.is_some() || self.scenario.is_some() {
            return self.stop(streams, &self.as_it_was());
        }
        let mut replay = match input::read_recording(&self.file) {
            Ok(replay) => replay,
            Err(stop) => return self.stop(streams, &stop),
        };
        let mut trace = match self.begin_again(&replay) {
            Ok(trace) => trace,
            Err(stop) => return self.stop(streams, &stop),
        };
        if self.trace_goes_to_terminal() {
            writeln!(streams.out.data(), "{}", head(&replay.setup))?;
        }
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
            if let Some(lines) = &mut trace
                && let Err(error) = lines.push(streams, replay.last_line())?
            {
                let kept = trace.map_or(Ok(()), Lines::finish);
                return self.stop(streams, &self.cut_short(kept, &error, record.frame));
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
        if let Some(Err(error)) = trace.map(Lines::finish) {
            return self.stop(streams, &self.no_trace(&error));
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
            Format::Human => Kind::Human(Outline::new(&replay.seen(agent))),
        })
    }

    /// Where what is run is written again, if that is asked for.
    fn begin_again(&self, replay: &Replay<'_>) -> Result<Option<Lines>, Stop> {
        let Some(file) = &self.trace else {
            return Ok(None);
        };
        let file = (!self.trace_goes_to_terminal()).then_some(&**file);
        let draft = file.map(|file| self.draft(file)).transpose();
        let lines = draft
            .map_err(NotTaken::File)
            .and_then(|draft| Lines::begin(draft, &head(&replay.setup)));
        lines.map(Some).map_err(|error| self.not_begun(error))
    }

    /// That it does not come out as it was is a problem that was found; all else makes the file useless.
    fn not_again(&self, streams: &mut Streams<'_>, error: &FormatError) -> io::Result<Outcome> {
        self.stop(streams, &input::of_recording(&self.file, error))?;
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
        shown.frame(streams, &replay.seen(frame.agent), record, record.time)?;
    }
    Ok(())
}
