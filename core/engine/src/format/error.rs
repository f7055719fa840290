//! Why a text is no document, with the place and the remedy; and why a document cannot be written.

use std::fmt;
use std::sync::Arc;

use thiserror::Error;

use super::FileContent;
use crate::diagnostic::{TextPosition, visible};
use crate::ids::NodeId;
use crate::limits::in_megabytes;

/// Why a text could not be read. Says what is wrong (`Display`), where ([`FormatError::position`], [`FormatError::path`]) and
/// what to do about it ([`FormatError::remedy`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// What is wrong.
    pub kind: FormatErrorKind,
    /// Where in the text, where that is known.
    pub position: Option<TextPosition>,
    /// Where in the data, such as `nodes[7].children[0]`; empty where that is not known.
    pub path: String,
}

/// What makes a text unreadable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormatErrorKind {
    /// There is nothing in it.
    Empty,
    /// It is larger than this program reads.
    TooLarge {
        /// Its size in bytes.
        bytes: usize,
        /// The largest size in bytes.
        limit: usize,
    },
    /// It is not UTF-8 from this byte on.
    NotUtf8 {
        /// How many bytes are good.
        byte: usize,
    },
    /// It is not JSON.
    Syntax {
        /// What the JSON reader says.
        message: String,
    },
    /// It ends in the middle.
    Truncated,
    /// Something follows after the end.
    TrailingText,
    /// Its lists and objects lie too deep in each other.
    TooDeep,
    /// It is JSON of some other kind.
    OtherFormat {
        /// What its `format` says; empty if it has none.
        found: String,
        /// What it should say.
        expected: &'static str,
    },
    /// It does not say which version it is, or not as a whole number.
    NoVersion,
    /// A later program wrote it.
    NewerVersion {
        /// Its version.
        found: u64,
        /// The latest that this program reads.
        supported: u64,
    },
    /// A field that must be there is not.
    MissingField {
        /// Its name.
        field: &'static str,
    },
    /// A field holds something that it cannot hold.
    WrongField {
        /// What is wrong with it, in words.
        message: String,
    },
    /// Files of this format are only written.
    NotRead {
        /// What people call the format.
        format: &'static str,
    },
    /// The system gave an error while the file was read.
    Unreadable {
        /// What the system says.
        why: String,
    },
    /// A recorded run does not come out as it is recorded.
    OtherRun {
        /// The first frame that differs.
        frame: u64,
    },
    /// It is not XML.
    XmlSyntax {
        /// What is wrong with it, in words.
        message: String,
    },
    /// It has a document type, which could name other files or grow without end.
    DocumentType,
    /// It refers to a text by a name that is none of XML's own.
    UnknownEntity {
        /// The name.
        name: String,
    },
    /// It says that it is in another encoding than UTF-8.
    OtherEncoding {
        /// The encoding.
        name: String,
    },
    /// It has more of something than this program reads.
    TooMany {
        /// Of what: `attributes`, `parts` or `values`.
        what: &'static str,
        /// The most that are read.
        limit: usize,
    },
    /// A text is longer than any that is kept.
    TooLong {
        /// How long it is, in bytes.
        bytes: usize,
        /// How long it may be.
        limit: usize,
    },
    /// A number is too large for a computer's numbers.
    NumberTooLarge {
        /// The number as written.
        number: String,
    },
}

impl FormatError {
    /// An error without a place.
    pub fn new(kind: FormatErrorKind) -> Self {
        Self {
            kind,
            position: None,
            path: String::new(),
        }
    }

