//! What a move of a file or folder changes: the references of what moves, those to what moves, and the scenarios and claims that belong to a
//! moved tree by their names.

use std::collections::{BTreeMap, BTreeSet};

use treewright_authoring::edit::Command;
use treewright_core::model::{Document, FILE_PARAMETER, SUBTREE};
use treewright_core::project::{relative, resolve};
use treewright_explore::claims::Claims;
use treewright_explore::claims_json;
use treewright_insight::scenario::Scenario;

use super::about_trees::FileAboutTree;
use super::renames::{of_files_about_trees, set_text};
use super::{DocumentPart, Plan, ProjectTexts, RefactoringError, Use};
use crate::host::project_files::FileKind;
use crate::host::scenario_files::{SCENARIO, TREE};

/// The new paths of all files, by the old ones.
struct NewPaths<'a> {
    texts: &'a ProjectTexts,
    moved: BTreeMap<&'a str, String>,
    /// The paths that files have afterwards.
    after: BTreeSet<&'a str>,
}

impl NewPaths<'_> {
    fn of<'p>(&'p self, path: &'p str) -> &'p str {
        self.moved.get(path).map_or(path, String::as_str)
    }

    /// The reference that leads from a file to the same file as before. `None` if it stays as it is, or does not lead to a file of the project.
    fn reference(&self, from: &str, reference: &str) -> Option<String> {
        let target = resolve(from, reference).ok()?;
        let (new_from, new_target) = (self.of(from), self.of(&target));
        let is_same_way = new_from == from && new_target == target;
        let is_known = self.texts.get(&target).is_some();
        // A reference to a file that is missing, or is of another program, leads there from the new place, too.
        if is_same_way || !is_known && new_from == from {
            return None;
        }
        let new = relative(new_from, new_target);
        (new != reference && resolve(new_from, reference).ok().as_deref() != Some(new_target))
            .then_some(new)
    }
}

pub fn plan(texts: &ProjectTexts, from: &str, to: &str) -> Result<Plan, RefactoringError> {
    let to = check_path(to)?;
    if from == to {
        return Err(RefactoringError::Nothing);
    }
    let moved = moved(texts, from, &to)?;
    let mut after: BTreeSet<&str> = texts
        .paths()
        .filter(|path| !moved.contains_key(path))
        .collect();
    for new in moved.values() {
        if !after.insert(new) {
            return Err(RefactoringError::PathTaken(new.clone()));
        }
    }
    let after = after
        .into_iter()
        .map(str::to_owned)
        .collect::<BTreeSet<_>>();
    let paths = NewPaths {
        texts,
        moved,
        after: after.iter().map(String::as_str).collect(),
    };
    let mut plan = Plan::default();
    for (path, document) in texts.trees() {
        let part = part_of_tree(document, |reference| paths.reference(path, reference));
        part.finish(path, document, &texts.node_types(path, document), &mut plan)?;
    }
    parts_about_trees::<Scenario>(&paths, &mut plan);
    parts_about_trees::<Claims>(&paths, &mut plan);
    plan.changes.sort_by(|a, b| a.path.cmp(&b.path));
    let moves = paths.moved.iter();
    plan.moves = moves
        .map(|(from, to)| ((*from).to_owned(), to.clone()))
        .collect();
    let is_folder = texts.get(from).is_none();
    plan.folder_move = is_folder.then(|| (from.to_owned(), to));
    Ok(plan)
}

/// Lets all references to a file that is missing lead to another one.
pub fn repoint(texts: &ProjectTexts, from: &str, to: &str) -> Result<Plan, RefactoringError> {
    if texts.get(to).is_none() {
        return Err(RefactoringError::NoSuchFile(to.to_owned()));
    }
    let leads_there =
        |path: &str, reference: &str| resolve(path, reference).is_ok_and(|it| it == from);
    let mut plan = Plan::default();
    for (path, document) in texts.trees() {
        let new = |reference: &str| leads_there(path, reference).then(|| relative(path, to));
        let part = part_of_tree(document, new);
        part.finish(path, document, &texts.node_types(path, document), &mut plan)?;
    }
    let new =
        |path: &str, reference: &str| leads_there(path, reference).then(|| relative(path, to));
    repoint_about_trees::<Scenario>(texts, &mut plan, new);
    repoint_about_trees::<Claims>(texts, &mut plan, new);
    Ok(plan)
}

