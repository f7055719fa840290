//! behaviortree-rs: node ticks are boxed futures. Leaves receive no world, so they share one made of atomics.

use std::any::Any;
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, Ordering};

use behaviortree_rs::basic_types::{
    NodeCategory, NodeStatus, PortDirection, PortsList, TreeNodeManifest,
};
use behaviortree_rs::nodes::control::{
    FallbackNode, ParallelNode, ReactiveFallbackNode, SequenceNode,
};
use behaviortree_rs::nodes::decorator::InverterNode;
use behaviortree_rs::nodes::{NodeConfig, NodeResult, NodeType, TreeNode, TreeNodeData};
use behaviortree_rs::sync::BoxFuture;
use behaviortree_rs::tree::SyncTree;
use behaviortree_rs::{Blackboard, Factory};

use super::engine::{Engine, Tally};
use super::shape::{Agent, Outcome, Shape, World};

/// A world that leaves can share.
pub struct SharedWorld {
    conditions: Vec<AtomicBool>,
    actions: Vec<AtomicU8>,
    calls: AtomicU32,
}

/// Such an action succeeds at every fourth call.
const EVERY_FOURTH: u8 = 3;

impl SharedWorld {
    fn of_world(world: &World) -> Self {
        let action = |outcome: &Outcome| AtomicU8::new(*outcome as u8);
        Self {
            conditions: world
                .conditions
                .iter()
                .copied()
                .map(AtomicBool::new)
                .collect(),
            actions: world.actions.iter().map(action).collect(),
            calls: AtomicU32::new(0),
        }
    }

    fn of_agent(agent: &Agent) -> Self {
        let (bits, calls) = agent.parts();
        Self {
            conditions: (0..12)
                .map(|i| AtomicBool::new(bits >> i & 1 == 1))
                .collect(),
            actions: (0..7).map(|_| AtomicU8::new(EVERY_FOURTH)).collect(),
            calls: AtomicU32::new(calls),
        }
    }

    fn action(&self, index: usize) -> NodeStatus {
        const SUCCESS: u8 = Outcome::Success as u8;
        const FAILURE: u8 = Outcome::Failure as u8;
        match self.actions[index].load(Ordering::Relaxed) {
            SUCCESS => NodeStatus::Success,
            FAILURE => NodeStatus::Failure,
            EVERY_FOURTH => {
                let calls = self.calls.load(Ordering::Relaxed) + 1;
                self.calls.store(calls, Ordering::Relaxed);
                if calls.is_multiple_of(4) {
                    NodeStatus::Success
                } else {
                    NodeStatus::Running
                }
            }
            _ => NodeStatus::Running,
        }
    }
}

struct Leaf {
    world: Arc<SharedWorld>,
    index: usize,
}

type LeafBox = Box<dyn Any + Send + Sync>;

fn condition<'a>(_: &'a mut TreeNodeData, leaf: &'a mut LeafBox) -> BoxFuture<'a, NodeResult> {
    Box::pin(async move {
        let holds = leaf
            .downcast_ref::<Leaf>()
            .is_some_and(|leaf| leaf.world.conditions[leaf.index].load(Ordering::Relaxed));
        Ok(if holds {
            NodeStatus::Success
        } else {
            NodeStatus::Failure
        })
    })
}

fn action<'a>(_: &'a mut TreeNodeData, leaf: &'a mut LeafBox) -> BoxFuture<'a, NodeResult> {
    Box::pin(async move {
        let status = leaf
            .downcast_ref::<Leaf>()
            .map_or(NodeStatus::Failure, |leaf| leaf.world.action(leaf.index));
        Ok(status)
    })
}

fn halt<'a>(_: &'a mut TreeNodeData, _: &'a mut LeafBox) -> BoxFuture<'a, ()> {
    Box::pin(async {})
}

fn leaf(mut config: NodeConfig, is_condition: bool, leaf: Leaf) -> TreeNode {
    let name = if is_condition { "Condition" } else { "Action" };
    config.set_manifest(Arc::new(TreeNodeManifest {
        node_type: NodeCategory::Action,
        registration_id: name.into(),
        ports: PortsList::new(),
        description: String::new(),
    }));
    TreeNode {
        data: TreeNodeData {
            name: name.into(),
            type_str: name.into(),
            node_type: if is_condition {
                NodeType::SyncAction
            } else {
                NodeType::StatefulAction
            },
            node_category: NodeCategory::Action,
            config,
            status: NodeStatus::Idle,
            children: Vec::new(),
            ports_fn: PortsList::new,
        },
        context: Box::new(leaf),
        tick_fn: if is_condition { condition } else { action },
        start_fn: if is_condition { condition } else { action },
        halt_fn: halt,
    }
}

