//! What ends a program from outside but lets it finish its sentence: a session that logs out, a terminal that closes, `kill`.

use std::io;
use std::thread;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use super::LastWords;

/// From now on copies of unsaved work are written before such a signal ends the program as it would have ended it anyway.
///
/// # Errors
/// If the system gives no thread or takes no handler.
pub fn write_before_signals_end_it(last_words: LastWords) -> io::Result<()> {
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
