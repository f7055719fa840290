//! A value in a JSON text that is not parsed.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::{Serialize, Serializer};

/// A value as it is written in a text. Only this module's reader and writer know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Raw<'a>(&'a str);

impl<'a> Raw<'a> {
    /// The name by which the reader and the writer recognize it.
    pub(super) const NAME: &'static str = "$treewright::Raw";

    /// Wraps a value that was written as JSON.
    pub fn of(json: &'a str) -> Self {
        Self(json)
    }

    /// The JSON of the value.
    pub fn get(self) -> &'a str {
        self.0
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Raw<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct RawVisitor;

        impl<'de> Visitor<'de> for RawVisitor {
            type Value = Raw<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("any JSON value")
            }

            fn visit_borrowed_str<E: Error>(self, json: &'de str) -> Result<Raw<'de>, E> {
                Ok(Raw(json))
            }
        }

        deserializer.deserialize_newtype_struct(Self::NAME, RawVisitor)
    }
}

impl Serialize for Raw<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(Self::NAME, self.0)
    }
}
