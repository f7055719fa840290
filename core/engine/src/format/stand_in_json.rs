//! Stand-ins as JSON, in documents and scenarios:
//!
//! ```json
//! "ask"
//! {"always": "Failure"}
//! {"after_frames": 3, "then": "Success"}
//! {"after_seconds": 1.5, "then": "Failure"}
//! {"updates": "RRS"}
//! {"updates": "SF", "again": true}
//! {"frames": {"1": "Running", "6": "Success"}}
//! {"probability": 0.25}
//! {"expression": "health < 30"}
//! {"acts_like": "Sequence"}
//! ```
//!
//! The object in a file is a separate type beside [`StandIn`]. Its forms are distinguished by their fields, so that
//! contradicting fields get a clear error, and forms of later versions are kept.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::field_error::FieldError;
use super::json::{self, Raw, custom};
use super::json_text::{compact, parse_part, push_spaced, push_string};
use super::json_writer::push_named;
use super::literal::push_value;
use super::shape::{Entries, Text, shape};
use crate::model::{ActsLike, Delay, StandIn, WrongNumber};
use crate::runtime::Status;
use crate::value::Value;

shape! {
    /// A stand-in other than `"ask"`.
    FileStandIn is StandIn {
        always = "always": Text<'a>,
        after_frames = "after_frames": Raw<'a>,
        after_seconds = "after_seconds": Raw<'a>,
        then = "then": Text<'a>,
        updates = "updates": Text<'a>,
        again = "again": bool,
        frames = "frames": Entries<'a>,
        probability = "probability": Raw<'a>,
        expression = "expression": Text<'a>,
        acts_like = "acts_like": Text<'a>,
    }
}

/// Reads a stand-in. One that this version does not understand is kept as JSON. `None` if the JSON is nested too
/// deeply.
pub(super) fn read_or_keep(json: &str) -> Option<StandIn> {
    read(json)
        .ok()
        .or_else(|| compact(json).map(StandIn::Unknown))
}

/// Reads a stand-in. Its numbers may be out of range.
///
/// # Errors
/// Returns why it is not a stand-in.
pub fn read(json: &str) -> Result<StandIn, FieldError> {
    if let Some(word) = parse_part::<String>(json) {
        return match &*word {
            "ask" => Ok(StandIn::Ask),
            _ => Err(FieldError::NoStandIn { name: word }),
        };
    }
    let file: FileStandIn<'_> = json::from_str(json).map_err(|error| FieldError::NotAStandIn {
        why: error.kind.message(),
    })?;
    if let Some((name, _)) = file.unknown.first() {
        let name = name.to_string();
        return Err(FieldError::StandInField { name });
    }
    let forms = [
        file.always.is_some(),
        file.after_frames.is_some(),
        file.after_seconds.is_some(),
        file.updates.is_some(),
        file.frames.is_some(),
        file.probability.is_some(),
        file.expression.is_some(),
        file.acts_like.is_some(),
    ];
    if forms.iter().filter(|is_there| **is_there).count() != 1 {
        let fields = "always, after_frames, after_seconds, updates, frames, probability, expression or acts_like";
        return Err(FieldError::StandInForm { fields });
    }
    let needs_then = file.after_frames.is_some() || file.after_seconds.is_some();
    if needs_then != file.then.is_some() {
        return Err(FieldError::StandInThen);
    }
    if file.again.is_some() && file.updates.is_none() {
        return Err(FieldError::StandInAgain);
    }
    stand_in(&file)
}

impl<'de> Deserialize<'de> for StandIn {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Raw::deserialize(deserializer)?;
        read(raw.get()).map_err(custom)
    }
}

impl Serialize for StandIn {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut json = String::new();
        push(self, &mut json);
        Raw::of(&json).serialize(serializer)
    }
}

/// Reads a stand-in, and checks that its numbers are in range.
pub fn read_in_range(json: &str) -> Result<StandIn, FieldError> {
    let stand_in = read(json)?;
    match stand_in.wrong_number() {
        None => Ok(stand_in),
        Some(WrongNumber::Probability(_)) => Err(FieldError::StandInChance),
        Some(WrongNumber::Seconds(_)) => Err(FieldError::StandInSeconds {
            most: StandIn::MOST_SECONDS,
        }),
    }
}

/// Converts an object that has exactly one form.
fn stand_in(file: &FileStandIn<'_>) -> Result<StandIn, FieldError> {
    let then = || status(file.then.as_deref().unwrap_or_default());
    if let Some(name) = &file.always {
        return status(name).map(StandIn::Always);
    }
    if let Some(raw) = file.after_frames {
        let frames = parse_part(raw.get());
        let frames = frames.ok_or(FieldError::StandInFrames)?;
        return Ok(StandIn::After(Delay::Frames(frames), then()?));
    }
    if let Some(raw) = file.after_seconds {
        let seconds = parse_part(raw.get()).ok_or(FieldError::StandInTime)?;
        return Ok(StandIn::After(Delay::Seconds(seconds), then()?));
    }
    if let Some(letters) = &file.updates {
        let results = StandIn::results_of(letters);
        let letters = || letters.to_string();
        let results = results.ok_or_else(|| FieldError::Letters { letters: letters() })?;
        let again = file.again.unwrap_or_default();
        return Ok(StandIn::Sequence { results, again });
    }
    if let Some(entries) = &file.frames {
        return frames(entries).map(StandIn::Frames);
    }
    if let Some(raw) = file.probability {
        let probability = parse_part(raw.get()).ok_or(FieldError::StandInProbability)?;
        return Ok(StandIn::Chance(probability));
    }
    if let Some(name) = &file.acts_like {
        return acts_like(name).map(StandIn::ActsLike);
    }
    let text = file.expression.as_deref().unwrap_or_default();
    Ok(StandIn::Expression(text.to_owned()))
}

