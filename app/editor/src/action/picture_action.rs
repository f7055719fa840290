//! What can be asked of pictures of the document in front.

use crate::picture::Choice;

/// Pictures.
#[derive(Clone, Copy, Debug)]
pub enum PictureAction {
    /// Opens the window that asks what is to be seen.
    Ask,
    /// Closes it.
    Close,
    /// Asks for a path, and writes a picture there.
    Save(Choice),
    /// Puts a picture on the clipboard: this one, or of what is selected, or of everything, as the window looks.
    Copy(Option<Choice>),
}
