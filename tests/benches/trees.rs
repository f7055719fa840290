//! Trees to draw, placed so that a whole one can be in view.

use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, DocumentBuilder, Node, ParameterValue, Variable};
use treewright_core::value::ValueType;

const COLUMN: i32 = 200;
const ROW: i32 = 76;

/// Returns a selector over `columns` sequences, each over `rows` leaves of several node types, placed below each other.
pub fn stacked(columns: i32, rows: i32) -> Document {
    build("Selector", columns, rows, |row, node| match row % 4 {
        0 => {
            node.task = "CompareBool".into();
            let variable = ParameterValue::variable("sees_enemy");
            node.parameters.insert("left".into(), variable);
        }
        1 => {
            node.task = "Wait".into();
            let seconds = ParameterValue::literal(2.5);
            node.parameters.insert("seconds".into(), seconds);
        }
        2 => {
            node.task = "Log".into();
            let text = ParameterValue::literal("on my way");
            node.parameters.insert("text".into(), text);
        }
        _ => node.name = format!("Walk to post {row}"),
    })
}

/// Like [`stacked`], with all sequences running in parallel, each leaf for `seconds`. If that is no longer than a frame of the run, the whole tree
/// runs in every frame; if it is longer, each sequence moves from leaf to leaf.
pub fn waiting(columns: i32, rows: i32, seconds: f64) -> Document {
    build("Parallel", columns, rows, |_, node| {
        node.task = "Wait".into();
        let seconds = ParameterValue::literal(seconds);
        node.parameters.insert("seconds".into(), seconds);
    })
}

fn build(root: &str, columns: i32, rows: i32, leaf: impl Fn(i32, &mut Node)) -> Document {
    let mut builder = DocumentBuilder::new("Stacked");
    builder.variable(Variable::new("sees_enemy", ValueType::Bool));
    builder.settings(|document| document.restart_when_complete = true);
    let mut numbers = 0..;
    let mut node = |task: &str, x: i32, y: i32| {
        let mut node = Node::new(format!("n{}", numbers.next().unwrap_or(0)), task);
        node.position = Position::new(x * COLUMN, y * ROW);
        node
    };
    let add = |added: Result<NodeId, Box<Node>>| added.unwrap_or_else(|_| NodeId::from("n0"));
    let head = add(builder.root(node(root, columns / 2, 0)));
    for column in 0..columns {
        let mut branch = node("Sequence", column, 1);
        branch.name = format!("Branch {column}");
        let branch = add(builder.child(&head, branch));
        for row in 0..rows {
            let mut added = node("StandIn", column, row + 2);
            leaf(row, &mut added);
            add(builder.child(&branch, added));
        }
    }
    builder.finish()
}
