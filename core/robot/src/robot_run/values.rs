//! The values of a program's blackboards as those of variables. A blackboard is asked for from time to time, so only that a value has
//! changed is known, not who wrote it.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use treewright_core::Program;
use treewright_core::value::{Value, ValueType};

use crate::full_tree::{NumberedTree, TreeUse};
use crate::groot2::Blackboard;
use crate::message_pack::Packed;

/// The values that were told last, and those of them that belong to the next frame.
#[derive(Default)]
pub(super) struct Values {
    last: FxHashMap<Arc<str>, Value>,
    changed: Vec<(Arc<str>, Value)>,
}

impl Values {
    /// Takes blackboards that were asked for.
    pub fn take(&mut self, tree: &NumberedTree, blackboards: &[(String, Blackboard)]) {
        for (name, entries) in blackboards {
            let Some(of) = tree.uses.iter().find(|of| of.blackboard == *name) else {
                continue;
            };
            for (entry, value) in entries {
                if let Some((name, value)) = variable(&tree.program, of, entry, value) {
                    self.set(name, value);
                }
            }
        }
    }

    fn set(&mut self, name: Arc<str>, value: Value) {
        // Numbers that are no numbers are never equal to themselves.
        let is_same = |held: &Value| *held == value || held.to_string() == value.to_string();
        if self.last.get(&name).is_some_and(is_same) {
            return;
        }
        self.last.insert(name.clone(), value.clone());
        self.changed.retain(|(other, _)| *other != name);
        self.changed.push((name, value));
    }

    /// Returns whether values have changed that no frame has told yet.
    pub fn have_changed(&self) -> bool {
        !self.changed.is_empty()
    }

    /// Takes the values that have changed, for a frame.
    pub fn take_changed(&mut self) -> Vec<(Arc<str>, Value)> {
        std::mem::take(&mut self.changed)
    }

    /// Returns all values, for the beginning of a stretch.
    pub fn all(&mut self) -> Vec<(Arc<str>, Value)> {
        self.changed.clear();
        let all = self.last.iter();
        all.map(|(name, value)| (name.clone(), value.clone()))
            .collect()
    }

    /// Forgets all: they may have changed meanwhile.
    pub fn forget(&mut self) {
        *self = Self::default();
    }
}

/// Returns the variable of the compiled tree that is this entry of a blackboard, with its value; `None` if the tree does not have
/// it, or it has no value.
fn variable(
    program: &Program<()>,
    of: &TreeUse,
    entry: &str,
    value: &Packed,
) -> Option<(Arc<str>, Value)> {
    let name = match of.node {
        // An entry that the use shares with the tree around it is told there.
        Some(node) => format!("{}/{entry}", program.id(node)),
        None => entry.to_owned(),
    };
    let declared = program.tree_variables().iter();
    let mut declared = declared.chain(program.global_variables());
    let declared = declared.find(|declared| *declared.name == *name)?;
    Some((
        declared.name.clone(),
        typed(value.to_value()?, &declared.value_type)?,
    ))
}

/// Returns a value as one of the type that the tree declares: truth values are sent as numbers.
fn typed(value: Value, wanted: &ValueType) -> Option<Value> {
    match (&value, wanted) {
        (Value::Int(number @ 0..=1), ValueType::Bool) => Some(Value::Bool(*number == 1)),
        (Value::String(_), ValueType::String) => Some(value),
        (other, ValueType::String) => Some(Value::from(&*other.to_string())),
        _ => value.coerced(wanted),
    }
}
