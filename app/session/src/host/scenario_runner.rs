//! Runs scenarios in a thread of its own, one after the other, with the trees as they are on disk or, where they are open, as they are
//! there. A new batch ends the one before it. Says what came of each; whoever asked keeps it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use treewright_core::format::{FormatError, native};
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_core::on_purpose;
use treewright_core::project::{DocumentSet, Project};
use treewright_insight::scenario::{Coverage, Difference, Scenario, ScenarioError, ScenarioRun};
use treewright_insight::scenario_json;

use super::files::{self, ReadError};
use super::job::{Job, Stop, Work};
use super::libraries::Libraries;
use super::project::ReferenceError;
use super::referenced_documents::Related;
use super::scenario_files::{beside, tree_of};
use crate::host::files::absolute;

/// What the document that was run is called in what it reached.
pub const OWN: &str = "";

/// A scenario to be run.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Its file.
    pub file: PathBuf,
    /// Its text, if it has no file of its own: an example's.
    pub text: Option<&'static str>,
    /// It is run whichever tree it is for; otherwise only for one that is open.
    pub always: bool,
}

/// A tree as it is in the editor.
pub struct OpenTree {
    /// Its file; of an example, what its scenarios call it.
    pub file: PathBuf,
    /// The tree.
    pub document: Document,
    /// Where it lies in its project folder.
    pub path: String,
    /// What it refers to.
    pub others: DocumentSet,
    /// The kinds of nodes that its program can have.
    pub kinds: Arc<NodeLibrary>,
}

/// What came of a scenario.
#[derive(Debug)]
pub struct Told {
    /// Its file.
    pub file: PathBuf,
    /// It, if it could be read.
    pub scenario: Option<Arc<Scenario>>,
    /// The tree that it is for.
    pub tree: PathBuf,
    /// What came of it; none if it was not run.
    pub outcome: Option<Outcome>,
    /// The nodes that it reached.
    pub reached: Coverage,
}

/// How a scenario ended.
#[derive(Debug)]
pub enum Outcome {
    /// All is as it must be.
    Passed,
    /// Something is not as it must be.
    Failed(Vec<Difference>),
    /// It cannot be run.
    Unusable(Unusable),
}

/// Why a scenario cannot be run.
#[derive(Debug)]
pub enum Unusable {
    /// Its file cannot be read.
    Read(ReadError),
    /// Its file, or that of its tree, holds something else.
    Format(FormatError),
    /// It names a tree outside its project.
    Reference(ReferenceError),
    /// There is no such tree, or it cannot be read.
    Tree(ReadError),
    /// It does not fit its tree.
    Misfit(ScenarioError),
}

/// Scenarios that are run: what came of each is told when it is there.
pub type Batch = Job<Told>;

/// Begins a batch; `wake` is called whenever there is something to take.
pub fn begin(
    wanted: Vec<Wanted>,
    open: Vec<OpenTree>,
    wake: impl Fn() + Send + Sync + 'static,
) -> Batch {
    Job::begin("scenarios", wake, |work| {
        run_all(wanted, open, work);
        None
    })
}

fn run_all(wanted: Vec<Wanted>, open: Vec<OpenTree>, work: &Work<Told>) {
    let open = open.into_iter().map(|tree| (tree.file.clone(), tree));
    let mut trees = Trees {
        open: open.collect(),
        read: HashMap::new(),
    };
    on_purpose::panic_at("scenarios");
    let of = wanted.len();
    for (done, wanted) in wanted.into_iter().enumerate() {
        work.progress.set(done, of);
        let told = one(&wanted, &mut trees, &work.stop);
        if !told.is_some_and(|told| work.tell(told)) {
            return;
        }
    }
}

