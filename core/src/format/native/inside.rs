//! Which part of a node's text a problem is about. The text is looked through again, so that reading need not remember it all.

use serde_json::value::RawValue;

use crate::diagnostic::{Diagnostic, Location, Problem};
use crate::format::json_text::{offset_of, place_of};
use crate::format::shape::Entries;

/// Where the part begins that this problem is about, given a place inside the node; none if it has no part of its own.
pub(super) fn offset_inside(text: &str, inside: usize, diagnostic: &Diagnostic) -> Option<usize> {
    let object = text.get(opening_brace(text, inside)?..)?;
    let node = first_object(object)?;
    let field = |name| value_of(&node, name);
    let part = match (&diagnostic.problem, &diagnostic.location) {
        (Problem::UnknownTask { .. } | Problem::MissingParameter { .. }, _) => field("task"),
        (Problem::AbortWithoutConditional { .. } | Problem::AbortOnNonComposite { .. }, _) => {
            field("abort")
        }
        (
            Problem::WrongChildCount { .. }
            | Problem::DanglingId { .. }
            | Problem::SecondParent { .. }
            | Problem::RootAsChild { .. },
            _,
        ) => field("children").or_else(|| field("task")),
        (problem, Location::Override(_, path, name)) => {
            let overrides = first_object(field("overrides")?)?;
            let of_node = first_object(value_of(&overrides, path)?)?;
            parameter_part(&of_node, name, problem)
        }
        (problem, Location::Parameter(_, name)) => {
            let parameters = first_object(field("parameters")?)?;
            parameter_part(&parameters, name, problem)
        }
        _ => None,
    };
    if matches!(diagnostic.problem, Problem::BrokenExpression { .. }) {
        return Some(offset_of(text, part?));
    }
    Some(place_of(text, part?))
}

/// The value of a parameter, its name if that is what is wrong, or the variable to which it is bound.
fn parameter_part<'a>(parameters: &Entries<'a>, name: &str, problem: &Problem) -> Option<&'a str> {
    if matches!(problem, Problem::UnknownParameter { .. }) {
        let (name, value) = parameters.0.iter().find(|(key, _)| &**key == name)?;
        return Some(name.borrowed().unwrap_or_else(|| value.get()));
    }
    let value = value_of(parameters, name)?;
    let about_variable = matches!(
        problem,
        Problem::UndeclaredVariable { .. }
            | Problem::WrongVariableType { .. }
            | Problem::LiteralOnly { .. }
    );
    let bound = about_variable.then(|| value_of(&first_object(value)?, "var"));
    let spot = match problem {
        Problem::BrokenExpression { column, .. } => spot_in_text(value, column - 1),
        _ => bound.flatten(),
    };
    spot.or(Some(value))
}

/// What follows in the text of a file after so many characters of the string with which this begins.
fn spot_in_text(value: &str, skipped: usize) -> Option<&str> {
    let mut rest = value.strip_prefix('"')?;
    for _ in 0..skipped {
        let length = match rest.as_bytes() {
            // A character beyond the first plane is written as two escapes.
            [
                b'\\',
                b'u',
                b'd' | b'D',
                b'8' | b'9' | b'a' | b'b' | b'A' | b'B',
                ..,
            ] => 12,
            [b'\\', b'u', ..] => 6,
            [b'\\', ..] => 2,
            _ => rest.chars().next()?.len_utf8(),
        };
        rest = rest.get(length..)?;
    }
    Some(rest)
}

fn value_of<'a>(object: &Entries<'a>, name: &str) -> Option<&'a str> {
    let (_, value) = object.0.iter().find(|(key, _)| &**key == name)?;
    Some(RawValue::get(value))
}

/// The object with which this text begins; what follows is not looked at.
fn first_object(text: &str) -> Option<Entries<'_>> {
    serde_json::Deserializer::from_str(text)
        .into_iter::<Entries<'_>>()
        .next()?
        .ok()
}

