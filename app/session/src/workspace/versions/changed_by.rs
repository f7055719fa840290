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
    fn of(found: &[Difference]) -> Self {
        let fields = found.iter().map(|d| (d.subject.clone(), d.field.clone()));
        Self {
            subjects: found.iter().map(|d| d.subject.clone()).collect(),
            fields: fields.collect(),
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

/// Returns who changed a note or group. It has different numbers in the versions: that of the version which has it, of both that of ours.
fn annotation_changed_by(
    found: &Difference,
    (by_ours, by_theirs): (&[Difference], &[Difference]),
) -> Option<ChangedBy> {
    let of_version = |differences: &[Difference]| -> Vec<Difference> {
        let own = differences.iter();
        // What was removed has its number in the common version.
        let own =
            own.filter(|it| it.subject == found.subject && it.kind != DifferenceKind::Removed);
        own.cloned().collect()
    };
    let is_new = |own: &[Difference]| own.iter().any(|it| it.kind == DifferenceKind::Added);
    match found.kind {
        DifferenceKind::Added => {
            let own = of_version(by_ours);
            ChangedBy::of(!own.is_empty(), !is_new(&own))
        }
        DifferenceKind::Removed => {
            let own = of_version(by_theirs);
            ChangedBy::of(!is_new(&own), !own.is_empty())
        }
        DifferenceKind::Moved | DifferenceKind::Changed => {
            let own = of_version(by_ours);
            let Some(changed) = own.iter().find(|it| it.field == found.field) else {
                return Some(ChangedBy::Theirs);
            };
            ChangedBy::of(true, changed.old != found.old)
        }
    }
}

/// For each difference from `theirs` to `ours`, returns who changed it since `base`; `None` if that is unknown.
pub fn changed_by(
    differences: &[Difference],
    base: &Document,
    (theirs, ours): (&Document, &Document),
) -> Vec<Option<ChangedBy>> {
    let (by_ours, by_theirs) = (diff(base, ours), diff(base, theirs));
    let (ours, theirs) = (Changes::of(&by_ours), Changes::of(&by_theirs));
    let of = |found: &Difference| match found.subject {
        Subject::Note(_) | Subject::Group(_) => {
            annotation_changed_by(found, (&by_ours, &by_theirs))
        }
        _ => ChangedBy::of(ours.contains(found), theirs.contains(found)),
    };
    differences.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use treewright_core::geometry::Position;
    use treewright_core::model::Note;
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

    #[test]
    fn notes_are_told_apart_by_what_they_say() {
        let with_notes = |notes: &[(&str, i32)]| {
            let mut document = draw("n1:Idle");
            document.notes = notes
                .iter()
                .map(|(text, x)| Note {
                    text: (*text).to_owned(),
                    position: Position::new(*x, 0),
                    ..Note::default()
                })
                .collect();
            document
        };
        let base = with_notes(&[
            ("gone", 0),
            ("kept", 300),
            ("mine", 600),
            ("yours", 900),
            ("both", 1200),
        ]);
        let ours = with_notes(&[
            ("kept", 300),
            ("mine!", 600),
            ("yours", 900),
            ("both!", 1200),
            ("new", 1500),
        ]);
        let theirs = with_notes(&[
            ("gone", 0),
            ("kept", 300),
            ("mine", 600),
            ("yours?", 900),
            ("both?", 1200),
        ]);
        let differences = diff(&theirs, &ours);
        let by = changed_by(&differences, &base, (&theirs, &ours));
        let told: Vec<String> = differences
            .iter()
            .zip(&by)
            .filter(|(found, _)| found.field != Field::Order)
            .map(|(found, by)| format!("{found} {}", by.map_or("?", ChangedBy::code)))
            .collect();
        assert_eq!(
            told,
            [
                "note 2: text: \"mine\" → \"mine!\" ours",
                "note 3: text: \"yours?\" → \"yours\" theirs",
                "note 4: text: \"both?\" → \"both!\" both",
                "note 5: added ours",
                "note 1: removed ours",
            ]
        );
    }
}
