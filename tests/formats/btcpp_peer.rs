//! What we write for BehaviorTree.CPP is loaded and ticked by behaviortree-rs, a port of it to Rust, and gives the same statuses frame by frame as
//! the document does here. Kept to what that port does right: see [`Draw::parents`].

use std::any::Any;
use std::sync::Arc;

use behaviortree_rs::basic_types::{NodeCategory, NodeStatus, PortsList, TreeNodeManifest};
use behaviortree_rs::macros::{define_ports, input_port};
use behaviortree_rs::nodes::{NodeConfig, NodeResult, NodeType, TreeNode, TreeNodeData};
use behaviortree_rs::sync::BoxFuture;
use behaviortree_rs::{Blackboard, Factory};
use treewright_core::compile::{GameTasks, compile};
use treewright_core::format::exchange::{ExchangeFormat, WriteOptions, write};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, DocumentBuilder, NamedTree, Node, ParameterValue};
use treewright_core::project::Project;
use treewright_core::runtime::{Globals, Status, TreeInstance};

/// How many frames are compared, if the tree lasts so long.
const FRAMES: usize = 12;

/// A stand-in of ours as a node of theirs: it answers a letter a tick, from the beginning each time it starts.
struct Script {
    answers: Vec<NodeStatus>,
    next: usize,
}

type Context = Box<dyn Any + Send + Sync>;

fn answer(context: &mut Context) -> NodeStatus {
    let script = context.downcast_mut::<Script>().unwrap();
    let last = script.answers.len() - 1;
    let status = script.answers[script.next.min(last)];
    script.next += 1;
    status
}

fn ports() -> PortsList {
    define_ports!(
        input_port!("mode", String::new()),
        input_port!("answers", String::new())
    )
}

fn start<'a>(data: &'a mut TreeNodeData, context: &'a mut Context) -> BoxFuture<'a, NodeResult> {
    Box::pin(async move {
        let answers: String = data.config.get_input("answers")?;
        let script = context.downcast_mut::<Script>().unwrap();
        script.next = 0;
        script.answers = answers
            .chars()
            .map(|letter| match letter {
                'S' => NodeStatus::Success,
                'F' => NodeStatus::Failure,
                _ => NodeStatus::Running,
            })
            .collect();
        Ok(answer(context))
    })
}

fn tick<'a>(_: &'a mut TreeNodeData, context: &'a mut Context) -> BoxFuture<'a, NodeResult> {
    Box::pin(async move { Ok(answer(context)) })
}

fn halt<'a>(_: &'a mut TreeNodeData, _: &'a mut Context) -> BoxFuture<'a, ()> {
    Box::pin(async {})
}

fn leaf(mut config: NodeConfig) -> TreeNode {
    let manifest = TreeNodeManifest {
        node_type: NodeCategory::Action,
        registration_id: "StandIn".into(),
        ports: ports(),
        description: String::new(),
    };
    config.set_manifest(Arc::new(manifest));
    TreeNode {
        data: TreeNodeData {
            name: "StandIn".into(),
            type_str: "StandIn".into(),
            node_type: NodeType::StatefulAction,
            node_category: NodeCategory::Action,
            config,
            status: NodeStatus::Idle,
            children: Vec::new(),
            ports_fn: ports,
        },
        context: Box::new(Script {
            answers: Vec::new(),
            next: 0,
        }),
        tick_fn: tick,
        start_fn: start,
        halt_fn: halt,
    }
}

/// The statuses there, up to the first end; none if the port cannot tick the tree.
fn there(text: &str) -> Option<String> {
    let mut factory = Factory::new();
    factory.register_node("StandIn", |config, _| leaf(config), NodeCategory::Action);
    let blackboard = Blackboard::create();
    let mut tree = match factory.create_sync_tree_from_text(text.to_owned(), &blackboard) {
        Ok(tree) => tree,
        Err(error) => panic!("behaviortree-rs does not load this: {error}\n{text}"),
    };
    let mut letters = String::new();
    while letters.len() < FRAMES {
        match tree.tick_exactly_once().ok()? {
            NodeStatus::Running => letters.push('R'),
            NodeStatus::Success => return Some(letters + "S"),
            NodeStatus::Failure => return Some(letters + "F"),
            NodeStatus::Idle | NodeStatus::Skipped => return None,
        }
    }
    Some(letters)
}

/// The statuses here, up to the first end.
fn here(document: &Document) -> String {
    let compiled = compile(document, &NodeLibrary::builtin(), &GameTasks::<()>::new());
    assert!(compiled.broken.is_empty());
    let mut instance = TreeInstance::new(compiled.program.unwrap(), 1);
    let mut globals = Globals::default();
    let mut letters = String::new();
    while letters.len() < FRAMES {
        let status = instance.tick(&mut (), &mut globals, 1.0).unwrap();
        letters.push(status.letter());
        if status != Status::Running {
            break;
        }
    }
    letters
}