/// Where the innermost object around a place begins. The place is where a value begins.
fn opening_brace(text: &str, inside: usize) -> Option<usize> {
    let bytes = text.as_bytes().get(..inside)?;
    let mut at = bytes.len();
    let mut depth = 0_usize;
    while at > 0 {
        at -= 1;
        match bytes[at] {
            b'"' => at = opening_quote(bytes, at)?,
            b'}' | b']' => depth += 1,
            b'{' if depth == 0 => return Some(at),
            b'{' | b'[' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

/// The quote that opens the text which this one closes: the last before it that no odd number of backslashes escapes.
fn opening_quote(bytes: &[u8], closing: usize) -> Option<usize> {
    let mut at = closing;
    while at > 0 {
        at -= 1;
        let escapes = bytes[..at].iter().rev().take_while(|b| **b == b'\\');
        if bytes[at] == b'"' && escapes.count() % 2 == 0 {
            return Some(at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::{Diagnostic, Location, Problem};
    use crate::expression::{ExpressionError, Fault};
    use crate::format::native::read;

    /// The text from the place on that a problem of node `b` is given.
    fn shown(node: &str, location: Location, problem: Problem) -> String {
        let text = format!(
            "{{\"format\": \"treewright\", \"version\": 1, \"nodes\": [{{\"id\": \"a\", \"task\": \"Wait\"}}, {node}]}}"
        );
        let mut found = [Diagnostic::new(location, problem)];
        read(text.as_bytes()).unwrap().positions.locate(&mut found);
        let place = found[0].position.unwrap();
        assert_eq!(place.line, 1);
        text.chars().skip(place.column - 1).collect()
    }

    #[test]
    fn each_problem_is_placed_at_its_part() {
        let node = r#"{"comment": "\"}\\", "task": "Wiat", "x": 1, "spare": [{"task": "no"}], "parameters": {"p": {"var": "v"}, "q": 2}, "id": "b"}"#;
        let of_node = |problem| shown(node, Location::Node("b".into()), problem);
        let of = |name: &str, problem| {
            shown(node, Location::Parameter("b".into(), name.into()), problem)
        };
        let task = "Wiat".into();
        assert!(of_node(Problem::UnknownTask { task }).starts_with("\"Wiat\""));
        assert!(of_node(Problem::LooseNodes { count: 1 }).starts_with("\"b\"}"));
        let undeclared = Problem::UndeclaredVariable {
            variable: "v".into(),
        };
        assert!(of("p", undeclared.clone()).starts_with("\"v\"}"));
        assert!(of("q", undeclared).starts_with("2}"));
        let unknown = Problem::UnknownParameter {
            parameter: "q".into(),
            task: "Wiat".into(),
        };
        assert!(of("q", unknown).starts_with("\"q\": 2"));
        let missing = Problem::MissingParameter {
            parameter: "z".into(),
        };
        assert!(of("z", missing).starts_with("\"Wiat\""));
    }

    #[test]
    fn a_broken_expression_is_placed_at_its_spot() {
        let node = r#"{"id": "b", "task": "Expression", "parameters": {"expression": "\"\\n世\u4e16\ud835\udcb3\" == 生 +", "n": 1}}"#;
        let at = |column| {
            let range = 0..0;
            let fault = Fault::Incomplete;
            let problem = Problem::BrokenExpression {
                parameter: "expression".into(),
                column,
                error: Box::new(ExpressionError { range, fault }),
            };
            shown(
                node,
                Location::Parameter("b".into(), "expression".into()),
                problem,
            )
        };
        assert!(at(1).starts_with(r#"\"\\n世"#));
        assert!(at(4).starts_with(r"世\u4e16"));
        assert!(at(6).starts_with(r#"\ud835\udcb3\" =="#));
        assert!(at(9).starts_with("== 生"));
        assert!(at(12).starts_with("生 +\""));
        assert!(at(15).starts_with("\", \"n\""));
        assert!(
            at(99).starts_with(r#""\"\\n世"#),
            "beyond the end: the whole"
        );
    }
}
