//! An open document and what came with it in a recording or an import: the files that it refers to, and the run.

use std::sync::Arc;

use treewright_insight::recording_json::{ParsedSources, Replay, Sources};

use super::{DocumentId, OpenDocument};
use crate::examples;
use crate::host::held;
use crate::host::libraries::Libraries;
use crate::host::referenced_documents::ReferencedDocuments;
use crate::workspace::program_sources::ProgramSources;
use crate::workspace::run_session::RunSession;

impl OpenDocument {
    /// Returns the files of which its program would be compiled now.
    pub fn program_sources(&self) -> ProgramSources {
        self.related
            .files_of(&self.snapshot(), self.libraries.texts())
    }

    /// Stores the files that came with it, to resolve its references.
    pub fn take_held(&mut self, held: Sources, unpacked: ParsedSources) {
        let references = self.document.libraries.clone();
        self.take_libraries(held::libraries(&held, &references, self.shipped()));
        let related = held::related(&held, unpacked, self.shipped());
        self.take_related(related);
        self.held = Some(held);
    }

    /// Returns the task libraries of a document without a file: those that came with it, else those that come with the program.
    pub fn libraries_without_file(&self) -> Libraries {
        let references = &self.document.libraries;
        match &self.held {
            Some(held) => held::libraries(held, references, self.shipped()),
            None => Libraries::without_file(references, self.shipped()),
        }
    }

    /// Returns the documents to which a document without a file refers.
    pub fn related_without_file(&self) -> ReferencedDocuments {
        let unpacked = self.held.as_ref().map(|held| (held, held.unpack()));
        match unpacked {
            Some((held, Ok(unpacked))) => held::related(held, unpacked, self.shipped()),
            _ => ReferencedDocuments::default(),
        }
    }

    /// Shows a recorded run of the current tree. `documents` are those of its trees, as in [`RunSession::recorded`].
    pub fn show_recorded_run(
        &mut self,
        replay: Replay<'_>,
        documents: &[(DocumentId, u64)],
        limit: usize,
    ) {
        let mut run = RunSession::recorded(replay, documents);
        run.set_limit(limit);
        self.run = Some(run);
        self.update_breakpoints();
    }

    /// Finds the task libraries that come with the program, in the language of this example.
    fn shipped(&self) -> impl Fn(&str) -> Option<Arc<str>> {
        |reference| examples::library(self.untitled(), reference).map(Arc::from)
    }
}
