//! The styles of the terminal's output. Nothing is expressed by color alone.

use anstyle::{AnsiColor, Style};

use super::terminal::trusted;

pub const HEADING: Style = Style::new().bold();
pub const FAINT: Style = Style::new().dimmed();
pub const GOOD: Style = AnsiColor::Green.on_default();
pub const BAD: Style = AnsiColor::Red.on_default();
pub const ACTIVE: Style = AnsiColor::Cyan.on_default().bold();
pub const NOTABLE: Style = AnsiColor::Yellow.on_default();

/// Puts a text into a style.
pub fn styled(style: Style, text: impl std::fmt::Display) -> String {
    let (begin, end) = (trusted(&style.to_string()), trusted(&format!("{style:#}")));
    format!("{begin}{text}{end}")
}
