//! A deserializer that finds where a JSON text has a wrong type, and the path to it. The text is valid JSON up to
//! that point, so syntax is not checked.

use std::borrow::Cow;

use serde::de::value::StrDeserializer;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error as _, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::value::RawValue;

use super::super::field_error::{FieldError, Sort};
use super::super::shape::Entries;
use super::{ReadError, other_type, sort};
use crate::told::Message;

/// A step of the path: a field or an index.
enum PathStep<'de> {
    Field(Cow<'de, str>),
    Item(usize),
}

pub(super) struct Reader<'de> {
    text: &'de str,
    at: usize,
    path: Vec<PathStep<'de>>,
}

impl<'de> Reader<'de> {
    /// Returns why the text does not deserialize as a `T`, with the path to the error.
    pub(super) fn read<T: Deserialize<'de>>(text: &'de str) -> Result<(), (Message, String)> {
        let mut reader = Self {
            text,
            at: 0,
            path: Vec::new(),
        };
        let read = T::deserialize(&mut reader);
        read.map(drop).map_err(|stop| (stop.0, reader.path()))
    }

    /// Returns the part of the text that is wrong, if it is below the top level.
    pub(super) fn failing_part<T: Deserialize<'de>>(text: &'de str) -> Option<&'de str> {
        let mut reader = Self {
            text,
            at: 0,
            path: Vec::new(),
        };
        T::deserialize(&mut reader).err()?;
        let mut part = (!reader.path.is_empty()).then_some(text)?;
        for step in &reader.path {
            part = match step {
                PathStep::Field(name) => {
                    let Entries(fields) = serde_json::from_str(part).ok()?;
                    let field = fields.into_iter().find(|(other, _)| **other == **name);
                    field?.1.get()
                }
                PathStep::Item(index) => {
                    let items: Vec<&RawValue> = serde_json::from_str(part).ok()?;
                    items.get(*index)?.get()
                }
            };
        }
        Some(part)
    }

    /// The path as text, such as `nodes[7].children[0]`.
    fn path(&self) -> String {
        let mut path = String::new();
        for step in &self.path {
            match step {
                PathStep::Field(name) if path.is_empty() => path.push_str(name),
                PathStep::Field(name) => path.extend([".", name]),
                PathStep::Item(index) => path.extend(["[", &index.to_string(), "]"]),
            }
        }
        path
    }

    fn peek(&mut self) -> u8 {
        let rest = self.text[self.at..].bytes();
        self.at += rest.take_while(u8::is_ascii_whitespace).count();
        self.text.as_bytes().get(self.at).copied().unwrap_or(b'\0')
    }

    /// Consumes this byte if it comes next.
    fn passes(&mut self, sign: u8) -> bool {
        let is_next = self.peek() == sign;
        self.at += usize::from(is_next);
        is_next
    }

    /// Consumes the next value and returns its text.
    fn raw(&mut self) -> &'de str {
        self.peek();
        let rest = &self.text[self.at..];
        let (mut depth, mut in_text, mut escaped) = (0_usize, false, false);
        let end = rest.bytes().enumerate().find_map(|(at, byte)| {
            if in_text {
                in_text = escaped || byte != b'"';
                escaped = !escaped && byte == b'\\';
                return (!in_text && depth == 0).then_some(at + 1);
            }
            match byte {
                b'"' => in_text = true,
                b'[' | b'{' => depth += 1,
                b']' | b'}' | b',' | b':' | b' ' | b'\t' | b'\r' | b'\n' if depth == 0 => {
                    return Some(at);
                }
                b']' | b'}' => depth -= 1,
                _ => return None,
            }
            (depth == 0 && byte != b'"').then_some(at + 1)
        });
        let raw = &rest[..end.unwrap_or(rest.len())];
        self.at += raw.len();
        raw
    }

    fn text(&mut self) -> Cow<'de, str> {
        let raw = self.raw();
        let inside = raw.strip_prefix('"').and_then(|raw| raw.strip_suffix('"'));
        match inside {
            Some(inside) if !inside.contains('\\') => Cow::Borrowed(inside),
            _ => Cow::Owned(serde_json::from_str(raw).unwrap_or_default()),
        }
    }

    fn number<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, ReadError> {
        let raw = self.raw();
        if let Ok(number) = raw.parse() {
            return visitor.visit_u64(number);
        }
        match raw.parse() {
            Ok(number) => visitor.visit_i64(number),
            Err(_) => visitor.visit_f64(raw.parse().unwrap_or(f64::INFINITY)),
        }
    }

    /// Returns the error that the next value has another type than the visitor expects.
    fn other<'v, V: Visitor<'v>>(&mut self, visitor: &V, known: Option<Sort>) -> ReadError {
        let expected = sort(visitor, known);
        match self.peek() {
            b'{' => other_type(Unexpected::Map, expected),
            b'[' => other_type(Unexpected::Seq, expected),
            b'"' => other_type(Unexpected::Str(&self.text()), expected),
            b't' => other_type(Unexpected::Bool(true), expected),
            b'f' => other_type(Unexpected::Bool(false), expected),
            b'n' => other_type(Unexpected::Unit, expected),
            _ => {
                let raw = self.raw();
                let is_whole = !raw.contains(['.', 'e', 'E']);
                let whole = is_whole.then(|| Sort::Other(format!("`{raw}`")));
                let found = whole.unwrap_or(Sort::Number).message();
                FieldError::OtherType { expected, found }.into()
            }
        }
    }

    /// Skips the rest of a list or object.
    fn close(&mut self, end: u8) {
        while !self.passes(end) && self.at < self.text.len() {
            let before = self.at;
            self.raw();
            self.at += usize::from(self.at == before);
        }
    }

    fn list<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, ReadError> {
        self.at += 1;
        let value = visitor.visit_seq(ItemAccess::of(self))?;
        self.close(b']');
        Ok(value)
    }

    fn object<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, ReadError> {
        self.at += 1;
        let value = visitor.visit_map(ItemAccess::of(self))?;
        self.close(b'}');
        Ok(value)
    }

    /// Deserializes a value one step further down the path.
    fn within<T: DeserializeSeed<'de>>(
        &mut self,
        step: PathStep<'de>,
        seed: T,
    ) -> Result<T::Value, ReadError> {
        self.path.push(step);
        let value = seed.deserialize(&mut *self)?;
        self.path.pop();
        Ok(value)
    }
}

