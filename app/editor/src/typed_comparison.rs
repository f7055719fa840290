//! A comparison that was typed into the search, such as `health < 20`: a declared variable, an operator and a value of its type. Knows nothing of
//! the search.

use std::sync::Arc;

use treewright_core::model::Variable;
use treewright_core::value::{Value, ValueType};

/// The operators; of those that begin alike, the longer one first. The last one is written for `==`.
const OPERATORS: [&str; 7] = ["<=", ">=", "==", "!=", "<", ">", "="];

/// A variable compared with a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    pub variable: Arc<str>,
    pub operator: &'static str,
    pub value: Value,
}

impl Comparison {
    /// Reads a comparison of one of these variables, and returns the task that makes it.
    pub fn read(variables: &[Variable], text: &str) -> Option<(&'static str, Self)> {
        let at = text.find(['<', '>', '=', '!'])?;
        let (left, rest) = text.split_at(at);
        let operator = OPERATORS.into_iter().find(|sign| rest.starts_with(sign))?;
        let right = rest[operator.len()..].trim();
        let variable = variables.iter().find(|v| *v.name == *left.trim())?;
        let is_equality = ["==", "!=", "="].contains(&operator);
        let (task, value) = match &variable.value_type {
            ValueType::Int => ("CompareInt", Value::from(right.parse::<i64>().ok()?)),
            ValueType::Float => {
                let number = right.parse::<f64>().ok().filter(|n| n.is_finite())?;
                ("CompareFloat", Value::from(number))
            }
            ValueType::Bool if is_equality => {
                ("CompareBool", Value::from(right.parse::<bool>().ok()?))
            }
            ValueType::String if is_equality => {
                ("CompareString", Value::from(right.trim_matches('"')))
            }
            _ => return None,
        };
        let comparison = Self {
            variable: variable.name.clone(),
            operator: if operator == "=" { "==" } else { operator },
            value,
        };
        Some((task, comparison))
    }

    pub fn title(&self) -> String {
        format!("{} {} {}", self.variable, self.operator, self.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_comparison_of_a_declared_variable_is_read() {
        let of = |name: &str, value_type| Variable::new(name, value_type);
        let variables = [
            of("血量", ValueType::Int),
            of("sees", ValueType::Bool),
            of("speed", ValueType::Float),
        ];
        let read =
            |text: &str| Comparison::read(&variables, text).map(|(task, it)| (task, it.title()));
        let is = |task: &'static str, title: &str| Some((task, title.to_owned()));
        assert_eq!(read("血量 < 20"), is("CompareInt", "血量 < 20"));
        assert_eq!(read("血量>=20"), is("CompareInt", "血量 >= 20"));
        assert_eq!(read("sees = false"), is("CompareBool", "sees == false"));
        assert_eq!(read("speed != 1.5"), is("CompareFloat", "speed != 1.5"));
        for text in [
            "血量 <",
            "血量 < x",
            "health < 3",
            "sees < true",
            "speed < inf",
            "血量",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
