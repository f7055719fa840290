//! Replaces a text wherever it is found in the files of a project. Variables and trees whose names change are renamed, so that whatever uses them follows,
//! and scenarios and claims follow the new names of nodes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use treewright_authoring::edit::Command;
use treewright_authoring::search::{
    Found, Pattern, Query, SearchContext, TextMatch, find, plan_replacement,
};
use treewright_core::ids::NodeId;
use treewright_core::library::{NodeLibrary, TaskLibrary};
use treewright_core::model::{Document, FILE_PARAMETER, Node, ParameterValue, TREE_PARAMETER};
use treewright_insight::scenario::node_named;

use super::about_trees::FileAboutTree;
use super::file_texts::{self, FileText, Visit};
use super::texts::run_by;
use super::{
    Change, Content, NewContent, Plan, ProjectTexts, Refactoring, RefactoringError, Use, plan,
};

/// What is replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    pub query: Query,
    pub with: String,
    /// The files in which the text is replaced; `None` for all. Others change only as users of what is renamed.
    pub files: Option<BTreeSet<String>>,
}

impl Replacement {
    /// Whether the text is replaced in this file.
    pub fn reaches(&self, path: &str) -> bool {
        self.files.as_ref().is_none_or(|files| files.contains(path))
    }
}

/// What a replacement changes.
#[derive(Clone, Debug, Default)]
pub struct Replaced {
    pub plan: Plan,
    /// The number of texts that stay, such as node types and ids.
    pub left: usize,
}

/// Plans a replacement. What cannot be replaced stays.
pub fn replace(texts: &ProjectTexts, replacement: &Replacement) -> Replaced {
    let mut steps = Steps::new(texts);
    let (mut renames, mut references) = (Vec::new(), Vec::new());
    let paths = texts.trees().map(|(path, _)| path);
    for path in paths.filter(|path| replacement.reaches(path)) {
        in_tree(
            &mut steps,
            path,
            replacement,
            (&mut renames, &mut references),
        );
    }
    for rename in renames {
        match plan(&steps.texts, &rename) {
            Ok(plan) => steps.add(plan),
            // A global variable was renamed with that of another file.
            Err(RefactoringError::NoSuchVariable { .. }) => {}
            Err(_) => steps.left += 1,
        }
    }
    let left = references.iter();
    steps.left += left.filter(|it| !it.has_followed(&steps.texts)).count();
    about_trees(&mut steps, texts, replacement, file_texts::of_scenario);
    about_trees(&mut steps, texts, replacement, file_texts::of_claims);
    in_libraries(&mut steps, replacement);
    steps.finish(texts)
}

/// Replaces the texts of a tree. Adds the renames that this needs, and the references that may only change with them.
fn in_tree(
    steps: &mut Steps,
    path: &str,
    replacement: &Replacement,
    (renames, references): (&mut Vec<Refactoring>, &mut Vec<Reference>),
) {
    let Some(document) = steps.texts.tree(path).cloned() else {
        return;
    };
    let library = steps.texts.node_types(path, &document);
    let Replacement { query, with, .. } = replacement;
    let found = matches_in(&document, &library, query);
    let planned = plan_replacement(&document, &library, query, with, &found.matches);
    steps.left += planned.left;
    let mut commands = Vec::new();
    for command in planned.commands {
        if let Some(rename) = rename_of(path, &document, &command) {
            renames.push(rename);
        } else if let Some(broken) = Reference::broken_by(&steps.texts, path, &command) {
            references.push(broken);
        } else {
            commands.push(command);
        }
    }
    let count = commands.len();
    if count == 0 {
        return;
    }
    let mut own = Plan::default();
    own.change_tree(&steps.texts, path, Vec::new(), Command::Batch(commands));
    match own.changes.first_mut() {
        Some(change) => change.uses = vec![Use::File; count],
        None => steps.left += count,
    }
    steps.add(own);
}

/// A reference to a tree, and its value after a replacement.
struct Reference {
    path: String,
    node: NodeId,
    parameter: Arc<str>,
    /// The value after the replacement.
    wanted: ParameterValue,
}

