//! Handles: numbers, typed as pointers, and the table of what they stand for.

use std::any::Any;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, TryLockError};

use crate::border::{Failure, Result};
use crate::constants::{TW_ERROR_BUSY, TW_ERROR_FULL, TW_ERROR_HANDLE};

/// What a handle can stand for.
pub trait Object: Any + Send + Sync {
    /// Its name in messages.
    const NAME: &'static str;
}

/// A handle: a number, typed as a pointer, so that C compilers tell a tree from a program. It is never followed.
#[repr(transparent)]
pub struct Handle<T>(*mut Opaque, PhantomData<fn() -> T>);

/// Stands for the incomplete struct types of the header.
enum Opaque {}

impl<T> Clone for Handle<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Handle<T> {}

impl<T> Handle<T> {
    /// Stands for nothing.
    pub const NULL: Self = Self::of(0);

    /// Returns the handle of this number.
    pub const fn of(number: usize) -> Self {
        Self(std::ptr::without_provenance_mut(number), PhantomData)
    }

    /// Returns its number.
    pub fn number(self) -> usize {
        self.0.addr()
    }
}

/// How many bits of a handle are the position in the table. The rest counts how often the position was given anew, so that a dead
/// handle does not find its successor.
const POSITION_BITS: u32 = if usize::BITS >= 64 { 32 } else { 20 };

/// A position in the table.
#[derive(Default)]
struct Slot {
    /// How often it was given. Never 0 while in use, so that no handle is null.
    times: usize,
    object: Option<Arc<dyn Any + Send + Sync>>,
}

#[derive(Default)]
struct Table {
    slots: Vec<Slot>,
    free: Vec<usize>,
}

static TABLE: RwLock<Table> = RwLock::new(Table {
    slots: Vec::new(),
    free: Vec::new(),
});

impl Table {
    /// Returns a position that is not in use; `None` if there are none below `limit`.
    fn vacant(&mut self, limit: usize) -> Option<usize> {
        if let Some(position) = self.free.pop() {
            return Some(position);
        }
        let position = self.slots.len();
        (position < limit).then(|| {
            self.slots.push(Slot::default());
            position
        })
    }
}

/// Adds an object, and returns its handle.
///
/// # Errors
/// If all positions of the table are in use.
pub fn add<T: Object>(object: T) -> Result<Handle<T>> {
    let mut table = TABLE.write().unwrap_or_else(PoisonError::into_inner);
    let position = table.vacant(1 << POSITION_BITS).ok_or_else(|| {
        let text = format!("no handle is left for another {}: free some", T::NAME);
        Failure::new(TW_ERROR_FULL, text)
    })?;
    let slot = &mut table.slots[position];
    slot.times += 1;
    slot.object = Some(Arc::new(object));
    Ok(Handle::of(slot.times << POSITION_BITS | position))
}

/// Returns the position in the table, if the handle is alive.
fn position<T>(table: &Table, handle: Handle<T>) -> Option<usize> {
    let number = handle.number();
    let position = number & ((1 << POSITION_BITS) - 1);
    let slot = table.slots.get(position)?;
    (slot.object.is_some() && slot.times == number >> POSITION_BITS).then_some(position)
}

/// Returns what a handle stands for.
///
/// # Errors
/// If it is null, dead or of another kind.
pub fn get<T: Object>(handle: Handle<T>) -> Result<Arc<T>> {
    let object = {
        let table = TABLE.read().unwrap_or_else(PoisonError::into_inner);
        let position = position(&table, handle);
        position.and_then(|position| table.slots[position].object.clone())
    };
    let object = object.and_then(|object| object.downcast::<T>().ok());
    object.ok_or_else(|| not_found(handle))
}

#[cold]
fn not_found<T: Object>(handle: Handle<T>) -> Failure {
    let what = if handle.number() == 0 {
        "is null"
    } else {
        "is dead, or of another kind"
    };
    Failure::new(
        TW_ERROR_HANDLE,
        format!("the handle of a {} {what}", T::NAME),
    )
}

/// Frees a handle. Null is fine, as with C's `free`.
///
/// # Errors
/// If it is dead or of another kind.
pub fn remove<T: Object>(handle: Handle<T>) -> Result {
    remove_if(handle, |_| Ok(()))
}

/// Frees a handle if its object agrees. Null is fine.
///
/// # Errors
/// If it is dead or of another kind, or the object does not agree.
pub fn remove_if<T: Object>(handle: Handle<T>, agrees: impl FnOnce(&T) -> Result) -> Result {
    if handle.number() == 0 {
        return Ok(());
    }
    let object = get(handle)?;
    agrees(&object)?;
    let removed = {
        let mut table = TABLE.write().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have freed it since.
        let position = position(&table, handle).ok_or_else(|| not_found(handle))?;
        let slot = &mut table.slots[position];
        let removed = slot.object.take();
        // A position that cannot count any further is not given again.
        if slot.times < usize::MAX >> POSITION_BITS {
            table.free.push(position);
        }
        removed
    };
    // What dropping it calls may use the table.
    drop(object);
    drop(removed);
    Ok(())
}

/// Locks what a handle stands for, without waiting.
///
/// # Errors
/// If it is in use: by the call that is calling back, or by another thread.
pub fn lock<'o, T>(object: &'o Mutex<T>, name: &str) -> Result<MutexGuard<'o, T>> {
    match object.try_lock() {
        Ok(locked) => Ok(locked),
        // The engine keeps what it holds in order when a panic passes.
        Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => Err(Failure::new(
            TW_ERROR_BUSY,
            format!("the {name} is in use: by the call that is calling back, or by another thread"),
        )),
    }
}

/// Returns how many handles are alive, to find those that were never freed.
#[unsafe(no_mangle)]
pub extern "C" fn tw_live_handles() -> usize {
    let table = TABLE.read().unwrap_or_else(PoisonError::into_inner);
    let alive = table.slots.iter().filter(|slot| slot.object.is_some());
    alive.count()
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn a_full_table_gives_no_position() {
        let mut table = Table::default();
        assert_eq!(table.vacant(2), Some(0));
        assert_eq!(table.vacant(2), Some(1));
        assert_eq!(table.vacant(2), None);
        table.free.push(1);
        assert_eq!(table.vacant(2), Some(1));
        assert_eq!(table.vacant(2), None);
    }
}
