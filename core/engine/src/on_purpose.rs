//! Panics on purpose, so that tests can see what becomes of the editor when something panics there. Does nothing but in a debug build with the
//! feature `panic-on-purpose`. What is wanted belongs to a thread; whoever begins another one for its work hands it over.

#[cfg(all(feature = "panic-on-purpose", debug_assertions))]
mod wanted {
    use std::cell::RefCell;

    thread_local! {
        static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
    }

    /// This thread panics at this place from now on, or nowhere.
    pub fn want(place: Option<String>) {
        PLACE.set(place);
    }

    /// Where this thread panics.
    pub fn wanted() -> Option<String> {
        PLACE.with_borrow(Clone::clone)
    }

    /// Panics if that is wanted here.
    pub fn panic_at(place: &str) {
        let is_it = PLACE.with_borrow(|wanted| wanted.as_deref() == Some(place));
        assert!(!is_it, "on purpose at {place}");
    }
}

#[cfg(not(all(feature = "panic-on-purpose", debug_assertions)))]
mod wanted {
    /// Nothing: this build does not panic on purpose.
    pub fn want(_place: Option<String>) {}

    /// Nowhere.
    pub fn wanted() -> Option<String> {
        None
    }

    /// Goes on.
    pub fn panic_at(_place: &str) {}
}

pub use wanted::{panic_at, want, wanted};