/// What came of a scenario; none if it was stopped.
fn one(wanted: &Wanted, trees: &mut Trees, stop: &Stop) -> Option<Told> {
    let mut told = Told {
        file: wanted.file.clone(),
        scenario: None,
        tree: PathBuf::new(),
        outcome: None,
        reached: Coverage::default(),
    };
    let bytes = match wanted.text {
        Some(text) => Ok(text.as_bytes().to_vec()),
        None => files::read(&wanted.file).map_err(Unusable::Read),
    };
    let scenario = bytes.and_then(|bytes| scenario_json::read(&bytes).map_err(Unusable::Format));
    let scenario = match scenario {
        Ok(scenario) => Arc::new(scenario),
        Err(why) => {
            told.outcome = Some(Outcome::Unusable(why));
            return Some(told);
        }
    };
    told.scenario = Some(scenario.clone());
    told.tree = match wanted.text {
        // A scenario of an example refers to the example in the same language, which is in no project.
        Some(_) => scenario.tree.as_ref().map_or_else(
            || beside(&wanted.file),
            |tree| wanted.file.with_file_name(tree),
        ),
        None => match tree_of(&wanted.file, &scenario) {
            Ok(tree) => absolute(&tree),
            Err(why) => {
                told.outcome = Some(Outcome::Unusable(Unusable::Reference(why)));
                return Some(told);
            }
        },
    };
    if !wanted.always && !trees.open.contains_key(&told.tree) {
        return Some(told);
    }
    told.outcome = Some(match trees.get(&told.tree) {
        Ok(tree) => {
            let project = Project::new(&tree.document, &tree.path, &tree.others);
            run(&scenario, project, &tree.kinds, stop, &mut told.reached)?
        }
        Err(why) => Outcome::Unusable(why),
    });
    Some(told)
}

/// None if it was stopped.
fn run(
    scenario: &Scenario,
    project: Project<'_>,
    kinds: &NodeLibrary,
    stop: &Stop,
    reached: &mut Coverage,
) -> Option<Outcome> {
    let misfit = |error| Some(Outcome::Unusable(Unusable::Misfit(error)));
    let mut run = match ScenarioRun::in_project(project, kinds, scenario) {
        Ok(run) => run,
        Err(error) => return misfit(error),
    };
    loop {
        match run.step() {
            Ok(Some(_)) if stop.is_wanted() => return None,
            Ok(Some(_)) => {}
            Ok(None) => break,
            Err(error) => return misfit(error),
        }
    }
    reached.add(&run.seen(), |path| path.unwrap_or(OWN).into());
    Some(match run.differences() {
        [] => Outcome::Passed,
        differences => Outcome::Failed(differences.to_vec()),
    })
}

struct Trees {
    open: HashMap<PathBuf, OpenTree>,
    read: HashMap<PathBuf, OpenTree>,
}

impl Trees {
    fn get(&mut self, file: &Path) -> Result<&OpenTree, Unusable> {
        if let Some(tree) = self.open.get(file) {
            return Ok(tree);
        }
        if !self.read.contains_key(file) {
            let tree = read(file)?;
            self.read.insert(file.to_owned(), tree);
        }
        let missing = Unusable::Tree(ReadError::NotFound);
        self.read.get(file).ok_or(missing)
    }
}

fn read(file: &Path) -> Result<OpenTree, Unusable> {
    let bytes = files::read(file).map_err(Unusable::Tree)?;
    let document = native::read(&bytes).map_err(Unusable::Format)?.document;
    let own = Libraries::load(file, &document.libraries).combined();
    let related = Related::load(file, &document, ToString::to_string);
    let kinds = related.kinds_in_program(&own).unwrap_or(own);
    Ok(OpenTree {
        file: file.to_owned(),
        kinds: Arc::new(kinds),
        path: related.path,
        others: related.documents,
        document,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Texts;

    #[test]
    fn a_tree_outside_of_the_project_is_not_read_and_that_is_told() {
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
            let wanted = Wanted {
                file: file.clone(),
                text: None,
                always: true,
            };
            let told = begin(vec![wanted], Vec::new(), || {}).take_at_last();
            let told = told.unwrap();
            let Some(Outcome::Unusable(why)) = told.outcome else {
                panic!("{tree}: {:?}", told.outcome);
            };
            assert!(matches!(why, Unusable::Reference(_)), "{tree}: {why:?}");
            for language in ["en", "zh-CN"] {
                let said = Texts::new(language).scenario_unusable(&why);
                assert!(said.contains(tree) && !said.contains("hunter2"), "{said}");
            }
        }
    }
}
