//! Computes which items keep their relative order between two lists: a longest common subsequence. Does not know what the items
//! are.

use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};

/// Returns a largest set of items that occur in both lists in the same relative order. Each list names an item at most once. The
/// result does not depend on which list is given first.
pub(crate) fn common_order<'a, T: Eq + Hash + Ord>(
    one: &'a [T],
    other: &'a [T],
) -> FxHashSet<&'a T> {
    let in_one: FxHashSet<&T> = one.iter().collect();
    let in_other: FxHashSet<&T> = other.iter().collect();
    let mut first: Vec<&T> = one.iter().filter(|t| in_other.contains(t)).collect();
    let mut second: Vec<&T> = other.iter().filter(|t| in_one.contains(t)).collect();
    if first == second {
        return first.into_iter().collect();
    }
    // Of several largest sets, both argument orders must choose the same one.
    if first > second {
        std::mem::swap(&mut first, &mut second);
    }
    let place: FxHashMap<&T, usize> = second.iter().enumerate().map(|(i, t)| (*t, i)).collect();
    let places: Vec<usize> = first.iter().filter_map(|t| place.get(t).copied()).collect();
    longest_rising(&places)
        .into_iter()
        .map(|index| first[index])
        .collect()
}

/// Returns the indices of a longest increasing subsequence (patience sorting, after Fredman, 1975).
fn longest_rising(numbers: &[usize]) -> Vec<usize> {
    // For each length, the index of the smallest last element of an increasing subsequence of that length.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(numbers.len());
    for (index, number) in numbers.iter().enumerate() {
        let length = ends.partition_point(|end| numbers[*end] < *number);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        if length == ends.len() {
            ends.push(index);
        } else {
            ends[length] = index;
        }
    }
    let mut rising = Vec::with_capacity(ends.len());
    let mut at = ends.last().copied();
    while let Some(index) = at {
        rising.push(index);
        at = before[index];
    }
    rising.reverse();
    rising
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn kept(one: &str, other: &str) -> String {
        let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
        let mut kept: Vec<char> = common_order(&one, &other).into_iter().copied().collect();
        kept.sort_by_key(|c| one.iter().position(|o| o == c));
        kept.into_iter().collect()
    }

    #[test]
    fn the_fewest_possible_items_move() {
        assert_eq!(kept("abcdef", "abcdef"), "abcdef");
        assert_eq!(kept("abcdef", "bcdefa"), "bcdef");
        assert_eq!(kept("abcdef", "fabcde"), "abcde");
        assert_eq!(kept("abxcd", "aycbd").len(), 3);
        assert_eq!(kept("abc", "xyz"), "");
        assert_eq!(kept("abcdef", "fedcba").len(), 1);
    }

    proptest! {
        #[test]
        fn the_order_of_the_arguments_does_not_matter(
            one in Just((0..12).collect::<Vec<u8>>()).prop_shuffle(),
            other in Just((4..16).collect::<Vec<u8>>()).prop_shuffle(),
        ) {
            let there = common_order(&one, &other);
            prop_assert_eq!(&there, &common_order(&other, &one));
            let order = |list: &[u8]| -> Vec<u8> {
                list.iter().filter(|t| there.contains(t)).copied().collect()
            };
            prop_assert_eq!(order(&one), order(&other));
        }
    }
}
