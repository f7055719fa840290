//! Merges the contents of an item, field by field. Does not know its place.

use rustc_hash::FxHashMap;
use treewright_core::model::{
    Conflict, ConflictKind, Document, Field, FieldValue, HasFields, Subject,
};

use super::{Versions, order};
use crate::diff::nth_of_name;

/// Returns our item with the fields that only theirs changed. A field changed by both is a conflict, unless it concerns the
/// canvas or the defects of a damaged file: then our value is kept.
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
            if keeps_ours(field) {
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

/// Returns whether our value is kept without a conflict if both changed this field.
fn keeps_ours(field: &Field) -> bool {
    field.is_layout() || matches!(field, Field::BrokenLinks | Field::OwnId)
}

/// A field that theirs changed.
pub(super) enum Combined<'a> {
    /// Only theirs changed it.
    Theirs(Option<&'a FieldValue>),
    /// Both changed it to different values: base, ours, theirs.
    Both([Option<&'a FieldValue>; 3]),
}

/// Calls `f` for all fields that theirs changed and ours has not changed to the same value, in the order of [`Field`].
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
            (Some(ours), Some(theirs)) => ours.is_equivalent(theirs),
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

/// Merges the document settings.
pub(super) fn settings(
    versions: Versions<'_>,
    document: &mut Document,
    conflicts: &mut Vec<Conflict>,
) {
    let lists = [versions.base, versions.ours, versions.theirs].map(HasFields::fields);
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
    document.libraries = libraries(versions);
}

/// Merges task libraries as a list: both versions may add and remove some.
fn libraries(versions: Versions<'_>) -> Vec<String> {
    let [base, ours, theirs] = [versions.base, versions.ours, versions.theirs]
        .map(|document| nth_of_name(document.libraries.iter().map(String::as_str)));
    let is_kept =
        |path: &(&str, usize)| !base.contains(path) || ours.contains(path) && theirs.contains(path);
    let merged = order::merge(&base, &ours, &theirs, is_kept).list;
    merged
        .into_iter()
        .map(|(path, _)| path.to_owned())
        .collect()
}
