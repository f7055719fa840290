//! The quiet motion along the wires of running nodes: short bright dashes that move from parents to children. Does not know which wires
//! these are.

use std::time::Duration;

use egui::epaint::Mesh;
use egui::{Color32, Painter, Pos2, Shape};

use super::view::View;
use super::wires::{WireStyle, add_line};

/// The distance from one dash to the next and their length, in canvas units.
const SPACING: f32 = 40.0;
const LENGTH: f32 = 9.0;
/// How far they move in a second, in canvas units.
const SPEED: f64 = 48.0;
/// The zoom below which dashes are not made smaller.
const MIN_ZOOM: f32 = 0.5;
/// The time between two frames of the motion.
pub const FRAME: Duration = Duration::from_millis(33);
/// The width of a dash, relative to its wire.
const WIDTH: f32 = 0.6;

/// The dashes of a frame.
pub struct Motion {
    mesh: Mesh,
    color: Color32,
    /// The distance between dashes, their length, and the first one's distance from the parent, in screen points.
    spacing: f32,
    length: f32,
    phase: f32,
}

impl Motion {
    /// The motion at this time, in seconds.
    pub fn new(view: &View<'_>, time: f64) -> Self {
        let scale = view.projection.zoom.max(MIN_ZOOM);
        let along = (time * SPEED).rem_euclid(f64::from(SPACING)) as f32;
        Self {
            mesh: Mesh::default(),
            color: view.input.theme.motion(),
            spacing: SPACING * scale,
            length: LENGTH * scale,
            phase: along * scale,
        }
    }

    /// Adds the dashes of a wire. Wires of one family have the same dashes where they share a trunk.
    pub fn add(&mut self, points: &[Pos2], style: WireStyle) {
        let style = WireStyle {
            color: self.color,
            width: (style.width * WIDTH).max(1.0),
        };
        let mut start = self.phase - self.spacing;
        let whole: f32 = points.windows(2).map(|p| p[0].distance(p[1])).sum();
        while start < whole {
            let dash = part(points, start.max(0.0), start + self.length);
            if dash.len() > 1 {
                add_line(&mut self.mesh, &dash, style);
            }
            start += self.spacing;
        }
    }

    /// Draws the dashes. Returns whether there are any.
    pub fn paint(self, painter: &Painter) -> bool {
        let any = !self.mesh.is_empty();
        if any {
            painter.add(Shape::mesh(self.mesh));
        }
        any
    }
}

/// The part of a line between two distances from its start; empty if the line is shorter.
fn part(points: &[Pos2], from: f32, to: f32) -> Vec<Pos2> {
    let mut part = Vec::new();
    let mut here = 0.0;
    for pair in points.windows(2) {
        let length = pair[0].distance(pair[1]);
        let next = here + length;
        if next >= from && here <= to && length > 0.0 {
            let at =
                |distance: f32| pair[0].lerp(pair[1], ((distance - here) / length).clamp(0.0, 1.0));
            if part.is_empty() {
                part.push(at(from));
            }
            part.push(at(to));
        }
        here = next;
    }
    part.dedup();
    part
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;

    #[test]
    fn a_part_follows_the_line_around_its_corners() {
        let line = [pos2(0.0, 0.0), pos2(0.0, 10.0), pos2(20.0, 10.0)];
        let around = [pos2(0.0, 6.0), pos2(0.0, 10.0), pos2(5.0, 10.0)];
        assert_eq!(part(&line, 6.0, 15.0), around);
        assert_eq!(
            part(&line, 28.0, 40.0),
            [pos2(18.0, 10.0), pos2(20.0, 10.0)]
        );
        assert_eq!(part(&line, 31.0, 40.0), []);
    }
}