impl Reference {
    /// The reference that a command would break.
    fn broken_by(texts: &ProjectTexts, path: &str, command: &Command) -> Option<Self> {
        let Command::SetParameter { nodes, name, value } = command else {
            return None;
        };
        let is_reference = matches!(&**name, FILE_PARAMETER | TREE_PARAMETER);
        let (node, wanted) = (nodes.first()?, value.as_ref()?);
        let now = texts.tree(path)?.node(node).filter(|_| is_reference)?;
        let mut after = now.clone();
        after.parameters.insert(name.clone(), wanted.clone());
        let breaks = leads_to_tree(texts, path, now) && !leads_to_tree(texts, path, &after);
        breaks.then(|| Self {
            path: path.to_owned(),
            node: node.clone(),
            parameter: name.clone(),
            wanted: wanted.clone(),
        })
    }

    /// Whether it is as wanted, because what it names was renamed.
    fn has_followed(&self, texts: &ProjectTexts) -> bool {
        let document = texts.tree(&self.path);
        let node = document.and_then(|document| document.node(&self.node));
        node.is_some_and(|node| node.parameters.get(&self.parameter) == Some(&self.wanted))
    }
}

/// Whether a node runs a tree that is there.
fn leads_to_tree(texts: &ProjectTexts, path: &str, node: &Node) -> bool {
    let file = run_by(path, node);
    let document = file.and_then(|file| texts.tree(&file));
    let name = node.text_parameter(TREE_PARAMETER);
    document.is_some_and(|document| name.is_empty() || document.tree(name).is_some())
}

/// All matches in a document. Displayed names of node types and parameters cannot be replaced, so they are not looked for.
fn matches_in(document: &Document, library: &NodeLibrary, query: &Query) -> Found {
    let words = SearchContext {
        library,
        kind: &str::to_owned,
        parameter: &|_, name| name.to_owned(),
    };
    find(document, &words, query, usize::MAX)
}

/// The rename that stands for a command, so that other files follow.
fn rename_of(path: &str, document: &Document, command: &Command) -> Option<Refactoring> {
    let file = path.to_owned();
    match command {
        Command::RenameVariable { from, to } => Some(Refactoring::RenameVariable {
            file,
            from: from.clone(),
            to: to.clone(),
        }),
        Command::RenameTree { tree, name } => Some(Refactoring::RenameTree {
            file,
            from: document.trees.get(*tree)?.name.clone(),
            to: name.clone(),
        }),
        _ => None,
    }
}

/// The texts of scenarios, or of claims, which `go_through` goes through, and the names of nodes in them that have others now.
fn about_trees<T: FileAboutTree>(
    steps: &mut Steps,
    before: &ProjectTexts,
    replacement: &Replacement,
    go_through: impl for<'v> Fn(&mut T, &'v mut Visit<'v>),
) {
    let files = steps.texts.about_trees::<T>();
    let files: Vec<(String, Arc<T>)> = files
        .map(|(path, content)| (path.to_owned(), content.clone()))
        .collect();
    for (path, content) in files {
        let mut changed = (*content).clone();
        let mut count = 0;
        if let Some(tree) = before.tree_named_by(&path)
            && let (Some(old), Some(new)) = (before.tree(&tree), steps.texts.tree(&tree))
            && !Arc::ptr_eq(old, new)
        {
            count += follow_nodes(&mut changed, old, new);
        }
        if replacement.reaches(&path) {
            count += in_texts(replacement, |visit| {
                go_through(&mut changed, visit);
            });
        }
        if count > 0 {
            steps.add_change(path, count, changed.into_content());
        }
    }
}

fn in_libraries(steps: &mut Steps, replacement: &Replacement) {
    let libraries = steps.texts.libraries();
    let reached = libraries.filter(|(path, _)| replacement.reaches(path));
    let reached: Vec<(String, Arc<TaskLibrary>)> = reached
        .map(|(path, library)| (path.to_owned(), library.clone()))
        .collect();
    for (path, library) in reached {
        let mut changed = (*library).clone();
        let count = in_texts(replacement, |visit| {
            file_texts::of_library(&mut changed, visit);
        });
        if count > 0 {
            steps.add_change(path, count, NewContent::Library(Arc::new(changed)));
        }
    }
}

