//! Runs scenarios on a background thread, one after another, with the trees from disk or, if they are open, from the editor. A new batch cancels the
//! previous one. Sends the result of each; the caller stores it.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use treewright_authoring::edit::Rename;
use treewright_core::format::{FormatError, native};
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_core::on_purpose;
use treewright_core::project::{DocumentSet, Project};
use treewright_insight::scenario::{
    Coverage, Scenario, ScenarioDifference, ScenarioError, ScenarioRun,
};
use treewright_insight::scenario_json;

use super::files::{self, ReadError};
use super::job::{CancelToken, Job, JobContext};
use super::libraries::Libraries;
use super::project::ReferenceError;
use super::referenced_documents::{OpenFiles, ReferencedDocuments};
use super::scenario_files::{beside, tree_of};
use super::unsaved_renames;
use crate::host::files::absolute;

/// The name of the main document in [`Coverage`].
pub const MAIN_DOCUMENT: &str = "";

/// A scenario to run.
#[derive(Clone, Debug)]
pub struct ScenarioRequest {
    pub file: PathBuf,
    /// The text of an example's scenario, which has no file.
    pub text: Option<Cow<'static, str>>,
    /// Whether to run it even if its tree is not open.
    pub always: bool,
}

/// A tree that is open in the editor, or was read from disk.
pub struct OpenTree {
    /// Its file. For an example, the file name that its scenarios use.
    pub file: PathBuf,
    pub document: Arc<Document>,
    /// The path relative to its project folder.
    pub path: String,
    /// What was renamed in it and has its old name in scenario files.
    pub renames: Vec<Rename>,
    /// The documents to which it refers.
    pub others: DocumentSet,
    /// The node types that its program can have.
    pub kinds: Arc<NodeLibrary>,
}

/// The result of a scenario.
#[derive(Debug)]
pub struct ScenarioResult {
    /// The scenario file.
    pub file: PathBuf,
    /// The scenario, if it could be read.
    pub scenario: Option<Arc<Scenario>>,
    /// The scenario's tree file.
    pub tree: PathBuf,
    /// `None` if it was not run.
    pub outcome: Option<ScenarioOutcome>,
    /// What the run has covered.
    pub covered: Coverage,
}

/// How a scenario ended.
#[derive(Debug)]
pub enum ScenarioOutcome {
    Passed,
    /// Some expectations were not met.
    Failed(Vec<ScenarioDifference>),
    /// It cannot be run.
    Unusable(ScenarioUnusable),
}

/// Why a scenario cannot be run.
#[derive(Debug)]
pub enum ScenarioUnusable {
    /// The scenario file cannot be read.
    Read(ReadError),
    /// The scenario or tree file has another format.
    Format(FormatError),
    /// It names a tree outside its project.
    Reference(ReferenceError),
    /// The tree does not exist or cannot be read.
    Tree(ReadError),
    /// It does not match its tree.
    Misfit(ScenarioError),
}

/// A batch of running scenarios. Sends each result when it is ready.
pub type Batch = Job<ScenarioResult>;

/// Starts a batch. `files` are the open documents, to which trees that are not open may refer; `wake` is called for each result.
pub fn begin(
    wanted: Vec<ScenarioRequest>,
    open: Vec<OpenTree>,
    files: OpenFiles,
    wake: impl Fn() + Send + Sync + 'static,
) -> Batch {
    let open = open.into_iter().map(|tree| (tree.file.clone(), tree));
    let trees = TreeCache {
        open: open.collect(),
        files,
        read: HashMap::new(),
    };
    Job::begin("scenarios", wake, |work| {
        run_all(wanted, trees, work);
        None
    })
}

fn run_all(wanted: Vec<ScenarioRequest>, mut trees: TreeCache, work: &JobContext<ScenarioResult>) {
    on_purpose::panic_at("scenarios");
    let of = wanted.len();
    for (done, wanted) in wanted.into_iter().enumerate() {
        work.progress.set(done, of);
        let result = run_scenario(&wanted, &mut trees, &work.stop);
        if !result.is_some_and(|result| work.tell(result)) {
            return;
        }
    }
}

