//! Does what an editor wants to a tree. Either all of an order is done, or nothing and the reason is returned.
//! Does not know who wants it.

use treewright_core::runtime::{Globals, NodeIndex, World};
use treewright_core::value::Value;
use treewright_core::{Message, TreeInstance};
use treewright_insight::recording_json::Recorded;

use crate::protocol::Verb;
use crate::refusal::Refusal;

/// Does something to a tree. A swap is none of its business.
pub(super) fn apply<W: World + ?Sized>(
    verb: &Verb,
    tree: &mut TreeInstance<W>,
    globals: &mut Globals,
) -> Result<(), Message> {
    match verb {
        Verb::Set(variables) => {
            let mut values = Vec::new();
            for (name, Recorded(value)) in variables {
                let value = fitting(tree, globals, name, value);
                let checked = tree.check_variable(globals, name, &value);
                checked.map_err(|error| error.message())?;
                values.push((name, value));
            }
            for (name, value) in values {
                let set = tree.set_variable(globals, name, value);
                set.map_err(|error| error.message())?;
            }
        }
        Verb::Force(results) => {
            let mut leaves = Vec::new();
            for (id, status) in results {
                let node = tree.program().index(id);
                let node =
                    node.ok_or_else(|| Refusal::NoSuchNode { node: id.clone() }.message())?;
                let checked = tree.program().check_force(node);
                checked.map_err(|error| error.message())?;
                leaves.push((node, *status));
            }
            for (leaf, status) in leaves {
                force(tree, leaf, status)?;
            }
        }
        Verb::Send(sent) => tree.send(sent.event()),
        Verb::Interrupt(interruption) => {
            tree.interrupt(interruption.key.clone(), interruption.result);
        }
        Verb::Swap(_) => {}
    }
    Ok(())
}

fn force<W: World + ?Sized>(
    tree: &mut TreeInstance<W>,
    leaf: NodeIndex,
    status: treewright_core::runtime::Status,
) -> Result<(), Message> {
    tree.force(leaf, status).map_err(|error| error.message())
}

/// Returns a value in the type of the variable, if it is one: `3` is a float where one is expected.
fn fitting<W: World + ?Sized>(
    tree: &TreeInstance<W>,
    globals: &Globals,
    name: &str,
    value: &Value,
) -> Value {
    let held = tree.variable(globals, name);
    let coerced = held.and_then(|held| value.coerced(&held.value_type()));
    coerced.unwrap_or_else(|| value.clone())
}
