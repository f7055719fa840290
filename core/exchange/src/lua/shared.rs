//! Variables as the engine has them: entries of the data that the nodes of a tree share, or of the data of all trees, each with its value in `val`.
//! Knows no node.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, Scope, Variable};

use super::text::{quoted, value};

/// The variables of a document.
pub(super) struct SharedData<'a> {
    /// In the order in which the document declares them; of two of one name the first counts.
    pub variables: Vec<&'a Variable>,
    by_name: FxHashMap<&'a str, &'a Variable>,
    resets: &'a FxHashMap<NodeId, Vec<Arc<str>>>,
}

impl<'a> SharedData<'a> {
    /// Those of a document, of which these nodes set some to their initial values whenever they start.
    pub fn new(document: &'a Document, resets: &'a FxHashMap<NodeId, Vec<Arc<str>>>) -> Self {
        let mut by_name = FxHashMap::default();
        let mut variables = Vec::new();
        for variable in &document.variables {
            if by_name.insert(&*variable.name, variable).is_none() {
                variables.push(variable);
            }
        }
        Self {
            variables,
            by_name,
            resets,
        }
    }

    /// The declared variable of this name.
    pub fn variable(&self, name: &str) -> Option<&'a Variable> {
        self.by_name.get(name).copied()
    }

    /// The entry of a variable, as an expression of Lua.
    pub fn of(variable: &Variable) -> String {
        let data = match variable.scope {
            Scope::Global => "globalSharedData",
            Scope::Tree | Scope::Subtree => "sharedData",
        };
        format!("tree.{data}:GetData({})", quoted(&variable.name))
    }

    /// The line that gives a variable its initial value.
    pub fn initialized(variable: &Variable) -> String {
        let data = Self::of(variable);
        let initial = &variable.initial.value;
        let initial = initial.coerced(&variable.value_type);
        let initial = initial.unwrap_or_else(|| variable.value_type.default_value());
        let set = format!("{data}.val = {}", value(&initial));
        match variable.scope {
            // Another tree may have come first.
            Scope::Global => format!("if {data}.val == nil then {set} end"),
            Scope::Tree | Scope::Subtree => set,
        }
    }

    /// The lines that a node runs when it starts, if it sets variables then.
    pub fn reset(&self, node: &NodeId) -> Option<Vec<String>> {
        let names = self.resets.get(node)?;
        let variables = names.iter().filter_map(|name| self.variable(name));
        Some(variables.map(Self::initialized).collect()).filter(|lines: &Vec<_>| !lines.is_empty())
    }
}
