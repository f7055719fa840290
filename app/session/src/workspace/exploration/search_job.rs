//! The search through all runs of a tree on a background thread. It can be stopped, and goes on later where it stopped. Leaves a processor
//! to the window.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use rayon::ThreadPoolBuilder;
use rustc_hash::FxHashMap;
use treewright_core::compile::Origins;
use treewright_core::ids::NodeId;
use treewright_core::on_purpose;
use treewright_core::model::StandIn;
use treewright_core::project::Project;
use treewright_core::runtime::{Event, NodeIndex};
use treewright_core::{Argument, Message};
use treewright_explore::claims::{ClaimError, Claims};
use treewright_explore::findings::Sight;
use treewright_explore::search::{self, Progress, Search};
use treewright_insight::scenario::{NodeName, Scenario, node_at};

use super::preparation::{CheckedTree, NotPrepared, check_tree};
use super::report::{ClaimResult, ExploreReport, ReachedLimit, result_of};
use crate::host::job::{Job, JobContext};
use crate::workspace::background_check::ProjectSnapshot;

/// How often the window is told about the progress.
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
    pub const DEFAULT: Self = Self {
        frames: 100_000,
        states: 1_000_000,
        seconds: 5.0,
        memory: 512 << 20,
    };

    /// The limits of claims, and the usual ones for what they do not say.
    pub fn of(claims: &Claims) -> Self {
        let (limits, usual) = (&claims.limits, Self::DEFAULT);
        let states = limits.states.map(|states| usize::try_from(states).unwrap_or(usize::MAX));
        Self {
            frames: limits.frames.unwrap_or(usual.frames),
            states: states.unwrap_or(usual.states),
            seconds: limits.seconds.unwrap_or(usual.seconds),
            ..usual
        }
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
    pub(super) search: Search,
    pub(super) project: Arc<ProjectSnapshot>,
    pub(super) claims: Arc<Claims>,
    origins: Origins,
    /// The index of the first claim among what is watched.
    first_watch: usize,
    /// For each watched claim, its index in the file.
    numbers: Vec<usize>,
    /// How long it has taken so far.
    seconds: f64,
}

/// What the search tells.
pub enum ExploreNews {
    /// How far it has come, and after how many seconds.
    Progress(Progress, f64),
    /// It has ended or stopped.
    Ended(Box<Explored>, Box<ExploreReport>),
    /// Inputs or assumptions have errors.
    Wrong(Vec<ClaimError>),
    /// The tree cannot be explored.
    CannotExplore(Message),
}

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
        Some(match Explored::new(Arc::new(project), claims) {
            Ok(explored) => explored.advance(limits, work),
            Err(NotPrepared::Wrong(errors)) => ExploreNews::Wrong(errors),
            Err(NotPrepared::CannotRun(why)) => ExploreNews::CannotExplore(why),
        })
    })
}

/// Goes on with a search that has stopped.
pub fn go_on(
    explored: Box<Explored>,
    limits: SearchLimits,
    wake: impl Fn() + Send + Sync + 'static,
) -> SearchJob {
    Job::begin("explore", wake, move |work| Some(explored.advance(limits, work)))
}

impl Explored {
    fn new(project: Arc<ProjectSnapshot>, claims: Arc<Claims>) -> Result<Self, NotPrepared> {
        let whole = Project::new(&project.document, &project.path, &project.others);
        let checked = check_tree(whole, &project.library, &claims)?;
        let search = new_search(&checked, claims.dt)?;
        Ok(Self {
            search,
            origins: checked.tree.origins.clone(),
            first_watch: checked.checked.assumptions.len(),
            numbers: checked.numbers,
            project: project.clone(),
            claims,
            seconds: 0.0,
        })
    }

