//! Values at the border: `tw_value`, and numbers and texts that stand for something of the engine.

use std::sync::Arc;

use treewright_core::runtime::{EndStatus, ErrorPolicy, Event, Outcome, Status};
use treewright_core::value::{Value, ValueType};

use crate::border::{Failure, Result};
use crate::constants::{
    TW_BOOL, TW_COLOR, TW_DISABLE_TREE, TW_FAILURE, TW_FLOAT, TW_GO_ON, TW_INACTIVE, TW_INT,
    TW_LIST, TW_NO_VALUE, TW_NONE, TW_RUNNING, TW_STRING, TW_SUCCESS, TW_VEC2, TW_VEC3,
};
use crate::memory::{In, Str, slice_of};

/// The number of a status: `tw_status`.
pub type CStatus = i32;

/// A value: `tw_value`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CValue {
    value_type: i32,
    element: i32,
    of: Of,
}

/// What a value holds, according to its type.
#[repr(C)]
#[derive(Clone, Copy)]
union Of {
    boolean: i32,
    integer: i64,
    number: f64,
    text: Str,
    vector: [f64; 3],
    color: [f32; 4],
    list: Items,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Items {
    items: *const CValue,
    count: usize,
}

impl CValue {
    /// No value.
    pub const NONE: Self = Self::new(TW_NO_VALUE, Of { vector: [0.0; 3] });

    const fn new(value_type: i32, of: Of) -> Self {
        let element = 0;
        Self {
            value_type,
            element,
            of,
        }
    }

    /// Returns a value that is no list. A text must live as long as the header says.
    #[inline]
    pub fn of_simple(value: &Value) -> Self {
        match value {
            Value::Bool(boolean) => Self::new(
                TW_BOOL,
                Of {
                    boolean: (*boolean).into(),
                },
            ),
            Value::Int(integer) => Self::new(TW_INT, Of { integer: *integer }),
            Value::Float(number) => Self::new(TW_FLOAT, Of { number: *number }),
            Value::String(text) => Self::new(
                TW_STRING,
                Of {
                    text: Str::of(text),
                },
            ),
            Value::Vec2([x, y]) => Self::new(
                TW_VEC2,
                Of {
                    vector: [*x, *y, 0.0],
                },
            ),
            Value::Vec3(vector) => Self::new(TW_VEC3, Of { vector: *vector }),
            Value::Color(color) => Self::new(TW_COLOR, Of { color: *color }),
            Value::List(_) => Self::NONE,
        }
    }

    /// Reads a value; `None` if it is none.
    ///
    /// # Errors
    /// If its type does not exist, a text is not UTF-8, or a list has items of several types.
    pub fn read(&self) -> Result<Option<Value>> {
        match self.value_type {
            TW_NO_VALUE => Ok(None),
            TW_LIST => self.read_list().map(Some),
            _ => self.read_simple().map(Some),
        }
    }

    /// Like [`Self::read`], for a place that needs a value.
    ///
    /// # Errors
    /// Also if it is none.
    pub fn required(&self) -> Result<Value> {
        let missing = || Failure::argument("a value has no type");
        self.read()?.ok_or_else(missing)
    }

    fn read_simple(&self) -> Result<Value> {
        let of = &self.of;
        Ok(match self.value_type {
            // SAFETY: the header wants a caller that sets this type to write this member. Any bits are an `i32`.
            TW_BOOL => Value::Bool(unsafe { of.boolean } != 0),
            // SAFETY: as above; any bits are an `i64`, and below a float.
            TW_INT => Value::Int(unsafe { of.integer }),
            // SAFETY: as above.
            TW_FLOAT => Value::Float(unsafe { of.number }),
            // SAFETY: as above; the text itself is checked when it is read.
            TW_STRING => Value::from(unsafe { of.text }.text()?),
            TW_VEC2 => {
                // SAFETY: as above; the third number is not used.
                let [x, y, _] = unsafe { of.vector };
                Value::Vec2([x, y])
            }
            // SAFETY: as above.
            TW_VEC3 => Value::Vec3(unsafe { of.vector }),
            // SAFETY: as above.
            TW_COLOR => Value::Color(unsafe { of.color }),
            other => return Err(Failure::argument(format!("there is no value type {other}"))),
        })
    }

    fn read_list(&self) -> Result<Value> {
        // SAFETY: the header wants a caller that sets this type to write this member; `slice_of` checks what it says.
        let Items { items, count } = unsafe { self.of.list };
        // SAFETY: the header wants `items` to point to `count` values that nobody changes during the call.
        let items = unsafe { slice_of(items, count)? };
        let value_type = items.first().map_or(self.element, |first| first.value_type);
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            if item.value_type != value_type
                || (self.element != 0 && item.value_type != self.element)
            {
                return Err(Failure::argument("a list has items of several types"));
            }
            values.push(item.read_simple()?);
        }
        Ok(Value::List(values.into()))
    }
}

/// A value as C sees it, together with the memory to which it points.
pub struct Shown {
    /// The value; valid as long as this lives, also if it is moved.
    pub value: CValue,
    /// The text or list.
    owned: Option<Value>,
    /// The items of a list.
    _items: Vec<CValue>,
}

