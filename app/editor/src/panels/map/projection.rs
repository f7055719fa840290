//! From the coordinates of a game to the screen: which two of them are shown, and which part of the plane is visible. Knows
//! nothing of runs.

use egui::{Pos2, Rect, Vec2, pos2};
use treewright_core::value::Value;

/// The least and the most points of the screen for each unit.
const SCALES: (f64, f64) = (1e-6, 1e6);

/// The coordinates of a vec3 that are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Plane {
    #[default]
    Xy,
    Xz,
}

impl Plane {
    pub fn other(self) -> Self {
        match self {
            Self::Xy => Self::Xz,
            Self::Xz => Self::Xy,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Xy => "x / y",
            Self::Xz => "x / z",
        }
    }

    /// The point of a vector; `None` for other values, and for numbers that are not finite.
    pub fn point(self, value: &Value) -> Option<[f64; 2]> {
        let point = match (value, self) {
            (Value::Vec2(point), _) => *point,
            (Value::Vec3([x, y, _]), Self::Xy) => [*x, *y],
            (Value::Vec3([x, _, z]), Self::Xz) => [*x, *z],
            _ => return None,
        };
        point
            .iter()
            .all(|number| number.is_finite())
            .then_some(point)
    }
}

/// The visible part of the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection {
    /// What is in the middle.
    pub center: [f64; 2],
    /// How many points of the screen a unit takes.
    pub scale: f64,
    pub is_y_down: bool,
}

impl Projection {
    /// Shows all of these points.
    pub fn fitting(points: impl Iterator<Item = [f64; 2]>, rect: Rect) -> Self {
        let mut low = [f64::INFINITY; 2];
        let mut high = [f64::NEG_INFINITY; 2];
        for point in points {
            for axis in 0..2 {
                low[axis] = low[axis].min(point[axis]);
                high[axis] = high[axis].max(point[axis]);
            }
        }
        let room = f64::from(rect.width().min(rect.height()).max(24.0)) * 0.7;
        let extent = (high[0] - low[0]).max(high[1] - low[1]);
        // A single point has some room around it.
        let extent = if extent > 0.0 { extent } else { 10.0 };
        Self {
            center: [0, 1].map(|axis| low[axis].midpoint(high[axis])),
            scale: (room / extent).clamp(SCALES.0, SCALES.1),
            is_y_down: false,
        }
    }

    /// Whether it shows anything.
    pub fn is_usable(&self) -> bool {
        self.center.iter().all(|number| number.is_finite()) && self.scale.is_finite()
    }

    fn sign(&self) -> f64 {
        if self.is_y_down { 1.0 } else { -1.0 }
    }

    pub fn to_screen(self, rect: Rect, at: [f64; 2]) -> Pos2 {
        let x = (at[0] - self.center[0]) * self.scale;
        let y = (at[1] - self.center[1]) * self.scale * self.sign();
        // Far outside is far outside: larger numbers would not be drawn right.
        let far = |number: f64| number.clamp(-1e6, 1e6) as f32;
        let middle = rect.center();
        pos2(middle.x + far(x), middle.y + far(y))
    }

    fn of_screen(self, rect: Rect, at: Pos2) -> [f64; 2] {
        let from = at - rect.center();
        [
            self.center[0] + f64::from(from.x) / self.scale,
            self.center[1] + f64::from(from.y) / self.scale * self.sign(),
        ]
    }

    /// The least and the greatest visible coordinates.
    pub fn visible(self, rect: Rect) -> [[f64; 2]; 2] {
        let corners = [rect.left_top(), rect.right_bottom()];
        let [one, other] = corners.map(|corner| self.of_screen(rect, corner));
        [
            [one[0].min(other[0]), one[1].min(other[1])],
            [one[0].max(other[0]), one[1].max(other[1])],
        ]
    }

    /// Moves what is shown by this many points of the screen.
    pub fn pan(&mut self, by: Vec2) {
        self.center[0] -= f64::from(by.x) / self.scale;
        self.center[1] -= f64::from(by.y) / self.scale * self.sign();
    }

    /// Enlarges what is shown; what is at `fixed` stays there.
    pub fn zoom_around(&mut self, rect: Rect, fixed: Pos2, factor: f64) {
        let before = self.of_screen(rect, fixed);
        self.scale = (self.scale * factor).clamp(SCALES.0, SCALES.1);
        let after = self.of_screen(rect, fixed);
        for axis in 0..2 {
            self.center[axis] += before[axis] - after[axis];
        }
    }
}

/// Returns the smallest of 1, 2 and 5 times a power of ten that is at least this number.
pub fn nice_step(least: f64) -> f64 {
    let power = 10_f64.powf(least.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0];
    let found = steps.into_iter().find(|step| step * power >= least * 0.999);
    found.unwrap_or(10.0) * power
}

#[cfg(test)]
mod tests {
    use egui::vec2;

    use super::*;

    fn area() -> Rect {
        Rect::from_min_size(pos2(100.0, 50.0), vec2(300.0, 200.0))
    }

    #[test]
    fn all_points_fit() {
        let points = [[-50.0, 2.0], [900.0, 40.0], [3.0, -700.0]];
        let view = Projection::fitting(points.into_iter(), area());
        for point in points {
            assert!(area().contains(view.to_screen(area(), point)), "{point:?}");
        }
        let alone = Projection::fitting([[7.0, 7.0]].into_iter(), area());
        assert_eq!(alone.to_screen(area(), [7.0, 7.0]), area().center());
    }

    #[test]
    fn larger_y_is_above_unless_it_is_to_be_below() {
        let mut view = Projection::fitting([[0.0, 0.0], [10.0, 10.0]].into_iter(), area());
        assert!(view.to_screen(area(), [0.0, 9.0]).y < area().center().y);
        view.is_y_down = true;
        assert!(view.to_screen(area(), [0.0, 9.0]).y > area().center().y);
    }

    #[test]
    fn what_is_below_the_pointer_stays_there_while_zooming() {
        for is_y_down in [false, true] {
            let mut view = Projection {
                center: [3.0, 4.0],
                scale: 2.0,
                is_y_down,
            };
            let pointer = pos2(150.0, 200.0);
            let below = view.of_screen(area(), pointer);
            view.zoom_around(area(), pointer, 3.0);
            assert!((view.scale - 6.0).abs() < 1e-6);
            assert!((view.to_screen(area(), below) - pointer).length() < 0.01);
            view.pan(vec2(10.0, -5.0));
            let moved = view.to_screen(area(), below) - pointer;
            assert!((moved - vec2(10.0, -5.0)).length() < 0.01);
        }
    }

    #[test]
    fn steps_are_round() {
        let steps = [
            (0.03, 0.05),
            (0.2, 0.2),
            (1.0, 1.0),
            (1.1, 2.0),
            (4.0, 5.0),
            (7.0, 10.0),
        ];
        for (needed, expected) in steps {
            assert!((nice_step(needed) - expected).abs() < 1e-6, "{needed}");
        }
    }

    #[test]
    fn a_plane_takes_two_coordinates() {
        let point = Value::Vec3([1.0, 2.0, 3.0]);
        assert_eq!(Plane::Xy.point(&point), Some([1.0, 2.0]));
        assert_eq!(Plane::Xz.point(&point), Some([1.0, 3.0]));
        assert_eq!(Plane::Xz.point(&Value::Vec2([4.0, 5.0])), Some([4.0, 5.0]));
        assert_eq!(Plane::Xy.point(&Value::Vec2([f64::NAN, 5.0])), None);
        assert_eq!(Plane::Xy.point(&Value::Int(3)), None);
    }
}
