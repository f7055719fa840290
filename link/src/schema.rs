//! The published JSON Schemas of all file formats and of the messages of the live link. Only with the feature `schema`.

use serde_json::Value as Json;
use treewright_core::format::schema::{Published, of};

use crate::live_file;
use crate::protocol::described::AnyMessage;

/// Returns all schemas: those of files that games and editors read, of a message of the link, and of a line of what agents did.
pub fn all() -> Vec<Published> {
    let own = [
        ("link", of::<AnyMessage>("link")),
        ("live", of::<live_file::Described>("live")),
    ];
    let mut all = treewright_insight::schema::all();
    all.extend(own.map(|(name, schema)| Published {
        name,
        schema: in_small_letters(schema),
    }));
    all
}

/// Names the definitions as those of our other schemas: `FromGame` becomes `from_game`.
fn in_small_letters(mut schema: Json) -> Json {
    if let Some(definitions) = schema["$defs"].as_object_mut() {
        let named = std::mem::take(definitions).into_iter();
        definitions.extend(named.map(|(name, definition)| (in_small(&name), definition)));
    }
    refer_in_small(&mut schema);
    schema
}

fn refer_in_small(schema: &mut Json) {
    match schema {
        Json::Object(members) => {
            if let Some(Json::String(to)) = members.get_mut("$ref") {
                *to = in_small(to);
            }
            members.values_mut().for_each(refer_in_small);
        }
        Json::Array(items) => items.iter_mut().for_each(refer_in_small),
        _ => {}
    }
}

fn in_small(name: &str) -> String {
    let mut small = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && small.ends_with(|before: char| before.is_alphanumeric()) {
            small.push('_');
        }
        small.push(letter.to_ascii_lowercase());
    }
    small
}
