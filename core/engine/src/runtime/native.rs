//! Variables as Rust's own types, by name: getters and setters that say what is wrong, and the list of all variables of a tree.
//!
//! ```
//! # use treewright_core::TreeInstance;
//! # use treewright_core::compile::{GameTasks, compile};
//! # use treewright_core::library::NodeLibrary;
//! # use treewright_core::model::{DocumentBuilder, Node, Variable};
//! # use treewright_core::runtime::{Globals, VariableError};
//! # use treewright_core::value::ValueType;
//! # let mut builder = DocumentBuilder::new("Guard");
//! # builder.variable(Variable::new("alert", ValueType::Bool)).variable(Variable::new("speed", ValueType::Float));
//! # builder.root(Node::new("n1", "Idle")).unwrap();
//! # let program = compile(&builder.finish(), &NodeLibrary::builtin(), &GameTasks::<()>::new()).program.unwrap();
//! # let mut globals = Globals::default();
//! let mut guard = TreeInstance::new(program, 7);
//! guard.set(&mut globals, "speed", 2.5)?;
//! assert_eq!(guard.get::<f64>(&globals, "speed")?, 2.5);
//! let error = guard.get::<i64>(&globals, "alert").unwrap_err();
//! assert_eq!(error.to_string(), "variable `alert` is a bool, not an int");
//! # Ok::<(), VariableError>(())
//! ```

use std::sync::Arc;

use super::blackboard::{Globals, Slot, VariableError, VariableSlot};
use super::instance::TreeInstance;
use super::task::Tasks;
use super::tick_context::TickContext;
use crate::value::{Value, ValueType};

/// A Rust type that says of itself which variables hold it.
pub trait Native: Sized {
    /// The type of the variables that hold it.
    fn value_type() -> ValueType;
    /// The value, if it is of this type.
    fn from_value(value: &Value) -> Option<Self>;
    /// It as a value.
    fn into_value(self) -> Value;
}

macro_rules! native {
    ($($type:ty: $variant:ident, $held:ident => $out:expr, $own:ident => $in:expr;)*) => {
        $(impl Native for $type {
            fn value_type() -> ValueType {
                ValueType::$variant
            }

            fn from_value(value: &Value) -> Option<Self> {
                match value {
                    Value::$variant($held) => Some($out),
                    _ => None,
                }
            }

            fn into_value(self) -> Value {
                let $own = self;
                Value::$variant($in)
            }
        })*
    };
}

native! {
    bool: Bool, held => *held, own => own;
    i64: Int, held => *held, own => own;
    f64: Float, held => *held, own => own;
    String: String, held => held.to_string(), own => own.into();
    Arc<str>: String, held => held.clone(), own => own;
    [f64; 2]: Vec2, held => *held, own => own;
    [f64; 3]: Vec3, held => *held, own => own;
    [f32; 4]: Color, held => *held, own => own;
}

impl<T: Native> Native for Vec<T> {
    fn value_type() -> ValueType {
        ValueType::List(Box::new(T::value_type()))
    }

    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::List(items) => items.iter().map(T::from_value).collect(),
            _ => None,
        }
    }

    fn into_value(self) -> Value {
        Value::List(self.into_iter().map(T::into_value).collect())
    }
}

/// A variable as a list of them shows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VariableView<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its type.
    pub value_type: &'a ValueType,
    /// Whether all trees of the manager share it.
    pub is_global: bool,
    /// What it holds, when it was written and how often it changed.
    pub slot: &'a Slot,
}

fn typed<T: Native>(name: &str, value_type: &ValueType, value: &Value) -> Result<T, VariableError> {
    let wrong_type = || VariableError::WrongType {
        name: name.into(),
        expected: value_type.clone(),
        found: T::value_type(),
    };
    if T::value_type() != *value_type {
        return Err(wrong_type());
    }
    T::from_value(value).ok_or_else(wrong_type)
}

impl Globals {
    /// What a variable holds, as a type of Rust.
    ///
    /// # Errors
    /// If no program has declared it yet, or it has another type.
    pub fn get_as<T: Native>(&self, name: &str) -> Result<T, VariableError> {
        let variable = self.variables().find(|v| v.name == name);
        let variable = variable.ok_or_else(|| VariableError::Undeclared(name.into()))?;
        typed(name, variable.value_type, &variable.slot.value)
    }

    /// Writes a variable from a type of Rust.
    ///
    /// # Errors
    /// If no program has declared it yet, or it has another type.
    pub fn set_as<T: Native>(&mut self, name: &str, value: T) -> Result<(), VariableError> {
        self.set(name, value.into_value())
    }

    /// All of them, in the order in which they were declared.
    pub fn variables(&self) -> impl Iterator<Item = VariableView<'_>> {
        let all = self.names.iter().zip(&self.slots);
        all.map(|((name, value_type), slot)| VariableView {
            name,
            value_type,
            is_global: true,
            slot,
        })
    }
}

