//! Behaviac: exported XML of behaviors, and the designer's own files. Read only.
//!
//! - Methods that Actions call become tasks of the game, declared in a library that is made from the files; their
//!   arguments are the parameters `p1`, `p2`, … Properties of agents are variables; a comparison of properties and
//!   constants becomes a built-in conditional.
//! - A referenced behavior is a Subtree node that runs that file's document, with the variables of the same names.
//! - And and Or become a Sequence and a Selector: their children are conditions, which finish at once. A condition in
//!   `<custom>` is not a child; it is only kept.
//! - A precondition of phase Enter that is such a comparison becomes a conditional before its node in a Sequence, which
//!   behaves the same. All other attachments are kept without effect, with an import note.
//! - Each node keeps its class, properties and attachments.

mod document;
mod expression;
mod kinds;
mod parts;
mod read;
mod remarks;

use crate::common::{FieldPlace, FileIds, Format, KeptAt, KeptData, MeaningfulData, ReadMode};

/// The `extra` key under which nodes keep data of their file.
const KEY: &str = "behaviac";

pub(super) static FORMAT: Format = Format {
    matches_start: detect,
    read: ReadMode::Together(read::read),
    kept: Some(KeptData {
        key: KEY,
        meant: MeaningfulData::Fields(&FIELD_PLACES),
        has_positions: false,
        ids: FileIds::Always,
        standing: Some(read::standing_remarks),
    }),
    remarks: remarks::CODES,
    ..Format::new("behaviac", "behaviac", "xml")
};

/// Where fields of files are kept, and which of them the document expresses itself.
const FIELD_PLACES: [FieldPlace; 2] = [
    FieldPlace::new(KeptAt::Node, &[], "class properties"),
    FieldPlace::new(KeptAt::Document, &[], ""),
];

/// Returns whether a file looks like behaviac, by its name and its first bytes.
fn detect(name: &str, bytes: &[u8]) -> bool {
    const LOOKED_AT: usize = 4096;
    let begins = &bytes[..bytes.len().min(LOOKED_AT)];
    let has = |word: &[u8]| begins.windows(word.len()).any(|w| w == word);
    let is_xml = name.to_ascii_lowercase().strip_suffix(".xml").is_some();
    is_xml
        && [b"<behavior ".as_slice(), b"<Behavior ", b"<Behavior>"]
            .into_iter()
            .any(has)
}

#[cfg(test)]
mod tests;
