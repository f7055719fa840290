//! The fields of a JSON object as text, in order; and merging what a file had with what was edited since: each part
//! that still has the same meaning stays as written, with everything that this program does not know. Does not know
//! what fields mean.

use std::borrow::Cow;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use treewright_core::format::json_text::{compact_any, push_string};

use super::Json;
use super::json_text::JsonKind;
use crate::foreign::JsonText;

/// Keys with the JSON of their values, without blanks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fields {
    list: IndexMap<String, String, FxBuildHasher>,
}

impl Fields {
    /// Returns the fields of an object, each with the JSON that `given` returns; `None` skips the field.
    pub(crate) fn with(json: Json<'_>, given: impl Fn(&str, Json<'_>) -> Option<String>) -> Self {
        let fields = json.fields();
        let with_json = |(key, value): (Cow<'_, str>, Json<'_>)| {
            let json = given(&key, value)?;
            Some((key.into_owned(), json))
        };
        Self {
            list: fields.filter_map(with_json).collect(),
        }
    }

    /// Returns the fields of an object, except those of these keys.
    pub(crate) fn of(json: Json<'_>, without: &[&str]) -> Self {
        Self::with(json, |key, value| {
            (!without.contains(&key)).then(|| compact_any(value.raw()))
        })
    }

    /// Returns all fields of an object.
    pub(crate) fn all(json: Json<'_>) -> Self {
        Self::of(json, &[])
    }

    /// Parses the fields of a JSON object; `None` if the text is not JSON.
    pub(crate) fn parsed(json: &str) -> Option<Self> {
        Some(Self::all(JsonText::of(json).ok()?.top()))
    }

    /// Returns the fields of an object, with the value of one replaced by `filling`. The old value is not parsed,
    /// however large it is.
    pub(crate) fn with_gap(json: Json<'_>, gap: &str, filling: &str) -> Self {
        Self::with(json, |key, value| match key {
            _ if key == gap => Some(filling.to_owned()),
            _ => Some(compact_any(value.raw())),
        })
    }

    /// Sets a field to this JSON: in its place if it exists, else as the last.
    pub(crate) fn set(&mut self, key: &str, json: impl Into<String>) {
        match self.list.get_mut(key) {
            Some(old) => *old = json.into(),
            None => drop(self.list.insert(key.to_owned(), json.into())),
        }
    }

    /// Sets a field to a text.
    pub(crate) fn text(&mut self, key: &str, text: &str) {
        self.set(key, quoted(text));
    }

    /// Sets a field to a bool.
    pub(crate) fn flag(&mut self, key: &str, flag: bool) {
        self.set(key, if flag { "true" } else { "false" });
    }

    /// Sets a field to a text, unless that is empty.
    pub(crate) fn text_unless_empty(&mut self, key: &str, text: &str) {
        if !text.is_empty() {
            self.text(key, text);
        }
    }

    /// Returns the JSON of this key.
    pub(crate) fn get(&self, key: &str) -> Option<&str> {
        self.list.get(key).map(|json| &**json)
    }

    /// Renames a field; another field with the new key is removed.
    pub(crate) fn rename(&mut self, key: &str, to: &str) {
        if key == to || !self.list.contains_key(key) {
            return;
        }
        self.list.shift_remove(to);
        if let Some(at) = self.list.get_index_of(key) {
            // No other field has the key any more.
            let _ = self.list.replace_index(at, to.to_owned());
        }
    }

    /// Returns whether there are no fields.
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Iterates over keys and the JSON of their values.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.list.iter().map(|(key, json)| (&**key, &**json))
    }

    /// Sorts the fields by their keys.
    pub(crate) fn sort(&mut self) {
        self.list.sort_keys();
    }

    /// Returns whether the fields are sorted by their keys.
    pub(crate) fn are_sorted(&self) -> bool {
        self.list.keys().is_sorted()
    }

    /// Returns the object in two parts, between which the items of the list at this key belong; the second is empty if
    /// there is no such list.
    pub(crate) fn around(mut self, key: &str) -> (String, String) {
        let Some(at) = self.list.get_index_of(key) else {
            return (self.to_json(), String::new());
        };
        let rest = Self {
            list: self.list.split_off(at + 1),
        };
        self.list[at].clear();
        let mut head = self.to_json();
        head.pop();
        head.push('[');
        let mut tail = rest.to_json();
        if rest.is_empty() {
            tail.remove(0);
        } else {
            tail.replace_range(..1, ",");
        }
        tail.insert(0, ']');
        (head, tail)
    }

    /// Returns the object as JSON.
    pub(crate) fn to_json(&self) -> String {
        let mut out = String::from("{");
        for (i, (key, json)) in self.list.iter().enumerate() {
            if i > 0 {
                out.push(',');
            }
            push_string(key, &mut out);
            out.push(':');
            out.push_str(json);
        }
        out.push('}');
        out
    }
}

