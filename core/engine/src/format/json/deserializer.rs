//! Reads values from a JSON text by serde. Every error has its position and the path to it.
//!
//! What is generic over the type that is read only calls the visitor. All else is in functions that are compiled once.

use std::borrow::Cow;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error as _, Expected, MapAccess,
    SeqAccess, Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::error::{PathStep, ReadError, object_with, sort_of};
use super::scanner::Scanner;
use super::{DEEPEST, Raw};
use crate::format::field_error::Sort;

/// A text that is being read.
pub(super) struct Reader<'de> {
    scanner: Scanner<'de>,
    /// How many more lists and objects may begin inside of those that are open.
    depth_left: usize,
}

/// A number in the type that serde has for it.
enum Number {
    Unsigned(u64),
    Signed(i64),
    Float(f64),
}

impl<'de> Reader<'de> {
    pub(super) fn new(text: &'de str) -> Self {
        Self {
            scanner: Scanner::new(text),
            depth_left: DEEPEST,
        }
    }

    /// Checks that nothing follows.
    pub(super) fn end(&mut self) -> Result<(), ReadError> {
        self.scanner.end()
    }

    /// Begins a list or an object.
    fn open(&mut self) -> Result<(), ReadError> {
        let left = self.depth_left.checked_sub(1);
        self.depth_left = left.ok_or_else(|| self.scanner.unexpected())?;
        self.scanner.pass();
        Ok(())
    }

    /// Returns whether another item of a list or field of an object follows, and moves to it.
    fn has_next(&mut self, is_first: bool, end: u8) -> Result<bool, ReadError> {
        let mut byte = self.scanner.token()?;
        if byte == end {
            return Ok(false);
        }
        if !is_first {
            if byte != b',' {
                return Err(self.scanner.unexpected());
            }
            self.scanner.pass();
            byte = self.scanner.token()?;
        }
        if byte == end || (end == b'}' && byte != b'"') {
            return Err(self.scanner.unexpected());
        }
        Ok(true)
    }

    /// Ends a list or an object.
    fn close(&mut self, end: u8) -> Result<(), ReadError> {
        self.depth_left += 1;
        let byte = self.scanner.token()?;
        if byte == end {
            self.scanner.pass();
            return Ok(());
        }
        if byte == b',' && end == b']' {
            self.scanner.pass();
            self.scanner.peek();
        }
        Err(self.scanner.unexpected())
    }

    fn parsed_number(&mut self) -> Result<Number, ReadError> {
        let raw = self.scanner.number()?;
        if let Ok(number) = raw.parse() {
            return Ok(Number::Unsigned(number));
        }
        if raw != "-0"
            && let Ok(number) = raw.parse()
        {
            return Ok(Number::Signed(number));
        }
        match raw.parse() {
            Ok(number) if f64::is_finite(number) => Ok(Number::Float(number)),
            _ => Err(self.scanner.invalid()),
        }
    }

    /// Returns the error that the next value has another type than expected. `known` is the type if `expected` does
    /// not say it as a message.
    #[cold]
    fn other_type(&mut self, expected: &dyn Expected, known: Option<Sort>) -> ReadError {
        match self.found() {
            Ok(found) => self.placed(ReadError::other_type(&found, expected, known)),
            Err(error) => error,
        }
    }

    /// Describes the next value, and passes it unless it is a list or an object.
    fn found(&mut self) -> Result<Sort, ReadError> {
        Ok(match self.scanner.token()? {
            b'{' => sort_of(Unexpected::Map),
            b'[' => sort_of(Unexpected::Seq),
            b'"' => sort_of(Unexpected::Str(&self.scanner.string()?)),
            b't' | b'f' | b'n' => match self.scanner.word()? {
                Some(word) => sort_of(Unexpected::Bool(word)),
                None => sort_of(Unexpected::Unit),
            },
            b'-' | b'0'..=b'9' => {
                let raw = self.scanner.number()?;
                let is_whole = !raw.contains(['.', 'e', 'E']);
                let whole = is_whole.then(|| Sort::Other(format!("`{raw}`")));
                whole.unwrap_or(Sort::Number)
            }
            _ => return Err(self.scanner.unexpected()),
        })
    }

    /// Sets the position of an error that has none.
    #[cold]
    fn placed(&self, error: ReadError) -> ReadError {
        error.placed(self.scanner.at())
    }

    /// Adds the field whose name begins at `name` to the path of an error. The value begins at `value`, if the error
    /// is in it.
    #[cold]
    fn in_field(&self, error: ReadError, name: usize, value: Option<usize>) -> ReadError {
        let name = self.scanner.moved_to(name).string().unwrap_or_default();
        error.inside(PathStep::Field(name.into_owned()), value)
    }
}

