//! Random documents and commands for property tests and fuzzing: every kind of command, including ones that must be refused.

mod conflicts;
mod document;
mod stand_ins;
#[cfg(test)]
mod strategies;

pub(crate) use document::document_of;
#[cfg(test)]
pub(crate) use strategies::{dice, document};
use treewright_core::abort::AbortType;
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    Annotation, Document, Group, Literal, NodePlace, Note, ParameterValue, SUBTREE, Scope, Variable,
};
use treewright_core::nodes::testing::random;
use treewright_core::value::{Value, ValueType};

use crate::edit::{Command, MovedBranch, OrderAxis, copy, move_below};

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

/// Random numbers from which a document or a command is made, for any document.
#[derive(Clone, Debug)]
pub(crate) struct Dice {
    kind: u8,
    picks: [u16; 4],
    flag: bool,
    dx: i32,
    dy: i32,
}

impl Dice {
    /// Takes the numbers from a fuzzer's input.
    pub(crate) fn drawn(dice: &mut random::Dice) -> Self {
        let mut shift = || match dice.below(9) {
            0 => (dice.below(1 << 16) << 16 | dice.below(1 << 16)) as i32,
            _ => dice.below(600) as i32 - 300,
        };
        let (dx, dy) = (shift(), shift());
        Self {
            kind: dice.below(1 << 8) as u8,
            picks: [0; 4].map(|_| dice.below(1 << 16) as u16),
            flag: dice.percent(50),
            dx,
            dy,
        }
    }

    fn of<'a, T: ?Sized>(&self, pick: usize, from: &[&'a T]) -> &'a T {
        from[usize::from(self.picks[pick]) % from.len()]
    }

    fn index(&self, pick: usize) -> usize {
        match self.picks[pick] % 8 {
            7 => usize::MAX,
            index => usize::from(index),
        }
    }

    /// Returns a node of the document; rarely one that does not exist.
    fn id(&self, pick: usize, document: &Document) -> NodeId {
        let n_nodes = document.node_count() + 1;
        let nth = usize::from(self.picks[pick]) % n_nodes;
        let node = document.pre_order().nth(nth);
        node.map_or_else(|| "nobody".into(), |node| node.id().clone())
    }

    /// Returns up to four nodes, possibly with duplicates.
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

    fn place(&self, document: &Document) -> NodePlace {
        match self.picks[3] % 6 {
            0 => NodePlace::Root,
            1 => NodePlace::Loose(self.index(2)),
            _ => NodePlace::Child(self.id(1, document), self.index(2)),
        }
    }

    /// Returns a command for this document, or one that it must refuse.
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
        match self.picks[3] / 6 % 8 {
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
            6 => {
                let nodes = [id(1)];
                let moved = move_below(document, &id(0), &nodes, self.index(2));
                moved.unwrap_or(Command::Detach(nodes.to_vec()))
            }
            _ => Command::AddNode {
                task: self.of(0, &TASKS).into(),
                place: self.place(document),
                position: self.position(),
            },
        }
    }

    /// Returns a command that changes the structure around existing nodes.
    fn reshaping(&self, document: &Document) -> Command {
        let shift = (self.dx % 300, self.dy % 300);
        match self.picks[3] / 6 % 6 {
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
            4 => Command::MoveToFile(Box::new(MovedBranch {
                nodes: self.ids(document),
                annotations: Vec::new(),
                parameters: vec![("file".into(), ParameterValue::literal("b.bt.json"))],
                ids: Vec::new(),
            })),
            _ => Command::Inline(
                self.runner(document)
                    .unwrap_or_else(|| self.id(0, document)),
            ),
        }
    }

    /// Returns a node that runs a subtree, if there is one.
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
            15 if self.flag && self.picks[1].is_multiple_of(3) => {
                Command::SetData(ids, format!("a = {}\nalpha", self.name(0)))
            }
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

    /// Overrides something inside a subtree, if a node runs one; else for any nodes.
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
        match self.picks[0] % 6 {
            0 => Command::SetDocumentName(self.name(1)),
            5 => Command::SetSchema(format!("{:?}", self.name(1))),
            4 => Command::SetLibraries(vec![self.name(1); self.picks[2] as usize % 3]),
            1 => Command::SetDescription(self.name(1)),
            2 => Command::SetSeed(u64::from(self.picks[1] % 3)),
            _ => Command::SetRestartWhenComplete(self.flag),
        }
    }
}
