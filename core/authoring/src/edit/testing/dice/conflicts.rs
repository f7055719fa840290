//! Random conflicts, as merges and files contain them, and commands that resolve them.

use treewright_core::ids::NodeId;
use treewright_core::model::{
    Conflict, ConflictKind, Document, DocumentBuilder, Field, FieldValue, Node, NodePlace, Side,
    Subject, Variable,
};
use treewright_core::value::ValueType;

use super::{Dice, TASKS};
use crate::edit::{Command, VersionOrigin};

impl Dice {
    /// Returns a conflict about this node, a variable, or the document.
    pub(super) fn conflict(&self, node: &str) -> Conflict {
        let id = NodeId::from(node);
        let other = NodeId::from(format!("n{}", self.picks[1] % 30));
        let text = || FieldValue::Text(self.of(0, &TASKS).into());
        let branch = || {
            let mut builder = DocumentBuilder::default();
            let top = builder.root(Node::new(format!("{id}b"), "Sequence"));
            let below = top.and_then(|top| builder.child(&top, Node::new(other.clone(), "Wait")));
            drop(below);
            FieldValue::Branch(NodePlace::Child(id.clone(), 0), Box::new(builder.finish()))
        };
        let of_node = Subject::Node(id.clone());
        let (subject, field, theirs) = match self.picks[2] % 10 {
            0 => (of_node, Field::Task, Some(text())),
            1 => (of_node, Field::Name, None),
            2 => (
                of_node,
                Field::Place,
                Some(FieldValue::Place(NodePlace::Child(other, 1))),
            ),
            3 => (
                of_node,
                Field::Place,
                Some(FieldValue::Place(NodePlace::Root)),
            ),
            4 => (
                of_node,
                Field::Order,
                Some(FieldValue::Nodes(vec![other, id])),
            ),
            5 => (of_node, Field::Presence, Some(branch())),
            6 => (of_node, Field::Presence, None),
            7 => (
                Subject::Document,
                Field::Root,
                Some(FieldValue::Node(other)),
            ),
            8 => (Subject::Document, Field::Seed, Some(FieldValue::Number(7))),
            _ => {
                let mut whole = Document::default();
                *whole.variables = vec![Variable::new("beta", ValueType::Bool)];
                let whole = FieldValue::Whole(Box::new(whole));
                (
                    Subject::Variable("beta".into()),
                    Field::Presence,
                    Some(whole),
                )
            }
        };
        Conflict {
            kind: ConflictKind::ALL[usize::from(self.picks[3]) % ConflictKind::ALL.len()],
            subject,
            field,
            base: None,
            ours: None,
            theirs,
        }
    }

    /// Returns a command that concerns merges.
    pub(super) fn about_merges(&self, document: &Document) -> Command {
        if self.picks[3].is_multiple_of(3) {
            let mut other = document.clone();
            other.name = self.name(1);
            other.variables.truncate(1);
            other.conflicts.push(self.conflict("n3"));
            return Command::Become(Box::new(other), VersionOrigin::Merge);
        }
        Command::SettleConflict {
            conflict: usize::from(self.picks[0] % 4),
            side: if self.flag { Side::Ours } else { Side::Theirs },
        }
    }
}
