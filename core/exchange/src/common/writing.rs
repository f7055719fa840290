//! What writers of other tools' files take and give. Knows no format.

use treewright_core::diagnostic::Diagnostic;

/// What files that this program alone writes say of themselves, in a comment.
pub const MARK: &str = "Written by Treewright";

/// What a writer may be told. Which of it counts for a format, [`ExchangeFormat::write_options`](crate::ExchangeFormat::write_options) says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WriteOptions {
    /// Put the trees that Subtree nodes run in their place.
    pub inline_subtrees: bool,
    /// Leave out white space that only people need.
    pub minify: bool,
    /// For nested save JSON: the key that holds a node's type; empty for that of the file it came from, or else `type`.
    pub type_key: String,
    /// For nested save JSON: the namespace of the nodes' classes; none for that of the file it came from, or else the editor's own. If empty,
    /// classes have no namespace.
    pub namespace: Option<String>,
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
}

/// A file that a writer made. Where it goes on disk it may have a path that is no text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportedFile<P = String> {
    /// Where it belongs, seen from the folder of the main one; that of the main one is its proposed name.
    pub path: P,
    /// What it holds.
    pub text: String,
}

/// What a writer made.
#[derive(Clone, Debug, PartialEq)]
pub struct Exported {
    /// The main file first.
    pub files: Vec<ExportedFile>,
    /// What did not go over as it is.
    pub remarks: Vec<Diagnostic>,
}

impl Exported {
    /// A single file, all of whose content went over.
    pub fn one(path: impl Into<String>, text: String) -> Self {
        let path = path.into();
        Self {
            files: vec![ExportedFile { path, text }],
            remarks: Vec::new(),
        }
    }
}