/// Passes values of one type to a visitor. What is long is not inlined, which would compile it many times.
impl<'de> Reader<'de> {
    fn positioned<T>(&self, value: Result<T, ReadError>) -> Result<T, ReadError> {
        value.map_err(|error| self.placed(error))
    }

    fn string<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, ReadError> {
        let value = match self.scanner.string()? {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_str(&text),
        };
        self.positioned(value)
    }

    fn number<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, ReadError> {
        let value = match self.parsed_number()? {
            Number::Unsigned(number) => visitor.visit_u64(number),
            Number::Signed(number) => visitor.visit_i64(number),
            Number::Float(number) => visitor.visit_f64(number),
        };
        self.positioned(value)
    }

    fn boolean<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, ReadError> {
        let word = self.scanner.word()?.unwrap_or_default();
        let value = visitor.visit_bool(word);
        self.positioned(value)
    }

    fn null<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, ReadError> {
        self.scanner.word()?;
        let value = visitor.visit_unit();
        self.positioned(value)
    }

    #[inline(never)]
    fn list<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, ReadError> {
        self.open()?;
        let value = visitor.visit_seq(ItemAccess::new(self, b']'));
        self.closed(value, b']')
    }

    #[inline(never)]
    fn object<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, ReadError> {
        self.open()?;
        let value = visitor.visit_map(ItemAccess::new(self, b'}'));
        self.closed(value, b'}')
    }

    fn closed<T>(&mut self, value: Result<T, ReadError>, end: u8) -> Result<T, ReadError> {
        let closed = self.close(end);
        let value = value.and_then(|value| closed.map(|()| value));
        self.positioned(value)
    }
}

