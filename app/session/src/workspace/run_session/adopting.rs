//! Changes of documents while their trees run: each is applied to the agents of its own tree.

use std::sync::Arc;

use treewright_core::project::Project;
use treewright_core::runtime::{SwapOutcome, SwapReason};
use treewright_insight::recording::RunInput;

use super::{Adopted, DocumentId, RunSession, TreeVersion, renamed_variables};
use crate::i18n::said;
use crate::workspace::run_view::LogKind;

impl RunSession {
    /// Notes that a variable of a document has another name than in all programs so far.
    pub fn rename_variable(&mut self, document: DocumentId, from: Arc<str>, to: Arc<str>) {
        if let Some(tree) = self.trees.of_document(Some(document)) {
            let next = self.recording.programs().len();
            self.renamed.add((tree, next), [(from, to)].into_iter());
        }
    }

    /// Applies a changed document to the agents that run its tree. `project` is that of the document that has the run.
    pub fn adopt(&mut self, changed: TreeVersion, project: &Project<'_>) -> Adopted {
        let Some(tree) = self.trees.of_document(changed.document) else {
            return Adopted::Nothing;
        };
        let TreeVersion {
            compiled,
            library,
            revision,
            sources,
            ..
        } = changed;
        self.trees.get_mut(tree).revision = revision;
        let now = self.recording.agent_programs();
        let Some(from) = self.trees.program_now(tree, now) else {
            return Adopted::Nothing;
        };
        let Some(program) = compiled.program() else {
            return self.nothing_left(tree);
        };
        if self.files.is_made_of(from, &sources) {
            // What was edited while an earlier frame was shown has been undone.
            return Adopted::Nothing;
        }
        // Edits with nothing between them are one change, so that an undone one leaves the run as it was.
        let from = if self.take_back_swap_of(tree) {
            let now = self.recording.agent_programs();
            self.trees.program_now(tree, now).unwrap_or(from)
        } else {
            from
        };
        let before = self.recording.programs()[from].clone();
        let renamed = renamed_variables::between(&before, program);
        let values = renamed_variables::values(&self.recording, from, &renamed);
        let number = self.recording.programs().len();
        let outcome = match self.recording.swap(from, program.clone()) {
            Ok(outcome) => outcome,
            // Agents of other trees share a variable that has another type now.
            Err(refused) => {
                self.log_of_tree(tree, LogKind::Error, None, refused.message());
                return Adopted::Nothing;
            }
        };
        let own = sources.clone();
        let own = own.project().unwrap_or(*project);
        self.expect_program(tree, compiled.mapping(), sources);
        self.renamed.add((tree, number), renamed.iter().cloned());
        self.histories
            .rename_variables(&renamed, |of| self.trees.of_program(of) == tree);
        let (adopted, key) = match &outcome {
            SwapOutcome::Kept | SwapOutcome::Partly(_) => (Adopted::Swapped, "log.swapped"),
            SwapOutcome::Restarted(_) => (Adopted::Restarted, "log.restarted"),
        };
        self.switch_programs();
        self.update_moment();
        self.arm(tree, &own);
        self.log_of_tree(tree, LogKind::Run, None, said(key, Vec::new()));
        let is_lost = |reason: &&SwapReason| !matches!(reason, SwapReason::VariableGone { name } if renamed.iter().any(|(from, _)| from == name));
        for reason in outcome.reasons().iter().filter(is_lost) {
            let restarts = reason.restarts().and_then(|id| program.index(id));
            let shown = restarts.map(|node| compiled.mapping().shown(program, node));
            self.log_of_tree(tree, LogKind::Run, shown, reason.message());
        }
        let moment = (self.recording.frame(), number);
        self.log_stand_ins((moment.0, tree), &compiled.stood_in, &library);
        self.log_broken_nodes(moment, &compiled.broken, &own);
        for value in values {
            // The new program declares it with the same type.
            let _ = self.recording.apply(value);
        }
        self.update_moment();
        adopted
    }

    /// Takes back the change of a tree if that was the last input before the next frame. Returns whether it was taken back.
    fn take_back_swap_of(&mut self, tree: usize) -> bool {
        let is_of_tree = |input: &RunInput| matches!(input, RunInput::Swap { from, .. } if self.trees.of_program(*from) == tree);
        let last = self.recording.pending().last();
        last.is_some_and(is_of_tree) && self.recording.take_back_swap()
    }

    /// A changed document has nothing left to run. Agents of other trees, if there are any, go on, and those of this one with its last version.
    fn nothing_left(&mut self, tree: usize) -> Adopted {
        let programs = self.recording.agent_programs().iter();
        let has_others = programs
            .map(|(_, program)| self.trees.of_program(program))
            .any(|of| of != tree);
        if !has_others {
            return Adopted::Ended;
        }
        let text = said("log.nothing_left", Vec::new());
        self.log_of_tree(tree, LogKind::Error, None, text);
        Adopted::Nothing
    }
}