fn build(shape: &Shape, blackboard: &Blackboard, world: &Arc<SharedWorld>) -> TreeNode {
    let mut config = NodeConfig::new(blackboard.clone());
    let mut node = match shape {
        Shape::Sequence(_) | Shape::Watched(_) => SequenceNode::create_node("Sequence", config),
        Shape::Selector(_) => FallbackNode::create_node("Fallback", config),
        Shape::Watching(_) => ReactiveFallbackNode::create_node("ReactiveFallback", config),
        Shape::Parallel(_) => {
            config.add_port(PortDirection::Input, "success_count".into(), "-1".into());
            config.add_port(PortDirection::Input, "failure_count".into(), "1".into());
            ParallelNode::create_node("Parallel", config)
        }
        Shape::Inverter(_) => InverterNode::create_node("Inverter", config),
        Shape::Condition(index) | Shape::Action(index) => {
            let world = world.clone();
            let index = *index;
            let is_condition = matches!(shape, Shape::Condition(_));
            return leaf(config, is_condition, Leaf { world, index });
        }
    };
    let child = |child| build(child, blackboard, world);
    node.data.children = shape.children().iter().map(child).collect();
    node
}

fn tree(shape: &Shape, world: &Arc<SharedWorld>) -> SyncTree {
    SyncTree::new(build(shape, &Blackboard::create(), world))
}

fn tick(tree: &mut SyncTree) -> Outcome {
    match tree.tick_once() {
        Ok(NodeStatus::Success) => Outcome::Success,
        Ok(NodeStatus::Running) => Outcome::Running,
        _ => Outcome::Failure,
    }
}

fn write(shape: &Shape, text: &mut String) {
    let name = match shape {
        Shape::Condition(index) => {
            let _ = writeln!(text, "<C{index}/>");
            return;
        }
        Shape::Action(index) => {
            let _ = writeln!(text, "<A{index}/>");
            return;
        }
        Shape::Sequence(_) | Shape::Watched(_) => "Sequence",
        Shape::Selector(_) => "Fallback",
        Shape::Watching(_) => "ReactiveFallback",
        Shape::Parallel(_) => "Parallel",
        Shape::Inverter(_) => "Inverter",
    };
    let _ = writeln!(text, "<{name}>");
    for child in shape.children() {
        write(child, text);
    }
    let _ = writeln!(text, "</{name}>");
}

pub struct BehaviortreeRs;

impl Engine for BehaviortreeRs {
    const NAME: &'static str = "behaviortree-rs 0.2.4";

    /// This engine has no shared programs: every instance is built from the shape.
    type Program = Shape;
    type Single = (SyncTree, Arc<SharedWorld>);
    type Crowd = Vec<SyncTree>;
    type Loaded = (Factory, SyncTree);

    fn program(shape: Shape) -> Self::Program {
        shape
    }

    fn single(shape: &Shape, world: World) -> Self::Single {
        let world = Arc::new(SharedWorld::of_world(&world));
        (tree(shape, &world), world)
    }

    fn tick((tree, _): &mut Self::Single) -> Outcome {
        tick(tree)
    }

    fn set_condition((_, world): &mut Self::Single, index: usize, value: bool) {
        world.conditions[index].store(value, Ordering::Relaxed);
    }

    fn crowd(shape: &Shape, agents: &[Agent]) -> Self::Crowd {
        let one = |agent| tree(shape, &Arc::new(SharedWorld::of_agent(agent)));
        agents.iter().map(one).collect()
    }

    fn frame(crowd: &mut Self::Crowd, tally: &mut Tally) {
        for tree in crowd {
            tally.count(tick(tree));
        }
    }

    fn file(shape: &Shape) -> String {
        let mut text = String::from("<root>\n<BehaviorTree ID=\"main\">\n");
        write(shape, &mut text);
        text.push_str("</BehaviorTree>\n</root>\n");
        text
    }

    fn load(file: &str) -> Self::Loaded {
        let world = Arc::new(SharedWorld {
            conditions: vec![AtomicBool::new(true)],
            actions: Vec::new(),
            calls: AtomicU32::new(0),
        });
        let mut factory = Factory::new();
        let make = move |config, _| {
            let world = world.clone();
            leaf(config, true, Leaf { world, index: 0 })
        };
        factory.register_node("C0", make, NodeCategory::Action);
        let blackboard = Blackboard::create();
        match factory.create_sync_tree_from_text(file.into(), &blackboard) {
            Ok(tree) => (factory, tree),
            Err(error) => panic!("the tree cannot be read: {error}"),
        }
    }
}
