//! Fixes for problems that look into the project: another file, tree, variable or task, in all files; another project folder. Knows of the
//! files what the listing of the project tells.

use std::path::{Component, Path};
use std::sync::Arc;

use treewright_authoring::edit::Command;
use treewright_authoring::validate::{nearest, probably_meant};
use treewright_core::diagnostic::{Diagnostic, Location, Problem, SubtreeProblem};
use treewright_core::ids::NodeId;
use treewright_core::model::{FILE_PARAMETER, Node, TREE_PARAMETER};
use treewright_core::project::resolve;
use treewright_session::refactoring::Refactoring;
use treewright_session::workspace::document_libraries::LibraryProblem;
use treewright_session::workspace::project_listing::{
    FileFacts, FileKind, ProjectFile, ProjectTree, TreeRun,
};

use super::ProblemFix;
use crate::action::{Action, EditAction, ProjectAction, SelectAction, ViewAction};
use crate::panels::PanelContext;

/// How many files of the same name are offered for one that cannot be read.
const MAX_OTHER_FILES: usize = 3;

/// The fixes for a problem that look into the project.
pub fn all(cx: &PanelContext<'_>, diagnostic: &Diagnostic) -> Vec<ProblemFix> {
    match (&diagnostic.problem, &diagnostic.location) {
        (Problem::Subtree(problem), Location::Parameter(node, _)) => {
            let mut fixes = other_files(cx, node, problem);
            fixes.extend(run_instead(cx, node, problem));
            fixes.extend(set_instead(cx, node, problem));
            fixes
        }
        (Problem::UnknownTask { task }, Location::Node(node)) => task_instead(cx, node, task),
        _ => Vec::new(),
    }
}

/// For a task that no library has: the one that it was renamed to, or that was probably meant; here, and wherever it is missing.
fn task_instead(cx: &PanelContext<'_>, node: &NodeId, task: &Arc<str>) -> Vec<ProblemFix> {
    let known = |name: &Arc<str>| cx.library.declaration(name).is_some();
    let folder = cx.project.folder;
    let renamed = folder.map(|folder| cx.project_steps.task_now(folder, task));
    let renamed = renamed.filter(|name| name != task && known(name));
    let names = || cx.library.declarations().map(|it| &*it.task);
    let meant = renamed
        .clone()
        .or_else(|| nearest(task, names()).map(Into::into));
    let Some(meant) = meant else {
        return Vec::new();
    };
    let others = count_others(cx, |facts| facts.unknown_tasks.contains(task));
    let mut own = cx.front.document().nodes();
    let has_more = others > 0 || own.any(|other| other.task == *task && other.id() != node);
    let everywhere = (cx.front.path().is_some() && has_more).then(|| {
        let (from, to) = (task.clone(), meant.clone());
        let name = [("name", &*meant)];
        ProblemFix {
            text: cx
                .texts
                .tr_count_with("problems.task_in_all", others + 1, &name),
            actions: vec![Action::Project(ProjectAction::Mend(
                Refactoring::TaskInstead { from, to },
            ))],
        }
    });
    // What is probably meant is offered by the checks.
    let here = renamed.map(|name| {
        let command = Command::ReplaceTask {
            nodes: vec![node.clone()],
            task: name.clone(),
        };
        ProblemFix {
            text: cx.texts.tr_with("problems.task_here", &[("name", &name)]),
            actions: vec![Action::Edit(EditAction::Do(command))],
        }
    });
    everywhere.into_iter().chain(here).collect()
}

/// The files of the project that a Subtree node may mean whose file cannot be read: where it was moved, and those of the same name. And the choice of
/// any other one.
fn other_files(cx: &PanelContext<'_>, node: &NodeId, problem: &SubtreeProblem) -> Vec<ProblemFix> {
    let (SubtreeProblem::FileUnreadable { file, .. }
    | SubtreeProblem::FileOutside { file }
    | SubtreeProblem::FileNotRelative { file }) = problem
    else {
        return Vec::new();
    };
    let named = cx.front.document().node(node);
    let tree = named.map(|node| node.text_parameter(TREE_PARAMETER));
    let tree = tree.filter(|tree| !tree.is_empty());
    let name = file.rsplit(['/', '\\']).next();
    let folder = cx.project.folder;
    let moved = folder.map(|folder| cx.project_steps.path_now(folder, file));
    let is_moved = |it: &&ProjectFile| Some(&it.relative) == moved.as_ref();
    let trees = || {
        cx.project
            .files
            .iter()
            .filter(|it| it.kind == FileKind::Tree)
    };
    let same = trees().filter(|it| it.relative.rsplit('/').next() == name && !is_moved(it));
    let same = trees().filter(is_moved).chain(same);
    let same = same.filter(|it| it.relative != *file).take(MAX_OTHER_FILES);
    let others = count_others(cx, |facts| facts.uses.iter().any(|used| **used == *file));
    let fixes = same.flat_map(|it| {
        let tree = ProjectTree {
            file: it.relative.clone(),
            tree: tree.map(Into::into),
        };
        let here = ProblemFix {
            text: cx
                .texts
                .tr_with("problems.use_file", &[("path", &it.relative)]),
            actions: vec![Action::Edit(EditAction::RunTree(node.clone(), tree))],
        };
        let everywhere = (others > 0).then(|| {
            let (from, to) = (file.clone(), it.relative.clone());
            let path = [("path", &*it.relative)];
            let text = cx
                .texts
                .tr_count_with("problems.use_file_in_all", others + 1, &path);
            let repoint = Refactoring::Repoint { from, to };
            let actions = vec![Action::Project(ProjectAction::Mend(repoint))];
            ProblemFix { text, actions }
        });
        everywhere.into_iter().chain([here])
    });
    let fixes = fixes.chain(common_folder(cx, problem));
    let select = SelectAction::Set(vec![node.clone()]);
    let choose = ProblemFix {
        text: cx.texts.tr("problems.choose_file").into_owned(),
        actions: vec![Action::Select(select), Action::View(ViewAction::ChooseTree)],
    };
    fixes.chain([choose]).collect()
}

