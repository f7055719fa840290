//! Problems of a document and their fixes: updated after changes, for a large document on a background thread. What is only unfinished is not told
//! yet: a document in which nothing was done, and a node that was just made and is still being filled in.

use std::sync::Arc;

use treewright_authoring::edit::Command;
use treewright_authoring::validate;
use treewright_core::diagnostic::{Diagnostic, Problem, Problems};
use treewright_core::expression::Fault;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::on_purpose;
use treewright_exchange as exchange;

use super::OpenDocument;
use crate::host::job::JobEnd;
use crate::host::panics::caught;
use crate::i18n::Texts;
use crate::workspace::background_check::{self, BackgroundCheck, ProjectSnapshot};

/// Whether the problem is that something is missing which users add after making a node. Wrong input is reported at once.
fn is_unfinished(problem: &Problem) -> bool {
    match problem {
        Problem::WrongChildCount { has, min, .. } => has < min,
        Problem::MissingParameter { .. }
        | Problem::VariableOnly { .. }
        | Problem::FixedComparison
        | Problem::AbortWithoutConditional { .. }
        | Problem::AbortWithoutReach { .. }
        | Problem::Subtree(_)
        | Problem::LooseNodes { .. } => true,
        Problem::BrokenExpression { error, .. } => error.fault == Fault::Empty,
        _ => false,
    }
}

impl OpenDocument {
    /// Returns the problems as of the last [`Self::check`], without those that are not told yet.
    pub fn diagnostics(&self) -> &Problems {
        &self.diagnostics
    }

    /// Returns the problems as of the last [`Self::check`], with those that are not told yet: as they are for everyone else.
    pub fn problems_for_others(&self) -> &Problems {
        self.all_problems.as_ref().unwrap_or(&self.diagnostics)
    }

    /// Tells all problems from now on: the document is saved or run, so it is meant to be finished.
    pub(super) fn tell_all_problems(&mut self) {
        self.new_node = None;
        self.is_begun = true;
        self.tell_left_problems();
    }

    /// Notes the node that a change has made, if it made one and selected it.
    pub(super) fn note_new_node(&mut self, nodes_before: usize, selected_before: Option<&NodeId>) {
        self.is_begun = true;
        if self.document.node_count() <= nodes_before || self.selection.len() != 1 {
            return;
        }
        let made = self.selection.primary();
        if made != selected_before {
            self.new_node = made.cloned();
        }
    }

    /// Tells the problems that were withheld, if not just their node is selected any more.
    fn tell_left_problems(&mut self) {
        let is_left =
            |node: &NodeId| self.selection.len() != 1 || self.selection.primary() != Some(node);
        if self.new_node.as_ref().is_some_and(is_left) {
            self.new_node = None;
        }
        if self.new_node.is_none()
            && self.needs_root()
            && let Some(all) = self.all_problems.take()
        {
            self.diagnostics = all;
            self.known_fixes.borrow_mut().clear();
        }
    }

    /// Whether a missing root is reported. It is not in a new document or file, or in an unsaved document from which all nodes were removed.
    fn needs_root(&self) -> bool {
        let has_nodes = self.document.node_count() > 0;
        has_nodes || self.is_begun && !self.is_untitled()
    }

    /// Withholds the problems of what is only unfinished.
    fn withhold_problems(&mut self) {
        self.all_problems = None;
        let (new_node, needs_root) = (&self.new_node, self.needs_root());
        let is_withheld = |problem: &Diagnostic| match problem.location.node() {
            Some(node) => new_node.as_ref() == Some(node) && is_unfinished(&problem.problem),
            None => !needs_root && matches!(problem.problem, Problem::NoRoot { .. }),
        };
        if !self.diagnostics.iter().any(is_withheld) {
            return;
        }
        let told = self.diagnostics.without(is_withheld);
        self.all_problems = Some(std::mem::replace(&mut self.diagnostics, told));
    }

    /// Updates the problems if the document has changed. Those of a large document are available later: `wake` is then called on another thread, and
    /// this must be called again. Until then, the problems of the earlier state remain.
    ///
    /// # Errors
    /// If the check panicked or could not start. The problems of the earlier state then remain.
    pub fn check(
        &mut self,
        library: &Arc<NodeLibrary>,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Result<(), JobEnd> {
        self.tell_left_problems();
        let revision = self.revision();
        if let Some(running_check) = self.checking.take() {
            match running_check.take() {
                Some(found) if running_check.revision == revision => {
                    return self.accept_problems(found);
                }
                Some(_) => {}
                None => self.checking = Some(running_check),
            }
        }
        if self.checked == Some(revision) || self.checking.is_some() {
            return Ok(());
        }
        self.known_fixes.borrow_mut().clear();
        let at_once = if self.checked.is_some() {
            background_check::MAX_SYNC_NODES
        } else {
            background_check::MAX_SYNC_NODES_AT_FIRST
        };
        if self.document.node_count() > at_once {
            let check = BackgroundCheck::begin(revision, self.project_snapshot(), wake);
            self.checking = Some(check);
            return Ok(());
        }
        let found = caught(|| {
            on_purpose::panic_at("check");
            exchange::problems(&self.project(), library)
        });
        self.accept_problems(found.map_err(JobEnd::Panicked))
    }

    /// Whether the problems are those of an earlier state.
    pub fn needs_check(&self) -> bool {
        self.checked != Some(self.revision())
    }

    /// Returns a snapshot for background jobs.
    pub fn project_snapshot(&self) -> ProjectSnapshot {
        let project = self.project();
        ProjectSnapshot {
            document: self.snapshot(),
            path: project.path.to_owned(),
            others: project.others.clone(),
            library: self.library().clone(),
        }
    }

    /// Accepts the problems of the current state.
    fn accept_problems(&mut self, found: Result<Problems, JobEnd>) -> Result<(), JobEnd> {
        self.checked = Some(self.revision());
        self.known_fixes.borrow_mut().clear();
        self.diagnostics = found?;
        if self.history.state() == self.read_at {
            let known = &self.diagnostics;
            let more = self.from_reader.iter();
            let more: Vec<Diagnostic> = more
                .filter(|d| {
                    let mut same = known.iter();
                    !same.any(|k| k.problem == d.problem && k.location == d.location)
                })
                .cloned()
                .collect();
            self.diagnostics.extend(more);
        }
        self.diagnostics.sort_by_key(|d| d.severity);
        self.withhold_problems();
        Ok(())
    }

    /// Returns the fixes of the problem at this index: their names and commands.
    pub fn fixes(
        &self,
        diagnostic: usize,
        library: &NodeLibrary,
        texts: &Texts,
    ) -> Vec<(String, Command)> {
        let mut known = self.known_fixes.borrow_mut();
        let fixes = known.entry(diagnostic).or_insert_with(|| {
            let diagnostic = self.diagnostics.get(diagnostic);
            diagnostic.map_or_else(Vec::new, |d| validate::fixes(&self.document, library, d))
        });
        fixes
            .iter()
            .map(|fix| (texts.as_sentence(&texts.fix(fix)), fix.command.clone()))
            .collect()
    }
}
