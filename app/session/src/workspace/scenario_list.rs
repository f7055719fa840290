//! The scenarios of the project with their results, and which of them are to be run again. Reads no file and starts no thread; the caller provides
//! the files and results.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use treewright_insight::scenario::{Coverage, Scenario, ScenarioDifference};
use treewright_insight::scenario_json;

use super::open_document::DocumentId;
use super::scenario_edits::ScenarioHistory;
use super::tree_coverage::TreeCoverage;
use crate::examples::ExampleDocument;
use crate::host::files::absolute;
use crate::host::scenario_runner::ScenarioResult;
pub use crate::host::scenario_runner::{ScenarioOutcome, ScenarioUnusable};

/// A scenario and its latest result.
#[derive(Debug)]
pub struct ScenarioEntry {
    pub file: PathBuf,
    /// The path as shown to the user.
    pub relative: String,
    /// The text of an example's scenario, which has no file.
    pub text: Option<&'static str>,
    /// The scenario, if it could be read.
    pub scenario: Option<Arc<Scenario>>,
    /// The file of its tree; empty until the scenario was read.
    pub tree: PathBuf,
    /// The latest result, or `None` if it was not run yet.
    pub outcome: Option<ScenarioOutcome>,
    covered: Coverage,
    /// Whether it was edited without having a file: the scenario of an example.
    is_edited: bool,
    history: ScenarioHistory,
}

impl ScenarioEntry {
    /// Creates an entry that is not read yet.
    fn new(file: PathBuf, relative: String, text: Option<&'static str>) -> Self {
        Self {
            file,
            relative,
            text,
            scenario: None,
            tree: PathBuf::new(),
            outcome: None,
            covered: Coverage::default(),
            is_edited: false,
            history: ScenarioHistory::default(),
        }
    }

    /// Returns the text of an example's scenario, which has no file, with the edits of this session.
    pub fn text_without_file(&self) -> Option<Cow<'static, str>> {
        let text = self.text?;
        let edited = self.scenario.as_ref().filter(|_| self.is_edited);
        Some(edited.map_or(Cow::Borrowed(text), |edited| {
            scenario_json::write(edited).into()
        }))
    }

    /// Returns whether it is an example's scenario that was edited in this session.
    pub fn is_edited(&self) -> bool {
        self.is_edited
    }

    /// Returns the edits that can be undone and redone.
    pub fn history(&self) -> &ScenarioHistory {
        &self.history
    }

    /// Returns the differences found by the last run.
    pub fn differences(&self) -> &[ScenarioDifference] {
        match &self.outcome {
            Some(ScenarioOutcome::Failed(differences)) => differences,
            _ => &[],
        }
    }

    /// Returns the scenario's name, or else its path.
    pub fn name(&self) -> &str {
        let scenario = self.scenario.as_ref();
        let name = scenario.map(|scenario| &*scenario.name);
        name.filter(|name| !name.is_empty())
            .unwrap_or(&self.relative)
    }

    /// Returns whether it belongs to an example, so that it has no file and cannot be changed.
    pub fn is_example(&self) -> bool {
        self.text.is_some()
    }

    /// Returns whether it cannot fail, because nothing is expected yet.
    pub fn expects_nothing(&self) -> bool {
        let scenario = self.scenario.as_ref();
        scenario.is_some_and(|scenario| scenario.facts().next().is_none())
    }

    /// Returns whether any node was part of a run.
    fn was_run(&self) -> bool {
        self.covered.documents().next().is_some()
    }

    /// Returns whether it was run and did not pass.
    pub fn has_failed(&self) -> bool {
        matches!(
            self.outcome,
            Some(ScenarioOutcome::Failed(_) | ScenarioOutcome::Unusable(_))
        )
    }
}

/// Numbers of scenarios.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScenarioCounts {
    pub passed: usize,
    pub failed: usize,
    /// Those that cannot be run.
    pub unusable: usize,
    pub not_run: usize,
    /// Those that expect nothing, so that they cannot fail.
    pub empty: usize,
}

impl ScenarioCounts {
    /// Counts scenarios by their latest results.
    pub fn of<'e>(entries: impl Iterator<Item = &'e ScenarioEntry>) -> Self {
        let mut counts = Self::default();
        for entry in entries {
            let count = match entry.outcome {
                Some(ScenarioOutcome::Passed) if entry.expects_nothing() => &mut counts.empty,
                Some(ScenarioOutcome::Passed) => &mut counts.passed,
                Some(ScenarioOutcome::Failed(_)) => &mut counts.failed,
                Some(ScenarioOutcome::Unusable(_)) => &mut counts.unusable,
                None => &mut counts.not_run,
            };
            *count += 1;
        }
        counts
    }

    pub fn all(&self) -> usize {
        self.passed + self.failed + self.unusable + self.not_run + self.empty
    }
}

