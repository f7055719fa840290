//! Writes to the terminal. Text for people is sanitized line by line: no name, path, argument or message of the system can send commands to the
//! terminal, hide anything or begin a line of its own. Data for programs is written unchanged, except to a terminal.
//!
//! A failed write stops no command, so that the exit code is that of its result. The first failure is kept and reported at the end.

use std::fmt;
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, IsTerminal, Write};
use std::sync::OnceLock;

use treewright_core::diagnostic::{visible, visible_line};
use unicode_width::UnicodeWidthStr as _;

/// Replaces the escape character in our own styles, to distinguish them from escape characters in files. It is random for each start, so that
/// no file can contain it.
fn mark() -> &'static str {
    static MARK: OnceLock<String> = OnceLock::new();
    MARK.get_or_init(|| format!("\u{fdd0}{:016x}\u{fdd1}", RandomState::new().hash_one(0)))
}

/// Marks the escape sequences of a text as our own. The text must not contain others.
pub fn trusted(text: &str) -> String {
    text.replace('\u{1b}', mark())
}

/// Quotes a path as one word of a command that people may copy: not an option, and without effect in a shell.
pub fn word(path: &str) -> String {
    let plain =
        |c: char| c.is_alphanumeric() || "/._-:+".contains(c) || (cfg!(windows) && c == '\\');
    let path = if path.starts_with('-') {
        format!("./{path}")
    } else {
        path.to_owned()
    };
    if path.chars().all(plain) {
        return path;
    }
    format!("'{}'", path.replace('\'', r"'\''"))
}

/// Pads a text with spaces to a number of columns.
pub fn padded(text: &str, width: usize) -> String {
    let gap = " ".repeat(width.saturating_sub(text.width()));
    format!("{text}{gap}")
}

/// Standard output or standard error.
pub struct Out {
    /// Removes styles if the stream does not support them.
    for_people: Box<dyn Write>,
    for_programs: Box<dyn Write>,
    is_terminal: bool,
    /// The first bytes of a character whose last bytes have not been written yet.
    incomplete: Vec<u8>,
    failure: Option<io::Error>,
}

impl Out {
    /// Standard output.
    pub fn stdout() -> Self {
        let for_people = Box::new(anstream::AutoStream::auto(io::stdout().lock()));
        Self::new(for_people, io::stdout())
    }

    /// Standard error.
    pub fn stderr() -> Self {
        let for_people = Box::new(anstream::AutoStream::auto(io::stderr().lock()));
        Self::new(for_people, io::stderr())
    }

    fn new(for_people: Box<dyn Write>, stream: impl Write + IsTerminal + 'static) -> Self {
        Self {
            for_people,
            is_terminal: stream.is_terminal(),
            for_programs: Box::new(stream),
            incomplete: Vec::new(),
            failure: None,
        }
    }

    /// Writes a line or a part of one for people: `write!` and `writeln!` call this. Line breaks within the text are escaped.
    ///
    /// # Errors
    /// Never: see [`Out::finish`].
    pub fn write_fmt(&mut self, line: fmt::Arguments<'_>) -> io::Result<()> {
        if self.failure.is_none() {
            let line = line.to_string();
            let (line, end) = match line.strip_suffix('\n') {
                Some(line) => (line, "\n"),
                None => (&*line, ""),
            };
            self.put(&format!("{}{end}", visible_line(line)));
        }
        Ok(())
    }

    /// Writes several lines for people. Text from outside must have passed [`visible_line`], so that it cannot begin a line.
    ///
    /// # Errors
    /// Never: see [`Out::finish`].
    pub fn block(&mut self, lines: &str) -> io::Result<()> {
        self.put(&visible(lines));
        Ok(())
    }

    /// The writer for documents, JSON and recordings.
    pub fn data(&mut self) -> Data<'_> {
        Data(self)
    }

    /// Whether the reader has closed the stream.
    pub fn is_closed(&self) -> bool {
        let kind = self.failure.as_ref().map(io::Error::kind);
        kind == Some(io::ErrorKind::BrokenPipe)
    }

    /// Flushes the stream.
    pub fn flush(&mut self) {
        self.attempt(|out| out.for_people.flush());
    }

    /// Completes the output. Returns why it is incomplete; a reader that has closed the stream is no error.
    pub fn finish(&mut self) -> Option<io::Error> {
        let rest = std::mem::take(&mut self.incomplete);
        self.show(&rest);
        self.flush();
        let failure = self.failure.take();
        failure.filter(|error| error.kind() != io::ErrorKind::BrokenPipe)
    }

    fn put(&mut self, shown: &str) {
        let styled = shown.replace(mark(), "\u{1b}");
        self.attempt(|out| out.for_people.write_all(styled.as_bytes()));
    }

    /// Writes data for programs to a terminal, with hidden characters escaped.
    fn show(&mut self, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        self.attempt(|out| out.for_programs.write_all(visible(&text).as_bytes()));
    }

    fn attempt(&mut self, write: impl FnOnce(&mut Self) -> io::Result<()>) {
        if self.failure.is_none() {
            self.failure = write(self).err();
        }
    }
}