/// Lets scenarios, or claims, be about the tree with the new reference for their old one.
fn repoint_about_trees<T: FileAboutTree>(
    texts: &ProjectTexts,
    plan: &mut Plan,
    new: impl Fn(&str, &str) -> Option<String>,
) {
    of_files_about_trees(texts, plan, |path, content: &mut T| {
        let tree = content.tree();
        if let Some(new) = tree.as_deref().and_then(|tree| new(path, tree)) {
            *tree = Some(new);
        }
        vec![Use::File]
    });
}

/// Returns the path without `.` and `..`.
///
/// # Errors
/// If it leads out of the project, or into what is hidden, or if not every system can have it.
pub fn check_path(path: &str) -> Result<String, RefactoringError> {
    let wrong = |error| RefactoringError::Path {
        path: path.to_owned(),
        error,
    };
    let path = resolve("", path).map_err(wrong)?;
    if path.split('/').any(|part| part.starts_with('.')) {
        return Err(RefactoringError::Hidden(path));
    }
    let is_portable = |part: &str| {
        !part.contains(['<', '>', ':', '"', '|', '?', '*']) && !part.ends_with(['.', ' '])
    };
    if !path.split('/').all(is_portable) {
        return Err(RefactoringError::NotOnWindows(path));
    }
    Ok(path)
}

/// The files that move with what is moved: those of a folder, and the scenarios and claims that belong to a tree by their names.
fn moved<'a>(
    texts: &'a ProjectTexts,
    from: &'a str,
    to: &str,
) -> Result<BTreeMap<&'a str, String>, RefactoringError> {
    if texts.get(from).is_some() {
        if FileKind::of(from) != FileKind::of(to) {
            return Err(RefactoringError::OtherKind {
                from: from.to_owned(),
                to: to.to_owned(),
            });
        }
        if let Some(tree) = tree_of_claims(texts, from) {
            let path = from.to_owned();
            return Err(RefactoringError::ClaimsOfTree { path, tree });
        }
        let mut moved = BTreeMap::from([(from, to.to_owned())]);
        if let (Some(old), Some(new)) = (from.strip_suffix(TREE), to.strip_suffix(TREE)) {
            moved.extend(scenarios_beside(texts, from, old, new));
            moved.extend(claims_beside(texts, from, old, new));
        }
        return Ok(moved);
    }
    let below = |path: &'a str| path.strip_prefix(from)?.strip_prefix('/');
    if to
        .strip_prefix(from)
        .is_some_and(|rest| rest.starts_with('/'))
    {
        return Err(RefactoringError::IntoItself(from.to_owned()));
    }
    let moved: BTreeMap<&str, String> = texts
        .paths()
        .filter_map(|path| Some((path, format!("{to}/{}", below(path)?))))
        .collect();
    if moved.is_empty() {
        return Err(RefactoringError::NoSuchFile(from.to_owned()));
    }
    Ok(moved)
}

/// The scenarios that belong to the tree `old.bt.json` because their names begin like its own, with their new paths.
fn scenarios_beside<'a>(
    texts: &'a ProjectTexts,
    tree: &str,
    old: &str,
    new: &str,
) -> Vec<(&'a str, String)> {
    let belongs = |path: &str, scenario: &Scenario| {
        scenario.tree.is_none() && texts.tree_named_by(path).as_deref() == Some(tree)
    };
    let beside = texts
        .scenarios()
        .filter(|(path, scenario)| belongs(path, scenario));
    let renamed = beside.filter_map(|(path, _)| {
        let rest = path.strip_prefix(old)?;
        (rest == SCENARIO || rest.starts_with('.')).then(|| (path, format!("{new}{rest}")))
    });
    renamed.collect()
}

