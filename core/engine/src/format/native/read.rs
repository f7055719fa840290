//! Reads a document: the steps, and the checks of the file's head.

use super::assemble::assemble;
use super::shapes::FileDocument;
use super::{FORMAT, Positions, VERSION};
use crate::diagnostic::Diagnostic;
use crate::format::FormatError;
use crate::format::checked::too_long_in;
use crate::format::json;
use crate::format::json_text::{check_head, decode_json, head_of};
use crate::model::{Document, TooLong, too_long};

/// The result of reading a document.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ReadDocument {
    /// The document.
    pub document: Document,
    /// Problems in the file that the document cannot represent: several roots, and references to missing nodes from
    /// outside any node. All other problems are in the document, where `validate` finds them.
    pub diagnostics: Vec<Diagnostic>,
    /// The positions of nodes, variables and libraries in the text.
    pub positions: Positions,
}

impl ReadDocument {
    /// A document that was read from no text, and without problems.
    pub(crate) fn without_text(document: Document) -> Self {
        Self {
            document,
            diagnostics: Vec::new(),
            positions: Positions::of("", 0),
        }
    }
}

/// Reads a document. Structural errors never make this fail; see [`BrokenLink`](crate::model::BrokenLink).
///
/// ```
/// use treewright_core::format::native;
///
/// let text = r#"{"format": "treewright", "version": 1, "root": "n1", "nodes": [{"id": "n1", "task": "Idle"}]}"#;
/// let read = native::read(text.as_bytes()).unwrap();
/// assert!(read.diagnostics.is_empty());
/// assert_eq!(read.document.node_count(), 1);
/// ```
///
/// # Errors
/// Fails if the text is not a document of this format, with the position and the remedy.
pub fn read(bytes: &[u8]) -> Result<ReadDocument, FormatError> {
    let text = decode_json(bytes)?;
    match json::from_str::<FileDocument<'_>>(text) {
        Ok(file) => {
            check_head(
                text,
                (file.format.as_deref(), file.version),
                FORMAT,
                VERSION,
            )?;
            let read = assemble(text, file)?;
            too_long(&read.document).map_err(|long| refused(&long, &read.positions))?;
            Ok(read)
        }
        Err(error) => {
            // Another format or a newer version is the more helpful error.
            if let Ok(head) = head_of(text) {
                check_head(
                    text,
                    (head.format.as_deref(), head.version),
                    FORMAT,
                    VERSION,
                )?;
            }
            Err(error)
        }
    }
}

/// The error of a text that is too long, at its node.
fn refused(long: &TooLong, positions: &Positions) -> FormatError {
    FormatError {
        position: long.node.as_ref().and_then(|node| positions.node(node)),
        ..too_long_in(long)
    }
}