/// Returns the number of bytes at the end that begin an incomplete character.
fn unfinished(bytes: &[u8]) -> usize {
    let is_begun = |length: &usize| {
        let end = std::str::from_utf8(&bytes[bytes.len() - length..]);
        end.is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none())
    };
    (1..=bytes.len().min(3)).find(is_begun).unwrap_or(0)
}

/// Writes data for programs.
pub struct Data<'a>(&'a mut Out);

impl Write for Data<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.is_terminal {
            let mut whole = std::mem::take(&mut self.0.incomplete);
            whole.extend_from_slice(bytes);
            self.0.incomplete = whole.split_off(whole.len() - unfinished(&whole));
            self.0.show(&whole);
        } else {
            self.0.attempt(|out| out.for_programs.write_all(bytes));
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use super::*;
    use crate::colors::{BAD, styled};

    #[derive(Clone, Default)]
    struct Buffer(Rc<RefCell<Vec<u8>>>);

    impl Write for Buffer {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn written(is_terminal: bool, write: impl FnOnce(&mut Out)) -> String {
        let buffer = Buffer::default();
        let mut out = Out {
            for_people: Box::new(buffer.clone()),
            for_programs: Box::new(buffer.clone()),
            is_terminal,
            incomplete: Vec::new(),
            failure: None,
        };
        write(&mut out);
        String::from_utf8(buffer.0.take()).unwrap()
    }

    const HOSTILE: &str =
        "a\u{1b}[31mb\u{9b}2J\nerror: c\u{202e}\u{fdd0}0000000000000000\u{fdd1}[1m";

    #[test]
    fn only_own_styles_are_written_and_names_begin_no_line() {
        let text = written(true, |out| {
            writeln!(out, "{}: {HOSTILE}", styled(BAD, HOSTILE)).unwrap();
        });
        assert_eq!(text.matches('\u{1b}').count(), 2, "{text:?}");
        assert!(text.starts_with("\u{1b}[31ma\\u{1b}[31mb"), "{text:?}");
        assert_eq!(text.lines().count(), 1, "{text:?}");
        assert!(!text.contains(['\u{9b}', '\u{202e}']), "{text:?}");
    }

    #[test]
    fn a_path_is_one_word_of_a_command() {
        assert_eq!(word("a/b.bt.json"), "a/b.bt.json");
        assert_eq!(word("--help.bt.json"), "./--help.bt.json");
        assert_eq!(word("$(touch x)'.bt.json"), r"'$(touch x)'\''.bt.json'");
    }

    #[test]
    fn data_is_written_unchanged_except_to_a_terminal() {
        let whole = written(false, |out| {
            out.data().write_all(HOSTILE.as_bytes()).unwrap();
        });
        assert_eq!(whole, HOSTILE);
        let shown = written(true, |out| {
            out.data().write_all(HOSTILE.as_bytes()).unwrap();
        });
        assert!(
            !shown.contains(['\u{1b}', '\u{9b}', '\u{202e}']),
            "{shown:?}"
        );
        assert_eq!(shown.lines().count(), 2);
    }

    #[test]
    fn a_character_written_in_two_parts_reaches_a_terminal_whole() {
        let text = "守卫 🛡 é\u{9b}2J";
        for part in 1..text.len() {
            let shown = written(true, |out| {
                for bytes in text.as_bytes().chunks(part) {
                    out.data().write_all(bytes).unwrap();
                }
                assert!(out.finish().is_none());
            });
            assert_eq!(shown, "守卫 🛡 é\\u{9b}2J", "{part}");
        }
        // Bytes that are not UTF-8 are replaced, and nothing remains unwritten at the end.
        let shown = written(true, |out| {
            for bytes in [&b"a\xff\xe5"[..], b"b", b"c\xe5\xae"] {
                out.data().write_all(bytes).unwrap();
            }
            assert!(out.finish().is_none());
        });
        assert_eq!(shown, "a\u{fffd}\u{fffd}bc\u{fffd}");
    }
}