    /// A stable name, for translations and for machines that read reports.
    pub fn code(&self) -> &'static str {
        match self.kind {
            FormatErrorKind::Empty => "empty",
            FormatErrorKind::TooLarge { .. } => "too_large",
            FormatErrorKind::NotUtf8 { .. } => "not_utf8",
            FormatErrorKind::Syntax { .. } => "syntax",
            FormatErrorKind::Truncated => "truncated",
            FormatErrorKind::TrailingText => "trailing_text",
            FormatErrorKind::TooDeep => "too_deep",
            FormatErrorKind::OtherFormat { .. } => "other_format",
            FormatErrorKind::NoVersion => "no_version",
            FormatErrorKind::NewerVersion { .. } => "newer_version",
            FormatErrorKind::MissingField { .. } => "missing_field",
            FormatErrorKind::WrongField { .. } => "wrong_field",
            FormatErrorKind::NotRead { .. } => "not_read",
            FormatErrorKind::Unreadable { .. } => "unreadable",
            FormatErrorKind::OtherRun { .. } => "other_run",
            FormatErrorKind::NumberTooLarge { .. } => "number_too_large",
            FormatErrorKind::TooLong { .. } => "too_long",
            FormatErrorKind::XmlSyntax { .. } => "xml_syntax",
            FormatErrorKind::DocumentType => "document_type",
            FormatErrorKind::UnknownEntity { .. } => "unknown_entity",
            FormatErrorKind::OtherEncoding { .. } => "other_encoding",
            FormatErrorKind::TooMany {
                what: "attributes", ..
            } => "too_many_attributes",
            FormatErrorKind::TooMany { what: "values", .. } => "too_many_values",
            FormatErrorKind::TooMany { .. } => "too_many_parts",
        }
    }

    /// The values that a translation fills in, by name.
    pub fn arguments(&self) -> Vec<(&'static str, String)> {
        match &self.kind {
            FormatErrorKind::TooLarge { bytes, limit } => vec![
                ("size", in_megabytes(*bytes as u64).to_string()),
                ("limit", in_megabytes(*limit as u64).to_string()),
            ],
            FormatErrorKind::NotUtf8 { byte } => vec![("byte", byte.to_string())],
            FormatErrorKind::Syntax { message }
            | FormatErrorKind::XmlSyntax { message }
            | FormatErrorKind::WrongField { message } => {
                vec![("message", message.clone())]
            }
            FormatErrorKind::UnknownEntity { name } | FormatErrorKind::OtherEncoding { name } => {
                vec![("name", name.clone())]
            }
            FormatErrorKind::TooMany { limit, .. } => vec![("limit", limit.to_string())],
            FormatErrorKind::TooLong { bytes, limit } => {
                vec![("bytes", bytes.to_string()), ("limit", limit.to_string())]
            }
            FormatErrorKind::OtherFormat { found, expected } => vec![
                ("found", found.clone()),
                ("expected", (*expected).to_owned()),
            ],
            FormatErrorKind::NewerVersion { found, supported } => vec![
                ("found", found.to_string()),
                ("supported", supported.to_string()),
            ],
            FormatErrorKind::MissingField { field } => vec![("field", (*field).to_owned())],
            FormatErrorKind::NotRead { format } => vec![("format", (*format).to_owned())],
            FormatErrorKind::Unreadable { why } => vec![("why", why.clone())],
            FormatErrorKind::OtherRun { frame } => vec![("frame", frame.to_string())],
            FormatErrorKind::NumberTooLarge { number } => vec![("number", number.clone())],
            FormatErrorKind::Empty
            | FormatErrorKind::Truncated
            | FormatErrorKind::TrailingText
            | FormatErrorKind::TooDeep
            | FormatErrorKind::DocumentType
            | FormatErrorKind::NoVersion => Vec::new(),
        }
    }

    /// What to do about it where it is wrong with a file that holds this, in a sentence.
    pub fn remedy(&self, of: FileContent) -> &'static str {
        match self.kind {
            FormatErrorKind::Empty => of.empty().1,
            FormatErrorKind::TooLarge { .. } | FormatErrorKind::TooMany { .. } => of.too_large().1,
            FormatErrorKind::NotUtf8 { .. } | FormatErrorKind::OtherEncoding { .. } => {
                "Save it again as UTF-8."
            }
            FormatErrorKind::Syntax { .. } => {
                "Correct the text there: JSON has no comments and no comma after the last item."
            }
            FormatErrorKind::Truncated => {
                "The end of the file is missing: take it from version control or a backup, or complete it."
            }
            FormatErrorKind::TrailingText => "Remove what follows after the last closing brace.",
            FormatErrorKind::TooDeep => {
                "No such file is made by this program: check where it comes from."
            }
            FormatErrorKind::OtherFormat { .. } => {
                "Open it with the program that made it, or import it if its format is supported."
            }
            FormatErrorKind::NoVersion => "Add `\"version\": 1` after `format`.",
            FormatErrorKind::NewerVersion { .. } => "Open it with a newer version of this program.",
            FormatErrorKind::MissingField { .. } => "Add the field.",
            FormatErrorKind::WrongField { .. } => {
                "Put there what the field must hold; what is optional may also be left out."
            }
            FormatErrorKind::NotRead { .. } => "Open the file from which it was made.",
            FormatErrorKind::Unreadable { .. } => "Check that the file may be read, and its disk.",
            FormatErrorKind::OtherRun { .. } => {
                "Record it again: it was changed, or another version of this program made it."
            }
            FormatErrorKind::NumberTooLarge { .. } => "Write a smaller number.",
            FormatErrorKind::TooLong { .. } => {
                "Shorten it; if it was never so long, check where the file comes from."
            }
            FormatErrorKind::XmlSyntax { .. } => "Correct the text there.",
            FormatErrorKind::DocumentType => "Remove `<!DOCTYPE …>`: no tree needs it.",
            FormatErrorKind::UnknownEntity { .. } => {
                "Write the text itself, or one of `&lt;` `&gt;` `&amp;` `&quot;` `&apos;`."
            }
        }
    }

    /// A stable name of what to do about it, for translations.
    pub fn remedy_code(&self, of: FileContent) -> &'static str {
        match self.kind {
            FormatErrorKind::Empty => of.empty().0,
            FormatErrorKind::TooLarge { .. } | FormatErrorKind::TooMany { .. } => of.too_large().0,
            _ => self.code(),
        }
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut said = self.kind.to_string();
        if !self.path.is_empty() {
            said = format!("{}: {said}", self.path);
        }
        f.write_str(&visible(&said))
    }
}

