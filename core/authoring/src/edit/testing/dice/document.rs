//! Random documents as files may contain them, including content that no command creates.

use treewright_core::abort::AbortType;
use treewright_core::model::{
    BrokenLink, BrokenLinkReason, Document, DocumentBuilder, Group, NamedTree, Node, Note,
    Override, ParameterValue, Scope, StandIn, Variable,
};
use treewright_core::value::{Value, ValueType};

use super::{Dice, PARAMETERS, TASKS};

impl Dice {
    /// Returns a node as a file may contain it, including content that no command creates.
    fn node(&self, id: String) -> Node {
        let mut node = Node::new(id, self.of(0, &TASKS));
        node.name = self.name(1);
        node.abort = AbortType::ALL[usize::from(self.picks[2] % 4)];
        node.position = self.position();
        node.disabled = self.flag;
        if self.picks[1].is_multiple_of(5) {
            node.data = format!("{} = alpha + {}\n(gamma", self.name(1), self.name(0));
        }
        for pick in 0..2 {
            let value = self.value();
            if value.as_literal().is_none_or(Value::is_finite) {
                node = node.with_parameter(self.of(pick, &PARAMETERS), value);
            }
        }
        if &*node.task == "Subtree" && self.picks[3].is_multiple_of(2) {
            for (pick, path) in [(1, "n3"), (2, "n3"), (1, "n6/n9")] {
                node.overrides.push(Override {
                    path: path.into(),
                    parameter: format!("{}{pick}", self.of(pick, &PARAMETERS)).into(),
                    value: ParameterValue::variable(self.name(2)),
                });
            }
        }
        if self.kind.is_multiple_of(5) {
            let said = Some(self.stand_in()).filter(StandIn::is_finite);
            node.stand_in = said.map(Box::new);
        }
        if self.kind.is_multiple_of(3) {
            node.extra.insert("future".to_owned(), "[1.0]".to_owned());
            node.duplicate_of = Some("n1".into());
            node.broken_links.push(BrokenLink {
                index: 0,
                child: format!("n{}", self.picks[3] % 40).into(),
                reason: BrokenLinkReason::Dangling,
            });
        }
        node
    }
}

/// Builds a document as a file may contain it: also leaves with children, and decorators with several.
pub(crate) fn document_of(all: &[Dice]) -> Document {
    let mut builder = DocumentBuilder::new("tree");
    for name in ["alpha", "beta"] {
        builder.variable(Variable::new(name, ValueType::Int));
    }
    let mut own = Variable::new("gamma", ValueType::Float);
    own.scope = Scope::Subtree;
    builder.variable(own);
    if all.len().is_multiple_of(2) {
        let schema = ("$schema".to_owned(), "\"schema.json\"".to_owned());
        builder.settings(|document| document.extra.extend([schema]));
    }
    for (i, dice) in all.iter().enumerate() {
        let node = dice.node(format!("n{}", i * 3));
        let parent = dice.id(1, builder.document());
        let added = match dice.picks[3] % 5 {
            0 => builder.loose(node),
            1 => builder.root(node).or_else(|node| builder.loose(*node)),
            _ => builder
                .child(&parent, node)
                .or_else(|node| builder.loose(*node)),
        };
        // Ids are unique; a node without a parent is unconnected.
        let _ = added;
    }
    for (i, dice) in all.iter().enumerate().filter(|(_, d)| d.kind % 5 == 0) {
        // A file may contain two trees of one name, and trees whose top does not exist.
        let root = format!("n{}", i * 3 + usize::from(dice.kind % 2));
        let tree = NamedTree::new(dice.of(1, &["alpha", "beta", "gamma", "delta"]), root);
        builder.settings(|document| document.trees.push(tree));
    }
    for (i, dice) in all.iter().enumerate().filter(|(_, d)| d.kind % 6 == 1) {
        let conflict = dice.conflict(&format!("n{}", i * 3));
        builder.settings(|document| document.conflicts.push(conflict));
    }
    for dice in all.iter().take(2) {
        let (notes, groups) = (Note::default(), Group::default());
        builder.settings(|document| {
            document.notes.push(Note {
                text: dice.name(1),
                ..notes
            });
            document.groups.push(Group {
                title: dice.name(2),
                ..groups
            });
        });
    }
    builder.finish()
}
