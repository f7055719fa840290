//! Line ends of text files. Programs on Windows, git among them, end lines with two characters; a file that has such line ends keeps them when it is
//! written again, so that a comparison shows only what was edited.

use std::path::Path;

use super::files;

/// Returns the text with the line ends of the text that it replaces, as the first line of that shows them.
pub fn as_before(before: &[u8], text: String) -> String {
    let first = before.iter().position(|byte| *byte == b'\n');
    let has_two = first.is_some_and(|at| before[..at].ends_with(b"\r"));
    if !has_two {
        return text;
    }
    text.replace("\r\n", "\n").replace('\n', "\r\n")
}

/// Returns the text with the line ends of the file that it will replace, if there is one.
pub fn as_in_file(file: &Path, text: String) -> String {
    /// No line that this program writes first is longer.
    const BEGINNING: u64 = 4096;
    let before = files::read_beginning(file, BEGINNING);
    as_before(&before.unwrap_or_default(), text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_gets_the_line_ends_of_what_it_replaces() {
        let ends = |before: &str, text: &str| as_before(before.as_bytes(), text.to_owned());
        assert_eq!(ends("a\r\nb\r\n", "1\n2\n"), "1\r\n2\r\n");
        assert_eq!(ends("a\r\nb\n", "1\r\n2\n"), "1\r\n2\r\n");
        assert_eq!(ends("a\nb\r\n", "1\n2\n"), "1\n2\n");
        assert_eq!(ends("a", "1\n2\n"), "1\n2\n");
        assert_eq!(ends("", "1\n2\n"), "1\n2\n");
    }
}
