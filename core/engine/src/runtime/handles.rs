//! Typed handles to variables: [`Var`] for tasks, which a node's parameter names, and [`Key`] for the game, which finds a
//! variable of a program by its name once.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use super::blackboard::{Globals, VariableError, VariableSlot};
use super::instance::TreeInstance;
use super::program::{Program, ProgramVariable};
use super::sleeping::bit_of;
use super::task::Tasks;
use super::tick_context::TickContext;
use super::variables::VariableType;
use super::world::World;
use crate::value::{Value, ValueType};

/// A variable of type `T` that a node's parameter names: the task reads and writes it.
///
/// A field of this type in a task with `#[derive(Task)]` is a parameter that takes a variable. Other tasks get it from
/// [`Arguments::var`](crate::nodes::Arguments::var). A node that names no variable of this type is broken: that is found
/// when the tree is compiled.
///
/// ```
/// use treewright_core::prelude::*;
///
/// let mut tasks = GameTasks::<()>::new();
/// tasks.action("Count", |arguments| {
///     let count: Var<i64> = arguments.var("count");
///     TaskHooks::new(move |context: &mut TaskContext<()>| {
///         let next = count.get(&context.tick) + 1;
///         count.set(&mut context.tick, next);
///         Status::Running
///     })
/// });
///
/// let tree = Tree::new("Counter", tree::task("Count").with("count", tree::var("steps"))).variable("steps", 0);
/// let (mut counter, mut globals) = (TreeInstance::new(tree.compile(&tasks)?, 0), Globals::default());
/// counter.tick(&mut (), &mut globals, 0.1);
/// counter.tick(&mut (), &mut globals, 0.1);
/// assert_eq!(counter.get(&globals, "steps"), Ok(2_i64));
///
/// let mistyped = Tree::new("Counter", tree::task("Count").with("count", tree::var("steps"))).variable("steps", 0.0);
/// let error = mistyped.compile(&tasks).unwrap_err();
/// assert!(error.to_string().contains("parameter `count`: expected int, found variable `steps` of type float"));
/// # Ok::<(), LoadError>(())
/// ```
pub struct Var<T> {
    /// `None` only for nodes that are broken, whose tasks do not run.
    slot: Option<VariableSlot>,
    of: PhantomData<fn() -> T>,
}

impl<T> Clone for Var<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Var<T> {}

impl<T> fmt::Debug for Var<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Var").field(&self.slot).finish()
    }
}

impl<T: VariableType> Var<T> {
    /// Creates the handle of a variable whose type has been checked.
    pub(crate) fn of(slot: Option<VariableSlot>) -> Self {
        Self {
            slot,
            of: PhantomData,
        }
    }

    /// Returns the value.
    pub fn get(&self, tick: &TickContext<'_>) -> T
    where
        T: Default,
    {
        tick.read(*self)
    }

    /// Writes the value; the next task that runs sees it.
    pub fn set(&self, tick: &mut TickContext<'_>, value: T) {
        tick.write(*self, value);
    }

    /// Returns how many times the value has changed.
    pub fn changes(&self, tick: &TickContext<'_>) -> u64 {
        self.slot.map_or(0, |slot| tick.changes(slot))
    }

    /// Returns where the variable is stored.
    pub fn slot(&self) -> Option<VariableSlot> {
        self.slot
    }
}

impl TickContext<'_> {
    /// Returns the value of a variable.
    pub fn read<T: VariableType + Default>(&self, variable: Var<T>) -> T {
        let value = variable.slot.and_then(|slot| T::from_value(self.get(slot)));
        value.unwrap_or_default()
    }

    /// Writes a variable; the next task that runs sees the new value.
    pub fn write<T: VariableType>(&mut self, variable: Var<T>, value: T) {
        if let Some(slot) = variable.slot {
            self.set(slot, value.into_value());
        }
    }
}

