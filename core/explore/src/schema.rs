//! The published JSON Schema of files of claims.

use treewright_core::format::schema::Published;

use crate::claims_json;

/// Returns the schemas of this crate's files.
pub fn all() -> Vec<Published> {
    let name = "claims";
    let schema = claims_json::schema();
    vec![Published { name, schema }]
}
