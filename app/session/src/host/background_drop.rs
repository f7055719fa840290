//! Drops large values on another thread, because freeing them would block the window.

use std::thread;

/// Drops a value on another thread, or on this one if no thread can be started.
pub fn drop_in_background(large: impl Send + 'static) {
    // If the thread cannot be started, the closure and the value in it are dropped here.
    let _ = thread::Builder::new()
        .name("freeing".to_owned())
        .spawn(move || drop(large));
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Sender, channel};
    use std::thread::ThreadId;

    use super::*;

    struct ReportsThread(Sender<ThreadId>);

    impl Drop for ReportsThread {
        fn drop(&mut self) {
            let _ = self.0.send(thread::current().id());
        }
    }

    #[test]
    fn the_value_is_dropped_on_another_thread() {
        let (tell, told) = channel();
        drop_in_background(ReportsThread(tell));
        assert_ne!(told.recv().unwrap(), thread::current().id());
    }
}
