//! Merges the order of two lists. Does not know what the items are.

use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diff::common_order;

/// The merged order of two lists.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Order<T> {
    /// All kept items, each once.
    pub list: Vec<T>,
    /// Whether both versions reordered items in contradicting ways, so that only our order was used.
    pub contradicts: bool,
}

/// Merges the kept items of two lists into an order that respects the changes of each against the base. Each list names an item
/// at most once.
///
/// Items that theirs moved or added come after the item that they follow in theirs, and after items that ours added there.
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
    // The choice of "ours" decides which order wins, but must not decide whether there is a contradiction.
    let (list, one_way) = joined(&base, &ours, &theirs);
    let (_, other_way) = joined(&base, &theirs, &ours);
    let contradicts = one_way || other_way;
    if contradicts {
        let in_theirs: FxHashSet<&T> = theirs.iter().collect();
        let list = insert_missing(&ours, &theirs, |t| !in_theirs.contains(t));
        return Order { list, contradicts };
    }
    Order { list, contradicts }
}

/// Combines both changes. Also returns whether one of them is lost.
fn joined<T: Clone + Eq + Hash + Ord>(base: &[T], ours: &[T], theirs: &[T]) -> (Vec<T>, bool) {
    let in_ours: FxHashSet<&T> = ours.iter().collect();
    let in_theirs: FxHashSet<&T> = theirs.iter().collect();
    let rest_in_theirs = common_order(base, theirs);
    let rest_in_ours = common_order(base, ours);
    // Items placed by theirs: new ones, and those whose relative order changed.
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
    let list = insert_missing(&list, theirs, |t| !in_theirs.contains(t));
    let loses = both_differ || lost(base, theirs, &list) || lost(base, ours, &list);
    (list, loses)
}

/// Returns whether a list changed the relative order of two neighbors and the result has the old order.
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

/// Returns whether the items selected by `counts` have different orders in the two lists.
fn contradict<T: Eq>(ours: &[T], theirs: &[T], counts: &dyn Fn(&T) -> bool) -> bool {
    let one = ours.iter().filter(|t| counts(t));
    let other = theirs.iter().filter(|t| counts(t));
    !one.eq(other)
}

/// Returns `list` with the missing items of `other`, each after the item that it follows there and after items that are `foreign`
/// to the other list.
fn insert_missing<T: Clone + Eq + Hash>(
    list: &[T],
    other: &[T],
    foreign: impl Fn(&T) -> bool,
) -> Vec<T> {
    let there: FxHashSet<&T> = list.iter().collect();
    // For each item of the list (`None` for the start), the items to insert after it.
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
    fn both_sides_add_remove_and_move() {
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
    fn moving_an_item_to_two_places_contradicts() {
        assert_eq!(merged("abcde", "bcade", "bcdea"), "bcade!");
        assert_eq!(merged("abcde", "bcdea", "bcdea"), "bcdea");
        assert_eq!(merged("abc", "bac", "acb"), "bac!");
        // Regardless of which side is ours.
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
        fn a_list_changed_by_one_side_is_used(base in list(), one in list()) {
            let keep = |t: &u8| one.contains(t);
            let plain = |list: Vec<u8>| Order { list, contradicts: false };
            prop_assert_eq!(merge(&base, &one, &base, keep), plain(one.clone()));
            prop_assert_eq!(merge(&base, &base, &one, keep), plain(one.clone()));
            prop_assert_eq!(merge(&base, &one, &one, keep), plain(one.clone()));
        }

        #[test]
        fn every_kept_item_occurs_once(base in list(), one in list(), other in list()) {
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