impl<W, B: Tasks> TreeInstance<W, B> {
    /// What a variable of this tree or of its manager holds, as a type of Rust.
    ///
    /// # Errors
    /// If the program does not declare it, or it has another type.
    pub fn get<T: Native>(&self, globals: &Globals, name: &str) -> Result<T, VariableError> {
        let undeclared = || VariableError::Undeclared(name.into());
        let declared = match self.program.variable(name).ok_or_else(undeclared)? {
            VariableSlot::Tree(index) => &self.program.tree_variables[index as usize],
            VariableSlot::Global(index) => &self.program.global_variables[index as usize],
        };
        // A global variable is there once a tree has begun that declares it; before that it is what it will be then.
        let value = self.variable(globals, name).unwrap_or(&declared.initial);
        typed(name, &declared.value_type, value)
    }

    /// Writes a variable of this tree or of its manager from a type of Rust. The next task that runs sees it.
    ///
    /// # Errors
    /// If the program does not declare it, or it has another type.
    pub fn set<T: Native>(
        &mut self,
        globals: &mut Globals,
        name: &str,
        value: T,
    ) -> Result<(), VariableError> {
        self.set_variable(globals, name, value.into_value())
    }

    /// The variables of this tree, in the order in which they are declared, then those of its manager that it declares.
    pub fn variables<'v>(&'v self, globals: &'v Globals) -> impl Iterator<Item = VariableView<'v>> {
        let own = self.program.tree_variables.iter();
        let own = own
            .zip(&self.agent.variables)
            .map(|(declared, slot)| VariableView {
                name: &declared.name,
                value_type: &declared.value_type,
                is_global: false,
                slot,
            });
        let shared = self.program.global_variables.iter();
        let shared =
            shared.filter_map(|declared| globals.variables().find(|v| *v.name == *declared.name));
        own.chain(shared)
    }
}

impl TickContext<'_> {
    /// What a variable holds, as a type of Rust; none if it has another type.
    pub fn get_as<T: Native>(&self, slot: VariableSlot) -> Option<T> {
        T::from_value(self.get(slot))
    }

    /// Writes a variable from a type of Rust; false, and nothing is written, if it has another type.
    pub fn set_as<T: Native>(&mut self, slot: VariableSlot, value: T) -> bool {
        let value = value.into_value();
        let fits = std::mem::discriminant(self.get(slot)) == std::mem::discriminant(&value);
        if fits {
            self.set(slot, value);
        }
        fits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nodes::Arguments;
    use crate::nodes::testing::{TestRun, TestTree};

    fn run() -> TestRun {
        let mut tree = TestTree::new();
        tree.variable("alert", false);
        tree.variable("place", Value::Vec2([1.0, 2.0]));
        tree.variable("names", Value::List([Value::from("a")].into()));
        tree.leaf("Idle", &Arguments::default());
        tree.run()
    }

    #[test]
    fn what_was_set_is_got_as_the_type_that_it_has() {
        let mut run = run();
        let (tree, globals) = (&mut run.instance, &mut run.globals);
        tree.set(globals, "alert", true).unwrap();
        tree.set(globals, "names", vec!["b".to_owned(), "c".into()])
            .unwrap();
        assert_eq!(tree.get(globals, "alert"), Ok(true));
        assert_eq!(tree.get(globals, "place"), Ok([1.0, 2.0]));
        let names: Vec<String> = tree.get(globals, "names").unwrap();
        assert_eq!(names, ["b", "c"]);
    }

    #[test]
    fn a_wrong_name_or_type_is_an_error_and_changes_nothing() {
        let mut run = run();
        let (tree, globals) = (&mut run.instance, &mut run.globals);
        let error = tree.set(globals, "alert", 1_i64).unwrap_err();
        assert_eq!(error.to_string(), "variable `alert` is a bool, not an int");
        let error = tree.get::<Vec<i64>>(globals, "names").unwrap_err();
        assert_eq!(
            error.to_string(),
            "variable `names` is a [string], not a [int]"
        );
        let error = tree.get::<bool>(globals, "alarm").unwrap_err();
        assert_eq!(error.to_string(), "there is no variable `alarm`");
        assert!(globals.get_as::<bool>("alert").is_err());
        assert_eq!(tree.get(globals, "alert"), Ok(false));
    }

    #[test]
    fn the_list_of_variables_says_when_each_was_written_and_how_often_it_changed() {
        let mut run = run();
        run.letters(2);
        run.set("alert", true);
        run.set("alert", true);
        let all: Vec<_> = run.instance.variables(&run.globals).collect();
        let stamps: Vec<_> = all
            .iter()
            .map(|v| (v.name, v.slot.written, v.slot.changes))
            .collect();
        assert_eq!(stamps, [("alert", 3, 1), ("place", 0, 0), ("names", 0, 0)]);
    }
}
