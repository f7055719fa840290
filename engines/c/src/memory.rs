//! The pointers that functions of the interface get: texts, places for results, and structs. All are checked for what can be
//! checked.

use std::mem::MaybeUninit;

use crate::border::{Code, Failure, Result, border};
use crate::constants::TW_ERROR_UTF8;

/// A text in UTF-8, or any bytes: `tw_str`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Str {
    data: *const u8,
    length: usize,
}

impl Str {
    /// Returns the text for C; it must live as long as the header says.
    pub fn of(text: &str) -> Self {
        Self::of_bytes(text.as_bytes())
    }

    /// Returns the bytes for C; they must live as long as the header says.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self {
            data: bytes.as_ptr(),
            length: bytes.len(),
        }
    }

    /// Returns the bytes.
    ///
    /// # Errors
    /// If the pointer is null although there are bytes, or there are more than fit into memory.
    pub fn bytes(&self) -> Result<&[u8]> {
        // SAFETY: the header wants `data` to point to `length` bytes that nobody changes during the call, and `slice_of`
        // checks the rest.
        unsafe { slice_of(self.data, self.length) }
    }

    /// Returns the text.
    ///
    /// # Errors
    /// As with [`Self::bytes`], and if it is not UTF-8.
    pub fn text(&self) -> Result<&str> {
        let text = std::str::from_utf8(self.bytes()?);
        text.map_err(|error| Failure::new(TW_ERROR_UTF8, format!("a text is not UTF-8: {error}")))
    }
}

/// Returns what an array of C has.
///
/// # Errors
/// If the pointer is null although there are items, not aligned, or the items are more than fit into memory.
///
/// # Safety
/// A pointer that is none of these must point to `count` items that nobody changes while the slice lives.
pub unsafe fn slice_of<'a, T>(items: *const T, count: usize) -> Result<&'a [T]> {
    if count == 0 {
        return Ok(&[]);
    }
    if items.is_null() || !items.is_aligned() {
        return Err(Failure::argument(
            "an array is null or not aligned, but has items",
        ));
    }
    if count > isize::MAX as usize / size_of::<T>().max(1) {
        return Err(Failure::argument("an array is larger than the memory"));
    }
    // SAFETY: the pointer is aligned and not null, the size fits, and the caller promises the rest.
    Ok(unsafe { std::slice::from_raw_parts(items, count) })
}

/// A struct that a function gets by its address; null if it is left out.
#[repr(transparent)]
pub struct In<T>(*const T);

impl<T> In<T> {
    /// Returns the struct; `None` if it was left out.
    ///
    /// # Errors
    /// If the pointer is not aligned.
    pub fn get(&self) -> Result<Option<&T>> {
        if !self.0.is_aligned() {
            return Err(unaligned());
        }
        // SAFETY: the pointer is aligned, and null is handled; the header wants all others to point to such a struct.
        Ok(unsafe { self.0.as_ref() })
    }

    /// Returns the struct.
    ///
    /// # Errors
    /// If the pointer is null or not aligned.
    pub fn required(&self) -> Result<&T> {
        self.get()?.ok_or_else(null)
    }

    /// Returns a struct whose first member is its own size in bytes; `None` if that is not the size of `T`. Only this member is
    /// read then: a caller with a header of another version may have less memory than a `T` needs.
    ///
    /// # Errors
    /// If the pointer is null or not aligned.
    pub fn of_own_size(&self) -> Result<Option<&T>> {
        if self.0.is_null() {
            return Err(null());
        }
        let size = self.0.cast::<usize>();
        if !self.0.is_aligned() || !size.is_aligned() {
            return Err(unaligned());
        }
        // SAFETY: the pointer is aligned and not null; the header wants it to point to at least this member.
        if unsafe { size.read() } != size_of::<T>() {
            return Ok(None);
        }
        self.get()
    }

    /// Returns the array of `count` items that begins here.
    ///
    /// # Errors
    /// If the pointer is null although there are items, not aligned, or the items are more than fit into memory.
    pub fn array(&self, count: usize) -> Result<&[T]> {
        // SAFETY: the header wants such a pointer to point to `count` items that nobody changes during the call, and
        // `slice_of` checks the rest.
        unsafe { slice_of(self.0, count) }
    }
}

fn null() -> Failure {
    Failure::argument("a pointer is null")
}

fn unaligned() -> Failure {
    Failure::argument("a pointer is not aligned")
}

/// A place for a result.
#[repr(transparent)]
pub struct Out<T>(*mut T);

/// A place for a result that was checked.
pub struct Place<T>(*mut T);

impl<T> Out<T> {
    /// Checks the place, before anything is done that would be lost without it.
    ///
    /// # Errors
    /// If the pointer is null or not aligned.
    pub fn required(&self) -> Result<Place<T>> {
        if self.0.is_null() {
            return Err(Failure::argument("the pointer for a result is null"));
        }
        self.optional()
    }

    /// Checks a place that may be left out.
    ///
    /// # Errors
    /// If the pointer is not aligned.
    pub fn optional(&self) -> Result<Place<T>> {
        if !self.0.is_aligned() {
            return Err(Failure::argument("the pointer for a result is not aligned"));
        }
        Ok(Place(self.0))
    }
}

impl<T> Place<T> {
    /// Writes the result, unless its place was left out.
    pub fn set(&self, value: T) {
        if self.is_wanted() {
            // SAFETY: the pointer is aligned and not null; the header wants it to point to memory for such a value.
            // Nothing is dropped, since C may not have initialized it.
            unsafe { self.0.write(value) }
        }
    }

    /// Returns whether the caller wants the result.
    pub fn is_wanted(&self) -> bool {
        !self.0.is_null()
    }
}

/// The body of a function that returns one value. The place for it is checked before anything is done.
#[inline]
pub fn give<T>(out: Out<T>, value: impl FnOnce() -> Result<T>) -> Code {
    border(|| {
        let out = out.required()?;
        out.set(value()?);
        Ok(())
    })
}

/// An array of the caller that a function fills.
#[repr(C)]
pub struct Room<T> {
    items: *mut T,
    capacity: usize,
}

impl<T: Copy> Room<T> {
    /// Creates the room from the two arguments that a function gets.
    pub fn new(items: Out<T>, capacity: usize) -> Self {
        Self {
            items: items.0,
            capacity,
        }
    }

    /// Copies items into the array. Returns whether all of them fit; otherwise none is copied.
    ///
    /// # Errors
    /// If the array is null or not aligned although it has room.
    pub fn fill(self, items: &[T]) -> Result<bool> {
        // SAFETY: the header wants the array to have room for `capacity` items; that they may not be initialized is what
        // `MaybeUninit` says. Nobody else uses them during the call.
        let room = unsafe { slice_of(self.items.cast::<MaybeUninit<T>>(), self.capacity)? };
        if items.len() > room.len() {
            return Ok(false);
        }
        for (place, item) in items.iter().enumerate() {
            let to = self.items.wrapping_add(place);
            // SAFETY: `place` is below `capacity`, so `to` is inside of the array, which was checked above.
            unsafe { to.write(*item) }
        }
        Ok(true)
    }
}
