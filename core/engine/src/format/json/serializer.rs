//! Writes values as JSON by serde, without white space.

use std::fmt::{self, Debug, Write as _};

use serde::ser::{
    Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use super::Raw;
use crate::format::json_text::push_string;

/// Writes a value on one line. Infinite numbers and those that are not a number become null.
///
/// # Errors
/// Fails only if the type does, or if it has numbers of 128 bits.
pub fn to_string<T: Serialize>(value: &T) -> Result<String, fmt::Error> {
    let mut serializer = JsonSerializer {
        out: String::new(),
        is_raw: false,
    };
    value.serialize(&mut serializer)?;
    Ok(serializer.out)
}

/// A text that is being written.
struct JsonSerializer {
    out: String,
    /// Whether the next string is JSON already.
    is_raw: bool,
}

impl JsonSerializer {
    /// Writes the shortest text that reads back as the same float.
    fn float(&mut self, number: impl Debug, is_finite: bool) -> fmt::Result {
        if !is_finite {
            return self.word("null");
        }
        write!(self.out, "{number:?}")
    }

    fn word(&mut self, word: &str) -> fmt::Result {
        self.out.write_str(word)
    }

    /// Begins a list or an object.
    fn members(&mut self, start: &str, end: &'static str) -> Members<'_> {
        self.out.push_str(start);
        Members {
            serializer: self,
            is_first: true,
            end,
        }
    }

    /// Begins the object of an enum's variant.
    fn variant(&mut self, name: &str) {
        self.out.push('{');
        push_string(name, &mut self.out);
        self.out.push(':');
    }
}

/// Writes numbers as wider ones.
macro_rules! numbers {
    ($($method:ident: $type:ty as $wider:ident;)*) => {$(
        fn $method(self, number: $type) -> fmt::Result {
            self.$wider(number.into())
        }
    )*};
}

impl<'s> Serializer for &'s mut JsonSerializer {
    type Ok = ();
    type Error = fmt::Error;
    type SerializeSeq = Members<'s>;
    type SerializeTuple = Members<'s>;
    type SerializeTupleStruct = Members<'s>;
    type SerializeTupleVariant = Members<'s>;
    type SerializeMap = Members<'s>;
    type SerializeStruct = Members<'s>;
    type SerializeStructVariant = Members<'s>;

    numbers! {
        serialize_i8: i8 as serialize_i64;
        serialize_i16: i16 as serialize_i64;
        serialize_i32: i32 as serialize_i64;
        serialize_u8: u8 as serialize_u64;
        serialize_u16: u16 as serialize_u64;
        serialize_u32: u32 as serialize_u64;
    }

    fn serialize_i64(self, number: i64) -> fmt::Result {
        write!(self.out, "{number}")
    }

    fn serialize_u64(self, number: u64) -> fmt::Result {
        // Most numbers of a snapshot have one digit.
        if number < 10 {
            self.out.push(char::from(b'0' + number as u8));
            return Ok(());
        }
        write!(self.out, "{number}")
    }

    fn serialize_f32(self, number: f32) -> fmt::Result {
        self.float(number, number.is_finite())
    }

    fn serialize_f64(self, number: f64) -> fmt::Result {
        self.float(number, number.is_finite())
    }

    fn serialize_bool(self, on: bool) -> fmt::Result {
        self.word(if on { "true" } else { "false" })
    }

    fn serialize_char(self, character: char) -> fmt::Result {
        self.serialize_str(character.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, text: &str) -> fmt::Result {
        if std::mem::take(&mut self.is_raw) {
            return self.word(text);
        }
        push_string(text, &mut self.out);
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> fmt::Result {
        self.collect_seq(bytes)
    }

    fn serialize_none(self) -> fmt::Result {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> fmt::Result {
        value.serialize(self)
    }

    fn serialize_unit(self) -> fmt::Result {
        self.word("null")
    }

    fn serialize_unit_struct(self, _name: &'static str) -> fmt::Result {
        self.serialize_unit()
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> fmt::Result {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> fmt::Result {
        self.is_raw = name == Raw::NAME;
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        value: &T,
    ) -> fmt::Result {
        self.variant(variant);
        value.serialize(&mut *self)?;
        self.word("}")
    }

    fn serialize_seq(self, _len: Option<usize>) -> Result<Members<'s>, fmt::Error> {
        Ok(self.members("[", "]"))
    }

    fn serialize_tuple(self, _len: usize) -> Result<Members<'s>, fmt::Error> {
        Ok(self.members("[", "]"))
    }

    fn serialize_tuple_struct(
        self,
        _name: &'static str,
        _len: usize,
    ) -> Result<Members<'s>, fmt::Error> {
        Ok(self.members("[", "]"))
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _len: usize,
    ) -> Result<Members<'s>, fmt::Error> {
        self.variant(variant);
        Ok(self.members("[", "]}"))
    }

    fn serialize_map(self, _len: Option<usize>) -> Result<Members<'s>, fmt::Error> {
        Ok(self.members("{", "}"))
    }

    fn serialize_struct(self, _name: &'static str, _len: usize) -> Result<Members<'s>, fmt::Error> {
        Ok(self.members("{", "}"))
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _len: usize,
    ) -> Result<Members<'s>, fmt::Error> {
        self.variant(variant);
        Ok(self.members("{", "}}"))
    }
}

/// The items of a list or the fields of an object.
struct Members<'s> {
    serializer: &'s mut JsonSerializer,
    is_first: bool,
    /// The text after the last one.
    end: &'static str,
}

impl Members<'_> {
    fn comma(&mut self) {
        if !std::mem::take(&mut self.is_first) {
            self.serializer.out.push(',');
        }
    }

    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> fmt::Result {
        self.comma();
        value.serialize(&mut *self.serializer)
    }

    fn field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> fmt::Result {
        self.comma();
        push_string(name, &mut self.serializer.out);
        self.serializer.out.push(':');
        value.serialize(&mut *self.serializer)
    }

    fn finish(self) -> fmt::Result {
        self.serializer.word(self.end)
    }
}

/// Implements the serializer of a list or an object by a method of [`Members`].
macro_rules! members {
    ($($trait:ident: $method:ident($($name:ident)?) is $own:ident;)*) => {$(
        impl $trait for Members<'_> {
            type Ok = ();
            type Error = fmt::Error;

            fn $method<T: Serialize + ?Sized>(&mut self, $($name: &'static str,)? value: &T) -> fmt::Result {
                self.$own($($name,)? value)
            }

            fn end(self) -> fmt::Result {
                self.finish()
            }
        }
    )*};
}

members! {
    SerializeSeq: serialize_element() is item;
    SerializeTuple: serialize_element() is item;
    SerializeTupleStruct: serialize_field() is item;
    SerializeTupleVariant: serialize_field() is item;
    SerializeStruct: serialize_field(name) is field;
    SerializeStructVariant: serialize_field(name) is field;
}

impl SerializeMap for Members<'_> {
    type Ok = ();
    type Error = fmt::Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> fmt::Result {
        self.comma();
        let start = self.serializer.out.len();
        key.serialize(&mut *self.serializer)?;
        // A name must be a string, also if it is a number.
        let out = &mut self.serializer.out;
        if !out[start..].starts_with('"') {
            out.insert(start, '"');
            out.push('"');
        }
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> fmt::Result {
        self.serializer.out.push(':');
        value.serialize(&mut *self.serializer)
    }

    fn end(self) -> fmt::Result {
        self.finish()
    }
}
