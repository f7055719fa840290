//! Variables at run time: those of one tree, and those that all trees of a manager share. Knows slots and values, not
//! which nodes use them.

use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::frame_data::FrameData;
use super::list::List;
use super::outside::Event;
use super::program::{Program, ProgramVariable};
use super::sleeping::bit_of;
use super::tick_context::TickContext;
use super::variables::VariableType;
use super::world::World;
use crate::time::Nanoseconds;
use crate::told;
use crate::value::{Value, ValueType};

/// The storage location of a variable. Valid for one program only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VariableSlot {
    /// In the instance, at this index of the program's tree variables.
    Tree(u32),
    /// In the manager, at this index of the program's global variables.
    Global(u32),
}

/// A variable's value and the frame of its last write.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slot {
    /// The current value.
    pub value: Value,
    /// The frame of the last write; 0 if the variable still has its initial value.
    pub written: u64,
    /// How many times the value has changed.
    pub changes: u64,
}

impl Slot {
    /// Creates a slot for a variable that has not been written yet.
    pub fn new(value: Value) -> Self {
        Self {
            value,
            written: 0,
            changes: 0,
        }
    }

    /// Writes a value of the right type. Returns whether the value changed.
    pub(super) fn write(&mut self, value: Value, frame: u64) -> bool {
        let changed = self.value != value;
        self.written = frame;
        // An equal value is not stored, not even a zero of the other sign: otherwise the slot could differ although no
        // change was counted.
        if changed {
            self.changes += 1;
            self.value = value;
        }
        changed
    }
}

told! {
    /// The reason why a variable could not be read or written.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum VariableError of "variable_error" {
        /// No variable of this name is declared.
        Undeclared(name: String) = "undeclared", "there is no variable named `{name}`";
        /// The value has another type than the variable.
        WrongType {
            /// The variable.
            name: String,
            /// The type with which the variable is declared.
            expected: ValueType,
            /// The type of the value.
            found: ValueType,
        } = "wrong_type", "variable `{name}`: expected {expected}, found {found}";
    }
}

impl std::error::Error for VariableError {}

told! {
    /// The reason why a tree cannot share its global variables with others: they declare one with different types.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum GlobalConflict of "global_error" {
        /// Another tree has declared it.
        OtherTree {
            /// The variable.
            variable: String,
            /// The tree that came later.
            tree: String,
            /// The type with which that one declares it.
            found: ValueType,
            /// The tree that declared the variable first.
            first: String,
            /// The type of the variable.
            expected: ValueType,
        } = "other_tree",
            "global variable `{variable}` is {found} in tree `{tree}`, but {expected} in `{first}`: use one type, or rename one of them";
        /// It exists already, and the tree that declared it is unknown: the variables come from a snapshot.
        Existing {
            /// The variable.
            variable: String,
            /// The tree that came later.
            tree: String,
            /// The type with which that one declares it.
            found: ValueType,
            /// The type of the variable.
            expected: ValueType,
        } = "existing",
            "global variable `{variable}` is {found} in tree `{tree}`, but exists already as {expected}: use one type, or rename one of them";
    }
}

impl std::error::Error for GlobalConflict {}

/// The global variables, which all trees of a manager share, by name.
///
/// [`TreeManager::add`](super::TreeManager::add) declares those of a tree. A tree that is ticked on its own declares
/// them in its first frame, unless [`Self::declare`] was called before.
#[derive(Clone, Debug, Default)]
pub struct Globals {
    pub(super) names: Vec<(Arc<str>, ValueType)>,
    pub(super) slots: Vec<Slot>,
    /// The tree that declared each variable, where it is known.
    pub(super) declared_by: FxHashMap<Arc<str>, Arc<str>>,
    /// The number of taken slots of each semaphore.
    pub(super) semaphores: FxHashMap<Arc<str>, u64>,
    /// Events for all trees that tasks have sent since the last delivery.
    pub(super) posted: Vec<Event>,
    /// The variables that changed since this was last taken, as a bit set: see [`bit_of`].
    pub(super) changed: u64,
    /// Writes of tasks that were not reported to the tracer yet, in the frame of whichever tree is running; collected
    /// only for a tracer that watches. Kept here to reuse the buffer.
    pub(super) writes: Vec<(VariableSlot, Value)>,
    pub(super) collects_writes: bool,
    /// Data that tasks attached to the frame, likewise.
    pub(super) data: FrameData,
}

impl Globals {
    /// Returns whether a task has written or attached something that the tracer was not told yet.
    #[inline]
    pub(super) fn has_news(&self) -> bool {
        !self.writes.is_empty() || !self.data.is_empty()
    }

