//! Debug builds only: logs frames that take too long while they are still running, to distinguish hangs from slow frames. Does not know what a frame
//! does.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Frames that take longer than this are logged.
const SLOW_FRAME: Duration = Duration::from_millis(250);

enum FrameSignal {
    /// The number of the frame, and the node count of the active document.
    Started(u64, usize),
    Finished,
}

/// Measures frames on a separate thread.
pub struct Watchdog(Sender<FrameSignal>);

/// A running frame; it ends when this is dropped, also on a panic.
pub struct Frame(Sender<FrameSignal>);

impl Drop for Frame {
    fn drop(&mut self) {
        let _ = self.0.send(FrameSignal::Finished);
    }
}

impl Watchdog {
    /// Calls `note` with each line to log.
    pub fn new(note: impl Fn(&str) + Send + 'static) -> Self {
        let (sender, signals) = channel();
        let thread = thread::Builder::new().name("watchdog".to_owned());
        // Without a thread nothing is logged.
        let _ = thread.spawn(move || watch(&signals, note));
        Self(sender)
    }

    /// Starts a frame. Its log line is only formatted if it takes too long.
    pub fn begin(&self, number: u64, nodes: usize) -> Frame {
        let _ = self.0.send(FrameSignal::Started(number, nodes));
        Frame(self.0.clone())
    }
}

fn watch(signals: &Receiver<FrameSignal>, note: impl Fn(&str)) {
    while let Ok(signal) = signals.recv() {
        let FrameSignal::Started(number, nodes) = signal else {
            continue;
        };
        let began = Instant::now();
        if let Err(RecvTimeoutError::Timeout) = signals.recv_timeout(SLOW_FRAME) {
            let what = format!("frame {number} ({nodes} nodes)");
            note(&format!("the window is waiting for {what}"));
            if signals.recv().is_ok() {
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
    fn a_slow_frame_is_logged_while_it_runs_and_when_it_ends() {
        let (sender, receiver) = channel();
        let watchdog = Watchdog::new(move |what| sender.send(what.to_owned()).unwrap());
        drop(watchdog.begin(1, 7));
        let frame = watchdog.begin(2, 7);
        let waits = "the window is waiting for frame 2 (7 nodes)";
        assert_eq!(receiver.recv().unwrap(), waits);
        drop(frame);
        assert!(
            receiver
                .recv()
                .unwrap()
                .starts_with("frame 2 (7 nodes) took ")
        );
    }
}
