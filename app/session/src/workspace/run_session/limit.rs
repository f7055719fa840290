//! How much a run keeps of its past: the recording, what is kept beside it by node and by variable, and the documents that were run keep within one limit
//! together. The log has limits of its own.

use std::sync::Arc;

use super::RunSession;

impl RunSession {
    /// Says how many bytes its past may take.
    pub fn set_limit(&mut self, bytes: usize) {
        self.recording.set_limit(bytes);
        self.look();
    }

    /// Forgets the oldest frames until all that is kept of them is within the limit; gives about how many bytes that is.
    pub(super) fn keep_within_limit(&mut self) -> usize {
        self.recording.set_beside(self.beside());
        self.forget_until(self.recording.first_frame());
        self.recording.bytes() + self.beside()
    }

    /// About how many bytes are kept beside the recording.
    fn beside(&self) -> usize {
        self.past.memory() + self.files.bytes()
    }

    /// Forgets what is kept of the frames up to this one, which the recording has forgotten.
    pub(super) fn forget_until(&mut self, frame: u64) {
        if frame <= self.forgotten {
            return;
        }
        self.forgotten = frame;
        self.past.forget(frame);
        self.files.let_go();
        for places in self.places.iter_mut().take(self.recording.first_program()) {
            *places = Arc::default();
        }
        for errors in self.errors.values_mut() {
            errors.forget(errors.partition_point(|(at, _)| *at <= frame));
        }
        self.errors.retain(|_, errors| !errors.is_empty());
    }
}

#[cfg(test)]
mod tests {
    use std::iter;
    use std::sync::Arc;

    use treewright_core::library::NodeLibrary;
    use treewright_core::model::{Document, DocumentBuilder, Node, ParameterValue};
    use treewright_core::project::Project;

    use super::RunSession;
    use crate::workspace::document_program::DocumentProgram;
    use crate::workspace::run_files::RunFiles;
    use crate::workspace::run_view::RunView as _;

    const LIMIT: usize = 512 << 10;
    const LIBRARY: usize = 10_000;

    /// Ends and starts again in each frame, saying so, and fails in between.
    fn document(name: &str) -> Document {
        let mut builder = DocumentBuilder::new(name);
        builder.settings(|document| document.restart_when_complete = true);
        let root = builder.root(Node::new("root", "Sequence")).unwrap();
        for leaf in 0..20 {
            let text = ParameterValue::literal("on my way");
            let log = Node::new(format!("n{leaf}"), "Log").with_parameter("text", text);
            builder.child(&root, log).unwrap();
        }
        builder
            .child(&root, Node::new("broken", "SetVariable"))
            .unwrap();
        builder.finish()
    }

    /// A document with a task library of some size, which was read anew.
    fn files(document: &Document) -> RunFiles {
        let document = Arc::new(document.clone());
        let library = iter::once(("tasks.json", Arc::from(" ".repeat(LIBRARY))));
        RunFiles::of(document.clone(), &Project::alone(&document), library)
    }

    fn run(document: &Document) -> RunSession {
        let library = NodeLibrary::builtin();
        let project = Project::alone(document);
        let compiled = DocumentProgram::of(&project, &library, &[]);
        let run = RunSession::start(&compiled, &project, &library, (1, 0));
        let mut run = run.unwrap().with_files(files(document));
        run.set_limit(LIMIT);
        run
    }

    #[test]
    fn a_long_run_with_all_that_is_kept_beside_it_keeps_within_its_limit() {
        let document = document("Long");
        let mut run = run(&document);
        let project = Project::alone(&document);
        for _ in 0..2_000 {
            run.step(0.1, &project);
            let (kept, limit) = run.memory();
            assert_eq!(limit, LIMIT);
            assert!(kept <= limit, "{kept} bytes in frame {}", run.frame());
        }
        let (first, last) = run.frames();
        assert_eq!(last, 2_000);
        assert!(first > 0 && first < last);
        assert_eq!(run.history().first_frame(), first + 1);
    }

    #[test]
    fn a_run_whose_document_is_changed_over_and_over_keeps_within_its_limit() {
        let first = document("Changed");
        let mut run = run(&first);
        let library = NodeLibrary::builtin();
        for change in 1..400 {
            let document = document(&format!("Changed {change}"));
            let project = Project::alone(&document);
            let compiled = DocumentProgram::of(&project, &library, &[]);
            let (files, before) = (files(&document), run.files.bytes());
            run.adopt(&compiled, &project, &library, change, files);
            if change == 1 {
                assert!(run.files.bytes() > before + LIBRARY);
            }
            // Half of the time it stands still.
            if change % 40 < 20 {
                run.step(0.1, &project);
            }
            let (kept, limit) = run.memory();
            assert!(kept <= limit, "{kept} bytes after change {change}");
        }
    }
}
