//! A parent of many children, most of them out of sight: only the visible part is drawn.

use egui::{Pos2, Shape, Theme};
use egui_kittest::Harness;
use treewright_core::geometry::Position;
use treewright_core::model::{Document, DocumentBuilder, Node};

use super::desk::{Desk, window};

const CHILDREN: i32 = 5_000;

fn wide() -> Document {
    let mut builder = DocumentBuilder::new("Wide");
    let root = builder.root(Node::new("root", "Parallel")).unwrap();
    for i in 0..CHILDREN {
        let mut child = Node::new(format!("n{i}"), "Idle");
        child.position = Position::new(i * 140, 120);
        builder.child(&root, child).unwrap();
    }
    builder.finish()
}

/// Returns the corners of all meshes.
fn corners(harness: &Harness<'_, Desk>) -> Vec<Pos2> {
    let mut pending: Vec<&Shape> = harness.output().shapes.iter().map(|s| &s.shape).collect();
    let mut corners = Vec::new();
    while let Some(shape) = pending.pop() {
        match shape {
            Shape::Vec(shapes) => pending.extend(shapes),
            Shape::Mesh(mesh) => corners.extend(mesh.vertices.iter().map(|v| v.pos)),
            _ => {}
        }
    }
    corners
}

#[test]
fn connections_that_leave_the_view_in_one_direction_are_drawn_once() {
    let mut harness = window(Desk::new(wide()), Theme::Dark);
    harness.run_steps(2);
    let corners = corners(&harness);
    assert!(corners.len() < 20_000, "{}", corners.len());
    // The one connection drawn leads to the last child.
    let right = corners.iter().map(|at| at.x).fold(0.0, f32::max);
    let zoom = harness.state().canvas.zoom();
    assert!(right > zoom * (140 * (CHILDREN - 10)) as f32, "{right}");
}
