//! Counts the members of a message that its type does not have. Knows no single message.

use serde::de::value::Error;
use serde::de::{Deserialize, Deserializer, Error as _, Visitor};
use serde::forward_to_deserialize_any;
use treewright_core::format::json;
use treewright_core::format::shape::Entries;

/// Asks a type for the names of its fields instead of giving it any; `None` if it has none.
struct FieldNames(Option<&'static [&'static str]>);

impl<'de> Deserializer<'de> for &mut FieldNames {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("nothing to read"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.0 = Some(fields);
        self.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct
        seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// Returns how many members of an object are no fields of the type; 0 if the type has no fields.
pub(super) fn count_unknown<'de, T: Deserialize<'de>>(object: &str) -> usize {
    let mut names = FieldNames(None);
    // It fails always, after it has named its fields.
    let _ = T::deserialize(&mut names);
    let members = json::from_str::<Entries<'_>>(object);
    let (Some(known), Ok(members)) = (names.0, members) else {
        return 0;
    };
    let members = members.0.iter();
    members
        .filter(|(name, _)| !known.contains(&&**name))
        .count()
}
