//! What changed from one document to another: nodes are matched by their ids, variables and named trees by their names, notes and
//! groups by what they hold. Reads both documents once.
//!
//! Comparing is symmetric: from the second document to the first there are the same differences, told the other way round.
//! Where siblings stand in another order, as few of them as can be are said to have moved. In which order parameters are written
//! means nothing, and is not compared.
//!
//! Knows neither what tasks do nor how a difference came about: a node whose id changed is one that was removed and one that was added.

mod matched;
mod order;
mod pairs;
mod things;
mod tree;

use std::fmt;

pub use matched::matched;
pub(crate) use order::settled;
pub(crate) use pairs::nth_of_name;
use pairs::pair_up;
pub use things::changed_fields;
pub(crate) use things::{same_groups, same_notes};
use treewright_core::model::{Document, Field, FieldValue, Subject};

/// How a thing differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DifferenceKind {
    /// Only the second document has it.
    Added,
    /// Only the first document has it.
    Removed,
    /// It hangs elsewhere, or stands elsewhere among its siblings.
    Moved,
    /// One of its fields holds something else.
    Changed,
}

impl DifferenceKind {
    /// All, in the order in which they are told.
    pub const ALL: [Self; 4] = [Self::Added, Self::Removed, Self::Moved, Self::Changed];

    /// A stable name, for files and translation.
    pub fn code(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Moved => "moved",
            Self::Changed => "changed",
        }
    }
}

/// One thing that differs.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// How.
    pub kind: DifferenceKind,
    /// What. Notes and groups are counted in the second document; those that were removed, in the first.
    pub subject: Subject,
    /// Which field; [`Field::Presence`] for what was added or removed.
    pub field: Field,
    /// What the first document holds; none for a default.
    pub old: Option<FieldValue>,
    /// What the second document holds; none for a default.
    pub new: Option<FieldValue>,
}

impl Difference {
    fn presence(kind: DifferenceKind, subject: Subject) -> Self {
        Self {
            kind,
            subject,
            field: Field::Presence,
            old: None,
            new: None,
        }
    }

    /// Whether it changes nothing but how the tree lies on the canvas, or how a number is written.
    pub fn is_layout(&self) -> bool {
        let same = match (&self.old, &self.new) {
            (Some(old), Some(new)) => old.means_the_same(new),
            _ => false,
        };
        let pinned = matches!(self.subject, Subject::Note(_) | Subject::Group(_));
        same || self.field.is_layout() || pinned && self.field == Field::Order
    }

    /// The same difference from the second document to the first.
    #[must_use]
    pub fn reversed(self) -> Self {
        let kind = match self.kind {
            DifferenceKind::Added => DifferenceKind::Removed,
            DifferenceKind::Removed => DifferenceKind::Added,
            other => other,
        };
        Self {
            kind,
            old: self.new,
            new: self.old,
            ..self
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [old, new] = [&self.old, &self.new].map(FieldValue::said);
        let subject = &self.subject;
        match self.kind {
            DifferenceKind::Added => write!(f, "{subject}: added"),
            DifferenceKind::Removed => write!(f, "{subject}: removed"),
            DifferenceKind::Moved => write!(f, "{subject}: moved: {old} → {new}"),
            DifferenceKind::Changed => write!(f, "{subject}: {}: {old} → {new}", self.field),
        }
    }
}

/// What changed from `old` to `new`: settings first, then nodes in the order of the new tree, each followed by those that were
/// removed from it, then variables, named trees, notes and groups.
pub fn diff(old: &Document, new: &Document) -> Vec<Difference> {
    let mut found = Vec::new();
    things::settings(old, new, &mut found);
    tree::nodes(old, new, &mut found);
    things::named(old, new, &mut found);
    things::annotations(old, new, &mut found);
    found
}

#[cfg(test)]
mod tests;
