//! Generates random trees from a seed, limited to what the port of BehaviorTree.CPP does like the original.

use std::collections::BTreeSet;

use treewright_core::ids::NodeId;
use treewright_core::model::{Document, DocumentBuilder, NamedTree, Node, ParameterValue};

use super::{ACTION, CONDITIONAL};

/// All generated parent types. The first ones can be interrupted safely in the port. The others cannot: a Parallel of the port does not forget which
/// children have ended.
pub const PARENTS: [&str; 15] = [
    "Sequence",
    "Selector",
    "Inverter",
    "ReturnSuccess",
    "ReturnFailure",
    "IfThenElse",
    "KeepRunningUntilFailure",
    "Repeater",
    "Retry",
    "RunOnce",
    "ReactiveSelector",
    "ReactiveSequence",
    "WhileDoElse",
    "Parallel",
    "ParallelAll",
];
const SAFE: usize = 13;

/// A tree, and its leaves that are below a Parallel.
pub struct Drawn {
    pub document: Document,
    pub below_parallel: BTreeSet<String>,
}

/// The surroundings of a generated node.
#[derive(Clone, Copy)]
struct Place {
    depth: usize,
    /// Whether an ancestor may interrupt it.
    is_interrupted: bool,
    /// Whether it may be ticked once more here than in the port.
    is_below_parallel: bool,
}

/// A node and its number of children.
struct Shape {
    node: Node,
    children: usize,
}

impl From<Node> for Shape {
    fn from(node: Node) -> Self {
        Self { node, children: 0 }
    }
}

struct Draw {
    state: u64,
    count: usize,
    builder: DocumentBuilder,
    /// Subtrees that are not generated yet.
    waiting: Vec<(String, Place)>,
    below_parallel: BTreeSet<String>,
}

/// Generates the tree of a seed.
pub fn draw(seed: u64) -> Drawn {
    let mut draw = Draw {
        state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1,
        count: 0,
        builder: DocumentBuilder::new("Main"),
        waiting: Vec::new(),
        below_parallel: BTreeSet::new(),
    };
    let place = Place {
        depth: 4,
        is_interrupted: false,
        is_below_parallel: false,
    };
    let Shape { node, children } = draw.parent(place);
    let root = draw.builder.root(node).unwrap();
    draw.children(&root, children, place);
    while let Some((name, place)) = draw.waiting.pop() {
        let Shape { node, children } = match draw.below(2) {
            0 => draw.leaf(place).into(),
            _ => draw.parent(place),
        };
        let root = draw.builder.loose(node).unwrap();
        draw.children(&root, children, place);
        let tree = NamedTree::new(name, root);
        draw.builder.settings(|document| document.trees.push(tree));
    }
    Drawn {
        document: draw.builder.finish(),
        below_parallel: draw.below_parallel,
    }
}