/// Defines methods that accept only values beginning with one of these bytes.
macro_rules! only {
    ($($method:ident($($argument:ident: $type:ty),*): $sort:expr, {$($byte:pat => $read:ident),*};)*) => {$(
        fn $method<V: Visitor<'de>>(self, $($argument: $type,)* visitor: V) -> Result<V::Value, ReadError> {
            match self.scanner.token()? {
                $($byte => self.$read(visitor),)*
                _ => Err(self.other_type(&visitor, $sort)),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for &mut Reader<'de> {
    type Error = ReadError;

    only! {
        deserialize_any(): None, {
            b'{' => object, b'[' => list, b'"' => string, b't' | b'f' => boolean, b'n' => null,
            b'-' | b'0'..=b'9' => number
        };
        deserialize_bool(): Some(Sort::Boolean), {b't' | b'f' => boolean};
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
        deserialize_char(): Some(Sort::String), {b'"' => string};
        deserialize_str(): Some(Sort::String), {b'"' => string};
        deserialize_string(): Some(Sort::String), {b'"' => string};
        deserialize_identifier(): Some(Sort::String), {b'"' => string};
        deserialize_unit(): None, {b'n' => null};
        deserialize_unit_struct(_name: &'static str): None, {b'n' => null};
        deserialize_seq(): Some(Sort::List), {b'[' => list};
        deserialize_tuple(_len: usize): Some(Sort::List), {b'[' => list};
        deserialize_tuple_struct(_name: &'static str, _len: usize): Some(Sort::List), {b'[' => list};
        deserialize_map(): Some(Sort::Object), {b'{' => object};
        deserialize_struct(_name: &'static str, fields: &'static [&'static str]): Some(object_with(fields)), {b'{' => object};
    }

    forward_to_deserialize_any! { bytes byte_buf i128 u128 }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        if self.scanner.peek() == Some(b'n') {
            self.scanner.word()?;
            return visitor.visit_none();
        }
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        if name == Raw::NAME {
            return visitor.visit_borrowed_str(self.scanner.raw()?);
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        let is_object = match self.scanner.token()? {
            b'"' => false,
            b'{' => true,
            _ => return Err(self.scanner.unexpected()),
        };
        let value = visitor.visit_enum(VariantAccessor::new(self, is_object)?);
        if !is_object {
            return self.positioned(value);
        }
        let value = value?;
        self.close_variant()?;
        Ok(value)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.scanner.skip_value()?;
        visitor.visit_unit()
    }
}

/// The items of a list, or the fields of an object.
struct ItemAccess<'r, 'de> {
    reader: &'r mut Reader<'de>,
    end: u8,
    /// The number of items so far.
    count: usize,
    /// The offset of the name of the current field.
    name: usize,
}

impl<'r, 'de> ItemAccess<'r, 'de> {
    fn new(reader: &'r mut Reader<'de>, end: u8) -> Self {
        Self {
            reader,
            end,
            count: 0,
            name: 0,
        }
    }

    /// Moves to the next item; returns its offset, or `None` at the end.
    fn next(&mut self) -> Result<Option<usize>, ReadError> {
        if !self.reader.has_next(self.count == 0, self.end)? {
            return Ok(None);
        }
        self.count += 1;
        self.name = self.reader.scanner.at();
        Ok(Some(self.name))
    }

    /// Moves to the value of the current field and returns its offset, white space included.
    fn value(&mut self) -> Result<usize, ReadError> {
        self.reader.scanner.expect(b':')?;
        Ok(self.reader.scanner.at())
    }
}

impl<'de> SeqAccess<'de> for ItemAccess<'_, 'de> {
    type Error = ReadError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, ReadError> {
        let Some(start) = self.next()? else {
            return Ok(None);
        };
        match seed.deserialize(&mut *self.reader) {
            Ok(item) => Ok(Some(item)),
            Err(error) => Err(error.inside(PathStep::Item(self.count - 1), Some(start))),
        }
    }
}

impl<'de> MapAccess<'de> for ItemAccess<'_, 'de> {
    type Error = ReadError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, ReadError> {
        let Some(name) = self.next()? else {
            return Ok(None);
        };
        match seed.deserialize(&mut *self.reader) {
            Ok(key) => Ok(Some(key)),
            Err(error) => Err(self.reader.in_field(error, name, None)),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, ReadError> {
        let start = self.value()?;
        let value = seed.deserialize(&mut *self.reader);
        value.map_err(|error| self.reader.in_field(error, self.name, Some(start)))
    }
}

/// A variant of an enum: a string, or an object with a single field.
struct VariantAccessor<'r, 'de> {
    reader: &'r mut Reader<'de>,
    is_object: bool,
    /// The offset of its name.
    name: usize,
}

impl<'r, 'de> VariantAccessor<'r, 'de> {
    fn new(reader: &'r mut Reader<'de>, is_object: bool) -> Result<Self, ReadError> {
        if is_object {
            reader.open()?;
            if reader.scanner.token()? != b'"' {
                return Err(reader.scanner.unexpected());
            }
        }
        Ok(Self {
            name: reader.scanner.at(),
            reader,
            is_object,
        })
    }

    /// Moves to what the variant contains and returns its offset.
    fn content(&mut self, expected: &dyn Expected) -> Result<usize, ReadError> {
        if !self.is_object {
            return Err(ReadError::invalid_type(Unexpected::UnitVariant, expected));
        }
        Ok(self.reader.scanner.at())
    }

    fn in_variant(&self, error: ReadError, start: usize) -> ReadError {
        self.reader.in_field(error, self.name, Some(start))
    }
}

impl Reader<'_> {
    /// Ends the object of a variant.
    fn close_variant(&mut self) -> Result<(), ReadError> {
        self.depth_left += 1;
        if self.scanner.token()? != b'}' {
            return Err(self.scanner.invalid());
        }
        self.scanner.pass();
        Ok(())
    }
}

impl<'de> EnumAccess<'de> for VariantAccessor<'_, 'de> {
    type Error = ReadError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), ReadError> {
        let variant = seed.deserialize(&mut *self.reader)?;
        if self.is_object {
            self.reader.scanner.expect(b':')?;
        }
        Ok((variant, self))
    }
}

impl<'de> VariantAccess<'de> for VariantAccessor<'_, 'de> {
    type Error = ReadError;

    fn unit_variant(mut self) -> Result<(), ReadError> {
        if !self.is_object {
            return Ok(());
        }
        let start = self.content(&"unit variant")?;
        let value = <()>::deserialize(&mut *self.reader);
        value.map_err(|error| self.in_variant(error, start))
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(
        mut self,
        seed: T,
    ) -> Result<T::Value, ReadError> {
        let start = self.content(&"newtype variant")?;
        let value = seed.deserialize(&mut *self.reader);
        value.map_err(|error| self.in_variant(error, start))
    }

    fn tuple_variant<V: Visitor<'de>>(
        mut self,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        let start = self.content(&"tuple variant")?;
        let value = self.reader.deserialize_tuple(len, visitor);
        value.map_err(|error| self.in_variant(error, start))
    }

    fn struct_variant<V: Visitor<'de>>(
        mut self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        let start = self.content(&"struct variant")?;
        let value = self.reader.deserialize_struct("", fields, visitor);
        value.map_err(|error| self.in_variant(error, start))
    }
}
