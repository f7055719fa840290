//! The explorations of open documents: the claims about each tree, the search that runs or has stopped, and what it has found. Does not know
//! where anything is drawn.

mod claims_edit;
mod covering;
mod document_claims;
mod impossible;
mod preparation;
mod report;
mod search_job;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use treewright_core::Message;
use treewright_core::project::Project;
use treewright_explore::claims::{Claim, ClaimError, ClaimPlace, Claims};
use treewright_explore::exploration::ClaimResult;
use treewright_explore::findings::Sight;
use treewright_explore::search::Progress;

pub use self::claims_edit::{ClaimsEdit, values_as_text, values_from_text};
pub use self::covering::{NamedCover, check_folder, covering_scenarios};
pub use self::document_claims::{ClaimsBesideTree, ClaimsGone, DocumentClaims};
pub use self::impossible::{NeverDoes, impossible};
pub use self::preparation::{InputRow, LeafRow, Preparation};
pub use self::report::{ExploreReport, FoundHazard, NodeReach, ReachedLimit};
pub use self::search_job::{Covering, Explored, SearchLimits};
use self::search_job::{ExploreNews, SearchJob};
use super::background_check::MAX_SYNC_NODES;
use super::open_document::{DocumentId, OpenDocument};
pub use crate::host::claims_files::ClaimsUnusable;
use crate::host::job::{Job, JobEnd, WithholdResults};
use crate::host::unsaved_renames;
use crate::i18n::Texts;

/// How many seconds a document must be unchanged before it is explored again.
const QUIET_SECONDS: f64 = 0.6;

/// The exploration of a document.
#[derive(Default)]
pub struct Exploration {
    pub document_claims: DocumentClaims,
    /// The inputs and errors, and what they are about.
    prepared: Option<(Revisions, Arc<Preparation>)>,
    /// The preparation of a large document that is under way.
    preparing: Option<(Revisions, Job<Preparation>)>,
    /// Whether it begins anew after each edit of the tree.
    pub runs_after_edits: bool,
    state: SearchState,
    /// The limits of the last search.
    limits: Option<SearchLimits>,
    /// The results of the last search that stopped, with the state of the tree and its claims that it searched.
    report: Option<(Revisions, Arc<ExploreReport>)>,
    /// The claims that the report is about, with the names that the tree has now.
    reported_claims: Vec<Claim>,
    /// Scenarios that were made and are to be written, and the folder for them.
    covering: Option<(PathBuf, Covering)>,
    /// The state of the tree and its claims that the last search began with.
    of: Option<Revisions>,
    /// The state of the tree when it was looked at last, and since when it has this one.
    seen: Option<(u64, f64)>,
    /// Why the last search could not begin or was ended.
    failed: Option<ExploreFailure>,
}

/// The state of a tree, which undo restores, and the revision of the claims about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Revisions {
    tree: u64,
    claims: u64,
}

