//! Values, texts and comments as Lua.

use std::fmt::Write as _;

use treewright_core::diagnostic::{hides, visible};
use treewright_core::value::Value;

/// A text in quotes. Letters of any script stay; what would end it or cannot be seen is escaped.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // Byte by byte as all versions of Lua read them, with three digits, so that a digit after it is not taken for one of them.
            c if hides(c) => {
                for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                    // Writing to a String cannot fail.
                    let _ = write!(out, "\\{byte:03}");
                }
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A value; vectors and colours are tables.
pub(super) fn value(value: &Value) -> String {
    match value {
        Value::Bool(b) => b.to_string(),
        Value::Int(whole) => int(*whole),
        Value::Float(number) => float(*number),
        Value::String(text) => quoted(text),
        Value::Vec2([x, y]) => table(&[("x", *x), ("y", *y)]),
        Value::Vec3([x, y, z]) => table(&[("x", *x), ("y", *y), ("z", *z)]),
        Value::Color([r, g, b, a]) => {
            let [r, g, b, a] = [r, g, b, a].map(|part| shortest(*part));
            table(&[("r", r), ("g", g), ("b", b), ("a", a)])
        }
        Value::List(items) => {
            let items: Vec<String> = items.iter().map(self::value).collect();
            format!("{{{}}}", items.join(", "))
        }
    }
}

/// The float with the same shortest decimal, so that `0.1` does not become `0.10000000149011612`.
fn shortest(part: f32) -> f64 {
    part.to_string().parse().unwrap_or(f64::from(part))
}

fn table(fields: &[(&str, f64)]) -> String {
    let fields: Vec<String> = fields
        .iter()
        .map(|(name, number)| format!("{name} = {}", float(*number)))
        .collect();
    format!("{{{}}}", fields.join(", "))
}

/// A whole number. The smallest cannot be written as such: its digits alone are too large.
fn int(whole: i64) -> String {
    if whole == i64::MIN {
        return format!("({} - 1)", whole + 1);
    }
    whole.to_string()
}

/// A float as the shortest text that reads back as the same one.
pub(super) fn float(number: f64) -> String {
    if number.is_nan() {
        return "(0/0)".to_owned();
    }
    if number.is_infinite() {
        let sign = if number < 0.0 { "-" } else { "" };
        return format!("{sign}math.huge");
    }
    format!("{number:?}")
}

/// Appends a comment, a line of Lua for each of its lines.
pub(super) fn push_comment(indent: &str, text: &str, out: &mut String) {
    for line in text
        .split(['\n', '\r'])
        .filter(|line| !line.trim().is_empty())
    {
        out.push_str(indent);
        // The blank keeps `[[` from beginning a long comment.
        out.push_str("-- ");
        out.push_str(&visible(line.trim()));
        out.push('\n');
    }
}
