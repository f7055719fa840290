//! Merges lists of items that are not nodes: variables and named trees, which have names, and notes and groups, which do not.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::model::{
    Conflict, ConflictKind, Document, DocumentBuilder, Field, FieldValue, HasFields, NamedTree,
    Subject, Variable,
};

use super::fields::{Combined, combine, merged};
use super::{Versions, order};
use crate::diff::{changed_fields, nth_of_name, same_groups, same_notes};

/// A name and the number of its earlier occurrences in the list.
type Key = (Arc<str>, usize);

/// An item of a document list that is identified by name.
trait Named: HasFields + Clone + PartialEq {
    fn name(&self) -> &Arc<str>;
    fn subject(&self) -> Subject;
    /// Returns a document that contains only this item.
    fn whole(&self) -> Document;
}

impl Named for Variable {
    fn name(&self) -> &Arc<str> {
        &self.name
    }

    fn subject(&self) -> Subject {
        Subject::Variable(self.name.clone())
    }

    fn whole(&self) -> Document {
        let mut builder = DocumentBuilder::default();
        builder.variable(self.clone());
        builder.finish()
    }
}

impl Named for NamedTree {
    fn name(&self) -> &Arc<str> {
        &self.name
    }

    fn subject(&self) -> Subject {
        Subject::Tree(self.name.clone())
    }

    fn whole(&self) -> Document {
        let mut builder = DocumentBuilder::default();
        builder.settings(|document| document.trees.push(self.clone()));
        builder.finish()
    }
}

pub(super) fn variables_and_trees(
    versions: Versions<'_>,
    document: &mut Document,
    conflicts: &mut Vec<Conflict>,
) {
    let Versions { base, ours, theirs } = versions;
    let lists = [
        &base.variables[..],
        &ours.variables[..],
        &theirs.variables[..],
    ];
    *document.variables = named(lists, conflicts);
    let lists = [&base.trees, &ours.trees, &theirs.trees];
    document.trees = named(lists.map(Vec::as_slice), conflicts);
}

fn named<T: Named>(lists: [&[T]; 3], conflicts: &mut Vec<Conflict>) -> Vec<T> {
    let keys = lists.map(|list| -> Vec<Key> {
        let counted = nth_of_name(list.iter().map(Named::name));
        counted.into_iter().map(|(n, i)| (n.clone(), i)).collect()
    });
    let by_key = [0, 1, 2]
        .map(|side| -> FxHashMap<&Key, &T> { keys[side].iter().zip(lists[side]).collect() });
    let mut kept: FxHashMap<&Key, T> = FxHashMap::default();
    let mut seen: FxHashSet<&Key> = FxHashSet::default();
    for key in keys.iter().flatten().filter(|key| seen.insert(key)) {
        let found = [0, 1, 2].map(|side| by_key[side].get(key).copied());
        if let Some(thing) = one(found, conflicts) {
            kept.insert(key, thing);
        }
    }
    let [base, ours, theirs] = &keys;
    let order = order::merge(base, ours, theirs, |key| kept.contains_key(key));
    order
        .list
        .iter()
        .filter_map(|key| kept.remove(key))
        .collect()
}

/// Merges the three versions of one variable or tree.
fn one<T: Named>(found: [Option<&T>; 3], conflicts: &mut Vec<Conflict>) -> Option<T> {
    match found {
        [Some(base), Some(ours), Some(theirs)] => {
            Some(merged(base, ours, theirs, &ours.subject(), conflicts))
        }
        [None, Some(ours), Some(theirs)] => {
            let mut joint = ours.clone();
            let lists = [&[][..], &ours.fields(), &theirs.fields()];
            combine(lists, |field, values| match values {
                Combined::Theirs(value) => joint.set_field(field, value),
                Combined::Both([_, ours_value, theirs_value]) => conflicts.push(Conflict {
                    kind: ConflictKind::BothAdded,
                    subject: ours.subject(),
                    field: field.clone(),
                    base: None,
                    ours: ours_value.cloned(),
                    theirs: theirs_value.cloned(),
                }),
            });
            Some(joint)
        }
        [None, Some(added), None] | [None, None, Some(added)] => Some(added.clone()),
        [Some(base), Some(ours), None] => (ours != base).then(|| {
            conflicts.push(presence(ConflictKind::RemovedByTheirs, ours));
            ours.clone()
        }),
        [Some(base), None, Some(theirs)] => {
            if theirs != base {
                conflicts.push(presence(ConflictKind::RemovedByOurs, theirs));
            }
            None
        }
        [_, None, None] => None,
    }
}

