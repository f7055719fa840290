//! The objects of a game in an instance, leaves and parents: made by their factories, saved, restored, and what the
//! executor needs of both. A panic while one is made, saved or restored is caught; a node whose object could not be made
//! fails with the reason whenever it runs. Knows neither when a leaf is updated nor how a parent decides.

use std::sync::Arc;

use super::panics::catch;
use super::parent_task::{Children, ParentFactory, ParentTask};
use super::sleeping::Wake;
use super::state::StateError;
use super::task::Next;
use super::tick_context::FailedTask;
use super::user_task::{Task, TaskContext};
use super::world::World;
use crate::status::{EndStatus, Outcome, Status};
use crate::time::Nanoseconds;
use crate::told::Message;
use crate::value::Value;

/// Creates a leaf object for each instance of a program.
pub type TaskFactory<W> = Arc<dyn Fn() -> Box<dyn Task<W>> + Send + Sync>;

/// Creates the object of a node for each instance of a program.
pub(super) enum ObjectFactory<W: World + ?Sized> {
    Leaf(TaskFactory<W>),
    Parent(ParentFactory<W>),
}

impl<W: World + ?Sized> ObjectFactory<W> {
    /// Makes an object.
    pub fn make(&self) -> GameObject<W> {
        let unmade = |why| Box::new(Unmade(FailedTask::NotMade(why).message()));
        match self {
            Self::Leaf(make) => {
                GameObject::Leaf(catch(|| make()).unwrap_or_else(|why| unmade(why)))
            }
            Self::Parent(factory) => {
                GameObject::Parent(catch(|| factory.make()).unwrap_or_else(|why| unmade(why)))
            }
        }
    }

    /// Makes an object and restores what an earlier one saved.
    ///
    /// # Errors
    /// The text of a panic.
    pub fn restore(&self, saved: &Value) -> Result<RestoredObject<W>, Message> {
        let mut object = self.make();
        let lost = catch(|| object.restore(saved))?;
        Ok(RestoredObject { object, lost })
    }

    /// Makes an object that continues where another one is; `None` if that one saves nothing.
    ///
    /// # Errors
    /// The text of a panic.
    pub fn remake(&self, old: &GameObject<W>) -> Result<Option<RestoredObject<W>>, Message> {
        let saved = old.save()?;
        saved.map(|saved| self.restore(&saved)).transpose()
    }
}

/// A new object that continues where an earlier one was.
pub(super) struct RestoredObject<W: World + ?Sized> {
    pub object: GameObject<W>,
    /// What it could not restore.
    pub lost: Vec<StateError>,
}

/// Stands for an object that could not be made.
struct Unmade(Message);

impl<W: World + ?Sized> Task<W> for Unmade {
    fn update(&mut self, context: &mut TaskContext<'_, '_, W>) -> Status {
        context.fail(self.0.clone())
    }
}

impl<W: World + ?Sized> ParentTask<W> for Unmade {
    fn start(&mut self, context: &mut TaskContext<'_, '_, W>, children: Children) -> Next<usize> {
        context.fail(self.0.clone());
        self.child_ended(context, children, Outcome::Failure)
    }

    fn child_ended(
        &mut self,
        _context: &mut TaskContext<'_, '_, W>,
        _children: Children,
        _outcome: Outcome,
    ) -> Next<usize> {
        Next::End(Outcome::Failure)
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

    pub fn pass(&mut self, elapsed: Nanoseconds, frames: u64) {
        either!(self.pass(elapsed, frames));
    }

    /// Returns what the object must remember.
    ///
    /// # Errors
    /// The text of a panic.
    pub fn save(&self) -> Result<Option<Value>, Message> {
        catch(|| either!(self.save()))
    }

    fn restore(&mut self, saved: &Value) -> Vec<StateError> {
        either!(self.try_restore(saved))
    }
}
