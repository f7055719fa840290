//! Trees to draw, placed so that all of one can be in view.

use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, DocumentBuilder, Node, ParameterValue};

const COLUMN: i32 = 200;
const ROW: i32 = 76;

/// A selector over `columns` sequences, each over `rows` leaves that lie below each other.
pub fn stacked(columns: i32, rows: i32) -> Document {
    let mut builder = DocumentBuilder::new("Stacked");
    let mut numbers = 0..;
    let mut node = |task: &str, x: i32, y: i32| {
        let mut node = Node::new(format!("n{}", numbers.next().unwrap_or(0)), task);
        node.position = Position::new(x * COLUMN, y * ROW);
        node
    };
    let add = |added: Result<NodeId, Box<Node>>| added.unwrap_or_else(|_| NodeId::from("n0"));
    let root = add(builder.root(node("Selector", columns / 2, 0)));
    for column in 0..columns {
        let mut branch = node("Sequence", column, 1);
        branch.name = format!("Branch {column}");
        let branch = add(builder.child(&root, branch));
        for row in 0..rows {
            let leaf = match row % 4 {
                0 => node("CompareBool", column, row + 2)
                    .with_parameter("left", ParameterValue::variable("sees_enemy")),
                1 => node("Wait", column, row + 2)
                    .with_parameter("seconds", ParameterValue::literal(2.5)),
                2 => node("Log", column, row + 2)
                    .with_parameter("text", ParameterValue::literal("on my way")),
                _ => {
                    let mut leaf = node("StandIn", column, row + 2);
                    leaf.name = format!("Walk to post {row}");
                    leaf
                }
            };
            add(builder.child(&branch, leaf));
        }
    }
    builder.finish()
}
