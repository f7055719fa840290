//! Panics at chosen points, so that tests can check how the editor survives a panic there. Active only in debug
//! builds with the feature `panic-on-purpose`.
//!
//! The request is per thread: code that starts a thread passes the value of `wanted` on to it.

#[cfg(all(feature = "panic-on-purpose", debug_assertions))]
mod wanted {
    use std::cell::RefCell;

    thread_local! {
        static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
    }

    /// Makes this thread panic at `place`; `None` turns it off.
    pub fn want(place: Option<String>) {
        PLACE.set(place);
    }

    /// The point at which this thread is to panic.
    pub fn wanted() -> Option<String> {
        PLACE.with_borrow(Clone::clone)
    }

    /// Panics if this thread is to panic at `place`.
    pub fn panic_at(place: &str) {
        let is_requested = PLACE.with_borrow(|wanted| wanted.as_deref() == Some(place));
        assert!(!is_requested, "on purpose at {place}");
    }
}

#[cfg(not(all(feature = "panic-on-purpose", debug_assertions)))]
mod wanted {
    /// Does nothing in this build.
    pub fn want(_place: Option<String>) {}

    /// Returns `None` in this build.
    pub fn wanted() -> Option<String> {
        None
    }

    /// Does nothing in this build.
    pub fn panic_at(_place: &str) {}
}

pub use wanted::{panic_at, want, wanted};
