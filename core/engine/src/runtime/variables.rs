//! Access to the variables of a running tree: by name, as values and as Rust types, with errors for wrong names and
//! types. Also variables that a game stores, which are read from its world at the beginning of each frame and written
//! back after it; and reports to tracers about which task wrote which variable. Slots and their values are defined in
//! `blackboard.rs`.
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
//! assert_eq!(error.to_string(), "variable `alert`: expected bool, found int");
//! # Ok::<(), VariableError>(())
//! ```

use super::world::{Lent, World};
use std::sync::Arc;

use super::blackboard::{GlobalConflict, Globals, Slot, VariableError, VariableSlot, check_type};
use super::errors::raise;
use super::executor::Executor;
use super::frame_data::pass_on_data;
use super::instance::{TreeInstance, TreeState};
use super::panics::catch;
use super::program::{NodeIndex, Program};
use super::sharing::Sharing;
use super::sleeping::bit_of;
use super::task::Tasks;
use super::tick_context::{TickContext, TimeStep};
use super::tracer::Tracer;
use crate::status::Status;
use crate::value::{Value, ValueType};

impl<W: World + ?Sized, B: Tasks> TreeInstance<W, B> {
    /// Returns the value of a variable of this tree, or of its manager if it is global; `None` if the program does not
    /// declare it.
    pub fn variable<'v>(&'v self, globals: &'v Globals, name: &str) -> Option<&'v Value> {
        match self.program.variable(name)? {
            VariableSlot::Tree(index) => Some(&self.agent.variables[index as usize].value),
            VariableSlot::Global(_) => globals.get(name),
        }
    }

    /// Returns the frame in which a variable of this tree was written last; 0 if never.
    pub fn variable_written(&self, name: &str) -> u64 {
        match self.program.variable(name) {
            Some(VariableSlot::Tree(index)) => self.agent.variables[index as usize].written,
            _ => 0,
        }
    }

    /// Writes a variable of this tree, or of its manager. The next task that runs sees the new value.
    ///
    /// # Errors
    /// If the program does not declare it, or its type differs.
    pub fn set_variable(
        &mut self,
        globals: &mut Globals,
        name: &str,
        value: Value,
    ) -> Result<(), VariableError> {
        match self.program.variable(name) {
            None => Err(VariableError::Undeclared(name.into())),
            Some(VariableSlot::Tree(index)) => {
                let declared = &self.program.tree_variables[index as usize];
                check_type(name, &declared.value_type, &value)?;
                let frame = self.agent.frame + 1;
                self.agent.variables[index as usize].write(value, frame);
                Ok(())
            }
            Some(VariableSlot::Global(index)) => {
                let declared = &self.program.global_variables[index as usize];
                globals.place(&self.program.name, declared);
                globals.set(name, value)
            }
        }
    }

    /// Checks whether [`Self::set_variable`] would accept this value.
    ///
    /// # Errors
    /// If the program does not declare the variable, or its type differs.
    pub fn check_variable(
        &self,
        globals: &Globals,
        name: &str,
        value: &Value,
    ) -> Result<(), VariableError> {
        let declared = match self.program.variable(name) {
            None => return Err(VariableError::Undeclared(name.into())),
            Some(VariableSlot::Tree(index)) => &self.program.tree_variables[index as usize],
            // Another program may have declared it first, with its own type.
            Some(VariableSlot::Global(index)) => {
                match globals.iter().find(|(known, _, _)| *known == name) {
                    Some((_, known, _)) => return check_type(name, known, value),
                    None => &self.program.global_variables[index as usize],
                }
            }
        };
        check_type(name, &declared.value_type, value)
    }

