//! Texts for failed background jobs.

use super::Texts;
use crate::host::job::JobEnd;
use crate::host::program_log;

impl Texts {
    /// Describes why a job has no result.
    pub fn ended(&self, ended: &JobEnd) -> String {
        match ended {
            JobEnd::Done => self.tr("jobs.stopped").into_owned(),
            JobEnd::NoThread => self.tr("jobs.no_thread").into_owned(),
            JobEnd::Panicked(text) => self.mistake(text),
        }
    }

    /// Describes a panic with this message, and what to do about it.
    pub fn mistake(&self, text: &str) -> String {
        match program_log::path() {
            Some(log) => {
                let log = log.display().to_string();
                self.tr_with("jobs.broken_logged", &[("text", text), ("log", &log)])
            }
            None => self.tr_with("jobs.broken", &[("text", text)]),
        }
    }
}
