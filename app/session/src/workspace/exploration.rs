//! The explorations of open documents: the claims about each tree with their undo history, the search that runs or has stopped, and what
//! it has found. Does not know where anything is drawn.

mod claims_edit;
mod covering;
mod impossible;
mod preparation;
mod report;
mod search_job;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use treewright_core::Message;
use treewright_explore::claims::{ClaimError, ClaimPlace, Claims};
use treewright_explore::claims_json;
use treewright_explore::exploration::ClaimResult;
use treewright_explore::findings::Sight;
use treewright_explore::search::Progress;

pub use self::claims_edit::{ClaimsEdit, values_as_text, values_from_text};
pub use self::covering::{NamedCover, covering_scenarios, reference};
pub use self::impossible::{NeverDoes, impossible};
pub use self::preparation::{InputRow, LeafRow, Preparation};
pub use self::report::{ExploreReport, FoundHazard, NodeReach, ReachedLimit};
pub use self::search_job::{Covering, Explored, SearchLimits};
use self::search_job::{ExploreNews, SearchJob};
use super::background_check::MAX_SYNC_NODES;
use super::edit_history::EditHistory;
use super::open_document::{DocumentId, OpenDocument};
use crate::examples;
use crate::host::claims_files::{self, ClaimsNotWritten, ClaimsUnusable};
use crate::host::files::Expected;
use crate::host::job::{JobEnd, WithholdResults};
use crate::i18n::Texts;

/// How many seconds a document must be unchanged before it is explored again.
const QUIET_SECONDS: f64 = 0.6;

/// The exploration of a document.
#[derive(Default)]
pub struct Exploration {
    /// Whether the claims of an example were looked for.
    is_begun: bool,
    claims: Arc<Claims>,
    history: EditHistory<Claims>,
    /// The file of the claims, and what the next save must expect there.
    file: Option<(PathBuf, Expected)>,
    /// Why the claims' file cannot be used.
    unusable: Option<ClaimsUnusable>,
    /// The inputs and errors, and what they are about: the revision of the tree, and that of the claims.
    prepared: Option<(PreparedFor, Arc<Preparation>)>,
    /// Increases with each change of the claims.
    claims_revision: u64,
    /// Whether it begins anew after each edit of the tree.
    pub runs_after_edits: bool,
    state: SearchState,
    /// The limits of the last search.
    limits: Option<SearchLimits>,
    report: Option<Arc<ExploreReport>>,
    /// Scenarios that were made and are to be written, and the folder for them.
    covering: Option<(PathBuf, Covering)>,
    /// What the report is about: the revision of the tree, and that of the claims.
    of: Option<(u64, u64)>,
    /// The revision of the tree when it was looked at last, and since when it has this one.
    seen: Option<(u64, f64)>,
    /// Why the last search could not begin or was ended.
    failed: Option<ExploreFailure>,
}

type PreparedFor = (u64, u64);

/// A search.
#[derive(Default)]
enum SearchState {
    #[default]
    None,
    Running(RunningSearch),
    Stopped(Box<Explored>),
}

struct RunningSearch {
    job: SearchJob,
    progress: Progress,
    seconds: f64,
    /// The folder for scenarios, if it makes these instead of searching.
    covers: Option<PathBuf>,
}

/// Why a search could not begin or was ended.
#[derive(Clone, Debug)]
pub enum ExploreFailure {
    /// The tree cannot be explored.
    CannotExplore(Message),
    /// Inputs or assumptions have errors.
    Wrong(Vec<ClaimError>),
    /// The job was ended by an error of the program.
    Ended(JobEnd),
}

impl Exploration {
    /// Returns the claims.
    pub fn claims(&self) -> &Arc<Claims> {
        &self.claims
    }

    /// Returns why the file of the claims cannot be used.
    pub fn unusable(&self) -> Option<&ClaimsUnusable> {
        self.unusable.as_ref()
    }

