//! In debug builds: notes frames that keep the window waiting while they do so, so that what hangs can be told from what is slow. Knows nothing
//! of what a frame does.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// A frame that takes longer is noted.
const PATIENCE: Duration = Duration::from_millis(250);

enum Sign {
    /// A frame of this number, with so many nodes in front.
    Begun(u64, usize),
    Done,
}

/// Looks at the clock beside the window's thread.
pub struct Watchdog(Sender<Sign>);

/// A frame, which is over when this is dropped, whatever way it ends.
pub struct Frame(Sender<Sign>);

impl Drop for Frame {
    fn drop(&mut self) {
        let _ = self.0.send(Sign::Done);
    }
}

impl Watchdog {
    /// Calls `note` with what is to be noted.
    pub fn new(note: impl Fn(&str) + Send + 'static) -> Self {
        let (sender, signs) = channel();
        let thread = thread::Builder::new().name("watchdog".to_owned());
        // Without a thread nothing is noted.
        let _ = thread.spawn(move || watch(&signs, note));
        Self(sender)
    }

    /// A frame begins. What is said of it is put into words only if it keeps the window waiting.
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
            note(&format!("the window is waiting for {what}"));
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
        let waits = "the window is waiting for frame 2 (7 nodes)";
        assert_eq!(told.recv().unwrap(), waits);
        drop(frame);
        assert!(told.recv().unwrap().starts_with("frame 2 (7 nodes) took "));
    }
}
