//! Constants that become the value of a variable: a file has nothing but texts, and which type a text is of is only known when all that uses
//! the variable is. Knows what variables there are, not where they come from.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    Document, FILE_PARAMETER, Node, ParameterType, ParameterValue, SUBTREE, TREE_PARAMETER,
};
use treewright_core::value::ValueType;

use super::values;

/// The types of the variables of each file's document.
#[derive(Debug, Default)]
pub(super) struct Types(Vec<FxHashMap<Arc<str>, ValueType>>);

impl Types {
    /// Those of these documents, in the order of their files.
    pub fn of<'d>(documents: impl Iterator<Item = &'d Document>) -> Self {
        let types = documents.map(|document| {
            let variables = document.variables.iter();
            variables
                .map(|variable| (variable.name.clone(), variable.value_type.clone()))
                .collect()
        });
        Self(types.collect())
    }

    /// The constants of a node of this file that do not fit the variables of which they become the values, in a form that does: the same text,
    /// read as the type of the variable. `runs` is the file whose tree the node runs, if it does.
    pub fn fitting(
        &self,
        file: usize,
        node: &Node,
        runs: Option<usize>,
        library: &NodeLibrary,
    ) -> Vec<(Arc<str>, ParameterValue)> {
        let fit = |(name, value): (&Arc<str>, &ParameterValue)| {
            let literal = value.as_literal()?;
            let (file, variable) = match runs {
                Some(runs) => (runs, &**name),
                None => (file, beside(node, name, library)?),
            };
            let wanted = self.0.get(file)?.get(variable)?;
            if literal.coerced(wanted).is_some() {
                return None;
            }
            let meant = values::typed(&values::text(literal)?, wanted)?;
            Some((name.clone(), ParameterValue::literal(meant)))
        };
        if self.0.is_empty() || runs.is_none() && &*node.task == SUBTREE {
            return Vec::new();
        }
        let own = |name: &str| runs.is_some() && matches!(name, TREE_PARAMETER | FILE_PARAMETER);
        let parameters = node.parameters.iter().filter(|(name, _)| !own(name));
        parameters.filter_map(fit).collect()
    }
}

/// The variable that gets what a parameter of a node is set to.
fn beside<'n>(node: &'n Node, parameter: &str, library: &NodeLibrary) -> Option<&'n str> {
    let declaration = library.declaration(&node.task)?;
    match &declaration.parameter(parameter)?.parameter_type {
        ParameterType::SameAs(other) => node.parameters.get(other)?.as_variable(),
        _ => None,
    }
}
