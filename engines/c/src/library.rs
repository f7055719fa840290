//! The library itself: its version, and the text of the last error.

use std::ffi::c_char;

use crate::border::with_last_error;
use crate::constants::TW_ABI;
use crate::memory::Str;

/// Returns the version of the library as a text that ends with a zero byte.
#[unsafe(no_mangle)]
pub extern "C" fn tw_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Returns the version of the interface, [`TW_ABI`] of the header with which the library was built.
#[unsafe(no_mangle)]
pub extern "C" fn tw_abi() -> i32 {
    TW_ABI
}

/// Returns the text of the last error in this thread, which is valid until the next error in it.
#[unsafe(no_mangle)]
pub extern "C" fn tw_error_text() -> Str {
    with_last_error(Str::of).unwrap_or(Str::of(""))
}
