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

use treewright_authoring::edit::Rename;
use treewright_core::Message;
use treewright_core::project::Project;
use treewright_explore::claims::{Claim, ClaimError, ClaimPlace, Claims};
use treewright_explore::claims_json;
use treewright_explore::exploration::ClaimResult;
use treewright_explore::findings::Sight;
use treewright_explore::search::Progress;

pub use self::claims_edit::{ClaimsEdit, values_as_text, values_from_text};
pub use self::covering::{NamedCover, check_folder, covering_scenarios};
pub use self::impossible::{NeverDoes, impossible};
pub use self::preparation::{InputRow, LeafRow, Preparation};
pub use self::report::{ExploreReport, FoundHazard, NodeReach, ReachedLimit};
pub use self::search_job::{Covering, Explored, SearchLimits};
use self::search_job::{ExploreNews, SearchJob};
use super::background_check::MAX_SYNC_NODES;
use super::edit_history::{Direction, EditHistory};
use super::open_document::{DocumentId, OpenDocument};
use crate::examples;
pub use crate::host::claims_files::ClaimsUnusable;
use crate::host::claims_files::{self, ClaimsNotWritten};
use crate::host::files::{self, Expected};
use crate::host::job::{Job, JobEnd, WithholdResults};
use crate::host::unsaved_renames;
use crate::i18n::Texts;

/// How many seconds a document must be unchanged before it is explored again.
const QUIET_SECONDS: f64 = 0.6;

/// The exploration of a document.
#[derive(Default)]
pub struct Exploration {
    /// Whether the claims of an example were looked for.
    is_begun: bool,
    /// Whether claims were read from a file.
    is_read: bool,
    /// How many of the renames since the tree was saved the claims have followed.
    followed: usize,
    claims: Arc<Claims>,
    history: EditHistory<Claims>,
    /// The file of the claims, and what the next save must expect there.
    file: Option<(PathBuf, Expected)>,
    /// Why the claims' file cannot be used.
    unusable: Option<ClaimsUnusable>,
    /// The inputs and errors, and what they are about: the revision of the tree, and that of the claims.
    prepared: Option<(PreparedFor, Arc<Preparation>)>,
    /// The preparation of a large document that is under way.
    preparing: Option<(PreparedFor, Job<Preparation>)>,
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

/// A file of claims that another program has deleted.
#[derive(Debug)]
pub struct ClaimsGone {
    pub file: PathBuf,
}

/// What became of claims when their tree was saved to another file.
#[derive(Debug, PartialEq, Eq)]
pub enum KeptClaims {
    /// There are none, or they are there already.
    Nothing,
    Written(PathBuf),
    /// There are others in this file, which are the claims of the tree from now on.
    InTheWay(PathBuf),
}

/// The claims with the names that the tree has on disk.
fn named_as_saved(claims: &Claims, document: &OpenDocument) -> Claims {
    let mut claims = claims.clone();
    let renames = document.history().renames();
    unsaved_renames::revert(&mut claims, renames, document.document());
    claims
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

    /// Returns the claims that are broken: index, and what breaks each. If the report is about an earlier state, these are the claims that
    /// were broken then, and have not changed since.
    pub fn broken(&self) -> impl Iterator<Item = (usize, Option<&Sight>)> {
        let report = self.report.iter();
        let results = report.flat_map(|report| {
            let results = report.claims.iter();
            results
                .filter_map(|(index, result)| Some((report.explored_claims.get(*index)?, result)))
        });
        let place_now = |claim: &Claim| self.claims.claims.iter().position(|now| now == claim);
        let mut broken: Vec<_> = results
            .filter_map(|(claim, result)| match result {
                ClaimResult::Broken(sight) => Some((place_now(claim)?, sight.as_ref())),
                _ => None,
            })
            .collect();
        broken.sort_by_key(|(index, _)| *index);
        broken.into_iter()
    }

    /// Returns all that is wrong with the claims.
    pub fn troubles(&self) -> impl Iterator<Item = ClaimTrouble<'_>> {
        let unusable = self.unusable.iter().map(ClaimTrouble::Unusable);
        let errors = self.preparation().into_iter();
        let errors = errors.flat_map(|prepared| &prepared.errors);
        let broken = self.broken();
        let broken = broken.map(|(index, sight)| ClaimTrouble::Broken(index, sight));
        unusable
            .chain(errors.map(ClaimTrouble::Error))
            .chain(broken)
    }

