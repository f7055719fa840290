//! Conflicts that a merge left in a document, each until somebody settles it. Does not know how documents are merged.

use std::fmt;

use super::{Field, FieldValue, Subject};

/// Why two versions of a document could not both be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ConflictKind {
    /// Both changed one field, and not to the same.
    BothChanged,
    /// Both added a thing of this name, and not the same.
    BothAdded,
    /// Ours removed what theirs changed.
    RemovedByOurs,
    /// Theirs removed what ours changed.
    RemovedByTheirs,
    /// Both moved a node, and not to the same place.
    BothMoved,
    /// Together, what both moved would lie below itself.
    Cycle,
    /// Both gave the children of a node another order.
    BothReordered,
}

impl ConflictKind {
    /// All, in the order in which they are explained.
    pub const ALL: [Self; 7] = [
        Self::BothChanged,
        Self::BothAdded,
        Self::RemovedByOurs,
        Self::RemovedByTheirs,
        Self::BothMoved,
        Self::Cycle,
        Self::BothReordered,
    ];

    /// The name used in files, and for translation.
    pub fn code(self) -> &'static str {
        match self {
            Self::BothChanged => "both_changed",
            Self::BothAdded => "both_added",
            Self::RemovedByOurs => "removed_by_ours",
            Self::RemovedByTheirs => "removed_by_theirs",
            Self::BothMoved => "both_moved",
            Self::Cycle => "cycle",
            Self::BothReordered => "both_reordered",
        }
    }

    /// The kind with this name.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
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
            ConflictKind::Cycle => "together, what both moved would lie below itself".to_owned(),
            ConflictKind::BothReordered => "both reordered its children".to_owned(),
            ConflictKind::BothAdded => format!("both added it, with another {field}"),
            ConflictKind::BothChanged => format!("both changed {field}"),
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
