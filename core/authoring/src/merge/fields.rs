//! Merging what two versions of one thing hold, field by field. Does not know where things are.

use rustc_hash::FxHashMap;
use treewright_core::model::{
    Conflict, ConflictKind, Document, Field, FieldValue, HasFields, Subject,
};

use super::{Three, order};
use crate::diff::nth_of_name;

/// What ours holds, with all that theirs alone changed. Where both changed a field it is a conflict, unless it is about the canvas, or
/// about what a damaged file holds beside the tree: then it is as ours has it.
pub(super) fn merged<T: HasFields + Clone>(
    base: &T,
    ours: &T,
    theirs: &T,
    subject: &Subject,
    conflicts: &mut Vec<Conflict>,
) -> T {
    let (before, own, other) = (base.fields(), ours.fields(), theirs.fields());
    if other == before || own == other {
        return ours.clone();
    }
    if own == before {
        return theirs.clone();
    }
    let mut result = ours.clone();
    combine([&before, &own, &other], |field, values| match values {
        Combined::Theirs(value) => result.set_field(field, value),
        Combined::Both([base, ours, theirs]) => {
            if settles_itself(field) {
                return;
            }
            conflicts.push(Conflict {
                kind: ConflictKind::BothChanged,
                subject: subject.clone(),
                field: field.clone(),
                base: base.cloned(),
                ours: ours.cloned(),
                theirs: theirs.cloned(),
            });
        }
    });
    result
}

/// Whether ours is taken where both changed this field, and nobody needs to hear of it.
fn settles_itself(field: &Field) -> bool {
    field.is_layout() || matches!(field, Field::BrokenLinks | Field::OwnId)
}

/// What came of a field that theirs changed.
pub(super) enum Combined<'a> {
    /// Only theirs changed it.
    Theirs(Option<&'a FieldValue>),
    /// Both changed it, and not to the same: base, ours, theirs.
    Both([Option<&'a FieldValue>; 3]),
}

/// Goes through all fields that theirs changed and ours has not changed to the same, in the order of [`Field`].
pub(super) fn combine(
    lists: [&[(Field, FieldValue)]; 3],
    mut found: impl FnMut(&Field, Combined<'_>),
) {
    let mut all: Vec<&Field> = lists
        .iter()
        .flat_map(|l| l.iter().map(|(f, _)| f))
        .collect();
    all.sort_unstable();
    all.dedup();
    let by_field = lists.map(|list| -> FxHashMap<&Field, &FieldValue> {
        list.iter().map(|(field, value)| (field, value)).collect()
    });
    for field in all {
        let [base, ours, theirs] = [0, 1, 2].map(|i| by_field[i].get(field).copied());
        let alike = match (ours, theirs) {
            (Some(ours), Some(theirs)) => ours.means_the_same(theirs),
            (None, None) => true,
            _ => false,
        };
        if theirs == base || ours == theirs {
            continue;
        }
        if ours == base {
            found(field, Combined::Theirs(theirs));
        } else if !alike {
            found(field, Combined::Both([base, ours, theirs]));
        }
    }
}

/// The settings of the document.
pub(super) fn settings(three: Three<'_>, document: &mut Document, conflicts: &mut Vec<Conflict>) {
    let lists = [three.base, three.ours, three.theirs].map(HasFields::fields);
    let [base, ours, theirs] = &lists;
    for (field, value) in ours {
        document.set_field(field, Some(value));
    }
    combine([base, ours, theirs], |field, values| match values {
        Combined::Theirs(value) => document.set_field(field, value),
        Combined::Both(_) if *field == Field::Libraries => {}
        Combined::Both([base, ours, theirs]) => conflicts.push(Conflict {
            kind: ConflictKind::BothChanged,
            subject: Subject::Document,
            field: field.clone(),
            base: base.cloned(),
            ours: ours.cloned(),
            theirs: theirs.cloned(),
        }),
    });
    document.libraries = libraries(three);
}

/// Task libraries are merged as a list: each version may add some and take some away.
fn libraries(three: Three<'_>) -> Vec<String> {
    let [base, ours, theirs] = [three.base, three.ours, three.theirs]
        .map(|document| nth_of_name(document.libraries.iter().map(String::as_str)));
    let is_kept =
        |path: &(&str, usize)| !base.contains(path) || ours.contains(path) && theirs.contains(path);
    let merged = order::merge(&base, &ours, &theirs, is_kept).list;
    merged
        .into_iter()
        .map(|(path, _)| path.to_owned())
        .collect()
}
