//! Scenario files and their trees: finds, reads and runs them. Writes nothing.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use treewright_authoring::validate::nearest;
use treewright_core::library::NodeLibrary;
use treewright_core::runtime::Status;
use treewright_insight::scenario::{
    Coverage, Scenario, ScenarioDifference, ScenarioError, ScenarioRun, ToldReason,
};
use treewright_session::host::files;
use treewright_session::i18n::Texts;

use super::condition::Condition;
use super::input::{self, Tree, Unusable, unusable};
use super::report::Report;
use super::walk::Walk;

/// A scenario with its tree.
pub struct Test {
    pub file: PathBuf,
    pub tree_file: PathBuf,
    pub scenario: Scenario,
    /// The content of the file.
    pub bytes: Vec<u8>,
    pub tree: Tree,
}

/// A reason, with the parts of the condition that decided.
pub type ReasonWithCondition = (ToldReason, Vec<Condition>);

/// The result of a scenario.
pub struct TestRun {
    /// Where the run differs from the expectations.
    pub differences: Vec<ScenarioDifference>,
    /// Why the first of them are so.
    pub reasons: Vec<Vec<ReasonWithCondition>>,
    /// The tasks that were replaced by stand-ins, for people.
    pub stand_ins: Vec<String>,
    /// The same with identifiers, for programs.
    pub stand_in_codes: Vec<String>,
}

/// The tasks that a run replaces by stand-ins, each with the result of its stand-in, or with the node type that it acts like.
pub fn stand_ins(library: &NodeLibrary, run: &ScenarioRun<'_>, texts: &Texts) -> Vec<String> {
    let described = |task: &Arc<str>| {
        let how = match library.acts_like(task) {
            Some(like) => texts.task_title(&like.to_string()),
            None => library
                .stand_in(task)
                .map_or_else(String::new, |status| texts.choice(status.name())),
        };
        texts.tr_with(
            "cli.stand_in",
            &[("task", &texts.task_title(task)), ("how", &how)],
        )
    };
    run.tasks_with_default_result()
        .iter()
        .map(described)
        .collect()
}

/// The same with the identifiers of tasks and results.
fn stand_in_codes(library: &NodeLibrary, run: &ScenarioRun<'_>) -> Vec<String> {
    let described = |task: &Arc<str>| {
        if let Some(like) = library.acts_like(task) {
            return format!("{task} ({like})");
        }
        let status = library.stand_in(task);
        format!("{task} ({})", status.map_or("", Status::name))
    };
    run.tasks_with_default_result()
        .iter()
        .map(described)
        .collect()
}

impl Test {
    /// Reads a scenario and its tree.
    pub fn read(file: &Path, texts: &Texts) -> Result<Self, Unusable> {
        let (scenario, bytes) = input::read_scenario(file, texts)?;
        let tree_file = input::tree_of(file, &scenario).map_err(|error| {
            let reason = texts.reference_error(&error);
            let message = texts.tr_with("cli.scenario.tree_not_read", &[("reason", &reason)]);
            let report = Report::error(file, error.code(), message);
            unusable(report.with_remedy(texts.reference_remedy(&error)))
        })?;
        let tree = input::read_tree(&tree_file, texts).map_err(|unusable| {
            if unusable.report.code != "not_found" {
                return unusable;
            }
            let tree = super::shown(&tree_file);
            let message = texts.tr_with("cli.scenario.no_tree", &[("tree", &tree)]);
            let report = Report::error(file, "tree_not_found", message)
                .with_remedy(texts.tr("cli.remedy.field_tree"));
            Unusable {
                report: Box::new(report),
                ..unusable
            }
        })?;
        Ok(Self {
            file: file.to_owned(),
            tree_file,
            scenario,
            bytes,
            tree,
        })
    }

    /// Returns why the scenario does not match its tree; `None` if it can be run.
    pub fn mismatch(&self, texts: &Texts) -> Option<Unusable> {
        let run = ScenarioRun::in_project(
            self.tree.project(),
            self.tree.program_library(),
            &self.scenario,
        );
        run.err().map(|error| self.mismatch_report(&error, texts))
    }

    /// Runs the scenario, and adds the nodes that it reached to the coverage.
    ///
    /// # Errors
    /// If it cannot be run.
    pub fn run(&self, coverage: &mut Coverage, texts: &Texts) -> Result<TestRun, Unusable> {
        let run = ScenarioRun::in_project(
            self.tree.project(),
            self.tree.program_library(),
            &self.scenario,
        );
        let run = run.and_then(|mut run| {
            let differences = run.finish()?.to_vec();
            let with_condition = |reason: ToldReason| {
                let conditions = self.conditions(&reason);
                (reason, conditions)
            };
            let reasons = run.reasons(&differences).into_iter();
            let reasons = reasons
                .map(|reasons| reasons.into_iter().map(with_condition).collect())
                .collect();
            coverage.add(&run, |path| self.file_of(path));
            Ok(TestRun {
                stand_ins: stand_ins(self.tree.program_library(), &run, texts),
                stand_in_codes: stand_in_codes(self.tree.program_library(), &run),
                differences,
                reasons,
            })
        });
        run.map_err(|error| self.mismatch_report(&error, texts))
    }