impl fmt::Display for FormatErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the file is empty"),
            Self::TooLarge { bytes, limit } => write!(
                f,
                "the file has {} MB; at most {} MB are read",
                in_megabytes(*bytes as u64),
                in_megabytes(*limit as u64)
            ),
            Self::NotUtf8 { byte } => {
                write!(f, "the file is not UTF-8 text: byte {byte} cannot be read")
            }
            Self::Syntax { message } => write!(f, "not valid JSON: {message}"),
            Self::Truncated => f.write_str("the file ends in the middle"),
            Self::TrailingText => f.write_str("there is text after the end of the document"),
            Self::TooDeep => f.write_str("the file is nested too deeply"),
            Self::OtherFormat { found, expected } if found.is_empty() => {
                write!(
                    f,
                    "the file does not begin with `\"format\": \"{expected}\"`"
                )
            }
            Self::OtherFormat { found, expected } => {
                write!(f, "the file's format is `{found}`, not `{expected}`")
            }
            Self::NoVersion => f.write_str("the file does not say its version as a whole number"),
            Self::NewerVersion { found, supported } => write!(
                f,
                "the file is of format version {found}; this program reads up to {supported}"
            ),
            Self::MissingField { field } => write!(f, "the field `{field}` is missing"),
            Self::WrongField { message } => f.write_str(message),
            Self::NotRead { format } => {
                write!(f, "files of the format {format} are only written, not read")
            }
            Self::Unreadable { why } => write!(f, "the file cannot be read on: {why}"),
            Self::OtherRun { frame } => write!(
                f,
                "frame {frame} does not come out as it is recorded when it is run again"
            ),
            Self::TooLong { bytes, limit } => {
                write!(f, "this text has {bytes} bytes; at most {limit} are read")
            }
            Self::NumberTooLarge { number } => write!(f, "the number {number} is too large"),
            Self::XmlSyntax { message } => write!(f, "not valid XML: {message}"),
            Self::DocumentType => f.write_str("a document type (`<!DOCTYPE`) is not allowed"),
            Self::UnknownEntity { name } => write!(f, "`&{name};` is not allowed here"),
            Self::OtherEncoding { name } => {
                write!(
                    f,
                    "the file says that it is encoded as `{name}`; only UTF-8 is read"
                )
            }
            Self::TooMany {
                what: "attributes",
                limit,
            } => {
                write!(f, "an element has more than {limit} attributes")
            }
            Self::TooMany {
                what: "values",
                limit,
            } => {
                write!(f, "the file has more than {limit} values")
            }
            Self::TooMany { limit, .. } => {
                write!(
                    f,
                    "the file has more than {limit} elements, texts and comments"
                )
            }
        }
    }
}

impl std::error::Error for FormatError {}

/// Why a document cannot be written: reading the text again would not give the same.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WriteError {
    /// A parameter holds an infinite number or none.
    #[error("`{parameter}` of node {node} is not a finite number; set it to a number, then save")]
    ParameterNotFinite {
        /// The node.
        node: NodeId,
        /// Its parameter.
        parameter: Arc<str>,
    },
    /// A variable's initial value is an infinite number or none.
    #[error(
        "the initial value of `{variable}` is not a finite number; set it to a number, then save"
    )]
    VariableNotFinite {
        /// The variable.
        variable: Arc<str>,
    },
    /// The file would be larger than this program reads.
    #[error(
        "it would be a file of {} MB, and at most {} MB are read again; take out what is not needed or split it into subtrees, then save",
        in_megabytes(*bytes as u64),
        in_megabytes(*limit as u64)
    )]
    TooLarge {
        /// Its size in bytes.
        bytes: usize,
        /// The largest size in bytes.
        limit: usize,
    },
    /// The file would list more of something than this program reads.
    #[error(
        "its `{what}` would have {count} entries, and at most {limit} are read again; take out what is not needed or split it into subtrees, then save"
    )]
    TooMany {
        /// What the file calls it.
        what: &'static str,
        /// How many there are.
        count: usize,
        /// How many there may be.
        limit: usize,
    },
}

impl WriteError {
    /// A stable name, for translations.
    pub fn code(&self) -> &'static str {
        match self {
            Self::ParameterNotFinite { .. } => "parameter_not_finite",
            Self::VariableNotFinite { .. } => "variable_not_finite",
            Self::TooLarge { .. } => "too_large",
            Self::TooMany { .. } => "too_many",
        }
    }

    /// The values that a translation fills in, by name.
    pub fn arguments(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::TooMany { what, count, limit } => vec![
                ("what", (*what).to_owned()),
                ("count", count.to_string()),
                ("limit", limit.to_string()),
            ],
            Self::ParameterNotFinite { node, parameter } => vec![
                ("node", node.to_string()),
                ("parameter", parameter.to_string()),
            ],
            Self::VariableNotFinite { variable } => vec![("variable", variable.to_string())],
            Self::TooLarge { bytes, limit } => vec![
                ("size", in_megabytes(*bytes as u64).to_string()),
                ("limit", in_megabytes(*limit as u64).to_string()),
            ],
        }
    }
}
