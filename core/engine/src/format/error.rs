//! Errors of reading, with position and remedy, and errors of writing documents.

use std::fmt;
use std::sync::Arc;

use super::FileContent;
use super::content::other_format;
use crate::diagnostic::{TextPosition, visible};
use crate::ids::NodeId;
use crate::limits::in_megabytes;
use crate::told;
use crate::told::Message;

/// Why a text could not be read: what is wrong (`Display`), where ([`FormatError::position`], [`FormatError::path`])
/// and what to do ([`FormatError::remedy`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// The error itself.
    pub kind: FormatErrorKind,
    /// The position in the text, if known.
    pub position: Option<TextPosition>,
    /// The path in the data, such as `nodes[7].children[0]`. Empty if not known.
    pub path: String,
}

told! {
    /// The type of error that makes a text unreadable.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum FormatErrorKind of "format_error" {
        /// The file is empty.
        Empty = "empty", "the file is empty";
        /// The file is larger than the limit.
        TooLarge {
            /// The size in bytes.
            bytes: usize,
            /// The limit in bytes.
            limit: usize,
        } = "too_large", ("the file is too large: found {} MB, limit {} MB", in_megabytes(*bytes as u64), in_megabytes(*limit as u64)) with [
            ("size", in_megabytes(*bytes as u64).to_string()),
            ("limit", in_megabytes(*limit as u64).to_string())
        ];
        /// The text is not UTF-8.
        NotUtf8 {
            /// The number of valid bytes before the error.
            byte: usize,
        } = "not_utf8", "the file is not UTF-8 text: byte {byte} is invalid";
        /// The file is not text in any encoding.
        Binary = "binary", "the file is not text";
        /// The text is not JSON.
        Syntax {
            /// The error in the syntax.
            message: Message,
        } = "syntax", "not valid JSON: {message}";
        /// The text ends too early.
        Truncated = "truncated", "the file is incomplete: it ends too early";
        /// A binary file is damaged.
        Damaged {
            /// The error in the file.
            message: Message,
        } = "damaged", "the file is damaged: {message}";
        /// More text follows after the end.
        TrailingText = "trailing_text", "unexpected text after the end of the document";
        /// Lists and objects are nested too deeply.
        TooDeep = "too_deep", "the file is nested too deeply";
        /// The text is JSON of another format.
        OtherFormat {
            /// The value of its field `format`; empty if it has none.
            found: String,
            /// The expected value.
            expected: &'static str,
        } = "other_format", {
            if found.is_empty() {
                format!("the file does not start with `\"format\": \"{expected}\"`")
            } else {
                format!("unsupported format: expected `{expected}`, found `{found}`")
            }
        };
        /// The version is missing, or not a whole number.
        NoVersion = "no_version", "the file has no version: expected a whole number";
        /// The file was written by a newer version of the program.
        NewerVersion {
            /// The version of the file.
            found: u64,
            /// The latest supported version.
            supported: u64,
        } = "newer_version", "the file has format version {found}; this program reads up to version {supported}";
        /// A required field is missing.
        MissingField {
            /// The name of the field.
            field: &'static str,
        } = "missing_field", "field `{field}` is missing";
        /// The value of a field is wrong.
        WrongField {
            /// The error in the field.
            message: Message,
        } = "wrong_field", "{message}";
        /// Files of this format can only be written.
        NotRead {
            /// The name of the format.
            format: &'static str,
        } = "not_read", "files of the format {format} can only be written, not read";
        /// The operating system could not read the file.
        Unreadable {
            /// The system's error.
            why: String,
        } = "unreadable", "the rest of the file cannot be read: {why}";
        /// What a game saved is of another type.
        OtherState {
            /// What does not fit, and where.
            why: Message,
        } = "other_state", "what was saved does not fit: {why}";
        /// Replaying a recording gives a different run.
        OtherRun {
            /// The first frame that differs.
            frame: u64,
        } = "other_run", "replay differs from the recording in frame {frame}";
        /// The text is not XML.
        XmlSyntax {
            /// The error in the syntax.
            message: Message,
        } = "xml_syntax", "not valid XML: {message}";
        /// The XML has a document type. It could refer to other files or expand without limit, so it is refused.
        DocumentType = "document_type", "document types (`<!DOCTYPE`) are not allowed";
        /// The XML refers to an entity other than those that XML predefines.
        UnknownEntity {
            /// The name of the entity.
            name: String,
        } = "unknown_entity", "the entity `&{name};` is not allowed";
        /// The XML declares an encoding other than UTF-8.
        OtherEncoding {
            /// The name of the encoding.
            name: String,
        } = "other_encoding", "the file declares the encoding `{name}`; only UTF-8 is supported";
        /// An XML element has too many attributes.
        TooManyAttributes {
            /// The limit.
            limit: usize,
        } = "too_many_attributes", "an element has too many attributes: limit {limit}";
        /// The file has too many values.
        TooManyValues {
            /// The limit.
            limit: usize,
        } = "too_many_values", "the file has too many values: limit {limit}";
        /// The XML has too many elements, texts and comments.
        TooManyParts {
            /// The limit.
            limit: usize,
        } = "too_many_parts", "the file has too many elements, texts and comments: limit {limit}";
        /// A text is too long.
        TooLong {
            /// Its length in bytes.
            bytes: usize,
            /// The limit in bytes.
            limit: usize,
        } = "too_long", "this text is too long: limit {limit} bytes, found {bytes}";
        /// A number is too large for 64 bits.
        NumberTooLarge {
            /// The number as written.
            number: String,
        } = "number_too_large", "number {number} is too large";
    }
}