    /// The parts of the condition that decided a reason, with the values that it read.
    fn conditions(&self, reason: &ToldReason) -> Vec<Condition> {
        let Some((id, decided)) = &reason.condition else {
            return Vec::new();
        };
        let node = self.tree.document.node(id);
        node.map_or_else(Vec::new, |node| {
            let library = self.tree.program_library();
            Condition::all(node, library, &decided.values, decided.holds)
        })
    }

    /// The name of a document's file in the coverage, the same for all scenarios.
    fn file_of(&self, path: Option<&str>) -> Arc<str> {
        let file = normalized(&self.tree_file);
        let own = self.tree.project();
        let file = match (path, file.strip_suffix(own.path)) {
            (None, _) => file,
            (Some(path), Some(root)) => format!("{root}{path}"),
            (Some(path), None) => path.to_owned(),
        };
        file.into()
    }

    /// The name of the scenario, or a text that it has none.
    pub fn name(&self, texts: &Texts) -> String {
        if self.scenario.name.is_empty() {
            texts.tr("cli.scenario.no_name").into_owned()
        } else {
            self.scenario.name.clone()
        }
    }

    fn mismatch_report(&self, error: &ScenarioError, texts: &Texts) -> Unusable {
        mismatch(Some(&self.file), &self.tree_file, &self.tree, error, texts)
    }
}

/// Reports why a tree cannot be run, alone or with this scenario: problems of the tree at their position there, others as problems of the scenario.
pub fn mismatch(
    scenario_file: Option<&Path>,
    tree_file: &Path,
    tree: &Tree,
    error: &ScenarioError,
    texts: &Texts,
) -> Unusable {
    let of_tree = match error {
        ScenarioError::BrokenNode { node, .. } => Some(Some(node.as_str())),
        ScenarioError::NothingToRun => Some(None),
        _ => None,
    };
    if let Some(node) = of_tree {
        let mut reports = tree.reports(tree_file, texts).into_iter();
        let known = reports.find(|r| r.is_error() && r.node.as_deref() == node);
        let report = known.unwrap_or_else(|| {
            Report::error(tree_file, error.code(), texts.scenario_error(error))
                .with_remedy(texts.tr("cli.remedy.open_in_editor"))
        });
        return Unusable {
            report: Box::new(report),
            text: Some(tree.text.clone()),
        };
    }
    let tree_name = super::shown(tree_file);
    let similar = match error {
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
    let remedy = match (error, similar) {
        (_, Some(similar)) => texts.tr_with("cli.did_you_mean", &[("name", similar)]),
        (ScenarioError::UnknownNode(name), None) => {
            let arguments = [("name", &**name), ("tree", &tree_name)];
            texts.tr_with("cli.remedy.node_of_scenario", &arguments)
        }
        (ScenarioError::BeyondTheEnd { .. }, None) => {
            texts.tr("cli.remedy.more_frames").into_owned()
        }
        _ => texts.tr_with("cli.remedy.compare_with_tree", &[("tree", &tree_name)]),
    };
    let file = scenario_file.unwrap_or(tree_file);
    let reason = texts.scenario_error(error);
    let arguments = [("tree", &*tree_name), ("reason", &*reason)];
    let message = texts.tr_with("cli.scenario.mismatch", &arguments);
    unusable(Report::error(file, error.code(), message).with_remedy(remedy))
}

/// Returns the scenario files that a path names: the file itself, those of a tree, or all in a folder and its subfolders.
pub fn find(path: &Path, texts: &Texts) -> Walk {
    if path.is_dir() {
        return Walk::below(path, texts, input::is_scenario);
    }
    if input::is_scenario(path) {
        return Walk {
            files: vec![path.to_owned()],
            ..Walk::default()
        };
    }
    let is_for = |file: &PathBuf| match input::read_scenario(file, texts) {
        Ok((scenario, _)) => {
            input::tree_of(file, &scenario).is_ok_and(|tree| same_file(&tree, path))
        }
        // Included, so that the error is reported.
        Err(_) => true,
    };
    let mut found = Walk::inside(&files::folder_of(path), texts, input::is_scenario);
    found.files.retain(is_for);
    found
}

/// Removes `.` and `..` from a path without reading the disk, and separates the parts with `/`.
fn normalized(path: &Path) -> String {
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
