//! A game's own tasks in C: `tw_tasks`, `tw_task` and `tw_parameter`.

use std::ffi::c_void;
use std::sync::{Arc, Mutex};

use treewright_core::category::Category;
use treewright_core::compile::GameTasks;
use treewright_core::format::tasks_json;
use treewright_core::library::TaskDeclaration;
use treewright_core::model::{ParameterDeclaration, ParameterType};
use treewright_core::runtime::{EndStatus, Status, Task, TaskContext, TaskHooks, Wake};
use treewright_core::value::{Value, ValueType};

use crate::border::{Code, Failure, Result, border};
use crate::buffers::Buffer;
use crate::callbacks::{World, call_back};
use crate::constants::{
    TW_ACTION, TW_CONDITIONAL, TW_INACTIVE, TW_PARAMETER_CHOICE, TW_PARAMETER_NAME,
    TW_PARAMETER_VALUE, TW_PARAMETER_VARIABLE, TW_WAKE_COMPLETION, TW_WAKE_EVERY_FRAME,
    TW_WAKE_INPUTS,
};
use crate::handles::{self, Handle, Object, lock};
use crate::memory::{In, Out, Str, give};
use crate::node_task::{
    Callbacks, End, NodeTask, Pointer, Restore, Save, Start, StateHook, Update,
};
use crate::values::{CValue, Shown, end_number, status, value_type};

/// A declared task: `tw_task`.
#[repr(C)]
pub struct CTask {
    size: usize,
    name: Str,
    category: i32,
    wake: i32,
    summary: Str,
    parameters: In<CParameter>,
    parameter_count: usize,
    data: *mut c_void,
    state_size: usize,
    update: Option<Update>,
    start: Option<Start>,
    end: Option<End>,
    abort: Option<Start>,
    init: Option<StateHook>,
    drop: Option<StateHook>,
    save: Option<Save>,
    restore: Option<Restore>,
}

/// A declared parameter: `tw_parameter`.
#[repr(C)]
pub struct CParameter {
    name: Str,
    kind: i32,
    value_type: i32,
    element: i32,
    is_required: i32,
    default_value: CValue,
    minimum: f64,
    maximum: f64,
    choices: In<Str>,
    choice_count: usize,
    help: Str,
}

/// The tasks of a game: `tw_tasks`.
#[derive(Default)]
pub struct Tasks(Mutex<GameTasks<World>>);

impl Object for Tasks {
    const NAME: &'static str = "task library";
}

impl Tasks {
    /// Calls `run` with the tasks.
    ///
    /// # Errors
    /// If they are in use, or `run` fails.
    pub fn with<R>(&self, run: impl FnOnce(&mut GameTasks<World>) -> Result<R>) -> Result<R> {
        run(&mut *lock(&self.0, Self::NAME)?)
    }
}

impl NodeTask {
    #[inline]
    fn start(&self, context: &mut TaskContext<'_, '_, World>, state: *mut c_void) {
        if let Some(start) = self.callbacks.start {
            let (user, agent) = (context.world.user(), context.tick.agent());
            call_back(context, self, state, |node| start(user, agent, node));
        }
    }

    #[inline]
    fn update(&self, context: &mut TaskContext<'_, '_, World>, state: *mut c_void) -> Status {
        let (user, agent) = (context.world.user(), context.tick.agent());
        let (update, dt) = (self.callbacks.update, context.tick.dt());
        let number = call_back(context, self, state, |node| update(user, agent, node, dt));
        status(number).unwrap_or_else(|| {
            context.fail(format!("its update returned {number}, which is no status"))
        })
    }

    #[inline]
    fn end(&self, context: &mut TaskContext<'_, '_, World>, state: *mut c_void, how: EndStatus) {
        let (user, agent) = (context.world.user(), context.tick.agent());
        let number = end_number(how);
        match (number, self.callbacks.abort, self.callbacks.end) {
            (TW_INACTIVE, Some(abort), _) => {
                call_back(context, self, state, |node| abort(user, agent, node));
            }
            (_, _, Some(end)) => {
                call_back(context, self, state, |node| end(user, agent, node, number));
            }
            _ => {}
        }
    }
}

/// The largest state of a node, in bytes, so that a wrong size is an error and does not exhaust the memory.
const STATE_LIMIT: usize = 16 << 20;

