//! Conflicts that a merge left in a document until somebody resolves them. Does not know how documents are merged.

use std::fmt;

use super::{Field, FieldValue, Subject};
use crate::named;

named! {
    /// Why two versions of a document could not both be kept.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum ConflictKind: code, ALL, from_code {
        /// Both changed a field to different values.
        BothChanged = "both_changed",
        /// Both added a thing of the same name, with different contents.
        BothAdded = "both_added",
        /// Ours removed what theirs changed.
        RemovedByOurs = "removed_by_ours",
        /// Theirs removed what ours changed.
        RemovedByTheirs = "removed_by_theirs",
        /// Both moved a node to different places.
        BothMoved = "both_moved",
        /// Together, the moves of both would put a node below itself.
        Cycle = "cycle",
        /// Both reordered the children of a node differently.
        BothReordered = "both_reordered",
    }
}

/// A difference that a merge could not resolve: both versions changed the same thing, differently, since their common
/// base. The document holds ours until somebody chooses.
#[derive(Clone, Debug, PartialEq)]
pub struct Conflict {
    /// Why the changes conflict.
    pub kind: ConflictKind,
    /// The thing that both versions changed.
    pub subject: Subject,
    /// The field of the subject that differs.
    pub field: Field,
    /// The value in the common base; `None` for the default, or if the subject did not exist.
    pub base: Option<FieldValue>,
    /// Our value, which the document holds.
    pub ours: Option<FieldValue>,
    /// The value in the other version.
    pub theirs: Option<FieldValue>,
}

/// One of the two merged versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Our version, which the document holds unless the other was chosen.
    Ours,
    /// The other version.
    Theirs,
}

impl Conflict {
    /// Describes the conflict without naming its subject, for lists where the subject is shown already.
    pub fn description(&self) -> String {
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
        let [base, ours, theirs] = [&self.base, &self.ours, &self.theirs].map(FieldValue::describe);
        let before = match self.base {
            Some(_) => format!("; before: {base}"),
            None => String::new(),
        };
        format!("{what} (ours: {ours}; theirs: {theirs}{before})")
    }
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.subject, self.description())
    }
}
