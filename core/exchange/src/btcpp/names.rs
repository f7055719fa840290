//! The rules for names in BehaviorTree.CPP.

use treewright_core::category::Category;
use treewright_core::format::tasks_json::MAX_NAME;
use treewright_core::nodes;

use crate::foreign::Families;

/// The prefix of a node's task if it has the name of a built-in node type that it does not match.
const OTHER: &str = "BT.";

/// The deepest tree that BehaviorTree.CPP accepts.
pub(super) const MAX_DEPTH: usize = 256;

/// Returns whether a name contains a character that BehaviorTree.CPP forbids (`findForbiddenChar` in
/// `src/basic_types.cpp`).
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

/// Returns whether a name is legal for a tree, or for a node that is an element (`validateModelName` in
/// `src/xml_parsing.cpp`).
pub(super) fn is_legal(name: &str) -> bool {
    !name.is_empty() && !has_forbidden(name) && !matches!(name, "Root" | "root")
}

/// Returns whether a name is legal for a single node or subtree in a file (`validateInstanceName` in
/// `src/xml_parsing.cpp`).
pub(super) fn is_instance(name: &str) -> bool {
    let is_blank = |c: char| matches!(c, '\t' | '\n' | '\r');
    !name.chars().any(|c| c.is_ascii_control() && !is_blank(c))
}

/// Returns whether a task or parameter of this name can be declared in a library. Others are only kept.
pub(super) fn is_declarable(name: &str) -> bool {
    let is_plain = name.trim() == name && !name.chars().any(char::is_control);
    is_plain && !name.is_empty() && name.chars().count() <= MAX_NAME - OTHER.len()
}

/// Returns whether an element can have this name.
pub(super) fn is_element(name: &str) -> bool {
    let begins_well = |c: char| !c.is_ascii_digit() && !matches!(c, '-' | '.');
    let is_foreign = |c: char| !c.is_ascii() && !c.is_whitespace() && !c.is_control();
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-') || is_foreign(c);
    name.chars().next().is_some_and(begins_well) && name.chars().all(is_part)
}

/// Attributes reserved by BehaviorTree.CPP; no port can have these names (`IsReservedAttribute` in
/// `src/basic_types.cpp`).
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

/// Returns whether BehaviorTree.CPP takes an attribute of this name for a port (`IsAllowedPortName` in
/// `src/basic_types.cpp`).
pub(super) fn is_port(name: &str) -> bool {
    let begins_well = name.starts_with(|c: char| c.is_ascii_alphabetic());
    begins_well && !has_forbidden(name) && !RESERVED.contains(&name)
}

/// Returns whether a model may describe a port of this name (`validatePortName` in `src/xml_parsing.cpp`).
pub(super) fn is_model_port(name: &str) -> bool {
    let begins_badly = name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit());
    !begins_badly && !has_forbidden(name) && !RESERVED.contains(&name)
}

/// Returns the task for a node that is not BehaviorTree.CPP's own.
pub(super) fn task_of(theirs: &str) -> String {
    let is_ours = nodes::Builtin::make(theirs, &nodes::Arguments::default()).is_some();
    if is_ours || theirs.starts_with(OTHER) {
        format!("{OTHER}{theirs}")
    } else {
        theirs.to_owned()
    }
}

/// Returns the name in BehaviorTree.CPP of a task that is not built in.
pub(super) fn theirs_of(task: &str) -> &str {
    task.strip_prefix(OTHER).unwrap_or(task)
}

const FAMILIES: Families = Families(["Control", "Decorator", "Condition", "Action"]);

/// Returns the element that names a node of this category explicitly.
pub(super) fn explicit(category: Category) -> &'static str {
    FAMILIES.name(category)
}

/// Returns the category that an element names explicitly.
pub(super) fn family(element: &str) -> Option<Category> {
    FAMILIES.of(element)
}

/// Returns a legal name that resembles `name`.
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
