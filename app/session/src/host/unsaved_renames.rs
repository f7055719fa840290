//! Variables and nodes that were renamed in an open tree and not saved yet: its scenarios and claims on disk still have the old names. They are read with the new
//! ones, and written with them when the tree is saved. So undo, and closing without saving, concern both.

use treewright_authoring::edit::{Rename, RenameKind};
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, SUBTREE, Scope};

use super::about_trees::AboutTree;

/// Renames variables and nodes in a scenario of this tree, or in its claims. The tree has the last of the names. Returns whether anything has
/// changed.
pub fn apply<T: AboutTree>(content: &mut T, renames: &[Rename], document: &Document) -> bool {
    let before = content.clone();
    for rename in renames {
        let Rename { kind, from, to } = rename;
        match kind {
            RenameKind::Variable => {
                content.rename_variable(from, to, |path| {
                    path.is_none_or(|path| is_own_use(document, path))
                });
            }
            RenameKind::Node => {
                content.rename_nodes(|name| (*name == **from).then(|| to.to_string()));
            }
        }
    }
    *content != before
}

/// Renames them back to the names in the file.
pub fn revert<T: AboutTree>(content: &mut T, renames: &[Rename], document: &Document) {
    let reversed: Vec<_> = renames.iter().rev().map(Rename::reversed).collect();
    apply(content, &reversed, document);
}

/// Returns whether the nodes of this path run trees of the document itself, whose uses have copies of its variables for subtrees.
fn is_own_use(document: &Document, path: &str) -> bool {
    let has_copies = document.variables.iter().any(|v| v.scope == Scope::Subtree);
    has_copies
        && path.split('/').all(|id| {
            let node = document.node(&NodeId::from(id));
            node.is_some_and(|node| &*node.task == SUBTREE && !node.runs_other_file())
        })
}

#[cfg(test)]
mod tests {
    use treewright_core::model::testing::draw;
    use treewright_insight::scenario_json;

    use super::*;

    #[test]
    fn inputs_expectations_and_stand_ins_follow_and_can_be_reverted() {
        let text = br#"{"format": "treewright-scenario", "version": 1, "name": "", "tree": "a.bt.json", "dt": 0.1, "frames": 2, "leaves": {"a": {"expression": "medkits > 1"}},
            "steps": [{"frame": 1, "set": {"medkits": 3}, "expect": {"variables": {"medkits": 3, "n7/medkits": 2, "n8/medkits": 1}}}]}"#;
        let Ok(scenario) = scenario_json::read(text) else {
            panic!("{:?}", scenario_json::read(text));
        };
        let document = draw(
            "first_aid:int@subtree; r:Sequence[a:Idle n7:Subtree(tree=X) n8:Subtree(file=other.bt.json)] | X=x:Idle",
        );
        let renames = [Rename {
            kind: RenameKind::Variable,
            from: "medkits".into(),
            to: "first_aid".into(),
        }];
        let mut renamed = scenario.clone();
        assert!(apply(&mut renamed, &renames, &document));
        assert!(renamed.frames_naming("medkits").is_empty());
        assert_eq!(renamed.frames_naming("first_aid"), [1]);
        revert(&mut renamed, &renames, &document);
        assert_eq!(renamed, scenario);
        assert!(!apply(&mut renamed, &[], &document));
    }
}
