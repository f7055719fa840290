//! Exports a document in any format: those that depend on the reader's language are written here, all others by the exchange formats. Writes no
//! files; returns their contents.

use treewright_core::diagnostic::Diagnostic;
use treewright_core::library::NodeLibrary;
use treewright_core::project::Project;
use treewright_exchange as exchange;
use treewright_exchange::{ExchangeFormat, Exported, WriteOptions};
use treewright_insight::recording_json::{Replay, Sources};

use crate::i18n::Texts;
use crate::page::Page;

/// A document to export.
pub struct ExportSource<'a> {
    /// The document, with those that it refers to.
    pub project: Project<'a>,
    /// The node types of its program.
    pub library: &'a NodeLibrary,
    /// Returns the files of its program; `None` if a document contains something that files cannot represent.
    pub sources: &'a dyn Fn() -> Option<Sources>,
    /// A run of it as the text of a recording, for formats that can contain one.
    pub recording: Option<&'a str>,
}

/// Writes a document as files of this format.
///
/// # Errors
/// Like [`exchange::write`].
pub fn write(
    format: ExchangeFormat,
    source: &ExportSource<'_>,
    options: &WriteOptions,
    texts: &Texts,
) -> Result<Exported, Vec<Diagnostic>> {
    let page = format
        .is_in_language()
        .then(|| page(source, texts))
        .flatten();
    match page {
        Some(page) => Ok(exchange::in_language(format, &source.project, page)),
        None => exchange::write(format, &source.project, source.library, options),
    }
}

/// The page of a document or of its run; `None` if a document contains something that files cannot represent.
fn page(source: &ExportSource<'_>, texts: &Texts) -> Option<String> {
    let Some(text) = source.recording else {
        let files = (source.sources)()?;
        return Some(Page::of_tree(source.project, source.library, files).write(texts));
    };
    let replay = Replay::begin(text.as_bytes()).ok()?;
    let files = replay.setup.sources.unpack().ok()?;
    Some(Page::of_recording(&files, text.to_owned()).write(texts))
}
