//! Collects what all files contain before the document of one is created: which trees there are, which nodes and keys
//! they use, and which keys a subtree takes over from the tree that runs it.

use std::collections::BTreeMap;
use std::ops::Range;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::category::Category;
use treewright_core::library::TaskDeclaration;

use super::interpret::{REMAPPING, TagTarget, is_reserved, kind_of, tag_target};
use super::load::LoadedFiles;
use super::models::{PortDefaults, RequiredPorts};
use super::tag::Tag;
use super::{kinds, models, names, rules, values};
use crate::xml::{Element, Xml};

/// The most keys that all subtrees together take over from the trees that run them: each is a parameter of a node.
pub(super) const MAX_TAKEN_OVER: usize = 20_000;

/// All files, with what interpreting the others requires of them.
pub(super) struct Survey<'x> {
    pub files: Vec<SurveyedFile<'x>>,
}

/// A surveyed file.
pub(super) struct SurveyedFile<'x> {
    pub path: &'x str,
    pub xml: &'x Xml<'x>,
    /// The files that it includes, directly or indirectly, nearest first.
    pub includes: Vec<usize>,
    /// Whether it includes itself indirectly.
    pub is_endless: bool,
    pub trees: Vec<SurveyedTree<'x>>,
    /// Indices of its trees by name. Of two with the same name, version 4 uses the last and version 3 the first.
    named: FxHashMap<String, usize>,
    /// The tasks that it has models of.
    pub models: IndexMap<String, TaskDeclaration>,
    /// The default values of its subtrees' ports.
    pub defaults: PortDefaults,
    /// Ports of its subtrees that must be set.
    pub required: RequiredPorts,
    /// The nodes that it uses and no model describes, with their ports.
    pub used: BTreeMap<String, (Category, IndexSet<String>)>,
    pub root_keys: FxHashSet<String>,
    pub main: Option<usize>,
    pub is_v3: bool,
}

/// A tree of a file.
pub(super) struct SurveyedTree<'x> {
    pub name: String,
    pub element: Element<'x>,
    /// The keys that it reads or writes, without private ones.
    pub keys: IndexSet<String>,
    calls: Vec<SubtreeCall>,
}

struct SubtreeCall {
    tree: String,
    bound: Vec<String>,
    remaps_all: bool,
}

