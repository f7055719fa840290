//! Decodes the `MessagePack` in which the Groot2 publisher sends the values of a blackboard. Reads what it writes: numbers, texts,
//! lists and maps. Knows nothing about trees.
//!
//! Libraries for it decode into types that are known before, or leave limits of depth and length to their user.

use std::fmt;

use thiserror::Error;
use treewright_core::value::Value;

use crate::bytes::Bytes;

/// The deepest nesting of lists and maps.
const MAX_DEPTH: usize = 64;

/// A decoded value.
#[derive(Clone, Debug, PartialEq)]
pub enum Packed {
    /// An entry that was never written, or whose type the program cannot tell.
    Nil,
    /// True or false. The publisher sends both as 1 and 0.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A whole number above the largest [`Packed::Int`].
    Large(u64),
    /// A floating-point number.
    Float(f64),
    /// A text.
    Text(String),
    /// Several values.
    List(Vec<Packed>),
    /// Values by name, in order.
    Map(Vec<(String, Packed)>),
}

/// The reason why bytes cannot be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PackFault {
    /// They end too early.
    #[error("the value ends too early")]
    Cut,
    /// They contain a type that no blackboard has.
    #[error("the value has a type that is unknown here")]
    UnknownType,
    /// Lists and maps are nested too deeply.
    #[error("the value is nested too deeply")]
    TooDeep,
    /// Something follows the value.
    #[error("more follows the value")]
    MoreFollows,
}

impl Packed {
    /// Decodes a value that takes up all of the bytes. Its memory is proportional to their number.
    ///
    /// # Errors
    /// If they are not such a value.
    pub fn decode(bytes: &[u8]) -> Result<Self, PackFault> {
        let mut bytes = Bytes(bytes);
        let value = read(&mut bytes, 0)?;
        if bytes.0.is_empty() {
            Ok(value)
        } else {
            Err(PackFault::MoreFollows)
        }
    }

    /// Returns it as the value of a variable; `None` if it has none. What no variable can hold becomes a text.
    pub fn to_value(&self) -> Option<Value> {
        Some(match self {
            Self::Nil => return None,
            Self::Bool(on) => Value::Bool(*on),
            Self::Int(number) => Value::Int(*number),
            Self::Float(number) => Value::Float(*number),
            Self::Text(text) => Value::from(&**text),
            Self::List(list) => match simple_list(list) {
                Some(values) => Value::List(values.into()),
                None => Value::from(&*self.to_string()),
            },
            Self::Large(_) | Self::Map(_) => Value::from(&*self.to_string()),
        })
    }
}

/// Returns the values of a list if all have the same simple type.
fn simple_list(list: &[Packed]) -> Option<Vec<Value>> {
    let is_simple = |one: &Packed| {
        let first = std::mem::discriminant(&list[0]);
        let holds_others = matches!(
            one,
            Packed::Nil | Packed::Large(_) | Packed::List(_) | Packed::Map(_)
        );
        std::mem::discriminant(one) == first && !holds_others
    };
    let values = list.iter().filter(|one| is_simple(one));
    let values: Vec<Value> = values.filter_map(Packed::to_value).collect();
    (values.len() == list.len()).then_some(values)
}

impl fmt::Display for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nil => f.write_str("nil"),
            Self::Bool(on) => write!(f, "{on}"),
            Self::Int(number) => write!(f, "{number}"),
            Self::Large(number) => write!(f, "{number}"),
            Self::Float(number) => write!(f, "{number}"),
            Self::Text(text) => write!(f, "{text}"),
            Self::List(list) => {
                let list: Vec<String> = list.iter().map(Self::to_string).collect();
                write!(f, "[{}]", list.join(", "))
            }
            Self::Map(fields) => {
                let fields = fields
                    .iter()
                    .map(|(name, value)| format!("{name}: {value}"));
                let fields: Vec<String> = fields.collect();
                write!(f, "{{{}}}", fields.join(", "))
            }
        }
    }
}

fn read(bytes: &mut Bytes<'_>, depth: usize) -> Result<Packed, PackFault> {
    if depth > MAX_DEPTH {
        return Err(PackFault::TooDeep);
    }
    let head = bytes.byte().ok_or(PackFault::Cut)?;
    Ok(match head {
        0x00..=0x7f => Packed::Int(head.into()),
        0x80..=0x8f => map(bytes, usize::from(head & 0x0f), depth)?,
        0x90..=0x9f => list(bytes, usize::from(head & 0x0f), depth)?,
        0xa0..=0xbf => Packed::Text(text(bytes, usize::from(head & 0x1f))?),
        0xc0 => Packed::Nil,
        0xc2 | 0xc3 => Packed::Bool(head == 0xc3),
        0xca => {
            let bits = bytes.array().ok_or(PackFault::Cut)?;
            Packed::Float(f32::from_be_bytes(bits).into())
        }
        0xcb => {
            let bits = bytes.array().ok_or(PackFault::Cut)?;
            Packed::Float(f64::from_be_bytes(bits))
        }
        0xcc..=0xcf => {
            let number = length(bytes, 1 << (head - 0xcc))?;
            i64::try_from(number).map_or(Packed::Large(number), Packed::Int)
        }
        0xd0..=0xd3 => Packed::Int(signed(bytes, 1 << (head - 0xd0))?),
        0xd9..=0xdb => {
            let length = length(bytes, 1 << (head - 0xd9))?;
            Packed::Text(text(bytes, length as usize)?)
        }
        0xdc | 0xdd => {
            let length = length(bytes, 2 << (head - 0xdc))?;
            list(bytes, length as usize, depth)?
        }
        0xde | 0xdf => {
            let length = length(bytes, 2 << (head - 0xde))?;
            map(bytes, length as usize, depth)?
        }
        0xe0..=0xff => Packed::Int(i64::from(head as i8)),
        // Binary data and extensions, which no blackboard has.
        0xc1 | 0xc4..=0xc9 | 0xd4..=0xd8 => return Err(PackFault::UnknownType),
    })
}

