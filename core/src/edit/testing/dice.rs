//! Random documents and commands for property tests: all kinds of commands, some of which must be refused.

mod conflicts;
mod stand_ins;

use proptest::prelude::*;

use crate::abort::AbortType;
use crate::edit::{Command, OrderAxis, copy};
use crate::geometry::Position;
use crate::ids::NodeId;
use crate::library::NodeLibrary;
use crate::model::{
    Annotation, BrokenLink, BrokenLinkReason, Document, DocumentBuilder, Group, Literal, NamedTree,
    Node, Note, Override, ParameterValue, Place, SUBTREE, Scope, StandIn, Variable,
};
use crate::value::{Value, ValueType};

const TASKS: [&str; 10] = [
    "Subtree",
    "Sequence",
    "Selector",
    "Inverter",
    "Wait",
    "CompareInt",
    "SetVariable",
    "Mystery",
    "Parallel",
    "Repeater",
];
const PARAMETERS: [&str; 11] = [
    "left",
    "operator",
    "right",
    "seconds",
    "variable",
    "value",
    "expression",
    "unheard",
    "tree",
    "file",
    "alpha",
];
const NAMES: [&str; 5] = ["alpha", "beta", "gamma", "", "delta"];

/// Numbers from which a document or a command is made, whatever the document is like by then.
#[derive(Clone, Debug)]
pub(crate) struct Dice {
    kind: u8,
    picks: [u16; 4],
    flag: bool,
    dx: i32,
    dy: i32,
}

pub(crate) fn dice() -> impl Strategy<Value = Dice> {
    let shift = prop_oneof![8 => -300..300_i32, 1 => any::<i32>()];
    let numbers = (
        any::<u8>(),
        any::<[u16; 4]>(),
        any::<bool>(),
        shift.clone(),
        shift,
    );
    numbers.prop_map(|(kind, picks, flag, dx, dy)| Dice {
        kind,
        picks,
        flag,
        dx,
        dy,
    })
}

