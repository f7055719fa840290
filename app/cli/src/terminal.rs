//! The one door to the terminal. Text for people passes it line by line: no name, path, argument or message of the system can command
//! the terminal, hide anything or begin a line of its own. What is written to programs stays as it is, unless a terminal would show it.
//!
//! A failure to write stops no command: its result is the exit code. The first failure is kept and reported at the end.

use std::fmt;
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, IsTerminal, Write};
use std::sync::OnceLock;

use treewright_core::diagnostic::{visible, visible_line};

/// Stands for the escape character in our own styles, so that those of files are known from them: drawn anew for each start, no file can hold it.
fn mark() -> &'static str {
    static MARK: OnceLock<String> = OnceLock::new();
    MARK.get_or_init(|| format!("\u{fdd0}{:016x}\u{fdd1}", RandomState::new().hash_one(0)))
}

/// A text that holds nothing but our own escape sequences, as the door lets them through.
pub fn trusted(text: &str) -> String {
    text.replace('\u{1b}', mark())
}

/// A path as a word of a command that somebody may copy: no option, and nothing that a shell obeys.
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

/// A stream of the terminal.
pub struct Out {
    /// Takes away styles where nobody would see them.
    for_people: Box<dyn Write>,
    for_programs: Box<dyn Write>,
    is_terminal: bool,
    /// The beginning of a letter of which a terminal has not got the rest.
    held: Vec<u8>,
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
            held: Vec::new(),
            failure: None,
        }
    }

    /// Writes a line, or a part of one, to people: what `write!` and `writeln!` call. A line break stays at its end only.
    ///
    /// # Errors
    /// None: see [`Out::finish`].
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

    /// Writes several lines to people. Each must have been made of one line, by [`visible_line`] or from the program's own texts.
    ///
    /// # Errors
    /// None: see [`Out::finish`].
    pub fn block(&mut self, lines: &str) -> io::Result<()> {
        self.put(&visible(lines));
        Ok(())
    }

    /// Where a document, JSON or a recording goes.
    pub fn data(&mut self) -> Data<'_> {
        Data(self)
    }

    /// Whether nobody reads any more.
    pub fn is_closed(&self) -> bool {
        let kind = self.failure.as_ref().map(io::Error::kind);
        kind == Some(io::ErrorKind::BrokenPipe)
    }

    /// Hands on what was written.
    pub fn flush(&mut self) {
        self.attempt(|out| out.for_people.flush());
    }

    /// Ends the output; gives why it is not whole. That its reader has seen enough is no reason.
    pub fn finish(&mut self) -> Option<io::Error> {
        let rest = std::mem::take(&mut self.held);
        self.show(&rest);
        self.flush();
        let failure = self.failure.take();
        failure.filter(|error| error.kind() != io::ErrorKind::BrokenPipe)
    }

    fn put(&mut self, shown: &str) {
        let styled = shown.replace(mark(), "\u{1b}");
        self.attempt(|out| out.for_people.write_all(styled.as_bytes()));
    }

    /// Writes to a terminal what is for programs.
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

/// How many bytes at the end begin a letter that is not complete.
fn unfinished(bytes: &[u8]) -> usize {
    let is_begun = |length: &usize| {
        let end = std::str::from_utf8(&bytes[bytes.len() - length..]);
        end.is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none())
    };
    (1..=bytes.len().min(3)).find(is_begun).unwrap_or(0)
}

/// Takes what is for programs.
pub struct Data<'a>(&'a mut Out);

impl Write for Data<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.is_terminal {
            let mut whole = std::mem::take(&mut self.0.held);
            whole.extend_from_slice(bytes);
            self.0.held = whole.split_off(whole.len() - unfinished(&whole));
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
    struct Kept(Rc<RefCell<Vec<u8>>>);

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn written(is_terminal: bool, write: impl FnOnce(&mut Out)) -> String {
        let kept = Kept::default();
        let mut out = Out {
            for_people: Box::new(kept.clone()),
            for_programs: Box::new(kept.clone()),
            is_terminal,
            held: Vec::new(),
            failure: None,
        };
        write(&mut out);
        String::from_utf8(kept.0.take()).unwrap()
    }

    const HOSTILE: &str =
        "a\u{1b}[31mb\u{9b}2J\nerror: c\u{202e}\u{fdd0}0000000000000000\u{fdd1}[1m";

    #[test]
    fn only_own_styles_pass_and_a_name_begins_no_line() {
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
    fn programs_get_what_was_written_and_terminals_what_can_be_seen() {
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
    fn a_letter_in_two_parts_reaches_a_terminal_whole() {
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
        // What is no text is shown as far as it is, and nothing is kept back at the end.
        let shown = written(true, |out| {
            for bytes in [&b"a\xff\xe5"[..], b"b", b"c\xe5\xae"] {
                out.data().write_all(bytes).unwrap();
            }
            assert!(out.finish().is_none());
        });
        assert_eq!(shown, "a\u{fffd}\u{fffd}bc\u{fffd}");
    }
}
