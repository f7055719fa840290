//! What the XML reader's library says is wrong, in our own words and with its place. Knows nothing of parts.

use quick_xml::Error;
use quick_xml::errors::{IllFormedError, SyntaxError};
use quick_xml::events::attributes::AttrError;
use treewright_core::format::json_text::position_of;
use treewright_core::format::{FormatError, FormatErrorKind};

/// An error at a byte of the text.
pub(super) fn at(text: &str, offset: usize, kind: FormatErrorKind) -> FormatError {
    FormatError {
        position: Some(position_of(text, offset)),
        ..FormatError::new(kind)
    }
}

/// What is no XML, in words.
pub(super) fn malformed(message: impl Into<String>) -> FormatErrorKind {
    FormatErrorKind::XmlSyntax {
        message: message.into(),
    }
}

/// What the library says of the text as a whole, from `offset` on.
pub(super) fn of_library(text: &str, offset: usize, error: &Error) -> FormatError {
    let kind = match error {
        Error::Syntax(SyntaxError::InvalidBangMarkup) => {
            let rest = text.get(offset..).unwrap_or_default();
            let is_cut = ["<!--", "<![CDATA[", "<!DOCTYPE"]
                .iter()
                .any(|whole| whole.starts_with(rest));
            if is_cut {
                FormatErrorKind::Truncated
            } else {
                malformed("`<!` begins neither a comment nor a literal text")
            }
        }
        Error::Syntax(_) => FormatErrorKind::Truncated,
        Error::IllFormed(IllFormedError::MismatchedEndTag { expected, found }) => {
            malformed(format!(
                "`</{}>` closes `<{}>`",
                shortened(found),
                shortened(expected)
            ))
        }
        Error::IllFormed(IllFormedError::UnmatchedEndTag(found)) => {
            malformed(format!("`</{}>` closes nothing", shortened(found)))
        }
        other => malformed(other.to_string()),
    };
    at(text, offset, kind)
}

/// What the library says of the attributes of a tag whose name begins at `tag`.
pub(super) fn of_attribute(text: &str, tag: usize, error: &AttrError) -> FormatError {
    let (offset, message) = match error {
        AttrError::ExpectedEq(offset) => (
            offset,
            "expected `=` and a value after the name of an attribute",
        ),
        AttrError::ExpectedValue(offset) => (offset, "expected a value after `=`"),
        AttrError::UnquotedValue(offset) => {
            (offset, "the value of an attribute must stand in quotes")
        }
        AttrError::ExpectedQuote(offset, _) => (offset, "the value of an attribute is not closed"),
        AttrError::Duplicated(offset, _) => (offset, "an attribute stands twice"),
    };
    at(text, tag + offset, malformed(message))
}

/// A name for a message, which may be of any length.
pub(super) fn shortened(name: &str) -> String {
    const SHOWN: usize = 40;
    match name.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", name[..end].escape_debug()),
        None => name.escape_debug().to_string(),
    }
}
