//! Tasks whose declaration, parameters, state and code are one Rust type or function: what derived code implements, and
//! how it is registered.

use crate::library::TaskDeclaration;
use crate::nodes::Arguments;
use crate::runtime::{
    Children, EndStatus, Next, Outcome, ParentCallbacks, ParentTask, Revision, StateError, Status,
    Task, TaskContext, Wake, World,
};
use crate::time::Nanoseconds;
use crate::value::Value;

use super::GameTasks;

/// The derived half of a task: its declaration, and how it is made, saved and restored. Its behavior is the other half,
/// [`Task`] or, with children, [`ParentTask`]. Implemented by `#[derive(Task)]` (feature `derive`).
pub trait DeclaredTask: Send + Sync + Sized + 'static {
    /// Whether it has state that [`Self::save_state`] saves; otherwise [`Task::save`] does.
    const HAS_STATE: bool;

    /// Returns its name, category, parameters and help texts.
    fn declaration() -> TaskDeclaration;

    /// Creates a task with these arguments.
    fn make(arguments: &Arguments) -> Self;

    /// Sets the state as it is when the task starts.
    fn reset_state(&mut self);

    /// Returns the state.
    fn save_state(&self) -> Value;

    /// Restores what [`Self::save_state`] returned. What the saved state does not have stays as it is. Returns what was
    /// saved and is lost.
    fn restore_state(&mut self, saved: &Value) -> Vec<StateError>;
}

/// A task that [`GameTasks::register`] registers: a type with `#[derive(Task)]` that implements [`Task`] or [`ParentTask`],
/// the type that `#[action]` or `#[conditional]` makes of a function (feature `derive`), or a tuple of such types.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be registered for the world `{W}`",
    note = "a task is a type with `#[derive(Task)]` that implements `Task<{W}>` (with children `ParentTask<{W}>`), or a function with `#[action]` or `#[conditional]`"
)]
pub trait RegisteredTask<W: World + ?Sized> {
    /// Registers it.
    fn register(tasks: &mut GameTasks<W>);
}

macro_rules! tuples {
    ($($($type:ident)*;)*) => {$(
        impl<W: World + ?Sized, $($type: RegisteredTask<W>),*> RegisteredTask<W> for ($($type,)*) {
            fn register(tasks: &mut GameTasks<W>) {
                $($type::register(tasks);)*
            }
        }
    )*};
}

tuples! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
    A B C D E F G H;
    A B C D E F G H I;
    A B C D E F G H I J;
    A B C D E F G H I J K;
    A B C D E F G H I J K L;
}

impl<W: World + ?Sized> GameTasks<W> {
    /// Registers a task that is a type of its own, with its declaration; see [`RegisteredTask`]. Several are registered
    /// at once as a tuple: `tasks.register::<(WalkTo, Shoot)>()`.
    pub fn register<T: RegisteredTask<W>>(&mut self) {
        T::register(self);
    }

    /// Registers a declared task; derived code calls it.
    #[doc(hidden)]
    pub fn register_declared<T: DeclaredTask + Task<W>>(&mut self) {
        self.declare_object(T::declaration(), |arguments| {
            Box::new(TaskObject(T::make(arguments)))
        });
    }

    /// Registers a declared composite or decorator; derived code calls it.
    #[doc(hidden)]
    pub fn register_declared_parent<T: DeclaredTask + ParentTask<W>>(&mut self) {
        self.declare_parent(T::declaration(), |arguments| {
            Box::new(ParentObject(T::make(arguments)))
        });
    }
}

/// Both halves of a declared task.
struct TaskObject<T>(T);

impl<W: World + ?Sized, T: DeclaredTask + Task<W>> Task<W> for TaskObject<T> {
    fn awake(&mut self, context: &mut TaskContext<'_, '_, W>) {
        self.0.awake(context);
    }

    fn start(&mut self, context: &mut TaskContext<'_, '_, W>) {
        self.0.reset_state();
        self.0.start(context);
    }

    fn update(&mut self, context: &mut TaskContext<'_, '_, W>) -> Status {
        self.0.update(context)
    }

    fn end(&mut self, context: &mut TaskContext<'_, '_, W>, status: EndStatus) {
        self.0.end(context, status);
    }

    fn pause(&mut self, paused: bool) {
        <T as Task<W>>::pause(&mut self.0, paused);
    }

    fn wake(&self) -> Wake {
        <T as Task<W>>::wake(&self.0)
    }

    fn pass(&mut self, elapsed: Nanoseconds, frames: u64) {
        <T as Task<W>>::pass(&mut self.0, elapsed, frames);
    }

    fn save(&self) -> Option<Value> {
        if T::HAS_STATE {
            Some(self.0.save_state())
        } else {
            <T as Task<W>>::save(&self.0)
        }
    }

    fn try_restore(&mut self, saved: &Value) -> Vec<StateError> {
        if T::HAS_STATE {
            self.0.restore_state(saved)
        } else {
            <T as Task<W>>::try_restore(&mut self.0, saved)
        }
    }
}

/// Both halves of a declared composite or decorator.
struct ParentObject<T>(T);

impl<W: World + ?Sized, T: DeclaredTask + ParentTask<W>> ParentTask<W> for ParentObject<T> {
    fn callbacks(&self) -> ParentCallbacks {
        <T as ParentTask<W>>::callbacks(&self.0)
    }

    fn awake(&mut self, context: &mut TaskContext<'_, '_, W>) {
        self.0.awake(context);
    }

    fn start(&mut self, context: &mut TaskContext<'_, '_, W>, children: Children) -> Next<usize> {
        self.0.reset_state();
        self.0.start(context, children)
    }

    fn child_ended(
        &mut self,
        context: &mut TaskContext<'_, '_, W>,
        children: Children,
        outcome: Outcome,
    ) -> Next<usize> {
        self.0.child_ended(context, children, outcome)
    }

    fn aborted_to(&mut self, context: &mut TaskContext<'_, '_, W>, children: Children) {
        self.0.aborted_to(context, children);
    }

    fn resume(&mut self, context: &mut TaskContext<'_, '_, W>, children: Children) -> Next<usize> {
        self.0.resume(context, children)
    }

    fn revise(
        &mut self,
        context: &mut TaskContext<'_, '_, W>,
        children: Children,
    ) -> Revision<usize> {
        self.0.revise(context, children)
    }

    fn child_runs(
        &mut self,
        context: &mut TaskContext<'_, '_, W>,
        children: Children,
    ) -> Option<Outcome> {
        self.0.child_runs(context, children)
    }

    fn condition(&mut self, context: &mut TaskContext<'_, '_, W>) -> bool {
        self.0.condition(context)
    }

    fn end(&mut self, context: &mut TaskContext<'_, '_, W>, status: EndStatus) {
        self.0.end(context, status);
    }

    fn pause(&mut self, paused: bool) {
        <T as ParentTask<W>>::pause(&mut self.0, paused);
    }

    fn wake(&self) -> Wake {
        <T as ParentTask<W>>::wake(&self.0)
    }

    fn pass(&mut self, elapsed: Nanoseconds, frames: u64) {
        <T as ParentTask<W>>::pass(&mut self.0, elapsed, frames);
    }

    fn save(&self) -> Option<Value> {
        if T::HAS_STATE {
            Some(self.0.save_state())
        } else {
            <T as ParentTask<W>>::save(&self.0)
        }
    }

    fn try_restore(&mut self, saved: &Value) -> Vec<StateError> {
        if T::HAS_STATE {
            self.0.restore_state(saved)
        } else {
            <T as ParentTask<W>>::try_restore(&mut self.0, saved)
        }
    }
}
