//! Expressions in properties: constants, properties of agents, method calls. Does not know where they are used.

use treewright_core::value::{Value, ValueType};

/// One side of a comparison, or an argument.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Term {
    Constant(Value),
    /// The property of this name, with its type if this program has that type.
    Property(String, Option<ValueType>),
    /// Anything else, as written in the file.
    Other(String),
}

/// Returns the value type for a behaviac type name.
fn value_type(name: &str) -> Option<ValueType> {
    Some(match name.trim().trim_start_matches("const ").trim() {
        "bool" => ValueType::Bool,
        "int" | "uint" | "short" | "ushort" | "sbyte" | "ubyte" | "byte" | "long" | "ulong"
        | "llong" | "ullong" => ValueType::Int,
        "float" | "double" => ValueType::Float,
        "string" | "char*" | "behaviac::string" | "std::string" => ValueType::String,
        _ => return None,
    })
}

fn constant(value_type: &ValueType, text: &str) -> Option<Value> {
    let text = text.trim();
    match value_type {
        ValueType::Bool => text.to_ascii_lowercase().parse().ok().map(Value::Bool),
        ValueType::Int => text.parse().ok().map(Value::Int),
        ValueType::Float => {
            let number: f64 = text.trim_end_matches(['f', 'F']).parse().ok()?;
            number.is_finite().then_some(Value::Float(number))
        }
        ValueType::String => Some(Value::String(unquoted(text).unwrap_or(text).into())),
        _ => None,
    }
}

fn unquoted(text: &str) -> Option<&str> {
    text.strip_prefix('"')?.strip_suffix('"')
}

/// Parses a term: `const int 2`, `int Self.Npc::hp`, or an argument such as `2` or `"x"`.
pub(super) fn term(text: &str) -> Term {
    let text = text.trim();
    let other = || Term::Other(text.to_owned());
    if let Some(rest) = text.strip_prefix("const ") {
        let (name, value) = rest.trim_start().split_once(' ').unwrap_or((rest, ""));
        let value = value_type(name).and_then(|value_type| constant(&value_type, value));
        return value.map_or_else(other, Term::Constant);
    }
    if text.contains(['(', '[']) && unquoted(text).is_none() {
        return other();
    }
    if let Some(text) = unquoted(text) {
        return Term::Constant(text.into());
    }
    if text.contains("::") {
        let text = text.strip_prefix("static ").unwrap_or(text);
        let (name, path) = text.rsplit_once(' ').unwrap_or(("", text));
        return property(path)
            .map_or_else(other, |property| Term::Property(property, value_type(name)));
    }
    let simple = [ValueType::Bool, ValueType::Int, ValueType::Float];
    let value = simple
        .iter()
        .find_map(|value_type| constant(value_type, text));
    value.map_or_else(other, Term::Constant)
}

/// Returns the variable for `Self.Npc::hp`: `hp`. For a property of another agent, that agent's name is a prefix.
fn property(path: &str) -> Option<String> {
    let (left, name) = path.rsplit_once("::")?;
    let agent = left.split('.').next().unwrap_or_default();
    if name.is_empty() {
        return None;
    }
    Some(if matches!(agent, "Self" | "") {
        name.to_owned()
    } else {
        format!("{agent}.{name}")
    })
}

/// Returns the name of a method and its arguments: `Self.Npc::Attack(1,"x")` is `Npc::Attack` with two. For a method of
/// another agent, that agent's name is a prefix.
pub(super) fn call(text: &str) -> Option<(String, Vec<String>)> {
    let (path, rest) = text.trim().split_once('(')?;
    let inside = rest.trim_end().strip_suffix(')')?;
    let path = path.rsplit(' ').next().unwrap_or(path);
    let name = path.strip_prefix("Self.").unwrap_or(path);
    let is_name = !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | ':' | '.'));
    is_name.then(|| (name.to_owned(), arguments(inside)))
}

/// Splits arguments at commas that are outside of texts and brackets.
fn arguments(text: &str) -> Vec<String> {
    let mut arguments = vec![String::new()];
    let (mut depth, mut in_text) = (0_usize, false);
    for c in text.chars() {
        match c {
            '"' => in_text = !in_text,
            '(' | '[' | '{' if !in_text => depth += 1,
            ')' | ']' | '}' if !in_text => depth = depth.saturating_sub(1),
            ',' if !in_text && depth == 0 => {
                arguments.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = arguments.last_mut() {
            last.push(c);
        }
    }
    arguments.retain(|argument| !argument.trim().is_empty());
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_and_calls_are_parsed() {
        assert_eq!(term("const int 2"), Term::Constant(Value::Int(2)));
        assert_eq!(
            term("const float -1.5f"),
            Term::Constant(Value::Float(-1.5))
        );
        assert_eq!(term("const string \"a b\""), Term::Constant("a b".into()));
        assert_eq!(
            term("int Self.Npc::hp"),
            Term::Property("hp".into(), Some(ValueType::Int))
        );
        assert_eq!(
            term("static bool Game.World::night"),
            Term::Property("Game.night".into(), Some(ValueType::Bool))
        );
        for other in [
            "int Self.Npc::list[0]",
            "Self.Npc::Get(1)",
            "const Vec {x=1;}",
            "",
            "Self.Npc::",
        ] {
            assert_eq!(term(other), Term::Other(other.trim().into()));
        }
        let (name, arguments) =
            call(r#"Self.Npc::Attack(int Self.Npc::target,"a,b",{x=1,y=(2,3);})"#).unwrap();
        let expected = ("Npc::Attack", 3, "\"a,b\"");
        assert_eq!((&*name, arguments.len(), &*arguments[1]), expected);
        let expected = Some(("Npc::Flee".into(), Vec::new()));
        assert_eq!(call("Self.Npc::Flee()"), expected);
        assert_eq!((call("3"), call("a b(1"), call("+(1)")), (None, None, None));
    }
}
