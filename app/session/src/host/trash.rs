//! Moves files and folders to the system's trash, from where the user can take them back.

use std::io;
use std::path::Path;

/// Removes what is at a path so that the user can get it back.
pub type Discard = fn(&Path) -> io::Result<()>;

/// Moves a file or folder to the system's trash.
///
/// # Errors
/// If the system has no trash, or refuses.
pub fn discard(path: &Path) -> io::Result<()> {
    trash::delete(path).map_err(io::Error::other)
}
