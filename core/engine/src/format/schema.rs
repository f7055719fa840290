//! The published JSON Schemas of our files, generated from the types that read and write them. Only with the feature
//! `schema`; games do not need it.
//!
//! A schema can only check one place in a file at a time, so a reader may refuse a file that its schema allows.

mod finish;
mod parameters;
mod stand_in;
#[cfg(test)]
pub(super) mod testing;
mod values;

use serde_json::Value as Json;

use super::{native, tasks_json};

#[doc(hidden)]
pub use finish::{of, only_if};
pub(super) use parameters::{Task, complete_parameters};
#[doc(hidden)]
pub use stand_in::StandIn;
#[doc(hidden)]
pub use values::{
    AbortName, ByName, CategoryName, ConflictKindName, Coordinate, Id, LibraryStandIn, OrNull,
    Parameter, ParameterTypeName, ScopeName, Seconds, StandIns, StatusName, TypeName, Value,
    Values, Version, Whole,
};

/// A published schema.
#[derive(Clone, Debug, PartialEq)]
pub struct Published {
    /// Its name: on the command line, in its `$id`, and in the names of its file and page.
    pub name: &'static str,
    /// The schema itself.
    pub schema: Json,
}

impl Published {
    /// The name of its file.
    pub fn file_name(&self) -> String {
        format!("treewright-{}-1.json", self.name)
    }

    /// The text of its file.
    pub fn text(&self) -> String {
        finish::text(&self.schema)
    }
}

/// Returns the schemas of documents and of task libraries.
pub fn all() -> Vec<Published> {
    let published = |(name, schema)| Published { name, schema };
    let all = [("bt", native::schema()), ("tasks", tasks_json::schema())];
    all.map(published).into()
}
