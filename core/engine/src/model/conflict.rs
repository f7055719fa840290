//! Conflicts that a merge left in a document, each until somebody settles it. Does not know how documents are merged.

use std::fmt;

use super::{Field, FieldValue, Subject};
use crate::named;

named! {
    /// Why two versions of a document could not both be kept.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum ConflictKind: code, ALL, from_code {
        /// Both changed one field, and not to the same.
        BothChanged = "both_changed",
        /// Both added a thing of this name, and not the same.
        BothAdded = "both_added",
        /// Ours removed what theirs changed.
        RemovedByOurs = "removed_by_ours",
        /// Theirs removed what ours changed.
        RemovedByTheirs = "removed_by_theirs",
        /// Both moved a node, and not to the same place.
        BothMoved = "both_moved",
        /// Together, what both moved would lie below itself.
        Cycle = "cycle",
        /// Both gave the children of a node another order.
        BothReordered = "both_reordered",
    }
}

/// What two versions of a document make different, both unlike the version from which they come. The document holds ours until
/// somebody chooses.
#[derive(Clone, Debug, PartialEq)]
pub struct Conflict {
    /// Why not both could be kept.
    pub kind: ConflictKind,
    /// What it is about.
    pub subject: Subject,
    /// Which of its fields.
    pub field: Field,
    /// What the field was; none for its default, or if the thing was not there.
    pub base: Option<FieldValue>,
    /// What the document holds.
    pub ours: Option<FieldValue>,
    /// What the other version holds.
    pub theirs: Option<FieldValue>,
}

/// One of the two versions that were merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The version that the document holds where nothing else was chosen.
    Ours,
    /// The other one.
    Theirs,
}

impl Conflict {
    /// What it is, for readers who know what it is about.
    pub fn what(&self) -> String {
        let Self { subject, field, .. } = self;
        let what = match self.kind {
            ConflictKind::RemovedByOurs => {
                return format!("ours removed {subject}, theirs changed it");
            }
            ConflictKind::RemovedByTheirs => {
                return format!("ours changed {subject}, theirs removed it");
            }
            ConflictKind::BothMoved => "both moved it".to_owned(),
            ConflictKind::Cycle => "both moves together form a cycle".to_owned(),
            ConflictKind::BothReordered => "both reordered its children".to_owned(),
            ConflictKind::BothAdded => format!("both added it with a different {field}"),
            ConflictKind::BothChanged => format!("both changed its {field}"),
        };
        let [base, ours, theirs] = [&self.base, &self.ours, &self.theirs].map(FieldValue::said);
        let before = match self.base {
            Some(_) => format!("; before: {base}"),
            None => String::new(),
        };
        format!("{what} (ours: {ours}; theirs: {theirs}{before})")
    }
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.subject, self.what())
    }
}