// SAFETY: its pointers point into memory that it owns and that nobody changes, so any thread may read and drop it.
unsafe impl Send for Shown {}

// SAFETY: as above.
unsafe impl Sync for Shown {}

impl Shown {
    /// Shows a value. Allocates memory only for a list.
    pub fn of(value: &Value) -> Self {
        let simple = |owned| Self {
            value: CValue::of_simple(value),
            owned,
            _items: Vec::new(),
        };
        match value {
            Value::List(values) => {
                let items: Vec<CValue> = values.iter().map(CValue::of_simple).collect();
                let list = Items {
                    items: items.as_ptr(),
                    count: items.len(),
                };
                let mut shown = CValue::new(TW_LIST, Of { list });
                shown.element = items.first().map_or(TW_NO_VALUE, |first| first.value_type);
                Self {
                    value: shown,
                    owned: Some(value.clone()),
                    _items: items,
                }
            }
            Value::String(_) => simple(Some(value.clone())),
            _ => simple(None),
        }
    }

    /// Returns whether the value points to memory.
    pub fn owns(&self) -> bool {
        self.owned.is_some()
    }
}

/// Returns the type of these numbers; `None` if they stand for none.
///
/// # Errors
/// If there is no such type.
pub fn value_type(number: i32, element: i32) -> Result<Option<ValueType>> {
    Ok(Some(match number {
        TW_NO_VALUE => return Ok(None),
        TW_BOOL => ValueType::Bool,
        TW_INT => ValueType::Int,
        TW_FLOAT => ValueType::Float,
        TW_STRING => ValueType::String,
        TW_VEC2 => ValueType::Vec2,
        TW_VEC3 => ValueType::Vec3,
        TW_COLOR => ValueType::Color,
        TW_LIST => match value_type(element, 0)? {
            Some(element) => ValueType::List(Box::new(element)),
            None => return Err(Failure::argument("a list needs the type of its elements")),
        },
        other => return Err(Failure::argument(format!("there is no value type {other}"))),
    }))
}

/// Returns the numbers of a type: its own, and that of the elements of a list.
pub fn type_numbers(of: &ValueType) -> (i32, i32) {
    let number = match of {
        ValueType::Bool => TW_BOOL,
        ValueType::Int => TW_INT,
        ValueType::Float => TW_FLOAT,
        ValueType::String => TW_STRING,
        ValueType::Vec2 => TW_VEC2,
        ValueType::Vec3 => TW_VEC3,
        ValueType::Color => TW_COLOR,
        ValueType::List(element) => return (TW_LIST, type_numbers(element).0),
    };
    (number, TW_NO_VALUE)
}

/// Returns the number of a status; `None` is that of a tree that did not run.
pub fn status_number(status: Option<Status>) -> i32 {
    match status {
        None => TW_NONE,
        Some(Status::Success) => TW_SUCCESS,
        Some(Status::Failure) => TW_FAILURE,
        Some(Status::Running) => TW_RUNNING,
    }
}

/// Returns the number of the status with which a task ended.
pub fn end_number(status: EndStatus) -> i32 {
    match status {
        EndStatus::Success => TW_SUCCESS,
        EndStatus::Failure => TW_FAILURE,
        EndStatus::Inactive => TW_INACTIVE,
    }
}

/// Returns the status of a number; `None` if it is none.
#[inline]
pub fn status(number: i32) -> Option<Status> {
    match number {
        TW_SUCCESS => Some(Status::Success),
        TW_FAILURE => Some(Status::Failure),
        TW_RUNNING => Some(Status::Running),
        _ => None,
    }
}

/// Returns the outcome of a number.
///
/// # Errors
/// If it is neither Success nor Failure.
pub fn outcome(number: i32) -> Result<Outcome> {
    let outcome = status(number).and_then(Status::outcome);
    outcome.ok_or_else(|| {
        Failure::argument(format!(
            "{number} is neither TW_SUCCESS ({TW_SUCCESS}) nor TW_FAILURE ({TW_FAILURE})"
        ))
    })
}

/// Returns a text as the engine shares it.
///
/// # Errors
/// If it is not UTF-8.
pub fn shared(text: Str) -> Result<Arc<str>> {
    text.text().map(Arc::from)
}

/// Reads what happens after an error of a task.
///
/// # Errors
/// If there is no such policy.
pub fn error_policy(policy: i32) -> Result<ErrorPolicy> {
    match policy {
        TW_GO_ON => Ok(ErrorPolicy::GoOn),
        TW_DISABLE_TREE => Ok(ErrorPolicy::DisableTree),
        other => Err(Failure::argument(format!("`policy` cannot be {other}"))),
    }
}

/// Reads an event from its name and its payload, which may be null.
///
/// # Errors
/// If one of them makes no sense.
pub fn event(name: Str, payload: &In<CValue>) -> Result<Event> {
    let payload = payload.get()?.map(CValue::read).transpose()?.flatten();
    Ok(Event {
        name: shared(name)?,
        payload,
    })
}
