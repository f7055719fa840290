//! Validates texts against schemas, for the tests of the formats.

use serde_json::Value as Json;

/// A compiled schema.
pub(in crate::format) struct Judge(jsonschema::Validator);

impl Judge {
    pub(in crate::format) fn new(schema: &Json) -> Self {
        Self(jsonschema::validator_for(schema).expect("it is a schema"))
    }

    /// The errors of the schema for this text.
    pub(in crate::format) fn complaints(&self, text: &str) -> Vec<String> {
        let instance: Json = serde_json::from_str(text).expect("it is JSON");
        let complaint =
            |error: jsonschema::ValidationError<'_>| format!("{}: {error}", error.instance_path());
        self.0.iter_errors(&instance).map(complaint).collect()
    }
}
