//! Tells for each difference between two versions which of them made it, if their common version is known. Does not know where it comes from.

use rustc_hash::FxHashSet;
use treewright_authoring::diff::{Difference, DifferenceKind, diff};
use treewright_core::model::{Document, Field, Subject};

/// Which of two versions changed something since their common version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangedBy {
    Ours,
    Theirs,
    Both,
}

impl ChangedBy {
    fn of(by_ours: bool, by_theirs: bool) -> Option<Self> {
        match (by_ours, by_theirs) {
            (true, true) => Some(Self::Both),
            (true, false) => Some(Self::Ours),
            (false, true) => Some(Self::Theirs),
            (false, false) => None,
        }
    }

    /// Returns who changed a thing that both changes are a part of.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        if self == other { self } else { Self::Both }
    }

    /// The end of its text keys.
    pub fn code(self) -> &'static str {
        match self {
            Self::Ours => "ours",
            Self::Theirs => "theirs",
            Self::Both => "both",
        }
    }
}

/// What a version changed.
struct Changes {
    subjects: FxHashSet<Subject>,
    fields: FxHashSet<(Subject, Field)>,
}

impl Changes {
    fn since(base: &Document, version: &Document) -> Self {
        let found = diff(base, version);
        Self {
            subjects: found.iter().map(|d| d.subject.clone()).collect(),
            fields: found.into_iter().map(|d| (d.subject, d.field)).collect(),
        }
    }

    fn contains(&self, found: &Difference) -> bool {
        match found.kind {
            // One of them has it: the other may have removed it, or this one added or changed it.
            DifferenceKind::Added | DifferenceKind::Removed => {
                self.subjects.contains(&found.subject)
            }
            DifferenceKind::Moved | DifferenceKind::Changed => {
                let field = (found.subject.clone(), found.field.clone());
                self.fields.contains(&field)
            }
        }
    }
}

/// For each difference from `theirs` to `ours`, returns who changed it since `base`; `None` if that is unknown.
pub fn changed_by(
    differences: &[Difference],
    base: &Document,
    (theirs, ours): (&Document, &Document),
) -> Vec<Option<ChangedBy>> {
    let (ours, theirs) = (Changes::since(base, ours), Changes::since(base, theirs));
    let of = |found: &Difference| match found.subject {
        // Their numbers differ between the versions.
        Subject::Note(_) | Subject::Group(_) => None,
        _ => ChangedBy::of(ours.contains(found), theirs.contains(found)),
    };
    differences.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use treewright_core::model::testing::draw;

    use super::*;

    #[test]
    fn each_side_is_named_for_what_it_changed() {
        let base = draw("n1:Sequence[n2:Wait(seconds=1) n3:Log(text=hi) n4:Idle]");
        let ours = draw("n1:Sequence[n2:Wait(seconds=2) n3:Log(text=ours) n4:Idle n5:Idle]");
        let theirs = draw("n1:Sequence[n2:Wait(seconds=1) n3:Log(text=theirs)]");
        let differences = diff(&theirs, &ours);
        let by = changed_by(&differences, &base, (&theirs, &ours));
        let of = |id: &str| {
            let at = differences
                .iter()
                .position(|d| d.subject.node().is_some_and(|node| *node == id.into()));
            by[at.unwrap()]
        };
        assert_eq!(of("n2"), Some(ChangedBy::Ours));
        assert_eq!(of("n3"), Some(ChangedBy::Both));
        assert_eq!(of("n4"), Some(ChangedBy::Theirs));
        assert_eq!(of("n5"), Some(ChangedBy::Ours));
    }
}