    /// Declares the global variables of a program and of its background trees, with their initial values where they are
    /// new.
    ///
    /// # Errors
    /// If one of them exists with another type; then nothing is declared.
    pub fn declare<W: World + ?Sized, B>(
        &mut self,
        program: &Program<W, B>,
    ) -> Result<(), GlobalConflict> {
        self.check(program)?;
        for (tree, variable) in program.all_globals() {
            self.place(tree, variable);
        }
        Ok(())
    }

    /// Checks whether [`Self::declare`] would accept this program.
    ///
    /// # Errors
    /// If one of its global variables exists with another type.
    pub fn check<W: World + ?Sized, B>(
        &self,
        program: &Program<W, B>,
    ) -> Result<(), GlobalConflict> {
        let mut declared = program.all_globals();
        declared.try_for_each(|(tree, variable)| self.check_declaration(tree, variable))
    }

    fn check_declaration(
        &self,
        tree: &Arc<str>,
        variable: &ProgramVariable,
    ) -> Result<(), GlobalConflict> {
        let name = &variable.name;
        let known = self.index(name).map(|index| &self.names[index].1);
        match known {
            Some(expected) if *expected != variable.value_type => Err(conflict(
                (tree, variable),
                (self.declared_by.get(name), expected),
            )),
            _ => Ok(()),
        }
    }

    /// Returns the index of a variable. Adds it with its initial value if it is new; the first tree that declares it
    /// decides its type.
    pub(super) fn place(&mut self, tree: &Arc<str>, variable: &ProgramVariable) -> u32 {
        let name = &variable.name;
        if let Some(index) = self.index(name) {
            return index as u32;
        }
        self.names.push((name.clone(), variable.value_type.clone()));
        self.slots.push(Slot::new(variable.initial.clone()));
        self.declared_by.insert(name.clone(), tree.clone());
        (self.slots.len() - 1) as u32
    }

    /// Declares the global variables of a program that replaces another one. A variable that has another type now takes
    /// that type and its initial value, which counts as a change.
    pub(super) fn redeclare<W: World + ?Sized, B>(&mut self, program: &Program<W, B>) {
        for (tree, variable) in program.all_globals() {
            let index = self.place(tree, variable) as usize;
            let (_, value_type) = &mut self.names[index];
            if *value_type == variable.value_type {
                continue;
            }
            value_type.clone_from(&variable.value_type);
            self.declared_by.insert(variable.name.clone(), tree.clone());
            let slot = &mut self.slots[index];
            let writes = slot.written + 1;
            if slot.write(variable.initial.clone(), writes) {
                self.changed |= bit_of(index);
            }
        }
    }

    /// Returns the value of a variable; `None` if it is not declared.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.index(name).map(|i| &self.slots[i].value)
    }

    /// Writes a variable.
    ///
    /// # Errors
    /// If no program has declared it yet, or if its type differs.
    pub fn set(&mut self, name: &str, value: Value) -> Result<(), VariableError> {
        let index = self
            .index(name)
            .ok_or_else(|| VariableError::Undeclared(name.into()))?;
        check_type(name, &self.names[index].1, &value)?;
        let slot = &mut self.slots[index];
        let writes = slot.written + 1;
        if slot.write(value, writes) {
            self.changed |= bit_of(index);
        }
        Ok(())
    }

    /// Iterates over names, types and values, in the order of declaration.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &ValueType, &Value)> {
        self.names
            .iter()
            .zip(&self.slots)
            .map(|((name, value_type), slot)| (&**name, value_type, &slot.value))
    }

    /// Copies the values of another set of globals, for trees that only read variables which both have declared.
    #[cfg(feature = "rayon")]
    pub(super) fn copy_values(&mut self, other: &Self) {
        self.slots.clone_from(&other.slots);
    }

    /// Releases a slot of a semaphore.
    pub(super) fn release_slot(&mut self, semaphore: &Arc<str>) {
        if let Some(taken) = self.semaphores.get_mut(semaphore) {
            *taken = taken.saturating_sub(1);
        }
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|(n, _)| &**n == name)
    }
}

pub(super) fn check_type(
    name: &str,
    expected: &ValueType,
    value: &Value,
) -> Result<(), VariableError> {
    if expected.accepts(value) {
        return Ok(());
    }
    Err(VariableError::WrongType {
        name: name.into(),
        expected: expected.clone(),
        found: expected.found_in(value),
    })
}

