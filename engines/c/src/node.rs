//! What a callback can ask and tell about its node: `tw_node`.

use std::ffi::c_void;
use std::sync::Arc;

use treewright_core::runtime::TaskContext;
use treewright_core::value::Value;

use crate::border::{Code, Failure, Result, border};
use crate::callbacks::{Frame, World, keep, with_node};
use crate::constants::{TW_ERROR_HANDLE, TW_FAILURE};
use crate::memory::{In, Out, Place, Str};
use crate::node_task::{NodeArgument, NodeNumber, NodeTask};
use crate::values::{CStatus, CValue, Shown, event, outcome, shared};

/// Calls the body of a function that needs a node.
#[inline]
fn at_node(
    node: NodeNumber,
    call: impl FnOnce(&mut TaskContext<'_, '_, World>, &NodeTask, &Frame) -> Result,
) -> Code {
    border(|| {
        with_node(node, call).unwrap_or_else(|| {
            let text = "the node is null or dead: it is valid only while its callback runs, in the same thread";
            Err(Failure::new(TW_ERROR_HANDLE, text))
        })
    })
}

/// The body of a function that returns a value about a node.
#[inline]
fn give_of_node<T>(
    node: NodeNumber,
    out: Out<T>,
    value: impl FnOnce(&mut TaskContext<'_, '_, World>, &NodeTask, &Frame) -> Result<T>,
) -> Code {
    at_node(node, |context, task, frame| {
        let out = out.required()?;
        out.set(value(context, task, frame)?);
        Ok(())
    })
}

/// Hands out a value until the callback returns.
#[inline]
fn show(value: &Value, out: &Place<CValue>) {
    match value {
        Value::String(_) | Value::List(_) => {
            let shown = Shown::of(value);
            out.set(shown.value);
            keep(shown);
        }
        simple => out.set(CValue::of_simple(simple)),
    }
}

/// Hands out a text until the callback returns.
fn show_text(text: Arc<str>, out: &Place<Str>) {
    out.set(Str::of(&text));
    keep(Shown::of(&Value::String(text)));
}

/// Returns the index of the node in its program.
#[unsafe(no_mangle)]
pub extern "C" fn tw_node_index(node: NodeNumber, index: Out<u32>) -> Code {
    give_of_node(node, index, |context, _, _| Ok(context.tick.node().0))
}

/// Returns the id of the node in its file.
#[unsafe(no_mangle)]
pub extern "C" fn tw_node_id(node: NodeNumber, id: Out<Str>) -> Code {
    at_node(node, |context, _, _| {
        let id = id.required()?;
        show_text(context.tick.node_id().to_string().into(), &id);
        Ok(())
    })
}

/// Returns the name that the designer gave to the node.
#[unsafe(no_mangle)]
pub extern "C" fn tw_node_name(node: NodeNumber, name: Out<Str>) -> Code {
    at_node(node, |context, _, _| {
        let name = name.required()?;
        show_text(context.tick.node_name().into(), &name);
        Ok(())
    })
}

/// Returns the pointer that was registered with the task.
#[unsafe(no_mangle)]
pub extern "C" fn tw_node_data(node: NodeNumber, data: Out<*mut c_void>) -> Code {
    give_of_node(node, data, |_, task, _| Ok(task.data()))
}

/// Returns the memory of the node's own state.
#[unsafe(no_mangle)]
pub extern "C" fn tw_node_state(node: NodeNumber, state: Out<*mut c_void>) -> Code {
    give_of_node(node, state, |_, _, frame| Ok(frame.state()))
}

/// Returns the seconds of game time since the tree was created, including this frame.
#[unsafe(no_mangle)]
pub extern "C" fn tw_node_time(node: NodeNumber, seconds: Out<f64>) -> Code {
    give_of_node(node, seconds, |context, _, _| Ok(context.tick.time()))
}

/// Returns the game time since the last frame in whole nanoseconds, whose sums are exact.
#[unsafe(no_mangle)]
pub extern "C" fn tw_node_dt_nanoseconds(node: NodeNumber, nanoseconds: Out<u64>) -> Code {
    give_of_node(node, nanoseconds, |context, _, _| {
        Ok(context.tick.dt_nanoseconds().0)
    })
}

/// Returns the number of this frame, counted from 1 since the tree was created.
#[unsafe(no_mangle)]
pub extern "C" fn tw_node_frame(node: NodeNumber, frame: Out<u64>) -> Code {
    give_of_node(node, frame, |context, _, _| Ok(context.tick.frame()))
}

/// Draws a number from 0 to below 1 from the tree's generator.
#[unsafe(no_mangle)]
pub extern "C" fn tw_node_random(node: NodeNumber, number: Out<f64>) -> Code {
    give_of_node(node, number, |context, _, _| {
        Ok(context.tick.random().rand_float().into())
    })
}

/// Draws a whole number from 0 to below `count` from the tree's generator.
#[unsafe(no_mangle)]
pub extern "C" fn tw_node_random_below(node: NodeNumber, count: u32, number: Out<u32>) -> Code {
    give_of_node(node, number, |context, _, _| {
        if count == 0 {
            return Err(Failure::argument("there is no number below 0"));
        }
        Ok(context.tick.random().rand_range(0..count))
    })
}

/// Returns the number of a parameter of the task, for [`tw_node_get`].
#[unsafe(no_mangle)]
pub extern "C" fn tw_node_parameter(node: NodeNumber, name: Str, parameter: Out<u32>) -> Code {
    give_of_node(node, parameter, |_, task, _| task.parameter(name.text()?))
}