impl FormatError {
    /// Creates an error without a position.
    pub fn new(kind: FormatErrorKind) -> Self {
        Self {
            kind,
            position: None,
            path: String::new(),
        }
    }

    /// Sorts errors of a text by their positions.
    pub(super) fn sort(errors: &mut [Self]) {
        errors.sort_by_key(|error| error.position);
    }

    /// The stable code, for translations and machine-readable reports.
    pub fn code(&self) -> &'static str {
        self.kind.code()
    }

    /// The arguments for translations, by name, as English text.
    pub fn arguments(&self) -> Vec<(&'static str, String)> {
        self.kind.arguments()
    }

    /// Converts it to a message that can be translated.
    pub fn message(&self) -> Message {
        if self.path.is_empty() {
            return self.kind.message();
        }
        let (path, error) = (self.path.clone(), self.kind.message());
        PlacedError::At { path, error }.message()
    }

    /// Returns what to do about the error, as an English sentence. `of` is the content of the file.
    pub fn remedy(&self, of: FileContent) -> &'static str {
        match &self.kind {
            FormatErrorKind::Empty => of.empty().1,
            FormatErrorKind::Binary => of.binary().1,
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
            FormatErrorKind::Damaged { .. } => {
                "Export the tree again; if the file was damaged on its way, copy it as a binary file."
            }
            FormatErrorKind::TrailingText => "Remove everything after the last closing brace.",
            FormatErrorKind::TooDeep => {
                "This program makes no such files: check where the file comes from."
            }
            FormatErrorKind::OtherFormat { found, .. } => other_format(found).1,
            FormatErrorKind::NoVersion => "Add `\"version\": 1` after `format`.",
            FormatErrorKind::NewerVersion { .. } => "Open it with a newer version of Treewright.",
            FormatErrorKind::MissingField { .. } => "Add the field.",
            FormatErrorKind::WrongField { .. } => {
                "Enter a valid value, or remove the field if it is optional."
            }
            FormatErrorKind::NotRead { .. } => "Open the file from which it was made.",
            FormatErrorKind::Unreadable { .. } => "Check the file's permissions and its disk.",
            FormatErrorKind::OtherState { .. } => {
                "Load it as what it was saved as, or give new fields a default: `#[state(default = 0)]`."
            }
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

    /// The stable code of [`Self::remedy`], for translations.
    pub fn remedy_code(&self, of: FileContent) -> &'static str {
        match &self.kind {
            FormatErrorKind::Empty => of.empty().0,
            FormatErrorKind::Binary => of.binary().0,
            FormatErrorKind::OtherFormat { found, .. } => other_format(found).0,
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
        let mut line = self.kind.to_string();
        if !self.path.is_empty() {
            line = format!("{}: {line}", self.path);
        }
        f.write_str(&visible(&line))
    }
}

impl std::error::Error for FormatError {}

told! {
    /// An error with its location.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum PlacedError of "placed_error" {
        /// An error with a path in the data.
        At {
            /// The path, such as `nodes[7].children[0]`.
            path: String,
            /// The error.
            error: Message,
        } = "at", "{path}: {error}";
    }
}

told! {
    /// Why a document cannot be written: the text could not be read again.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum WriteError of "write_error" {
        /// The value of a parameter is infinite or not a number.
        ParameterNotFinite {
            /// The id of the node.
            node: NodeId,
            /// The name of the parameter.
            parameter: Arc<str>,
        } = "parameter_not_finite",
            "`{parameter}` of node {node} is not a finite number: enter one, then save";
        /// The initial value of a variable is infinite or not a number.
        VariableNotFinite {
            /// The name of the variable.
            variable: Arc<str>,
        } = "variable_not_finite",
            "the initial value of `{variable}` is not a finite number: enter one, then save";
        /// The file would exceed the size limit.
        TooLarge {
            /// The size in bytes.
            bytes: usize,
            /// The limit in bytes.
            limit: usize,
        } = "too_large", (
            "the file would have {} MB, limit {} MB: remove what is not needed or move branches to subtrees in other files, then save",
            in_megabytes(*bytes as u64), in_megabytes(*limit as u64)
        ) with [
            ("size", in_megabytes(*bytes as u64).to_string()),
            ("limit", in_megabytes(*limit as u64).to_string())
        ];
        /// The file would exceed the limit of a list.
        TooMany {
            /// The name of the list in the file.
            what: &'static str,
            /// The number of items.
            count: usize,
            /// The limit.
            limit: usize,
        } = "too_many",
            "`{what}` would have {count} entries, limit {limit}: remove what is not needed or move branches to subtrees in other files, then save";
    }
}

impl std::error::Error for WriteError {}
