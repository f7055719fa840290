//! Objects whose names are data and must be unique. By default, a JSON reader would keep only the last of two equal
//! names, without an error.

use std::fmt;
use std::marker::PhantomData;

use rustc_hash::FxHashSet;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

use super::field_error::{FieldError, Sort};
use super::json::{custom, expecting};
use super::literal::Written;
use crate::value::Value;

/// Names with their values, in the order of the file. Deserializing fails if a name occurs twice.
pub struct Distinct<K, V>(Vec<(K, V)>);

impl<K, V> Default for Distinct<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K, V> IntoIterator for Distinct<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// Serde module for fields whose value is an object of unique names, stored as a list of pairs.
#[allow(clippy::missing_errors_doc, reason = "serde asks for both")]
pub mod named {
    use super::{Deserialize, Deserializer, Distinct};
    use serde::{Serialize, Serializer};

    pub fn serialize<S, K, V>(named: &[(K, V)], serializer: S) -> Result<S::Ok, S::Error>
    where
        S: Serializer,
        K: Serialize,
        V: Serialize,
    {
        serializer.collect_map(named.iter().map(|(name, beside)| (name, beside)))
    }

    pub fn deserialize<'de, D, K, V>(deserializer: D) -> Result<Vec<(K, V)>, D::Error>
    where
        D: Deserializer<'de>,
        Distinct<K, V>: Deserialize<'de>,
    {
        Distinct::deserialize(deserializer).map(|named| named.into_iter().collect())
    }
}

/// Deserializes an object of unique names whose values are constants.
///
/// # Errors
/// Fails if it is not such an object.
pub fn named_values<'de, D, K>(deserializer: D) -> Result<Vec<(K, Value)>, D::Error>
where
    D: Deserializer<'de>,
    Distinct<K, Written>: Deserialize<'de>,
{
    let named = Distinct::deserialize(deserializer)?.into_iter();
    Ok(named.map(|(name, Written(value))| (name, value)).collect())
}

impl<'de, K, V> Deserialize<'de> for Distinct<K, V>
where
    K: Deserialize<'de> + fmt::Display,
    V: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct DistinctVisitor<K, V>(PhantomData<(K, V)>);

        impl<'de, K, V> Visitor<'de> for DistinctVisitor<K, V>
        where
            K: Deserialize<'de> + fmt::Display,
            V: Deserialize<'de>,
        {
            type Value = Distinct<K, V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                expecting(f, &Sort::Object)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let (mut entries, mut names) = (Vec::new(), FxHashSet::default());
                while let Some(key) = map.next_key::<K>()? {
                    if !names.insert(key.to_string()) {
                        let key = key.to_string();
                        return Err(custom(FieldError::Twice { key }));
                    }
                    entries.push((key, map.next_value()?));
                }
                Ok(Distinct(entries))
            }
        }

        deserializer.deserialize_map(DistinctVisitor(PhantomData))
    }
}
