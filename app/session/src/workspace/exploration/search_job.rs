//! The search through all runs of a tree on a background thread. It can be stopped, and goes on later where it stopped. Leaves a processor
//! to the window.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use rayon::ThreadPoolBuilder;
use rustc_hash::FxHashMap;
use treewright_core::Message;
use treewright_core::ids::NodeId;
use treewright_core::on_purpose;
use treewright_core::project::Project;
use treewright_core::runtime::NodeIndex;
use treewright_exchange::without_effect;
use treewright_explore::claims::{ClaimError, ClaimPlace, Claims};
use treewright_explore::exploration::{ClaimResult, Exploration, NotPrepared};
use treewright_explore::findings::Sight;
use treewright_explore::search::{self, Progress, Search};
use treewright_insight::scenario::{Scenario, ScenarioError};

use super::covering::{NamedCover, covering_scenarios};
use super::report::{ExploreReport, ReachedLimit};
use crate::host::job::{Job, JobContext};
use crate::i18n::Texts;
use crate::workspace::background_check::ProjectSnapshot;

/// How often the window gets the progress.
const TELL_EVERY: Duration = Duration::from_millis(100);

/// How far a search goes. Ends in five seconds unless the claims say otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchLimits {
    pub frames: u64,
    pub states: usize,
    pub seconds: f64,
    pub memory: usize,
}

impl SearchLimits {
    /// The limits of claims that name none, as `docs/formats/claims.md` says.
    pub const DEFAULT: Self = Self {
        frames: 100_000,
        states: 1_000_000,
        seconds: 5.0,
        memory: 512 << 20,
    };

    /// The limits of claims, and the usual ones for what they do not say.
    pub fn of(claims: &Claims) -> Self {
        let (limits, usual) = (&claims.limits, Self::DEFAULT);
        let states = limits
            .states
            .map(|states| usize::try_from(states).unwrap_or(usize::MAX));
        Self {
            frames: limits.frames.unwrap_or(usual.frames),
            states: states.unwrap_or(usual.states),
            seconds: limits.seconds.unwrap_or(usual.seconds),
            ..usual
        }
    }

