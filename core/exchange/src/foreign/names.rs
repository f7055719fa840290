//! Names: those of a game's own tasks that a built-in kind has too get a prefix here, and lose it in the other tool's file; and a node's name and
//! comment are one text in tools that have only that.

use std::borrow::Cow;
use std::sync::LazyLock;

use rustc_hash::FxHashSet;
use treewright_core::model::Node;
use treewright_core::nodes;

/// What stands before the name of a game's own task that is called like a built-in kind.
const PREFIX: &str = "game.";

/// Whether a built-in kind has this name.
pub(crate) fn is_builtin(name: &str) -> bool {
    static NAMES: LazyLock<FxHashSet<String>> = LazyLock::new(|| {
        let declared = nodes::declarations().into_iter();
        declared
            .map(|declaration| declaration.task.into_owned())
            .collect()
    });
    NAMES.contains(name)
}

/// What a game's own task of this name is called here.
pub(crate) fn own_name(name: &str) -> Cow<'_, str> {
    if is_builtin(name.trim_start_matches(PREFIX)) {
        return format!("{PREFIX}{name}").into();
    }
    name.into()
}

/// What a task is called in the other tool's file.
pub(crate) fn foreign_name(task: &str) -> &str {
    match task.strip_prefix(PREFIX) {
        Some(name) if is_builtin(name.trim_start_matches(PREFIX)) => name,
        _ => task,
    }
}

/// A text as the name and comment of a node: its first line, and the others.
pub(crate) fn split_description(text: &str) -> (String, String) {
    let (name, comment) = text.split_once('\n').unwrap_or((text, ""));
    (name.to_owned(), comment.to_owned())
}

/// Name and comment as one text.
pub(crate) fn full_description(node: &Node) -> String {
    if node.comment.is_empty() {
        return node.name.clone();
    }
    format!("{}\n{}", node.name, node.comment)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_games_own_task_keeps_its_name_through_ours() {
        for (name, here) in [
            ("Idle", "game.Idle"),
            ("game.Idle", "game.game.Idle"),
            ("Attack", "Attack"),
            ("game.Attack", "game.Attack"),
        ] {
            assert_eq!(own_name(name), here);
            assert_eq!(foreign_name(here), name);
        }
    }
}