fn presence<T: Named>(kind: ConflictKind, thing: &T) -> Conflict {
    let whole = Some(FieldValue::Whole(Box::new(thing.whole())));
    let (ours, theirs) = match kind {
        ConflictKind::RemovedByOurs => (None, whole),
        _ => (whole, None),
    };
    Conflict {
        kind,
        subject: thing.subject(),
        field: Field::Presence,
        base: None,
        ours,
        theirs,
    }
}

/// Merges notes and groups. They never conflict: an item changed by one side and removed by the other stays, and of two different
/// texts both are kept.
pub(super) fn annotations(versions: Versions<'_>, document: &mut Document) {
    let Versions { base, ours, theirs } = versions;
    let lists = [&base.notes[..], &ours.notes[..], &theirs.notes[..]];
    *document.notes = unnamed(lists, same_notes);
    let lists = [&base.groups, &ours.groups, &theirs.groups];
    document.groups = unnamed(lists.map(Vec::as_slice), same_groups);
}

/// Identifies a note or group across the three lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Identity {
    Base(usize),
    Ours(usize),
    Theirs(usize),
}

fn unnamed<T: HasFields + Clone + PartialEq>(
    [base, ours, theirs]: [&[T]; 3],
    same: impl Fn(&[T], &[T]) -> Vec<Option<usize>>,
) -> Vec<T> {
    let in_ours = same(base, ours);
    let in_theirs = same(base, theirs);
    let mut own = identities(&in_ours, ours.len(), Identity::Ours);
    let mut other = identities(&in_theirs, theirs.len(), Identity::Theirs);
    join_equal(&own, ours, &mut other, theirs);
    let mut kept: FxHashMap<Identity, T> = FxHashMap::default();
    let mut both_texts: Vec<(Identity, Identity, T)> = Vec::new();
    for (index, thing) in base.iter().enumerate() {
        let [one, two] = [(ours, &in_ours), (theirs, &in_theirs)]
            .map(|(list, places)| places[index].map(|place| (place, &list[place])));
        let id = Identity::Base(index);
        match (one, two) {
            (Some((_, one)), Some((place, two))) => {
                let mut contradicting = Vec::new();
                let joint = merged(thing, one, two, &Subject::Note(index), &mut contradicting);
                // Notes have no id that a conflict could refer to, so both versions stay next to each other.
                let differ = |c: &Conflict| matches!(c.field, Field::Text | Field::Extra(_));
                if contradicting.iter().any(differ) {
                    both_texts.push((id, Identity::Theirs(place), two.clone()));
                }
                kept.insert(id, joint);
            }
            (Some((_, only)), None) | (None, Some((_, only))) => {
                if matters(thing, only) {
                    kept.insert(id, only.clone());
                }
            }
            (None, None) => {}
        }
    }
    for (identities, list) in [(&own, ours), (&other, theirs)] {
        for (id, thing) in identities.iter().zip(list) {
            if !matches!(id, Identity::Base(_)) {
                kept.entry(*id).or_insert_with(|| thing.clone());
            }
        }
    }
    let base: Vec<Identity> = (0..base.len()).map(Identity::Base).collect();
    // The second text follows the first.
    for (id, new, thing) in both_texts {
        for list in [&mut own, &mut other] {
            if let Some(at) = list.iter().position(|known| *known == id) {
                list.insert(at + 1, new);
            }
        }
        kept.insert(new, thing);
    }
    let order = order::merge(&base, &own, &other, |id| kept.contains_key(id));
    order.list.iter().filter_map(|id| kept.remove(id)).collect()
}

/// Returns whether anything except the position of an item changed.
fn matters<T: HasFields>(before: &T, after: &T) -> bool {
    let mut found = Vec::new();
    changed_fields(before, after, &Subject::Document, &mut found);
    !found.iter().all(crate::diff::Difference::is_layout)
}

/// Returns the identity of each item of a list: an item of the base, or a new one.
fn identities(
    partners: &[Option<usize>],
    len: usize,
    new: impl Fn(usize) -> Identity,
) -> Vec<Identity> {
    let mut list: Vec<Identity> = (0..len).map(new).collect();
    for (index, partner) in partners.iter().enumerate() {
        if let Some(partner) = partner {
            list[*partner] = Identity::Base(index);
        }
    }
    list
}

/// Gives equal items that both versions added the same identity.
fn join_equal<T: PartialEq>(own: &[Identity], ours: &[T], other: &mut [Identity], theirs: &[T]) {
    let mut free: Vec<usize> = (0..own.len())
        .filter(|index| matches!(own[*index], Identity::Ours(_)))
        .collect();
    for (id, thing) in other.iter_mut().zip(theirs) {
        if !matches!(id, Identity::Theirs(_)) {
            continue;
        }
        if let Some(at) = free.iter().position(|index| ours[*index] == *thing) {
            *id = own[free.remove(at)];
        }
    }
}
