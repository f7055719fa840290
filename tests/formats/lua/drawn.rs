//! Generates random trees of everything that can be exported to the seed engine.

use treewright_core::abort::AbortType;
use treewright_core::model::{Document, DocumentBuilder, Node, ParameterValue, Variable};
use treewright_core::value::Value;

/// A seeded random number generator.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

const TITLES: [&str; 7] = [
    "",
    "Guard",
    "守卫 \"1\"",
    "end",
    "a\\b\n7",
    "[[x]]",
    "\u{1}2",
];

/// Generates a tree of everything that can be exported.
pub fn document(seed: u64, size: usize) -> Document {
    let mut dice = Dice(seed);
    let mut builder = DocumentBuilder::new(TITLES[dice.below(7)]);
    for (name, initial) in variables() {
        let mut variable = Variable::new(name, initial.value_type());
        variable.initial = initial.into();
        builder.variable(variable);
    }
    let mut root = Node::new("n0", "Sequence");
    root.abort = AbortType::ALL[dice.below(4)];
    let mut open = vec![(builder.root(root).unwrap(), usize::MAX)];
    for i in 1..size {
        if open.is_empty() {
            break;
        }
        let at = dice.below(open.len());
        let parent = open[at].0.clone();
        open[at].1 = open[at].1.saturating_sub(1);
        if open[at].1 == 0 {
            open.swap_remove(at);
        }
        let (node, children) = drawn(&mut dice, i);
        let id = builder.child(&parent, node).unwrap();
        if children > 0 {
            open.push((id, children));
        }
    }
    // Nodes without the children that they need get one.
    let nodes = builder.document().nodes();
    let bare = nodes.filter(|node| is_parent(node) && node.children().is_empty());
    let bare: Vec<_> = bare.map(|node| node.id().clone()).collect();
    for parent in bare {
        let leaf = Node::new(format!("{parent}.1"), "Log")
            .with_parameter("text", ParameterValue::literal("end"));
        builder.child(&parent, leaf).unwrap();
    }
    builder.finish()
}

/// The variables of every tree. None of them changes the result of a condition, because the mock does not report aborts.
pub fn variables() -> [(&'static str, Value); 4] {
    [
        ("flag", true.into()),
        ("说", "first".into()),
        ("pause", 1.0.into()),
        ("rounds", 3_i64.into()),
    ]
}

fn is_parent(node: &Node) -> bool {
    let leaves = [
        "Log",
        "Wait",
        "CompareBool",
        "SetVariable",
        "Shoot",
        "看见敌人",
    ];
    !leaves.contains(&&*node.task)
}

/// Returns a node and its maximum number of children.
fn drawn(dice: &mut Dice, number: usize) -> (Node, usize) {
    let tasks = [
        "Sequence",
        "Selector",
        "Parallel",
        "Inverter",
        "Repeater",
        "ReturnSuccess",
        "ReturnFailure",
        "UntilSuccess",
        "UntilFailure",
        "Log",
        "Wait",
        "CompareBool",
        "SetVariable",
        "Shoot",
        "看见敌人",
    ];
    let task = tasks[dice.below(tasks.len())];
    let mut node = Node::new(format!("n{number}"), task);
    TITLES[dice.below(7)].clone_into(&mut node.name);
    node.disabled = dice.below(12) == 0;
    let mut set = |name: &str, value: Value| {
        node.parameters
            .insert(name.into(), ParameterValue::literal(value));
    };
    match task {
        "Log" => set(
            "text",
            format!("{number} {}", TITLES[dice.below(7)])
                .as_str()
                .into(),
        ),
        "Wait" => set("seconds", [0.0, 0.5, 1.25, 2.0][dice.below(4)].into()),
        "CompareBool" => {
            set("left", (dice.below(2) == 0).into());
            set("operator", ["==", "!="][dice.below(2)].into());
        }
        "Repeater" => {
            set("count", (1 + dice.below(4) as i64).into());
            set("forever", (dice.below(4) == 0).into());
            set("end_on_failure", (dice.below(2) == 0).into());
        }
        "UntilFailure" => set("succeed", (dice.below(2) == 0).into()),
        "Shoot" => {
            set("rounds", (dice.below(9) as i64 - 4).into());
            set("at", Value::Vec3([0.1, -1e300, dice.below(7) as f64]));
            set("口号", TITLES[dice.below(7)].into());
            set("end", 1e-7.into());
            set("list", Value::List(vec![true.into(), false.into()].into()));
        }
        _ => {}
    }
    let mut bind = |name: &str, variable: &str| {
        let bound = ParameterValue::variable(variable);
        node.parameters.insert(name.into(), bound);
    };
    match (task, dice.below(3)) {
        ("Log", 0) => bind("text", "说"),
        ("Wait", 0) => bind("seconds", "pause"),
        ("CompareBool", 0) => bind("right", "flag"),
        ("Repeater", 0) => bind("count", "rounds"),
        ("SetVariable", which) => {
            let sets: [(&str, Value); 3] = [
                ("说", "second".into()),
                ("pause", 0.5.into()),
                ("rounds", 2_i64.into()),
            ];
            let (name, value) = sets[which].clone();
            bind("variable", name);
            let value = ParameterValue::literal(value);
            node.parameters.insert("value".into(), value);
        }
        _ => {}
    }
    let children = match task {
        "Sequence" | "Parallel" => usize::MAX,
        "Selector" => 1 + dice.below(5),
        _ if is_parent(&node) => 1,
        _ => 0,
    };
    if ["Sequence", "Parallel", "Selector"].contains(&task) {
        node.abort = AbortType::ALL[dice.below(4)];
    }
    (node, children)
}
