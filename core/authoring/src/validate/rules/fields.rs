//! Rules for fields that this version does not know: a later version may have added them, but those whose names are like known ones are mistakes.

use treewright_core::diagnostic::{Location, Problem, Problems};
use treewright_core::format::native::known_fields;
use treewright_core::model::{Extra, Node};
use treewright_core::spelling::nearest;

use crate::validate::context::Context;

/// Names that other tools use for a field, and what it is called here.
const OTHER_NAMES: [(&str, &str); 8] = [
    ("value", "initial"),
    ("default", "initial"),
    ("initial_value", "initial"),
    ("type", "task"),
    ("title", "name"),
    ("params", "parameters"),
    ("properties", "parameters"),
    ("kind", "type"),
];

pub(super) fn of_document(context: &Context<'_>, found: &mut Problems) {
    let document = context.document;
    check(
        &document.extra,
        known_fields::DOCUMENT,
        || Location::Document,
        found,
    );
    for variable in &document.variables {
        let location = || Location::Variable(variable.name.clone());
        check(&variable.extra, known_fields::VARIABLE, location, found);
    }
    for tree in &document.trees {
        let location = || Location::Tree(tree.name.clone());
        check(&tree.extra, known_fields::TREE, location, found);
    }
}

pub(super) fn of_node(_: &Context<'_>, _: usize, node: &Node, found: &mut Problems) {
    let location = || Location::Node(node.id().clone());
    check(&node.extra, known_fields::NODE, location, found);
}

fn check(extra: &Extra, known: &[&str], location: impl Fn() -> Location, found: &mut Problems) {
    for field in extra.keys() {
        let mut others = OTHER_NAMES.iter();
        let other = others.find(|(name, meant)| name == field && known.contains(meant));
        let meant = other.map(|(_, meant)| *meant);
        if let Some(meant) = meant.or_else(|| nearest(field, known.iter().copied())) {
            let (field, meant) = (field.clone(), meant.to_owned());
            found.add(location(), Problem::MisspelledField { field, meant });
        }
    }
}
