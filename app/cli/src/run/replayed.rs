//! `treewright run FILE.trace.jsonl`: replays a recording, shows it, and verifies that the result is what was recorded.

use std::collections::BTreeMap;
use std::io::{self, Write as _};

use treewright_core::format::{FormatError, FormatErrorKind};
use treewright_insight::recording::{AgentFrame, FrameRecord};
use treewright_insight::recording_json::{Replay, head};
use treewright_session::i18n::Texts;

use super::Run;
use super::frames::FrameWriter;
use super::trace::{Lines, NotRecorded};
use crate::colors::{NOTABLE, styled};
use crate::input::{Unusable, unusable};
use crate::report::Report;
use crate::{Outcome, Streams, input};

/// The writer for the frames of each program.
type Writers = BTreeMap<usize, FrameWriter>;

impl Run {
    /// Replays a recording.
    pub(super) fn replay(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        if self.dt.is_some() || self.seed.is_some() || self.scenario.is_some() {
            return self.refuse(streams, &self.fixed_by_recording(streams.texts));
        }
        let texts = streams.texts;
        let mut replay = match input::read_recording(&self.file, texts) {
            Ok(replay) => replay,
            Err(unusable) => return self.refuse(streams, &unusable),
        };
        let mut trace = match self.begin_copy(&replay, texts) {
            Ok(trace) => trace,
            Err(unusable) => return self.refuse(streams, &unusable),
        };
        if self.trace_goes_to_terminal() {
            writeln!(streams.out.data(), "{}", head(&replay.setup))?;
        }
        let mut writers = BTreeMap::new();
        let first = replay.recording.first_agent();
        match self.frame_writer(&replay.seen(first), texts) {
            Ok(frames) => writers.insert(0, frames),
            Err(unusable) => return self.refuse(streams, &unusable),
        };
        let most = self.frames.unwrap_or(u64::MAX);
        while replay.recording.last_frame() < most {
            let record = match replay.step() {
                Ok(Some(record)) => record,
                Ok(None) => break,
                Err(error) => return self.replay_failed(streams, &error),
            };
            self.add_writers(&mut writers, &replay, &record, texts);
            if let Some(lines) = &mut trace
                && let Err(error) = lines.push(streams, replay.last_line())?
            {
                let saved = trace.map_or(Ok(()), Lines::finish);
                return self.refuse(streams, &self.cut_short(saved, &error, record.frame, texts));
            }
            write_frame(&mut writers, streams, &replay, &record)?;
        }
        if let Some(line) = replay.cut_off {
            let (line, file) = (line.to_string(), crate::shown(&self.file));
            let arguments = [("line", &*line), ("file", &*file)];
            let text = texts.tr_with("cli.run.cut_off", &arguments);
            writeln!(streams.err, "{}", styled(NOTABLE, text))?;
        }
        let is_whole = replay.cut_off.is_none();
        if let Some(Err(error)) = trace.map(Lines::finish) {
            return self.refuse(streams, &self.trace_not_saved(&error, texts));
        }
        Ok(if is_whole {
            Outcome::Success
        } else {
            Outcome::Problems
        })
    }

    /// Adds a writer for each program that is new in a frame.
    fn add_writers(
        &self,
        writers: &mut Writers,
        replay: &Replay<'_>,
        record: &FrameRecord,
        texts: &Texts,
    ) {
        let recording = &replay.recording;
        for AgentFrame { agent, program, .. } in &record.agents {
            if writers.contains_key(program) {
                continue;
            }
            let mut earlier = writers.keys().rev();
            let earlier = earlier.find(|of| recording.are_versions(**of, *program));
            let earlier = earlier.copied().and_then(|of| writers.remove(&of));
            // A program without the node writes as before; agents of another tree without it write nothing.
            let writer = self.frame_writer(&replay.seen(*agent), texts);
            if let Some(writer) = writer.ok().or(earlier) {
                writers.insert(*program, writer);
            }
        }
    }

    /// Begins a copy of the recording, if `--trace` requests one.
    fn begin_copy(&self, replay: &Replay<'_>, texts: &Texts) -> Result<Option<Lines>, Unusable> {
        let Some(file) = &self.trace else {
            return Ok(None);
        };
        let file = (!self.trace_goes_to_terminal()).then_some(&**file);
        let draft = file.map(|file| self.draft(file)).transpose();
        let lines = draft
            .map_err(NotRecorded::File)
            .and_then(|draft| Lines::begin(draft, &head(&replay.setup)));
        lines
            .map(Some)
            .map_err(|error| self.not_begun(error, texts))
    }

    /// Reports an error. A run that differs from the recording is a problem; in all other cases the file is unusable.
    fn replay_failed(&self, streams: &mut Streams<'_>, error: &FormatError) -> io::Result<Outcome> {
        let unusable = input::of_recording(&self.file, error, streams.texts);
        self.refuse(streams, &unusable)?;
        Ok(match error.kind {
            FormatErrorKind::OtherRun { .. } => Outcome::Problems,
            _ => Outcome::Unusable,
        })
    }

    /// The options of the command line contradict the recording.
    pub(super) fn fixed_by_recording(&self, texts: &Texts) -> Unusable {
        let report = Report::error(
            &self.file,
            "as_it_was",
            texts.tr("cli.run.fixed_by_recording"),
        );
        unusable(report.with_remedy(texts.tr("cli.remedy.without_options")))
    }
}

fn write_frame(
    writers: &mut Writers,
    streams: &mut Streams<'_>,
    replay: &Replay<'_>,
    record: &FrameRecord,
) -> io::Result<()> {
    for frame in &record.agents {
        if let Some(frames) = writers.get_mut(&frame.program) {
            frames.write(streams, &replay.seen(frame.agent), record, record.time)?;
        }
    }
    Ok(())
}