    /// Returns the slot of a variable of this tree, or of its manager once the globals are bound.
    pub(super) fn slot_mut<'v>(
        &'v mut self,
        globals: &'v mut Globals,
        slot: VariableSlot,
    ) -> &'v mut Slot {
        match slot {
            VariableSlot::Tree(index) => &mut self.agent.variables[index as usize],
            VariableSlot::Global(index) => {
                let rare = self.agent.rare.get_or_insert_default();
                &mut globals.slots[rare.global_places[index as usize] as usize]
            }
        }
    }

    /// Returns the name and the type of a variable once the globals are bound.
    fn declaration<'v>(
        &'v self,
        globals: &'v Globals,
        slot: VariableSlot,
    ) -> (&'v Arc<str>, &'v ValueType) {
        match slot {
            VariableSlot::Tree(index) => {
                let declared = &self.program.tree_variables[index as usize];
                (&declared.name, &declared.value_type)
            }
            VariableSlot::Global(index) => {
                let places = self.agent.rare.as_ref().map(|rare| &rare.global_places);
                let place = places.and_then(|places| places.get(index as usize));
                let known = place.and_then(|place| globals.names.get(*place as usize));
                let declared = &self.program.global_variables[index as usize];
                known.map_or(
                    (&declared.name, &declared.value_type),
                    |(name, value_type)| (name, value_type),
                )
            }
        }
    }

    /// Notes that a global variable was changed by neither a task nor a write by name.
    pub(super) fn note_change(&self, globals: &mut Globals, index: u32) {
        let places = self.agent.rare.as_ref().map(|rare| &rare.global_places);
        let place = places.and_then(|places| places.get(index as usize));
        globals.changed |= place.map_or(0, |place| bit_of(*place as usize));
    }

    /// Resolves the global variables of the program, and declares those that are new. Returns the conflict if one of
    /// them exists with another type: reading it gives a default then, and writing it fails.
    pub(super) fn bind_globals(&mut self, globals: &mut Globals) -> Option<GlobalConflict> {
        let declared = &self.program.global_variables;
        if declared.is_empty() {
            return None;
        }
        let rare = self.agent.rare.get_or_insert_default();
        if rare.global_places.len() == declared.len() {
            return None;
        }
        rare.writes_globals = self.program.sharing == Sharing::Writes;
        let conflict = globals.check(&self.program).err();
        let tree = &self.program.name;
        let places = declared.iter().map(|v| globals.place(tree, v));
        rare.global_places = places.collect();
        conflict
    }

    /// Like [`Self::bind_globals`]; reports a conflict as an error of the root.
    pub(super) fn bind_globals_traced<T: Tracer>(&mut self, globals: &mut Globals, tracer: &mut T) {
        if let Some(conflict) = self.bind_globals(globals) {
            raise(
                &self.program,
                &mut self.agent,
                tracer,
                0,
                &conflict.message(),
            );
        }
    }
}

pub(super) fn initial_values<W: World + ?Sized, B>(program: &Program<W, B>) -> Box<[Slot]> {
    let declared = program.tree_variables.iter();
    declared.map(|v| Slot::new(v.initial.clone())).collect()
}

/// A Rust type to which the values of one variable type convert.
pub trait VariableType: Sized {
    /// Returns the type of the variables.
    fn value_type() -> ValueType;
    /// Converts a value; `None` if it has another type.
    fn from_value(value: &Value) -> Option<Self>;
    /// Converts to a value.
    fn into_value(self) -> Value;
}

