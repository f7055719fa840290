//! Edits of the claims about a tree. Knows neither files nor fields on the screen.

use std::sync::Arc;

use treewright_core::format::literal::{push_value, read_typed};
use treewright_core::value::{Value, ValueType};
use treewright_explore::claims::{Claim, ClaimLimits, Claims, InputRule, LeafRule};
use treewright_insight::scenario::NodeName;

/// A change of claims.
#[derive(Clone, Debug)]
pub enum ClaimsEdit {
    /// Adds a claim at the end.
    AddClaim(Claim),
    /// Replaces the claim with this index.
    Claim(usize, Claim),
    RemoveClaim(usize),
    /// Adds an assumption at the end.
    AddAssumption(String),
    /// Replaces the assumption with this index.
    Assumption(usize, String),
    RemoveAssumption(usize),
    /// Changes what the game may write to a variable; `None` for what is usual.
    Input(Arc<str>, Option<InputRule>),
    /// Changes what a leaf may return; `None` for what is usual.
    Leaf(NodeName, Option<LeafRule>),
    Limits(ClaimLimits),
    /// The duration of a frame in seconds.
    FrameDuration(f64),
}

impl ClaimsEdit {
    /// Applies the edit. A claim gets another name if its own is taken; blanks around a name are left out.
    pub fn apply(self, claims: &mut Claims) {
        match self {
            Self::AddClaim(mut claim) => {
                claim.name = free_name(claims, &claim.name, None);
                claims.claims.push(claim);
            }
            Self::Claim(index, mut claim) => {
                claim.name = free_name(claims, &claim.name, Some(index));
                if let Some(old) = claims.claims.get_mut(index) {
                    *old = claim;
                }
            }
            Self::RemoveClaim(index) => remove(&mut claims.claims, index),
            Self::AddAssumption(text) => claims.assumptions.push(text),
            Self::Assumption(index, text) => {
                if let Some(old) = claims.assumptions.get_mut(index) {
                    *old = text;
                }
            }
            Self::RemoveAssumption(index) => remove(&mut claims.assumptions, index),
            Self::Input(name, rule) => put(&mut claims.inputs, name, rule),
            Self::Leaf(name, rule) => put(&mut claims.leaves, name, rule),
            Self::Limits(limits) => claims.limits = limits,
            Self::FrameDuration(dt) => claims.dt = dt,
        }
    }
}

fn remove<T>(list: &mut Vec<T>, index: usize) {
    if index < list.len() {
        list.remove(index);
    }
}

fn put<K: PartialEq, V>(list: &mut Vec<(K, V)>, key: K, value: Option<V>) {
    let at = list.iter().position(|(known, _)| *known == key);
    match (at, value) {
        (Some(at), Some(value)) => list[at].1 = value,
        (Some(at), None) => drop(list.remove(at)),
        (None, Some(value)) => list.push((key, value)),
        (None, None) => {}
    }
}

/// Returns the name, with a number if another claim has it.
fn free_name(claims: &Claims, name: &str, own: Option<usize>) -> String {
    let others = claims.claims.iter().enumerate();
    let others = others.filter(|(index, _)| Some(*index) != own);
    let others: Vec<&str> = others.map(|(_, claim)| &*claim.name).collect();
    let name = name.trim();
    let mut number = 1;
    let mut free = name.to_owned();
    while others.contains(&&*free) {
        number += 1;
        free = format!("{name} {number}");
    }
    free
}

/// Writes values as one types them: `1, 2.5, "red"`.
pub fn values_as_text(values: &[Value]) -> String {
    let mut text = String::new();
    for value in values {
        if !text.is_empty() {
            text.push_str(", ");
        }
        push_value(value, &mut text);
    }
    text
}

/// Reads values as [`values_as_text`] writes them. Quotation marks around texts may be left out. `None` if one of them is no value of the
/// type.
pub fn values_from_text(text: &str, value_type: &ValueType) -> Option<Vec<Value>> {
    if text.trim().is_empty() {
        return Some(Vec::new());
    }
    let parts: Result<Vec<serde_json::Value>, _> = serde_json::from_str(&format!("[{text}]"));
    let parts: Vec<String> = if let Ok(parts) = parts {
        parts.iter().map(ToString::to_string).collect()
    } else {
        let words = text.split([',', '，']).map(str::trim);
        let quoted = words.map(|word| serde_json::Value::from(word).to_string());
        quoted.collect()
    };
    let values = parts.iter().map(|part| {
        let value = read_typed(part, value_type).ok()?.value;
        value.coerced(value_type)
    });
    values.collect()
}

#[cfg(test)]
mod tests {
    use treewright_explore::claims::Says;

    use super::*;

    fn claim(name: &str) -> Claim {
        Claim {
            name: name.to_owned(),
            says: Says::Never("dead".to_owned()),
        }
    }

    #[test]
    fn claims_have_different_names() {
        let mut claims = Claims::default();
        for _ in 0..3 {
            ClaimsEdit::AddClaim(claim("Lives")).apply(&mut claims);
        }
        ClaimsEdit::Claim(1, claim(" Lives ")).apply(&mut claims);
        let names: Vec<_> = claims.claims.iter().map(|claim| &*claim.name).collect();
        assert_eq!(names, ["Lives", "Lives 2", "Lives 3"]);
    }

    #[test]
    fn a_rule_is_replaced_and_removed() {
        let mut claims = Claims::default();
        let rule = InputRule::default();
        for rule in [Some(rule.clone()), Some(rule), None, None] {
            let is_there = rule.is_some();
            ClaimsEdit::Input("ammo".into(), rule).apply(&mut claims);
            assert_eq!(claims.inputs.len(), usize::from(is_there));
        }
    }

    #[test]
    fn values_are_read_as_they_are_written() {
        for (text, value_type, again) in [
            ("0, 1,30", ValueType::Int, Some("0, 1, 30")),
            ("1, 2.5", ValueType::Float, Some("1.0, 2.5")),
            ("true,false", ValueType::Bool, Some("true, false")),
            ("red, blue", ValueType::String, Some("\"red\", \"blue\"")),
            (" ", ValueType::Int, Some("")),
            ("one", ValueType::Int, None),
            ("1.5", ValueType::Int, None),
        ] {
            let values = values_from_text(text, &value_type);
            let written = values.as_deref().map(values_as_text);
            assert_eq!(written.as_deref(), again, "{text}");
        }
    }
}
