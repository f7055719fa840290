//! Checks for fields of all our files. Errors point at the part of the text that is wrong. Knows no single file
//! format.

use super::field_error::FieldError;
use super::json_text::{compact, offset_of, place_of, position_of};
use super::shape::{Text, Unknown};
use super::{FormatError, FormatErrorKind};
use crate::diagnostic::TextPosition;
use crate::model::{Extra, TooLong};
use crate::told::Message;

/// A wrong field, with the part of the text that is wrong.
pub struct Wrong<'a> {
    kind: FormatErrorKind,
    part: Option<&'a str>,
    path: String,
}

pub type Checked<'a, T> = Result<T, Wrong<'a>>;

impl<'a> Wrong<'a> {
    pub fn new(part: Option<&'a str>, path: String, kind: FormatErrorKind) -> Self {
        Self { kind, part, path }
    }

    pub fn field(part: Option<&'a str>, path: String, message: impl Into<Message>) -> Self {
        let message = message.into();
        Self::new(part, path, FormatErrorKind::WrongField { message })
    }

    /// Converts it to an error with a position in `text`, which contains its part.
    pub fn in_text(self, text: &str) -> FormatError {
        FormatError {
            kind: self.kind,
            position: self
                .part
                .map(|part| position_of(text, place_of(text, part))),
            path: self.path,
        }
    }
}

/// Converts the error of a text that is too long to an error of its file.
pub fn too_long_in(long: &TooLong) -> FormatError {
    let node = long.node.as_ref().map(|node| {
        let shown: String = node.as_str().chars().take(40).collect();
        format!("node {shown}: ")
    });
    FormatError {
        path: format!("{}{}", node.unwrap_or_default(), long.field),
        ..FormatError::new(FormatErrorKind::TooLong {
            bytes: long.bytes,
            limit: long.limit,
        })
    }
}

/// Returns the text, or an empty one if it is missing.
pub(super) fn text_or_empty(text: Option<&Text<'_>>) -> String {
    text.map(|t| t.to_string()).unwrap_or_default()
}

/// Returns the first of these texts that is a slice of the file.
pub fn anchor<'a>(texts: &[&Option<Text<'a>>]) -> Option<&'a str> {
    texts
        .iter()
        .find_map(|text| text.as_ref().and_then(Text::borrowed))
}

/// Returns a text that is required and must not be empty.
pub fn required_text<'t, 'a>(
    text: Option<&'t Text<'a>>,
    field: &'static str,
    path: &str,
    near: Option<&'a str>,
) -> Checked<'a, &'t str> {
    let Some(found) = text else {
        return Err(Wrong::new(
            near,
            path.to_owned(),
            FormatErrorKind::MissingField { field },
        ));
    };
    if found.is_empty() {
        let path = format!("{path}.{field}");
        return Err(Wrong::field(
            found.borrowed(),
            path,
            FieldError::Empty { field },
        ));
    }
    Ok(found)
}

/// Converts unknown fields for storage.
pub fn extra<'a>(unknown: &Unknown<'a>, path: impl FnOnce() -> String) -> Checked<'a, Extra> {
    let mut extra = Extra::new();
    for (name, raw) in unknown {
        let kept = compact(raw.get()).ok_or(FormatErrorKind::TooDeep);
        let kept = kept.and_then(|json| {
            if extra.insert(name.to_string(), json).is_none() {
                return Ok(());
            }
            let field = name.to_string();
            Err(FieldError::FieldTwice { field }.into())
        });
        if let Err(kind) = kept {
            return Err(Wrong::new(Some(raw.get()), path(), kind));
        }
    }
    Ok(extra)
}

/// Converts the error of a part of a text to one with the position in the whole text. The part is at `path`.
pub fn of_part(text: &str, part: &str, path: &str, inner: FormatError) -> FormatError {
    let start = position_of(text, offset_of(text, part));
    let position = inner.position.map(|at| TextPosition {
        line: start.line + at.line - 1,
        column: if at.line == 1 {
            start.column + at.column - 1
        } else {
            at.column
        },
    });
    let field = &inner.path;
    let dot = if field.is_empty() { "" } else { "." };
    FormatError {
        position,
        path: format!("{path}{dot}{field}"),
        ..inner
    }
}
