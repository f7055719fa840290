//! The variables of a running tree: its own, and where those of its manager lie.

use super::blackboard::{Globals, Slot, VariableError, VariableSlot, check_type};
use super::instance::TreeInstance;
use super::nap::bit_of;
use super::program::Program;
use super::sharing::Sharing;
use super::task::Tasks;
use crate::value::Value;

impl<W, B: Tasks> TreeInstance<W, B> {
    /// The value of a variable of this tree, or of its manager if `name` is global.
    pub fn variable<'v>(&'v self, globals: &'v Globals, name: &str) -> Option<&'v Value> {
        match self.program.variable(name)? {
            VariableSlot::Tree(index) => Some(&self.agent.variables[index as usize].value),
            VariableSlot::Global(_) => globals.get(name),
        }
    }

    /// The frame in which a variable of this tree was written last; 0 if never.
    pub fn variable_written(&self, name: &str) -> u64 {
        match self.program.variable(name) {
            Some(VariableSlot::Tree(index)) => self.agent.variables[index as usize].written,
            _ => 0,
        }
    }

    /// Writes a variable of this tree, or of its manager. The next task that runs sees it.
    ///
    /// # Errors
    /// If the program does not declare it, or it has another type.
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
            Some(VariableSlot::Global(_)) => {
                self.bind_globals(globals);
                globals.set(name, value)
            }
        }
    }

    /// Whether [`Self::set_variable`] would take this value.
    ///
    /// # Errors
    /// If the program does not declare it, or it has another type.
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

    /// A variable of this tree, or of its manager once those have been bound.
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

    /// A shared variable was changed otherwise than through a task or by name.
    pub(super) fn note_change(&self, globals: &mut Globals, index: u32) {
        let places = self.agent.rare.as_ref().map(|rare| &rare.global_places);
        let place = places.and_then(|places| places.get(index as usize));
        globals.changed |= place.map_or(0, |place| bit_of(*place as usize));
    }

    pub(super) fn bind_globals(&mut self, globals: &mut Globals) {
        if !self.program.global_variables.is_empty() {
            self.find_global_places(globals);
        }
    }

    fn find_global_places(&mut self, globals: &mut Globals) {
        let rare = self.agent.rare.get_or_insert_default();
        if rare.global_places.len() != self.program.global_variables.len() {
            rare.writes_globals = self.program.sharing == Sharing::Writes;
            let declared = self.program.global_variables.iter();
            rare.global_places = declared
                .map(|v| globals.declare(&v.name, &v.value_type, &v.initial))
                .collect();
        }
    }
}

pub(super) fn initial_values<W, B>(program: &Program<W, B>) -> Box<[Slot]> {
    let declared = program.tree_variables.iter();
    declared.map(|v| Slot::new(v.initial.clone())).collect()
}