impl Dice {
    fn of<'a, T: ?Sized>(&self, pick: usize, from: &[&'a T]) -> &'a T {
        from[usize::from(self.picks[pick]) % from.len()]
    }

    fn index(&self, pick: usize) -> usize {
        match self.picks[pick] % 8 {
            7 => usize::MAX,
            index => usize::from(index),
        }
    }

    /// A node of the document; seldom one that it does not have.
    fn id(&self, pick: usize, document: &Document) -> NodeId {
        let n_nodes = document.node_count() + 1;
        let nth = usize::from(self.picks[pick]) % n_nodes;
        let node = document.pre_order().nth(nth);
        node.map_or_else(|| "nobody".into(), |node| node.id().clone())
    }

    /// Up to four nodes, perhaps the same one twice.
    fn ids(&self, document: &Document) -> Vec<NodeId> {
        let picks = usize::from(self.kind / 64) + 1;
        (0..picks).map(|pick| self.id(pick, document)).collect()
    }

    fn name(&self, pick: usize) -> String {
        self.of(pick, &NAMES).to_owned()
    }

    fn position(&self) -> Position {
        Position::new(self.dx, self.dy)
    }

    fn value(&self) -> ParameterValue {
        match self.picks[3] % 8 {
            6 => ParameterValue::literal(self.name(2).as_str()),
            0 => ParameterValue::variable(self.name(2)),
            1 => ParameterValue::literal(i64::from(self.dx)),
            2 => ParameterValue::literal("<="),
            3 => ParameterValue::literal(f64::NAN),
            4 => ParameterValue::Literal(Literal {
                value: Value::Float(1.5),
                written: Some("1.50".into()),
            }),
            5 => ParameterValue::literal("alpha + gamma.x * (beta"),
            _ => ParameterValue::literal(f64::from(self.dy)),
        }
    }

    fn variable(&self) -> Variable {
        let types = [&ValueType::Int, &ValueType::Float, &ValueType::Bool];
        let value_type = self.of(1, &types).clone();
        let mut variable = Variable::new(self.name(0), value_type);
        variable.comment = self.name(2);
        if self.kind.is_multiple_of(4) {
            variable.scope = Scope::Subtree;
        } else if self.flag {
            variable.scope = Scope::Global;
            variable.initial = Literal::from(Value::Int(3));
        }
        variable
    }

    fn place(&self, document: &Document) -> Place {
        match self.picks[3] % 6 {
            0 => Place::Root,
            1 => Place::Loose(self.index(2)),
            _ => Place::Child(self.id(1, document), self.index(2)),
        }
    }

    /// A command for this document, or one that it must refuse.
    pub(crate) fn command(&self, document: &Document, fragment: &Document) -> Command {
        match self.kind % 32 {
            0..=3 => self.structure(document),
            4..=5 => self.reshaping(document),
            6..=9 => self.copies(document, fragment),
            10..=13 => self.arrangement(document),
            14..=21 => self.fields(document),
            22 => self.trees(document),
            23..=27 => self.variables(),
            28 => self.about_merges(document),
            29 => self.settings(),
            30 => self.annotations(document),
            _ => {
                let parts = (0..self.picks[0] % 5).map(|i| {
                    let mut part = self.clone();
                    part.kind = (self.picks[usize::from(i % 4)] >> 3) as u8 % 31 + 32 * 2;
                    part.picks.rotate_left(usize::from(i));
                    part.command(document, fragment)
                });
                Command::Batch(parts.collect())
            }
        }
    }

    fn structure(&self, document: &Document) -> Command {
        let id = |pick| self.id(pick, document);
        match self.picks[3] / 6 % 7 {
            0 => Command::InsertAbove {
                child: id(1),
                task: self.of(0, &TASKS).into(),
                position: self.position(),
            },
            1 => Command::MoveAbove {
                child: id(0),
                node: id(1),
            },
            2 => Command::Delete(self.ids(document)),
            3 => Command::Connect {
                parent: id(0),
                child: id(1),
                index: self.index(2),
            },
            4 => Command::Detach(self.ids(document)),
            5 => Command::MakeRoot(id(0)),
            _ => Command::AddNode {
                task: self.of(0, &TASKS).into(),
                place: self.place(document),
                position: self.position(),
            },
        }
    }

    /// What changes the shape around nodes that stay.
    fn reshaping(&self, document: &Document) -> Command {
        let shift = (self.dx % 300, self.dy % 300);
        match self.picks[3] / 6 % 5 {
            0 => Command::ReplaceTask {
                nodes: self.ids(document),
                task: self.of(0, &TASKS).into(),
            },
            1 => Command::Wrap {
                nodes: self.ids(document),
                task: self.of(0, &TASKS).into(),
                position: self.position(),
                shift,
            },
            2 => Command::RemoveKeepingChildren {
                node: match document.root() {
                    Some(root) if self.flag => root.clone(),
                    _ => self.id(0, document),
                },
                shift,
            },
            3 => Command::Extract {
                nodes: self.ids(document),
                name: self.name(1).into(),
                at: self.position(),
            },
            _ => Command::Inline(
                self.runner(document)
                    .unwrap_or_else(|| self.id(0, document)),
            ),
        }
    }

    /// A node that runs a subtree, if there is one.
    fn runner(&self, document: &Document) -> Option<NodeId> {
        let uses: Vec<_> = document.nodes().filter(|n| &*n.task == SUBTREE).collect();
        let nth = usize::from(self.picks[0]);
        let runner = uses.get(nth % uses.len().max(1)).filter(|_| nth % 4 > 0);
        runner.map(|runner| runner.id().clone())
    }

    fn copies(&self, document: &Document, fragment: &Document) -> Command {
        match self.picks[3] % 3 {
            0 => Command::Duplicate {
                nodes: self.ids(document),
                dx: self.dx,
                dy: self.dy,
            },
            1 => Command::Paste {
                fragment: Box::new(fragment.clone()),
                at: self.position(),
                below: self.flag.then(|| (self.id(0, document), self.index(1))),
            },
            _ => Command::Paste {
                fragment: Box::new(copy(document, &NodeLibrary::builtin(), &self.ids(document))),
                at: self.position(),
                below: self.flag.then(|| (self.id(0, document), self.index(1))),
            },
        }
    }

    fn arrangement(&self, document: &Document) -> Command {
        match self.picks[3] % 3 {
            0 => Command::Reorder {
                node: self.id(0, document),
                index: self.index(1),
            },
            1 => {
                let arrange = match self.picks[3] / 3 % 3 {
                    0 => Command::Arrange,
                    1 => Command::Align,
                    _ => Command::Distribute,
                };
                let ids = self.ids(document).into_iter();
                arrange(ids.map(|id| (id, self.position())).collect())
            }
            _ => Command::MoveBy {
                nodes: self.ids(document),
                dx: self.dx,
                dy: self.dy,
                with_descendants: self.flag,
                order_axis: match self.picks[3] / 3 % 3 {
                    0 => None,
                    1 => Some(OrderAxis::Horizontal),
                    _ => Some(OrderAxis::Vertical),
                },
            },
        }
    }

    fn fields(&self, document: &Document) -> Command {
        let ids = self.ids(document);
        match self.kind % 32 {
            14 => Command::SetName(ids, self.name(1)),
            15 if self.flag => Command::SetComment(ids, self.name(1)),
            15 => {
                let said = (!self.picks[1].is_multiple_of(4)).then(|| self.stand_in());
                Command::SetStandIn(ids, said)
            }
            16 => Command::SetAbort(ids, AbortType::ALL[usize::from(self.picks[3] % 4)]),
            17 => Command::SetDisabled(ids, self.flag),
            18 => Command::SetBreakpoint(ids, self.flag),
            19 => Command::SetCollapsed(ids, self.flag),
            20 if self.flag => Command::AcceptNewId(self.id(0, document)),
            20 => Command::ForgetBrokenLink {
                node: self.id(0, document),
                link: self.index(1),
            },
            _ => Command::SetParameter {
                nodes: ids,
                name: self.of(1, &PARAMETERS).into(),
                value: (!self.picks[2].is_multiple_of(3)).then(|| self.value()),
            },
        }
    }

    fn variables(&self) -> Command {
        match self.kind % 32 {
            23 => Command::AddVariable(self.variable()),
            24 => Command::RemoveVariable(self.name(0).into()),
            25 => Command::RenameVariable {
                from: self.name(0).into(),
                to: self.name(1).into(),
            },
            26 => Command::ChangeVariable(self.variable()),
            _ => Command::MoveVariable(self.name(0).into(), self.index(1)),
        }
    }

    fn trees(&self, document: &Document) -> Command {
        match self.picks[3] % 5 {
            0 | 1 => Command::NameTree {
                root: self.id(0, document),
                name: self.name(1).into(),
            },
            2 => Command::RenameTree {
                tree: self.index(0),
                name: self.name(1).into(),
            },
            3 => Command::RemoveTreeName(self.index(0)),
            _ => self.override_inside(document),
        }
    }

    /// A node that runs a subtree, if there is one, and something that is set inside it; or any nodes.
    fn override_inside(&self, document: &Document) -> Command {
        let runner = self.runner(document);
        let runner = runner.and_then(|runner| document.node(&runner));
        let set = runner.and_then(|runner| runner.overrides.first().filter(|_| self.flag));
        Command::SetOverride {
            node: runner.map_or_else(|| self.id(0, document), |runner| runner.id().clone()),
            path: set.map_or_else(|| self.id(1, document).as_str().into(), |o| o.path.clone()),
            parameter: set.map_or_else(|| self.of(2, &PARAMETERS).into(), |o| o.parameter.clone()),
            value: (!self.picks[2].is_multiple_of(3)).then(|| self.value()),
        }
    }

    fn annotation(&self, pick: usize) -> Annotation {
        let index = usize::from(self.picks[pick] / 2) % 4;
        if self.picks[pick].is_multiple_of(2) {
            Annotation::Note(index)
        } else {
            Annotation::Group(index)
        }
    }

    fn annotations(&self, document: &Document) -> Command {
        let list = || vec![self.annotation(0), self.annotation(1)];
        let size = (self.dx, self.dy);
        match self.picks[3] % 8 {
            0 | 1 => Command::AddNote(Note {
                text: self.name(1),
                position: self.position(),
                size,
                ..Note::default()
            }),
            2 => Command::AddGroup(Group {
                title: self.name(1),
                position: self.position(),
                size,
                ..Group::default()
            }),
            3 => Command::DeleteAnnotations(list()),
            4 => {
                let place = |which| (which, self.position(), size);
                Command::PlaceAnnotations(list().into_iter().map(place).collect())
            }
            5 => Command::SetAnnotationText(self.annotation(0), self.name(1)),
            6 => Command::SetAnnotationColor(list(), self.name(1)),
            _ if document.notes.len() + document.groups.len() > 50 => {
                Command::DeleteAnnotations(list())
            }
            _ => Command::DuplicateAnnotations {
                annotations: list(),
                dx: self.dx,
                dy: self.dy,
            },
        }
    }

    fn settings(&self) -> Command {
        match self.picks[0] % 5 {
            0 => Command::SetDocumentName(self.name(1)),
            4 => Command::SetLibraries(vec![self.name(1); self.picks[2] as usize % 3]),
            1 => Command::SetDescription(self.name(1)),
            2 => Command::SetSeed(u64::from(self.picks[1] % 3)),
            _ => Command::SetRestartWhenComplete(self.flag),
        }
    }

    /// A node for a document as a file may hold it, with things that no command makes.
    fn node(&self, id: String) -> Node {
        let mut node = Node::new(id, self.of(0, &TASKS));
        node.name = self.name(1);
        node.abort = AbortType::ALL[usize::from(self.picks[2] % 4)];
        node.position = self.position();
        node.disabled = self.flag;
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

/// A document as a file may hold it: also leaves with children, and decorators with several.
pub(crate) fn document() -> impl Strategy<Value = Document> {
    prop::collection::vec(dice(), 0..24).prop_map(|all| {
        let mut builder = DocumentBuilder::new("tree");
        for name in ["alpha", "beta"] {
            builder.variable(Variable::new(name, ValueType::Int));
        }
        let mut own = Variable::new("gamma", ValueType::Float);
        own.scope = Scope::Subtree;
        builder.variable(own);
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
            added.unwrap();
        }
        for (i, dice) in all.iter().enumerate().filter(|(_, d)| d.kind % 5 == 0) {
            // of one name there may be two in a file, and some name a node that does not exist
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
    })
}
