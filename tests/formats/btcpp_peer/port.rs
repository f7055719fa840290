//! Runs the port of BehaviorTree.CPP: its own nodes, and two leaves that log when they are ticked.

use std::any::Any;
use std::sync::{Arc, Mutex};

use behaviortree_rs::basic_types::{NodeCategory, NodeStatus, PortsList, TreeNodeManifest};
use behaviortree_rs::macros::{build_node_ptr, define_ports, input_port};
use behaviortree_rs::nodes::decorator::RetryNode;
use behaviortree_rs::nodes::{NodeConfig, NodeResult, NodeType, TreeNode, TreeNodeData};
use behaviortree_rs::sync::BoxFuture;
use behaviortree_rs::{Blackboard, Factory};

use super::{ACTION, CONDITIONAL, FRAMES, Frame};

/// The ticked leaves, in order.
type Diary = Arc<Mutex<Vec<String>>>;

type Context = Box<dyn Any + Send + Sync>;

struct Script {
    diary: Diary,
    next: usize,
}

fn ports() -> PortsList {
    define_ports!(
        input_port!("is", String::new()),
        input_port!("answers", String::new())
    )
}

fn answer(data: &mut TreeNodeData, context: &mut Context) -> NodeResult {
    let is: String = data.config.get_input("is")?;
    let answers: String = data.config.get_input("answers")?;
    let script = context.downcast_mut::<Script>().unwrap();
    script.diary.lock().unwrap().push(is);
    let letter = answers.as_bytes()[script.next.min(answers.len() - 1)];
    script.next += 1;
    Ok(match letter {
        b'S' => NodeStatus::Success,
        b'F' => NodeStatus::Failure,
        _ => NodeStatus::Running,
    })
}

fn start<'a>(data: &'a mut TreeNodeData, context: &'a mut Context) -> BoxFuture<'a, NodeResult> {
    context.downcast_mut::<Script>().unwrap().next = 0;
    Box::pin(async move { answer(data, context) })
}

fn tick<'a>(data: &'a mut TreeNodeData, context: &'a mut Context) -> BoxFuture<'a, NodeResult> {
    Box::pin(async move { answer(data, context) })
}

fn halt<'a>(_: &'a mut TreeNodeData, _: &'a mut Context) -> BoxFuture<'a, ()> {
    Box::pin(async {})
}

fn leaf(mut config: NodeConfig, name: &str, diary: Diary) -> TreeNode {
    let node_type = match name {
        ACTION => NodeType::StatefulAction,
        _ => NodeType::SyncAction,
    };
    // The port reads leaves of the condition category only if they have a separate end tag.
    let node_category = NodeCategory::Action;
    config.set_manifest(Arc::new(TreeNodeManifest {
        node_type: node_category,
        registration_id: name.into(),
        ports: ports(),
        description: String::new(),
    }));
    TreeNode {
        data: TreeNodeData {
            name: name.into(),
            type_str: name.into(),
            node_type,
            node_category,
            config,
            status: NodeStatus::Idle,
            children: Vec::new(),
            ports_fn: ports,
        },
        context: Box::new(Script { diary, next: 0 }),
        tick_fn: tick,
        start_fn: start,
        halt_fn: halt,
    }
}

/// Returns the frames run by the port, up to the first end.
pub fn frames(text: &str) -> Vec<Frame> {
    let diary = Diary::default();
    let mut factory = Factory::new();
    for name in [ACTION, CONDITIONAL] {
        let diary = Arc::clone(&diary);
        let make = move |config, _| leaf(config, name, Arc::clone(&diary));
        factory.register_node(name, make, NodeCategory::Action);
    }
    // The port has it under a different name.
    let retry = |config, children| {
        let mut node = build_node_ptr!(config, "RetryUntilSuccessful", RetryNode);
        node.data.children = children;
        node
    };
    factory.register_node("RetryUntilSuccessful", retry, NodeCategory::Decorator);
    let made = factory.create_sync_tree_from_text(text.to_owned(), &Blackboard::create());
    let mut tree =
        made.unwrap_or_else(|error| panic!("behaviortree-rs does not load this: {error}\n{text}"));
    let mut frames = Vec::new();
    while frames.len() < FRAMES {
        let status = tree.tick_exactly_once();
        let status = match status.unwrap_or_else(|error| panic!("{error}\n{text}")) {
            NodeStatus::Running => 'R',
            NodeStatus::Success => 'S',
            NodeStatus::Failure => 'F',
            NodeStatus::Idle | NodeStatus::Skipped => '?',
        };
        let ticked = std::mem::take(&mut *diary.lock().unwrap());
        frames.push(Frame { ticked, status });
        if status != 'R' {
            break;
        }
    }
    frames
}
