//! A tree with its claims, and the search through all of its runs: what of the claims holds, and runs that show something as scenarios.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use treewright_core::compile::Origins;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, StandIn};
use treewright_core::project::Project;
use treewright_core::runtime::NodeIndex;
use treewright_core::{Argument, Message, ToArgument as _};
use treewright_insight::scenario::{NodeName, Scenario, document_and_node_at, name_in_scenarios};

use crate::alternatives::{Sampled, alternatives};
use crate::claims::{CheckedClaims, ClaimError, ClaimPlace, Claims, Says, check};
use crate::dead_ends::DeadEnd;
use crate::explored::ExploreError;
use crate::findings::{Shown, Sight};
use crate::gaps::{Gap, Known, NotProved};
use crate::names::{Names, QuotedName};
use crate::program::AnalyzedTree;
use crate::search::{Certainty, Search};
use crate::witness::NoWitness;

/// A tree with its claims, and the search through all of its runs.
pub struct Exploration {
    /// The search.
    pub search: Search,
    /// The origins of the program's nodes.
    pub origins: Origins,
    /// The leaves that answer from outside.
    pub asked: Vec<NodeId>,
    /// The leaves whose task no library declares: they may return anything.
    pub undeclared: Vec<NodeIndex>,
    /// The variables of which only samples are tried.
    pub sampled: Vec<Sampled>,
    /// The events of which only samples of what comes with them are tried.
    sampled_payloads: Vec<Sampled>,
    /// The variables that the game never sets, as nodes write them, and no rule says otherwise.
    pub own: Vec<Arc<str>>,
    /// The claims. Those with errors are not watched.
    pub claims: Arc<Claims>,
    /// What is wrong with claims.
    pub errors: Vec<ClaimError>,
    /// What documents keep for another tool, where it would decide how the tree runs.
    kept: Vec<Message>,
    /// The index of the first claim among what is watched.
    first_watch: usize,
    /// For each watched claim, its index in the file.
    numbers: Vec<usize>,
}

/// Why a tree cannot be explored.
#[derive(Debug)]
pub enum NotPrepared {
    /// The tree cannot run.
    CannotRun(ExploreError),
    /// Inputs, leaves or assumptions have errors, and maybe claims, too.
    Wrong(Vec<ClaimError>),
}

impl From<ExploreError> for NotPrepared {
    fn from(error: ExploreError) -> Self {
        Self::CannotRun(error)
    }
}

/// Whether a claim holds.
#[derive(Clone, Debug, PartialEq)]
pub enum ClaimResult {
    /// It does. A claim that something can happen has a run that shows it.
    Holds(Option<Sight>),
    /// It does not. Other claims than that something can happen have a run that breaks them.
    Broken(Option<Sight>),
    /// It is not known: a limit was reached before, or the assumptions end every run, or no run shows or breaks it, but not everything was
    /// tried.
    Open,
}

impl Exploration {
    /// Checks claims against their tree, and prepares the search.
    ///
    /// # Errors
    /// The tree cannot run, or more than claims is wrong: what comes from outside would not be known.
    pub fn new(
        project: &Project<'_>,
        library: &NodeLibrary,
        claims: Arc<Claims>,
    ) -> Result<Self, NotPrepared> {
        let tree = AnalyzedTree::new(*project, library)?;
        let (checked, numbers, errors) = checked_claims(&claims, &tree)?;
        let found = alternatives(&tree, &checked);
        let inputs = &found.inputs;
        let answers = |id: &NodeId| {
            let mut leaves = inputs.leaves.iter();
            leaves.any(|leaf| tree.program.id(leaf.node) == id)
        };
        let asking = tree.asking(|id| !answers(id))?;
        let program = asking.compiled.program.ok_or(ExploreError::NothingToRun)?;
        let undeclared = tree.unknown.iter().filter_map(|id| tree.program.index(id));
        let watches = checked.assumptions.iter().chain(&checked.claims);
        let mut search = Search::new(program, inputs, watches.cloned().collect(), claims.dt)?;
        for name in found.shared {
            search.leave_out(Gap::SharedVariable(name));
        }
        Ok(Self {
            search,
            origins: asking.compiled.origins,
            asked: asking.asked,
            undeclared: undeclared.collect(),
            sampled: found.sampled,
            sampled_payloads: found.sampled_payloads,
            own: found.own,
            first_watch: checked.assumptions.len(),
            claims,
            errors,
            kept: Vec::new(),
            numbers,
        })
    }

    /// Adds what documents keep for another tool, where it would decide how nodes run: then nothing is proved. `of` returns it for a
    /// document.
    pub fn add_kept(
        &mut self,
        project: &Project<'_>,
        of: impl Fn(&Document) -> Vec<(NodeId, Message)>,
    ) {
        let program = self.search.program().clone();
        let mut of_documents = FxHashMap::default();
        for index in program.indices() {
            let origin = self.origins.origin(program.id(index));
            let Some((document, node)) = document_and_node_at(project, &origin) else {
                continue;
            };
            let kept = of_documents
                .entry(origin.path)
                .or_insert_with(|| of(document));
            for (_, what) in kept.iter().filter(|(of, _)| of == node.id()) {
                self.search.leave_out(Gap::Kept(index, self.kept.len()));
                self.kept.push(what.clone());
            }
        }
    }

