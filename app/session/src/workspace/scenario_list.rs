//! The scenarios of the project with what came of each, and which of them are to be run again. Reads no file and starts no thread: it is
//! told what lies there and what came of it.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use treewright_core::ids::NodeId;
use treewright_insight::scenario::{Coverage, Scenario};

use super::open_document::DocumentId;
use crate::host::scenario_runner::{OWN, Told};
pub use crate::host::scenario_runner::{Outcome, Unusable};

/// A scenario and what came of it.
#[derive(Debug)]
pub struct ScenarioEntry {
    /// Its file.
    pub file: PathBuf,
    /// Its file as it is told.
    pub relative: String,
    /// Its text, if it has no file of its own: an example's.
    pub text: Option<&'static str>,
    /// It, if it could be read.
    pub scenario: Option<Arc<Scenario>>,
    /// The file of its tree; empty until it was read.
    pub tree: PathBuf,
    /// What came of it last; none if it was not run yet.
    pub outcome: Option<Outcome>,
    reached: Coverage,
}

impl ScenarioEntry {
    /// What it is called.
    pub fn name(&self) -> &str {
        let scenario = self.scenario.as_ref();
        let name = scenario.map(|scenario| &*scenario.name);
        name.filter(|name| !name.is_empty())
            .unwrap_or(&self.relative)
    }

    /// Whether it was run and did not pass.
    pub fn has_failed(&self) -> bool {
        matches!(
            self.outcome,
            Some(Outcome::Failed(_) | Outcome::Unusable(_))
        )
    }
}

/// Which nodes of a tree its scenarios reached.
#[derive(Debug, Default)]
pub struct Reached {
    nodes: HashMap<NodeId, bool>,
}

impl Reached {
    /// Whether a node was part of a run and none ever reached it.
    pub fn never(&self, node: &NodeId) -> bool {
        self.nodes.get(node) == Some(&false)
    }

    /// How many nodes could be reached.
    pub fn of(&self) -> usize {
        self.nodes.len()
    }

    /// How many were reached.
    pub fn count(&self) -> usize {
        self.nodes.values().filter(|reached| **reached).count()
    }
}

/// All scenarios that are known.
#[derive(Default)]
pub struct ScenarioList {
    entries: BTreeMap<PathBuf, ScenarioEntry>,
    /// Those that are to be run, and whether even if their trees are not open.
    wanted: BTreeMap<PathBuf, bool>,
    /// The scenario of each tree to which expectations are added.
    chosen: HashMap<PathBuf, PathBuf>,
    reached: HashMap<PathBuf, Rc<Reached>>,
    /// Grows with each change.
    revision: u64,
    /// Whether there is something new to run.
    is_stale: bool,
    /// The open documents, by what scenarios call their trees.
    followed: HashMap<DocumentId, Followed>,
}

/// An open document, and which state of it its scenarios were run with.
#[derive(Debug)]
struct Followed {
    /// Its file or, of an example, its name.
    of: PathBuf,
    tree: PathBuf,
    ran: Option<u64>,
    seen: u64,
    changed_at: f64,
}

/// How long a document must rest before its scenarios are run, in seconds.
const REST: f64 = 0.6;

impl ScenarioList {
    /// Follows the open documents, each with its file or example, what its scenarios call its tree, and its run revision. Those of a tree
    /// that changed and has rested are to be run. Gives how long until the next one has, in seconds.
    pub fn follow<'d>(
        &mut self,
        documents: impl Iterator<Item = (DocumentId, &'d Path, u64)>,
        tree_of: impl Fn(&Path) -> PathBuf,
        now: f64,
    ) -> Option<f64> {
        let mut old = std::mem::take(&mut self.followed);
        let mut wait: Option<f64> = None;
        let mut rested = Vec::new();
        for (id, of, revision) in documents {
            let known = old.remove(&id).filter(|known| known.of == of);
            let mut document = known.unwrap_or_else(|| Followed {
                of: of.to_owned(),
                tree: tree_of(of),
                ran: None,
                seen: revision,
                changed_at: f64::NEG_INFINITY,
            });
            if document.seen != revision {
                (document.seen, document.changed_at) = (revision, now);
            }
            if document.ran != Some(revision) {
                let left = document.changed_at + REST - now;
                if left <= 0.0 {
                    document.ran = Some(revision);
                    rested.push(document.tree.clone());
                } else {
                    wait = Some(wait.map_or(left, |wait| wait.min(left)));
                }
            }
            self.followed.insert(id, document);
        }
        if !rested.is_empty() {
            self.want(|entry| rested.contains(&entry.tree));
        }
        wait
    }

    /// What scenarios call the tree of an open document; none if it has neither a file nor is an example.
    pub fn tree_of(&self, document: DocumentId) -> Option<&Path> {
        Some(&self.followed.get(&document)?.tree)
    }

