//! The files that are about the tree of another file, scenarios and claims: what renames and moves change in them. Knows no paths.

use std::sync::Arc;

use treewright_explore::claims::Claims;
use treewright_explore::claims_json;
use treewright_insight::scenario::{Scenario, renamed_variable};

use super::{Content, NewContent, Use};
use crate::host::scenario_files::SCENARIO;

/// A file about a tree: it has its own reference to the tree, and names nodes and variables of it.
pub trait AboutTree: Clone + PartialEq + Sized {
    /// How its files end.
    const ENDING: &'static str;

    /// Returns the content of a file if it is such a one.
    fn of(content: &Content) -> Option<&Arc<Self>>;

    fn into_content(self) -> NewContent;

    /// The reference to the tree; `None` for the tree with the same file name.
    fn tree(&mut self) -> &mut Option<String>;

    /// The location of the schema.
    fn schema(&mut self) -> &mut Option<String>;

    /// Renames a variable. `has_it` returns whether the main tree (`None`), or the use of a subtree with this path, such as `n7`, has the
    /// variable. Returns the places that have the new name.
    fn rename_variable(
        &mut self,
        from: &str,
        to: &str,
        has_it: impl Fn(Option<&str>) -> bool,
    ) -> Vec<Use>;

    /// Gives variables other names. `new` returns the new name for an old one that changes.
    fn rename_variables(&mut self, new: impl Fn(&str) -> Option<String>);

    /// Gives nodes other names. `new` returns the new name for an old one that changes.
    fn rename_nodes(&mut self, new: impl Fn(&str) -> Option<String>);
}

impl AboutTree for Scenario {
    const ENDING: &'static str = SCENARIO;

    fn of(content: &Content) -> Option<&Arc<Self>> {
        match content {
            Content::Scenario(scenario) => Some(scenario),
            _ => None,
        }
    }

    fn into_content(self) -> NewContent {
        NewContent::Scenario(Arc::new(self))
    }

    fn tree(&mut self) -> &mut Option<String> {
        &mut self.tree
    }

    fn schema(&mut self) -> &mut Option<String> {
        &mut self.schema
    }

    fn rename_variable(
        &mut self,
        from: &str,
        to: &str,
        has_it: impl Fn(Option<&str>) -> bool,
    ) -> Vec<Use> {
        Self::rename_variable(self, from, to, has_it);
        self.frames_naming(to).into_iter().map(Use::Frame).collect()
    }

    fn rename_variables(&mut self, new: impl Fn(&str) -> Option<String>) {
        self.rename_set_variables(new);
    }

    fn rename_nodes(&mut self, new: impl Fn(&str) -> Option<String>) {
        Self::rename_nodes(self, new);
    }
}

impl AboutTree for Claims {
    const ENDING: &'static str = claims_json::ENDING;

    fn of(content: &Content) -> Option<&Arc<Self>> {
        match content {
            Content::Claims(claims) => Some(claims),
            _ => None,
        }
    }

    fn into_content(self) -> NewContent {
        NewContent::Claims(Arc::new(self))
    }

    fn tree(&mut self) -> &mut Option<String> {
        &mut self.tree
    }

    fn schema(&mut self) -> &mut Option<String> {
        &mut self.schema
    }

    fn rename_variable(
        &mut self,
        from: &str,
        to: &str,
        has_it: impl Fn(Option<&str>) -> bool,
    ) -> Vec<Use> {
        Self::rename_variables(self, |name| renamed_variable(name, (from, to), &has_it));
        vec![Use::File]
    }

    fn rename_variables(&mut self, new: impl Fn(&str) -> Option<String>) {
        Self::rename_variables(self, new);
    }

    fn rename_nodes(&mut self, new: impl Fn(&str) -> Option<String>) {
        Self::rename_nodes(self, new);
    }
}