/// A piece of a state, with the alignment that the header promises.
#[repr(align(16))]
#[derive(Clone, Copy)]
struct Block(#[expect(dead_code, reason = "only C uses the bytes")] [u8; 16]);

/// A task with a state of its own in each tree.
struct StatefulTask {
    task: NodeTask,
    /// As many bytes as the game asked for, aligned for anything that C has.
    state: Box<[Block]>,
    /// Whether `init` was called.
    is_ready: bool,
}

impl StatefulTask {
    fn new(task: NodeTask) -> Self {
        let size = task.callbacks.state_size.div_ceil(size_of::<Block>());
        Self {
            task,
            state: vec![Block([0; 16]); size].into(),
            is_ready: false,
        }
    }

    /// Returns the state for a callback; null if there is none.
    fn state(&mut self) -> *mut c_void {
        if !self.is_ready {
            self.is_ready = true;
            if let Some(init) = self.task.callbacks.init {
                init(self.task.data(), self.state.as_mut_ptr().cast());
            }
        }
        if self.state.is_empty() {
            return std::ptr::null_mut();
        }
        self.state.as_mut_ptr().cast()
    }
}

impl Drop for StatefulTask {
    fn drop(&mut self) {
        if let (true, Some(drop)) = (self.is_ready, self.task.callbacks.drop) {
            drop(self.task.data(), self.state.as_mut_ptr().cast());
        }
    }
}

impl Task<World> for StatefulTask {
    fn start(&mut self, context: &mut TaskContext<'_, '_, World>) {
        let state = self.state();
        self.task.start(context, state);
    }

    fn update(&mut self, context: &mut TaskContext<'_, '_, World>) -> Status {
        let state = self.state();
        self.task.update(context, state)
    }

    fn end(&mut self, context: &mut TaskContext<'_, '_, World>, status: EndStatus) {
        let state = self.state();
        self.task.end(context, state, status);
    }

    fn wake(&self) -> Wake {
        self.task.callbacks.wake
    }

    fn save(&self) -> Option<Value> {
        let save = self.task.callbacks.save.filter(|_| self.is_ready)?;
        let mut saved = CValue::NONE;
        let state = self.state.as_ptr().cast();
        if save(self.task.data(), state, &raw mut saved) == 0 {
            // What it wrote may be incomplete, so it is not read.
            return None;
        }
        saved.read().unwrap_or_else(|why| {
            // The engine catches it and says that the state could not be saved. The panic hook has nothing to say.
            let text = format!("what it saved is no value: {}", why.text());
            std::panic::resume_unwind(Box::new(text))
        })
    }

    fn restore(&mut self, saved: &Value) {
        let state = self.state();
        if let Some(restore) = self.task.callbacks.restore {
            let shown = Shown::of(saved);
            restore(self.task.data(), state, &raw const shown.value);
        }
    }
}

impl CTask {
    fn callbacks(&self, parameters: &[CParameter]) -> Result<Callbacks> {
        let named = |parameter: &CParameter| {
            let name = parameter.name.text()?.to_owned();
            Ok((name, parameter.kind))
        };
        let wake = match self.wake {
            TW_WAKE_EVERY_FRAME => Wake::EveryFrame,
            TW_WAKE_INPUTS => Wake::Inputs,
            TW_WAKE_COMPLETION => Wake::Completion,
            other => return Err(Failure::argument(format!("`wake` cannot be {other}"))),
        };
        if self.state_size > STATE_LIMIT {
            let text = format!(
                "`state_size` is {}, and can be at most {STATE_LIMIT} bytes",
                self.state_size
            );
            return Err(Failure::argument(text));
        }
        Ok(Callbacks {
            name: self.name.text()?.to_owned(),
            parameters: parameters.iter().map(named).collect::<Result<_>>()?,
            data: Pointer(self.data),
            state_size: self.state_size,
            wake,
            update: self
                .update
                .ok_or_else(|| Failure::argument("`update` is null"))?,
            start: self.start,
            end: self.end,
            abort: self.abort,
            init: self.init,
            drop: self.drop,
            save: self.save,
            restore: self.restore,
        })
    }

    fn declaration(&self, parameters: &[CParameter]) -> Result<TaskDeclaration> {
        let name = self.name.text()?.to_owned();
        if name.is_empty() {
            return Err(Failure::argument("a task needs a name"));
        }
        let category = match self.category {
            TW_ACTION => Category::Action,
            TW_CONDITIONAL => Category::Conditional,
            other => return Err(Failure::argument(format!("`category` cannot be {other}"))),
        };
        let summary = self.summary.text()?.to_owned();
        let mut task = TaskDeclaration::of(category, name, summary);
        for parameter in parameters {
            task = task.parameter(parameter.declaration()?);
        }
        Ok(task)
    }
}

impl CParameter {
    fn declaration(&self) -> Result<ParameterDeclaration> {
        let of_type = value_type(self.value_type, self.element)?;
        let default = self.default_value.read()?;
        let kind = match (self.kind, of_type) {
            (TW_PARAMETER_VALUE, Some(of_type)) => ParameterType::Value(of_type),
            (TW_PARAMETER_VALUE, None) => ParameterType::Any,
            (TW_PARAMETER_VARIABLE, of_type) => ParameterType::VariableName(of_type),
            (TW_PARAMETER_CHOICE, _) => self.choice()?,
            (TW_PARAMETER_NAME, _) => ParameterType::Name,
            (other, _) => {
                return Err(Failure::argument(format!(
                    "`kind` of a parameter cannot be {other}"
                )));
            }
        };
        let expected = match &kind {
            ParameterType::Value(of_type) => Some(of_type.clone()),
            ParameterType::Choice(_) | ParameterType::Name => Some(ValueType::String),
            _ => None,
        };
        let (name, help) = (self.name.text()?.to_owned(), self.help.text()?.to_owned());
        let mut declared = ParameterDeclaration::without_default(name.clone(), kind, help);
        declared.required = self.is_required != 0;
        if let Some(default) = default {
            let fitting = match &expected {
                Some(expected) => default.coerced(expected).ok_or_else(|| {
                    let found = default.value_type();
                    Failure::argument(format!(
                        "parameter `{name}`: the default is {found}, not {expected}"
                    ))
                })?,
                None => default,
            };
            declared = declared.with_default(fitting);
        }
        if self.minimum < self.maximum {
            declared = declared.within(self.minimum, self.maximum);
        }
        Ok(declared)
    }

    fn choice(&self) -> Result<ParameterType> {
        let choices = self.choices.array(self.choice_count)?;
        let choices = choices.iter().map(|text| Ok(text.text()?.to_owned()));
        Ok(ParameterType::choice(choices.collect::<Result<Vec<_>>>()?))
    }
}

/// Creates a task library that has the built-in tasks only.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tasks_new(tasks: Out<Handle<Tasks>>) -> Code {
    give(tasks, || handles::add(Tasks::default()))
}

