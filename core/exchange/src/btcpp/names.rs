//! What names may look like in BehaviorTree.CPP, and what may not be one.

use treewright_core::category::Category;
use treewright_core::format::tasks_json::MAX_NAME;
use treewright_core::nodes;

use crate::foreign::Families;

/// What stands before the name of a node of theirs that is called as one of our own kinds, which it is not.
const OTHER: &str = "BT.";

/// How deep a tree may be, as the library checks it.
pub(super) const MAX_DEPTH: usize = 256;

/// Whether the library finds a character in a name that it forbids (`findForbiddenChar` in `src/basic_types.cpp`).
fn has_forbidden(name: &str) -> bool {
    let is_forbidden = |c: char| {
        c.is_ascii_control()
            || matches!(
                c,
                ' ' | '<' | '>' | '&' | '"' | '\'' | '/' | '\\' | ':' | '*' | '?' | '|' | '.'
            )
    };
    name.chars().any(is_forbidden)
}

/// Whether it can be the name of a tree, or of a node that is an element (`validateModelName` in `src/xml_parsing.cpp`).
pub(super) fn is_legal(name: &str) -> bool {
    !name.is_empty() && !has_forbidden(name) && !matches!(name, "Root" | "root")
}

/// Whether it can be what a node or subtree of a file is called (`validateInstanceName` in `src/xml_parsing.cpp`).
pub(super) fn is_instance(name: &str) -> bool {
    let is_blank = |c: char| matches!(c, '\t' | '\n' | '\r');
    !name.chars().any(|c| c.is_ascii_control() && !is_blank(c))
}

/// Whether a task or parameter of this name can be declared in a library. Others are only kept.
pub(super) fn is_declarable(name: &str) -> bool {
    let is_plain = name.trim() == name && !name.chars().any(char::is_control);
    is_plain && !name.is_empty() && name.chars().count() <= MAX_NAME - OTHER.len()
}

/// Whether an element can be called so.
pub(super) fn is_element(name: &str) -> bool {
    let begins_well = |c: char| !c.is_ascii_digit() && !matches!(c, '-' | '.');
    let is_foreign = |c: char| !c.is_ascii() && !c.is_whitespace() && !c.is_control();
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-') || is_foreign(c);
    name.chars().next().is_some_and(begins_well) && name.chars().all(is_part)
}

/// Attributes of the library's own, which no port can be called as (`IsReservedAttribute` in `src/basic_types.cpp`).
const RESERVED: [&str; 11] = [
    "ID",
    "name",
    "_autoremap",
    "_failureIf",
    "_successIf",
    "_skipIf",
    "_while",
    "_onHalted",
    "_onFailure",
    "_onSuccess",
    "_post",
];

/// Whether the library takes an attribute of this name for a port (`IsAllowedPortName` in `src/basic_types.cpp`).
pub(super) fn is_port(name: &str) -> bool {
    let begins_well = name.starts_with(|c: char| c.is_ascii_alphabetic());
    begins_well && !has_forbidden(name) && !RESERVED.contains(&name)
}

/// Whether a model may describe a port of this name (`validatePortName` in `src/xml_parsing.cpp`).
pub(super) fn is_model_port(name: &str) -> bool {
    let begins_badly = name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit());
    !begins_badly && !has_forbidden(name) && !RESERVED.contains(&name)
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

const FAMILIES: Families = Families(["Control", "Decorator", "Condition", "Action"]);

/// The element that names a node of this family explicitly.
pub(super) fn explicit(category: Category) -> &'static str {
    FAMILIES.name(category)
}

/// The family that an element names explicitly.
pub(super) fn family(element: &str) -> Option<Category> {
    FAMILIES.of(element)
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