/// A variable of type `T`, found by its name in a program once. The game reads and writes it in instances of that
/// program without looking for the name again.
///
/// It also works with other programs that declare a variable of this name and type, such as an edited version of the
/// tree, only that there the name is looked up each time.
///
/// ```
/// use treewright_core::prelude::*;
///
/// let tree = Tree::new("Guard", tree::idle()).variable("health", 100.0);
/// let program = tree.compile(&GameTasks::<()>::new())?;
/// let health: Key<f64> = program.key("health")?;
/// assert!(program.key::<i64>("health").is_err());
///
/// let (mut guard, mut globals) = (TreeInstance::new(program, 0), Globals::default());
/// guard.write(&mut globals, &health, 30.0)?;
/// assert_eq!(guard.read(&globals, &health)?, 30.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Key<T> {
    name: Arc<str>,
    value_type: ValueType,
    slot: VariableSlot,
    of: PhantomData<fn() -> T>,
}

impl<T> Key<T> {
    /// Returns the name of the variable.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl<T> Clone for Key<T> {
    fn clone(&self) -> Self {
        Self {
            name: self.name.clone(),
            value_type: self.value_type.clone(),
            ..*self
        }
    }
}

impl<T> fmt::Debug for Key<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({}: {})", self.name, self.value_type)
    }
}

impl<W: World + ?Sized, B> Program<W, B> {
    /// Finds a variable by its name, to be read and written in instances of this program.
    ///
    /// # Errors
    /// If the program does not declare it, or its type differs.
    pub fn key<T: VariableType>(&self, name: &str) -> Result<Key<T>, VariableError> {
        let undeclared = || VariableError::Undeclared(name.into());
        let slot = self.variable(name).ok_or_else(undeclared)?;
        let declared = self.declared(slot).ok_or_else(undeclared)?;
        if declared.value_type != T::value_type() {
            return Err(VariableError::WrongType {
                name: name.into(),
                expected: declared.value_type.clone(),
                found: T::value_type(),
            });
        }
        Ok(Key {
            name: declared.name.clone(),
            value_type: declared.value_type.clone(),
            slot,
            of: PhantomData,
        })
    }

    fn declared(&self, slot: VariableSlot) -> Option<&ProgramVariable> {
        match slot {
            VariableSlot::Tree(index) => self.tree_variables.get(index as usize),
            VariableSlot::Global(index) => self.global_variables.get(index as usize),
        }
    }

    /// Returns where the variable of a key is stored, which may have been found in another program.
    fn slot_of<T: VariableType>(&self, key: &Key<T>) -> Result<VariableSlot, VariableError> {
        let is_same = |variable: &ProgramVariable| {
            variable.value_type == key.value_type
                && (Arc::ptr_eq(&variable.name, &key.name) || variable.name == key.name)
        };
        if self.declared(key.slot).is_some_and(is_same) {
            return Ok(key.slot);
        }
        self.key::<T>(&key.name).map(|own| own.slot)
    }
}

impl<W: World + ?Sized, B: Tasks> TreeInstance<W, B> {
    /// Returns the value of a variable of this tree or of its manager.
    ///
    /// # Errors
    /// If the program does not declare it, or its type differs.
    pub fn read<T: VariableType>(
        &self,
        globals: &Globals,
        key: &Key<T>,
    ) -> Result<T, VariableError> {
        let slot = self.program.slot_of(key)?;
        let value = match slot {
            VariableSlot::Tree(index) => &self.agent.variables[index as usize].value,
            VariableSlot::Global(index) => self.global_value(globals, index),
        };
        T::from_value(value).ok_or_else(|| VariableError::WrongType {
            name: key.name().into(),
            expected: value.value_type(),
            found: T::value_type(),
        })
    }

    /// Writes a variable of this tree or of its manager. The next task that runs sees the new value.
    ///
    /// # Errors
    /// If the program does not declare it, or its type differs.
    pub fn write<T: VariableType>(
        &mut self,
        globals: &mut Globals,
        key: &Key<T>,
        value: T,
    ) -> Result<(), VariableError> {
        match self.program.slot_of(key)? {
            VariableSlot::Tree(index) => {
                let frame = self.agent.frame + 1;
                self.agent.variables[index as usize].write(value.into_value(), frame);
                Ok(())
            }
            VariableSlot::Global(index) => {
                self.bind_globals(globals);
                match self.global_place(globals, index) {
                    Some(place) => globals.write_at(place, value.into_value()),
                    None => globals.set(key.name(), value.into_value()),
                }
            }
        }
    }

