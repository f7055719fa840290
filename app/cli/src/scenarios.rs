//! A scenario file together with the tree that it is for, and how to find such files. Runs them, but does not tell anybody.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use treewright_authoring::validate::nearest;
use treewright_core::library::NodeLibrary;
use treewright_core::runtime::Status;
use treewright_insight::scenario::{Coverage, Difference, Scenario, ScenarioError, ScenarioRun};

use super::input::{self, Tree, Unusable};
use super::report::Report;
use super::walk::Walk;

/// A scenario with its tree.
pub struct Test {
    pub file: PathBuf,
    pub tree_file: PathBuf,
    pub scenario: Scenario,
    /// What the file holds.
    pub bytes: Vec<u8>,
    pub tree: Tree,
}

/// What came of a scenario.
pub struct Ran {
    /// The differences from what must be seen.
    pub differences: Vec<Difference>,
    /// The tasks that were only played.
    pub stood_in: Vec<String>,
}

/// The tasks of libraries that a run only plays, each with its answer, or with what it acts like.
pub fn stand_ins(library: &NodeLibrary, run: &ScenarioRun<'_>) -> Vec<String> {
    let with_answer = |task: &std::sync::Arc<str>| match library.acts_like(task) {
        Some(like) => format!("{task} ({like})"),
        None => format!(
            "{task} ({})",
            library.stand_in(task).map_or("", Status::name)
        ),
    };
    run.stood_in().iter().map(with_answer).collect()
}

impl Test {
    /// Reads a scenario and its tree.
    pub fn read(file: &Path) -> Result<Self, Unusable> {
        let (scenario, bytes) = input::read_scenario(file)?;
        let tree_file = input::tree_of(file, &scenario).map_err(|error| {
            let report =
                Report::error(file, error.code(), format!("its tree is not read: {error}"));
            Unusable {
                report: Box::new(report.with_remedy(error.remedy())),
                text: None,
            }
        })?;
        let tree = input::read_tree(&tree_file).map_err(|mut unusable| {
            if unusable.report.code == "not_found" {
                unusable.report = Box::new(
                    Report::error(
                        file,
                        "tree_not_found",
                        format!("its tree {} does not exist", tree_file.display()),
                    )
                    .with_remedy("Name the tree's file in the field `tree`."),
                );
            }
            unusable
        })?;
        Ok(Self {
            file: file.to_owned(),
            tree_file,
            scenario,
            bytes,
            tree,
        })
    }

    /// Why the scenario does not fit its tree; none if it can be run.
    pub fn misfit(&self) -> Option<Unusable> {
        let run = ScenarioRun::in_project(self.tree.project(), self.tree.kinds(), &self.scenario);
        run.err().map(|error| self.why(&error))
    }

    /// Runs it: what came of it, or why it cannot be run. Adds the nodes that it reached.
    pub fn run(&self, coverage: &mut Coverage) -> Result<Ran, Unusable> {
        let run = ScenarioRun::in_project(self.tree.project(), self.tree.kinds(), &self.scenario);
        let ran = run.and_then(|mut run| {
            let differences = run.finish()?.to_vec();
            coverage.add(&run.seen(), |path| self.file_of(path));
            Ok(Ran {
                stood_in: stand_ins(self.tree.kinds(), &run),
                differences,
            })
        });
        ran.map_err(|error| self.why(&error))
    }

    /// What to call the file of a document, wherever the scenario lies that leads to it.
    fn file_of(&self, path: Option<&str>) -> Arc<str> {
        let file = tidy(&self.tree_file);
        let own = self.tree.project();
        let file = match (path, file.strip_suffix(own.path)) {
            (None, _) => file,
            (Some(path), Some(root)) => format!("{root}{path}"),
            (Some(path), None) => path.to_owned(),
        };
        file.into()
    }

    /// What to call it.
    pub fn name(&self) -> &str {
        if self.scenario.name.is_empty() {
            "(no name)"
        } else {
            &self.scenario.name
        }
    }

    fn why(&self, error: &ScenarioError) -> Unusable {
        misfit(Some(&self.file), &self.tree_file, &self.tree, error)
    }
}

/// Why a tree cannot be run, alone or with this scenario: what is wrong in the tree at its place there, all else as a mistake of
/// the scenario.
pub fn misfit(
    scenario_file: Option<&Path>,
    tree_file: &Path,
    tree: &Tree,
    error: &ScenarioError,
) -> Unusable {
    let of_tree = match error {
        ScenarioError::BrokenNode { node, .. } => Some(Some(node.as_str())),
        ScenarioError::NothingToRun => Some(None),
        _ => None,
    };
    if let Some(node) = of_tree {
        let mut reports = tree.reports(tree_file).into_iter();
        let known = reports.find(|r| r.is_error() && r.node.as_deref() == node);
        let report = known.unwrap_or_else(|| {
            Report::error(tree_file, error.code(), error.to_string())
                .with_remedy("The editor shows why: open the tree there.")
        });
        return Unusable {
            report: Box::new(report),
            text: Some(tree.text.clone()),
        };
    }
    let tree_name = tree_file.display();
    let meant = match error {
        ScenarioError::UnknownNode(name) => {
            let nodes = tree.document.nodes();
            nearest(
                name,
                nodes.flat_map(|node| [&*node.name, node.id().as_str()]),
            )
        }
        ScenarioError::UndeclaredVariable(name) => {
            nearest(name, tree.document.variables.iter().map(|v| &*v.name))
        }
        _ => None,
    };
    let remedy = match (error, meant) {
        (_, Some(meant)) => format!("Did you mean `{meant}`?"),
        (ScenarioError::UnknownNode(name), None) => format!(
            "The scenario names a node `{name}` that {tree_name} does not have: correct the name, or use the tree that the scenario was made for."
        ),
        (ScenarioError::BeyondTheEnd { .. }, None) => {
            "Let the scenario run more frames, or move the step.".to_owned()
        }
        _ => format!("Compare it with {tree_name}."),
    };
    let file = scenario_file.unwrap_or(tree_file);
    let message = format!("it does not fit {tree_name}: {error}");
    Unusable {
        report: Box::new(Report::error(file, error.code(), message).with_remedy(remedy)),
        text: None,
    }
}

/// The scenario files that a path stands for: itself; those that are for this tree; or all below this folder.
pub fn find(path: &Path) -> Walk {
    if path.is_dir() {
        return Walk::below(path, input::is_scenario);
    }
    if input::is_scenario(path) {
        return Walk {
            files: vec![path.to_owned()],
            ..Walk::default()
        };
    }
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let is_for = |file: &PathBuf| match input::read_scenario(file) {
        Ok((scenario, _)) => {
            input::tree_of(file, &scenario).is_ok_and(|tree| same_file(&tree, path))
        }
        // One that cannot be read may well be meant.
        Err(_) => true,
    };
    let mut found = Walk::inside(folder, input::is_scenario);
    found.files.retain(is_for);
    found
}

/// A path as short as it can be without looking at the disk, with `/` between the parts.
fn tidy(path: &Path) -> String {
    let mut parts: Vec<String> = Vec::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if parts.last().is_some_and(|last| last != "..") => {
                parts.pop();
            }
            Component::RootDir => parts.push(String::new()),
            part => parts.push(part.as_os_str().to_string_lossy().into_owned()),
        }
    }
    parts.join("/")
}

fn same_file(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}