/// Runs one scenario. `None` if cancelled.
fn run_scenario(
    wanted: &ScenarioRequest,
    trees: &mut TreeCache,
    stop: &CancelToken,
) -> Option<ScenarioResult> {
    let mut result = ScenarioResult {
        file: wanted.file.clone(),
        scenario: None,
        tree: PathBuf::new(),
        outcome: None,
        covered: Coverage::default(),
    };
    let bytes = match &wanted.text {
        Some(text) => Ok(text.as_bytes().to_vec()),
        None => files::read(&wanted.file).map_err(ScenarioUnusable::Read),
    };
    let scenario =
        bytes.and_then(|bytes| scenario_json::read(&bytes).map_err(ScenarioUnusable::Format));
    let scenario = match scenario {
        Ok(scenario) => scenario,
        Err(why) => {
            result.outcome = Some(ScenarioOutcome::Unusable(why));
            return Some(result);
        }
    };
    result.tree = match &wanted.text {
        // A scenario of an example refers to the example in the same language, which is in no project.
        Some(_) => scenario.tree.as_ref().map_or_else(
            || beside(&wanted.file),
            |tree| wanted.file.with_file_name(tree),
        ),
        None => match tree_of(&wanted.file, &scenario) {
            Ok(tree) => absolute(&tree),
            Err(why) => {
                result.scenario = Some(Arc::new(scenario));
                result.outcome = Some(ScenarioOutcome::Unusable(ScenarioUnusable::Reference(why)));
                return Some(result);
            }
        },
    };
    let mut scenario = scenario;
    if let Some(tree) = trees.open.get(&result.tree) {
        unsaved_renames::apply(&mut scenario, &tree.renames, &tree.document);
    }
    let scenario = Arc::new(scenario);
    result.scenario = Some(scenario.clone());
    if !wanted.always && !trees.open.contains_key(&result.tree) {
        return Some(result);
    }
    result.outcome = Some(match trees.get(&result.tree) {
        Ok(tree) => {
            let project = Project::new(&tree.document, &tree.path, &tree.others);
            run_in_project(&scenario, project, &tree.kinds, stop, &mut result.covered)?
        }
        Err(why) => ScenarioOutcome::Unusable(why),
    });
    Some(result)
}

/// Returns `None` if cancelled.
fn run_in_project(
    scenario: &Scenario,
    project: Project<'_>,
    kinds: &NodeLibrary,
    stop: &CancelToken,
    covered: &mut Coverage,
) -> Option<ScenarioOutcome> {
    let misfit = |error| Some(ScenarioOutcome::Unusable(ScenarioUnusable::Misfit(error)));
    let mut run = match ScenarioRun::in_project(project, kinds, scenario) {
        Ok(run) => run,
        Err(error) => return misfit(error),
    };
    loop {
        match run.step() {
            Ok(Some(_)) if stop.is_cancelled() => return None,
            Ok(Some(_)) => {}
            Ok(None) => break,
            Err(error) => return misfit(error),
        }
    }
    covered.add(&run, |path| path.unwrap_or(MAIN_DOCUMENT).into());
    Some(match run.differences() {
        [] => ScenarioOutcome::Passed,
        differences => ScenarioOutcome::Failed(differences.to_vec()),
    })
}

struct TreeCache {
    open: HashMap<PathBuf, OpenTree>,
    /// The open documents, for trees that refer to them.
    files: OpenFiles,
    read: HashMap<PathBuf, OpenTree>,
}

impl TreeCache {
    fn get(&mut self, file: &Path) -> Result<&OpenTree, ScenarioUnusable> {
        if let Some(tree) = self.open.get(file) {
            return Ok(tree);
        }
        if !self.read.contains_key(file) {
            let tree = read(file, &self.files)?;
            self.read.insert(file.to_owned(), tree);
        }
        let missing = ScenarioUnusable::Tree(ReadError::NotFound);
        self.read.get(file).ok_or(missing)
    }
}

fn read(file: &Path, open: &OpenFiles) -> Result<OpenTree, ScenarioUnusable> {
    let bytes = files::read(file).map_err(ScenarioUnusable::Tree)?;
    let document = native::read(&bytes)
        .map_err(ScenarioUnusable::Format)?
        .document;
    let own = Libraries::load(file, &document.libraries).combined();
    let related = ReferencedDocuments::load_beside(open, file, &document, ToString::to_string);
    let kinds = related.program_node_types(&own).unwrap_or(own);
    Ok(OpenTree {
        file: file.to_owned(),
        kinds: Arc::new(kinds),
        path: related.path,
        others: related.documents,
        renames: Vec::new(),
        document: Arc::new(document),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Texts;

    #[test]
    fn a_tree_outside_the_project_is_reported_and_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let game = folder.path().join("game");
        std::fs::create_dir(&game).unwrap();
        std::fs::write(folder.path().join("secret.env"), "PASSWORD=hunter2").unwrap();
        let file = game.join("a.scenario.json");
        for tree in [
            "../secret.env",
            "/etc/passwd",
            "~/x.bt.json",
            r"C:\x.bt.json",
        ] {
            let scenario = Scenario {
                tree: Some(tree.to_owned()),
                ..Scenario::default()
            };
            std::fs::write(&file, scenario_json::write(&scenario)).unwrap();
            let wanted = ScenarioRequest {
                file: file.clone(),
                text: None,
                always: true,
            };
            let result = begin(vec![wanted], Vec::new(), OpenFiles::default(), || {}).wait();
            let result = result.unwrap();
            let Some(ScenarioOutcome::Unusable(why)) = result.outcome else {
                panic!("{tree}: {:?}", result.outcome);
            };
            assert!(
                matches!(why, ScenarioUnusable::Reference(_)),
                "{tree}: {why:?}"
            );
            for language in ["en", "zh-CN"] {
                let said = Texts::new(language).scenario_unusable(&why);
                assert!(said.contains(tree) && !said.contains("hunter2"), "{said}");
            }
        }
    }
}
