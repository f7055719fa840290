//! `treewright run FILE.btlog` and `FILE.live.jsonl`: shows what the nodes of a robot or of a game's agent did, frame by frame. Such a file says what
//! happened; it cannot be run again.

use std::io;

use treewright_session::i18n::Texts;

use super::Run;
use crate::colors::{NOTABLE, styled};
use crate::input::{ToldFile, ToldPart, Unusable, unusable};
use crate::report::Report;
use crate::shown_run::ToldMoment;
use crate::{Outcome, Streams};

impl Run {
    /// Shows a file that tells a run.
    pub(super) fn show_told(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let texts = streams.texts;
        if self.dt.is_some() || self.seed.is_some() || self.scenario.is_some() {
            return self.refuse(streams, &self.fixed_by_recording(texts));
        }
        if self.trace.is_some() {
            return self.refuse(streams, &self.cannot_be_repeated(texts));
        }
        let read = ToldFile::read(&self.file, texts).and_then(|told| {
            let agent = told.agent(&self.file, self.agent.as_deref(), texts)?;
            Ok((told, agent))
        });
        let (told, agent) = match read {
            Ok(read) => read,
            Err(unusable) => return self.refuse(streams, &unusable),
        };
        for remark in told.not_told() {
            let text = texts.sentence(&remark);
            writeln!(streams.err, "{}", styled(NOTABLE, text))?;
        }
        let parts = told.parts(agent);
        // The first frame of a game's agent may be any; `--frames` counts those that are known.
        let mut left = self.frames.unwrap_or(u64::MAX);
        let mut last: Option<u64> = None;
        for part in parts {
            let (first, end) = (part.stretch.first_frame(), part.stretch.last_frame());
            if let Some(gap) = last.filter(|last| *last < first && left > 0) {
                let (from, to) = ((gap + 1).to_string(), first.to_string());
                let arguments = [("from", &*from), ("to", &*to)];
                let text = texts.tr_with("cli.run.gap", &arguments);
                writeln!(streams.err, "{}", styled(NOTABLE, text))?;
            }
            last = Some(end);
            let shown = end.min(first.saturating_add(left));
            if let Err(unusable) = self.show_part(streams, part, shown)? {
                return self.refuse(streams, &unusable);
            }
            left -= shown - first;
        }
        Ok(Outcome::Success)
    }

    fn show_part(
        &self,
        streams: &mut Streams<'_>,
        part: ToldPart<'_>,
        last: u64,
    ) -> io::Result<Result<(), Unusable>> {
        let moment = |known| ToldMoment { part, known };
        let stretch = part.stretch;
        let writer = self.frame_writer(&moment(stretch.now().clone()), streams.texts);
        let mut frames = match writer {
            Ok(frames) => frames,
            Err(unusable) => return Ok(Err(unusable)),
        };
        for frame in stretch.first_frame() + 1..=last {
            if let (Some(record), Some(known)) = (stretch.record(frame), stretch.at(frame)) {
                frames.write(streams, &moment(known), record, record.time)?;
            }
        }
        Ok(Ok(()))
    }

    /// Such a file has no inputs, so no recording can be made of it.
    fn cannot_be_repeated(&self, texts: &Texts) -> Unusable {
        let message = texts.tr("cli.run.log_cannot_be_repeated");
        let report = Report::error(&self.file, "cannot_be_repeated", message);
        unusable(report.with_remedy(texts.tr("cli.remedy.without_trace")))
    }
}