fn length(bytes: &mut Bytes<'_>, size: usize) -> Result<u64, PackFault> {
    bytes.big_endian(size).ok_or(PackFault::Cut)
}

/// Reads a signed number of this many bytes.
fn signed(bytes: &mut Bytes<'_>, size: usize) -> Result<i64, PackFault> {
    let unused = 64 - 8 * size as u32;
    let number = bytes.big_endian(size).ok_or(PackFault::Cut)?;
    Ok(((number << unused) as i64) >> unused)
}

/// Texts of the program need not be UTF-8.
fn text(bytes: &mut Bytes<'_>, length: usize) -> Result<String, PackFault> {
    let text = bytes.take(length).ok_or(PackFault::Cut)?;
    Ok(String::from_utf8_lossy(text).into_owned())
}

fn list(bytes: &mut Bytes<'_>, length: usize, depth: usize) -> Result<Packed, PackFault> {
    // Each value takes a byte at least; the length alone reserves no memory.
    let values = (0..length).map(|_| read(bytes, depth + 1));
    Ok(Packed::List(values.collect::<Result<_, _>>()?))
}

fn map(bytes: &mut Bytes<'_>, length: usize, depth: usize) -> Result<Packed, PackFault> {
    let fields = (0..length).map(|_| {
        let name = match read(bytes, depth + 1)? {
            Packed::Text(name) => name,
            other => other.to_string(),
        };
        Ok((name, read(bytes, depth + 1)?))
    });
    Ok(Packed::Map(fields.collect::<Result<_, _>>()?))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use treewright_core::testing::cases;

    use super::*;

    fn decoded(bytes: &[u8]) -> Packed {
        Packed::decode(bytes).unwrap()
    }

    #[test]
    fn numbers_of_every_size_are_exact() {
        assert_eq!(decoded(&[0x07]), Packed::Int(7));
        assert_eq!(decoded(&[0xf9]), Packed::Int(-7));
        assert_eq!(decoded(&[0xcd, 0x01, 0x00]), Packed::Int(256));
        assert_eq!(decoded(&[0xd1, 0xff, 0x00]), Packed::Int(-256));
        let most = [&[0xcf_u8][..], &u64::MAX.to_be_bytes()].concat();
        assert_eq!(decoded(&most), Packed::Large(u64::MAX));
        let text = Value::from("18446744073709551615");
        assert_eq!(decoded(&most).to_value(), Some(text));
        let least = [&[0xd3_u8][..], &i64::MIN.to_be_bytes()].concat();
        assert_eq!(decoded(&least), Packed::Int(i64::MIN));
        assert_eq!(decoded(&[0xca, 0x3f, 0xc0, 0, 0]), Packed::Float(1.5));
    }

    #[test]
    fn lists_of_one_type_become_lists_and_records_become_texts() {
        let list = decoded(&[0x92, 0xa1, b'a', 0xa1, b'b']).to_value();
        let expected = Value::List([Value::from("a"), Value::from("b")].into());
        assert_eq!(list, Some(expected));
        let mixed = decoded(&[0x92, 0x01, 0xa1, b'b']).to_value();
        assert_eq!(mixed, Some(Value::from("[1, b]")));
        let record = decoded(&[0x81, 0xa1, b'x', 0x02]).to_value();
        assert_eq!(record, Some(Value::from("{x: 2}")));
        assert_eq!(decoded(&[0xc0]).to_value(), None);
    }

    #[test]
    fn what_is_too_deep_cut_or_too_long_is_refused() {
        let nested = [vec![0x91; 65], vec![0x01]].concat();
        assert_eq!(Packed::decode(&nested), Err(PackFault::TooDeep));
        assert!(Packed::decode(&nested[1..]).is_ok());
        let endless = [0xdd, 0xff, 0xff, 0xff, 0xff, 0x01];
        assert_eq!(Packed::decode(&endless), Err(PackFault::Cut));
        assert_eq!(Packed::decode(&[0xc4, 0]), Err(PackFault::UnknownType));
        assert_eq!(Packed::decode(&[1, 1]), Err(PackFault::MoreFollows));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(cases(2_000)))]

        #[test]
        fn any_bytes_are_decoded_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            if let Ok(packed) = Packed::decode(&bytes) {
                // Each byte adds a text of limited length.
                prop_assert!(packed.to_string().len() <= 400 * bytes.len());
            }
        }
    }
}