impl Draw {
    fn below(&mut self, limit: usize) -> usize {
        self.state = self
            .state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.state >> 33) as usize % limit
    }

    fn of(&mut self, from: &[&'static str]) -> &'static str {
        from[self.below(from.len())]
    }

    fn node(&mut self, task: &str) -> Node {
        self.count += 1;
        Node::new(format!("n{}", self.count), task)
    }

    fn script(&mut self, task: &str, answers: &str, place: Place) -> Node {
        let node = self.node(task);
        let is = node.id().to_string();
        if place.is_below_parallel {
            self.below_parallel.insert(is.clone());
        }
        node.with_parameter("is", ParameterValue::literal(&*is))
            .with_parameter("answers", ParameterValue::literal(answers))
    }

    fn leaf(&mut self, place: Place) -> Node {
        let answers = self.of(&["S", "F", "RS", "RF", "RRS", "RRF", "R"]);
        self.script(ACTION, answers, place)
    }

    /// Returns a leaf that is checked again in every frame. Its answers continue when it restarts, so where an additional tick would change later
    /// results it always returns the same.
    fn conditional(&mut self, place: Place) -> Node {
        let answers = if place.is_below_parallel {
            self.of(&["S", "F"])
        } else {
            self.of(&["S", "F", "SSF", "FFS", "SFS", "FSF", "SSSSF"])
        };
        self.script(CONDITIONAL, answers, place)
    }

    /// Returns a parent and its number of children.
    fn parent(&mut self, place: Place) -> Shape {
        let task = loop {
            let drawn = self.below(PARENTS.len());
            // A RunOnce would remember an additional tick.
            let remembers = PARENTS[drawn] == "RunOnce";
            if (!place.is_interrupted || drawn < SAFE) && !(place.is_below_parallel && remembers) {
                break PARENTS[drawn];
            }
        };
        let (least, most) = match task {
            "Inverter"
            | "ReturnSuccess"
            | "ReturnFailure"
            | "KeepRunningUntilFailure"
            | "RunOnce"
            | "Repeater"
            | "Retry" => (1, 1),
            "IfThenElse" | "WhileDoElse" => (2, 3),
            _ => (1, 4),
        };
        let children = least + self.below(most - least + 1);
        let drawn = 1 + self.below(children.max(3)) as i64;
        let count = 1 + drawn % children as i64;
        let set = match task {
            "Retry" => vec![("attempts", drawn)],
            "Repeater" => vec![("count", drawn)],
            // Their sum is one more than the number of children: then a Parallel ends with the same status there.
            "Parallel" => vec![
                ("success_threshold", count),
                ("failure_threshold", children as i64 + 1 - count),
            ],
            "ParallelAll" => vec![("max_failures", count)],
            _ => vec![],
        };
        let mut node = self.node(task);
        for (name, value) in set {
            node = node.with_parameter(name, ParameterValue::literal(value));
        }
        if task == "Repeater" {
            node = node.with_parameter("end_on_failure", ParameterValue::literal(true));
        }
        Shape { node, children }
    }

    fn any(&mut self, place: Place) -> Shape {
        match self.below(8) {
            _ if place.depth == 0 => self.leaf(place).into(),
            0..3 => self.leaf(place).into(),
            3 => self.conditional(place).into(),
            4 => {
                let name = format!("T{}", self.count);
                let depth = place.depth - 1;
                self.waiting.push((name.clone(), Place { depth, ..place }));
                let node = self.node("Subtree");
                let tree = ParameterValue::literal(&*name);
                node.with_parameter("tree", tree).into()
            }
            _ => self.parent(place),
        }
    }

    /// Generates `count` children below a node.
    fn children(&mut self, parent: &NodeId, count: usize, place: Place) {
        let node = self.builder.document().node(parent).unwrap();
        let task = node.task.to_string();
        let rounds = ["attempts", "count"]
            .into_iter()
            .find_map(|name| node.parameters.get(name)?.as_literal()?.as_int());
        let interrupts = matches!(
            &*task,
            "ReactiveSelector" | "ReactiveSequence" | "WhileDoElse" | "Parallel"
        );
        let below = Place {
            depth: place.depth.saturating_sub(1),
            is_interrupted: place.is_interrupted || interrupts,
            is_below_parallel: place.is_below_parallel || task == "Parallel",
        };
        for at in 1..=count {
            let is_asked = match &*task {
                // The port checks only conditionals again, and does not interrupt what an earlier child that is Running overtakes.
                "ReactiveSelector" | "ReactiveSequence" => at < count,
                "WhileDoElse" => at == 1,
                // With two children, the original also forgets to reset a first child that failed.
                "IfThenElse" => at == 1 && count == 2,
                _ => false,
            };
            let child = match rounds {
                _ if is_asked => self.conditional(below).into(),
                // The port begins the next iteration in the same frame; the original does so only after a child that was Running.
                Some(2..) => {
                    let answers = self.of(&["RS", "RF", "RRS", "RRF"]);
                    self.script(ACTION, answers, below).into()
                }
                _ => self.any(below),
            };
            let id = self.builder.child(parent, child.node).unwrap();
            self.children(&id, child.children, below);
        }
    }
}
