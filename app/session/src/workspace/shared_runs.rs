//! Runs with agents of several documents' trees. The document whose tree the shown agent runs has the run; so the run moves from document to
//! document, and the front follows it. Edits and breakpoints of all its documents reach it.

use treewright_core::ids::NodeId;
use treewright_core::model::StandIn;

use super::Workspace;
use super::open_document::{DocumentId, OpenDocument};
use super::run_session::{Adopted, FirstValues, RunSession, TreeVersion};
use super::run_view::RunView as _;
use crate::i18n::Texts;

impl Workspace {
    /// Lets runs be where they are shown: a run moves to the document of its shown agent, and the front with it; a document that was brought to the
    /// front shows the run in which its tree has agents, if it has no run of its own.
    pub fn follow_runs(&mut self) {
        for index in 0..self.documents.len() {
            let document = &self.documents[index];
            let shown = document.run.as_ref().and_then(RunSession::shown_document);
            let shown = shown.filter(|shown| *shown != document.id());
            if let Some(to) = shown.and_then(|shown| self.index_of(shown)) {
                self.move_run(index, to);
                if self.front == index {
                    self.front = to;
                }
            }
        }
        let front = self.front().id();
        if self.known_front.replace(front) != Some(front) {
            self.take_run_to_front();
        }
    }

    /// Shows the run of another document in which the front document's tree has agents, unless the front document has a run.
    fn take_run_to_front(&mut self) {
        let (front, id) = (self.front, self.front().id());
        if self.documents[front].run.is_some() {
            return;
        }
        let holder = self.documents.iter_mut().position(|document| {
            let run = document.run.as_mut();
            run.is_some_and(|run| run.show_agent_of(id))
        });
        if let Some(holder) = holder {
            return self.move_run(holder, front);
        }
        if self.documents[front].last_run.is_some() {
            return;
        }
        let stopped = self.documents.iter_mut().position(|document| {
            let is_readable = document.readable_last_run().is_some();
            let run = document.last_run.as_mut().filter(|_| is_readable);
            run.is_some_and(|run| run.show_agent_of(id))
        });
        if let Some(stopped) = stopped {
            self.move_run(stopped, front);
        }
    }

    /// Moves the run, or that which was stopped last, from one document to another, which has a tree of it. What the other one runs is stopped.
    fn move_run(&mut self, from: usize, to: usize) {
        if self.documents[to].run.is_some() {
            self.documents[to].stop_run();
            self.replaced_run = Some(self.documents[to].id());
        }
        let id = self.documents[to].id();
        let before = &mut self.documents[from];
        let (run, stopped) = match before.run.take() {
            Some(run) => (Some(run), None),
            None => (None, before.last_run.take()),
        };
        let (query, scopes) = (before.run_query.take(), before.agent_scopes);
        let earlier = std::mem::take(&mut before.earlier_agents);
        let is_running = run.is_some();
        let Some(mut run) = run.or(stopped) else {
            return;
        };
        run.move_to(id);
        let after = &mut self.documents[to];
        after.run_query = query;
        after.agent_scopes = scopes;
        after.earlier_agents = earlier;
        if is_running {
            after.run = Some(run);
        } else {
            after.last_run = Some(run);
        }
        after.update_breakpoints();
    }

    /// Returns the document whose run was just stopped because an agent of another run is shown in it, once.
    pub fn take_replaced_run(&mut self) -> Option<DocumentId> {
        self.replaced_run.take()
    }

    /// Shows the document of the run's first tree, with which the run started and can start again.
    pub fn show_first_tree(&mut self) {
        let run = self.front().run.as_ref().or(self.front().last_run.as_ref());
        let first = run.and_then(|run| run.documents().next());
        let first = first.and_then(|first| self.index_of(first));
        if let Some(first) = first.filter(|first| *first != self.front) {
            self.move_run(self.front, first);
            self.front = first;
            self.known_front = Some(self.front().id());
        }
    }