/// Returns the value of a parameter now.
#[unsafe(no_mangle)]
pub extern "C" fn tw_node_get(node: NodeNumber, parameter: u32, value: Out<CValue>) -> Code {
    at_node(node, |context, task, _| {
        let out = value.required()?;
        get(context, task.argument(parameter)?, &out);
        Ok(())
    })
}

/// Like [`tw_node_get`], by the name of the parameter.
#[unsafe(no_mangle)]
pub extern "C" fn tw_node_get_named(node: NodeNumber, name: Str, value: Out<CValue>) -> Code {
    at_node(node, |context, task, _| {
        let out = value.required()?;
        let parameter = task.parameter(name.text()?)?;
        get(context, task.argument(parameter)?, &out);
        Ok(())
    })
}

fn get(context: &TaskContext<'_, '_, World>, argument: &NodeArgument, out: &Place<CValue>) {
    match argument {
        NodeArgument::Value(operand) => show(operand.value(&context.tick), out),
        NodeArgument::Variable(slot) => show(context.tick.get(*slot), out),
        NodeArgument::Unset => out.set(CValue::NONE),
    }
}

/// Writes the variable that a parameter of the kind `TW_PARAMETER_VARIABLE` names.
#[unsafe(no_mangle)]
pub extern "C" fn tw_node_set(node: NodeNumber, parameter: u32, value: In<CValue>) -> Code {
    at_node(node, |context, task, _| {
        let value = value.required()?.required()?;
        match task.argument(parameter)? {
            NodeArgument::Variable(slot) => {
                context.tick.set(*slot, value);
                Ok(())
            }
            NodeArgument::Value(_) => Err(Failure::argument(
                "this parameter is a value; only one of the kind TW_PARAMETER_VARIABLE can be written",
            )),
            NodeArgument::Unset => Err(Failure::argument("the node names no variable here")),
        }
    })
}

/// Says why the task cannot do its work; it fails then, whatever it returns. Returns [`TW_FAILURE`].
#[unsafe(no_mangle)]
pub extern "C" fn tw_node_fail(node: NodeNumber, why: Str) -> CStatus {
    at_node(node, |context, _, _| {
        // A reason that is not UTF-8 is still one.
        let why = String::from_utf8_lossy(why.bytes()?).into_owned();
        context.fail(why);
        Ok(())
    });
    TW_FAILURE
}

/// Writes a line to the log of the run.
#[unsafe(no_mangle)]
pub extern "C" fn tw_node_log(node: NodeNumber, text: Str) -> Code {
    at_node(node, |context, _, _| {
        context.tick.say(shared(text)?);
        Ok(())
    })
}

/// Puts a mark into the trace of the run.
#[unsafe(no_mangle)]
pub extern "C" fn tw_node_mark(node: NodeNumber, text: Str) -> Code {
    at_node(node, |context, _, _| {
        context.tick.mark(shared(text)?);
        Ok(())
    })
}

/// Attaches named data to the frame.
#[unsafe(no_mangle)]
pub extern "C" fn tw_node_attach(node: NodeNumber, name: Str, value: In<CValue>) -> Code {
    at_node(node, |context, _, _| {
        let (name, value) = (shared(name)?, value.required()?.required()?);
        context.tick.attach(name, value);
        Ok(())
    })
}

/// Sends an event to this tree, which its tasks see in the next frame.
#[unsafe(no_mangle)]
pub extern "C" fn tw_node_send(node: NodeNumber, name: Str, payload: In<CValue>) -> Code {
    at_node(node, |context, _, _| {
        context.tick.send(event(name, &payload)?);
        Ok(())
    })
}

/// Sends an event to all trees of the manager.
#[unsafe(no_mangle)]
pub extern "C" fn tw_node_send_to_all(node: NodeNumber, name: Str, payload: In<CValue>) -> Code {
    at_node(node, |context, _, _| {
        context.tick.send_to_all(event(name, &payload)?);
        Ok(())
    })
}

/// Returns how many events were sent to the tree since its last frame.
#[unsafe(no_mangle)]
pub extern "C" fn tw_node_event_count(node: NodeNumber, count: Out<usize>) -> Code {
    give_of_node(node, count, |context, _, _| Ok(context.tick.events().len()))
}

/// Returns an event that was sent to the tree since its last frame.
#[unsafe(no_mangle)]
pub extern "C" fn tw_node_event(
    node: NodeNumber,
    index: usize,
    name: Out<Str>,
    payload: Out<CValue>,
) -> Code {
    at_node(node, |context, _, _| {
        let (name, payload) = (name.required()?, payload.optional()?);
        let event = context.tick.events().get(index);
        let event = event.ok_or_else(|| Failure::argument("there are fewer events"))?;
        show_text(event.name.clone(), &name);
        match &event.payload {
            Some(value) => show(value, &payload),
            None => payload.set(CValue::NONE),
        }
        Ok(())
    })
}

/// Interrupts the nodes with this key at the beginning of the next frame.
#[unsafe(no_mangle)]
pub extern "C" fn tw_node_interrupt(node: NodeNumber, key: Str, result: CStatus) -> Code {
    at_node(node, |context, _, _| {
        context.tick.interrupt(shared(key)?, outcome(result)?);
        Ok(())
    })
}

/// Interrupts everything after this frame, and restarts the tree in the next one.
#[unsafe(no_mangle)]
pub extern "C" fn tw_node_restart_tree(node: NodeNumber) -> Code {
    at_node(node, |context, _, _| {
        context.tick.restart_tree();
        Ok(())
    })
}

/// Interrupts everything after this frame, and disables the tree.
#[unsafe(no_mangle)]
pub extern "C" fn tw_node_stop_tree(node: NodeNumber) -> Code {
    at_node(node, |context, _, _| {
        context.tick.stop_tree();
        Ok(())
    })
}
