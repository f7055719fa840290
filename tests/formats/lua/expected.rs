//! Computes what the mock of the seed engine prints for a tree, from the document alone.

use treewright_core::abort::AbortType;
use treewright_core::model::{Document, Node, ParameterValue};
use treewright_core::value::Value;

use super::drawn::variables;

fn absent(document: &Document, node: &Node) -> bool {
    let mut below = node.children().iter().filter_map(|id| document.node(id));
    node.disabled || (!node.children().is_empty() && below.all(|child| absent(document, child)))
}

/// Returns the lines that the mock must print for the tree.
pub fn expected_lines(document: &Document) -> Vec<String> {
    let mut lines = vec![format!("tree {}", shown(&document.name.as_str().into()))];
    let root = document.node(document.root().unwrap()).unwrap();
    tell(document, root, 0, &mut lines);
    lines
}

fn tell(document: &Document, node: &Node, depth: usize, lines: &mut Vec<String>) {
    let children = node.children().iter().filter_map(|id| document.node(id));
    let children: Vec<&Node> = children.filter(|child| !absent(document, child)).collect();
    let literal = |name: &str| {
        node.parameters
            .get(name)
            .and_then(ParameterValue::as_literal)
    };
    let bool = |name: &str, default| literal(name).and_then(Value::as_bool).unwrap_or(default);
    let (class, more) = match &*node.task {
        "CompareBool" => {
            let differ = literal("operator").and_then(Value::as_str) == Some("!=");
            let right = if node.parameters.get("right").is_some() {
                // Bound values are copied later.
                true
            } else {
                !differ
            };
            (
                "BoolComparison",
                format!(" {} {right}", bool("left", false)),
            )
        }
        "Log" => {
            let bound = "".into();
            let text = literal("text").unwrap_or(&bound);
            ("Log", format!(" {}", shown(text)))
        }
        "Wait" => {
            let bound = 1.0.into();
            let seconds = literal("seconds").unwrap_or(&bound);
            ("Wait", format!(" {}", shown(seconds)))
        }
        "SetVariable" => {
            let Some(ParameterValue::Variable(name)) = node.parameters.get("variable") else {
                panic!("the parameter is not bound");
            };
            let initial = variables().into_iter().find(|(n, _)| *n == &**name);
            let initial = shown(&initial.unwrap().1);
            let entry = format!("{{name={},val={initial}}}", shown(&(&**name).into()));
            let value = shown(literal("value").unwrap());
            (
                "SetVariable",
                format!(" {{value={value},variable={entry}}}"),
            )
        }
        "Repeater" => {
            let rounds = match (bool("forever", false), literal("count")) {
                (true, _) => "forever".to_owned(),
                // Bound values are copied later.
                (false, None) => "1".to_owned(),
                (false, Some(count)) => shown(count),
            };
            (
                "Repeater",
                format!(" {rounds} {}", bool("end_on_failure", false)),
            )
        }
        "Shoot" => {
            let mut fields: Vec<(&str, String)> = node
                .parameters
                .iter()
                .map(|(name, value)| (&**name, shown(value.as_literal().unwrap())))
                .collect();
            fields.sort();
            let fields: Vec<String> = fields
                .iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
            ("Shoot", format!(" {{{}}}", fields.join(",")))
        }
        "Selector" if children.len() == 1 => ("Sequence", String::new()),
        other => (other, String::new()),
    };
    let line = |title: &str, abort: AbortType, depth| {
        format!("{depth} {class} {} {abort}{more}", shown(&title.into()))
    };
    let mut depth = depth;
    if class == "UntilFailure" && bool("succeed", false) {
        let title = format!("{} (Inverter)", node.title());
        lines.push(format!(
            "{depth} Inverter {} None",
            shown(&title.as_str().into())
        ));
        depth += 1;
    }
    lines.push(line(node.title(), node.abort, depth));
    depth += 1;
    for (at, child) in children.iter().enumerate() {
        if &*node.task == "Selector" && at > 0 && at + 1 < children.len() {
            let title = format!("{} ({})", node.title(), at + 1);
            lines.push(line(&title, node.abort, depth));
            depth += 1;
        }
        tell(document, child, depth, lines);
    }
}

/// Returns a value as the mock prints it.
pub fn shown(value: &Value) -> String {
    match value {
        Value::Bool(b) => b.to_string(),
        Value::Int(i) => i.to_string(),
        Value::Float(x) => hexadecimal(*x),
        Value::String(text) => {
            let text = text
                .replace('\\', "\\\\")
                .replace('"', "\\\"")
                .replace('\n', "\\n");
            format!(
                "\"{}\"",
                text.replace('\u{1}', "\\0012").replace("\\00122", "\\0012")
            )
        }
        Value::Vec3([x, y, z]) => {
            format!(
                "{{x={},y={},z={}}}",
                hexadecimal(*x),
                hexadecimal(*y),
                hexadecimal(*z)
            )
        }
        Value::List(items) => {
            let items: Vec<String> = items
                .iter()
                .enumerate()
                .map(|(i, item)| format!("{}={}", i + 1, shown(item)))
                .collect();
            format!("{{{}}}", items.join(","))
        }
        other => panic!("{other}"),
    }
}

/// Formats a number like `%a` in C, so that no digit is lost.
fn hexadecimal(number: f64) -> String {
    if number == 0.0 {
        return "0x0p+0".to_owned();
    }
    let bits = number.to_bits();
    let sign = if number < 0.0 { "-" } else { "" };
    let digits = format!("{:013x}", bits & ((1 << 52) - 1));
    let digits = digits.trim_end_matches('0');
    let dot = if digits.is_empty() { "" } else { "." };
    let exponent = (bits >> 52 & 0x7ff) as i64 - 1023;
    format!("{sign}0x1{dot}{digits}p{exponent:+}")
}
