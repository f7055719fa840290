//! Compares two documents. Nodes are matched by id, variables and named trees by name, notes and groups by content. Reads both
//! documents once.
//!
//! The comparison is symmetric: swapping the documents gives the same differences with old and new swapped.
//! If the order of siblings differs, the smallest possible number of them is reported as moved. The order of parameters has no
//! meaning and is not compared.
//!
//! Does not know what tasks do or how a difference arose: a node whose id changed counts as one removed and one added.

mod items;
mod matched;
mod order;
mod pairs;
mod tree;

use std::fmt;

pub use items::changed_fields;
pub(crate) use items::{same_groups, same_notes};
pub use matched::matched;
pub(crate) use order::common_order;
pub(crate) use pairs::nth_of_name;
use pairs::pair_up;
use treewright_core::model::{Document, Field, FieldValue, Subject};

/// The kind of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DifferenceKind {
    /// Only the second document has it.
    Added,
    /// Only the first document has it.
    Removed,
    /// Its parent or its position among its siblings differs.
    Moved,
    /// The value of one of its fields differs.
    Changed,
}

impl DifferenceKind {
    /// All kinds, in display order.
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

/// One difference between two documents.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The kind of difference.
    pub kind: DifferenceKind,
    /// What differs. Notes and groups are identified by their index in the second document, removed ones by their index in the
    /// first.
    pub subject: Subject,
    /// The field that differs; [`Field::Presence`] if the subject was added or removed.
    pub field: Field,
    /// The value in the first document; `None` for the default.
    pub old: Option<FieldValue>,
    /// The value in the second document; `None` for the default.
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

    /// Returns whether the difference affects only canvas positions or the way a number is written.
    pub fn is_layout(&self) -> bool {
        let same = match (&self.old, &self.new) {
            (Some(old), Some(new)) => old.is_equivalent(new),
            _ => false,
        };
        let pinned = matches!(self.subject, Subject::Note(_) | Subject::Group(_));
        same || self.field.is_layout() || pinned && self.field == Field::Order
    }

    /// Returns the same difference with the two documents swapped.
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
        let [old, new] = [&self.old, &self.new].map(FieldValue::describe);
        let subject = &self.subject;
        match self.kind {
            DifferenceKind::Added => write!(f, "{subject}: added"),
            DifferenceKind::Removed => write!(f, "{subject}: removed"),
            DifferenceKind::Moved => write!(f, "{subject}: moved: {old} → {new}"),
            DifferenceKind::Changed => write!(f, "{subject}: {}: {old} → {new}", self.field),
        }
    }
}

/// Returns the differences from `old` to `new`: settings first, then nodes in the order of the new tree, each followed by the
/// nodes removed below it, then variables, named trees, notes and groups.
pub fn diff(old: &Document, new: &Document) -> Vec<Difference> {
    let mut found = Vec::new();
    items::settings(old, new, &mut found);
    tree::nodes(old, new, &mut found);
    items::named(old, new, &mut found);
    items::annotations(old, new, &mut found);
    found
}

#[cfg(test)]
mod tests;