    /// Takes the claims of a recovered document, or of an example, which has no file.
    fn follow_example(&mut self, document: &OpenDocument) {
        let is_first = !std::mem::replace(&mut self.is_begun, true);
        let draft = document.claims_without_file().filter(|_| is_first);
        if let Some(text) = draft
            && let Ok(claims) = claims_json::read(text.as_bytes())
        {
            self.claims = Arc::new(claims);
            return;
        }
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

    /// Reads the claims beside the document's file, unless that was done or another program has not changed them since. Returns what another
    /// program did to them, if the user is to know it.
    fn follow_file(&mut self, document: &OpenDocument, is_changed: bool) -> Option<ClaimsGone> {
        let file = document.path().map(claims_files::file_of);
        let is_known = self.file() == file.as_deref();
        let file = file.filter(|_| !is_known || is_changed)?;
        let read = document.path().map(|tree| claims_files::read(&file, tree));
        match read? {
            Ok((mut read, expected)) => {
                let is_gone = is_known && expected == Expected::Nothing;
                let is_lost = is_gone && *self.claims != Claims::default();
                self.file = Some((file.clone(), expected));
                self.unusable = None;
                let renames = document.history().renames();
                unsaved_renames::apply(&mut read, renames, document.document());
                self.take_claims(read, document.history().state());
                is_lost.then_some(ClaimsGone { file })
            }
            Err(why) => {
                self.file = Some((file, Expected::Nothing));
                self.unusable = Some(why);
                None
            }
        }
    }

    /// Takes claims that were read. Undo gives back those before.
    fn take_claims(&mut self, read: Claims, tree_state: u64) {
        let of_file = |claims: &Claims| Claims {
            tree: read.tree.clone(),
            schema: read.schema.clone(),
            ..claims.clone()
        };
        let before = Arc::new(of_file(&self.claims));
        self.history.map(of_file);
        let was_read = std::mem::replace(&mut self.is_read, true);
        let is_first = !was_read && *self.claims == Claims::default();
        let read = Arc::new(read);
        if *before != *read {
            self.claims_revision += 1;
            if !is_first {
                self.history.record(before, read.clone(), tree_state);
            }
        }
        self.claims = read;
    }

    /// Lets the claims follow the variables and nodes of the tree that were renamed since the last call.
    pub fn follow_renames(&mut self, document: &OpenDocument) {
        let renames = document.history().renames();
        let new = renames.get(self.followed..).unwrap_or_default();
        self.followed = renames.len();
        if new.is_empty() {
            return;
        }
        let renamed = |claims: &Claims| {
            let mut claims = claims.clone();
            unsaved_renames::apply(&mut claims, new, document.document());
            claims
        };
        let claims = renamed(&self.claims);
        self.history.map(renamed);
        if claims != *self.claims {
            self.claims = Arc::new(claims);
            let before = self.claims_revision;
            self.claims_revision += 1;
            // The claims mean the same: that is no reason to explore again.
            if let Some((_, of_claims)) = &mut self.of
                && *of_claims == before
            {
                *of_claims = self.claims_revision;
            }
        }
    }

    /// Writes the claims with the names that the tree was saved with, after [`Self::follow_renames`]. `saved` are the renames since the save
    /// before. Returns the file if it was written.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn follow_save(
        &mut self,
        document: &OpenDocument,
        saved: &[Rename],
    ) -> Result<Option<PathBuf>, ClaimsNotWritten> {
        self.followed = document.history().renames().len();
        let Some((file, expected)) = &mut self.file else {
            return Ok(None);
        };
        let now = named_as_saved(&self.claims, document);
        let mut before = now.clone();
        unsaved_renames::revert(&mut before, saved, document.document());
        if before == now || self.unusable.is_some() {
            return Ok(None);
        }
        *expected = claims_files::write(file, &now, *expected)?;
        Ok(Some(file.clone()))
    }

