//! A run whose document was changed: the new program is swapped in.

use treewright_core::library::NodeLibrary;
use treewright_core::project::Project;
use treewright_core::runtime::SwapOutcome;

use super::{Adopted, RunSession};
use crate::i18n::said;
use crate::workspace::document_program::DocumentProgram;
use crate::workspace::run_files::RunFiles;
use crate::workspace::run_view::LogKind;

impl RunSession {
    /// Whether it runs something else than the document at this run revision. One that is looked at in the past waits until the run goes on.
    pub fn is_behind(&self, revision: u64) -> bool {
        let in_the_past = self.recording.is_in_the_past() || self.recording.inside().is_some();
        self.revision != revision && !in_the_past
    }

    /// Takes over a changed document, which was compiled to this.
    pub fn adopt(
        &mut self,
        compiled: &DocumentProgram,
        project: &Project<'_>,
        library: &NodeLibrary,
        revision: u64,
        files: RunFiles,
    ) -> Adopted {
        self.revision = revision;
        let Some(program) = compiled.program() else {
            return Adopted::Ended;
        };
        self.files.add(files);
        self.places.push(compiled.places().clone());
        let (adopted, key) = match self.recording.swap(program.clone()) {
            SwapOutcome::Kept => (Adopted::Swapped, "log.swapped"),
            SwapOutcome::Restarted => (Adopted::Restarted, "log.restarted"),
        };
        self.follow_program(self.recording.program_number());
        self.look();
        self.arm(project);
        self.say(LogKind::Run, None, said(key, Vec::new()));
        let moment = (self.recording.frame(), self.recording.program_number());
        self.say_stood_in(moment.0, &compiled.stood_in, library);
        self.say_broken(moment, &compiled.broken, project);
        adopted
    }
}
