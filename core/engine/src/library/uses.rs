//! Finds the variables that a node uses: those bound to its parameters, and those in its expressions.

use std::borrow::Cow;
use std::sync::Arc;

use super::NodeLibrary;
use crate::expression::names;
use crate::model::{Document, ExpressionType, Node, Override, ParameterType, ParameterValue};

/// A parameter of a node whose value is an expression.
#[derive(Clone, Copy, Debug)]
pub struct ExpressionParameter<'a> {
    /// Its index among the parameters that the node sets.
    pub index: usize,
    /// The name of the parameter.
    pub name: &'a Arc<str>,
    /// The text of the expression.
    pub text: &'a Arc<str>,
    /// The type that the result must have.
    pub expression_type: &'a ExpressionType,
}

impl NodeLibrary {
    /// The expressions in the parameters of a node.
    pub fn expressions_of<'a>(
        &'a self,
        node: &'a Node,
    ) -> impl Iterator<Item = ExpressionParameter<'a>> {
        let declaration = self.declaration(&node.task);
        let set = node.parameters.iter().enumerate();
        set.filter_map(move |(index, (name, value))| {
            let declared = declaration?.parameter(name)?;
            let ParameterType::Expression(expression_type) = &declared.parameter_type else {
                return None;
            };
            let text = value.as_literal()?.as_text()?;
            Some(ExpressionParameter {
                index,
                name,
                text,
                expression_type,
            })
        })
    }

    /// The expression that an override sets for a node in the same document; `None` if it sets something else.
    pub fn expression_of_override<'a>(
        &self,
        document: &Document,
        node: &Node,
        other: &'a Override,
    ) -> Option<&'a str> {
        let inside = other.path.rsplit('/').next()?;
        let inside = document
            .node(&inside.into())
            .filter(|_| !node.runs_other_file())?;
        let declared = self
            .declaration(&inside.task)?
            .parameter(&other.parameter)?;
        let is_expression = matches!(declared.parameter_type, ParameterType::Expression(_));
        other.value.as_literal()?.as_str().filter(|_| is_expression)
    }

    /// The names of the variables that a node uses, declared or not. A variable used several times is listed as
    /// often.
    pub fn variables_of<'a>(&'a self, node: &'a Node) -> impl Iterator<Item = Cow<'a, str>> {
        let values = node.parameters.values();
        let bound = values.filter_map(ParameterValue::as_variable);
        let expressions = self.expressions_of(node);
        let read = expressions.flat_map(|expression| names(expression.text));
        let expression = node
            .stand_in
            .as_ref()
            .and_then(|stand_in| stand_in.expression());
        let read = read.chain(expression.into_iter().flat_map(names));
        bound.map(Cow::Borrowed).chain(read.map(Cow::Owned))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::StandIn;

    #[test]
    fn a_node_uses_bound_variables_and_those_in_expressions() {
        let node = Node::new("n", "Compute")
            .with_parameter("variable", ParameterValue::variable("health"))
            .with_parameter(
                "expression",
                ParameterValue::literal("`my armor` + max(生命, health)"),
            )
            .with_parameter("comment", ParameterValue::literal("other"));
        let node = node.with_stand_in(StandIn::Expression("flag && true".into()));
        let library = NodeLibrary::builtin();
        let used: Vec<_> = library.variables_of(&node).collect();
        assert_eq!(used, ["health", "my armor", "生命", "health", "flag"]);
        let unknown =
            Node::new("n", "Nobody").with_parameter("expression", ParameterValue::literal("a"));
        assert_eq!(library.variables_of(&unknown).count(), 0);
    }
}