fn frames(entries: &Entries<'_>) -> Result<BTreeMap<u64, Status>, FieldError> {
    let mut frames = BTreeMap::new();
    for (name, raw) in &entries.0 {
        let frame: u64 = name.parse().map_err(|_| FieldError::NoFrame {
            name: name.to_string(),
        })?;
        let result = parse_part::<String>(raw.get()).unwrap_or_default();
        if frames.insert(frame, status(&result)?).is_some() {
            let key = frame.to_string();
            return Err(FieldError::Twice { key });
        }
    }
    Ok(frames)
}

/// Parses the node type that a parent acts like.
pub(super) fn acts_like(name: &str) -> Result<ActsLike, FieldError> {
    ActsLike::from_name(name).ok_or_else(|| FieldError::ActsLike {
        name: name.to_owned(),
    })
}

fn status(name: &str) -> Result<Status, FieldError> {
    Status::from_name(name).ok_or_else(|| FieldError::NoResult {
        name: name.to_owned(),
    })
}

/// Appends a stand-in.
pub fn push(stand_in: &StandIn, out: &mut String) {
    match stand_in {
        StandIn::Ask => out.push_str("\"ask\""),
        StandIn::Always(status) => push_form("always", status.name(), out),
        StandIn::After(delay, status) => {
            match delay {
                Delay::Frames(frames) => {
                    let _ = write!(out, "{{\"after_frames\": {frames}");
                }
                Delay::Seconds(seconds) => {
                    out.push_str("{\"after_seconds\": ");
                    push_value(&Value::Float(*seconds), out);
                }
            }
            out.push_str(", \"then\": ");
            push_string(status.name(), out);
            out.push('}');
        }
        StandIn::Sequence { results, again } => {
            out.push_str("{\"updates\": ");
            push_string(&StandIn::letters_of(results), out);
            out.push_str(if *again { ", \"again\": true}" } else { "}" });
        }
        StandIn::Frames(frames) => {
            out.push_str("{\"frames\": ");
            let frames = frames
                .iter()
                .map(|(frame, status)| (frame.to_string(), status));
            push_named(frames, out, |status, out| push_string(status.name(), out));
            out.push('}');
        }
        StandIn::Chance(probability) => {
            out.push_str("{\"probability\": ");
            push_value(&Value::Float(*probability), out);
            out.push('}');
        }
        StandIn::Expression(text) => push_form("expression", text, out),
        StandIn::ActsLike(like) => push_form("acts_like", like.name(), out),
        StandIn::Unknown(json) => push_spaced(json, out),
    }
}

fn push_form(key: &str, text: &str, out: &mut String) {
    let _ = write!(out, "{{\"{key}\": ");
    push_string(text, out);
    out.push('}');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_round_trips() {
        for json in [
            r#""ask""#,
            r#"{"always": "Running"}"#,
            r#"{"after_frames": 3, "then": "Success"}"#,
            r#"{"after_seconds": 1.5, "then": "Failure"}"#,
            r#"{"updates": "RRS"}"#,
            r#"{"updates": "", "again": true}"#,
            r#"{"frames": {"1": "Running", "6": "Success"}}"#,
            r#"{"probability": 0.25}"#,
            r#"{"expression": "a < \"b\""}"#,
            r#"{"acts_like": "PassThrough"}"#,
        ] {
            let mut written = String::new();
            push(&read(json).unwrap(), &mut written);
            assert_eq!(written, json);
        }
    }

    #[test]
    fn invalid_stand_ins_have_errors() {
        let error = |json| read(json).unwrap_err().to_string();
        assert!(error(r#""guess""#).contains("unknown stand-in `guess`"));
        assert!(error("3").contains("invalid stand-in"));
        assert!(error("{}").contains("one of the fields"));
        assert!(error(r#"{"always": "Maybe"}"#).contains("unknown result `Maybe`"));
        assert!(error(r#"{"always": "Success", "updates": "S"}"#).contains("one of the fields"));
        assert!(error(r#"{"acts_like": "Chaos"}"#).contains("nothing acts like `Chaos`"));
        assert!(error(r#"{"alway": "Success"}"#).contains("unknown field `alway`"));
        assert!(error(r#"{"after_frames": -1, "then": "Success"}"#).contains("whole number"));
        assert!(error(r#"{"after_frames": 1}"#).contains("`then` requires"));
        assert!(error(r#"{"always": "Success", "again": true}"#).contains("`again` requires"));
        assert!(error(r#"{"updates": "RX"}"#).contains("only S, F and R"));
        assert!(error(r#"{"frames": {"x": "Success"}}"#).contains("not a frame number"));
        assert!(error(r#"{"frames": {"1": "Success", "01": "Failure"}}"#).contains("twice"));
    }
}
