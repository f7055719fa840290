//! Validates texts against schemas, for the tests of the formats.

use serde_json::Value as Json;

/// A compiled schema.
pub(in crate::format) struct SchemaValidator(jsonschema::Validator);

impl SchemaValidator {
    pub(in crate::format) fn new(schema: &Json) -> Self {
        Self(jsonschema::validator_for(schema).expect("a valid schema"))
    }

    /// The errors of the schema for this text.
    pub(in crate::format) fn errors(&self, text: &str) -> Vec<String> {
        let instance: Json = serde_json::from_str(text).expect("valid JSON");
        let describe =
            |error: jsonschema::ValidationError<'_>| format!("{}: {error}", error.instance_path());
        self.0.iter_errors(&instance).map(describe).collect()
    }
}
