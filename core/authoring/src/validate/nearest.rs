//! Suggests the existing name that was probably meant by one that does not exist.

use std::sync::Arc;

use treewright_core::diagnostic::{Diagnostic, Location, Problem, SubtreeProblem};
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
pub use treewright_core::spelling::nearest;

use super::fixes::MAX_ALTERNATIVES;

/// Returns the name that was probably meant in a problem with a name: an existing task, parameter, choice or variable.
pub fn suggestion(
    document: &Document,
    library: &NodeLibrary,
    diagnostic: &Diagnostic,
) -> Option<String> {
    let found = match (&diagnostic.problem, &diagnostic.location) {
        (Problem::UnknownTask { task }, _) => {
            nearest(task, library.declarations().map(|d| &*d.task))
        }
        (Problem::UnknownParameter { parameter, task }, location) => {
            let parent = document.node(location.node()?)?.parent();
            let parent = parent.and_then(|parent| document.node(parent));
            let parameters = library.parameters(task, parent.map(|parent| &*parent.task));
            nearest(parameter, parameters.map(|p| &*p.name))
        }
        (Problem::NotAChoice { choices, .. }, Location::Parameter(node, name)) => {
            let value = document.node(node)?.parameters.get(name)?.as_literal()?;
            nearest(value.as_str()?, choices.iter().map(|c| &**c))
        }
        (Problem::Subtree(SubtreeProblem::UnknownTree { tree }), _) => {
            nearest(tree, document.trees.iter().map(|t| &*t.name))
        }
        (
            Problem::Subtree(SubtreeProblem::UnknownVariable {
                variable, meant, ..
            }),
            _,
        ) => nearest(variable, meant.iter().map(|name| &**name)),
        (Problem::UndeclaredVariable { variable }, _) => {
            nearest(variable, document.variables.iter().map(|v| &*v.name))
        }
        _ => None,
    };
    found.map(str::to_owned)
}

/// Returns the name that is most like a wrong one; the first ones if none is like it.
pub fn probably_meant<'a>(wrong: &str, known: &'a [Arc<str>]) -> impl Iterator<Item = &'a str> {
    let names = || known.iter().map(|name| &**name);
    let meant: Vec<&str> = match nearest(wrong, names()) {
        Some(meant) => vec![meant],
        None => names().take(MAX_ALTERNATIVES).collect(),
    };
    meant.into_iter()
}

#[cfg(test)]
mod tests {
    use treewright_core::library::NodeLibrary;
    use treewright_core::model::{DocumentBuilder, Node, ParameterValue};

    use super::suggestion;
    use crate::validate::validate;

    #[test]
    fn a_parameter_of_the_root_is_suggested_like_any_other() {
        let mut tree = DocumentBuilder::new("T");
        let wait = Node::new("n1", "Wait").with_parameter("secnds", ParameterValue::literal(1.0));
        tree.root(wait).unwrap();
        let (document, library) = (tree.finish(), NodeLibrary::builtin());
        let problems = validate(&document, &library);
        let meant = suggestion(&document, &library, &problems[0]);
        assert_eq!(meant.as_deref(), Some("seconds"));
    }
}