/// The tree whose claims are found in this file, since it is beside the tree with its name.
fn tree_of_claims(texts: &ProjectTexts, path: &str) -> Option<String> {
    let tree = format!("{}{TREE}", path.strip_suffix(claims_json::ENDING)?);
    let is_about_it = texts.tree_named_by(path).as_ref() == Some(&tree);
    (is_about_it && texts.get(&tree).is_some()).then_some(tree)
}

/// The claims about the tree `old.bt.json`, with their new path. Only the file beside the tree with its name has them, whatever it says.
fn claims_beside<'a>(
    texts: &'a ProjectTexts,
    tree: &str,
    old: &str,
    new: &str,
) -> Option<(&'a str, String)> {
    let own = format!("{old}{}", claims_json::ENDING);
    let (path, _) = texts
        .about_trees::<Claims>()
        .find(|(path, _)| *path == own)?;
    let is_about_it = tree_of_claims(texts, path).as_deref() == Some(tree);
    is_about_it.then(|| (path, format!("{new}{}", claims_json::ENDING)))
}

/// The references of a tree that change. `new` returns the new reference for an old one, if it is another one.
fn part_of_tree(document: &Document, new: impl Fn(&str) -> Option<String>) -> DocumentPart {
    let mut part = DocumentPart::default();
    for node in document.nodes().filter(|node| &*node.task == SUBTREE) {
        let reference = node.text_parameter(FILE_PARAMETER);
        if let Some(new) = new(reference).filter(|_| !reference.is_empty()) {
            set_text(&mut part, node, FILE_PARAMETER, &new);
        }
    }
    let libraries = document.libraries.iter();
    let changed: Vec<String> = libraries
        .map(|library| new(library).unwrap_or_else(|| library.clone()))
        .collect();
    if changed != document.libraries {
        part.add(Use::File, Command::SetLibraries(changed));
    }
    let schema = document.extra.get("$schema");
    let schema = schema.and_then(|json| serde_json::from_str::<String>(json).ok());
    let schema = schema.filter(|location| !location.contains("://"));
    if let Some(new) = schema.and_then(|location| new(&location)) {
        let json = serde_json::Value::String(new).to_string();
        part.add(Use::File, Command::SetSchema(json));
    }
    part
}

/// The command after which the references of a tree lead to the same files from another path in the project; `None` if they do already.
pub fn rebased(document: &Document, from: &str, to: &str) -> Option<Command> {
    let part = part_of_tree(document, |reference| {
        let target = resolve(from, reference).ok()?;
        let leads_there = resolve(to, reference).is_ok_and(|there| there == target);
        (!leads_there).then(|| relative(to, &target))
    });
    part.command()
}

/// Plans the references of scenarios, or of claims, that change.
fn parts_about_trees<T: FileAboutTree>(paths: &NewPaths<'_>, plan: &mut Plan) {
    let texts = paths.texts;
    of_files_about_trees(texts, plan, |path, content: &mut T| {
        let Some(tree) = texts.tree_named_by(path) else {
            return Vec::new();
        };
        if let Some(named) = content.tree().as_deref() {
            if let Some(new) = paths.reference(path, named) {
                *content.tree() = Some(new);
            }
        } else if texts.get(&tree).is_some() {
            let new = paths.of(path);
            let there = |path: &str| paths.after.contains(path);
            let found = ProjectTexts::tree_of((new, T::ENDING), None, there);
            if found.as_deref() != Some(paths.of(&tree)) {
                *content.tree() = Some(relative(new, paths.of(&tree)));
            }
        }
        let schema = content.schema();
        if let Some(location) = schema.as_deref().filter(|it| !it.contains("://"))
            && let Some(new) = paths.reference(path, location)
        {
            *schema = Some(new);
        }
        vec![Use::File]
    });
}