impl<'x> Survey<'x> {
    /// Surveys files that were read.
    pub fn of(loaded: &'x LoadedFiles, texts: &'x [Xml<'x>]) -> Self {
        let mut survey = Self { files: Vec::new() };
        for (file, xml) in loaded.files.iter().zip(texts) {
            survey.files.push(SurveyedFile::new(&file.path, xml));
        }
        survey.collect_includes(loaded);
        for file in 0..survey.files.len() {
            survey.survey_file(file);
        }
        for file in 0..survey.files.len() {
            survey.choose_main(file);
        }
        survey.propagate_keys();
        survey
    }

    /// Returns the tree that a file can run by this name: the index of its file, and its index there.
    pub fn tree(&self, file: usize, name: &str) -> Option<(usize, usize)> {
        let here = std::iter::once(file).chain(self.files[file].includes.iter().copied());
        let mut found = here.filter_map(|file| Some((file, *self.files[file].named.get(name)?)));
        found.next()
    }

    /// Returns the declaration of a task, in a file or one that it includes.
    pub fn declaration(&self, file: usize, task: &str) -> Option<&TaskDeclaration> {
        let here = std::iter::once(file).chain(self.files[file].includes.iter().copied());
        let mut models = here.filter_map(|file| self.files[file].models.get(task));
        models.next()
    }

    fn collect_includes(&mut self, loaded: &LoadedFiles) {
        for file in 0..self.files.len() {
            let mut order = Vec::new();
            let mut seen = FxHashSet::from_iter([file]);
            let mut pending: Vec<usize> =
                loaded.files[file].includes.iter().rev().copied().collect();
            while let Some(next) = pending.pop() {
                self.files[file].is_endless |= next == file;
                if seen.insert(next) {
                    order.push(next);
                    pending.extend(loaded.files[next].includes.iter().rev());
                }
            }
            self.files[file].includes = order;
        }
    }

    /// Collects what the trees of a file use.
    fn survey_file(&mut self, file: usize) {
        let mut used = BTreeMap::new();
        let mut root_keys = FxHashSet::default();
        let mut is_v3 = false;
        for tree in 0..self.files[file].trees.len() {
            let mut found = UsedNames::default();
            let is_tree = |name: &str| self.tree(file, name).is_some();
            let top = self.files[file].trees[tree].element.elements();
            let mut pending: Vec<Element<'x>> = top.collect();
            while let Some(element) = pending.pop() {
                found.element(element, &is_tree);
                pending.extend(element.elements());
            }
            is_v3 |= found.is_v3;
            root_keys.extend(found.root_keys);
            for (name, category, ports) in found.used {
                let task = names::task_of(&name);
                if self.declaration(file, &task).is_none() {
                    merge(&mut used, name, category, ports);
                }
            }
            let tree = &mut self.files[file].trees[tree];
            tree.keys = found.keys;
            tree.calls = found.calls;
        }
        let here = &mut self.files[file];
        here.used = used;
        here.root_keys = root_keys;
        here.is_v3 = is_v3 && here.xml.root().attribute("BTCPP_format").is_none();
    }

    /// Chooses the main tree: the one that the file names, the only one, or else the first that no other tree runs.
    fn choose_main(&mut self, file: usize) {
        let here = &mut self.files[file];
        let named = here.xml.root().attribute("main_tree_to_execute");
        let found = named.and_then(|named| {
            let found = here.named.get(&*named).copied();
            found.or_else(|| here.trees.iter().position(|t| t.name == *named))
        });
        let called: FxHashSet<&str> = here
            .trees
            .iter()
            .flat_map(|tree| tree.calls.iter().map(|call| &*call.tree))
            .collect();
        let is_free = |index: &usize| {
            let name = &*here.trees[*index].name;
            !called.contains(name) && here.has_node(*index) && here.is_current(*index)
        };
        let free = || (0..here.trees.len()).find(is_free);
        here.main = found
            .or_else(free)
            .or_else(|| (0..here.trees.len()).find(|tree| here.is_current(*tree)));
    }

    /// Adds the keys that subtrees take over to the keys of the trees that run them.
    fn propagate_keys(&mut self) {
        let mut callers: CallersByTree = FxHashMap::default();
        let mut pending = Vec::new();
        for (file, surveyed) in self.files.iter().enumerate() {
            for (at, tree) in surveyed.trees.iter().enumerate() {
                for (call, called) in tree.calls.iter().enumerate() {
                    let found = self.tree(file, &called.tree);
                    if let Some(found) = found.filter(|_| called.remaps_all) {
                        callers.entry(found).or_default().push((file, at, call));
                    }
                }
                pending.extend(tree.keys.iter().map(|key| (file, at, key.clone())));
            }
        }
        let mut left = MAX_TAKEN_OVER;
        while let Some((file, tree, key)) = pending.pop() {
            for (file, tree, call) in callers.get(&(file, tree)).into_iter().flatten() {
                if left == 0 {
                    return;
                }
                let caller = &mut self.files[*file].trees[*tree];
                if !caller.calls[*call].bound.contains(&key) {
                    left -= 1;
                    if caller.keys.insert(key.clone()) {
                        pending.push((*file, *tree, key.clone()));
                    }
                }
            }
        }
    }

    /// Returns the keys that a subtree shares with the tree that runs it if it takes over all.
    pub fn taken_over(&self, file: usize, tree: &str) -> impl Iterator<Item = &String> {
        let found = self.tree(file, tree);
        let keys = found.map(|(file, tree)| &self.files[file].trees[tree].keys);
        keys.into_iter().flatten()
    }
}

/// The calls of each tree (file and tree index): file and tree of the caller, and the index of the call there.
type CallersByTree = FxHashMap<(usize, usize), Vec<(usize, usize, usize)>>;

fn merge(
    used: &mut BTreeMap<String, (Category, IndexSet<String>)>,
    name: String,
    category: Category,
    ports: Vec<String>,
) {
    let entry = used.entry(name).or_insert((category, IndexSet::new()));
    // A node with several children somewhere is a composite everywhere; one with a child is not a leaf.
    entry.0 = entry.0.min(category);
    entry.1.extend(ports);
}

impl<'x> SurveyedFile<'x> {
    fn new(path: &'x str, xml: &'x Xml<'x>) -> Self {
        let root = xml.root();
        let trees = root.elements().filter(|e| e.name() == "BehaviorTree");
        let trees = trees.map(|element| SurveyedTree {
            name: element.attribute("ID").unwrap_or_default().into_owned(),
            element,
            keys: IndexSet::new(),
            calls: Vec::new(),
        });
        let trees: Vec<_> = trees.collect();
        let is_v4 = root.attribute("BTCPP_format").is_some();
        let mut named = FxHashMap::default();
        for (index, tree) in trees.iter().enumerate() {
            let has_node = tree.element.elements().next().is_some();
            let is_known = is_v4 && has_node || !named.contains_key(&tree.name);
            if !tree.name.is_empty() && has_node && is_known {
                named.insert(tree.name.clone(), index);
            }
        }
        let lists = root.elements().filter(|e| e.name() == "TreeNodesModel");
        let lists: Vec<_> = lists.collect();
        let defaults = lists.iter().copied().flat_map(models::defaults).collect();
        let required = lists.iter().copied().flat_map(models::required).collect();
        let mut models: IndexMap<String, TaskDeclaration> = IndexMap::new();
        for task in lists
            .into_iter()
            .flat_map(models::of_file)
            .filter(|model| !models::is_built_in(*model))
            .filter_map(models::task)
        {
            models.entry(task.name().to_owned()).or_insert(task);
        }
        Self {
            path,
            xml,
            includes: Vec::new(),
            is_endless: false,
            trees,
            named,
            models,
            defaults,
            required,
            used: BTreeMap::new(),
            root_keys: FxHashSet::default(),
            main: None,
            is_v3: false,
        }
    }