    /// Goes on with a search until a limit is reached, or `stops` says so, which gets the seconds so far. Returns the limit, and how many
    /// seconds it took.
    pub fn advance(
        self,
        search: &mut Search,
        mut stops: impl FnMut(&Search, f64) -> bool,
    ) -> (Option<ReachedLimit>, f64) {
        let began = Instant::now();
        let mut is_late = false;
        let most = search::Limits {
            states: self.states,
            frames: self.frames,
            memory: self.memory,
        };
        let limit = search.advance(&most, |search| {
            let seconds = began.elapsed().as_secs_f64();
            is_late = seconds >= self.seconds;
            if is_late || stops(search, seconds) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        let limit = limit.map(|limit| match limit {
            search::Limit::Stopped if is_late => ReachedLimit::Seconds,
            other => other.into(),
        });
        (limit, began.elapsed().as_secs_f64())
    }

    /// Larger limits, for going on.
    #[must_use]
    pub fn larger(self) -> Self {
        Self {
            frames: self.frames.saturating_mul(4),
            states: self.states.saturating_mul(4),
            seconds: self.seconds * 4.0,
            memory: self.memory.saturating_mul(2),
        }
    }
}

/// A tree with the search through its runs, which can go on.
pub struct Explored {
    pub(super) found: Exploration,
    project: ProjectSnapshot,
    /// How long it has taken so far.
    seconds: f64,
}

/// What the search tells.
pub enum ExploreNews {
    /// How far it has come, and after how many seconds.
    Progress(Progress, f64),
    /// It has ended or stopped.
    Ended(Box<Explored>, Box<ExploreReport>),
    /// Scenarios that show everything were made.
    Covered(Box<Explored>, Covering),
    /// Inputs or assumptions have errors.
    Wrong(Vec<ClaimError>),
    /// The tree cannot be explored.
    CannotExplore(Message),
}

/// Scenarios with the names of their files, or why there are none.
pub type Covering = Result<NamedCover, ScenarioError>;

/// A running search.
pub type SearchJob = Job<ExploreNews>;

/// Starts a search.
pub fn begin(
    project: ProjectSnapshot,
    claims: Arc<Claims>,
    limits: SearchLimits,
    wake: impl Fn() + Send + Sync + 'static,
) -> SearchJob {
    Job::begin("explore", wake, move |work| {
        on_purpose::panic_at("explore");
        Some(match Explored::new(project, claims) {
            Ok(explored) => explored.advance(limits, work),
            Err(NotPrepared::Wrong(errors)) => ExploreNews::Wrong(errors),
            Err(NotPrepared::CannotRun(why)) => ExploreNews::CannotExplore(why.message()),
        })
    })
}

/// Goes on with a search that has stopped.
pub fn go_on(
    explored: Box<Explored>,
    limits: SearchLimits,
    wake: impl Fn() + Send + Sync + 'static,
) -> SearchJob {
    Job::begin("explore", wake, move |work| {
        Some(explored.advance(limits, work))
    })
}

/// Makes scenarios for a folder that together show all that a search has found in the tree of this file.
pub fn cover(
    explored: Box<Explored>,
    (tree, folder): (&Path, &Path),
    texts: &Texts,
    wake: impl Fn() + Send + Sync + 'static,
) -> SearchJob {
    let (tree, folder, texts) = (tree.to_owned(), folder.to_owned(), texts.clone());
    Job::begin("cover", wake, move |_| {
        let (found, library) = (&explored.found, &explored.project.library);
        let places = (&*tree, &*folder);
        let covering = covering_scenarios(found, explored.whole(), library, places, &texts);
        Some(ExploreNews::Covered(explored, covering))
    })
}

impl Explored {
    fn new(project: ProjectSnapshot, claims: Arc<Claims>) -> Result<Self, NotPrepared> {
        let whole = Project::new(&project.document, &project.path, &project.others);
        let mut found = Exploration::new(&whole, &project.library, claims)?;
        found.add_kept(&whole, without_effect);
        Ok(Self {
            found,
            project,
            seconds: 0.0,
        })
    }

    /// Searches until a limit is reached, or the job is stopped.
    fn advance(mut self, limits: SearchLimits, work: &JobContext<ExploreNews>) -> ExploreNews {
        let (before, mut told) = (self.seconds, Instant::now());
        let stops = |search: &Search, seconds: f64| {
            if told.elapsed() >= TELL_EVERY {
                told = Instant::now();
                work.tell(ExploreNews::Progress(search.progress(), before + seconds));
            }
            work.stop.is_cancelled()
        };
        let search = &mut self.found.search;
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let pool = ThreadPoolBuilder::new().num_threads(processors.saturating_sub(1).max(1));
        let (limit, seconds) = match pool.build() {
            Ok(pool) => pool.install(|| limits.advance(search, stops)),
            // Without threads of its own, it uses those of everybody.
            Err(_) => limits.advance(search, stops),
        };
        self.seconds += seconds;
        let report = ExploreReport::of(&self, limit, self.seconds);
        ExploreNews::Ended(Box::new(self), Box::new(report))
    }

    /// Returns the run that shows something as a scenario without expectations.
    ///
    /// # Errors
    /// If the run cannot be told.
    pub fn scenario(&self, sight: &Sight) -> Result<Scenario, Message> {
        let scenario = self.found.scenario(&self.project.document, sight);
        scenario.map_err(|error| error.message())
    }

    pub(super) fn whole(&self) -> Project<'_> {
        let project = &self.project;
        Project::new(&project.document, &project.path, &project.others)
    }

    /// Returns the node of the document that a node of the program comes from; `None` for those of other documents.
    pub(super) fn own_node(&self, node: NodeIndex) -> Option<NodeId> {
        let origin = self
            .found
            .origins
            .origin(self.found.search.program().id(node));
        origin.path.is_none().then(|| origin.node.clone())
    }

    pub(super) fn claim_results(&self) -> FxHashMap<usize, ClaimResult> {
        let wrong = |index: &usize| {
            let mut errors = self.found.errors.iter();
            errors.any(|error| matches!(error.place, ClaimPlace::Claim(at, _) if at == *index))
        };
        let claims = 0..self.found.claims.claims.len();
        let checked = claims.filter(|index| !wrong(index));
        checked
            .map(|index| (index, self.found.result(index)))
            .collect()
    }
}
