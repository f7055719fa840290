//! Signals that end the program but allow it to react: logging out, closing the terminal, `kill`.

use std::io;
use std::thread;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use super::EmergencyWriter;

/// From now on, such a signal first writes recovery copies of unsaved work and then ends the program as it would by default.
///
/// # Errors
/// If no thread can be started or no signal handler can be installed.
pub fn write_copies_on_signals(last_words: EmergencyWriter) -> io::Result<()> {
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    let wait = move || {
        for signal in signals.forever() {
            last_words.write();
            let _ = emulate_default_handler(signal);
        }
    };
    let thread = thread::Builder::new().name("signals".to_owned());
    thread.spawn(wait).map(|_| ())
}