    /// Returns whether a tree has a node.
    pub fn has_node(&self, tree: usize) -> bool {
        self.trees[tree].element.elements().next().is_some()
    }

    /// Returns whether a tree is the one that its name refers to.
    pub fn is_current(&self, tree: usize) -> bool {
        let named = self.named.get(&self.trees[tree].name);
        named.is_none_or(|counts| *counts == tree)
    }

    /// Returns the text before each element inside of an element, and finally the text after the last.
    pub fn gaps(
        inside: Range<usize>,
        elements: impl Iterator<Item = Range<usize>>,
    ) -> Vec<Range<usize>> {
        let mut at = inside.start;
        let mut gaps = Vec::new();
        for element in elements {
            gaps.push(at..element.start);
            at = element.end;
        }
        gaps.push(at..inside.end);
        gaps
    }
}

/// What the nodes of a tree use.
#[derive(Default)]
struct UsedNames {
    keys: IndexSet<String>,
    root_keys: FxHashSet<String>,
    calls: Vec<SubtreeCall>,
    used: Vec<(String, Category, Vec<String>)>,
    is_v3: bool,
}

impl UsedNames {
    fn element(&mut self, element: Element<'_>, is_tree: &dyn Fn(&str) -> bool) {
        let tag = Tag::of(element);
        let old = [
            "SequenceStar",
            "FallbackStar",
            "SubTreePlus",
            "RetryUntilSuccesful",
        ];
        let ports = tag.attributes.iter().filter(|a| !is_reserved(&a.name));
        let sets = match tag_target(&tag, is_tree) {
            TagTarget::Node(name) => {
                kind_of(&tag, name, 0).is_some_and(|k| k.theirs[0] == kinds::SET)
            }
            TagTarget::Subtree(..) => false,
        };
        for port in ports.clone() {
            match values::key(&port.value) {
                Some("=") => self.key(&port.name),
                Some(key) => self.key(key),
                None if sets && port.name == "output_key" => self.key(&port.value),
                None => {}
            }
        }
        let ports = ports.filter(|port| names::is_declarable(&port.name));
        let ports: Vec<String> = ports.map(|port| port.name.clone()).collect();
        match tag_target(&tag, is_tree) {
            TagTarget::Subtree(tree, _) => {
                let remapping = tag
                    .attributes
                    .iter()
                    .find(|a| REMAPPING.contains(&&*a.name));
                self.calls.push(SubtreeCall {
                    tree: tree.to_owned(),
                    bound: ports,
                    remaps_all: remapping
                        .and_then(|a| rules::parse_bool(&a.value))
                        .unwrap_or_default(),
                });
                self.is_v3 |= tag.get("__shared_blackboard").is_some();
            }
            TagTarget::Node(name) => {
                let is_small = kinds::mapping_of(name).is_some_and(|k| !k.theirs.contains(&name));
                self.is_v3 |= is_small;
                let children = element.elements().take(2).count();
                if kind_of(&tag, name, children).is_none() && names::is_declarable(name) {
                    let category = category(&tag, name, children);
                    self.used.push((name.to_owned(), category, ports));
                }
            }
        }
        self.is_v3 |= old.contains(&&*tag.name) || tag.name.starts_with("BlackboardCheck");
    }

    fn key(&mut self, key: &str) {
        if let Some(key) = key.strip_prefix(values::ROOT) {
            self.root_keys.insert(key.to_owned());
        } else if !key.starts_with('_') {
            self.keys.insert(key.to_owned());
        }
    }
}

/// Returns the category of a node without a model: by its element, or by its children.
fn category(tag: &Tag, name: &str, children: usize) -> Category {
    let foreign = kinds::unmapped_node(name).map(|(_, category, _)| *category);
    let named = names::family(&tag.name);
    named.or(foreign).unwrap_or(match children {
        0 => Category::Action,
        1 => Category::Decorator,
        _ => Category::Composite,
    })
}