/// Something wrong with claims: the user is to change them, or their tree.
#[derive(Clone, Copy, Debug)]
pub enum ClaimTrouble<'a> {
    /// Their file cannot be used.
    Unusable(&'a ClaimsUnusable),
    /// They do not fit the tree.
    Error(&'a ClaimError),
    /// The claim with this index is broken; what breaks it.
    Broken(usize, Option<&'a Sight>),
}

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
        self.document_claims.claims()
    }

    /// Returns what was found last.
    pub fn report(&self) -> Option<&Arc<ExploreReport>> {
        self.report.as_ref().map(|(_, report)| report)
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

    /// Returns whether the running search is about another state of the tree or its claims than they have now.
    pub fn searches_outdated(&self, document: &OpenDocument) -> bool {
        self.is_running() && self.of != Some(self.revisions(document))
    }

    /// Returns whether scenarios are being made.
    pub fn is_covering(&self) -> bool {
        matches!(&self.state, SearchState::Running(running) if running.covers.is_some())
    }

    /// Returns whether there is more to find by going on with the search in this document, which was not changed since.
    pub fn can_go_on(&self, document: &OpenDocument) -> bool {
        let report = self.current_report(document);
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

    fn revisions(&self, document: &OpenDocument) -> Revisions {
        Revisions {
            tree: document.scenario_state(),
            claims: self.document_claims.revision(),
        }
    }

    /// Returns whether the report is about this document as it is now, with the claims as they are now.
    pub fn is_current(&self, document: &OpenDocument) -> bool {
        let of = self.report.as_ref().map(|(of, _)| *of);
        of == Some(self.revisions(document))
    }

    /// Returns what was found, as long as neither the tree nor the claims were changed.
    pub fn current_report(&self, document: &OpenDocument) -> Option<&ExploreReport> {
        let report = self.report().map(|report| &**report);
        report.filter(|_| self.is_current(document))
    }

    /// Returns what is known of the claim with this index, as long as neither it nor the tree was changed.
    pub fn claim_result(&self, index: usize, document: &OpenDocument) -> Option<&ClaimResult> {
        self.current_report(document)?.claims.get(&index)
    }

    /// Returns the claims that are broken: index, and what breaks each. If the report is about an earlier state, these are the claims that
    /// were broken then, and have not changed since; what broke them then may not do so now.
    pub fn broken(&self, document: &OpenDocument) -> impl Iterator<Item = (usize, Option<&Sight>)> {
        let is_current = self.is_current(document);
        let results = self.report().into_iter();
        let results = results.flat_map(|report| report.claims.iter());
        let results =
            results.filter_map(|(index, result)| Some((self.reported_claims.get(*index)?, result)));
        let claims = &self.claims().claims;
        let place_now = |claim: &Claim| claims.iter().position(|now| now == claim);
        let mut broken: Vec<_> = results
            .filter_map(|(claim, result)| match result {
                ClaimResult::Broken(sight) => {
                    let sight = sight.as_ref().filter(|_| is_current);
                    Some((place_now(claim)?, sight))
                }
                _ => None,
            })
            .collect();
        broken.sort_by_key(|(index, _)| *index);
        broken.into_iter()
    }

    /// Returns all that is wrong with the claims.
    pub fn troubles(&self, document: &OpenDocument) -> impl Iterator<Item = ClaimTrouble<'_>> {
        let unusable = self
            .document_claims
            .unusable()
            .into_iter()
            .map(ClaimTrouble::Unusable);
        let errors = self.preparation().into_iter();
        let errors = errors.flat_map(|prepared| &prepared.errors);
        let broken = self.broken(document);
        let broken = broken.map(|(index, sight)| ClaimTrouble::Broken(index, sight));
        unusable
            .chain(errors.map(ClaimTrouble::Error))
            .chain(broken)
    }

    /// Finds the inputs and checks the claims again after a change; of a large document in the background.
    fn prepare(
        &mut self,
        document: &OpenDocument,
        wake: &(impl Fn() + Clone + Send + Sync + 'static),
    ) {
        if let Some((key, job)) = self.preparing.take_if(|(_, job)| job.is_ready())
            && let Some(Ok(prepared)) = job.take()
        {
            self.prepared = Some((key, Arc::new(prepared)));
        }
        let key = self.revisions(document);
        let known = self.prepared.as_ref().map(|(known, _)| *known);
        let is_known = known == Some(key);
        if is_known || self.preparing.is_some() {
            return;
        }
        if document.project().node_count() <= MAX_SYNC_NODES {
            let kinds = document.kinds_in_program();
            let prepared = Preparation::of(document.project(), kinds, self.claims());
            self.prepared = Some((key, Arc::new(prepared)));
            return;
        }
        let mut project = document.project_snapshot();
        project.library = document.kinds_in_program().clone();
        let claims = self.claims().clone();
        let job = Job::begin("inputs of a tree", wake.clone(), move |_| {
            let whole = Project::new(&project.document, &project.path, &project.others);
            Some(Preparation::of(whole, &project.library, &claims))
        });
        self.preparing = Some((key, job));
    }

    /// Begins to explore a document anew.
    pub fn begin(
        &mut self,
        document: &OpenDocument,
        hold: WithholdResults,
        wake: impl Fn() + Send + Sync + 'static,
    ) {
        let mut project = document.project_snapshot();
        project.library = document.kinds_in_program().clone();
        let limits = SearchLimits::of(self.claims());
        let job = search_job::begin(project, self.claims().clone(), limits, wake);
        self.of = Some(self.revisions(document));
        self.run(job.withheld_by(hold), limits, Progress::default(), 0.0);
    }

    /// Goes on with larger limits where the search stopped.
    pub fn go_on(&mut self, hold: WithholdResults, wake: impl Fn() + Send + Sync + 'static) {
        let SearchState::Stopped(explored) = std::mem::take(&mut self.state) else {
            return;
        };
        let is_stopped = |report: &Arc<ExploreReport>| report.limit == Some(ReachedLimit::Stopped);
        let limits = self.limits.unwrap_or(SearchLimits::DEFAULT);
        let limits = if self.report().is_some_and(is_stopped) {
            limits
        } else {
            limits.larger()
        };
        let (progress, seconds) = self.effort();
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
        let (progress, seconds) = self.effort();
        self.state = SearchState::Running(RunningSearch {
            job: search_job::cover(explored, (tree, folder), texts, wake),
            progress,
            seconds,
            covers: Some(folder.to_owned()),
        });
    }

    /// How far the last search came, and for how many seconds it ran.
    fn effort(&self) -> (Progress, f64) {
        let report = self.report();
        report.map_or((Progress::default(), 0.0), |report| {
            (report.progress, report.seconds)
        })
    }

    /// Returns the scenarios that were made, and the folder for them.
    pub fn take_covering(&mut self) -> Option<(PathBuf, Covering)> {
        self.covering.take()
    }

    /// Lets the claims follow what was renamed in the tree. They mean the same afterwards: that is no reason to explore again.
    pub fn follow_renames(&mut self, document: &OpenDocument) {
        let before = self.document_claims.revision();
        let new = self.document_claims.follow_renames(document);
        if new.is_empty() {
            return;
        }
        let mut reported = Claims {
            claims: std::mem::take(&mut self.reported_claims),
            ..Claims::default()
        };
        unsaved_renames::apply(&mut reported, new, document.document());
        self.reported_claims = reported.claims;
        let now = self.document_claims.revision();
        let report = self.report.as_mut().map(|(of, _)| of);
        let about = self.of.as_mut().into_iter().chain(report);
        for of in about.filter(|of| of.claims == before) {
            of.claims = now;
        }
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
                    self.report = self.of.map(|of| (of, Arc::new(*report)));
                    self.reported_claims
                        .clone_from(&explored.found.claims.claims);
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

    /// Follows the open documents: reads their claims, takes what searches tell, and forgets closed ones. `front` is prepared for editing; `wake`
    /// is called on another thread when that is done.
    /// Returns the documents that are to be explored again, and the seconds until the next one may be.
    pub fn follow(
        &mut self,
        documents: &[OpenDocument],
        front: Option<DocumentId>,
        (now, wake): (f64, impl Fn() + Clone + Send + Sync + 'static),
    ) -> (Vec<DocumentId>, Option<f64>) {
        let is_open = |id: &DocumentId| documents.iter().any(|document| document.id() == *id);
        self.0.retain(|id, _| is_open(id));
        let (mut due, mut wait) = (Vec::new(), None::<f64>);
        for document in documents {
            let exploration = self.of_mut(document.id());
            exploration.document_claims.follow_example(document);
            exploration.follow_renames(document);
            exploration.document_claims.follow_file(document, false);
            exploration.take_news();
            if front == Some(document.id()) || **exploration.claims() != Claims::default() {
                exploration.prepare(document, &wake);
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

    /// Reads claims again that another program has changed; `None` for all claims. Returns those that are gone.
    pub fn read_again(
        &mut self,
        documents: &[OpenDocument],
        changed: Option<&[PathBuf]>,
    ) -> Vec<ClaimsGone> {
        let mut gone = Vec::new();
        for document in documents {
            let exploration = self.of_mut(document.id());
            let is_it = |file: &Path| changed.is_none_or(|paths| paths.iter().any(|it| it == file));
            if exploration.document_claims.file().is_some_and(is_it) {
                exploration.follow_renames(document);
                gone.extend(exploration.document_claims.follow_file(document, true));
            }
        }
        gone
    }
}

impl Exploration {
    /// Returns the seconds until the document is to be explored again, if it is.
    fn waits(&mut self, document: &OpenDocument, now: f64) -> Option<f64> {
        let revision = document.scenario_state();
        let since = match self.seen {
            Some((seen, since)) if seen == revision => since,
            _ => {
                self.seen = Some((revision, now));
                now
            }
        };
        let (of, now_is) = (self.of?, self.revisions(document));
        // A change of the claims always explores again.
        let is_due = of.claims != now_is.claims || of.tree != now_is.tree && self.runs_after_edits;
        is_due.then(|| (since + QUIET_SECONDS - now).max(0.0))
    }
}
