//! The objects of a game in an instance, leaves and parents, and what the executor needs of both. Knows neither when a
//! leaf is updated nor how a parent decides.

use std::sync::Arc;

use super::parent_task::{ParentFactory, ParentTask};
use super::sleeping::Wake;
use super::user_task::{Task, TaskContext};
use super::world::World;
use crate::status::{EndStatus, Status};
use crate::value::Value;

/// Creates a leaf object for each instance of a program.
pub type TaskFactory<W> = Arc<dyn Fn() -> Box<dyn Task<W>> + Send + Sync>;

/// Creates the object of a node for each instance of a program.
pub(super) enum ObjectFactory<W: World + ?Sized> {
    Leaf(TaskFactory<W>),
    Parent(ParentFactory<W>),
}

impl<W: World + ?Sized> ObjectFactory<W> {
    pub fn make(&self) -> GameObject<W> {
        match self {
            Self::Leaf(make) => GameObject::Leaf(make()),
            Self::Parent(factory) => GameObject::Parent(factory.make()),
        }
    }
}

/// A game's object for a node of an instance.
pub(super) enum GameObject<W: World + ?Sized> {
    Leaf(Box<dyn Task<W>>),
    Parent(Box<dyn ParentTask<W>>),
}

/// Calls the method that both kinds of objects have.
macro_rules! either {
    ($self:ident.$method:ident($($argument:expr),*)) => {
        match $self {
            Self::Leaf(task) => task.$method($($argument),*),
            Self::Parent(parent) => parent.$method($($argument),*),
        }
    };
}

impl<W: World + ?Sized> GameObject<W> {
    pub fn awake(&mut self, context: &mut TaskContext<'_, '_, W>) {
        either!(self.awake(context));
    }

    /// Starts a leaf. (The start of a parent is its first decision.)
    pub fn start(&mut self, context: &mut TaskContext<'_, '_, W>) {
        if let Self::Leaf(task) = self {
            task.start(context);
        }
    }

    /// Updates a leaf, or checks the condition of a guard.
    #[inline]
    pub fn update(&mut self, context: &mut TaskContext<'_, '_, W>) -> Status {
        match self {
            Self::Leaf(task) => task.update(context),
            Self::Parent(parent) => Status::of(parent.condition(context)),
        }
    }

    pub fn end(&mut self, context: &mut TaskContext<'_, '_, W>, status: EndStatus) {
        either!(self.end(context, status));
    }

    pub fn pause(&mut self, paused: bool) {
        either!(self.pause(paused));
    }

    pub fn wake(&self) -> Wake {
        either!(self.wake())
    }

    pub fn pass(&mut self, dt: f64, frames: u64) {
        either!(self.pass(dt, frames));
    }

    pub fn save(&self) -> Option<Value> {
        either!(self.save())
    }

    pub fn restore(&mut self, saved: &Value) {
        either!(self.restore(saved));
    }
}
