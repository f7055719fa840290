//! Values, texts and comments as Lua; names that are readable, unique and allowed; and variables as the engine has
//! them: entries of the data that the nodes of a tree share, or of the data of all trees, each with its value in `val`.
//! Knows no node.

use std::fmt::Write as _;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use treewright_core::diagnostic::{hides, visible};
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, Scope, Variable};
use treewright_core::value::Value;

use crate::words;

/// Returns a text in quotes. Letters of any script stay; what would end the text or is invisible is escaped.
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
            // Byte by byte, which all versions of Lua support, with three digits, so that a following digit is not read
            // as one of them.
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

/// Returns a value as Lua; vectors and colors are tables.
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

/// Returns the float with the same shortest decimal, so that `0.1` does not become `0.10000000149011612`.
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

/// Returns an integer as Lua. The smallest one has no literal: its digits alone are too large.
fn int(whole: i64) -> String {
    if whole == i64::MIN {
        return format!("({} - 1)", whole + 1);
    }
    whole.to_string()
}

/// Returns the shortest text that reads back as the same float.
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

/// Appends a comment, one line of Lua for each of its lines.
pub(super) fn push_comment(indent: &str, text: &str, out: &mut String) {
    for line in text
        .split(['\n', '\r'])
        .filter(|line| !line.trim().is_empty())
    {
        out.push_str(indent);
        // The blank keeps `[[` from starting a long comment.
        out.push_str("-- ");
        out.push_str(&visible(line.trim()));
        out.push('\n');
    }
}

/// The keywords of Lua.
const WORDS: &str = "and break do else elseif end false for function goto if in local nil not or repeat return then true until while";

/// The names that the module itself uses.
const USED: &str = "self bt math module node nodes tree gameobject";

/// Returns whether a word is in a list with blanks between.
fn is_among(word: &str, words: &str) -> bool {
    words.split(' ').any(|one| one == word)
}

/// Returns whether a name is a valid identifier of Lua.
pub(super) fn is_name(text: &str) -> bool {
    let mut chars = text.chars();
    let starts = chars
        .next()
        .is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    starts && chars.all(|c| c.is_ascii_alphanumeric() || c == '_') && !is_among(text, WORDS)
}

/// Returns the access to a field of this name.
pub(super) fn field(name: &str) -> String {
    if is_name(name) {
        format!(".{name}")
    } else {
        format!("[{}]", quoted(name))
    }
}

/// The names that are taken.
#[derive(Default)]
pub(super) struct LuaNames {
    /// The number to try next after each name.
    next: FxHashMap<String, usize>,
}

impl LuaNames {
    /// Returns a new name made from this title; if that has no ASCII letters, from the task.
    pub fn add(&mut self, title: &str, task: &str) -> String {
        let words = [words::snake_case(title), words::snake_case(task)];
        let stem = words.into_iter().find(|words| !words.is_empty());
        let mut stem = stem.unwrap_or_else(|| "task".to_owned());
        if stem.starts_with(|c: char| c.is_ascii_digit()) {
            stem.insert_str(0, "task_");
        }
        let mut name = stem.clone();
        loop {
            let number = self.next.entry(stem.clone()).or_insert(1);
            if *number > 1 {
                name = format!("{stem}_{number}");
            }
            *number += 1;
            let is_taken = name != stem && self.next.contains_key(&name);
            if !is_taken && !is_among(&name, WORDS) && !is_among(&name, USED) {
                self.next.entry(name.clone()).or_insert(2);
                return name;
            }
        }
    }
}

/// The variables of a document.
pub(super) struct SharedData<'a> {
    /// In the order of declaration; of two with one name, the first counts.
    pub variables: Vec<&'a Variable>,
    by_name: FxHashMap<&'a str, &'a Variable>,
    resets: &'a FxHashMap<NodeId, Vec<Arc<str>>>,
}

impl<'a> SharedData<'a> {
    /// Returns the variables of a document, some of which are set to their initial values whenever the nodes of
    /// `resets` start.
    pub fn new(document: &'a Document, resets: &'a FxHashMap<NodeId, Vec<Arc<str>>>) -> Self {
        let mut by_name = FxHashMap::default();
        let mut variables = Vec::new();
        for variable in &document.variables {
            if by_name.insert(&*variable.name, variable).is_none() {
                variables.push(variable);
            }
        }
        Self {
            variables,
            by_name,
            resets,
        }
    }

    /// Returns the declared variable of this name.
    pub fn variable(&self, name: &str) -> Option<&'a Variable> {
        self.by_name.get(name).copied()
    }

    /// Returns the entry of a variable, as an expression of Lua.
    pub fn of(variable: &Variable) -> String {
        let data = match variable.scope {
            Scope::Global => "globalSharedData",
            Scope::Tree | Scope::Subtree => "sharedData",
        };
        format!("tree.{data}:GetData({})", quoted(&variable.name))
    }

    /// Returns the line that initializes a variable.
    pub fn initialized(variable: &Variable) -> String {
        let data = Self::of(variable);
        let initial = &variable.initial.value;
        let initial = initial.coerced(&variable.value_type);
        let initial = initial.unwrap_or_else(|| variable.value_type.default_value());
        let set = format!("{data}.val = {}", value(&initial));
        match variable.scope {
            // Another tree may have run first.
            Scope::Global => format!("if {data}.val == nil then {set} end"),
            Scope::Tree | Scope::Subtree => set,
        }
    }

    /// Returns the lines that a node runs when it starts, if it resets variables then.
    pub fn reset(&self, node: &NodeId) -> Option<Vec<String>> {
        let names = self.resets.get(node)?;
        let variables = names.iter().filter_map(|name| self.variable(name));
        Some(variables.map(Self::initialized).collect()).filter(|lines: &Vec<_>| !lines.is_empty())
    }
}
