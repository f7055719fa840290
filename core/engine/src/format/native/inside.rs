//! Finds the part of a node's text that a problem is about. The text is searched again, so that reading does not have
//! to record everything.

use std::cell::OnceCell;

use rustc_hash::FxHashMap;

use crate::diagnostic::{Diagnostic, Location, Problem, StandInProblem};
use crate::format::json;
use crate::format::json_text::{offset_of, place_of};
use crate::format::shape::Entries;

/// Searches in the nodes of a text. Caches the last node, since one node can have as many problems as parameters.
pub(super) struct NodeTextSearch<'t> {
    text: &'t str,
    last: Option<(usize, ObjectText<'t>)>,
}

/// The members of an object, by name.
struct ObjectText<'t>(FxHashMap<Box<str>, Member<'t>>);

struct Member<'t> {
    /// Its name in the text; `None` if it contains escapes.
    name: Option<&'t str>,
    value: &'t str,
    /// Its own members, parsed on first use; `None` if it is not an object.
    inside: OnceCell<Option<Box<ObjectText<'t>>>>,
}

impl<'t> NodeTextSearch<'t> {
    pub fn new(text: &'t str) -> Self {
        Self { text, last: None }
    }

    /// The offset of the part that this problem is about; `None` if it is about the whole node. `place` is any offset
    /// inside the node.
    pub fn offset(&mut self, place: usize, diagnostic: &Diagnostic) -> Option<usize> {
        let text = self.text;
        let part = part(self.node(place)?, diagnostic)?;
        Some(match diagnostic.problem {
            Problem::BrokenExpression { .. }
            | Problem::StandIn(StandInProblem::Expression { .. }) => offset_of(text, part),
            _ => place_of(text, part),
        })
    }

    fn node(&mut self, place: usize) -> Option<&ObjectText<'t>> {
        if self.last.as_ref().is_none_or(|(at, _)| *at != place) {
            let object = self.text.get(opening_brace(self.text, place)?..)?;
            self.last = Some((place, ObjectText::first(object)?));
        }
        self.last.as_ref().map(|(_, node)| node)
    }
}

impl<'t> ObjectText<'t> {
    /// Parses the object at the beginning of this text. The rest is ignored.
    fn first(text: &'t str) -> Option<Self> {
        let entries = json::first::<Entries<'t>>(text)?.0.into_iter();
        let members = entries.map(|(name, value)| {
            let member = Member {
                name: name.borrowed(),
                value: value.get(),
                inside: OnceCell::new(),
            };
            (Box::from(&*name), member)
        });
        Some(Self(members.collect()))
    }

    fn value(&self, name: &str) -> Option<&'t str> {
        self.0.get(name).map(|member| member.value)
    }

    fn object(&self, name: &str) -> Option<&Self> {
        let member = self.0.get(name)?;
        let read = || Self::first(member.value).map(Box::new);
        member.inside.get_or_init(read).as_deref()
    }
}

/// The part of a node that a problem is about.
fn part<'t>(node: &ObjectText<'t>, diagnostic: &Diagnostic) -> Option<&'t str> {
    match (&diagnostic.problem, &diagnostic.location) {
        (Problem::UnknownTask { .. } | Problem::MissingParameter { .. }, _) => node.value("task"),
        (Problem::StandIn(StandInProblem::Expression { column, .. }), _) => {
            let text = node.object("stand_in")?.value("expression")?;
            spot_in_text(text, column - 1).or(Some(text))
        }
        (Problem::StandIn(StandInProblem::Data { .. } | StandInProblem::UnusedData { .. }), _) => {
            node.value("data")
        }
        (Problem::StandIn(_), _) => node.value("stand_in"),
        (
            Problem::AbortWithoutConditional { .. }
            | Problem::AbortWithoutReach { .. }
            | Problem::AbortOnNonComposite { .. },
            _,
        ) => node.value("abort"),
        (
            Problem::WrongChildCount { .. }
            | Problem::DanglingId { .. }
            | Problem::SecondParent { .. }
            | Problem::RootAsChild { .. },
            _,
        ) => node.value("children").or_else(|| node.value("task")),
        (problem, Location::Override(_, path, name)) => {
            parameter_part(node.object("overrides")?.object(path)?, name, problem)
        }
        (problem, Location::Parameter(_, name)) => {
            parameter_part(node.object("parameters")?, name, problem)
        }
        _ => None,
    }
}

/// The value of a parameter, or its name or its variable if those are wrong.
fn parameter_part<'t>(
    parameters: &ObjectText<'t>,
    name: &str,
    problem: &Problem,
) -> Option<&'t str> {
    let member = parameters.0.get(name)?;
    let spot = match problem {
        Problem::UnknownParameter { .. } => member.name,
        Problem::BrokenExpression { column, .. } => spot_in_text(member.value, column - 1),
        Problem::UndeclaredVariable { .. }
        | Problem::WrongVariableType { .. }
        | Problem::LiteralOnly { .. } => {
            ObjectText::first(member.value).and_then(|o| o.value("var"))
        }
        _ => None,
    };
    spot.or(Some(member.value))
}

/// The text after the first `skipped` characters of the JSON string at the beginning of `value`.
fn spot_in_text(value: &str, skipped: usize) -> Option<&str> {
    let mut rest = value.strip_prefix('"')?;
    for _ in 0..skipped {
        let length = match rest.as_bytes() {
            // A character above U+FFFF is written as two escapes.
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

/// The offset of the innermost object around `inside`, which is the beginning of a value.
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

/// The opening quote of the string that closes here: the nearest quote before it that is not escaped (no odd number
/// of backslashes).
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

    /// The text from the offset on that a problem of node `b` gets.
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
    fn each_problem_has_the_position_of_its_part() {
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
    fn each_of_many_problems_of_one_node_has_a_position() {
        let parameters: Vec<String> = (0..1_000).map(|i| format!("\n\"p{i}\": {i}")).collect();
        let text = format!(
            "{{\"format\": \"treewright\", \"version\": 1, \"nodes\": [{{\"id\": \"a\", \"task\": \"Wait\", \"parameters\": {{{}}}}}]}}",
            parameters.join(",")
        );
        let unknown = |i| {
            let parameter: std::sync::Arc<str> = format!("p{i}").into();
            let location = Location::Parameter("a".into(), parameter.clone());
            let task = "Wait".into();
            Diagnostic::new(location, Problem::UnknownParameter { parameter, task })
        };
        let mut found: Vec<_> = (0..1_000).map(unknown).collect();
        read(text.as_bytes()).unwrap().positions.locate(&mut found);
        let lines: Vec<_> = found.iter().map(|d| d.position.unwrap().line).collect();
        assert_eq!(lines, (2..1_002).collect::<Vec<_>>());
    }

    #[test]
    fn an_expression_error_has_its_exact_position() {
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
