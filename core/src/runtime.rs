//! The executor: programs, instances, blackboards. Does not know that there is a document.

mod status;

pub use status::Status;
