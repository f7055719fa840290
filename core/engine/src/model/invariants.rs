//! Checks the structural rules of a document. Tests call it after each edit; a correct program never breaks a rule.

use rustc_hash::FxHashSet;

use super::Document;

/// Describes each broken rule; empty for every document that a user can make.
pub fn broken_invariants(document: &Document) -> Vec<String> {
    let mut broken = Vec::new();
    let mut seen = FxHashSet::default();
    for head in document.heads() {
        match document.node(head) {
            None => broken.push(format!("head {head} does not exist")),
            Some(node) if node.parent().is_some() => {
                broken.push(format!("head {head} has a parent"));
            }
            Some(_) => {}
        }
    }
    let mut walk = document.heads().collect::<Vec<_>>();
    while let Some(id) = walk.pop() {
        if !seen.insert(id) {
            broken.push(format!("{id} is reached twice"));
            continue;
        }
        let Some(node) = document.node(id) else {
            broken.push(format!("{id} does not exist"));
            continue;
        };
        for child in node.children() {
            if document.node(child).and_then(|c| c.parent()) != Some(id) {
                broken.push(format!("{child} does not name {id} as its parent"));
            }
            walk.push(child);
        }
    }
    if seen.len() != document.node_count() {
        broken.push(format!(
            "{} nodes are kept and {} are reached",
            document.node_count(),
            seen.len()
        ));
    }
    broken
}
