//! Why a text is no document, with the place and the remedy; and why a document cannot be written.

use std::fmt;
use std::sync::Arc;

use super::FileContent;
use crate::diagnostic::{TextPosition, visible};
use crate::ids::NodeId;
use crate::limits::in_megabytes;
use crate::told;
use crate::told::Message;

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

told! {
    /// What makes a text unreadable.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum FormatErrorKind of "format_error" {
        /// There is nothing in it.
        Empty = "empty", "the file is empty";
        /// It is larger than this program reads.
        TooLarge {
            /// Its size in bytes.
            bytes: usize,
            /// The largest size in bytes.
            limit: usize,
        } = "too_large", ("the file is too large: found {} MB, limit {} MB", in_megabytes(*bytes as u64), in_megabytes(*limit as u64)) with [
            ("size", in_megabytes(*bytes as u64).to_string()),
            ("limit", in_megabytes(*limit as u64).to_string())
        ];
        /// It is not UTF-8 from this byte on.
        NotUtf8 {
            /// How many bytes are good.
            byte: usize,
        } = "not_utf8", "the file is not UTF-8 text: byte {byte} is invalid";
        /// It is not JSON.
        Syntax {
            /// What is wrong with it.
            message: Message,
        } = "syntax", "not valid JSON: {message}";
        /// It ends in the middle.
        Truncated = "truncated", "the file is incomplete: it ends too early";
        /// Something follows after the end.
        TrailingText = "trailing_text", "unexpected text after the end of the document";
        /// Its lists and objects lie too deep in each other.
        TooDeep = "too_deep", "the file is nested too deeply";
        /// It is JSON of some other kind.
        OtherFormat {
            /// What its `format` says; empty if it has none.
            found: String,
            /// What it should say.
            expected: &'static str,
        } = "other_format", {
            if found.is_empty() {
                format!("the file does not start with `\"format\": \"{expected}\"`")
            } else {
                format!("unsupported format: expected `{expected}`, found `{found}`")
            }
        };
        /// It does not say which version it is, or not as a whole number.
        NoVersion = "no_version", "the file has no version: expected a whole number";
        /// A later program wrote it.
        NewerVersion {
            /// Its version.
            found: u64,
            /// The latest that this program reads.
            supported: u64,
        } = "newer_version", "the file has format version {found}; this program reads up to version {supported}";
        /// A field that must be there is not.
        MissingField {
            /// Its name.
            field: &'static str,
        } = "missing_field", "field `{field}` is missing";
        /// A field holds something that it cannot hold.
        WrongField {
            /// What is wrong with it.
            message: Message,
        } = "wrong_field", "{message}";
        /// Files of this format are only written.
        NotRead {
            /// What people call the format.
            format: &'static str,
        } = "not_read", "files of the format {format} can only be written, not read";
        /// The system gave an error while the file was read.
        Unreadable {
            /// What the system says.
            why: String,
        } = "unreadable", "the rest of the file cannot be read: {why}";
        /// A recorded run does not come out as it is recorded.
        OtherRun {
            /// The first frame that differs.
            frame: u64,
        } = "other_run", "replay differs from the recording in frame {frame}";
        /// It is not XML.
        XmlSyntax {
            /// What is wrong with it.
            message: Message,
        } = "xml_syntax", "not valid XML: {message}";
        /// It has a document type, which could name other files or grow without end.
        DocumentType = "document_type", "document types (`<!DOCTYPE`) are not allowed";
        /// It refers to a text by a name that is none of XML's own.
        UnknownEntity {
            /// The name.
            name: String,
        } = "unknown_entity", "the entity `&{name};` is not allowed";
        /// It says that it is in another encoding than UTF-8.
        OtherEncoding {
            /// The encoding.
            name: String,
        } = "other_encoding", "the file declares the encoding `{name}`; only UTF-8 is supported";
        /// An element has more attributes than this program reads.
        TooManyAttributes {
            /// The most that are read.
            limit: usize,
        } = "too_many_attributes", "an element has too many attributes: limit {limit}";
        /// It has more values than this program reads.
        TooManyValues {
            /// The most that are read.
            limit: usize,
        } = "too_many_values", "the file has too many values: limit {limit}";
        /// It has more elements, texts and comments than this program reads.
        TooManyParts {
            /// The most that are read.
            limit: usize,
        } = "too_many_parts", "the file has too many elements, texts and comments: limit {limit}";
        /// A text is longer than any that is kept.
        TooLong {
            /// How long it is, in bytes.
            bytes: usize,
            /// How long it may be.
            limit: usize,
        } = "too_long", "this text is too long: limit {limit} bytes, found {bytes}";
        /// A number is too large for a computer's numbers.
        NumberTooLarge {
            /// The number as written.
            number: String,
        } = "number_too_large", "number {number} is too large";
    }
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
        self.kind.code()
    }

    /// The values that a translation fills in, by name.
    pub fn arguments(&self) -> Vec<(&'static str, String)> {
        self.kind.arguments()
    }

    /// It as a message, to be said in the reader's language.
    pub fn message(&self) -> Message {
        if self.path.is_empty() {
            return self.kind.message();
        }
        let (path, error) = (self.path.clone(), self.kind.message());
        PlacedError::At { path, error }.message()
    }

    /// What to do about it where it is wrong with a file that holds this, in a sentence.
    pub fn remedy(&self, of: FileContent) -> &'static str {
        match self.kind {
            FormatErrorKind::Empty => of.empty().1,
            FormatErrorKind::TooLarge { .. }
            | FormatErrorKind::TooManyAttributes { .. }
            | FormatErrorKind::TooManyValues { .. }
            | FormatErrorKind::TooManyParts { .. } => of.too_large().1,
            FormatErrorKind::NotUtf8 { .. } | FormatErrorKind::OtherEncoding { .. } => {
                "Save it again as UTF-8."
            }
            FormatErrorKind::Syntax { .. } => {
                "Correct the text at this position: JSON has no comments and no comma after the last item."
            }
            FormatErrorKind::Truncated => {
                "Restore the file from version control or a backup, or complete it."
            }
            FormatErrorKind::TrailingText => "Remove everything after the last closing brace.",
            FormatErrorKind::TooDeep => {
                "This program makes no such files: check where the file comes from."
            }
            FormatErrorKind::OtherFormat { .. } => {
                "Open it with the program that made it, or import it if its format is supported."
            }
            FormatErrorKind::NoVersion => "Add `\"version\": 1` after `format`.",
            FormatErrorKind::NewerVersion { .. } => "Open it with a newer version of Treewright.",
            FormatErrorKind::MissingField { .. } => "Add the field.",
            FormatErrorKind::WrongField { .. } => {
                "Enter a valid value, or remove the field if it is optional."
            }
            FormatErrorKind::NotRead { .. } => "Open the file from which it was made.",
            FormatErrorKind::Unreadable { .. } => "Check the file's permissions and its disk.",
            FormatErrorKind::OtherRun { .. } => {
                "Record it again: it was changed, or made by another version of Treewright."
            }
            FormatErrorKind::NumberTooLarge { .. } => "Enter a smaller number.",
            FormatErrorKind::TooLong { .. } => {
                "Shorten it; if it was never that long, check where the file comes from."
            }
            FormatErrorKind::XmlSyntax { .. } => "Correct the text at this position.",
            FormatErrorKind::DocumentType => "Remove `<!DOCTYPE …>`: trees do not need it.",
            FormatErrorKind::UnknownEntity { .. } => {
                "Write the text itself, or one of `&lt;` `&gt;` `&amp;` `&quot;` `&apos;`."
            }
        }
    }

    /// A stable name of what to do about it, for translations.
    pub fn remedy_code(&self, of: FileContent) -> &'static str {
        match self.kind {
            FormatErrorKind::Empty => of.empty().0,
            FormatErrorKind::TooLarge { .. }
            | FormatErrorKind::TooManyAttributes { .. }
            | FormatErrorKind::TooManyValues { .. }
            | FormatErrorKind::TooManyParts { .. } => of.too_large().0,
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

impl std::error::Error for FormatError {}

told! {
    /// What is wrong with a text, and where.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum PlacedError of "placed_error" {
        /// In the data.
        At {
            /// The path.
            path: String,
            /// What is wrong.
            error: Message,
        } = "at", "{path}: {error}";
    }
}

