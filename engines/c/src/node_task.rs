//! What a task in C consists of: its callbacks, and the arguments of a node. Knows neither how tasks are declared nor how they are called.

use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;

use treewright_core::nodes::{Argument, Arguments};
use treewright_core::runtime::{VariableSlot, Wake};

use crate::border::{Failure, Result};
use crate::constants::TW_PARAMETER_VARIABLE;
use crate::values::{CStatus, CValue};

/// A pointer of the game, which is passed on and never followed.
#[derive(Clone, Copy, Debug)]
pub struct Pointer(pub *mut c_void);

// SAFETY: the pointer is only handed back to the game's own callbacks, of which the header says in which threads they are
// called.
unsafe impl Send for Pointer {}

// SAFETY: as above.
unsafe impl Sync for Pointer {}

/// The node of a running callback, as C sees it: `tw_node *`.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct NodeNumber(*mut c_void);

impl NodeNumber {
    /// Returns the node of this number.
    pub fn of(number: usize) -> Self {
        Self(ptr::without_provenance_mut(number))
    }

    /// Returns its number.
    pub fn number(self) -> usize {
        self.0.addr()
    }
}

/// `tw_update_fn`.
pub type Update = extern "C-unwind" fn(*mut c_void, u64, NodeNumber, f64) -> CStatus;
/// `tw_start_fn`, also for `abort`.
pub type Start = extern "C-unwind" fn(*mut c_void, u64, NodeNumber);
/// `tw_end_fn`.
pub type End = extern "C-unwind" fn(*mut c_void, u64, NodeNumber, CStatus);
/// `tw_state_fn`, for `init` and `drop`.
pub type StateHook = extern "C-unwind" fn(*mut c_void, *mut c_void);
/// `tw_save_fn`.
pub type Save = extern "C-unwind" fn(*mut c_void, *const c_void, *mut CValue) -> i32;
/// `tw_restore_fn`.
pub type Restore = extern "C-unwind" fn(*mut c_void, *mut c_void, *const CValue);

/// The callbacks of a task, and what it is called with.
pub struct Callbacks {
    /// Its name.
    pub name: String,
    /// The names of its parameters, and of which kind they are.
    pub parameters: Vec<(String, i32)>,
    /// The pointer that was registered with it.
    pub data: Pointer,
    /// The bytes of its state.
    pub state_size: usize,
    /// When its tree has to wake.
    pub wake: Wake,
    /// Called in each frame.
    pub update: Update,
    /// Called when it is entered.
    pub start: Option<Start>,
    /// Called when it ends.
    pub end: Option<End>,
    /// Called when it is interrupted, instead of `end`.
    pub abort: Option<Start>,
    /// Called before the first use of a state.
    pub init: Option<StateHook>,
    /// Called after the last use of a state.
    pub drop: Option<StateHook>,
    /// Returns what must be saved of a state.
    pub save: Option<Save>,
    /// Puts back what was saved.
    pub restore: Option<Restore>,
}

/// A task with the arguments of a node.
pub struct NodeTask {
    /// The task.
    pub callbacks: Arc<Callbacks>,
    arguments: Box<[NodeArgument]>,
}

/// What a node says about a parameter.
pub enum NodeArgument {
    /// Its value, or the variable from which it is read.
    Value(Argument),
    /// The variable that the task writes.
    Variable(VariableSlot),
    /// Nothing, and there is no default.
    Unset,
}

impl NodeTask {
    /// Creates the task of a node with these arguments.
    pub fn new(callbacks: &Arc<Callbacks>, arguments: &Arguments) -> Self {
        let of_parameter = |(name, kind): &(String, i32)| match *kind {
            TW_PARAMETER_VARIABLE => arguments
                .variable(name)
                .map_or(NodeArgument::Unset, NodeArgument::Variable),
            _ => arguments
                .get(name)
                .cloned()
                .map_or(NodeArgument::Unset, NodeArgument::Value),
        };
        Self {
            callbacks: callbacks.clone(),
            arguments: callbacks.parameters.iter().map(of_parameter).collect(),
        }
    }

    /// Returns the pointer that was registered with the task.
    pub fn data(&self) -> *mut c_void {
        self.callbacks.data.0
    }

    /// Returns the argument of a parameter, in the order of their declaration.
    ///
    /// # Errors
    /// If there is no such parameter.
    pub fn argument(&self, parameter: u32) -> Result<&NodeArgument> {
        let argument = self.arguments.get(parameter as usize);
        argument.ok_or_else(|| {
            let Callbacks {
                name, parameters, ..
            } = &*self.callbacks;
            let count = parameters.len();
            Failure::argument(format!(
                "`{name}` has no parameter number {parameter}, counted from 0: it declares {count}"
            ))
        })
    }

    /// Returns the number of the parameter with this name.
    ///
    /// # Errors
    /// If there is none.
    pub fn parameter(&self, name: &str) -> Result<u32> {
        let parameters = &self.callbacks.parameters;
        let found = parameters.iter().position(|(known, _)| known == name);
        found.map(|number| number as u32).ok_or_else(|| {
            let task = &self.callbacks.name;
            Failure::argument(format!("`{task}` has no parameter `{name}`"))
        })
    }
}
