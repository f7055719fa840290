//! Objects whose names are data and must differ: of two equal ones a reader of JSON would drop the first without a word.

use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;

use indexmap::IndexMap;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

use super::field_error::{FieldError, Sort};
use super::json_errors::{custom, expecting};

/// Names with what stands beside them, in the order of the file; a name that occurs twice is an error.
pub struct Distinct<K, V>(IndexMap<K, V>);

impl<K, V> Default for Distinct<K, V> {
    fn default() -> Self {
        Self(IndexMap::default())
    }
}

impl<K, V> IntoIterator for Distinct<K, V> {
    type Item = (K, V);
    type IntoIter = indexmap::map::IntoIter<K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'de, K, V> Deserialize<'de> for Distinct<K, V>
where
    K: Deserialize<'de> + fmt::Display + Eq + Hash,
    V: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct DistinctVisitor<K, V>(PhantomData<(K, V)>);

        impl<'de, K, V> Visitor<'de> for DistinctVisitor<K, V>
        where
            K: Deserialize<'de> + fmt::Display + Eq + Hash,
            V: Deserialize<'de>,
        {
            type Value = Distinct<K, V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                expecting(f, &Sort::Object)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = IndexMap::new();
                while let Some(key) = map.next_key::<K>()? {
                    if entries.contains_key(&key) {
                        return Err(custom(FieldError::Twice {
                            key: key.to_string(),
                        }));
                    }
                    let value = map.next_value()?;
                    entries.insert(key, value);
                }
                Ok(Distinct(entries))
            }
        }

        deserializer.deserialize_map(DistinctVisitor(PhantomData))
    }
}
