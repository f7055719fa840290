//! What is on the screen, by way of what a screen reader is told.

use egui::accesskit::{Node, NodeId, Role};
use egui::{Pos2, Rect, pos2};

use super::Driven;

/// What was on the screen when somebody looked.
#[derive(Default)]
pub struct Sight {
    things: Vec<(NodeId, Node)>,
}

/// Something on the screen.
#[derive(Clone, Debug)]
pub struct Thing {
    pub id: NodeId,
    pub label: String,
    pub rect: Rect,
}

impl Sight {
    /// All things of a role that are drawn somewhere.
    pub fn all(&self, role: Role) -> impl Iterator<Item = Thing> {
        let of_role = self
            .things
            .iter()
            .filter(move |(_, node)| node.role() == role);
        of_role.filter_map(|(id, node)| {
            let bounds = node.bounds()?;
            let at = |x: f64, y: f64| pos2(x as f32, y as f32);
            Some(Thing {
                id: *id,
                label: node.label().unwrap_or_default().to_owned(),
                rect: Rect::from_min_max(at(bounds.x0, bounds.y0), at(bounds.x1, bounds.y1)),
            })
        })
    }

    /// The canvas.
    pub fn canvas(&self) -> Option<Thing> {
        self.all(Role::Canvas).next()
    }

    /// The cards of nodes that can be pressed in their middle.
    pub fn cards(&self) -> Vec<Rect> {
        let Some(canvas) = self.canvas() else {
            return Vec::new();
        };
        let cards = self.all(Role::TreeItem).map(|item| item.rect);
        cards
            .filter(|card| canvas.rect.contains(card.center()))
            .collect()
    }

    /// Where the first thing with this name is.
    pub fn named(&self, role: Role, label: &str) -> Option<Pos2> {
        let mut found = self.all(role).filter(|thing| thing.label == label);
        found.next().map(|thing| thing.rect.center())
    }
}

impl Driven {
    /// Draws a frame as for a screen reader, and looks. Its cost does not count, since no screen reader listens otherwise.
    pub fn look(&mut self) -> Sight {
        self.ctx.enable_accesskit();
        let (_, seen) = self.draw(Vec::new());
        self.ctx.disable_accesskit();
        Sight {
            things: seen.map(|update| update.nodes).unwrap_or_default(),
        }
    }
}
