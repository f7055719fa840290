//! Reads the screen through its accessibility tree.

use egui::accesskit::{Node, NodeId, Role};
use egui::{Pos2, Rect, pos2, vec2};

use super::Driven;

/// The content of the screen at one moment.
#[derive(Default)]
pub struct Sight {
    things: Vec<(NodeId, Node)>,
}

/// A widget on the screen.
#[derive(Clone, Debug)]
pub struct Thing {
    pub id: NodeId,
    pub label: String,
    pub rect: Rect,
}

impl Sight {
    /// Returns all visible widgets with this role.
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

    pub fn canvas(&self) -> Option<Thing> {
        self.all(Role::Canvas).next()
    }

    /// Returns the cards of nodes whose center can be clicked.
    pub fn cards(&self) -> Vec<Rect> {
        let Some(canvas) = self.canvas() else {
            return Vec::new();
        };
        let cards = self.all(Role::TreeItem).map(|item| item.rect);
        cards
            .filter(|card| canvas.rect.contains(card.center()))
            .collect()
    }

    /// Returns the center of the first widget whose name begins like this.
    pub fn begins(&self, label: &str) -> Option<Pos2> {
        let mut named = self.things.iter();
        let (_, node) = named.find(|(_, node)| {
            let own = node.label();
            own.is_some_and(|own| own.starts_with(label)) && node.bounds().is_some()
        })?;
        let bounds = node.bounds()?;
        let center = pos2(bounds.x0 as f32, bounds.y0 as f32)
            + vec2(bounds.width() as f32, bounds.height() as f32) / 2.0;
        Some(center)
    }

    /// Returns the position of the first widget with this name.
    pub fn named(&self, role: Role, label: &str) -> Option<Pos2> {
        let mut found = self.all(role).filter(|thing| thing.label == label);
        found.next().map(|thing| thing.rect.center())
    }
}

impl Driven {
    /// Draws a frame as for a screen reader and returns its content. Its cost is not counted, since other frames have no screen reader.
    pub fn look(&mut self) -> Sight {
        self.ctx.enable_accesskit();
        let (_, seen) = self.draw(Vec::new());
        self.ctx.disable_accesskit();
        Sight {
            things: seen.map(|update| update.nodes).unwrap_or_default(),
        }
    }
}
