//! Merging the order of two lists. Does not know what stands in them.

use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diff::settled;

/// A list that was made from two.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Order<T> {
    /// All things that are kept, each once.
    pub list: Vec<T>,
    /// Whether both gave things another order and only ours was taken.
    pub contradicts: bool,
}

/// The things of two lists that are kept, in an order that heeds what each changed of the common one; each list names a thing once.
///
/// What theirs moved or added stands after what it follows in theirs, and after what ours added there.
pub(super) fn merge<T: Clone + Eq + Hash + Ord>(
    base: &[T],
    ours: &[T],
    theirs: &[T],
    keep: impl Fn(&T) -> bool,
) -> Order<T> {
    let kept = |list: &[T]| -> Vec<T> { list.iter().filter(|t| keep(t)).cloned().collect() };
    let (base, ours, theirs) = (kept(base), kept(ours), kept(theirs));
    if ours == theirs || theirs == base && ours.len() >= theirs.len() && has_all(&ours, &theirs) {
        return Order {
            list: ours,
            contradicts: false,
        };
    }
    // Who is called ours decides what is taken, never whether there is something to decide.
    let (list, one_way) = joined(&base, &ours, &theirs);
    let (_, other_way) = joined(&base, &theirs, &ours);
    let contradicts = one_way || other_way;
    if contradicts {
        let in_theirs: FxHashSet<&T> = theirs.iter().collect();
        let list = inserted(&ours, &theirs, |t| !in_theirs.contains(t));
        return Order { list, contradicts };
    }
    Order { list, contradicts }
}

/// Both changes put together, and whether one of them is lost by that.
fn joined<T: Clone + Eq + Hash + Ord>(base: &[T], ours: &[T], theirs: &[T]) -> (Vec<T>, bool) {
    let in_ours: FxHashSet<&T> = ours.iter().collect();
    let in_theirs: FxHashSet<&T> = theirs.iter().collect();
    let rest_in_theirs = settled(base, theirs);
    let rest_in_ours = settled(base, ours);
    // What theirs put somewhere: new things, and those that do not stand where they stood.
    let moved_by_theirs = |t: &T| !rest_in_theirs.contains(t);
    let moved_by_ours = |t: &T| in_ours.contains(t) && !rest_in_ours.contains(t);
    let both: Vec<&T> = ours
        .iter()
        .filter(|t| in_theirs.contains(t) && moved_by_ours(t) && moved_by_theirs(t))
        .collect();
    let both_differ = !both.is_empty()
        && contradict(ours, theirs, &|t| {
            let common = in_ours.contains(t) && in_theirs.contains(t);
            common && (both.contains(&t) || !moved_by_ours(t) && !moved_by_theirs(t))
        });
    let stays = |t: &T| !in_theirs.contains(t) || !moved_by_theirs(t) || moved_by_ours(t);
    let list: Vec<T> = ours.iter().filter(|t| stays(t)).cloned().collect();
    let list = inserted(&list, theirs, |t| !in_theirs.contains(t));
    let loses = both_differ || lost(base, theirs, &list) || lost(base, ours, &list);
    (list, loses)
}

/// Whether one changed which of two neighbors stands first, and the result has them as they were.
fn lost<T: Eq + Hash>(base: &[T], one: &[T], result: &[T]) -> bool {
    let before: FxHashMap<&T, usize> = base.iter().enumerate().map(|(i, t)| (t, i)).collect();
    let after: FxHashMap<&T, usize> = result.iter().enumerate().map(|(i, t)| (t, i)).collect();
    one.windows(2).any(|pair| {
        let rises =
            |places: &FxHashMap<&T, usize>| Some(places.get(&pair[0])? < places.get(&pair[1])?);
        rises(&before) == Some(false) && rises(&after) == Some(false)
    })
}

fn has_all<T: Eq + Hash>(list: &[T], others: &[T]) -> bool {
    let list: FxHashSet<&T> = list.iter().collect();
    others.iter().all(|t| list.contains(t))
}

/// Whether these things stand in another order in one list than in the other.
fn contradict<T: Eq>(ours: &[T], theirs: &[T], counts: &dyn Fn(&T) -> bool) -> bool {
    let one = ours.iter().filter(|t| counts(t));
    let other = theirs.iter().filter(|t| counts(t));
    !one.eq(other)
}