/// Replaces in all texts that are free; returns in how many.
fn in_texts(replacement: &Replacement, go_through: impl FnOnce(&mut Visit<'_>)) -> usize {
    let Some(pattern) = Pattern::new(&replacement.query) else {
        return 0;
    };
    let mut count = 0;
    go_through(&mut |text: &FileText<'_>| {
        if !text.is_free || !replacement.query.fields.contains(text.field) {
            return None;
        }
        let new = pattern.replaced(text.text, &replacement.with);
        let is_changed = new != text.text;
        count += usize::from(is_changed);
        is_changed.then_some(new)
    });
    count
}

/// Lets a scenario, or claims, follow the nodes of the tree that have another name now; returns how many it names.
fn follow_nodes<T: FileAboutTree>(content: &mut T, old: &Document, new: &Document) -> usize {
    let mut count = 0;
    for node in old.nodes().filter(|node| !node.name.is_empty()) {
        let Some(now) = new.node(node.id()).filter(|now| now.name != node.name) else {
            continue;
        };
        if node_named(old, &node.name) != Some(node.id()) {
            continue;
        }
        let before = content.clone();
        let to = distinct_name(new, now);
        content.rename_nodes(|name| (*name == *node.name).then(|| to.to_string()));
        count += usize::from(*content != before);
    }
    count
}

/// The name of a node if no other has it, else its id.
fn distinct_name(document: &Document, node: &Node) -> Arc<str> {
    let is_distinct = !node.name.is_empty() && node_named(document, &node.name) == Some(node.id());
    if is_distinct {
        (&*node.name).into()
    } else {
        node.id().as_str().into()
    }
}

/// The texts that match in a scenario, in claims or in a task library, at most `limit`.
pub fn matches_in_texts(
    query: &Query,
    limit: usize,
    go_through: impl FnOnce(&mut Visit<'_>),
) -> Found {
    let mut found = Found::default();
    let Some(pattern) = Pattern::new(query) else {
        return found;
    };
    go_through(&mut |text: &FileText<'_>| {
        let ranges = pattern.ranges(text.text);
        if ranges.is_empty() || !query.fields.contains(text.field) {
            return None;
        }
        if found.matches.len() == limit {
            found.more = true;
            return None;
        }
        found.matches.push(TextMatch {
            owner: text.owner.clone(),
            spot: text.role.clone(),
            text: text.text.to_owned(),
            ranges,
        });
        None
    });
    found
}

/// Changes that build on each other.
struct Steps {
    /// The files after them.
    texts: ProjectTexts,
    /// The commands that lead there in trees, and the number of changed places of each file.
    changed: BTreeMap<String, (Vec<Command>, usize)>,
    left: usize,
}

impl Steps {
    fn new(texts: &ProjectTexts) -> Self {
        Self {
            texts: texts.clone(),
            changed: BTreeMap::new(),
            left: 0,
        }
    }

    fn add(&mut self, plan: Plan) {
        for change in plan.changes {
            self.add_change(change.path, change.uses.len(), change.content);
        }
    }

    fn add_change(&mut self, path: String, count: usize, content: NewContent) {
        let (commands, total) = self.changed.entry(path.clone()).or_default();
        *total += count;
        let content = match content {
            NewContent::Tree(command, document) => {
                commands.push(command);
                Content::Tree(document)
            }
            NewContent::Library(library) => Content::Library(library),
            NewContent::Scenario(scenario) => Content::Scenario(scenario),
            NewContent::Claims(claims) => Content::Claims(claims),
        };
        self.texts.insert(path, content);
    }

    /// All of them as one plan.
    fn finish(self, before: &ProjectTexts) -> Replaced {
        let texts = self.texts;
        let changes = self.changed.into_iter();
        let changes = changes.filter_map(|(path, (commands, count))| {
            let content = match texts.get(&path)?.clone() {
                Content::Tree(document) => NewContent::Tree(Command::Batch(commands), document),
                Content::Library(library) => NewContent::Library(library),
                Content::Scenario(scenario) => NewContent::Scenario(scenario),
                Content::Claims(claims) => NewContent::Claims(claims),
                Content::Unreadable => return None,
            };
            Some(Change {
                path,
                // They are only counted.
                uses: vec![Use::File; count],
                content,
            })
        });
        let plan = Plan {
            changes: changes.collect(),
            unread: before.unread().map(str::to_owned).collect(),
            ..Plan::default()
        };
        let left = self.left;
        Replaced { plan, left }
    }
}