/// Returns a text as JSON.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::new();
    push_string(text, &mut out);
    out
}

/// Returns a list of JSON values.
pub(crate) fn listed<T: AsRef<str>>(items: impl IntoIterator<Item = T>) -> String {
    let mut out = String::from("[");
    for (i, item) in items.into_iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        out.push_str(item.as_ref());
    }
    out.push(']');
    out
}

/// The depth to which nested objects are merged; deeper ones are treated as one value.
const MAX_DEPTH: usize = 4;

/// Returns the fields to write: `kept` is what the file had, `base` what would be written for that without edits,
/// `ours` what is written for the current state. Where `ours` equals `base`, what the file had stays.
pub(crate) fn merged(kept: &Fields, base: &Fields, ours: &Fields) -> Fields {
    merged_at(kept, base, ours, 0)
}

fn merged_at(kept: &Fields, base: &Fields, ours: &Fields, depth: usize) -> Fields {
    let mut out = Fields::default();
    for (key, json) in kept.iter() {
        match (base.get(key), ours.get(key)) {
            (None, None) => out.set(key, json),
            (base, Some(now)) if base == Some(now) => out.set(key, json),
            (base, Some(now)) => out.set(key, inside(json, base.unwrap_or("{}"), now, depth)),
            (Some(_), None) => {}
        }
    }
    for (key, json) in ours.iter() {
        if kept.get(key).is_none() && base.get(key) != Some(json) {
            out.set(key, json);
        }
    }
    out
}

/// Merges values that differ: field by field if all are objects.
fn inside(kept: &str, base: &str, ours: &str, depth: usize) -> String {
    let objects = [kept, base, ours].map(|json| {
        let tape = JsonText::of(json).ok()?;
        (tape.top().kind() == JsonKind::Object).then(|| Fields::all(tape.top()))
    });
    match objects {
        [Some(kept), Some(base), Some(ours)] if depth < MAX_DEPTH => {
            merged_at(&kept, &base, &ours, depth + 1).to_json()
        }
        _ => ours.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(json: &str) -> Fields {
        Fields::parsed(json).unwrap()
    }

    #[track_caller]
    fn check(kept: &str, base: &str, ours: &str, expected: &str) {
        assert_eq!(
            merged(&fields(kept), &fields(base), &fields(ours)).to_json(),
            expected
        );
    }

    #[test]
    fn unedited_fields_stay_as_written() {
        let kept = r#"{"z":1.50,"args":{"b":1e3,"own":null},"debug":true}"#;
        let base = r#"{"z":1.5,"args":{"b":1000.0},"id":"7"}"#;
        check(kept, base, base, kept);
        check(
            kept,
            base,
            r#"{"z":2,"args":{"b":1000.0},"id":"7"}"#,
            r#"{"z":2,"args":{"b":1e3,"own":null},"debug":true}"#,
        );
        check(
            kept,
            base,
            r#"{"z":1.5,"args":{"b":5,"c":6},"id":"7"}"#,
            r#"{"z":1.50,"args":{"b":5,"own":null,"c":6},"debug":true}"#,
        );
        check(
            kept,
            base,
            r#"{"z":1.5,"id":"8"}"#,
            r#"{"z":1.50,"debug":true,"id":"8"}"#,
        );
    }
}
