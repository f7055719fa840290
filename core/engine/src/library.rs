//! The node types of a project: lookup by task name, the list for a palette, and the library of origin. Also which
//! variables a node uses. Knows nothing about documents as a whole.

mod parameter_line;
mod task_library;
mod uses;

use std::sync::Arc;

use crate::model::{ActsLike, Node, NodeDeclaration, ParameterDeclaration, StandIn};
use crate::named_list::NamedList;
use crate::runtime::Status;

pub use parameter_line::{
    ParameterWords, PlainWords, ShownValue, carried_line, parameter_line, setting,
};
pub use task_library::{LeafResults, TaskDeclaration, TaskLibrary};
pub use uses::ExpressionParameter;

/// The declared node types by task name, in palette order.
#[derive(Clone, Debug, Default)]
pub struct NodeLibrary {
    declarations: NamedList<LibraryEntry>,
}

/// A node type with its origin.
#[derive(Clone, Debug)]
struct LibraryEntry {
    declaration: NodeDeclaration,
    origin: Option<TaskOrigin>,
}

/// The library of a task.
#[derive(Clone, Debug)]
struct TaskOrigin {
    library: Arc<str>,
    stand_in: Status,
    acts_like: Option<ActsLike>,
    results: LeafResults,
}

/// A task of a library that was ignored because another declaration has its name already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenName {
    /// The name of the task.
    pub task: Arc<str>,
    /// The index of the task in its library, from 0.
    pub index: usize,
    /// The library that declared this name first; `None` if it is a built-in node type.
    pub first: Option<Arc<str>>,
}

impl NodeLibrary {
    /// Creates a library of the built-in node types.
    pub fn builtin() -> Self {
        let mut library = Self::default();
        for declaration in crate::nodes::declarations() {
            library.add(declaration);
        }
        library
    }

    /// Adds a node type, or replaces the one of the same name.
    pub fn add(&mut self, declaration: NodeDeclaration) {
        let kind = LibraryEntry {
            declaration,
            origin: None,
        };
        let name: Arc<str> = Arc::from(&*kind.declaration.task);
        self.declarations.insert(name, kind);
    }

    /// Adds the tasks of a library; messages refer to it as `called`. Names that are taken, by built-in node types or
    /// by libraries added earlier, keep their declaration. Returns the tasks that were ignored.
    pub fn add_library(&mut self, called: &str, library: &TaskLibrary) -> Vec<TakenName> {
        let called: Arc<str> = called.into();
        let mut taken = Vec::new();
        for (index, task) in library.tasks.iter().enumerate() {
            if let Some(other) = self.declarations.get(task.name()) {
                taken.push(TakenName {
                    task: task.name().into(),
                    index,
                    first: other.origin.as_ref().map(|o| o.library.clone()),
                });
                continue;
            }
            let kind = LibraryEntry {
                declaration: task.declaration.clone(),
                origin: Some(TaskOrigin {
                    library: called.clone(),
                    stand_in: task.stand_in.unwrap_or(Status::Success),
                    acts_like: task.acts_like,
                    results: task.results.clone(),
                }),
            };
            self.declarations.insert(task.name(), kind);
        }
        taken
    }

    /// The declaration of this task, if it is declared.
    pub fn declaration(&self, task: &str) -> Option<&NodeDeclaration> {
        self.declarations.get(task).map(|kind| &kind.declaration)
    }

    /// The library that declares this task; `None` for built-in and undeclared tasks.
    pub fn library_of(&self, task: &str) -> Option<&str> {
        let origin = self.declarations.get(task)?.origin.as_ref()?;
        Some(&origin.library)
    }

    /// The result of a library's leaf while there is no game; `None` for built-in node types and for parents.
    pub fn stand_in(&self, task: &str) -> Option<Status> {
        let kind = self.declarations.get(task)?;
        let origin = kind.origin.as_ref()?;
        let is_leaf = kind.declaration.category.is_leaf();
        is_leaf.then_some(origin.stand_in)
    }

    /// What a library's leaf may return; `None` for built-in node types and for parents.
    pub fn leaf_results(&self, task: &str) -> Option<&LeafResults> {
        let kind = self.declarations.get(task)?;
        let origin = kind.origin.as_ref()?;
        let is_leaf = kind.declaration.category.is_leaf();
        is_leaf.then_some(&origin.results)
    }

    /// How a library's composite or decorator runs its children while there is no game, if the library says so.
    pub fn acts_like(&self, task: &str) -> Option<ActsLike> {
        let kind = self.declarations.get(task)?;
        let like = kind.origin.as_ref()?.acts_like;
        like.filter(|_| !kind.declaration.category.is_leaf())
    }

