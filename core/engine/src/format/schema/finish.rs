//! Postprocesses the schemas that `schemars` derives: `$id`, the field `$schema`, and forms that text editors handle
//! best.

use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value as Json, json};

use crate::format::json_text::{push_spaced, push_string};

/// The order of the first keys in a schema. The definitions come last.
const FIRST: [&str; 8] = [
    "$schema",
    "$id",
    "title",
    "description",
    "$ref",
    "type",
    "const",
    "enum",
];
const LAST: [&str; 4] = ["required", "properties", "additionalProperties", "$defs"];

/// The longest line of a schema, in characters.
const WIDTH: usize = 140;

/// Returns the schema of a file whose content is a `T`.
pub fn of<T: JsonSchema>(name: &str) -> Json {
    let settings = SchemaSettings::draft2020_12().with_transform(Simplify);
    let mut schema = Json::from(settings.into_generator().into_root_schema_for::<T>());
    if let Some(file) = schema.as_object_mut() {
        let id = format!("urn:treewright:schema:{name}:1");
        file.insert("$id".into(), id.into());
        if let Some(properties) = file.get_mut("properties").and_then(Json::as_object_mut) {
            let description = "The location of this schema, for text editors.";
            let place = json!({"description": description, "type": "string"});
            properties.insert("$schema".into(), place);
        }
        in_order(file);
    }
    schema
}

/// Returns the rule: if this field exists and matches the condition, the other fields must match `then`.
pub fn only_if(field: &str, condition: &Json, then: &Json) -> Json {
    json!({
        "if": {"properties": {field: condition}, "required": [field]},
        "then": {"properties": then}
    })
}

/// A transform. Optional fields are left out of files, never null, so null is removed; and formats of numbers, whose
/// ranges our readers check, are removed.
#[derive(Clone, Copy, Debug)]
struct Simplify;

impl Transform for Simplify {
    fn transform(&mut self, schema: &mut Schema) {
        if let Some(object) = schema.as_object_mut() {
            without_null(object);
            if object.get("format").is_some_and(Json::is_string) {
                object.remove("format");
            }
            if object.get("default") == Some(&json!([])) {
                object.remove("default");
            }
            if let Some(Json::String(description)) = object.get_mut("description") {
                *description = description.replace('\n', " ");
            }
            in_order(object);
        }
        transform_subschemas(self, schema);
    }
}

/// Removes null from the schema of an `Option`. An intended null is of the type `OrNull`, which lists null first.
fn without_null(object: &mut Map<String, Json>) {
    if let Some(types) = object.get_mut("type").and_then(Json::as_array_mut)
        && types.last() == Some(&json!("null"))
    {
        types.pop();
        if let [only] = &mut types[..] {
            let only = only.take();
            object.insert("type".into(), only);
        }
    }
    if let Some(names) = object.get_mut("enum").and_then(Json::as_array_mut) {
        names.retain(|name| !name.is_null());
    }
    let is_null = |schema: &Json| *schema == json!({"type": "null"});
    if let Some(forms) = object.get_mut("anyOf").and_then(Json::as_array_mut)
        && forms.last().is_some_and(is_null)
    {
        forms.pop();
        if forms.len() == 1
            && let Some(Json::Object(only)) = forms.pop()
        {
            object.remove("anyOf");
            for (key, value) in only {
                object.entry(key).or_insert(value);
            }
        }
    }
}

fn in_order(schema: &mut Map<String, Json>) {
    let place = |key: &str| {
        let at = |list: &[&str]| list.iter().position(|listed| *listed == key);
        let last = at(&LAST).map(|at| FIRST.len() + 1 + at);
        at(&FIRST).or(last).unwrap_or(FIRST.len())
    };
    let mut fields: Vec<(String, Json)> = std::mem::take(schema).into_iter().collect();
    fields.sort_by_key(|(key, _)| place(key));
    schema.extend(fields);
}

/// Returns the text of a schema; an object that fits into a line is written on one.
pub(super) fn text(schema: &Json) -> String {
    let mut text = String::new();
    push(schema, 0, &mut text);
    text.push('\n');
    text
}

/// Recursive: schemas are only as deep as our types.
fn push(json: &Json, indent: usize, out: &mut String) {
    let start = out.len() - out.rfind('\n').map_or(0, |at| at + 1);
    let mut line = String::new();
    push_spaced(&json.to_string(), &mut line);
    let comma = 1;
    let (brackets, parts) = match json {
        Json::Object(fields) => {
            let parts = fields.iter().map(|(key, value)| (Some(key), value));
            ("{}", parts.collect::<Vec<_>>())
        }
        Json::Array(items) => ("[]", items.iter().map(|item| (None, item)).collect()),
        _ => ("", Vec::new()),
    };
    if start + line.len() + comma <= WIDTH || parts.is_empty() {
        out.push_str(&line);
        return;
    }
    let new_line = |out: &mut String, indent: usize| {
        out.push('\n');
        out.extend(std::iter::repeat_n(' ', indent));
    };
    out.push_str(&brackets[..1]);
    for (at, (key, value)) in parts.into_iter().enumerate() {
        out.push_str(if at == 0 { "" } else { "," });
        new_line(out, indent + 2);
        if let Some(key) = key {
            push_string(key, out);
            out.push_str(": ");
        }
        push(value, indent + 2, out);
    }
    new_line(out, indent);
    out.push_str(&brackets[1..]);
}
