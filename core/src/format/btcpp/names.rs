//! What names may look like in BehaviorTree.CPP, and what may not be one.

use crate::category::Category;
use crate::format::tasks_json::MAX_NAME;
use crate::nodes;

/// What stands before the name of a node of theirs that is called as one of our own kinds, which it is not.
const OTHER: &str = "BT.";

/// How deep a tree may be, as the library checks it.
pub(super) const MAX_DEPTH: usize = 256;

/// Whether it can be the name of a node, a tree or a port.
pub(super) fn is_legal(name: &str) -> bool {
    let is_forbidden = |c: char| {
        c.is_whitespace()
            || c.is_control()
            || matches!(
                c,
                '<' | '>' | '&' | '"' | '\'' | '/' | '\\' | ':' | '*' | '?' | '|' | '.'
            )
    };
    !name.is_empty() && !name.chars().any(is_forbidden) && !name.eq_ignore_ascii_case("root")
}

/// Whether a task or parameter of this name can be declared in a library. Others are only kept.
pub(super) fn is_declarable(name: &str) -> bool {
    let is_plain = name.trim() == name && !name.chars().any(char::is_control);
    is_plain && !name.is_empty() && name.chars().count() <= MAX_NAME - OTHER.len()
}

/// Whether an element can be called so.
pub(super) fn is_element(name: &str) -> bool {
    let begins_well = |c: char| !c.is_ascii_digit() && !matches!(c, '-' | '.');
    let is_part = |c: char| !c.is_ascii() || c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    name.chars().next().is_some_and(begins_well) && name.chars().all(is_part)
}

/// Whether the library takes an attribute of this name for a port: it looks at the first byte.
pub(super) fn is_port(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// What a node of theirs that is none of the library's own is called here.
pub(super) fn task_of(theirs: &str) -> String {
    let is_ours = nodes::Builtin::make(theirs, &nodes::Arguments::default()).is_some();
    if is_ours || theirs.starts_with(OTHER) {
        format!("{OTHER}{theirs}")
    } else {
        theirs.to_owned()
    }
}

/// What a task that is none of our own kinds is called there.
pub(super) fn theirs_of(task: &str) -> &str {
    task.strip_prefix(OTHER).unwrap_or(task)
}

/// The element that names a node of this family explicitly.
pub(super) fn explicit(category: Category) -> &'static str {
    match category {
        Category::Composite => "Control",
        Category::Decorator => "Decorator",
        Category::Conditional => "Condition",
        Category::Action => "Action",
    }
}

/// The family that an element names explicitly.
pub(super) fn family(element: &str) -> Option<Category> {
    Category::ALL
        .into_iter()
        .find(|category| explicit(*category) == element)
}

/// A name made legal, for what has none that is.
pub(super) fn legal(name: &str) -> String {
    let legal: String = name
        .chars()
        .map(|c| {
            if is_legal(c.encode_utf8(&mut [0; 4])) {
                c
            } else {
                '_'
            }
        })
        .collect();
    if is_legal(&legal) {
        legal
    } else {
        "MainTree".to_owned()
    }
}