/// Defines methods that accept only values beginning with one of these bytes.
macro_rules! only {
    ($($method:ident($($argument:ident: $type:ty),*): $sort:expr, {$($byte:pat => $read:ident),*};)*) => {$(
        fn $method<V: Visitor<'de>>(self, $($argument: $type,)* visitor: V) -> Result<V::Value, ReadError> {
            match self.peek() {
                $($byte => self.$read(visitor),)*
                _ => Err(self.other(&visitor, $sort)),
            }
        }
    )*};
}

impl<'de> Reader<'de> {
    fn word<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, ReadError> {
        match self.raw() {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            _ => visitor.visit_unit(),
        }
    }

    fn string<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, ReadError> {
        match self.text() {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_str(&text),
        }
    }
}

impl<'de> Deserializer<'de> for &mut Reader<'de> {
    type Error = ReadError;

    only! {
        deserialize_any(): None, {
            b'{' => object, b'[' => list, b'"' => string, b't' | b'f' | b'n' => word,
            b'-' | b'0'..=b'9' => number
        };
        deserialize_bool(): Some(Sort::Boolean), {b't' | b'f' => word};
        deserialize_i8(): None, {b'-' | b'0'..=b'9' => number};
        deserialize_i16(): None, {b'-' | b'0'..=b'9' => number};
        deserialize_i32(): None, {b'-' | b'0'..=b'9' => number};
        deserialize_i64(): None, {b'-' | b'0'..=b'9' => number};
        deserialize_u8(): None, {b'-' | b'0'..=b'9' => number};
        deserialize_u16(): None, {b'-' | b'0'..=b'9' => number};
        deserialize_u32(): None, {b'-' | b'0'..=b'9' => number};
        deserialize_u64(): None, {b'-' | b'0'..=b'9' => number};
        deserialize_f32(): None, {b'-' | b'0'..=b'9' => number};
        deserialize_f64(): None, {b'-' | b'0'..=b'9' => number};
        deserialize_char(): None, {b'"' => string};
        deserialize_str(): Some(Sort::String), {b'"' => string};
        deserialize_string(): Some(Sort::String), {b'"' => string};
        deserialize_identifier(): Some(Sort::String), {b'"' => string};
        deserialize_unit(): None, {b'n' => word};
        deserialize_unit_struct(_name: &'static str): None, {b'n' => word};
        deserialize_seq(): Some(Sort::List), {b'[' => list};
        deserialize_tuple(_len: usize): None, {b'[' => list};
        deserialize_tuple_struct(_name: &'static str, _len: usize): None, {b'[' => list};
        deserialize_map(): None, {b'{' => object};
        deserialize_struct(_name: &'static str, _fields: &'static [&'static str]): None, {
            b'{' => object, b'[' => list
        };
    }

    forward_to_deserialize_any! { bytes byte_buf i128 u128 }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        if self.peek() == b'n' {
            self.raw();
            return visitor.visit_none();
        }
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        // A `RawValue`: a part of the text, kept unparsed.
        if name.starts_with("$serde_json::") {
            let mut part = serde_json::Deserializer::from_str(self.raw());
            let kept = part.deserialize_newtype_struct(name, visitor);
            return kept.map_err(ReadError::custom);
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        let is_object = self.passes(b'{');
        let value = visitor.visit_enum(VariantReader(&mut *self, is_object))?;
        if is_object {
            self.close(b'}');
        }
        Ok(value)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.raw();
        visitor.visit_unit()
    }
}

/// The items of a list, or the fields of an object.
struct ItemAccess<'r, 'de> {
    reader: &'r mut Reader<'de>,
    count: usize,
    field: Cow<'de, str>,
}

impl<'r, 'de> ItemAccess<'r, 'de> {
    fn of(reader: &'r mut Reader<'de>) -> Self {
        Self {
            reader,
            count: 0,
            field: Cow::Borrowed(""),
        }
    }

    /// Returns whether there is another one.
    fn is_more(&mut self) -> bool {
        self.reader.passes(b',');
        !matches!(self.reader.peek(), b']' | b'}' | b'\0')
    }
}

impl<'de> SeqAccess<'de> for ItemAccess<'_, 'de> {
    type Error = ReadError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, ReadError> {
        if !self.is_more() {
            return Ok(None);
        }
        let item = PathStep::Item(self.count);
        self.count += 1;
        self.reader.within(item, seed).map(Some)
    }
}

impl<'de> MapAccess<'de> for ItemAccess<'_, 'de> {
    type Error = ReadError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, ReadError> {
        if !self.is_more() {
            return Ok(None);
        }
        let start = self.reader.at;
        self.field = self.reader.text();
        self.reader.at = start;
        let field = PathStep::Field(self.field.clone());
        let key = self.reader.within(field, seed)?;
        self.reader.passes(b':');
        Ok(Some(key))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, ReadError> {
        let field = std::mem::take(&mut self.field);
        self.reader.within(PathStep::Field(field), seed)
    }
}

/// A variant of an enum: a string, or an object with a single field.
struct VariantReader<'r, 'de>(&'r mut Reader<'de>, bool);

impl<'de> EnumAccess<'de> for VariantReader<'_, 'de> {
    type Error = ReadError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), ReadError> {
        let name = self.0.text();
        let variant = seed.deserialize(StrDeserializer::<ReadError>::new(&name))?;
        self.0.passes(b':');
        if self.1 {
            self.0.path.push(PathStep::Field(name));
        }
        Ok((variant, self))
    }
}

impl<'de> VariantAccess<'de> for VariantReader<'_, 'de> {
    type Error = ReadError;

    fn unit_variant(self) -> Result<(), ReadError> {
        if !self.1 {
            return Ok(());
        }
        self.newtype_variant()
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, ReadError> {
        if !self.1 {
            return Err(ReadError::invalid_type(
                Unexpected::UnitVariant,
                &"newtype variant",
            ));
        }
        let value = seed.deserialize(&mut *self.0)?;
        self.0.path.pop();
        Ok(value)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, ReadError> {
        if !self.1 {
            return Err(ReadError::invalid_type(
                Unexpected::UnitVariant,
                &"tuple variant",
            ));
        }
        let value = self.0.deserialize_tuple(len, visitor)?;
        self.0.path.pop();
        Ok(value)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        if !self.1 {
            return Err(ReadError::invalid_type(
                Unexpected::UnitVariant,
                &"struct variant",
            ));
        }
        let value = self.0.deserialize_struct("", fields, visitor)?;
        self.0.path.pop();
        Ok(value)
    }
}
