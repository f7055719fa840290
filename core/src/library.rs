//! The kinds of nodes that a project has: find a declaration by task name, list them for a palette.
//! Knows nothing about documents.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::model::NodeDeclaration;

/// Declarations by task name, in palette order.
#[derive(Clone, Debug, Default)]
pub struct NodeLibrary {
    declarations: IndexMap<String, NodeDeclaration, FxBuildHasher>,
}

impl NodeLibrary {
    /// The built-in kinds.
    pub fn builtin() -> Self {
        let mut library = Self::default();
        for declaration in crate::nodes::declarations() {
            library.add(declaration);
        }
        library
    }

    /// Adds a kind, or replaces the one of that name.
    pub fn add(&mut self, declaration: NodeDeclaration) {
        self.declarations
            .insert(declaration.task.to_string(), declaration);
    }

    /// The declaration of this task.
    pub fn declaration(&self, task: &str) -> Option<&NodeDeclaration> {
        self.declarations.get(task)
    }

    /// All declarations, in palette order.
    pub fn declarations(&self) -> impl ExactSizeIterator<Item = &NodeDeclaration> {
        self.declarations.values()
    }
}