    /// The stand-in of a library's task while there is no game. `None` for built-in node types, and for parents
    /// without [`Self::acts_like`].
    pub fn stand_in_of(&self, task: &str) -> Option<StandIn> {
        let answer = self.stand_in(task).map(StandIn::Always);
        answer.or_else(|| self.acts_like(task).map(StandIn::ActsLike))
    }

    /// Returns whether this node is a parent without code: its task is a composite or decorator of a library, or
    /// unknown and the node has children.
    pub fn is_parent_without_code(&self, node: &Node) -> bool {
        match self.declaration(&node.task) {
            Some(declared) => !declared.category.is_leaf() && self.library_of(&node.task).is_some(),
            None => !node.children().is_empty(),
        }
    }

    /// Returns whether the stand-in fits this node.
    pub fn accepts_stand_in(&self, node: &Node, stand_in: &StandIn) -> bool {
        match stand_in {
            StandIn::ActsLike(like) => {
                self.is_parent_without_code(node) && like.fits_child_count(node.children().len())
            }
            _ => self.can_have_stand_in(node),
        }
    }

    /// Returns whether the results of this node can come from a stand-in: it is a leaf, or its task is unknown and it
    /// has no children.
    pub fn can_have_stand_in(&self, node: &Node) -> bool {
        let declared = self.declaration(&node.task);
        node.children().is_empty() && declared.is_none_or(|d| d.category.is_leaf())
    }

    /// The parameters of a node with this task below a parent with that one: its own, then those it holds for its
    /// parent. If both have the same name, the node's own counts for both.
    pub fn parameters(
        &self,
        task: &str,
        parent: Option<&str>,
    ) -> impl Iterator<Item = &ParameterDeclaration> {
        let own = self.declaration(task);
        let above = parent.and_then(|parent| self.declaration(parent));
        let carried = above.map_or(&[][..], |above| &above.child_parameters);
        own.map_or(&[][..], |own| &own.parameters).iter().chain(
            carried
                .iter()
                .filter(move |p| own.is_none_or(|own| own.parameter(&p.name).is_none())),
        )
    }

    /// All declarations, in palette order.
    pub fn declarations(&self) -> impl ExactSizeIterator<Item = &NodeDeclaration> {
        self.declarations.values().map(|kind| &kind.declaration)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::category::Category;

    fn library(tasks: &[&'static str]) -> TaskLibrary {
        let mut library = TaskLibrary::new("test");
        let tasks = tasks.iter().map(|name| TaskDeclaration::action(*name, ""));
        library.tasks = tasks.collect();
        library
    }

    #[test]
    fn a_taken_name_keeps_its_first_declaration() {
        let mut all = NodeLibrary::builtin();
        let first = all.add_library("first", &library(&["Shoot", "Run"]));
        assert_eq!(first, []);
        let mut second = library(&["Wait", "Run", "Hide", "Hide"]);
        second.tasks[1].declaration.category = Category::Conditional;
        let taken = all.add_library("second", &second);
        let described: Vec<_> = taken
            .iter()
            .map(|t| (&*t.task, t.index, t.first.as_deref()))
            .collect();
        assert_eq!(
            described,
            [
                ("Wait", 0, None),
                ("Run", 1, Some("first")),
                ("Hide", 3, Some("second"))
            ]
        );
        assert_eq!(all.declaration("Run").unwrap().category, Category::Action);
        assert_eq!(all.library_of("Run"), Some("first"));
        assert_eq!(all.library_of("Hide"), Some("second"));
        assert_eq!(all.library_of("Wait"), None);
        assert_eq!(all.library_of("Nothing"), None);
    }

    #[test]
    fn only_library_leaves_have_result_stand_ins() {
        let mut tasks = library(&["Shoot", "Loop"]);
        tasks.tasks[0].stand_in = Some(Status::Running);
        tasks.tasks[1].declaration.category = Category::Decorator;
        tasks.tasks.push(TaskDeclaration::conditional("Near", ""));
        let mut all = NodeLibrary::builtin();
        all.add_library("game", &tasks);
        assert_eq!(all.stand_in("Shoot"), Some(Status::Running));
        assert_eq!(all.stand_in("Near"), Some(Status::Success));
        assert_eq!(all.stand_in("Loop"), None);
        assert_eq!(all.acts_like("Loop"), None);
        assert_eq!(all.stand_in("Wait"), None);
    }
}
