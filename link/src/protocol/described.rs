//! The schema of a message, for those who write clients in other languages: what the types of the messages do not say by
//! themselves. Only with the feature `schema`.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use treewright_core::format::schema::StatusName;

use super::{FromEditor, FromGame, Json};
use crate::proof::Hex16;

/// A message of the live link: a JSON object with one member, the name of the message.
#[derive(JsonSchema)]
#[schemars(title = "Treewright live link, version 1: a message", untagged)]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) enum AnyMessage {
    Game(FromGame),
    Editor(FromEditor),
}

/// Whether a tree runs, and if it has finished, how.
#[derive(JsonSchema)]
#[schemars(rename = "tree_state")]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) enum TreeStateName {
    /// It runs.
    Enabled,
    /// It keeps its run state and does nothing until it is resumed.
    Paused,
    /// It does nothing until it is enabled.
    Disabled,
    /// Its root ended with this status.
    Finished(StatusName),
}

impl JsonSchema for Hex16 {
    fn schema_name() -> Cow<'static, str> {
        "bytes".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "16 bytes as hexadecimal digits.",
            "type": "string",
            "pattern": "^[0-9a-fA-F]{32}$"
        })
    }
}

impl JsonSchema for Json {
    fn schema_name() -> Cow<'static, str> {
        "file_of_breakpoints".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "The content of a file of breakpoints: its schema is `urn:treewright:schema:breakpoints:1`.",
            "type": "object"
        })
    }
}