/// Returns the error for a variable that one tree declares after it was declared with another type, by a tree that may
/// be unknown.
pub(super) fn conflict(
    (tree, later): (&Arc<str>, &ProgramVariable),
    (first, expected): (Option<&Arc<str>>, &ValueType),
) -> GlobalConflict {
    let variable = later.name.to_string();
    let (tree, found) = (tree.to_string(), later.value_type.clone());
    let expected = expected.clone();
    match first {
        Some(first) => GlobalConflict::OtherTree {
            variable,
            tree,
            found,
            first: first.to_string(),
            expected,
        },
        None => GlobalConflict::Existing {
            variable,
            tree,
            found,
            expected,
        },
    }
}

/// A Rust type of variable values that can be read without copying text or lists.
pub trait OperandType: Clone + fmt::Debug + Default {
    /// Returns the value as this type; `None` if the value has another type.
    fn of(value: &Value) -> Option<Self>;

    /// Returns the type of the values; `None` for lists of any type.
    fn operand_type() -> Option<ValueType>;
}

/// Returns whether values of type `found` can be read as operands of type `asked`, or as lists of any type if it is
/// `None`. An int is read as a float.
pub(crate) fn fits_operand(asked: Option<&ValueType>, found: &ValueType) -> bool {
    match asked {
        None => matches!(found, ValueType::List(_)),
        Some(ValueType::Float) => matches!(found, ValueType::Float | ValueType::Int),
        Some(asked) => asked == found,
    }
}

/// Implements [`OperandType`] for types that are read from values of one type.
macro_rules! operands {
    ($($type:ty: $value_type:ident, |$value:ident| $read:expr;)*) => {$(
        impl OperandType for $type {
            #[inline]
            fn of($value: &Value) -> Option<Self> {
                $read
            }

            fn operand_type() -> Option<ValueType> {
                Some(ValueType::$value_type)
            }
        }
    )*};
}

operands! {
    bool: Bool, |value| value.as_bool();
    i64: Int, |value| value.as_int();
    // Larger numbers become the largest.
    i32: Int, |value| Some(value.as_int()?.clamp(Self::MIN.into(), Self::MAX.into()) as Self);
    f64: Float, |value| match value {
        Value::Float(x) => Some(*x),
        Value::Int(i) => Some(*i as Self),
        _ => None,
    };
    f32: Float, |value| Some(f64::of(value)? as Self);
    Arc<str>: String, |value| value.as_text().cloned();
    // A float, in seconds: rounded when the program is compiled if it is a constant, otherwise when it is read.
    Nanoseconds: Float, |value| f64::of(value).map(Self::from_seconds);
    [f64; 2]: Vec2, |value| match value {
        Value::Vec2(vector) => Some(*vector),
        _ => None,
    };
    [f32; 2]: Vec2, |value| Some(<[f64; 2]>::of(value)?.map(|x| x as f32));
    [f64; 3]: Vec3, |value| match value {
        Value::Vec3(vector) => Some(*vector),
        _ => None,
    };
    [f32; 3]: Vec3, |value| Some(<[f64; 3]>::of(value)?.map(|x| x as f32));
    [f32; 4]: Color, |value| match value {
        Value::Color(color) => Some(*color),
        _ => None,
    };
}

impl OperandType for Arc<[Value]> {
    fn of(value: &Value) -> Option<Self> {
        match value {
            Value::List(items) => Some(items.clone()),
            _ => None,
        }
    }

    fn operand_type() -> Option<ValueType> {
        None
    }
}

impl<T: VariableType> OperandType for List<T> {
    fn of(value: &Value) -> Option<Self> {
        Arc::of(value).map(Self::of)
    }

    fn operand_type() -> Option<ValueType> {
        Some(Self::value_type())
    }
}

/// A parameter of a task at run time: a constant, or a variable that is read each time.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand<T> {
    /// A constant.
    Literal(T),
    /// A variable.
    Variable(VariableSlot),
}

impl<T: OperandType> Operand<T> {
    /// Returns the current value. Compilation has checked that the types match.
    #[inline]
    pub fn get(&self, tick: &TickContext<'_>) -> T {
        match self {
            Self::Literal(value) => value.clone(),
            Self::Variable(slot) => T::of(tick.get(*slot)).unwrap_or_default(),
        }
    }
}

impl<T> Operand<T> {
    /// Returns the value of a constant; `None` for a variable.
    pub fn constant(&self) -> Option<&T> {
        match self {
            Self::Literal(value) => Some(value),
            Self::Variable(_) => None,
        }
    }
}

impl Operand<Value> {
    /// Returns the current value.
    pub fn value<'v>(&'v self, tick: &'v TickContext<'_>) -> &'v Value {
        match self {
            Self::Literal(value) => value,
            Self::Variable(slot) => tick.get(*slot),
        }
    }
}
