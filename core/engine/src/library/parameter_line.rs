//! The line that summarizes a node's parameters on cards and in drawings: `sees_enemy == true`, `2.0 s`, `× 3`.
//! The caller chooses the words for names and choices; knows nothing about painting.

use crate::model::{
    FILE_PARAMETER, Node, NodeDeclaration, ParameterDeclaration, ParameterType, ParameterValue,
    SUBTREE, TREE_PARAMETER,
};
use crate::value::Value;

/// The words of a language for parameters.
pub trait ParameterWords {
    /// Names a parameter together with its value; `task` is its task if that declares it.
    fn pair(&self, task: Option<&str>, name: &str, value: ShownValue<'_>) -> String;
    /// Joins pairs.
    fn join(&self, pairs: &[String]) -> String;
}

/// The value of a parameter in a line.
#[derive(Clone, Debug, PartialEq)]
pub enum ShownValue<'a> {
    /// One of a parameter's choices, as stored.
    Choice(&'a str),
    /// Any other value, or a variable.
    Text(String),
}

/// Names and choices as they are in files, the same in every language.
#[derive(Clone, Copy, Debug)]
pub struct PlainWords;

impl ParameterWords for PlainWords {
    fn pair(&self, _task: Option<&str>, name: &str, value: ShownValue<'_>) -> String {
        match value {
            ShownValue::Choice(choice) => format!("{name}: {choice}"),
            ShownValue::Text(text) => format!("{name}: {text}"),
        }
    }

    fn join(&self, pairs: &[String]) -> String {
        pairs.join(", ")
    }
}

/// Returns the most informative parameters of a node, beginning with those it holds for its parent. Empty if there
/// are none.
pub fn parameter_line(
    node: &Node,
    declaration: Option<&NodeDeclaration>,
    parent: Option<&NodeDeclaration>,
    words: &dyn ParameterWords,
) -> String {
    let own = own_line(node, declaration, words);
    let carried = carried_line(node, parent, words);
    match (carried.as_str(), own.as_str()) {
        ("", _) => own,
        (_, "") => carried,
        _ => format!("{carried} · {own}"),
    }
}

/// Returns the values that a node sets of the parameters that its parent has for each child, such as a utility.
pub fn carried_line(
    node: &Node,
    parent: Option<&NodeDeclaration>,
    words: &dyn ParameterWords,
) -> String {
    let carried = parent.map_or(&[][..], |parent| &parent.child_parameters);
    let task = parent.map_or("", |parent| &parent.task);
    listed(
        node,
        task,
        carried.iter().map(|p| (&*p.name, Some(p))),
        words,
    )
}

fn own_line(
    node: &Node,
    declaration: Option<&NodeDeclaration>,
    words: &dyn ParameterWords,
) -> String {
    let Some(declaration) = declaration else {
        let names = node.parameters.keys().map(|name| (&**name, None));
        return listed(node, &node.task, names, words);
    };
    let get = |name: &str| setting(node, declaration, name);
    if let (Some(left), Some(operator), Some(right)) = (get("left"), get("operator"), get("right"))
    {
        return format!("{left} {operator} {right}");
    }
    match &*declaration.task {
        SUBTREE => subtree(node, words),
        "Repeater" => repetition(&get),
        "StandIn" | "StandInConditional" => stand_in(&get),
        "Compute" => {
            let part = |name: &str| get(name).unwrap_or_else(|| "?".into());
            format!("{} = {}", part("variable"), part("expression"))
        }
        "SetVariable" => match (get("variable"), get("value")) {
            (Some(variable), Some(value)) => format!("{variable} = {value}"),
            (variable, _) => format!("{} = ?", variable.unwrap_or_else(|| "?".into())),
        },
        _ => plain(node, declaration, words),
    }
}

/// The line of a node type without a form of its own: the value of its only parameter, or names and values of those
/// that are set.
fn plain(node: &Node, declaration: &NodeDeclaration, words: &dyn ParameterWords) -> String {
    match declaration.parameters.as_slice() {
        [] => String::new(),
        [only] => {
            let value = setting(node, declaration, &only.name).unwrap_or_else(|| "?".into());
            if value == "\"\"" {
                return String::new();
            }
            if only.unit.is_empty() {
                return value;
            }
            format!("{value} {}", only.unit)
        }
        several => {
            let set = several.iter().map(|p| (&*p.name, Some(p)));
            let set = set.filter(|(name, _)| node.parameters.contains_key(name));
            listed(node, &declaration.task, set, words)
        }
    }
}

/// The first two of these parameters that are set.
fn listed<'a>(
    node: &Node,
    task: &str,
    parameters: impl Iterator<Item = (&'a str, Option<&'a ParameterDeclaration>)>,
    words: &dyn ParameterWords,
) -> String {
    let pairs = parameters.take(2).filter_map(|(name, declared)| {
        let is_choice =
            declared.is_some_and(|p| matches!(p.parameter_type, ParameterType::Choice(_)));
        let value = match node.parameters.get(name)? {
            ParameterValue::Variable(variable) => ShownValue::Text(variable.to_string()),
            ParameterValue::Literal(literal) => match &literal.value {
                Value::String(choice) if is_choice => ShownValue::Choice(choice),
                value => ShownValue::Text(value.to_string()),
            },
        };
        Some(words.pair(declared.map(|_| task), name, value))
    });
    words.join(&pairs.collect::<Vec<_>>())
}