    /// Returns what is known of the claim with this index.
    pub fn result(&self, claim: usize) -> ClaimResult {
        let place = self.numbers.iter().position(|number| *number == claim);
        let (Some(place), Some(claim)) = (place, self.claims.claims.get(claim)) else {
            return ClaimResult::Open;
        };
        let shown = Shown::Claim((self.first_watch + place) as u32);
        let sight = self.search.findings().sight(shown).cloned();
        match (&claim.says, sight, self.search.certainty()) {
            (Says::Can(_), Some(sight), _) => ClaimResult::Holds(Some(sight)),
            (Says::Can(_), None, Certainty::Proved) => ClaimResult::Broken(None),
            (Says::Can(_), None, _) => ClaimResult::Open,
            (_, Some(sight), _) => ClaimResult::Broken(Some(sight)),
            (_, None, Certainty::Proved) => ClaimResult::Holds(None),
            (_, None, _) => ClaimResult::Open,
        }
    }

    /// Returns the run that shows something as a scenario without expectations, whose last frame shows it. Its leaves of the game return
    /// what the search has chosen.
    ///
    /// # Errors
    /// If no seed was found for the random numbers of a frame.
    pub fn scenario(&self, document: &Document, sight: &Sight) -> Result<Scenario, NoWitness> {
        let witness = self.search.witness(sight)?;
        let mut scenario = Scenario {
            dt: self.claims.dt,
            frames: witness.frames,
            ..Scenario::default()
        };
        let ask = |id: &NodeId| (self.name_by_id(document, id), StandIn::Ask);
        scenario.leaves = self.asked.iter().map(ask).collect();
        for frame in witness.inputs {
            let step = scenario.steps.entry(frame.frame).or_default();
            step.set = frame.set;
            step.events = frame.events;
            let answers = frame.answers.iter();
            let answers = answers.map(|(node, status)| (self.name(document, *node), *status));
            step.force = answers.collect();
            step.seed = frame.seed;
        }
        Ok(scenario)
    }

    /// Returns the names of nodes and variables in sentences.
    pub fn names<'a>(&'a self, project: &'a Project<'a>) -> Names<'a> {
        Names {
            project,
            origins: &self.origins,
            program: self.search.program(),
        }
    }

    /// Returns why what was not found is not proved to be impossible, each reason with the node that it is about. The reasons of
    /// [`NotProved::Thrashing`] are only about aborts that fire again and again.
    pub fn not_proved(&self, project: &Project<'_>) -> Vec<(Option<NodeIndex>, NotProved)> {
        let names = self.names(project);
        let known = Known {
            sampled: &self.sampled,
            sampled_payloads: &self.sampled_payloads,
            kept: &self.kept,
            names,
        };
        let gaps = self.search.gaps().iter();
        let gaps = gaps.map(|gap| known.sentence(gap));
        // One that is inevitable is a hazard.
        let dead_end = self.search.dead_end().filter(|end| !end.is_inevitable);
        let dead_end = dead_end.map(|end| {
            let (frame, assumptions) = (end.frame, self.assumptions_of(end));
            let why = if self.search.gaps().is_empty() {
                NotProved::DeadEnd { frame, assumptions }
            } else {
                NotProved::DeadEndTried { frame, assumptions }
            };
            (None, why)
        });
        let untried = self.search.endless().untried().map(|conditional| {
            let node = names.node(conditional);
            (Some(conditional), NotProved::Thrashing { node })
        });
        gaps.chain(dead_end).chain(untried).collect()
    }

    /// Returns the assumptions that do not allow a frame, as they are written.
    pub(crate) fn assumptions_of(&self, end: &DeadEnd) -> Argument {
        let places = end.cut_by.iter();
        let texts = places.filter_map(|place| self.claims.assumptions.get(*place as usize));
        let quoted = texts.map(|text| {
            let name = text.to_argument();
            QuotedName::Alone { name }.to_argument()
        });
        Argument::List(quoted.collect())
    }

    /// Returns a scenario's name for a node.
    pub fn name(&self, document: &Document, node: NodeIndex) -> NodeName {
        self.name_by_id(document, self.search.program().id(node))
    }

    fn name_by_id(&self, document: &Document, id: &NodeId) -> NodeName {
        name_in_scenarios(document, &self.origins, id)
    }
}

/// Claims without those that have an error, the index of each in the file, and the errors.
pub type WithoutWrong = (CheckedClaims, Vec<usize>, Vec<ClaimError>);

/// Checks claims, and leaves out those that have an error.
///
/// # Errors
/// More than claims is wrong: what comes from outside would not be known.
pub fn checked_claims(
    claims: &Claims,
    tree: &AnalyzedTree<'_>,
) -> Result<WithoutWrong, NotPrepared> {
    let mut numbers: Vec<usize> = (0..claims.claims.len()).collect();
    let errors = match check(claims, tree) {
        Ok(checked) => return Ok((checked, numbers, Vec::new())),
        Err(errors) => errors,
    };
    let is_at = |error: &ClaimError, index: usize| matches!(error.place, ClaimPlace::Claim(at, _) if at == index);
    numbers.retain(|index| !errors.iter().any(|error| is_at(error, *index)));
    let good = numbers.iter().map(|index| claims.claims[*index].clone());
    let others = Claims {
        claims: good.collect(),
        ..claims.clone()
    };
    match check(&others, tree) {
        Ok(checked) => Ok((checked, numbers, errors)),
        Err(_) => Err(NotPrepared::Wrong(errors)),
    }
}

#[cfg(test)]
mod tests;
