//! The bytes of compact copies. Small numbers take one byte. Knows nothing of runs.

use std::sync::Arc;

use crate::runtime::outside::Event;
use crate::runtime::program::NONE;
use crate::value::Value;

/// The first byte of a number that takes eight more.
const LONG: u8 = u8::MAX;

/// Appends to a copy.
pub(super) struct Writer<'b>(pub &'b mut Vec<u8>);

impl Writer<'_> {
    #[inline]
    pub fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    #[inline]
    pub fn number(&mut self, number: u64) {
        if number < u64::from(LONG) {
            self.0.push(number as u8);
        } else {
            self.0.push(LONG);
            self.0.extend_from_slice(&number.to_le_bytes());
        }
    }

    /// The index of a node, or [`NONE`].
    #[inline]
    pub fn node(&mut self, node: u32) {
        self.number(u64::from(node.wrapping_add(1)));
    }

    pub fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.extend_from_slice(text.as_bytes());
    }

    pub fn list<T>(&mut self, list: &[T], mut item: impl FnMut(&mut Self, &T)) {
        self.number(list.len() as u64);
        for entry in list {
            item(self, entry);
        }
    }

    pub fn event(&mut self, event: &Event) {
        self.text(&event.name);
        self.optional_value(event.payload.as_ref());
    }

    pub fn optional_value(&mut self, value: Option<&Value>) {
        self.byte(u8::from(value.is_some()));
        if let Some(value) = value {
            self.value(value);
        }
    }

    #[inline]
    pub fn value(&mut self, value: &Value) {
        match value {
            Value::Bool(truth) => self.byte(u8::from(*truth)),
            Value::Int(int) => {
                self.byte(2);
                self.number(*int as u64);
            }
            Value::Float(float) => {
                self.byte(3);
                self.0.extend_from_slice(&float.to_le_bytes());
            }
            Value::String(text) => {
                self.byte(4);
                self.text(text);
            }
            Value::Vec2(vector) => {
                self.byte(5);
                self.floats(vector);
            }
            Value::Vec3(vector) => {
                self.byte(6);
                self.floats(vector);
            }
            Value::Color(color) => {
                self.byte(7);
                self.floats(&color.map(f64::from));
            }
            Value::List(items) => {
                self.byte(8);
                self.list(items, Self::value);
            }
        }
    }

    fn floats(&mut self, floats: &[f64]) {
        for float in floats {
            self.0.extend_from_slice(&float.to_le_bytes());
        }
    }
}

/// Reads a copy that a [`Writer`] has written. Beyond its end there are zeros.
pub(super) struct Reader<'b>(pub &'b [u8]);

impl Reader<'_> {
    #[inline]
    pub fn byte(&mut self) -> u8 {
        let Some((byte, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        *byte
    }

    #[inline]
    fn eight(&mut self) -> [u8; 8] {
        let Some((bytes, rest)) = self.0.split_first_chunk() else {
            self.0 = &[];
            return [0; 8];
        };
        self.0 = rest;
        *bytes
    }

    #[inline]
    pub fn number(&mut self) -> u64 {
        match self.byte() {
            LONG => u64::from_le_bytes(self.eight()),
            small => u64::from(small),
        }
    }

    #[inline]
    pub fn node(&mut self) -> u32 {
        (self.number() as u32).wrapping_sub(1)
    }

    pub fn text(&mut self) -> Arc<str> {
        let length = self.number() as usize;
        let (text, rest) = self.0.split_at_checked(length).unwrap_or((self.0, &[]));
        self.0 = rest;
        String::from_utf8_lossy(text).into()
    }

    pub fn list<T>(&mut self, list: &mut Vec<T>, mut item: impl FnMut(&mut Self) -> T) {
        for _ in 0..self.number() {
            let entry = item(self);
            list.push(entry);
        }
    }

    pub fn event(&mut self) -> Event {
        Event {
            name: self.text(),
            payload: self.optional_value(),
        }
    }

    pub fn optional_value(&mut self) -> Option<Value> {
        (self.byte() != 0).then(|| {
            let mut value = Value::Bool(false);
            self.value(&mut value);
            value
        })
    }

    /// Reads a value. One that is equal to the value before keeps its memory.
    #[inline]
    pub fn value(&mut self, into: &mut Value) {
        *into = match self.byte() {
            0 => Value::Bool(false),
            1 => Value::Bool(true),
            2 => Value::Int(self.number() as i64),
            3 => Value::Float(self.float()),
            4 => {
                let text = self.text();
                if matches!(into, Value::String(own) if *own == text) {
                    return;
                }
                Value::String(text)
            }
            5 => Value::Vec2([self.float(), self.float()]),
            6 => Value::Vec3([self.float(), self.float(), self.float()]),
            7 => Value::Color([(); 4].map(|()| self.float() as f32)),
            _ => {
                let mut items = Vec::new();
                self.list(&mut items, |from| {
                    let mut item = Value::Bool(false);
                    from.value(&mut item);
                    item
                });
                Value::List(items.into())
            }
        };
    }

    fn float(&mut self) -> f64 {
        f64::from_le_bytes(self.eight())
    }
}

/// The index of no node takes one byte.
const _: () = assert!(NONE.wrapping_add(1) == 0);