    /// Whether a batch is to begin with all that are wanted; asked once.
    pub fn take_stale(&mut self) -> bool {
        std::mem::take(&mut self.is_stale) && !self.wanted.is_empty()
    }

    /// All of them, by file.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = &ScenarioEntry> {
        self.entries.values()
    }

    /// The one in this file.
    pub fn get(&self, file: &Path) -> Option<&ScenarioEntry> {
        self.entries.get(file)
    }

    /// Those of a tree.
    pub fn of_tree(&self, tree: &Path) -> impl Iterator<Item = &ScenarioEntry> {
        self.entries().filter(move |entry| entry.tree == tree)
    }

    /// Grows with each change.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether it is to be run again, so that what is known is old.
    pub fn is_waiting(&self, file: &Path) -> bool {
        self.wanted.contains_key(file)
    }

    /// How many of a tree's scenarios failed or could not be run.
    pub fn failed(&self, tree: &Path) -> usize {
        self.of_tree(tree)
            .filter(|entry| entry.has_failed())
            .count()
    }

    /// How many there are, and how many of them passed and did not.
    pub fn counts(&self) -> (usize, usize, usize) {
        let failed = self.entries().filter(|entry| entry.has_failed()).count();
        let passed = self
            .entries()
            .filter(|entry| matches!(entry.outcome, Some(Outcome::Passed)));
        (self.entries.len(), passed.count(), failed)
    }

    /// What the scenarios of a tree reached, summed over them; none if none was run.
    pub fn reached(&self, tree: &Path) -> Option<&Rc<Reached>> {
        self.reached.get(tree)
    }

    /// The scenario of a tree to which expectations are added.
    pub fn chosen(&self, tree: &Path) -> Option<&Path> {
        self.chosen.get(tree).map(PathBuf::as_path)
    }

    /// Adds expectations to this one from now on.
    pub fn choose(&mut self, tree: &Path, file: &Path) {
        self.chosen.insert(tree.to_owned(), file.to_owned());
        self.revision += 1;
    }

    /// These files are there now, each with how it is told and, of an example, its text. New ones are to be looked at.
    pub fn list(&mut self, files: impl Iterator<Item = (PathBuf, String, Option<&'static str>)>) {
        let mut old = std::mem::take(&mut self.entries);
        for (file, relative, text) in files {
            let entry = old.remove(&file).unwrap_or_else(|| {
                self.wanted.insert(file.clone(), false);
                self.is_stale = true;
                ScenarioEntry {
                    file: file.clone(),
                    relative,
                    text,
                    scenario: None,
                    tree: PathBuf::new(),
                    outcome: None,
                    reached: Coverage::default(),
                }
            });
            self.entries.insert(file, entry);
        }
        self.wanted
            .retain(|file, _| self.entries.contains_key(file));
        self.chosen
            .retain(|_, file| self.entries.contains_key(file));
        self.sum_up();
    }

    /// Runs those for which this holds, even if their trees are not open.
    pub fn want(&mut self, which: impl Fn(&ScenarioEntry) -> bool) {
        let which = self.entries.values().filter(|entry| which(entry));
        let files: Vec<PathBuf> = which.map(|entry| entry.file.clone()).collect();
        self.revision += u64::from(!files.is_empty());
        self.is_stale |= !files.is_empty();
        self.wanted
            .extend(files.into_iter().map(|file| (file, true)));
    }

    /// Those that are to be run, with whether even if their trees are not open.
    pub fn wanted(&self) -> impl ExactSizeIterator<Item = (&PathBuf, bool)> {
        self.wanted.iter().map(|(file, always)| (file, *always))
    }

    /// Takes in what came of one.
    pub fn take(&mut self, told: Told) {
        self.wanted.remove(&told.file);
        let Some(entry) = self.entries.get_mut(&told.file) else {
            return;
        };
        entry.scenario = told.scenario;
        entry.tree = told.tree;
        if told.outcome.is_some() {
            entry.outcome = told.outcome;
            entry.reached = told.reached;
        }
        self.sum_up();
    }

    /// Nothing more will come of those that were wanted.
    pub fn give_up(&mut self) {
        self.wanted.clear();
        self.revision += 1;
    }

    fn sum_up(&mut self) {
        self.revision += 1;
        let mut sums: HashMap<PathBuf, Reached> = HashMap::new();
        for entry in self.entries.values() {
            let own = entry.reached.documents().find(|(name, _)| &***name == OWN);
            for (node, covered) in own.into_iter().flat_map(|(_, nodes)| nodes) {
                let sum = sums.entry(entry.tree.clone()).or_default();
                *sum.nodes.entry(node.clone()).or_default() |= covered.reached;
            }
        }
        let sums = sums.into_iter().map(|(tree, sum)| (tree, Rc::new(sum)));
        self.reached = sums.collect();
    }
}
