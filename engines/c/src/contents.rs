//! Files that a reader of the game reads while a tree is loaded: `tw_contents`.

use std::ffi::c_void;
use std::sync::Mutex;

use crate::border::{Code, border};
use crate::constants::TW_OK;
use crate::handles::{self, Handle, Object, lock};
use crate::memory::Str;

/// What a reader found: `tw_contents`.
#[derive(Default)]
pub struct Contents(Mutex<Option<std::result::Result<Vec<u8>, String>>>);

impl Object for Contents {
    const NAME: &'static str = "file that is being read";
}

/// `tw_read_fn`.
pub type Read = extern "C-unwind" fn(*mut c_void, Str, Handle<Contents>) -> Code;

/// Reads a file with the reader of the game. An error is the reason, for a problem.
///
/// # Errors
/// If the file could not be read.
pub fn read_file(
    read: Read,
    user: *mut c_void,
    path: &str,
) -> std::result::Result<Vec<u8>, String> {
    let handle = handles::add(Contents::default()).map_err(|why| why.text().to_owned())?;
    let code = read(user, Str::of(path), handle);
    let contents = handles::get(handle).ok();
    let found = contents.and_then(|contents| lock(&contents.0, Contents::NAME).ok()?.take());
    // The handle is ours: readers cannot free it.
    let _ = handles::remove(handle);
    match found {
        Some(Err(why)) => Err(why),
        Some(Ok(bytes)) if code == TW_OK => Ok(bytes),
        _ => Err("the file could not be read".to_owned()),
    }
}

/// Says what is in the file that a reader was asked for. The bytes are copied.
#[unsafe(no_mangle)]
pub extern "C" fn tw_contents_set(contents: Handle<Contents>, bytes: Str) -> Code {
    border(|| {
        let contents = handles::get(contents)?;
        let bytes = bytes.bytes()?.to_vec();
        *lock(&contents.0, Contents::NAME)? = Some(Ok(bytes));
        Ok(())
    })
}

/// Says why the file that a reader was asked for cannot be read.
#[unsafe(no_mangle)]
pub extern "C" fn tw_contents_fail(contents: Handle<Contents>, why: Str) -> Code {
    border(|| {
        let contents = handles::get(contents)?;
        let why = why.text()?.to_owned();
        *lock(&contents.0, Contents::NAME)? = Some(Err(why));
        Ok(())
    })
}
