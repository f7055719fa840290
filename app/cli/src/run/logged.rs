//! `treewright run FILE.btlog`: shows what the nodes of a robot did, tick by tick. A log says what happened; it cannot be run again.

use std::io;

use treewright_session::i18n::Texts;

use super::Run;
use crate::colors::{NOTABLE, styled};
use crate::input::{self, Unusable, unusable};
use crate::report::Report;
use crate::shown_run::LoggedMoment;
use crate::{Outcome, Streams};

impl Run {
    /// Shows a log.
    pub(super) fn show_log(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let texts = streams.texts;
        if self.dt.is_some() || self.seed.is_some() || self.scenario.is_some() {
            return self.refuse(streams, &self.fixed_by_recording(texts));
        }
        if self.trace.is_some() {
            return self.refuse(streams, &self.cannot_be_repeated(texts));
        }
        let run = match input::read_log(&self.file, texts) {
            Ok(run) => run,
            Err(unusable) => return self.refuse(streams, &unusable),
        };
        for remark in input::not_told(&run) {
            let text = texts.sentence(&remark);
            writeln!(streams.err, "{}", styled(NOTABLE, text))?;
        }
        let Some(stretch) = run.stretch() else {
            return Ok(Outcome::Success);
        };
        let moment = |known| LoggedMoment {
            tree: &run.tree,
            known,
        };
        let mut frames = match self.frame_writer(&moment(stretch.now().clone()), texts) {
            Ok(frames) => frames,
            Err(unusable) => return self.refuse(streams, &unusable),
        };
        let last = stretch.last_frame().min(self.frames.unwrap_or(u64::MAX));
        for frame in stretch.first_frame() + 1..=last {
            if let (Some(record), Some(known)) = (stretch.record(frame), stretch.at(frame)) {
                frames.write(streams, &moment(known), record, record.time)?;
            }
        }
        Ok(Outcome::Success)
    }

    /// A log has no inputs, so no recording can be made of it.
    fn cannot_be_repeated(&self, texts: &Texts) -> Unusable {
        let message = texts.tr("cli.run.log_cannot_be_repeated");
        let report = Report::error(&self.file, "cannot_be_repeated", message);
        unusable(report.with_remedy(texts.tr("cli.remedy.without_trace")))
    }
}