/// Frees a task library. Programs that were loaded with it go on.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tasks_free(tasks: Handle<Tasks>) -> Code {
    border(|| handles::remove(tasks))
}

/// Adds a task.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tasks_add(tasks: Handle<Tasks>, task: In<CTask>) -> Code {
    border(|| {
        let tasks = handles::get(tasks)?;
        let other_version = || {
            Failure::argument(
                "`size` of the task is not `sizeof(tw_task)`: is the header of another version than the library?",
            )
        };
        let task = task.of_own_size()?.ok_or_else(other_version)?;
        let parameters = task.parameters.array(task.parameter_count)?;
        let declaration = task.declaration(parameters)?;
        let callbacks = Arc::new(task.callbacks(parameters)?);
        tasks.with(|tasks| {
            add(tasks, declaration, callbacks);
            Ok(())
        })
    })
}

/// Adds a task: as an object in each tree if it has a state or says when to wake it, otherwise as functions that all trees share.
fn add(tasks: &mut GameTasks<World>, declaration: TaskDeclaration, callbacks: Arc<Callbacks>) {
    let has_object = callbacks.state_size > 0
        || callbacks.init.is_some()
        || callbacks.drop.is_some()
        || callbacks.save.is_some()
        || callbacks.restore.is_some()
        || callbacks.wake == Wake::Completion;
    if has_object {
        tasks.declare_object(declaration, move |arguments| {
            Box::new(StatefulTask::new(NodeTask::new(&callbacks, arguments)))
        });
        return;
    }
    tasks.declare(declaration, move |arguments| {
        let task = Arc::new(NodeTask::new(&callbacks, arguments));
        let (updated, started, ended) = (task.clone(), task.clone(), task);
        let mut hooks =
            TaskHooks::new(move |context| updated.update(context, std::ptr::null_mut()));
        if callbacks.start.is_some() {
            hooks = hooks.on_enter(move |context| started.start(context, std::ptr::null_mut()));
        }
        if callbacks.end.is_some() || callbacks.abort.is_some() {
            hooks = hooks
                .on_exit(move |context, status| ended.end(context, std::ptr::null_mut(), status));
        }
        if callbacks.wake == Wake::Inputs {
            hooks = hooks.waits_for_inputs();
        }
        hooks
    });
}

/// Returns the declared tasks as a file `NAME.tasks.json`, which the editor opens.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tasks_library(
    tasks: Handle<Tasks>,
    name: Str,
    text: Out<Str>,
    owner: Out<Handle<Buffer>>,
) -> Code {
    border(|| {
        let (text, owner) = (text.required()?, owner.required()?);
        let name = name.text()?;
        let written =
            handles::get(tasks)?.with(|tasks| Ok(tasks_json::write(&tasks.library(name))))?;
        Buffer::hand_out(written, &text, &owner)
    })
}