#[derive(Default)]
pub struct ScenarioList {
    entries: BTreeMap<PathBuf, ScenarioEntry>,
    /// The scenarios to run, and whether to run each even if its tree is not open.
    wanted: BTreeMap<PathBuf, bool>,
    /// By tree, the scenario to which expectations are added.
    chosen: HashMap<PathBuf, PathBuf>,
    coverage: HashMap<PathBuf, Rc<TreeCoverage>>,
    /// The trees with results that are not part of their coverage yet.
    uncounted: HashSet<PathBuf>,
    /// Increases with each change.
    revision: u64,
    /// Whether new scenarios are to be run.
    is_stale: bool,
    /// The open documents.
    tracked: HashMap<DocumentId, TrackedDocument>,
}

/// An open document, and the revision with which its scenarios were run.
#[derive(Debug)]
struct TrackedDocument {
    /// The file, or the name of an example.
    of: PathBuf,
    tree: PathBuf,
    ran: Option<u64>,
    seen: u64,
    changed_at: f64,
}

/// Where an open tree comes from.
#[derive(Clone, Copy)]
pub enum TreeOrigin<'d> {
    /// Its file, by a path from the root on.
    File(&'d Path),
    /// An example, which has no file.
    Example(&'static ExampleDocument),
}

impl TreeOrigin<'_> {
    fn path(&self) -> &Path {
        match self {
            Self::File(file) => file,
            Self::Example(example) => Path::new(example.file),
        }
    }

    /// Returns the path by which scenarios name the tree.
    fn tree(&self) -> PathBuf {
        match self {
            Self::File(file) => absolute(file),
            Self::Example(example) => PathBuf::from(example.file),
        }
    }
}

/// How many seconds a document must be unchanged before its scenarios are run.
const QUIET_SECONDS: f64 = 0.6;

impl ScenarioList {
    /// Tracks the open documents: id, file or example, and run revision. Requests the scenarios of trees that have changed and then been unchanged
    /// for a while. Returns the seconds until the next tree is due.
    pub fn follow<'d>(
        &mut self,
        documents: impl Iterator<Item = (DocumentId, TreeOrigin<'d>, u64)>,
        now: f64,
    ) -> Option<f64> {
        let mut old = std::mem::take(&mut self.tracked);
        let mut wait: Option<f64> = None;
        let mut due = Vec::new();
        for (id, of, revision) in documents {
            let known = old.remove(&id).filter(|known| known.of == of.path());
            let mut document = known.unwrap_or_else(|| TrackedDocument {
                of: of.path().to_owned(),
                tree: of.tree(),
                ran: None,
                seen: revision,
                changed_at: f64::NEG_INFINITY,
            });
            if document.seen != revision {
                (document.seen, document.changed_at) = (revision, now);
            }
            if document.ran != Some(revision) {
                let left = document.changed_at + QUIET_SECONDS - now;
                if left <= 0.0 {
                    document.ran = Some(revision);
                    due.push(document.tree.clone());
                } else {
                    wait = Some(wait.map_or(left, |wait| wait.min(left)));
                }
            }
            self.tracked.insert(id, document);
        }
        if !due.is_empty() {
            self.want(|entry| due.contains(&entry.tree));
        }
        wait
    }

    /// Returns the tree file to which the scenarios of an open document refer; `None` without a file or example.
    pub fn tree_of(&self, document: DocumentId) -> Option<&Path> {
        Some(&self.tracked.get(&document)?.tree)
    }

    /// Returns `true` once if a batch with all requested scenarios is to be started.
    pub fn take_stale(&mut self) -> bool {
        std::mem::take(&mut self.is_stale) && !self.wanted.is_empty()
    }

