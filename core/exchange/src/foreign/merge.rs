//! What a file held and what was edited since, in one: each part that says what it said stays as it was written, with all that
//! this program does not know. Does not know what fields mean.

use super::Fields;
use super::tape::{Kind, Tape};

/// How deep objects in objects are merged; what lies deeper is taken as one part.
const DEEPEST: usize = 4;

/// The fields to write: `kept` is what the file had, `base` what would be written for that had nothing been edited, `ours` what
/// is written for what there is now. Where `ours` says what `base` does, what the file had stays.
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

/// The same of values that differ: field by field if all are objects.
fn inside(kept: &str, base: &str, ours: &str, depth: usize) -> String {
    let objects = [kept, base, ours].map(|json| {
        let tape = Tape::of(json).ok()?;
        (tape.top().kind() == Kind::Object).then(|| Fields::all(tape.top()))
    });
    match objects {
        [Some(kept), Some(base), Some(ours)] if depth < DEEPEST => {
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
    fn what_was_not_edited_stays_as_it_was_written() {
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
