//! Finds all wrong fields of an unreadable document, so that they can be fixed together.

use serde::Deserialize;

use super::fields::{self, Names};
use super::read;
use super::shapes::{FileGroup, FileNode, FileNote, FileTree, FileVariable};
use crate::format::checked::{Wrong, of_part};
use crate::format::json::{self, Raw};
use crate::format::json_text::decode;
use crate::format::shape::Entries;
use crate::format::{FormatError, FormatErrorKind};

/// The most errors that are reported at once.
const MOST: usize = 100;

/// Returns why a text cannot be read as a document; empty if it can. For wrong fields, that is the first of each
/// node, variable, tree, note and group; otherwise the single error of [`read`].
pub fn faults(bytes: &[u8]) -> Vec<FormatError> {
    let Err(first) = read(bytes) else {
        return Vec::new();
    };
    let of_field = matches!(
        first.kind,
        FormatErrorKind::WrongField { .. }
            | FormatErrorKind::MissingField { .. }
            | FormatErrorKind::NumberTooLarge { .. }
    );
    let text = decode(bytes).ok().filter(|_| of_field);
    let mut found = text.map(errors_in_lists).unwrap_or_default();
    if !found.iter().any(|fault| fault.path == first.path) {
        found.push(first);
    }
    FormatError::sort(&mut found);
    found
}

fn errors_in_lists(text: &str) -> Vec<FormatError> {
    let mut found = Vec::new();
    let Ok(file) = json::from_str::<Entries<'_>>(text) else {
        return found;
    };
    let mut names = Names::default();
    for (key, raw) in &file.0 {
        let list = FileList {
            text,
            key,
            raw: *raw,
        };
        match &**key {
            "nodes" => list.check(&mut found, |node: &FileNode<'_>, i| {
                fields::node(node, i, &mut names).map(drop)
            }),
            "variables" => list.check(&mut found, |variable: &FileVariable<'_>, i| {
                fields::variable(variable, i).map(drop)
            }),
            "trees" => list.check(&mut found, |tree: &FileTree<'_>, i| {
                fields::tree(tree, i).map(drop)
            }),
            "notes" => list.check(&mut found, |note: &FileNote<'_>, i| {
                fields::note(note, i).map(drop)
            }),
            "groups" => list.check(&mut found, |group: &FileGroup<'_>, i| {
                fields::group(group, i).map(drop)
            }),
            _ => {}
        }
    }
    found
}

/// A list in the file.
struct FileList<'t, 'a> {
    text: &'a str,
    key: &'t str,
    raw: Raw<'a>,
}

impl<'a> FileList<'_, 'a> {
    /// Checks each item separately.
    fn check<T: Deserialize<'a>>(
        &self,
        found: &mut Vec<FormatError>,
        mut check: impl FnMut(&T, usize) -> Result<(), Wrong<'a>>,
    ) {
        let items: Vec<Raw<'a>> = json::from_str(self.raw.get()).unwrap_or_default();
        for (index, item) in items.into_iter().enumerate() {
            if found.len() >= MOST {
                return;
            }
            match json::from_str::<T>(item.get()) {
                Ok(read) => found.extend(check(&read, index).err().map(|w| w.in_text(self.text))),
                Err(error) => {
                    let path = format!("{}[{index}]", self.key);
                    found.push(of_part(self.text, item.get(), &path, error));
                }
            }
        }
    }
}
