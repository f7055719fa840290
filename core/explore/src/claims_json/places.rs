//! Where the parts of a file of claims are in its text.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use treewright_core::diagnostic::TextPosition;
use treewright_core::format::json::{self, Raw};
use treewright_core::format::json_text::{decode, offset_of, position_of};

use crate::claims::{ClaimError, ClaimPlace, ClaimProblem};

#[derive(Default, Deserialize)]
struct Parts<'a> {
    #[serde(borrow)]
    dt: Option<Raw<'a>>,
    #[serde(borrow)]
    limits: Option<Raw<'a>>,
    #[serde(borrow, default)]
    inputs: BTreeMap<String, Raw<'a>>,
    #[serde(borrow, default)]
    leaves: BTreeMap<String, Raw<'a>>,
    #[serde(borrow, default)]
    assumptions: Vec<Raw<'a>>,
    #[serde(borrow, default)]
    claims: Vec<Raw<'a>>,
}

/// The parts of a file, as slices of its text.
pub(super) struct Places<'a> {
    text: &'a str,
    parts: Parts<'a>,
}

impl<'a> Places<'a> {
    /// Finds the parts of a text that has been read. Of another text, no part is found.
    pub fn of(text: &'a str) -> Self {
        let parts = json::from_str(text).unwrap_or_default();
        Self { text, parts }
    }

    pub fn offset(&self, part: &str) -> usize {
        offset_of(self.text, part)
    }

    pub fn dt(&self) -> Option<&'a str> {
        self.parts.dt.map(Raw::get)
    }

    pub fn limits(&self) -> Option<&'a str> {
        self.parts.limits.map(Raw::get)
    }

    pub fn input(&self, name: &str) -> Option<&'a str> {
        self.parts.inputs.get(name).map(|raw| raw.get())
    }

    pub fn leaf(&self, name: &str) -> Option<&'a str> {
        self.parts.leaves.get(name).map(|raw| raw.get())
    }

    pub fn claim(&self, index: usize) -> Option<&'a str> {
        self.parts.claims.get(index).map(|raw| raw.get())
    }

    fn part(&self, place: &ClaimPlace) -> Option<&'a str> {
        match place {
            ClaimPlace::Assumption(index) => self.parts.assumptions.get(*index).map(|r| r.get()),
            ClaimPlace::Claim(index, field) => {
                let claim = self.claim(*index)?;
                let forms = ["never", "always", "can", "within", "before"];
                let said = forms.into_iter().find_map(|form| member(claim, form))?;
                field.map_or(Some(said), |field| member(said, field))
            }
            ClaimPlace::Input(name) => {
                let rule = self.input(name)?;
                Some(member(rule, "changes_only_when").unwrap_or(rule))
            }
            ClaimPlace::Leaf(name) => self.leaf(name),
        }
    }
}

fn member<'a>(object: &'a str, name: &str) -> Option<&'a str> {
    let members: BTreeMap<String, Raw<'a>> = json::from_str(object).ok()?;
    members.get(name).map(|raw| raw.get())
}

/// Returns where an error of claims is in the text of their file: at the word of an expression that is wrong, if it is known.
pub fn place_of(bytes: &[u8], error: &ClaimError) -> Option<TextPosition> {
    let text = decode(bytes).ok()?;
    let places = Places::of(text);
    let part = places.part(&error.place)?;
    let inside = match &error.problem {
        ClaimProblem::Expression { error, .. } => inside_string(part, &error.range),
        _ => 0,
    };
    Some(position_of(text, places.offset(part) + inside))
}

/// Returns where a part of a string begins in its JSON, in bytes.
fn inside_string(json: &str, range: &Range<usize>) -> usize {
    let inside = json.get(1..).unwrap_or_default();
    let mut passed = 0;
    let mut at = 0;
    while passed < range.start && at < inside.len() {
        let rest = &inside[at..];
        let escape = match rest.as_bytes() {
            [b'\\', b'u', ..] => 6,
            [b'\\', ..] => 2,
            _ => 0,
        };
        let written = if escape == 0 {
            rest.chars().next().map_or(1, char::len_utf8)
        } else {
            escape
        };
        passed += if escape == 0 {
            written
        } else {
            let read = rest.get(..written).map(|escape| format!("\"{escape}\""));
            let read = read.and_then(|json| json::from_str::<String>(&json).ok());
            // Half of a pair, which stands for one character of four bytes.
            read.map_or(2, |character| character.len())
        };
        at += written;
        while at < inside.len() && !inside.is_char_boundary(at) {
            at += 1;
        }
    }
    1 + at
}
