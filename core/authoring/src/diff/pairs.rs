//! Pairs the items of two lists that have no ids. Knows only the key functions that it is given.

use std::collections::VecDeque;
use std::hash::Hash;

use rustc_hash::FxHashMap;

/// Returns the key of an item; `None` if the item has no key of this sort.
type KeyOf<'k, T, K> = &'k dyn Fn(&T) -> Option<K>;

/// Pairs items with equal keys: the first with the first, the second with the second. Items without a partner by one key are
/// tried with the next key. Returns the partner of each item of the first list.
pub(crate) fn pair_up<T, K: Eq + Hash>(
    one: &[T],
    other: &[T],
    keys: &[KeyOf<'_, T, K>],
) -> Vec<Option<usize>> {
    let mut partners = vec![None; one.len()];
    let mut taken = vec![false; other.len()];
    for key in keys {
        let mut free: FxHashMap<K, VecDeque<usize>> = FxHashMap::default();
        for (index, thing) in other.iter().enumerate().filter(|(i, _)| !taken[*i]) {
            if let Some(key) = key(thing) {
                free.entry(key).or_default().push_back(index);
            }
        }
        for (index, thing) in one.iter().enumerate() {
            if partners[index].is_some() {
                continue;
            }
            let found = key(thing).and_then(|key| free.get_mut(&key)?.pop_front());
            if let Some(found) = found {
                partners[index] = Some(found);
                taken[found] = true;
            }
        }
    }
    partners
}

/// Combines each name with the number of its earlier occurrences, since a damaged file may use a name twice.
pub(crate) fn nth_of_name<'a, T: Eq + Hash + Copy + 'a>(
    names: impl Iterator<Item = T>,
) -> Vec<(T, usize)> {
    let mut seen: FxHashMap<T, usize> = FxHashMap::default();
    let numbered = names.map(|name| {
        let count = seen.entry(name).or_default();
        *count += 1;
        (name, *count - 1)
    });
    numbered.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_items_pair_before_similar_ones() {
        let whole = |word: &&str| Some((*word).to_owned());
        let first = |word: &&str| word.get(..1).map(str::to_owned);
        let partners = pair_up(
            &["ab", "ac", "x", "ab"],
            &["ac", "ax", "ab", "q"],
            &[&whole, &first],
        );
        assert_eq!(partners, [Some(2), Some(0), None, Some(1)]);
    }

    #[test]
    fn repeated_names_are_numbered() {
        let counted = nth_of_name(["a", "b", "a"].into_iter());
        assert_eq!(counted, [("a", 0), ("b", 0), ("a", 1)]);
    }
}
