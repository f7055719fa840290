//! A run whose document was changed: the new program is swapped in.

use treewright_core::format::recording_json::Sources;
use treewright_core::library::NodeLibrary;
use treewright_core::project::Project;
use treewright_core::runtime::SwapOutcome;

use super::places::Places;
use super::{Adopted, RunSession, compile_alone};
use crate::i18n::Texts;
use crate::workspace::run_view::LogKind;

impl RunSession {
    /// Takes over a changed document. One that is looked at in the past waits until the run goes on.
    pub fn adopt(
        &mut self,
        project: &Project<'_>,
        library: &NodeLibrary,
        revision: u64,
        files: impl FnOnce() -> Option<Sources>,
        texts: &Texts,
    ) -> Adopted {
        let in_the_past = self.recording.is_in_the_past() || self.recording.inside().is_some();
        if self.revision == revision || in_the_past {
            return Adopted::Nothing;
        }
        self.revision = revision;
        let compiled = compile_alone(project, library, &self.files.leaves);
        let Some(program) = compiled.program else {
            return Adopted::Ended;
        };
        self.files.add(files());
        let places = Places::new(&program, compiled.origins);
        self.places.push(places);
        let (adopted, key) = match self.recording.swap(program) {
            SwapOutcome::Kept => (Adopted::Swapped, "log.swapped"),
            SwapOutcome::Restarted => (Adopted::Restarted, "log.restarted"),
        };
        self.follow_program(self.recording.program_number());
        self.look();
        self.arm(project);
        self.say(LogKind::Run, None, texts.tr(key).into_owned());
        let moment = (self.recording.frame(), self.recording.program_number());
        self.say_stood_in(moment.0, compiled.stood_in, library, texts);
        self.say_broken(moment, compiled.broken, project, texts);
        adopted
    }
}