    /// Returns the file of the claims.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_ref().map(|(file, _)| &**file)
    }

    /// Returns the undo history of the claims.
    pub fn history(&self) -> &EditHistory<Claims> {
        &self.history
    }

    /// Returns what was found last.
    pub fn report(&self) -> Option<&Arc<ExploreReport>> {
        self.report.as_ref()
    }

    /// Returns the inputs, and the errors of the claims, as far as they are known.
    pub fn preparation(&self) -> Option<&Arc<Preparation>> {
        self.prepared.as_ref().map(|(_, prepared)| prepared)
    }

    /// Returns why the last search could not begin or was ended.
    pub fn failure(&self) -> Option<&ExploreFailure> {
        self.failed.as_ref()
    }

    /// Returns how far the running search has come, and for how many seconds it has run.
    pub fn progress(&self) -> Option<(Progress, f64)> {
        match &self.state {
            SearchState::Running(running) => Some((running.progress, running.seconds)),
            _ => None,
        }
    }

    pub fn is_running(&self) -> bool {
        matches!(self.state, SearchState::Running(_))
    }

    /// Returns whether scenarios are being made.
    pub fn is_covering(&self) -> bool {
        matches!(&self.state, SearchState::Running(running) if running.covers.is_some())
    }

    /// Returns whether there is more to find by going on.
    pub fn can_go_on(&self) -> bool {
        let report = self.report.as_ref();
        let is_limited = report.is_some_and(|report| report.limit.is_some());
        is_limited && matches!(self.state, SearchState::Stopped(_))
    }

    /// Returns the search that has stopped.
    pub fn explored(&self) -> Option<&Explored> {
        match &self.state {
            SearchState::Stopped(explored) => Some(explored),
            _ => None,
        }
    }

    /// Returns whether the report is about this document as it is now, with the claims as they are now.
    pub fn is_current(&self, document: &OpenDocument) -> bool {
        self.of == Some((document.scenario_revision(), self.claims_revision))
    }

    /// Returns what was found, as long as neither the tree nor the claims were changed.
    pub fn current_report(&self, document: &OpenDocument) -> Option<&ExploreReport> {
        self.report.as_deref().filter(|_| self.is_current(document))
    }

    /// Returns what is known of the claim with this index, as long as neither it nor the tree was changed.
    pub fn claim_result(&self, index: usize, document: &OpenDocument) -> Option<&ClaimResult> {
        self.current_report(document)?.claims.get(&index)
    }

    /// Returns the claims that are broken: index, and what breaks each. Those of a report about an earlier state count until there is a
    /// new one.
    pub fn broken(&self) -> impl Iterator<Item = (usize, Option<&Sight>)> {
        let report = self.report.iter();
        let results = report.flat_map(|report| &report.claims);
        let mut broken: Vec<_> = results
            .filter_map(|(index, result)| match result {
                ClaimResult::Broken(sight) => Some((*index, sight.as_ref())),
                _ => None,
            })
            .filter(|(index, _)| *index < self.claims.claims.len())
            .collect();
        broken.sort_by_key(|(index, _)| *index);
        broken.into_iter()
    }

    /// Takes the claims of an example, which has no file.
    fn follow_example(&mut self, document: &OpenDocument) {
        let is_first = !std::mem::replace(&mut self.is_begun, true);
        let example = document
            .path()
            .is_none()
            .then(|| examples::titled(document.untitled()));
        let claims = example.flatten().and_then(|example| example.claims);
        if let (Some(text), true) = (claims, is_first)
            && let Ok(claims) = claims_json::read(text.as_bytes())
        {
            // Its location was that in the folder of the examples.
            let (tree, schema) = (None, None);
            self.claims = Arc::new(Claims {
                tree,
                schema,
                ..claims
            });
        }
    }

    /// Reads the claims beside the document's file, unless that was done or another program has not changed them since.
    fn follow_file(&mut self, document: &OpenDocument, is_changed: bool) {
        let file = document.path().map(claims_files::file_of);
        let is_known = self.file() == file.as_deref();
        let Some(file) = file.filter(|_| !is_known || is_changed) else {
            return;
        };
        match claims_files::read(&file) {
            // What was claimed while the tree had no file is saved beside it.
            Ok((read, expected)) if expected == Expected::Nothing && self.file.is_none() => {
                self.file = Some((file, expected));
                self.unusable = None;
                if *self.claims != read {
                    // What cannot be written now is written with the next change.
                    let _ = self.store(self.claims.clone());
                }
            }
            Ok((read, expected)) => {
                self.file = Some((file, expected));
                self.unusable = None;
                if *self.claims != read {
                    self.claims = Arc::new(read);
                    self.claims_revision += 1;
                    self.history.follow(&self.claims);
                }
            }
            Err(why) => {
                self.file = Some((file, Expected::Nothing));
                self.unusable = Some(why);
            }
        }
    }

    /// Finds the inputs and checks the claims again after a change. In large documents, only a search does that.
    fn prepare(&mut self, document: &OpenDocument) {
        let key = (document.scenario_revision(), self.claims_revision);
        let is_known = self
            .prepared
            .as_ref()
            .is_some_and(|(known, _)| *known == key);
        if is_known || document.project().node_count() > MAX_SYNC_NODES {
            return;
        }
        let kinds = document.kinds_in_program();
        let prepared = Preparation::of(document.project(), kinds, &self.claims);
        self.prepared = Some((key, Arc::new(prepared)));
    }

    /// Changes the claims, and writes their file if the document has one.
    ///
    /// # Errors
    /// If the file cannot be written; then nothing is changed.
    pub fn edit(&mut self, edit: ClaimsEdit, tree_state: u64) -> Result<(), ClaimsNotWritten> {
        let before = self.claims.clone();
        let mut after = (*before).clone();
        edit.apply(&mut after);
        if after == *before {
            return Ok(());
        }
        let after = Arc::new(after);
        self.store(after.clone())?;
        self.history.record(before, after, tree_state);
        Ok(())
    }

    /// Makes these the claims, and writes their file.
    ///
    /// # Errors
    /// If the file cannot be written; then nothing is changed.
    pub fn store(&mut self, claims: Arc<Claims>) -> Result<(), ClaimsNotWritten> {
        if let Some((file, expected)) = &mut self.file {
            *expected = claims_files::write(file, &claims, *expected)?;
        }
        self.claims = claims;
        self.claims_revision += 1;
        Ok(())
    }

    /// Returns the undo history, to step in it.
    pub fn history_mut(&mut self) -> &mut EditHistory<Claims> {
        &mut self.history
    }

    /// Begins to explore a document, anew or with larger limits where it stopped.
    pub fn begin(
        &mut self,
        document: &OpenDocument,
        hold: WithholdResults,
        wake: impl Fn() + Send + Sync + 'static,
    ) {
        let mut project = document.project_snapshot();
        project.library = document.kinds_in_program().clone();
        let limits = SearchLimits::of(&self.claims);
        let job = search_job::begin(project, self.claims.clone(), limits, wake);
        self.of = Some((document.scenario_revision(), self.claims_revision));
        self.run(job.withheld_by(hold), limits, Progress::default(), 0.0);
    }

    /// Goes on with larger limits where the search stopped.
    pub fn go_on(&mut self, hold: WithholdResults, wake: impl Fn() + Send + Sync + 'static) {
        let SearchState::Stopped(explored) = std::mem::take(&mut self.state) else {
            return;
        };
        let is_stopped = |report: &Arc<ExploreReport>| report.limit == Some(ReachedLimit::Stopped);
        let limits = self.limits.unwrap_or(SearchLimits::DEFAULT);
        let limits = if self.report.as_ref().is_some_and(is_stopped) {
            limits
        } else {
            limits.larger()
        };
        let report = self.report.as_ref();
        let (progress, seconds) = report.map_or((Progress::default(), 0.0), |report| {
            (report.progress, report.seconds)
        });
        let job = search_job::go_on(explored, limits, wake).withheld_by(hold);
        self.run(job, limits, progress, seconds);
    }

    /// Makes scenarios for `folder` that together show all that was found in the tree of this file.
    pub fn cover(
        &mut self,
        (tree, folder): (&Path, &Path),
        texts: &Texts,
        wake: impl Fn() + Send + Sync + 'static,
    ) {
        let SearchState::Stopped(explored) = std::mem::take(&mut self.state) else {
            return;
        };
        let (progress, seconds) = self
            .report
            .as_ref()
            .map_or((Progress::default(), 0.0), |report| {
                (report.progress, report.seconds)
            });
        self.state = SearchState::Running(RunningSearch {
            job: search_job::cover(explored, (tree, folder), texts, wake),
            progress,
            seconds,
            covers: Some(folder.to_owned()),
        });
    }

    /// Returns the scenarios that were made, and the folder for them.
    pub fn take_covering(&mut self) -> Option<(PathBuf, Covering)> {
        self.covering.take()
    }

    fn run(&mut self, job: SearchJob, limits: SearchLimits, progress: Progress, seconds: f64) {
        self.failed = None;
        self.limits = Some(limits);
        self.state = SearchState::Running(RunningSearch {
            job,
            progress,
            seconds,
            covers: None,
        });
    }

    /// Stops the search; it can go on later.
    pub fn stop(&mut self) {
        if let SearchState::Running(running) = &self.state {
            running.job.stop();
        }
    }

    /// Takes what the search tells.
    fn take_news(&mut self) {
        while let SearchState::Running(running) = &mut self.state {
            match running.job.take() {
                None => return,
                Some(Ok(ExploreNews::Progress(progress, seconds))) => {
                    (running.progress, running.seconds) = (progress, seconds);
                }
                Some(Ok(ExploreNews::Ended(explored, report))) => {
                    self.report = Some(Arc::new(*report));
                    self.state = SearchState::Stopped(explored);
                }
                Some(Ok(ExploreNews::Covered(explored, covering))) => {
                    let folder = running.covers.take();
                    self.covering = folder.map(|folder| (folder, covering));
                    self.state = SearchState::Stopped(explored);
                }
                Some(Ok(ExploreNews::Wrong(errors))) => {
                    self.fail(ExploreFailure::Wrong(errors));
                }
                Some(Ok(ExploreNews::CannotExplore(why))) => {
                    self.fail(ExploreFailure::CannotExplore(why));
                }
                Some(Err(ended)) => self.fail(ExploreFailure::Ended(ended)),
            }
        }
    }

    fn fail(&mut self, why: ExploreFailure) {
        self.state = SearchState::None;
        self.report = None;
        self.failed = Some(why);
    }

    /// Whether there is an error in the claim with this index.
    pub fn has_error(&self, index: usize) -> bool {
        let prepared = self.preparation();
        prepared.is_some_and(|prepared| {
            let is_it =
                |place: &ClaimPlace| matches!(place, ClaimPlace::Claim(at, _) if *at == index);
            prepared.errors_at(is_it).next().is_some()
        })
    }
}

