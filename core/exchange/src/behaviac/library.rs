//! The task libraries of behaviours that are read together: the classes and methods that are the game's own, declared in the same way wherever they are used.

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::category::Category;
use treewright_core::library::{TaskDeclaration, TaskLibrary};
use treewright_core::model::{NodeDeclaration, NodeMap, ParameterDeclaration, ParameterType};

use super::made::MadeDocument;
use super::{kinds, remarks};
use crate::foreign::{foreign_name, is_builtin};

/// What is known of all tasks that are the game's own.
pub(super) struct Declared(FxHashMap<String, NodeDeclaration>);

impl Declared {
    /// Those of these documents.
    pub(super) fn of(made: &[MadeDocument]) -> Self {
        let mut most: FxHashMap<&str, usize> = FxHashMap::default();
        for (node, children) in made.iter().flat_map(MadeDocument::with_children) {
            let most = most.entry(&node.task).or_default();
            *most = children.max(*most);
        }
        let mut declared: FxHashMap<String, NodeDeclaration> = FxHashMap::default();
        for node in made.iter().flat_map(|made| made.nodes.values()) {
            if is_builtin(&node.task) {
                continue;
            }
            let declaration = declared.entry(node.task.to_string()).or_insert_with(|| {
                let most = most.get(&*node.task).copied().unwrap_or_default();
                NodeDeclaration::new(node.task.to_string(), category(&node.task, most))
            });
            for name in node.parameters.keys() {
                if declaration.parameter(name).is_none() {
                    let parameter_type = ParameterType::Any;
                    let parameter =
                        ParameterDeclaration::without_default(name.to_string(), parameter_type, "");
                    declaration.parameters.push(parameter);
                }
            }
        }
        Self(declared)
    }

    /// The library of the tasks of these nodes.
    pub(super) fn library(&self, name: &str, nodes: &NodeMap) -> TaskLibrary {
        let mut library = TaskLibrary::new(name);
        let mut known = FxHashSet::default();
        for node in nodes.values() {
            if let Some(declaration) = self.0.get(&*node.task)
                && known.insert(&*node.task)
            {
                library
                    .tasks
                    .push(TaskDeclaration::from(declaration.clone()));
            }
        }
        library
    }

    /// Gives a child to each parent that has none where the engine takes that for an answer.
    pub(super) fn fill(&self, made: &mut MadeDocument) {
        let children = made.with_children().map(|(_, children)| children);
        let empty: Vec<usize> = (0..)
            .zip(children)
            .filter_map(|(index, children)| (children == 0).then_some(index))
            .collect();
        for index in empty {
            let (class, node) = (&made.classes[index], made.nodes.get_index(index));
            let Some(node) = node else { continue };
            let needs_child = match self.0.get(&*node.task) {
                Some(declaration) => !declaration.category.is_leaf(),
                None => {
                    matches!(&**class, "And" | "Or")
                        || kinds::category(class) == Some(Category::Decorator)
                }
            };
            if needs_child {
                let added = if &**class == "And" { "Succeed" } else { "Fail" };
                let (id, said) = (node.id().clone(), remarks::child_added(class, added));
                made.say(&id, [said]);
                made.add_below(index, added);
            }
        }
    }
}

/// What a task is, of which no node has more children than that.
fn category(task: &str, most: usize) -> Category {
    let known = kinds::category(foreign_name(task));
    match (most, known) {
        (0, known) => known.unwrap_or(Category::Action),
        (1, Some(known)) if !known.is_leaf() => known,
        (1, _) => Category::Decorator,
        _ => Category::Composite,
    }
}
