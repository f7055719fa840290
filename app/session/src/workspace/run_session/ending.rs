//! What becomes of a run that nobody wants any more.

use super::RunSession;
use crate::host::freeing::free_beside;

impl RunSession {
    /// Ends it. What it recorded may be hundreds of megabytes in small pieces, and is freed beside the window's thread.
    pub fn let_go(self) {
        let Self {
            recording,
            past,
            log,
            aside,
            errors,
            ..
        } = self;
        free_beside((recording, past, log, aside.log, errors));
    }
}