    /// Returns all scenarios, sorted by file.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = &ScenarioEntry> {
        self.entries.values()
    }

    pub fn get(&self, file: &Path) -> Option<&ScenarioEntry> {
        self.entries.get(file)
    }

    /// Returns the scenarios of a tree.
    pub fn of_tree(&self, tree: &Path) -> impl Iterator<Item = &ScenarioEntry> {
        self.entries().filter(move |entry| entry.tree == tree)
    }

    /// Returns a number that increases with each change.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Returns whether the scenario is to be run again, so its result is outdated.
    pub fn is_waiting(&self, file: &Path) -> bool {
        self.wanted.contains_key(file)
    }

    /// Counts the scenarios of a tree that failed or could not be run.
    pub fn failed(&self, tree: &Path) -> usize {
        self.of_tree(tree)
            .filter(|entry| entry.has_failed())
            .count()
    }

    /// Returns what the scenarios of a tree have covered; `None` if none was run.
    pub fn coverage(&self, tree: &Path) -> Option<&Rc<TreeCoverage>> {
        self.coverage.get(tree)
    }

    /// Returns the scenario of a tree to which expectations are added.
    pub fn chosen(&self, tree: &Path) -> Option<&Path> {
        self.chosen.get(tree).map(PathBuf::as_path)
    }

    /// Chooses the scenario of a tree to which expectations are added.
    pub fn choose(&mut self, tree: &Path, file: &Path) {
        self.chosen.insert(tree.to_owned(), file.to_owned());
        self.revision += 1;
    }

    /// Replaces the list of scenarios: file, path as shown, and the text of an example's. Requests new ones to be read.
    pub fn list(&mut self, files: impl Iterator<Item = (PathBuf, String, Option<&'static str>)>) {
        let mut old = std::mem::take(&mut self.entries);
        for (file, relative, text) in files {
            let mut entry = old.remove(&file).unwrap_or_else(|| {
                self.wanted.insert(file.clone(), false);
                self.is_stale = true;
                ScenarioEntry::new(file.clone(), String::new(), text)
            });
            entry.relative = relative;
            self.entries.insert(file, entry);
        }
        self.wanted
            .retain(|file, _| self.entries.contains_key(file));
        self.chosen
            .retain(|_, file| self.entries.contains_key(file));
        self.sum_up(|_| true);
    }

    /// Requests the scenarios for which `which` returns `true`, even if their trees are not open.
    pub fn want(&mut self, which: impl Fn(&ScenarioEntry) -> bool) {
        let which = self.entries.values().filter(|entry| which(entry));
        let files: Vec<PathBuf> = which.map(|entry| entry.file.clone()).collect();
        self.revision += u64::from(!files.is_empty());
        self.is_stale |= !files.is_empty();
        self.wanted
            .extend(files.into_iter().map(|file| (file, true)));
    }

    /// Returns the requested scenarios, and whether to run each even if its tree is not open.
    pub fn wanted(&self) -> impl ExactSizeIterator<Item = (&PathBuf, bool)> {
        self.wanted.iter().map(|(file, always)| (file, *always))
    }

    /// Stores the result of a scenario.
    pub fn take(&mut self, result: ScenarioResult) {
        self.wanted.remove(&result.file);
        let Some(entry) = self.entries.get_mut(&result.file) else {
            return;
        };
        if let Some(scenario) = &result.scenario {
            entry.history.follow(scenario);
        }
        if entry.scenario != result.scenario {
            entry.scenario = result.scenario;
        }
        let old = std::mem::replace(&mut entry.tree, result.tree);
        let new = entry.tree.clone();
        if result.outcome.is_some() {
            entry.outcome = result.outcome;
            entry.covered = result.covered;
        }
        self.uncounted.extend([old, new]);
        self.revision += 1;
        // Each sum takes as long as all scenarios of a tree have nodes, so they are summed once, after the last.
        let waits = |entry: &ScenarioEntry| {
            let may_count =
                entry.tree.as_os_str().is_empty() || self.uncounted.contains(&entry.tree);
            may_count && self.is_waiting(&entry.file)
        };
        if !self.entries.values().any(waits) {
            self.sum_up_rest();
        }
    }

    /// Adds a scenario that was just saved, before the project's files are listed again.
    pub fn add(&mut self, file: &Path, tree: &Path, scenario: Scenario) {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let entry = ScenarioEntry {
            scenario: Some(Arc::new(scenario)),
            tree: tree.to_owned(),
            ..ScenarioEntry::new(file.to_owned(), name.into_owned(), None)
        };
        self.entries.insert(file.to_owned(), entry);
        self.want(|entry| entry.file == file);
    }

    /// Replaces a scenario by an edited one and requests to run it. The caller has written its file, if it has one.
    pub fn replace(&mut self, file: &Path, scenario: Arc<Scenario>) {
        self.revision += 1;
        if let Some(entry) = self.entries.get_mut(file) {
            entry.is_edited = entry.text.is_some();
            entry.scenario = Some(scenario);
            self.want(|entry| entry.file == file);
        }
    }

    /// Returns the undo history of a scenario.
    pub fn history_mut(&mut self, file: &Path) -> Option<&mut ScenarioHistory> {
        let entry = self.entries.get_mut(file)?;
        Some(&mut entry.history)
    }

    /// Cancels all requests.
    pub fn give_up(&mut self) {
        self.wanted.clear();
        self.revision += 1;
        self.sum_up_rest();
    }

    /// Sums up the coverage of the trees that have new results.
    fn sum_up_rest(&mut self) {
        let uncounted = std::mem::take(&mut self.uncounted);
        if !uncounted.is_empty() {
            self.sum_up(|tree| uncounted.contains(tree));
        }
    }

    /// Sums up the coverage of the trees for which `which` returns true.
    fn sum_up(&mut self, which: impl Fn(&Path) -> bool) {
        self.revision += 1;
        self.coverage.retain(|tree, _| !which(tree));
        let mut sums: HashMap<&Path, Coverage> = HashMap::new();
        let run = self.entries.values().filter(|entry| entry.was_run());
        for entry in run.filter(|entry| which(&entry.tree)) {
            sums.entry(&entry.tree).or_default().merge(&entry.covered);
        }
        let sums = sums.into_iter();
        let sums = sums.map(|(tree, sum)| (tree.to_owned(), Rc::new(TreeCoverage::from(sum))));
        self.coverage.extend(sums);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples;
    use crate::i18n::Texts;

    #[test]
    fn a_file_with_the_name_of_an_example_is_not_the_example() {
        let texts = Texts::new("en");
        let example = examples::find("guard").unwrap().document(&texts);
        let of_example = TreeOrigin::Example(example).tree();
        let of_file = TreeOrigin::File(Path::new(example.file)).tree();
        assert_eq!(of_example, Path::new(example.file));
        assert!(of_file.is_absolute());
    }
}
