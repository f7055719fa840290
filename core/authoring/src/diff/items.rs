//! Compares the contents of nodes and other items: fields, settings, variables, named trees, notes and groups.

use std::hash::Hash;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::geometry::Position;
use treewright_core::model::{
    Document, Field, FieldValue, Group, HasFields, Note, Subject, Variable,
};

use super::{Difference, DifferenceKind, common_order, nth_of_name, pair_up};

/// Adds the fields in which two versions of an item differ, in the order of [`Field`].
pub fn changed_fields<T: HasFields>(
    old: &T,
    new: &T,
    subject: &Subject,
    found: &mut Vec<Difference>,
) {
    let (before, after) = (old.fields(), new.fields());
    if before == after {
        return;
    }
    let mut before: FxHashMap<Field, FieldValue> = before.into_iter().collect();
    let first = found.len();
    let mut push = |field: Field, old, new| {
        found.push(Difference {
            kind: DifferenceKind::Changed,
            subject: subject.clone(),
            field,
            old,
            new,
        });
    };
    for (field, value) in after {
        let was = before.remove(&field);
        if was.as_ref() != Some(&value) {
            push(field, was, Some(value));
        }
    }
    for (field, was) in before {
        push(field, Some(was), None);
    }
    found[first..].sort_by(|one, other| one.field.cmp(&other.field));
}

/// Compares the document settings and the root.
pub(super) fn settings(old: &Document, new: &Document, found: &mut Vec<Difference>) {
    changed_fields(old, new, &Subject::Document, found);
    if old.root() != new.root() {
        let node = |document: &Document| document.root().cloned().map(FieldValue::Node);
        found.push(Difference {
            kind: DifferenceKind::Changed,
            subject: Subject::Document,
            field: Field::Root,
            old: node(old),
            new: node(new),
        });
    }
}

/// Compares variables and named trees.
pub(super) fn named(old: &Document, new: &Document, found: &mut Vec<Difference>) {
    let name = |variable: &Variable| variable.name.clone();
    lists(
        (&old.variables, &keys(&old.variables, name)),
        (&new.variables, &keys(&new.variables, name)),
        |variable, _| Subject::Variable(variable.name.clone()),
        found,
    );
    let name = |tree: &treewright_core::model::NamedTree| tree.name.clone();
    lists(
        (&old.trees, &keys(&old.trees, name)),
        (&new.trees, &keys(&new.trees, name)),
        |tree, _| Subject::Tree(tree.name.clone()),
        found,
    );
}

fn keys<T>(list: &[T], name: impl Fn(&T) -> Arc<str>) -> Vec<(Arc<str>, usize)> {
    let names: Vec<Arc<str>> = list.iter().map(name).collect();
    let counted = nth_of_name(names.iter());
    counted.into_iter().map(|(n, i)| (n.clone(), i)).collect()
}

/// Compares two lists of items that have keys.
fn lists<T: HasFields, K: Eq + Hash + Ord>(
    (old, old_keys): (&[T], &[K]),
    (new, new_keys): (&[T], &[K]),
    subject: impl Fn(&T, usize) -> Subject,
    found: &mut Vec<Difference>,
) {
    let places: FxHashMap<&K, usize> = old_keys.iter().enumerate().map(|(i, k)| (k, i)).collect();
    let kept = common_order(old_keys, new_keys);
    for (index, (thing, key)) in new.iter().zip(new_keys).enumerate() {
        let subject = subject(thing, index);
        let Some(before) = places.get(key) else {
            found.push(Difference::presence(DifferenceKind::Added, subject));
            continue;
        };
        if !kept.contains(key) {
            found.push(Difference {
                kind: DifferenceKind::Moved,
                subject: subject.clone(),
                field: Field::Order,
                old: Some(FieldValue::Number(*before as u64)),
                new: Some(FieldValue::Number(index as u64)),
            });
        }
        changed_fields(&old[*before], thing, &subject, found);
    }
    let still: FxHashSet<&K> = new_keys.iter().collect();
    for (index, (thing, key)) in old.iter().zip(old_keys).enumerate() {
        if !still.contains(key) {
            let subject = subject(thing, index);
            found.push(Difference::presence(DifferenceKind::Removed, subject));
        }
    }
}

/// A key of a note or group: its whole content, its text, or its position.
#[derive(PartialEq, Eq, Hash)]
pub(crate) enum AnnotationKey {
    Whole(String),
    Text(String),
    Place(Position, (i32, i32)),
}

/// Returns, for each note of `one`, the index of the matching note of `other`.
pub(crate) fn same_notes(one: &[Note], other: &[Note]) -> Vec<Option<usize>> {
    let whole = |note: &Note| Some(AnnotationKey::Whole(format!("{note:?}")));
    let text =
        |note: &Note| (!note.text.is_empty()).then(|| AnnotationKey::Text(note.text.clone()));
    let place = |note: &Note| Some(AnnotationKey::Place(note.position, note.size));
    pair_up(one, other, &[&whole, &text, &place])
}

/// Returns, for each group of `one`, the index of the matching group of `other`.
pub(crate) fn same_groups(one: &[Group], other: &[Group]) -> Vec<Option<usize>> {
    let whole = |group: &Group| Some(AnnotationKey::Whole(format!("{group:?}")));
    let text =
        |group: &Group| (!group.title.is_empty()).then(|| AnnotationKey::Text(group.title.clone()));
    let place = |group: &Group| Some(AnnotationKey::Place(group.position, group.size));
    pair_up(one, other, &[&whole, &text, &place])
}

/// Compares notes and groups.
pub(super) fn annotations(old: &Document, new: &Document, found: &mut Vec<Difference>) {
    let partners = same_notes(&old.notes, &new.notes);
    paired(&old.notes, &new.notes, &partners, Subject::Note, found);
    let partners = same_groups(&old.groups, &new.groups);
    paired(&old.groups, &new.groups, &partners, Subject::Group, found);
}

fn paired<T: HasFields>(
    old: &[T],
    new: &[T],
    partners: &[Option<usize>],
    subject: impl Fn(usize) -> Subject,
    found: &mut Vec<Difference>,
) {
    // Partners share the key (true, index in the second list). Removed items get (false, own index), which no other item has.
    let old_keys: Vec<(bool, usize)> = partners
        .iter()
        .enumerate()
        .map(|(index, partner)| partner.map_or((false, index), |partner| (true, partner)))
        .collect();
    let new_keys: Vec<(bool, usize)> = (0..new.len()).map(|index| (true, index)).collect();
    lists(
        (old, &old_keys),
        (new, &new_keys),
        |_, index| subject(index),
        found,
    );
}