told! {
    /// Why a document cannot be written: reading the text again would not give the same.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum WriteError of "write_error" {
        /// A parameter holds an infinite number or none.
        ParameterNotFinite {
            /// The node.
            node: NodeId,
            /// Its parameter.
            parameter: Arc<str>,
        } = "parameter_not_finite",
            "`{parameter}` of node {node} is not a finite number: enter one, then save";
        /// A variable's initial value is an infinite number or none.
        VariableNotFinite {
            /// The variable.
            variable: Arc<str>,
        } = "variable_not_finite",
            "the initial value of `{variable}` is not a finite number: enter one, then save";
        /// The file would be larger than this program reads.
        TooLarge {
            /// Its size in bytes.
            bytes: usize,
            /// The largest size in bytes.
            limit: usize,
        } = "too_large", (
            "the file would have {} MB, limit {} MB: remove what is not needed or move branches to subtrees in other files, then save",
            in_megabytes(*bytes as u64), in_megabytes(*limit as u64)
        ) with [
            ("size", in_megabytes(*bytes as u64).to_string()),
            ("limit", in_megabytes(*limit as u64).to_string())
        ];
        /// The file would list more of something than this program reads.
        TooMany {
            /// What the file calls it.
            what: &'static str,
            /// How many there are.
            count: usize,
            /// How many there may be.
            limit: usize,
        } = "too_many",
            "`{what}` would have {count} entries, limit {limit}: remove what is not needed or move branches to subtrees in other files, then save";
    }
}

impl std::error::Error for WriteError {}
