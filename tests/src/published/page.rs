//! Writes the page about a format from its schema: every field with its type, default and meaning.

use std::fmt::Write as _;

use serde_json::Value as Json;
use treewright_core::format::schema::Published;

use super::About;

/// Returns the page as Markdown.
pub fn page(published: &Published, about: &About) -> String {
    let schema = &published.schema;
    let mut out = String::new();
    let title = schema["title"].as_str().unwrap_or_default();
    let _ = writeln!(
        out,
        "<!-- Written by `cargo run -p treewright-tests --bin schemas`. -->"
    );
    let _ = writeln!(out, "# {title}\n");
    let _ = writeln!(out, "{}\n", description(schema));
    for remark in about.remarks {
        let _ = writeln!(out, "{remark}\n");
    }
    let _ = writeln!(out, "```json\n{}\n```\n", about.example);
    schema_part(published, &mut out);
    if schema["properties"].is_object() {
        let _ = writeln!(out, "## Fields\n");
        fields(schema, &mut out);
    }
    let definitions = schema["$defs"].as_object();
    let mut names: Vec<&String> = definitions
        .into_iter()
        .flat_map(serde_json::Map::keys)
        .collect();
    names.sort_unstable();
    for name in names {
        let _ = writeln!(out, "### {name}\n");
        definition(&schema["$defs"][name], &mut out);
    }
    if !about.lenient.is_empty() {
        let _ = writeln!(out, "## Accepted although the schema refuses it\n");
        for reason in about.lenient {
            let _ = writeln!(out, "- {reason}");
        }
    }
    format!("{}\n", out.trim_end())
}

fn schema_part(published: &Published, out: &mut String) {
    let file = published.file_name();
    let _ = writeln!(
        out,
        "The JSON Schema is `assets/schema/{file}` (`$id`: `{}`). `treewright schema {}` prints it.",
        published.schema["$id"].as_str().unwrap_or_default(),
        published.name
    );
    if published.schema["properties"]["$schema"].is_object() {
        let _ = writeln!(
            out,
            "Add `\"$schema\": \"path/to/{file}\"` to a file to let a text editor complete and check it."
        );
    }
    out.push('\n');
}

fn definition(schema: &Json, out: &mut String) {
    let said = description(schema);
    if !said.is_empty() {
        let _ = writeln!(out, "{said}\n");
    }
    if schema["properties"].is_object() {
        return fields(schema, out);
    }
    let forms = schema["anyOf"].as_array().or(schema["oneOf"].as_array());
    let Some(forms) = forms else {
        let _ = writeln!(out, "{}\n", type_of(schema));
        return;
    };
    for form in forms {
        let said = description(form);
        let colon = if said.is_empty() { "" } else { ": " };
        let _ = writeln!(out, "- {}{colon}{said}", type_of(form));
    }
    out.push('\n');
}

fn fields(schema: &Json, out: &mut String) {
    let Some(properties) = schema["properties"].as_object() else {
        return;
    };
    let is_required = |name: &str| {
        let list = schema["required"].as_array();
        list.is_some_and(|list| list.iter().any(|required| required == name))
    };
    let _ = writeln!(
        out,
        "| field | type | default | meaning |\n| --- | --- | --- | --- |"
    );
    for (name, field) in properties {
        let default = match &field["default"] {
            _ if is_required(name) => "required".to_owned(),
            Json::Null => String::new(),
            Json::String(text) if text.is_empty() => "empty".to_owned(),
            default => format!("`{default}`"),
        };
        let said = description(field).replace('|', "\\|");
        let _ = writeln!(
            out,
            "| `{name}` | {} | {default} | {said} |",
            type_of(field)
        );
    }
    out.push('\n');
}

fn description(schema: &Json) -> &str {
    schema["description"].as_str().unwrap_or_default()
}

/// Returns the type in a few words.
fn type_of(schema: &Json) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.rsplit('/').next().unwrap_or_default();
        return format!("[{name}](#{name})");
    }
    if let Some(forms) = schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
        return forms.iter().map(type_of).collect::<Vec<_>>().join(" or ");
    }
    if !schema["const"].is_null() {
        return format!("`{}`", schema["const"]);
    }
    if let Some(names) = schema["enum"].as_array() {
        return names
            .iter()
            .map(|name| format!("`{name}`"))
            .collect::<Vec<_>>()
            .join(", ");
    }
    match schema["type"].as_str() {
        Some("array") if schema["prefixItems"].is_array() => {
            let parts = schema["prefixItems"].as_array().into_iter().flatten();
            format!(
                "a list: {}",
                parts.map(type_of).collect::<Vec<_>>().join("; ")
            )
        }
        Some("array") => format!("list of {}", type_of(&schema["items"])),
        Some("object") if schema["additionalProperties"].is_object() => {
            format!(
                "map from name to {}",
                type_of(&schema["additionalProperties"])
            )
        }
        Some("object") => {
            let properties = schema["properties"].as_object();
            let field = |(name, of): (&String, &Json)| format!("`{name}`: {}", type_of(of));
            let fields: Vec<_> = properties.into_iter().flatten().map(field).collect();
            if fields.is_empty() {
                return "an object".to_owned();
            }
            format!("an object with {}", fields.join(", "))
        }
        Some(number @ ("integer" | "number")) => {
            let name = if number == "integer" {
                "whole number"
            } else {
                "number"
            };
            match (&schema["minimum"], &schema["maximum"]) {
                (Json::Null, Json::Null) => name.to_owned(),
                (min, Json::Null) => format!("{name} from {min}"),
                (min, max) => format!("{name} from {min} to {max}"),
            }
        }
        Some("string") => match schema["pattern"].as_str() {
            Some(pattern) => format!("string like `{}`", pattern.replace('|', "\\|")),
            None => "string".to_owned(),
        },
        Some(other) => other.to_owned(),
        None => "anything".to_owned(),
    }
}