/// A list with all of another that it lacks, each after the one that it follows there, and after what is foreign to the other list.
fn inserted<T: Clone + Eq + Hash>(list: &[T], other: &[T], foreign: impl Fn(&T) -> bool) -> Vec<T> {
    let there: FxHashSet<&T> = list.iter().collect();
    // For each thing of the list (or none, for the beginning), what comes after it.
    let mut after: FxHashMap<Option<&T>, Vec<&T>> = FxHashMap::default();
    let mut follows = None;
    for thing in other {
        if there.contains(thing) {
            follows = Some(thing);
        } else {
            after.entry(follows).or_default().push(thing);
        }
    }
    let mut result = Vec::with_capacity(list.len() + other.len());
    let mut waiting = after.remove(&None).unwrap_or_default();
    for thing in list {
        if !foreign(thing) {
            result.extend(waiting.drain(..).cloned());
        }
        result.push(thing.clone());
        if let Some(next) = after.remove(&Some(thing)) {
            waiting = next;
        }
    }
    result.extend(waiting.into_iter().cloned());
    result
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn merged(base: &str, ours: &str, theirs: &str) -> String {
        let of = |text: &str| text.chars().collect::<Vec<char>>();
        let gone = |c: &char| base.contains(*c) && !(ours.contains(*c) && theirs.contains(*c));
        let order = merge(&of(base), &of(ours), &of(theirs), |c| !gone(c));
        let mark = if order.contradicts { "!" } else { "" };
        order.list.iter().collect::<String>() + mark
    }

    #[test]
    fn both_add_take_away_and_move() {
        assert_eq!(merged("abc", "axbc", "abcy"), "axbcy");
        assert_eq!(merged("abc", "axbc", "aybc"), "axybc");
        assert_eq!(merged("abc", "xabc", "yabc"), "xyabc");
        assert_eq!(merged("", "x", "y"), "xy");
        assert_eq!(merged("abc", "bc", "ab"), "b");
        assert_eq!(merged("abcd", "bacd", "abdc"), "badc");
        assert_eq!(merged("abcdef", "fabcde", "abcdxef"), "fabcdxe");
        assert_eq!(merged("abc", "ac", "axbyc"), "axyc");
    }

    #[test]
    fn moving_one_thing_to_two_places_contradicts() {
        assert_eq!(merged("abcde", "bcade", "bcdea"), "bcade!");
        assert_eq!(merged("abcde", "bcdea", "bcdea"), "bcdea");
        assert_eq!(merged("abc", "bac", "acb"), "bac!");
        // Whichever side is called ours.
        assert_eq!(merged("abcde", "aebcd", "bcdea"), "aebcd!");
        assert_eq!(merged("abcde", "bcdea", "aebcd"), "bcdea!");
    }

    fn list() -> impl Strategy<Value = Vec<u8>> {
        Just((0..10).collect::<Vec<u8>>())
            .prop_shuffle()
            .prop_flat_map(|list| (0..=list.len()).prop_map(move |len| list[..len].to_vec()))
    }

    proptest! {
        #[test]
        fn a_list_that_nobody_else_changed_is_taken(base in list(), one in list()) {
            let keep = |t: &u8| one.contains(t);
            let plain = |list: Vec<u8>| Order { list, contradicts: false };
            prop_assert_eq!(merge(&base, &one, &base, keep), plain(one.clone()));
            prop_assert_eq!(merge(&base, &base, &one, keep), plain(one.clone()));
            prop_assert_eq!(merge(&base, &one, &one, keep), plain(one.clone()));
        }

        #[test]
        fn all_that_is_kept_is_there_once(base in list(), one in list(), other in list()) {
            let gone = |t: &u8| base.contains(t) && !(one.contains(t) && other.contains(t));
            let mut order = merge(&base, &one, &other, |t| !gone(t)).list;
            order.sort_unstable();
            let mut all: Vec<u8> = one.iter().chain(&other).filter(|t| !gone(t)).copied().collect();
            all.sort_unstable();
            all.dedup();
            prop_assert_eq!(order, all);
        }
    }
}