/// Trees drawn from a seed.
struct Draw {
    state: u64,
    count: usize,
    trees: Vec<(String, Node)>,
    /// The nodes whose earlier children end at once.
    reactive: Vec<NodeId>,
}

impl Draw {
    fn below(&mut self, limit: usize) -> usize {
        self.state = self
            .state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.state >> 33) as usize % limit
    }

    fn node(&mut self, task: &str) -> Node {
        self.count += 1;
        Node::new(format!("n{}", self.count), task)
    }

    /// Kinds that can be interrupted there without harm, and those that cannot: a Parallel of the port does not forget who has ended, and
    /// its `ReactiveSequence` which child ran.
    fn parents(is_safe: bool) -> &'static [&'static str] {
        const SAFE: [&str; 7] = [
            "Sequence",
            "Selector",
            "Inverter",
            "ReturnSuccess",
            "ReturnFailure",
            "IfThenElse",
            "ReactiveSelector",
        ];
        const ALL: [&str; 11] = [
            "Sequence",
            "Selector",
            "Inverter",
            "ReturnSuccess",
            "ReturnFailure",
            "IfThenElse",
            "ReactiveSelector",
            "Parallel",
            "ParallelAll",
            "ReactiveSequence",
            "KeepRunningUntilFailure",
        ];
        if is_safe { &SAFE } else { &ALL }
    }

    fn leaf(&mut self) -> Node {
        let answers = ["S", "F", "RS", "RF", "RRS", "RRF", "R"];
        let answers = answers[self.below(answers.len())];
        self.script(answers)
    }

    fn script(&mut self, answers: &str) -> Node {
        self.node("StandIn")
            .with_parameter("mode", ParameterValue::literal("Sequence"))
            .with_parameter("answers", ParameterValue::literal(answers))
    }

    /// Adds a tree below a parent, or as the root.
    fn tree(
        &mut self,
        builder: &mut DocumentBuilder,
        parent: Option<&NodeId>,
        depth: usize,
        is_safe: bool,
    ) {
        let drawn = self.below(8);
        let node = match drawn {
            0..3 if parent.is_some() => self.leaf(),
            _ if depth == 0 => self.leaf(),
            3 if parent.is_some() => {
                let name = format!("T{}", self.trees.len());
                let tree = self.leaf();
                self.trees.push((name.clone(), tree));
                self.node("Subtree")
                    .with_parameter("tree", ParameterValue::literal(&*name))
            }
            _ => {
                let parents = Self::parents(is_safe);
                let task = parents[self.below(parents.len())];
                self.node(task)
            }
        };
        let (least, most) = match &*node.task {
            "StandIn" | "Subtree" => (0, 0),
            "Inverter" | "ReturnSuccess" | "ReturnFailure" | "KeepRunningUntilFailure" => (1, 1),
            "IfThenElse" => (2, 3),
            _ => (1, 4),
        };
        // What stands below these may be interrupted, or run again.
        let is_safe = is_safe
            || matches!(
                &*node.task,
                "ReactiveSelector" | "ReactiveSequence" | "Parallel" | "KeepRunningUntilFailure"
            );
        if &*node.task == "ReactiveSelector" {
            self.reactive.push(node.id().clone());
        }
        let id = match parent {
            None => builder.root(node).unwrap(),
            Some(parent) => builder.child(parent, node).unwrap(),
        };
        let count = least + self.below(most - least + 1);
        let is_reactive = self.reactive.contains(&id);
        for place in 1..=count {
            // The port does not interrupt a child when an earlier one overtakes it: here none does.
            if is_reactive && place < count {
                let answers = ["S", "F", "F"][self.below(3)];
                let leaf = self.script(answers);
                builder.child(&id, leaf).unwrap();
            } else {
                self.tree(builder, Some(&id), depth.saturating_sub(1), is_safe);
            }
        }
    }

    fn document(seed: u64) -> Document {
        let mut draw = Self {
            state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1,
            count: 0,
            trees: Vec::new(),
            reactive: Vec::new(),
        };
        let mut builder = DocumentBuilder::new("Main");
        draw.tree(&mut builder, None, 4, false);
        for (name, node) in std::mem::take(&mut draw.trees) {
            let root = builder.loose(node).unwrap();
            builder.settings(|document| document.trees.push(NamedTree::new(name, root)));
        }
        builder.finish()
    }
}

#[test]
fn another_program_loads_what_we_write_and_ticks_it_alike() {
    let library = NodeLibrary::builtin();
    let (mut compared, mut long) = (0, 0);
    for seed in 0..400 {
        let document = Draw::document(seed);
        let project = Project::alone(&document);
        let written = write(
            ExchangeFormat::Btcpp,
            &project,
            &library,
            &WriteOptions::default(),
        );
        let text = written.unwrap().files.swap_remove(0).text;
        let Some(there) = there(&text) else {
            continue;
        };
        assert_eq!(here(&document), there, "seed {seed}\n{text}");
        compared += 1;
        long += usize::from(there.len() > 2);
    }
    assert!(compared > 300 && long > 100, "{compared} {long}");
}
