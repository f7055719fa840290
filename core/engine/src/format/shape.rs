//! Shapes of JSON objects: known fields by name; all others are kept as text. Both borrow from the text being read.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};

use super::field_error::{FieldError, Sort};
use super::json::{Raw, custom, expecting};
use crate::limits::ITEMS;

/// A text in a file. Borrowed from the file unless it contains escapes.
#[derive(Clone, Debug)]
pub struct Text<'a>(pub Cow<'a, str>);

impl Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'a> Text<'a> {
    /// The slice of the file, if it is borrowed.
    pub fn borrowed(&self) -> Option<&'a str> {
        match self.0 {
            Cow::Borrowed(text) => Some(text),
            Cow::Owned(_) => None,
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextVisitor;

        impl<'de> Visitor<'de> for TextVisitor {
            type Value = Text<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                expecting(f, &Sort::Text)
            }

            fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Borrowed(text)))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }

            fn visit_string<E: Error>(self, text: String) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(text)))
            }
        }

        deserializer.deserialize_str(TextVisitor)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Text<'_> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "text".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(generator)
    }
}

/// A list of at most `MOST` items. Deserializing a longer one fails.
#[derive(Clone, Debug)]
pub struct Items<T, const MOST: usize = ITEMS>(pub Vec<T>);

impl<T, const MOST: usize> Default for Items<T, MOST> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T, const MOST: usize> Deref for Items<T, MOST> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<'de, T: Deserialize<'de>, const MOST: usize> Deserialize<'de> for Items<T, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ItemsVisitor<T, const MOST: usize>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>, const MOST: usize> Visitor<'de> for ItemsVisitor<T, MOST> {
            type Value = Items<T, MOST>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                expecting(f, &Sort::List)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = list.next_element()? {
                    if items.len() >= MOST {
                        return Err(custom(FieldError::MostItems { most: MOST }));
                    }
                    items.push(item);
                }
                Ok(Items(items))
            }
        }

        deserializer.deserialize_seq(ItemsVisitor::<T, MOST>(PhantomData))
    }
}

#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema, const MOST: usize> schemars::JsonSchema for Items<T, MOST> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        Vec::<T>::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Vec::<T>::json_schema(generator)
    }
}

/// Fields that a shape does not declare, in the order of the file.
pub type Unknown<'a> = Vec<(Text<'a>, Raw<'a>)>;

/// Declares the shape of an object: a struct in which all known fields are optional, with the others in `unknown`.
/// Deserializing fails if a field occurs twice.
///
/// If the name of the object is followed by brackets, the shape is part of a published schema. The brackets contain
/// attributes for `schemars`, and doc comments become descriptions in the schema.
#[macro_export]
macro_rules! shape {
    (
        $(#[$doc:meta])*
        $name:ident is $what:ident { $($field:ident = $key:literal: $type:ty,)* }
    ) => {
        $(#[$doc])*
        #[derive(Default)]
        pub struct $name<'a> {
            $(pub $field: Option<$type>,)*
            pub unknown: $crate::format::shape::Unknown<'a>,
        }

        $crate::read_shape! { $name is $what { $($field = $key,)* } }
    };
    (
        $(#[$doc:meta])*
        $name:ident is $what:ident [$($schema:tt)*] {
            $($(#[$field_doc:meta])* $field:ident = $key:literal: $type:ty $([$($field_schema:tt)*])?,)*
        }
    ) => {
        $(#[$doc])*
        #[derive(Default)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars($($schema)*))]
        pub(super) struct $name<'a> {
            $(
                $(#[$field_doc])*
                #[cfg_attr(feature = "schema", schemars(rename = $key))]
                $(#[cfg_attr(feature = "schema", schemars($($field_schema)*))])?
                pub $field: Option<$type>,
            )*
            #[cfg_attr(feature = "schema", schemars(skip))]
            pub unknown: $crate::format::shape::Unknown<'a>,
        }

        impl $name<'_> {
            /// The names of the fields.
            #[allow(dead_code, reason = "not all shapes have fields that users name by hand")]
            pub const FIELDS: &'static [&'static str] = &[$($key),*];
        }

        $crate::read_shape! { $name is $what { $($field = $key,)* } }
    };
}
pub use shape;

/// Implements reading of a shape.
#[doc(hidden)]
#[macro_export]
macro_rules! read_shape {
    ($name:ident is $what:ident { $($field:ident = $key:literal,)* }) => {
        impl<'de: 'a, 'a> serde::Deserialize<'de> for $name<'a> {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let mut shape = Self::default();
                serde::de::DeserializeSeed::deserialize(&mut shape, deserializer)?;
                Ok(shape)
            }
        }

        /// Fills an empty shape in place, so that a long list is read without moving each item.
        impl<'de: 'a, 'a> serde::de::DeserializeSeed<'de> for &mut $name<'a> {
            type Value = ();

            fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
                deserializer.deserialize_map(self)
            }
        }

        impl<'de: 'a, 'a> serde::de::Visitor<'de> for &mut $name<'a> {
            type Value = ();

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let sort = $crate::format::field_error::Sort::$what;
                $crate::format::json::expecting(f, &sort)
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
                while let Some(key) = map.next_key::<$crate::format::shape::Text<'a>>()? {
                    match &*key {
                        $($key => {
                            if self.$field.is_some() {
                                return Err(serde::de::Error::duplicate_field($key));
                            }
                            self.$field = Some(map.next_value()?);
                        })*
                        _ => {
                            if self.unknown.len() >= $crate::limits::FIELDS {
                                let most = $crate::limits::FIELDS;
                                let error = $crate::format::field_error::FieldError::MostFields { most };
                                return Err($crate::format::json::custom(error));
                            }
                            let value = map.next_value()?;
                            self.unknown.push((key, value));
                        }
                    }
                }
                Ok(())
            }
        }
    };
}
pub use read_shape;

/// The fields of an object whose names are data.
pub struct Entries<'a>(pub Vec<(Text<'a>, Raw<'a>)>);

impl<'de: 'a, 'a> Deserialize<'de> for Entries<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        AnyFields::deserialize(deserializer).map(|any| Self(any.unknown))
    }
}

shape! {
    /// An object without known fields.
    AnyFields is Object {}
}