    /// Searches until a limit is reached, or the job is stopped.
    fn advance(mut self, limits: SearchLimits, work: &JobContext<ExploreNews>) -> ExploreNews {
        let began = Instant::now();
        let (before, mut told) = (self.seconds, began);
        let mut is_late = false;
        let go_on = |search: &Search| {
            let seconds = began.elapsed().as_secs_f64();
            is_late = seconds >= limits.seconds;
            if is_late || work.stop.is_cancelled() {
                return ControlFlow::Break(());
            }
            if told.elapsed() >= TELL_EVERY {
                told = Instant::now();
                work.tell(ExploreNews::Progress(search.progress(), before + seconds));
            }
            ControlFlow::Continue(())
        };
        let most = search::Limits {
            states: limits.states,
            frames: limits.frames,
            memory: limits.memory,
        };
        let search = &mut self.search;
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let pool = ThreadPoolBuilder::new().num_threads(processors.saturating_sub(1).max(1));
        let limit = match pool.build() {
            Ok(pool) => pool.install(|| search.advance(&most, go_on)),
            // Without threads of its own, it uses those of everybody.
            Err(_) => search.advance(&most, go_on),
        };
        self.seconds += began.elapsed().as_secs_f64();
        let limit = limit.map(|limit| match limit {
            search::Limit::Stopped if is_late => ReachedLimit::Seconds,
            other => other.into(),
        });
        let report = ExploreReport::of(&self, limit, self.seconds);
        ExploreNews::Ended(Box::new(self), Box::new(report))
    }

    /// Returns the run that shows something as a scenario without expectations.
    ///
    /// # Errors
    /// If the run cannot be told.
    pub fn scenario(&self, sight: &Sight) -> Result<Scenario, Message> {
        let program = self.search.program();
        let witness = self.search.witness(sight);
        let witness = witness.map_err(|error| error.message())?;
        let name = |node: NodeIndex| -> NodeName { program.id(node).as_str().into() };
        let asking = program.indices().filter(|node| program.awaits_result(*node));
        let mut scenario = Scenario {
            dt: self.claims.dt,
            frames: witness.frames,
            leaves: asking.map(|node| (name(node), StandIn::Ask)).collect(),
            ..Scenario::default()
        };
        for frame in witness.inputs {
            let step = scenario.steps.entry(frame.frame).or_default();
            step.set = frame.set;
            step.events.extend(frame.events.iter().map(|event| Event::named(event.clone())));
            step.force.extend(frame.answers.iter().map(|(node, status)| (name(*node), *status)));
        }
        Ok(scenario)
    }

    fn whole(&self) -> Project<'_> {
        let project = &self.project;
        Project::new(&project.document, &project.path, &project.others)
    }

    /// Names a node in sentences.
    pub(super) fn name_of(&self, node: NodeIndex) -> Argument {
        let program = self.search.program();
        let origin = self.origins.origin(program.id(node));
        match (origin.path, node_at(&self.whole(), &origin)) {
            (None, Some(node)) => self.project.document.name_of_node(node),
            _ => program.title_argument(node),
        }
    }

    /// Returns the node of the document that a node of the program comes from; `None` for those of other documents.
    pub(super) fn own_node(&self, node: NodeIndex) -> Option<NodeId> {
        let origin = self.origins.origin(self.search.program().id(node));
        origin.path.is_none().then(|| origin.node.clone())
    }

    pub(super) fn claim_results(&self) -> FxHashMap<usize, ClaimResult> {
        let numbers = self.numbers.iter().enumerate();
        let results = numbers.map(|(place, number)| {
            let says = &self.claims.claims[*number].says;
            let watch = self.first_watch + place;
            (*number, result_of(says, &self.search, watch))
        });
        results.collect()
    }
}

/// Compiles a tree so that its leaves answer as they may, and prepares the search.
fn new_search(checked: &CheckedTree<'_>, dt: f64) -> Result<Search, NotPrepared> {
    let (tree, inputs) = (&checked.tree, &checked.alternatives.inputs);
    let answers = |id: &NodeId| {
        let mut leaves = inputs.leaves.iter();
        leaves.any(|leaf| tree.program.id(leaf.node) == id)
    };
    let asking = tree.asking(|id| !answers(id));
    let asking = asking.map_err(|error| NotPrepared::CannotRun(error.message()))?;
    // A tree that can run has a program.
    let program = asking.compiled.program;
    let program = program.unwrap_or_else(|| tree.program.clone());
    let claims = checked.checked.claims.iter();
    let watches = checked.checked.assumptions.iter().chain(claims);
    let watches: Vec<_> = watches.cloned().map(|watch| watch as _).collect();
    let search = Search::new(program, inputs, watches, dt);
    search.map_err(|error| NotPrepared::CannotRun(error.message()))
}