    /// Writes the claims beside the tree, which was saved to another file, unless there are others.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep_beside(
        &mut self,
        document: &OpenDocument,
        tree: &Path,
    ) -> Result<KeptClaims, ClaimsNotWritten> {
        self.followed = document.history().renames().len();
        let file = claims_files::file_of(tree);
        if *self.claims == Claims::default() || self.file() == Some(&*file) {
            return Ok(KeptClaims::Nothing);
        }
        let of_file = |claims: &Claims| {
            let name = tree.file_name().and_then(|name| name.to_str());
            let schema = claims.schema.as_ref();
            Claims {
                tree: claims.tree.as_ref().and(name.map(str::to_owned)),
                // Another location leads elsewhere.
                schema: schema.filter(|it| it.contains("://")).cloned(),
                ..claims.clone()
            }
        };
        let claims = of_file(&self.claims);
        if files::is_there(&file) {
            let is_same = claims_files::read(&file, tree).is_ok_and(|(there, _)| there == claims);
            let in_the_way = (!is_same).then_some(KeptClaims::InTheWay(file));
            return Ok(in_the_way.unwrap_or(KeptClaims::Nothing));
        }
        let on_disk = named_as_saved(&claims, document);
        let expected = claims_files::write(&file, &on_disk, Expected::Nothing)?;
        self.history.map(of_file);
        self.claims = Arc::new(claims);
        self.file = Some((file.clone(), expected));
        self.unusable = None;
        self.is_read = true;
        Ok(KeptClaims::Written(file))
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
        let key = (document.scenario_revision(), self.claims_revision);
        let known = self.prepared.as_ref().map(|(known, _)| *known);
        let is_known = known == Some(key);
        if is_known || self.preparing.is_some() {
            return;
        }
        if document.project().node_count() <= MAX_SYNC_NODES {
            let kinds = document.kinds_in_program();
            let prepared = Preparation::of(document.project(), kinds, &self.claims);
            self.prepared = Some((key, Arc::new(prepared)));
            return;
        }
        let mut project = document.project_snapshot();
        project.library = document.kinds_in_program().clone();
        let claims = self.claims.clone();
        let job = Job::begin("inputs of a tree", wake.clone(), move |_| {
            let whole = Project::new(&project.document, &project.path, &project.others);
            Some(Preparation::of(whole, &project.library, &claims))
        });
        self.preparing = Some((key, job));
    }

    /// Changes the claims, and writes their file if the document has one.
    ///
    /// # Errors
    /// If the file cannot be written; then nothing is changed.
    pub fn edit(
        &mut self,
        edit: ClaimsEdit,
        document: &OpenDocument,
    ) -> Result<(), ClaimsNotWritten> {
        let before = self.claims.clone();
        let mut after = (*before).clone();
        edit.apply(&mut after);
        if after == *before {
            return Ok(());
        }
        let after = Arc::new(after);
        self.store(after.clone(), document)?;
        let tree_state = document.history().state();
        self.history.record(before, after, tree_state);
        Ok(())
    }

    /// Undoes or redoes a change of the claims, and writes their file.
    ///
    /// # Errors
    /// If the file cannot be written; then nothing is changed.
    pub fn step(
        &mut self,
        direction: Direction,
        document: &OpenDocument,
    ) -> Result<(), ClaimsNotWritten> {
        if let Some(claims) = self.history.peek(direction).cloned() {
            self.store(claims, document)?;
            self.history.step(direction);
        }
        Ok(())
    }

    /// Makes these the claims, and writes their file, with the names that the tree has on disk.
    fn store(
        &mut self,
        claims: Arc<Claims>,
        document: &OpenDocument,
    ) -> Result<(), ClaimsNotWritten> {
        if self.unusable.is_some() {
            return Err(ClaimsNotWritten::Unusable);
        }
        if let Some((file, expected)) = &mut self.file {
            let on_disk = named_as_saved(&claims, document);
            *expected = claims_files::write(file, &on_disk, *expected)?;
        }
        self.claims = claims;
        self.claims_revision += 1;
        Ok(())
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
            exploration.follow_example(document);
            exploration.follow_renames(document);
            exploration.follow_file(document, false);
            exploration.take_news();
            if front == Some(document.id()) || *exploration.claims != Claims::default() {
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
            if exploration.file().is_some_and(is_it) {
                exploration.follow_renames(document);
                gone.extend(exploration.follow_file(document, true));
            }
        }
        gone
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
        // A change of the claims always explores again.
        let is_due =
            of_claims != self.claims_revision || of_tree != revision && self.runs_after_edits;
        is_due.then(|| (since + QUIET_SECONDS - now).max(0.0))
    }
}