    /// Lets runs know the documents of their trees as they are now: names for messages, and breakpoints.
    pub fn update_shared_runs(&mut self, texts: &Texts) {
        for holder in 0..self.documents.len() {
            let run = &mut self.documents[holder].run;
            let Some(mut run) = run.take_if(|run| run.tree_count() > 1) else {
                continue;
            };
            for document in &self.documents {
                if run.is_unknown(document.id(), document.revision()) {
                    let (name, sources) = (document.file_name(texts), document.program_sources());
                    run.note_document(document.id(), (document.revision(), name), sources);
                }
                document.pass_breakpoints(&mut run);
            }
            self.documents[holder].run = Some(run);
        }
    }

    /// Applies changes of documents to the run that a document has. Large ones are compiled in the background; `wake` is called then, and this must
    /// be called again.
    pub fn apply_changes_to_run(
        &mut self,
        holder: usize,
        wake: impl Fn() + Send + Sync + Clone + 'static,
    ) -> Adopted {
        self.adopt_changes(holder, |document, leaves| {
            document.changed_version(leaves, wake.clone())
        })
    }

    /// Like [`Self::apply_changes_to_run`], but blocks until the changes are compiled.
    pub fn adopt_now(&mut self, holder: usize) -> Adopted {
        self.adopt_changes(holder, |document, leaves| {
            Some(document.tree_version(leaves))
        })
    }

    fn adopt_changes(
        &mut self,
        holder: usize,
        version: impl Fn(&mut OpenDocument, &Leaves) -> Option<Result<TreeVersion, String>>,
    ) -> Adopted {
        let Some(run) = &self.documents[holder].run else {
            return Adopted::Nothing;
        };
        let behind = run.documents().filter_map(|id| {
            let index = self.index_of(id)?;
            let is_behind = run.is_behind(id, self.documents[index].run_revision());
            is_behind.then(|| (index, run.leaves(id).to_vec()))
        });
        let behind: Vec<_> = behind.collect();
        let mut adopted = Adopted::Nothing;
        for (index, leaves) in behind {
            if let Some(changed) = version(&mut self.documents[index], &leaves) {
                adopted = adopted.max(self.documents[holder].adopt(changed));
            }
        }
        adopted
    }

    /// Returns the agents that were added to an earlier run of the front document, by the documents of their trees, as far as these are open.
    pub fn earlier_agents(&self) -> Vec<(usize, Vec<FirstValues>)> {
        let mut found: Vec<(usize, Vec<FirstValues>)> = Vec::new();
        for (document, values) in &self.front().earlier_agents {
            let Some(index) = document.and_then(|id| self.index_of(id)) else {
                continue;
            };
            match found.iter_mut().find(|(of, _)| *of == index) {
                Some((_, all)) => all.push(values.clone()),
                None => found.push((index, vec![values.clone()])),
            }
        }
        found
    }

    /// Returns the index of the document that has the run with the tree of this one.
    pub fn run_with(&self, id: DocumentId) -> Option<usize> {
        let own = self.index_of(id);
        own.filter(|own| self.documents[*own].run.is_some())
            .or_else(|| {
                let mut all = self.documents.iter();
                all.position(|document| {
                    let run = document.run.as_ref();
                    run.is_some_and(|run| run.documents().any(|of| of == id))
                })
            })
    }

    /// Returns whether closing a document ends a run with agents of several trees.
    pub fn ends_shared_run(&self, id: DocumentId) -> bool {
        let mut runs = self.documents.iter().filter_map(|of| of.run.as_ref());
        runs.any(|run| run.tree_count() > 1 && run.documents().any(|of| of == id))
    }

    /// Ends the runs with the tree of a document that is closed.
    pub(super) fn end_runs_with(&mut self, id: DocumentId) {
        for document in &mut self.documents {
            for run in [&mut document.run, &mut document.last_run] {
                let ends = run
                    .as_ref()
                    .is_some_and(|run| run.documents().any(|of| of == id));
                if let Some(run) = run.take_if(|_| ends) {
                    run.end();
                }
            }
        }
    }
}

/// Stand-ins that override those of a document.
type Leaves = [(NodeId, StandIn)];
