//! Frees what is so large that going through all of it would keep the window waiting: beside its thread. Knows nothing of what it is.

use std::thread;

/// Frees it, at once as far as anybody waits for that. Where the system gives no thread, here.
pub fn free_beside(large: impl Send + 'static) {
    // Without a thread it is dropped here, with all that it would have taken along.
    let _ = thread::Builder::new()
        .name("freeing".to_owned())
        .spawn(move || drop(large));
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Sender, channel};
    use std::thread::ThreadId;

    use super::*;

    struct Tells(Sender<ThreadId>);

    impl Drop for Tells {
        fn drop(&mut self) {
            let _ = self.0.send(thread::current().id());
        }
    }

    #[test]
    fn what_is_freed_is_dropped_by_another_thread() {
        let (tell, told) = channel();
        free_beside(Tells(tell));
        assert_ne!(told.recv().unwrap(), thread::current().id());
    }
}