macro_rules! native {
    ($($type:ty: $variant:ident, $value:ident => $out:expr, $own:ident => $in:expr;)*) => {
        $(impl VariableType for $type {
            fn value_type() -> ValueType {
                ValueType::$variant
            }

            fn from_value(value: &Value) -> Option<Self> {
                match value {
                    Value::$variant($value) => Some($out),
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
    bool: Bool, value => *value, own => own;
    i64: Int, value => *value, own => own;
    i32: Int, value => (*value).try_into().ok()?, own => own.into();
    f64: Float, value => *value, own => own;
    f32: Float, value => *value as Self, own => own.into();
    String: String, value => value.to_string(), own => own.into();
    Arc<str>: String, value => value.clone(), own => own;
    [f64; 2]: Vec2, value => *value, own => own;
    [f32; 2]: Vec2, value => value.map(|x| x as f32), own => own.map(f64::from);
    [f64; 3]: Vec3, value => *value, own => own;
    [f32; 3]: Vec3, value => value.map(|x| x as f32), own => own.map(f64::from);
    [f32; 4]: Color, value => *value, own => own;
}

impl<T: VariableType> VariableType for Vec<T> {
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

/// A variable in a list of variables.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VariableView<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its type.
    pub value_type: &'a ValueType,
    /// Whether all trees of the manager share it.
    pub is_global: bool,
    /// Its value, when it was written, and how often it changed.
    pub slot: &'a Slot,
}

fn typed<T: VariableType>(
    name: &str,
    value_type: &ValueType,
    value: &Value,
) -> Result<T, VariableError> {
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
    /// Returns the value of a variable as a Rust type.
    ///
    /// # Errors
    /// If no program has declared it yet, or its type differs.
    pub fn get_as<T: VariableType>(&self, name: &str) -> Result<T, VariableError> {
        let variable = self.variables().find(|v| v.name == name);
        let variable = variable.ok_or_else(|| VariableError::Undeclared(name.into()))?;
        typed(name, variable.value_type, &variable.slot.value)
    }

    /// Writes a variable from a Rust type.
    ///
    /// # Errors
    /// If no program has declared it yet, or its type differs.
    pub fn set_as<T: VariableType>(&mut self, name: &str, value: T) -> Result<(), VariableError> {
        self.set(name, value.into_value())
    }

    /// Iterates over all variables, in the order of declaration.
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

impl<W: World + ?Sized, B: Tasks> TreeInstance<W, B> {
    /// Returns the value of a variable of this tree or of its manager as a Rust type.
    ///
    /// # Errors
    /// If the program does not declare it, or its type differs.
    pub fn get<T: VariableType>(&self, globals: &Globals, name: &str) -> Result<T, VariableError> {
        let undeclared = || VariableError::Undeclared(name.into());
        match self.program.variable(name).ok_or_else(undeclared)? {
            VariableSlot::Tree(index) => {
                let declared = &self.program.tree_variables[index as usize];
                let slot = &self.agent.variables[index as usize];
                typed(name, &declared.value_type, &slot.value)
            }
            VariableSlot::Global(index) => match globals.get_as(name) {
                // A tree on its own declares its global variables when it begins; before that, they have their initial
                // values.
                Err(VariableError::Undeclared(_)) => {
                    let declared = &self.program.global_variables[index as usize];
                    typed(name, &declared.value_type, &declared.initial)
                }
                value => value,
            },
        }
    }

    /// Writes a variable of this tree or of its manager from a Rust type. The next task that runs sees the new value.
    ///
    /// # Errors
    /// If the program does not declare it, or its type differs.
    pub fn set<T: VariableType>(
        &mut self,
        globals: &mut Globals,
        name: &str,
        value: T,
    ) -> Result<(), VariableError> {
        self.set_variable(globals, name, value.into_value())
    }

    /// Iterates over the variables of this tree in the order of declaration, then over the global ones that it
    /// declares.
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
    /// Returns the value of a variable as a Rust type; `None` if its type differs.
    pub fn get_as<T: VariableType>(&self, slot: VariableSlot) -> Option<T> {
        T::from_value(self.get(slot))
    }

    /// Writes a variable from a Rust type. Returns false, and writes nothing, if its type differs.
    pub fn set_as<T: VariableType>(&mut self, slot: VariableSlot, value: T) -> bool {
        let value = value.into_value();
        let fits = self.check(slot, &value).is_ok();
        if fits {
            self.write_slot(slot, value);
        }
        fits
    }
}

/// Reads a variable of the agent with this number from the game's world.
pub type StorageReader<W> = Arc<dyn Fn(&Lent<'_, W>, u64) -> Value + Send + Sync>;
/// Writes a variable of the agent with this number to the game's world.
pub type StorageWriter<W> = Arc<dyn Fn(&mut Lent<'_, W>, u64, &Value) + Send + Sync>;

/// A variable that a game stores in its world.
pub struct Storage<W: World + ?Sized> {
    /// The variable in the program.
    pub slot: VariableSlot,
    /// Returns its value at the beginning of a frame. A value of another type than the variable's is not stored, and is
    /// an error of the tree.
    pub read: StorageReader<W>,
    /// Stores its value after the tree changed it; `None` if changes by the tree are not stored.
    pub write: Option<StorageWriter<W>>,
}

impl<W: World + ?Sized, B: Tasks> TreeInstance<W, B> {
    /// Stores a value that the game keeps, if it differs.
    fn store(
        &mut self,
        globals: &mut Globals,
        slot: VariableSlot,
        value: Value,
    ) -> Result<(), VariableError> {
        if self.slot_mut(globals, slot).value == value {
            return Ok(());
        }
        let (name, value_type) = self.declaration(globals, slot);
        check_type(name, value_type, &value)?;
        let frame = self.agent.frame + 1;
        if self.slot_mut(globals, slot).write(value, frame)
            && let VariableSlot::Global(index) = slot
        {
            self.note_change(globals, index);
        }
        Ok(())
    }

    /// Runs a frame between reading the variables that the game stores and writing them back.
    #[cold]
    pub(super) fn run_frame_with_storage<T: Tracer>(
        &mut self,
        world: &mut Lent<'_, W>,
        globals: &mut Globals,
        step: TimeStep,
        tracer: &mut T,
    ) -> Option<Status> {
        let finished = matches!(self.agent.state, TreeState::Finished(_));
        if self.agent.state != TreeState::Enabled
            && !(finished && self.program.restart_when_complete)
        {
            return None;
        }
        self.bind_globals_traced(globals, tracer);
        let program = self.program.clone();
        let mut kept = std::mem::take(&mut self.agent.rare.get_or_insert_default().stored);
        kept.clear();
        for storage in &program.storage {
            let mut value = None;
            if let Err(text) = catch(|| value = Some((storage.read)(world, self.agent.agent))) {
                raise(&program, &mut self.agent, tracer, 0, &text);
            }
            if let Some(value) = value
                && let Err(error) = self.store(globals, storage.slot, value)
            {
                raise(&program, &mut self.agent, tracer, 0, &error.message());
            }
            kept.push(self.slot_mut(globals, storage.slot).changes);
        }
        let status = self.run_frame_inside(world, globals, step, tracer);
        for (storage, changes) in program.storage.iter().zip(&kept) {
            let agent = self.agent.agent;
            let slot = self.slot_mut(globals, storage.slot);
            if let Some(write) = &storage.write
                && slot.changes != *changes
                && let Err(text) = catch(|| write(world, agent, &slot.value))
            {
                raise(&program, &mut self.agent, tracer, 0, &text);
            }
        }
        self.agent.rare.get_or_insert_default().stored = kept;
        status
    }
}

impl<W: World + ?Sized, B: Tasks> TreeInstance<W, B> {
    /// Reports the variables that were written from outside since the last frame. Must be called when a frame has just
    /// begun.
    ///
    /// Whoever writes a variable of a tree between two frames stamps it with the number of the frame to come. Shared
    /// variables have no such stamp, so their change counts are compared with those of the last watched frame.
    pub(super) fn report_writes_from_outside<T: Tracer>(&self, globals: &Globals, tracer: &mut T) {
        let declared = self.program.tree_variables.iter().zip(0..);
        for ((variable, index), slot) in declared.zip(&self.agent.variables) {
            if slot.written == self.agent.frame {
                let place = VariableSlot::Tree(index);
                tracer.written_outside(place, &variable.name, &slot.value);
            }
        }
        let Some(rare) = &self.agent.rare else { return };
        let declared = self.program.global_variables.iter().zip(0..);
        let known = declared.zip(&rare.global_places).zip(&rare.seen);
        for (((variable, index), place), seen) in known {
            let slot = &globals.slots[*place as usize];
            if slot.changes != *seen {
                let place = VariableSlot::Global(index);
                tracer.written_outside(place, &variable.name, &slot.value);
            }
        }
    }

    /// Remembers the shared variables at the end of a watched frame.
    pub(super) fn remember_globals(&mut self, globals: &Globals) {
        let Some(rare) = &mut self.agent.rare else {
            return;
        };
        let places = rare.global_places.iter();
        rare.seen.clear();
        rare.seen
            .extend(places.map(|place| globals.slots[*place as usize].changes));
    }
}

impl<W: World + ?Sized, B: Tasks, T: Tracer> Executor<'_, '_, W, B, T> {
    /// Reports to the tracer what a task wrote and attached, after a call of the task.
    #[inline]
    pub(super) fn report_writes(&mut self, node: u32) {
        // Most calls do neither.
        if T::WATCHES && self.context.tick.globals.has_news() {
            report_writes(self.program, &mut self.context.tick, self.tracer, node);
        }
    }
}

/// Reports what was written and attached since the last call as that of this node.
#[cold]
pub(super) fn report_writes<W: World + ?Sized, B, T: Tracer>(
    program: &Program<W, B>,
    tick: &mut TickContext<'_>,
    tracer: &mut T,
    node: u32,
) {
    for (slot, value) in tick.globals.writes.drain(..) {
        let declared = match slot {
            VariableSlot::Tree(index) => &program.tree_variables[index as usize],
            VariableSlot::Global(index) => &program.global_variables[index as usize],
        };
        tracer.wrote(NodeIndex(node), slot, &declared.name, &value);
    }
    pass_on_data(tick, tracer, node);
}

#[cfg(test)]
mod storage_tests;

#[cfg(test)]
mod write_tests;

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
    fn a_value_is_read_as_the_type_with_which_it_was_written() {
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
        assert_eq!(
            error.to_string(),
            "variable `alert`: expected bool, found int"
        );
        let error = tree.get::<Vec<i64>>(globals, "names").unwrap_err();
        assert_eq!(
            error.to_string(),
            "variable `names`: expected [string], found [int]"
        );
        let error = tree.get::<bool>(globals, "alarm").unwrap_err();
        assert_eq!(error.to_string(), "there is no variable named `alarm`");
        assert!(globals.get_as::<bool>("alert").is_err());
        assert_eq!(tree.get(globals, "alert"), Ok(false));
    }

    #[test]
    fn the_variable_list_has_last_writes_and_change_counts() {
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
