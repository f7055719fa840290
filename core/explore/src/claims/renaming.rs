//! Renames in claims: they follow the variables and nodes of their tree.

use std::collections::BTreeSet;

use treewright_core::expression::{rename_arguments, rename_members, rename_variables};

use super::names::{FUNCTIONS, LAST};
use super::{Changes, Claims, Says};

impl Claims {
    /// Gives variables other names, in rules for inputs and in expressions. `new` returns the new name for an old one that changes.
    pub fn rename_variables(&mut self, new: impl Fn(&str) -> Option<String>) {
        for (name, _) in &mut self.inputs {
            if let Some(new) = new(name) {
                *name = new.into();
            }
        }
        keep_first(&mut self.inputs);
        // `last.ammo` is the variable `ammo` before the frame, not a component of a variable `last`.
        let variable = |name: &str| new(name).filter(|_| name != LAST);
        for text in self.expressions_mut() {
            *text = rename_members(&rename_variables(text, variable), LAST, &new);
        }
    }

    /// Gives nodes other names, in rules for leaves and in expressions. `new` returns the new name for an old one that changes.
    pub fn rename_nodes(&mut self, new: impl Fn(&str) -> Option<String>) {
        for (name, _) in &mut self.leaves {
            if let Some(new) = new(name) {
                *name = new.as_str().into();
            }
        }
        keep_first(&mut self.leaves);
        let functions = FUNCTIONS.map(|function| function.name);
        for text in self.expressions_mut() {
            *text = rename_arguments(text, &functions, &new);
        }
    }

    /// All expressions of the file.
    fn expressions_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let rules = self.inputs.iter_mut();
        let rules = rules.filter_map(|(_, rule)| match &mut rule.changes {
            Changes::OnlyWhen(text) => Some(text),
            Changes::Free | Changes::Fixed | Changes::Initial => None,
        });
        let claims = self.claims.iter_mut();
        let claims = claims.flat_map(|claim| claim.says.expressions_mut());
        rules.chain(&mut self.assumptions).chain(claims)
    }
}

impl Says {
    /// Returns the expressions of the claim.
    pub fn expressions_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let (one, other) = match self {
            Self::Never(text) | Self::Always(text) | Self::Can(text) => (text, None),
            Self::Within { after, then, .. } => (after, Some(then)),
            Self::Before { first, then } => (first, Some(then)),
        };
        std::iter::once(one).chain(other)
    }
}

/// Keeps the first rule of each name.
fn keep_first<K: Ord + Clone, R>(rules: &mut Vec<(K, R)>) {
    let mut seen = BTreeSet::new();
    rules.retain(|(name, _)| seen.insert(name.clone()));
}

#[cfg(test)]
mod tests {
    use crate::claims_json;

    #[test]
    fn rules_and_expressions_follow_variables_and_nodes() {
        let text = br#"{"format": "treewright-claims", "version": 1,
            "inputs": {"ammo": {"changes_only_when": "running('Shoot') && ammo > 0"}, "n7/ammo": "fixed"},
            "leaves": {"Shoot": {"max_frames": 3}},
            "assumptions": ["ammo <= last.ammo || `n7/ammo` > 1"],
            "claims": [{"name": "A", "never": "ammo < 0 && note == 'Shoot'"},
                {"name": "B", "within": {"frames": 2, "after": "ammo == 1", "then": "succeeded(\"Shoot\")"}}]}"#;
        let Ok(mut claims) = claims_json::read(text) else {
            panic!("{:?}", claims_json::read(text));
        };
        let before = claims.clone();
        claims.rename_variables(|name| (name == "ammo").then(|| "my ammo".to_owned()));
        claims.rename_nodes(|name| (name == "Shoot").then(|| "Fire".to_owned()));
        let written = claims_json::write(&claims);
        for part in [
            r#""my ammo": {"changes_only_when": "running('Fire') && `my ammo` > 0"}"#,
            r#""n7/ammo": "fixed""#,
            r#""Fire": "#,
            "`my ammo` <= last.`my ammo` || `n7/ammo` > 1",
            "`my ammo` < 0 && note == 'Shoot'",
            r#"succeeded(\"Fire\")"#,
        ] {
            assert!(written.contains(part), "{part} in {written}");
        }
        claims.rename_variables(|name| (name == "my ammo").then(|| "ammo".to_owned()));
        claims.rename_nodes(|name| (name == "Fire").then(|| "Shoot".to_owned()));
        assert_eq!(claims, before);
    }
}
