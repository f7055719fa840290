//! A condition with the values that it read when it decided: as a text, part by part.

use std::fmt::Write as _;

use treewright_core::expression::{Expression, conditions, variable_places};
use treewright_core::library::{NodeLibrary, PlainWords, parameter_line};
use treewright_core::model::{Node, ParameterType};
use treewright_core::value::{Value, ValueType};

/// A part of a condition that is true or false by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionPart {
    /// The part with its values, such as `enemy_distance (10.0) <= 2.0`.
    pub text: String,
    /// Whether it was true; `None` if that is unknown.
    pub holds: Option<bool>,
}

/// Returns the parts of a condition; empty if it is none that can be written down, or reads nothing.
pub fn parts(
    node: &Node,
    library: &NodeLibrary,
    values: &[(String, Value)],
    holds: bool,
) -> Vec<ConditionPart> {
    let Some(text) = formula(node, library) else {
        return Vec::new();
    };
    let reads_any = variable_places(&text)
        .iter()
        .any(|(name, _)| value_of(values, name).is_some());
    if !reads_any {
        return Vec::new();
    }
    let ranges = conditions(&text);
    if ranges.len() < 2 {
        let holds = Some(holds);
        let text = with_values(&text, values);
        return vec![ConditionPart { text, holds }];
    }
    let parts = ranges.into_iter().map(|range| {
        let part = &text[range];
        ConditionPart {
            text: with_values(part, values),
            holds: truth(part, values),
        }
    });
    parts.collect()
}

/// The condition as an expression: of a leaf what stands in for it, else its parameter that is one, else its comparison.
fn formula(node: &Node, library: &NodeLibrary) -> Option<String> {
    if let Some(text) = node.stand_in.as_ref().and_then(|said| said.expression()) {
        return Some(text.to_owned());
    }
    let declaration = library.declaration(&node.task)?;
    let is_expression = |name: &str| {
        let declared = declaration.parameter(name);
        declared
            .is_some_and(|declared| matches!(declared.parameter_type, ParameterType::Expression(_)))
    };
    let mut set = node.parameters.iter();
    let expression = set.find(|(name, _)| is_expression(name));
    if let Some((_, value)) = expression {
        return value.as_literal()?.as_str().map(str::to_owned);
    }
    let is_comparison = ["left", "operator", "right"]
        .iter()
        .all(|name| declaration.parameter(name).is_some());
    is_comparison.then(|| parameter_line(node, Some(declaration), None, &PlainWords))
}

fn value_of<'v>(values: &'v [(String, Value)], name: &str) -> Option<&'v Value> {
    let found = values.iter().find(|(known, _)| known == name);
    found.map(|(_, value)| value)
}

/// Writes the value behind each variable.
fn with_values(text: &str, values: &[(String, Value)]) -> String {
    let mut written = String::with_capacity(text.len());
    let mut copied = 0;
    for (name, range) in variable_places(text) {
        written.push_str(&text[copied..range.end]);
        copied = range.end;
        if let Some(value) = value_of(values, &name) {
            // Writing to a text cannot fail.
            let _ = write!(written, " ({value})");
        }
    }
    written.push_str(&text[copied..]);
    written
}

/// Evaluates a condition with these values.
fn truth(text: &str, values: &[(String, Value)]) -> Option<bool> {
    let declared = |name: &str| {
        let at = values.iter().position(|(known, _)| known == name)?;
        Some((at, values[at].1.value_type()))
    };
    let expression = Expression::compile(text, &declared, Some(&ValueType::Bool)).ok()?;
    expression.holds(&|at: usize| &values[at].1).ok()
}

#[cfg(test)]
mod tests {
    use treewright_core::model::testing::draw;

    use super::*;

    fn told(node: &str, values: &[(&str, Value)], holds: bool) -> Vec<String> {
        let document = draw(&format!("hp:int far:float safe:bool; {node}"));
        let values: Vec<(String, Value)> = values
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.clone()))
            .collect();
        let node = document.node(&"c".into()).unwrap();
        let parts = parts(node, &NodeLibrary::builtin(), &values, holds);
        let told = parts
            .into_iter()
            .map(|part| format!("{}: {:?}", part.text, part.holds));
        told.collect()
    }

    #[test]
    fn each_part_of_a_condition_has_its_values_and_its_truth() {
        let values = [
            ("hp", Value::Int(5)),
            ("safe", Value::Bool(true)),
            ("far", Value::Float(10.0)),
        ];
        assert_eq!(
            told(
                "c:Expression(expression=hp < 3 && !safe || far > 2.0)",
                &values,
                false
            ),
            [
                "hp (5) < 3: Some(false)",
                "!safe (true): Some(false)",
                "far (10.0) > 2.0: Some(true)"
            ]
        );
        assert_eq!(
            told(
                "c:CompareFloat(left={far},operator=<=,right=2.0)",
                &values,
                false
            ),
            ["far (10.0) <= 2.0: Some(false)"]
        );
        assert!(told("c:CompareFloat(left=1.0,right=2.0)", &values, false).is_empty());
        // Its result is about changes, not about the value.
        assert!(told("c:VariableChanged(variable={hp})", &values, false).is_empty());
    }
}
