//! Behaviac: exported XML of behaviors, and the designer's own files. Read only.
//!
//! - Methods that Actions call are the game's own tasks, which a library made from the files declares; their arguments are the parameters `p1`,
//!   `p2`, … Properties of agents are variables; a comparison of properties and constants is one of ours.
//! - A referenced behavior is a Subtree node that runs its file's document, with the variables of the same names.
//! - And and Or are a Sequence and a Selector: they hold conditions, which answer at once. A condition in `<custom>` is none of the children and only kept.
//! - A precondition on entering that is such a comparison stands before its node in a Sequence, which is the same. All other attachments are kept
//!   and do nothing here, and say so.
//! - Each node keeps its class, properties and attachments.

mod expression;
mod kinds;
mod made;
mod parts;
mod read;
mod remarks;

use crate::common::{Format, Ids, Keeper, Kept, Meant, Place, Read};

/// The key under which nodes keep what their file had.
const KEY: &str = "behaviac";

pub(super) static FORMAT: Format = Format {
    looks_so: detect,
    read: Read::Together(read::read),
    kept: Some(Kept {
        key: KEY,
        meant: Meant::Fields(&PLACES),
        has_places: false,
        ids: Ids::Always,
        standing: Some(read::standing_remarks),
    }),
    remarks: remarks::CODES,
    ..Format::new("behaviac", "behaviac", "xml")
};

/// Where fields of files are kept.
const PLACES: [Place; 2] = [
    Place::new(Keeper::Node, &[], "class properties"),
    Place::new(Keeper::Document, &[], ""),
];

/// Whether a file looks like one of theirs, by its name and how it begins.
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