/// In how many other files of the project this holds.
fn count_others(cx: &PanelContext<'_>, holds: impl Fn(&FileFacts) -> bool) -> usize {
    let own = cx.front.path();
    let facts = cx.project.facts.iter();
    let others = facts.filter(|(path, _)| Some(&***path) != own);
    others.filter(|(_, facts)| holds(facts)).count()
}

/// For a tree that another file does not have: runs the one that was probably meant, in all files that run the missing one.
fn run_instead(cx: &PanelContext<'_>, node: &NodeId, problem: &SubtreeProblem) -> Vec<ProblemFix> {
    let SubtreeProblem::UnknownTreeInFile { tree, known, .. } = problem else {
        return Vec::new();
    };
    let is_wrong = |run: &TreeRun| *run.tree == **tree;
    let meant = probably_meant(tree, known).map(Into::into);
    in_all_files(cx, node, is_wrong, meant, |file, to| {
        let (file, from) = (file.to_owned(), tree.clone());
        let mended = Refactoring::RunInstead { file, from, to };
        ("problems.run_in_all", mended)
    })
}

/// For a variable that a tree of another file does not have: sets the one that was probably meant, in all files that set the missing one.
fn set_instead(cx: &PanelContext<'_>, node: &NodeId, problem: &SubtreeProblem) -> Vec<ProblemFix> {
    let SubtreeProblem::UnknownVariable {
        variable, meant, ..
    } = problem
    else {
        return Vec::new();
    };
    let is_wrong = |run: &TreeRun| run.sets.contains(variable);
    in_all_files(cx, node, is_wrong, meant.iter().cloned(), |file, to| {
        let (file, from) = (file.to_owned(), variable.clone());
        let mended = Refactoring::SetInstead { file, from, to };
        ("problems.set_in_all", mended)
    })
}

/// The fixes for what `node` gets wrong about a tree of another file, if other files of the project do so, too: one for each name that may be meant.
fn in_all_files(
    cx: &PanelContext<'_>,
    node: &NodeId,
    is_wrong: impl Fn(&TreeRun) -> bool,
    meant: impl Iterator<Item = Arc<str>>,
    mend: impl Fn(&str, Arc<str>) -> (&'static str, Refactoring),
) -> Vec<ProblemFix> {
    let node = cx.front.document().node(node);
    let Some(file) = node.and_then(|node| run_by(cx, node)) else {
        return Vec::new();
    };
    let others = count_others(cx, |facts| {
        let mut runs = facts.runs.iter();
        runs.any(|run| *run.file == *file && is_wrong(run))
    });
    if others == 0 {
        return Vec::new();
    }
    let fixes = meant.map(|meant| {
        let (key, mended) = mend(&file, meant.clone());
        ProblemFix {
            text: cx
                .texts
                .tr_count_with(key, others + 1, &[("name", &*meant)]),
            actions: vec![Action::Project(ProjectAction::Mend(mended))],
        }
    });
    fixes.collect()
}

/// The other file whose tree a node runs, by its path in the project.
fn run_by(cx: &PanelContext<'_>, node: &Node) -> Option<String> {
    let own = cx.front.path()?;
    let own = cx.project.files.iter().find(|file| file.path == *own)?;
    let file = node.text_parameter(FILE_PARAMETER);
    (!file.is_empty()).then(|| resolve(&own.relative, file).ok())?
}

/// For a file outside the project folder: makes the nearest folder the project folder that has both.
fn common_folder(cx: &PanelContext<'_>, problem: &SubtreeProblem) -> Option<ProblemFix> {
    let SubtreeProblem::FileOutside { file } = problem else {
        return None;
    };
    folder_with(cx, file)
}

/// For a library outside the project folder: the same.
pub fn for_library(cx: &PanelContext<'_>, problem: &LibraryProblem) -> Option<ProblemFix> {
    if !problem.is_outside() {
        return None;
    }
    folder_with(cx, &problem.reference)
}

/// Makes the nearest folder the project folder that has the document and a file which it names.
fn folder_with(cx: &PanelContext<'_>, file: &str) -> Option<ProblemFix> {
    let own = cx.front.path()?.parent()?;
    let up = Path::new(file).components();
    let up = up.take_while(|part| *part == Component::ParentDir).count();
    let folder = own.ancestors().nth(up)?;
    if !cx.project.can_be_in(folder) {
        return None;
    }
    let name = folder.file_name()?.to_string_lossy();
    Some(ProblemFix {
        text: cx.texts.tr_with("project.mark_folder", &[("name", &name)]),
        actions: vec![Action::Project(ProjectAction::MarkFolder(
            folder.to_owned(),
        ))],
    })
}