/// The explorations of open documents.
#[derive(Default)]
pub struct Explorations(HashMap<DocumentId, Exploration>);

impl Explorations {
    pub fn of(&self, document: DocumentId) -> Option<&Exploration> {
        self.0.get(&document)
    }

    pub fn of_mut(&mut self, document: DocumentId) -> &mut Exploration {
        self.0.entry(document).or_default()
    }

    /// Follows the open documents: reads their claims, takes what searches tell, and forgets closed ones. `front` is prepared for editing.
    /// Returns the documents that are to be explored again, and the seconds until the next one may be.
    pub fn follow(
        &mut self,
        documents: &[OpenDocument],
        front: Option<DocumentId>,
        now: f64,
    ) -> (Vec<DocumentId>, Option<f64>) {
        let is_open = |id: &DocumentId| documents.iter().any(|document| document.id() == *id);
        self.0.retain(|id, _| is_open(id));
        let (mut due, mut wait) = (Vec::new(), None::<f64>);
        for document in documents {
            let exploration = self.of_mut(document.id());
            exploration.follow_example(document);
            exploration.follow_file(document, false);
            exploration.take_news();
            if front == Some(document.id()) {
                exploration.prepare(document);
            }
            if let Some(left) = exploration.waits(document, now) {
                if left <= 0.0 {
                    due.push(document.id());
                } else {
                    wait = Some(wait.map_or(left, |wait| wait.min(left)));
                }
            }
        }
        (due, wait)
    }

    /// Reads claims again that another program has changed.
    pub fn changed_on_disk(&mut self, documents: &[OpenDocument], changed: &[PathBuf]) {
        for document in documents {
            let exploration = self.of_mut(document.id());
            if exploration
                .file()
                .is_some_and(|file| changed.iter().any(|path| path == file))
            {
                exploration.follow_file(document, true);
            }
        }
    }
}

impl Exploration {
    /// Returns the seconds until the document is to be explored again, if it is.
    fn waits(&mut self, document: &OpenDocument, now: f64) -> Option<f64> {
        let revision = document.scenario_revision();
        let since = match self.seen {
            Some((seen, since)) if seen == revision => since,
            _ => {
                self.seen = Some((revision, now));
                now
            }
        };
        let (of_tree, of_claims) = self.of?;
        // After a change of the claims it goes without saying.
        let is_due =
            of_claims != self.claims_revision || of_tree != revision && self.runs_after_edits;
        is_due.then(|| (since + QUIET_SECONDS - now).max(0.0))
    }
}
