//! The input and output of writers. Knows no format.

use treewright_core::diagnostic::Diagnostic;

/// The text of the comment in files that this program writes and does not read back.
pub const MARK: &str = "Written by Treewright";

/// Options of writers. [`ExchangeFormat::write_options`](crate::ExchangeFormat::write_options) returns those that a
/// format has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WriteOptions {
    /// Replace Subtree nodes by the trees that they run.
    pub inline_subtrees: bool,
    /// Omit white space that only people need.
    pub minify: bool,
    /// For nested save JSON: the key of a node's type; empty for that of the original file, or else `type`.
    pub type_key: String,
    /// For nested save JSON: the namespace of the nodes' classes; `None` for that of the original file, or else the
    /// editor's own. If empty, classes have no namespace.
    pub namespace: Option<String>,
    /// For web pages: also contain the current run. It is not remembered, as the next run is another one.
    pub with_run: bool,
}

/// One of the [`WriteOptions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteOption {
    /// [`WriteOptions::inline_subtrees`]
    InlineSubtrees,
    /// [`WriteOptions::minify`]
    Minify,
    /// [`WriteOptions::type_key`]
    TypeKey,
    /// [`WriteOptions::namespace`]
    Namespace,
    /// [`WriteOptions::with_run`]
    WithRun,
}

/// A file to be written. On disk, its path may be a type other than text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportedFile<P = String> {
    /// Its path relative to the folder of the main file; for the main file, the proposed name.
    pub path: P,
    /// The content of the file.
    pub bytes: Vec<u8>,
}

impl<P> ExportedFile<P> {
    /// Returns a file with this text.
    pub fn of_text(path: P, text: String) -> Self {
        let bytes = text.into_bytes();
        Self { path, bytes }
    }

    /// Returns the text of the file; empty if it is a binary one.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.bytes).unwrap_or_default()
    }
}

/// The result of writing a document.
#[derive(Clone, Debug, PartialEq)]
pub struct Exported {
    /// All files, the main file first.
    pub files: Vec<ExportedFile>,
    /// The export notes.
    pub remarks: Vec<Diagnostic>,
}

impl Exported {
    /// Returns a single file without export notes.
    pub fn one(path: impl Into<String>, text: String) -> Self {
        let path = path.into();
        Self {
            files: vec![ExportedFile::of_text(path, text)],
            remarks: Vec::new(),
        }
    }
}
