//! Conversion of other tools' JSON values, both ways: bools, numbers, texts, and lists of one of these types. Any other
//! value is kept as its JSON text. Also names: a task of the game with the name of a built-in node type has a prefix
//! here, and none in the other tool's file; and a node's name and comment are one text in tools that have only one.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::LazyLock;

use treewright_core::category::Category;
use treewright_core::format::json_text::{compact_any, push_string};
use treewright_core::format::literal::{push_display, read_literal};
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Literal, Node, NodeDeclaration, ParameterValue};
use treewright_core::value::Value;

use super::json_text::{Json, JsonKind, JsonText};

/// Returns the constant for a value; its JSON as a text if no value type fits; `None` for null.
pub(crate) fn literal_of(json: Json<'_>) -> Option<Literal> {
    match json.kind() {
        JsonKind::Null => None,
        JsonKind::Object => Some(as_text(json)),
        _ => Some(
            read_literal(json.raw())
                .ok()
                .filter(|l| !has_vectors(&l.value))
                .unwrap_or_else(|| as_text(json)),
        ),
    }
}

/// Returns whether a value of a file has no value type and is kept as its JSON text.
pub(crate) fn is_kept_as_text(json: Json<'_>, held: &Literal) -> bool {
    held.value.as_str().is_some() && json.kind() != JsonKind::Text
}

/// Sets the parameters of a node from fields of its file, with the constants that `given` returns; returns the keys of
/// those that are kept as text.
pub(crate) fn set_fields<'t>(
    node: &mut Node,
    fields: impl Iterator<Item = (Cow<'t, str>, Json<'t>)>,
    given: impl Fn(&Node, &str, Json<'t>) -> Option<Literal>,
) -> Vec<Cow<'t, str>> {
    let mut held_as_text = Vec::new();
    for (key, value) in fields {
        let Some(literal) = given(node, &key, value) else {
            continue;
        };
        let is_text = is_kept_as_text(value, &literal);
        let literal = ParameterValue::Literal(literal);
        node.parameters.insert((&*key).into(), literal);
        held_as_text.extend(is_text.then_some(key));
    }
    held_as_text
}

fn as_text(json: Json<'_>) -> Literal {
    Literal::from(Value::String(compact_any(json.raw()).into()))
}

/// Returns whether a list was read as a vector, which the native format writes as a list.
fn has_vectors(value: &Value) -> bool {
    match value {
        Value::Vec2(_) | Value::Vec3(_) | Value::Color(_) => true,
        Value::List(items) => items.iter().any(has_vectors),
        _ => false,
    }
}

/// Returns a constant as JSON: as it was written if known, vectors as lists of numbers. With `was_other`, a text that
/// is still JSON is returned unchanged: it was a value without a value type.
pub(crate) fn foreign_json(literal: &Literal, was_other: bool) -> String {
    if was_other
        && let Value::String(text) = &literal.value
        && JsonText::of(text).is_ok()
    {
        return compact_any(text);
    }
    match &literal.written {
        Some(written)
            if read_literal(written).is_ok_and(|l| l.value == literal.value)
                && !has_vectors(&literal.value) =>
        {
            compact_any(written)
        }
        _ => {
            let mut out = String::new();
            push_value(&literal.value, &mut out);
            out
        }
    }
}

fn push_value(value: &Value, out: &mut String) {
    match value {
        Value::Bool(flag) => out.push_str(if *flag { "true" } else { "false" }),
        Value::Int(whole) => push_display(whole, out),
        Value::Float(number) => push_number(*number, out),
        Value::String(text) => push_string(text, out),
        Value::Vec2(numbers) => push_numbers(numbers.iter().copied(), out),
        Value::Vec3(numbers) => push_numbers(numbers.iter().copied(), out),
        Value::Color(numbers) => push_numbers(numbers.iter().copied().map(f64::from), out),
        Value::List(items) => {
            for (i, item) in items.iter().enumerate() {
                out.push(if i == 0 { '[' } else { ',' });
                match item {
                    // A list contains no lists.
                    Value::List(_) => out.push_str("[]"),
                    item => push_value(item, out),
                }
            }
            out.push_str(if items.is_empty() { "[]" } else { "]" });
        }
    }
}

fn push_numbers(numbers: impl Iterator<Item = f64>, out: &mut String) {
    for (i, number) in numbers.enumerate() {
        out.push(if i == 0 { '[' } else { ',' });
        push_number(number, out);
    }
    out.push(']');
}

/// Appends a number as JavaScript writes it: without a fraction if it has none.
pub(crate) fn push_number(number: f64, out: &mut String) {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if number.fract() == 0.0
        && number.abs() < EXACT
        && !(number == 0.0 && number.is_sign_negative())
    {
        push_display(number as i64, out);
    } else {
        // Writing to a String cannot fail.
        let _ = write!(out, "{number:?}");
    }
}

/// Converts seconds to milliseconds: an integer if the seconds came from one.
pub(crate) fn milliseconds(seconds: f64) -> f64 {
    let exact = seconds * 1000.0;
    let whole = exact.round();
    // Compares bits: the same float that whole milliseconds convert to.
    if (whole / 1000.0).to_bits() == seconds.to_bits() {
        whole
    } else {
        exact
    }
}

/// The prefix of a game task that has the name of a built-in node type.
const PREFIX: &str = "game.";

/// Returns whether a built-in node type has this name.
pub(crate) fn is_builtin(name: &str) -> bool {
    builtin(name).is_some()
}

/// Returns the declaration of a built-in node type.
pub(crate) fn builtin(task: &str) -> Option<&'static NodeDeclaration> {
    static BUILTIN: LazyLock<NodeLibrary> = LazyLock::new(NodeLibrary::builtin);
    BUILTIN.declaration(task)
}

/// Returns the name here of a task of the game.
pub(crate) fn own_name(name: &str) -> Cow<'_, str> {
    if is_builtin(name.trim_start_matches(PREFIX)) {
        return format!("{PREFIX}{name}").into();
    }
    name.into()
}

/// Returns the name of a task in the other tool's file.
pub(crate) fn foreign_name(task: &str) -> &str {
    match task.strip_prefix(PREFIX) {
        Some(name) if is_builtin(name.trim_start_matches(PREFIX)) => name,
        _ => task,
    }
}

/// A tool's names for composites, decorators, conditionals and actions, in this order.
pub(crate) struct Families(pub [&'static str; 4]);

impl Families {
    /// Returns the tool's name of a category.
    pub(crate) fn name(&self, category: Category) -> &'static str {
        self.0[category as usize]
    }

    /// Returns the category with this name.
    pub(crate) fn of(&self, name: &str) -> Option<Category> {
        let mut all = Category::ALL.into_iter();
        all.find(|category| self.name(*category) == name)
    }
}

/// Splits a text into the name and comment of a node: its first line, and the others.
pub(crate) fn split_description(text: &str) -> (String, String) {
    let (name, comment) = text.split_once('\n').unwrap_or((text, ""));
    (name.to_owned(), comment.to_owned())
}

/// Returns name and comment as one text.
pub(crate) fn full_description(node: &Node) -> String {
    if node.comment.is_empty() {
        return node.name.clone();
    }
    format!("{}\n{}", node.name, node.comment)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_task_keeps_its_name_after_import_and_export() {
        for (name, here) in [
            ("Idle", "game.Idle"),
            ("game.Idle", "game.game.Idle"),
            ("Attack", "Attack"),
            ("game.Attack", "game.Attack"),
        ] {
            assert_eq!(own_name(name), here);
            assert_eq!(foreign_name(here), name);
        }
    }
}
