//! Debug builds only: logs frames that take too long while they are still running, to distinguish hangs from slow frames. Does not know what a frame
//! does.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Frames that take longer than this are logged.
const PATIENCE: Duration = Duration::from_millis(250);

enum Sign {
    /// The number of the frame, and the node count of the active document.
    Begun(u64, usize),
    Done,
}

/// Measures frames on a separate thread.
pub struct Watchdog(Sender<Sign>);

/// A running frame; it ends when this is dropped, also on a panic.
pub struct Frame(Sender<Sign>);

impl Drop for Frame {
    fn drop(&mut self) {
        let _ = self.0.send(Sign::Done);
    }
}

impl Watchdog {
    /// Calls `note` with each line to log.
    pub fn new(note: impl Fn(&str) + Send + 'static) -> Self {
        let (sender, signs) = channel();
        let thread = thread::Builder::new().name("watchdog".to_owned());
        // Without a thread nothing is logged.
        let _ = thread.spawn(move || watch(&signs, note));
        Self(sender)
    }

    /// Starts a frame. Its log line is only formatted if it takes too long.
    pub fn begin(&self, number: u64, nodes: usize) -> Frame {
        let _ = self.0.send(Sign::Begun(number, nodes));
        Frame(self.0.clone())
    }
}

fn watch(signs: &Receiver<Sign>, note: impl Fn(&str)) {
    while let Ok(sign) = signs.recv() {
        let Sign::Begun(number, nodes) = sign else {
            continue;
        };
        let began = Instant::now();
        if let Err(RecvTimeoutError::Timeout) = signs.recv_timeout(PATIENCE) {
            let what = format!("frame {number} ({nodes} nodes)");
            note(&format!("the window waits for {what}"));
            if signs.recv().is_ok() {
                let took = began.elapsed().as_millis();
                note(&format!("{what} took {took} ms"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_that_does_not_end_is_noted_and_so_is_its_end() {
        let (tell, told) = channel();
        let dog = Watchdog::new(move |what| tell.send(what.to_owned()).unwrap());
        drop(dog.begin(1, 7));
        let frame = dog.begin(2, 7);
        let waits = "the window waits for frame 2 (7 nodes)";
        assert_eq!(told.recv().unwrap(), waits);
        drop(frame);
        assert!(told.recv().unwrap().starts_with("frame 2 (7 nodes) took "));
    }
}
