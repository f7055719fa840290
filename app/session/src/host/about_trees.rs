//! The files that are about the tree of another file, scenarios and claims, and how they follow renames in it. Knows no paths.

use treewright_explore::claims::Claims;
use treewright_insight::scenario::{Scenario, renamed_variable};

/// A file about a tree: it has its own reference to the tree, and names nodes and variables of it.
pub trait AboutTree: Clone + PartialEq {
    /// The reference to the tree; `None` for the tree with the same file name.
    fn tree(&mut self) -> &mut Option<String>;

    /// The location of the schema.
    fn schema(&mut self) -> &mut Option<String>;

    /// Renames a variable. `has_it` returns whether the main tree (`None`), or the use of a subtree with this path, such as `n7`, has the
    /// variable.
    fn rename_variable(&mut self, from: &str, to: &str, has_it: impl Fn(Option<&str>) -> bool);

    /// Gives variables other names. `new` returns the new name for an old one that changes.
    fn rename_variables(&mut self, new: impl Fn(&str) -> Option<String>);

    /// Gives nodes other names. `new` returns the new name for an old one that changes.
    fn rename_nodes(&mut self, new: impl Fn(&str) -> Option<String>);
}

impl AboutTree for Scenario {
    fn tree(&mut self) -> &mut Option<String> {
        &mut self.tree
    }

    fn schema(&mut self) -> &mut Option<String> {
        &mut self.schema
    }

    fn rename_variable(&mut self, from: &str, to: &str, has_it: impl Fn(Option<&str>) -> bool) {
        Self::rename_variable(self, from, to, has_it);
    }

    fn rename_variables(&mut self, new: impl Fn(&str) -> Option<String>) {
        self.rename_set_variables(new);
    }

    fn rename_nodes(&mut self, new: impl Fn(&str) -> Option<String>) {
        Self::rename_nodes(self, new);
    }
}

impl AboutTree for Claims {
    fn tree(&mut self) -> &mut Option<String> {
        &mut self.tree
    }

    fn schema(&mut self) -> &mut Option<String> {
        &mut self.schema
    }

    fn rename_variable(&mut self, from: &str, to: &str, has_it: impl Fn(Option<&str>) -> bool) {
        Self::rename_variables(self, |name| renamed_variable(name, (from, to), &has_it));
    }

    fn rename_variables(&mut self, new: impl Fn(&str) -> Option<String>) {
        Self::rename_variables(self, new);
    }

    fn rename_nodes(&mut self, new: impl Fn(&str) -> Option<String>) {
        Self::rename_nodes(self, new);
    }
}