/// The line of a Subtree node: the tree (unless the title shows it) and the file, without quotes, and the variables
/// that it sets.
fn subtree(node: &Node, words: &dyn ParameterWords) -> String {
    let of_tree = [TREE_PARAMETER, FILE_PARAMETER];
    let named = of_tree.map(|name| node.text_parameter(name));
    let title = node.own_title().filter(|_| node.name.is_empty());
    let is_new = |part: &&str| !part.is_empty() && Some(*part) != title;
    let mut parts: Vec<&str> = named.into_iter().filter(is_new).collect();
    let variables = node.parameters.keys().map(|name| &**name);
    let variables = variables.filter(|name| !of_tree.contains(name));
    let variables = variables.map(|name| (name, None));
    let variables = listed(node, SUBTREE, variables, words);
    parts.extend((!variables.is_empty()).then_some(&*variables));
    parts.join(" · ")
}

fn repetition(get: &impl Fn(&str) -> Option<String>) -> String {
    let rounds = match get("forever").as_deref() {
        Some("true") => "× ∞".to_owned(),
        Some("false") | None => format!("× {}", get("count").unwrap_or_default()),
        Some(variable) => format!("× {}, ∞: {variable}", get("count").unwrap_or_default()),
    };
    match get("end_on_failure").as_deref() {
        Some("true") => format!("{rounds}, end_on_failure"),
        _ => rounds,
    }
}

fn stand_in(get: &impl Fn(&str) -> Option<String>) -> String {
    match get("mode").as_deref() {
        Some("Ask") => "?".to_owned(),
        Some("Sequence") => get("answers").unwrap_or_default(),
        Some("Frames") => {
            let [frames, answer] = ["frames", "answer"].map(|name| get(name).unwrap_or_default());
            format!("{frames} → {answer}")
        }
        _ => get("answer").unwrap_or_default(),
    }
}

/// The value of a parameter, or its default. Choices (also operators) and expressions have no quotes; other texts do,
/// so that they do not look like variables.
pub fn setting(node: &Node, declaration: &NodeDeclaration, name: &str) -> Option<String> {
    let parameter = declaration.parameter(name)?;
    let bare = matches!(
        parameter.parameter_type,
        ParameterType::Choice(_) | ParameterType::Expression(_)
    );
    let value = match node.parameters.get(name) {
        Some(ParameterValue::Variable(variable)) => return Some(variable.to_string()),
        Some(ParameterValue::Literal(literal)) => &literal.value,
        None => parameter.default.as_ref()?,
    };
    match value {
        Value::String(text) if bare => Some(text.to_string()),
        _ => Some(value.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::NodeLibrary;

    fn line(node: &Node) -> String {
        let library = NodeLibrary::builtin();
        parameter_line(node, library.declaration(&node.task), None, &PlainWords)
    }

    #[test]
    fn a_comparison_reads_like_one() {
        let node = Node::new("n1", "CompareBool")
            .with_parameter("left", ParameterValue::variable("sees_enemy"));
        assert_eq!(line(&node), "sees_enemy == true");
        let node = Node::new("n1", "CompareString")
            .with_parameter("left", ParameterValue::variable("mood"))
            .with_parameter("right", ParameterValue::literal("calm"));
        assert_eq!(line(&node), "mood == \"calm\"");
    }

    #[test]
    fn built_in_tasks_show_their_main_parameters() {
        let two_seconds =
            Node::new("n1", "Wait").with_parameter("seconds", ParameterValue::literal(2.0));
        assert_eq!(line(&two_seconds), "2.0 s");
        assert_eq!(line(&Node::new("n1", "Sequence")), "");
        assert_eq!(line(&Node::new("n1", "Log")), "");
        assert_eq!(line(&Node::new("n1", "Repeater")), "× 1");
        assert_eq!(line(&Node::new("n1", "StandIn")), "Success");
        let write = Node::new("n1", "SetVariable")
            .with_parameter("variable", ParameterValue::variable("hp"))
            .with_parameter("value", ParameterValue::literal(3_i64));
        assert_eq!(line(&write), "hp = 3");
        let text = ParameterValue::literal("mood == \"calm\"");
        let holds = Node::new("n1", "Expression").with_parameter("expression", text);
        assert_eq!(line(&holds), "mood == \"calm\"");
        let compute = Node::new("n1", "Compute")
            .with_parameter("variable", ParameterValue::variable("hp"))
            .with_parameter("expression", ParameterValue::literal("hp + 1"));
        assert_eq!(line(&compute), "hp = hp + 1");
        assert_eq!(line(&Node::new("n1", "Compute")), "? = ?");
    }

    #[test]
    fn an_undeclared_task_shows_its_set_parameters() {
        let node = Node::new("n1", "Dance")
            .with_parameter("style", ParameterValue::literal("waltz"))
            .with_parameter("partner", ParameterValue::variable("who"));
        assert_eq!(line(&node), "style: \"waltz\", partner: who");
    }

    #[test]
    fn child_parameters_come_first() {
        let library = NodeLibrary::builtin();
        let wait = Node::new("n1", "Wait")
            .with_parameter("seconds", ParameterValue::literal(2.0))
            .with_parameter("utility", ParameterValue::variable("hunger"));
        let below = |parent: &str| {
            let parent = library.declaration(parent);
            parameter_line(&wait, library.declaration("Wait"), parent, &PlainWords)
        };
        assert_eq!(below("UtilitySelector"), "utility: hunger · 2.0 s");
        assert_eq!(below("Selector"), "2.0 s");
    }
}
