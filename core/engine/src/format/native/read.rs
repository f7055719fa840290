//! From text to a document: the steps of reading, and the checks of the file's head.

use super::assemble::assemble;
use super::shapes::FileDocument;
use super::{FORMAT, Positions, VERSION};
use crate::diagnostic::Diagnostic;
use crate::format::FormatError;
use crate::format::checked::too_long_in;
use crate::format::json_errors::explain;
use crate::format::json_text::{Head, check_head, decode_json};
use crate::model::{Document, TooLong, too_long};

/// What was read.
#[derive(Clone, Debug)]
pub struct Read {
    /// The document.
    pub document: Document,
    /// What is wrong in the file that the document cannot show: several roots, and links to nodes that do not exist from outside
    /// any node. All else that is wrong stays in the document, where `validate` finds it.
    pub diagnostics: Vec<Diagnostic>,
    /// Where in the text the nodes, variables and libraries stand.
    pub positions: Positions,
}

/// Reads a document. Faults of structure never make this fail; see [`BrokenLink`](crate::model::BrokenLink).
///
/// # Errors
/// If the text is no document of this format at all, with the place and the remedy.
pub fn read(bytes: &[u8]) -> Result<Read, FormatError> {
    let text = decode_json(bytes)?;
    match serde_json::from_str::<FileDocument<'_>>(text) {
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
            // that it is another format or a newer version tells more than how it differs
            if let Ok(head) = serde_json::from_str::<Head<'_>>(text) {
                check_head(
                    text,
                    (head.format.as_deref(), head.version),
                    FORMAT,
                    VERSION,
                )?;
            }
            Err(explain::<FileDocument<'_>>(text, &error))
        }
    }
}

/// A text that is too long, at the node that has it.
fn refused(long: &TooLong, positions: &Positions) -> FormatError {
    FormatError {
        position: long.node.as_ref().and_then(|node| positions.node(node)),
        ..too_long_in(long)
    }
}
