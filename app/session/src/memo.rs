//! Values that are computed once and cached while their inputs stay the same.

use std::ops::Deref;

/// A cached value and the key that describes its inputs. Dereferences to the value; computes it again for another key.
#[derive(Clone, Debug)]
pub struct Memo<K, V> {
    key: Option<K>,
    value: V,
}

impl<K, V: Default> Default for Memo<K, V> {
    fn default() -> Self {
        Self {
            key: None,
            value: V::default(),
        }
    }
}

impl<K, V> Deref for Memo<K, V> {
    type Target = V;

    fn deref(&self) -> &V {
        &self.value
    }
}

impl<K: PartialEq, V> Memo<K, V> {
    /// Returns the value for this key; computes it if the key has changed.
    pub fn of(&mut self, key: K, make: impl FnOnce(&K) -> V) -> &V {
        self.update(key, |value, _, key| *value = make(key))
    }

    /// Like [`Memo::of`], but computes the new value from the old value and its key, which is `None` at first.
    pub fn update(&mut self, key: K, change: impl FnOnce(&mut V, Option<K>, &K)) -> &V {
        if self.key.as_ref() != Some(&key) {
            change(&mut self.value, self.key.take(), &key);
            self.key = Some(key);
        }
        &self.value
    }

    /// Returns the value for this key for modification; it is reset to the default if the key has changed.
    pub fn at(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        self.of(key, |_| V::default());
        &mut self.value
    }
}

impl<K, V> Memo<K, V> {
    /// Returns the key of the current value, or `None` if there is none or it was invalidated.
    pub fn key(&self) -> Option<&K> {
        self.key.as_ref()
    }

    /// Invalidates the value, so that it is computed again on next use.
    pub fn forget(&mut self) {
        self.key = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_computed_once_per_key() {
        let mut memo: Memo<u64, String> = Memo::default();
        assert_eq!((&**memo, memo.key()), ("", None));
        assert_eq!(memo.of(1, |key| format!("made of {key}")), "made of 1");
        assert_eq!(memo.of(1, |_| unreachable!("must be cached")), "made of 1");
        assert_eq!(memo.of(2, |key| format!("made of {key}")), "made of 2");
        memo.forget();
        assert_eq!(memo.of(2, |_| "anew".into()), "anew");
    }

    #[test]
    fn a_value_is_computed_from_the_previous_one() {
        let mut memo: Memo<usize, Vec<usize>> = Memo::default();
        memo.of(2, |count| (0..*count).collect());
        let longer = memo.update(4, |value, before, count| {
            value.extend(before.unwrap_or_default()..*count);
        });
        assert_eq!(*longer, [0, 1, 2, 3]);
    }

    #[test]
    fn the_value_is_reset_for_another_key() {
        let mut memo: Memo<u64, Option<u64>> = Memo::default();
        assert_eq!(*memo.at(1).get_or_insert(7), 7);
        assert_eq!(*memo.at(1).get_or_insert(8), 7);
        assert_eq!(*memo.at(2).get_or_insert(8), 8);
    }
}
