//! The look of differences: color, icon and marks of nodes that were added, removed, moved or changed. Compares nothing.

use treewright_authoring::diff::{Difference, DifferenceKind};

use crate::panels::canvas::marks::{NodeMark, NodeMarks};
use crate::theme::Tone;

/// The color meaning of a kind of difference.
pub fn tone(kind: DifferenceKind) -> Tone {
    match kind {
        DifferenceKind::Added => Tone::Added,
        DifferenceKind::Removed => Tone::Removed,
        DifferenceKind::Moved => Tone::Moved,
        DifferenceKind::Changed => Tone::Changed,
    }
}

/// The icon of a kind of difference.
pub fn icon(kind: DifferenceKind) -> &'static str {
    match kind {
        DifferenceKind::Added => "add_circle",
        DifferenceKind::Removed => "remove_circle",
        DifferenceKind::Moved => "open_with",
        DifferenceKind::Changed => "edit",
    }
}

/// The marks for one version. `presence` is the kind of difference of nodes that exist only in this version: added or removed. A node that
/// both moved and changed has both words, with a comma between them, and the color of the first. Pure layout changes are included only if `layout` is true.
pub fn marks(
    differences: &[Difference],
    presence: DifferenceKind,
    layout: bool,
    (word, comma): (impl Fn(DifferenceKind) -> String, &str),
) -> NodeMarks {
    let words = DifferenceKind::ALL.map(word);
    let mut marks = NodeMarks::default();
    let mut kinds = rustc_hash::FxHashSet::default();
    for found in differences {
        let Some(node) = found.subject.node() else {
            continue;
        };
        let is_presence = matches!(found.kind, DifferenceKind::Added | DifferenceKind::Removed);
        let is_elsewhere = is_presence && found.kind != presence;
        if is_elsewhere || found.is_layout() && !layout || !kinds.insert((node, found.kind)) {
            continue;
        }
        let word = &words[found.kind as usize];
        let mark = marks.entry(node.clone()).or_insert_with(|| NodeMark {
            tone: tone(found.kind),
            icon: icon(found.kind),
            word: String::new(),
        });
        if !mark.word.is_empty() {
            mark.word.push_str(comma);
        }
        mark.word.push_str(word);
    }
    marks
}