    /// Returns the value of a global variable, or its initial value if it is not declared yet.
    fn global_value<'v>(&'v self, globals: &'v Globals, index: u32) -> &'v Value {
        let declared = &self.program.global_variables[index as usize];
        match self.global_place(globals, index) {
            Some(place) => &globals.slots[place].value,
            None => globals.get(&declared.name).unwrap_or(&declared.initial),
        }
    }

    /// Returns the position of a global variable of the program among these globals, if it is known.
    fn global_place(&self, globals: &Globals, index: u32) -> Option<usize> {
        let places = &self.agent.rare.as_ref()?.global_places;
        let place = *places.get(index as usize)? as usize;
        (place < globals.slots.len()).then_some(place)
    }
}

impl Globals {
    /// Writes the variable at this position.
    fn write_at(&mut self, place: usize, value: Value) -> Result<(), VariableError> {
        let (name, value_type) = &self.names[place];
        super::blackboard::check_type(name, value_type, &value)?;
        let slot = &mut self.slots[place];
        let writes = slot.written + 1;
        if slot.write(value, writes) {
            self.changed |= bit_of(place);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TreeInstance;
    use crate::compile::GameTasks;
    use crate::runtime::SwapOutcome;
    use crate::tree::{self, Tree};

    fn guard(tree: &Tree) -> Arc<crate::Program<()>> {
        tree.compile(&GameTasks::new()).unwrap()
    }

    #[test]
    fn a_key_finds_its_variable_after_the_program_was_replaced() {
        let first = guard(
            &Tree::new("Guard", tree::idle())
                .variable("health", 1.0)
                .variable("alert", false),
        );
        let second = guard(
            &Tree::new("Guard", tree::idle())
                .variable("alert", false)
                .variable("health", 1.0),
        );
        let third = guard(&Tree::new("Guard", tree::idle()).variable("health", 1));
        let health: Key<f64> = first.key("health").unwrap();
        let (mut tree, mut globals) = (TreeInstance::new(first, 0), Globals::default());
        tree.tick(&mut (), &mut globals, 0.1);
        tree.write(&mut globals, &health, 2.0).unwrap();

        assert_eq!(
            tree.swap_program(second, &mut (), &mut globals),
            SwapOutcome::Kept
        );
        assert_eq!(tree.read(&globals, &health), Ok(2.0));
        tree.write(&mut globals, &health, 3.0).unwrap();
        assert_eq!(tree.get(&globals, "health"), Ok(3.0));
        assert_eq!(tree.get(&globals, "alert"), Ok(false));

        tree.swap_program(third, &mut (), &mut globals);
        let error = tree.read(&globals, &health).unwrap_err();
        assert_eq!(
            error.to_string(),
            "variable `health`: expected int, found float"
        );
    }

    #[test]
    fn a_key_reads_and_writes_global_variables() {
        let program = guard(
            &Tree::new("Guard", tree::idle())
                .global("other", 5)
                .global("alarm", false),
        );
        let alarm: Key<bool> = program.key("alarm").unwrap();
        let mut globals = Globals::default();
        let mut one = TreeInstance::new(program.clone(), 0);
        let mut two = TreeInstance::new(program, 0);
        assert_eq!(one.read(&globals, &alarm), Ok(false), "its initial value");
        one.write(&mut globals, &alarm, true).unwrap();
        assert_eq!(two.read(&globals, &alarm), Ok(true));
        two.tick(&mut (), &mut globals, 0.1);
        two.write(&mut globals, &alarm, false).unwrap();
        assert_eq!(globals.get_as("alarm"), Ok(false));
        assert_eq!(globals.get_as("other"), Ok(5_i64));
    }
}
