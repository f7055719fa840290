//! A game's task objects: made by their factories, saved and restored. A panic in any of these is caught; a task whose
//! object could not be made fails with the reason whenever it runs.

use super::panics::catch;
use super::program_builder::TaskFactory;
use super::tick_context::FailedTask;
use super::user_task::{Task, TaskContext};
use super::world::World;
use crate::status::Status;
use crate::told::Message;
use crate::value::Value;

/// Stands for an object that could not be made.
struct Unmade(Message);

impl<W: World + ?Sized> Task<W> for Unmade {
    fn update(&mut self, context: &mut TaskContext<'_, '_, W>) -> Status {
        context.fail(self.0.clone())
    }
}

pub(super) fn make<W: World + ?Sized>(factory: &TaskFactory<W>) -> Box<dyn Task<W>> {
    catch(|| factory()).unwrap_or_else(|why| Box::new(Unmade(FailedTask::NotMade(why).message())))
}

/// Returns what an object must remember.
///
/// # Errors
/// The text of a panic.
pub(super) fn save<W: World + ?Sized>(object: &dyn Task<W>) -> Result<Option<Value>, Message> {
    catch(|| object.save())
}

/// Makes an object and restores what an earlier one saved.
///
/// # Errors
/// The text of a panic.
pub(super) fn restore<W: World + ?Sized>(
    factory: &TaskFactory<W>,
    saved: &Value,
) -> Result<Box<dyn Task<W>>, Message> {
    let mut object = make(factory);
    catch(|| object.restore(saved))?;
    Ok(object)
}

/// Makes an object that continues where another one is; `None` if that one saves nothing.
///
/// # Errors
/// The text of a panic.
pub(super) fn remake<W: World + ?Sized>(
    old: &dyn Task<W>,
    factory: &TaskFactory<W>,
) -> Result<Option<Box<dyn Task<W>>>, Message> {
    let saved = save(old)?;
    saved.map(|saved| restore(factory, &saved)).transpose()
}
