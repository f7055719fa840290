//! The camera of the canvas: center and zoom, and the transform from canvas to screen and back. Knows nothing about nodes.

use egui::{Pos2, Rect, Vec2, vec2};

use crate::scene::flow::Flow;

/// The zoom down to which everything can be zoomed out: 5 %. A tree that is larger can be zoomed out until all of it is in view.
pub const MIN_ZOOM: f32 = 0.05;
/// The zoom below which nothing is distinguishable, however large the tree is.
const LEAST_ZOOM: f32 = 0.0001;
/// The maximum zoom: 400 %.
pub const MAX_ZOOM: f32 = 4.0;

/// The space around content that is shown as a whole, in screen points.
const MARGIN: f32 = 28.0;
/// The space before the beginning of a tree that is shown from there, in screen points.
const START_MARGIN: f32 = 60.0;
/// The maximum share of a small panel that this space takes on each side.
const MARGIN_SHARE: f32 = 0.1;
/// The space between a card and what would cover it in a corner, in screen points.
const CORNER_GAP: f32 = 12.0;
/// The share of its zoom that a tree keeps at least for the sake of showing all of it beside what lies over the corners: in a small panel, it is
/// hardly legible as it is.
const LEAST_KEPT_ZOOM: f32 = 0.65;
/// Extra space at the top for a sentence that explains an abort.
const ABOVE: f32 = 16.0;

/// The center and zoom chosen by the user. Independent of the panel size, so that resizing keeps the zoom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The canvas point at the center of the panel.
    pub center: Pos2,
    /// Screen points per canvas unit.
    pub zoom: f32,
}

impl Default for Camera {
    fn default() -> Self {
        Self {
            center: Pos2::ZERO,
            zoom: 1.0,
        }
    }
}

/// The zoom limits for showing something for the first time.
#[derive(Clone, Copy, Debug)]
pub struct OpeningZooms {
    /// The minimum zoom at which it is shown as a whole.
    pub least: f32,
    /// The zoom for showing a part of it, if it cannot be shown as a whole.
    pub readable: f32,
    /// The maximum zoom.
    pub most: f32,
}

impl Camera {
    /// The transform for a panel with this screen rectangle.
    pub fn projection(&self, viewport: Rect) -> Projection {
        let middle = viewport.center();
        Projection {
            origin: middle - self.center.to_vec2() * self.zoom,
            zoom: self.zoom,
            viewport,
        }
    }

    /// Moves the content by an offset in screen points.
    pub fn pan(&mut self, screen_delta: Vec2) {
        self.center -= screen_delta / self.zoom;
    }

    /// Zooms so that the canvas point under `anchor` (a screen point) stays there, not below the zoom `least`.
    pub fn zoom_at(&mut self, viewport: Rect, anchor: Pos2, factor: f32, least: f32) {
        let before = self.projection(viewport).canvas_from_screen(anchor);
        self.zoom = (self.zoom * factor).clamp(least.min(MIN_ZOOM), MAX_ZOOM);
        let after = self.projection(viewport).canvas_from_screen(anchor);
        self.center += before - after;
    }

    /// Moves with the panel from one screen rectangle to another, so that everything stays at its place on the screen.
    pub fn stay(&mut self, from: Rect, to: Rect) {
        self.center += (to.center() - from.center()) / self.zoom;
    }

    /// The largest zoom at which `content` with a margin fits into a panel of this size.
    pub fn fitting_zoom(panel: Vec2, content: Rect) -> f32 {
        // In a small panel, the content needs the space more than the space around it does.
        let margin = (panel * MARGIN_SHARE).min(Vec2::splat(MARGIN));
        let taken = 2.0 * margin + vec2(0.0, ABOVE);
        let room = (panel - taken).max(Vec2::splat(1.0));
        let zoom = (room / content.size().max(Vec2::splat(1.0))).min_elem();
        zoom.clamp(LEAST_ZOOM, MAX_ZOOM)
    }

    /// Zooms to the largest scale up to `max_zoom` at which `content` with a margin fits into a panel of this size.
    pub fn fit(&mut self, panel: Vec2, content: Rect, max_zoom: f32) {
        self.zoom = Self::fitting_zoom(panel, content).min(max_zoom);
        self.center = content.center() - vec2(0.0, ABOVE / 2.0 / self.zoom);
    }

    /// Like [`Self::fit`], but if something in `content` would lie under one of the corners, it is shown above or beside that corner, or above
    /// all of them, whichever gives the largest zoom, unless that takes too much of it. `has_content` returns whether anything lies in a rectangle of the canvas.
    pub fn fit_clear_of(
        &mut self,
        (panel, corners): (Vec2, &[Rect]),
        (content, has_content): (Rect, impl Fn(Rect) -> bool),
        max_zoom: f32,
    ) {
        self.fit(panel, content, max_zoom);
        let is_clear = |camera: &Self| {
            let mut hidden = corners
                .iter()
                .map(|corner| camera.on_canvas(panel, *corner));
            hidden.all(|corner| !has_content(corner))
        };
        if is_clear(self) {
            return;
        }
        let rooms = rooms_clear_of(panel, corners).into_iter();
        let fitted = rooms.map(|room| {
            let mut camera = *self;
            camera.fit(room.size(), content, max_zoom);
            camera.center -= (room.center() - panel / 2.0).to_vec2() / camera.zoom;
            camera
        });
        let clear = fitted.filter(is_clear);
        let least = self.zoom * LEAST_KEPT_ZOOM;
        let clear = clear.filter(|camera| camera.zoom >= least);
        if let Some(best) = clear.max_by(|a, b| a.zoom.total_cmp(&b.zoom)) {
            *self = best;
        }
    }

    /// The rectangle of the canvas that is shown at this place of a panel of this size.
    fn on_canvas(&self, panel: Vec2, place: Rect) -> Rect {
        let on_canvas = |at: Pos2| self.center + (at.to_vec2() - panel / 2.0) / self.zoom;
        Rect::from_min_max(on_canvas(place.min), on_canvas(place.max))
    }

    /// Shows all of `content`; or, if that would be too small to read, a part at the `readable` zoom that begins with `start`: near the center
    /// of the edge from which the tree grows. What lies over the lower corners of the panel covers no content that has room above it.
    pub fn open(
        &mut self,
        (panel, corners): (Vec2, &[Rect]),
        (content, start, has_content): (Rect, Rect, impl Fn(Rect) -> bool),
        flow: Flow,
        zooms: OpeningZooms,
    ) {
        self.show_from_start(panel, (content, start), flow, zooms);
        let hiding = corners.iter();
        let hiding = hiding.filter(|corner| has_content(self.on_canvas(panel, **corner)));
        let room = hiding.map(|corner| corner.min.y).fold(panel.y, f32::min);
        self.lift_above(room, panel, content);
    }

    fn show_from_start(
        &mut self,
        panel: Vec2,
        (content, start): (Rect, Rect),
        flow: Flow,
        zooms: OpeningZooms,
    ) {
        let OpeningZooms {
            least,
            readable,
            most,
        } = zooms;
        self.fit(panel, content, most);
        if self.zoom >= least {
            return;
        }
        self.zoom = readable;
        let half = panel / (2.0 * readable);
        // A low panel needs its room for the tree.
        let margin = START_MARGIN.min(0.14 * panel.min_elem()) / readable;
        // Across the direction of growth, content that is smaller than the panel after all is centered.
        let centered = |axis: usize| content.size()[axis] + 2.0 * margin <= 2.0 * half[axis];
        let (growing, across) = match flow {
            Flow::Down => (1, 0),
            Flow::Right => (0, 1),
        };
        self.center = start.center();
        self.center[growing] = start.min[growing] - margin + half[growing];
        for axis in [growing, across] {
            if centered(axis) {
                self.center[axis] = content.center()[axis];
            }
        }
        // Beyond the content there is nothing to see.
        let seen = content.expand(MARGIN / readable).shrink2(half);
        if seen.min[across] <= seen.max[across] {
            let center = self.center[across];
            self.center[across] = center.clamp(seen.min[across], seen.max[across]);
        }
    }

    /// Moves content that has room above this line of the panel there.
    fn lift_above(&mut self, room: f32, panel: Vec2, content: Rect) {
        let place = self.in_panel(panel, content);
        let spare = room - place.height();
        if place.max.y + CORNER_GAP > room && spare >= 2.0 * CORNER_GAP {
            // As low as possible: at the top, a sentence may explain an abort.
            self.center.y += (place.min.y - (spare - CORNER_GAP)) / self.zoom;
        }
    }

    /// Centers a card within `content`, but not so far that the panel shows emptiness beyond the content. An axis along which all content
    /// fits shows all of it.
    pub fn center_within(&mut self, panel: Vec2, (content, card): (Rect, Rect)) {
        let half = panel / (2.0 * self.zoom);
        let seen = content.expand(MARGIN / self.zoom).shrink2(half);
        for axis in 0..2 {
            self.center[axis] = if seen.min[axis] <= seen.max[axis] {
                card.center()[axis].clamp(seen.min[axis], seen.max[axis])
            } else {
                content.center()[axis]
            };
        }
    }

    /// Moves as little as possible so that `content` (in canvas units) is inside a panel of this size, with a margin, and not under what
    /// lies over the corners of the panel. Content that is completely visible stays.
    pub fn reveal(&mut self, panel: Vec2, content: Rect, corners: &[Rect]) {
        self.scroll_to(panel, content);
        for corner in corners {
            let hidden = corner.intersect(self.in_panel(panel, content));
            if hidden.is_positive() {
                self.uncover(panel, content, *corner);
            }
        }
    }

    /// The place of a rectangle of the canvas in a panel of this size.
    fn in_panel(&self, panel: Vec2, content: Rect) -> Rect {
        let on_screen = |at: Pos2| ((at - self.center) * self.zoom + panel / 2.0).to_pos2();
        Rect::from_min_max(on_screen(content.min), on_screen(content.max))
    }

    /// Moves `content` out of a corner of the panel: upwards, or to the middle if that is nearer and there is room.
    fn uncover(&mut self, panel: Vec2, content: Rect, corner: Rect) {
        let place = self.in_panel(panel, content);
        let up = place.max.y - corner.min.y + CORNER_GAP;
        let aside = if corner.center().x < panel.x / 2.0 {
            corner.max.x - place.min.x + CORNER_GAP
        } else {
            corner.min.x - place.max.x - CORNER_GAP
        };
        let has_room_above = place.min.y >= up;
        if up <= aside.abs() && has_room_above {
            self.center.y += up / self.zoom;
        } else {
            self.center.x -= aside / self.zoom;
        }
    }

    fn scroll_to(&mut self, panel: Vec2, content: Rect) {
        let half = (panel / self.zoom) * 0.5;
        if Rect::from_center_size(self.center, 2.0 * half).contains_rect(content) {
            return;
        }
        let margin = (half * 0.2).min(Vec2::splat(60.0 / self.zoom));
        let seen = Rect::from_center_size(self.center, 2.0 * (half - margin));
        for axis in 0..2 {
            let (low, high) = (content.min[axis], content.max[axis]);
            if high - low > seen.size()[axis] || low < seen.min[axis] {
                self.center[axis] += low - seen.min[axis];
            } else if high > seen.max[axis] {
                self.center[axis] += high - seen.max[axis];
            }
        }
    }
}

/// The parts of a panel above and beside what lies over its lower corners.
fn rooms_clear_of(panel: Vec2, corners: &[Rect]) -> Vec<Rect> {
    let whole = Rect::from_min_size(Pos2::ZERO, panel);
    let above = |height: f32| whole.with_max_y(height);
    let mut rooms: Vec<Rect> = Vec::new();
    for corner in corners {
        rooms.push(above(corner.min.y));
        rooms.push(if corner.center().x < panel.x / 2.0 {
            whole.with_min_x(corner.max.x)
        } else {
            whole.with_max_x(corner.min.x)
        });
    }
    let highest = corners.iter().map(|corner| corner.min.y);
    rooms.push(above(highest.fold(panel.y, f32::min)));
    rooms.retain(Rect::is_positive);
    rooms
}

/// The transform between the canvas and the screen in one frame.
#[derive(Clone, Copy, Debug)]
pub struct Projection {
    origin: Pos2,
    /// Screen points per canvas unit.
    pub zoom: f32,
    /// The screen rectangle of the canvas.
    pub viewport: Rect,
}

impl Projection {
    /// Converts a screen point to a canvas point.
    pub fn canvas_from_screen(&self, screen: Pos2) -> Pos2 {
        ((screen - self.origin) / self.zoom).to_pos2()
    }

    /// Converts a canvas point to a screen point.
    pub fn screen_from_canvas(&self, canvas: Pos2) -> Pos2 {
        self.origin + canvas.to_vec2() * self.zoom
    }

    /// Converts a canvas rectangle to a screen rectangle.
    pub fn screen_rect(&self, canvas: Rect) -> Rect {
        Rect::from_min_max(
            self.screen_from_canvas(canvas.min),
            self.screen_from_canvas(canvas.max),
        )
    }

    /// The visible part of the canvas.
    pub fn visible_canvas(&self) -> Rect {
        Rect::from_min_max(
            self.canvas_from_screen(self.viewport.min),
            self.canvas_from_screen(self.viewport.max),
        )
    }

    /// A font size for text of this height in canvas units, rounded to half points, so that the glyph atlas stays small.
    pub fn font_size(&self, canvas_units: f32) -> f32 {
        ((canvas_units * self.zoom * 2.0).floor() * 0.5).max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;

    const PANEL: Rect = Rect {
        min: pos2(200.0, 50.0),
        max: pos2(1200.0, 850.0),
    };

    fn close(a: Pos2, b: Pos2) -> bool {
        a.distance(b) < 0.01
    }

    #[test]
    fn screen_projection_round_trips() {
        let camera = Camera {
            center: pos2(-300.0, 77.0),
            zoom: 0.37,
        };
        let projection = camera.projection(PANEL);
        let point = pos2(123.0, -456.0);
        let there = projection.screen_from_canvas(point);
        assert!(close(projection.canvas_from_screen(there), point));
        assert!(close(
            projection.screen_from_canvas(camera.center),
            PANEL.center()
        ));
    }

    #[test]
    fn zooming_keeps_the_point_under_the_cursor_even_at_the_limits() {
        let mut camera = Camera::default();
        let anchor = pos2(900.0, 120.0);
        let under = camera.projection(PANEL).canvas_from_screen(anchor);
        for factor in [1.3, 0.2, 50.0, 0.0001] {
            camera.zoom_at(PANEL, anchor, factor, MIN_ZOOM);
            let now = camera.projection(PANEL).canvas_from_screen(anchor);
            assert!(close(now, under), "{now:?} is not {under:?}");
        }
        assert!((camera.zoom - MIN_ZOOM).abs() < f32::EPSILON);
    }

    #[test]
    fn fitting_does_not_enlarge_small_content() {
        let mut camera = Camera::default();
        let content = Rect::from_min_size(pos2(1000.0, 1000.0), vec2(4000.0, 300.0));
        camera.fit(PANEL.size(), content, 1.0);
        assert!(
            camera
                .projection(PANEL)
                .visible_canvas()
                .contains_rect(content)
        );
        camera.fit(
            PANEL.size(),
            Rect::from_min_size(Pos2::ZERO, vec2(10.0, 10.0)),
            1.0,
        );
        assert!((camera.zoom - 1.0).abs() < f32::EPSILON);
    }

    #[test]
    fn a_huge_tree_opens_readable_with_its_root_visible() {
        let mut camera = Camera::default();
        let content = Rect::from_min_size(pos2(0.0, 0.0), vec2(90_000.0, 2_000.0));
        let root = Rect::from_min_size(pos2(44_000.0, 0.0), vec2(150.0, 48.0));
        let zooms = OpeningZooms {
            least: 0.3,
            readable: 0.5,
            most: 1.0,
        };
        camera.open(
            (PANEL.size(), &[]),
            (content, root, |_: Rect| true),
            Flow::Down,
            zooms,
        );
        assert!((camera.zoom - 0.5).abs() < f32::EPSILON);
        let seen = camera.projection(PANEL).visible_canvas();
        assert!(seen.contains_rect(root));
        assert!((seen.center().x - root.center().x).abs() < 1.0);
    }

    #[test]
    fn a_huge_tree_that_grows_to_the_right_opens_with_its_root_at_the_left() {
        let mut camera = Camera::default();
        let content = Rect::from_min_size(pos2(0.0, 0.0), vec2(2_000.0, 90_000.0));
        let root = Rect::from_min_size(pos2(0.0, 44_000.0), vec2(150.0, 48.0));
        let zooms = OpeningZooms {
            least: 0.75,
            readable: 0.75,
            most: 1.0,
        };
        camera.open(
            (PANEL.size(), &[]),
            (content, root, |_: Rect| true),
            Flow::Right,
            zooms,
        );
        let seen = camera.projection(PANEL).visible_canvas();
        assert!(seen.contains_rect(root));
        assert!((seen.center().y - root.center().y).abs() < 1.0);
        assert!(root.center().x < seen.center().x);
    }

    #[test]
    fn a_card_at_the_edge_is_seen_with_as_much_content_as_there_is_room_for() {
        let mut camera = Camera::default();
        let size = PANEL.size() * vec2(2.0, 0.5);
        let content = Rect::from_min_size(pos2(0.0, 0.0), size);
        let card = Rect::from_min_size(pos2(0.0, 0.0), vec2(100.0, 50.0));
        camera.center_within(PANEL.size(), (content, card));
        let seen = camera.projection(PANEL).visible_canvas();
        assert!(seen.contains_rect(card));
        assert!((seen.left() + MARGIN).abs() < 0.1, "{seen}");
        assert!((seen.center().y - content.center().y).abs() < 0.1);
        let card = card.translate(size * 0.5);
        camera.center_within(PANEL.size(), (content, card));
        let seen = camera.projection(PANEL).visible_canvas();
        assert!((seen.center().x - card.center().x).abs() < 0.1, "{seen}");
    }

    #[test]
    fn however_large_a_tree_is_all_of_it_fits() {
        let mut camera = Camera::default();
        let content = Rect::from_min_size(pos2(-40.0, 0.0), vec2(3_000_000.0, 4_000.0));
        camera.fit(PANEL.size(), content, 1.0);
        let seen = camera.projection(PANEL).visible_canvas();
        assert!(seen.contains_rect(content));
        let zoom = camera.zoom;
        camera.zoom_at(PANEL, PANEL.center(), 0.5, zoom);
        assert!(
            (camera.zoom - zoom).abs() < f32::EPSILON,
            "farther is of no use"
        );
    }

    #[test]
    fn a_panel_that_changes_its_size_moves_nothing_on_the_screen() {
        let mut camera = Camera {
            center: pos2(-300.0, 77.0),
            zoom: 0.4,
        };
        let point = pos2(20.0, -30.0);
        let before = camera.projection(PANEL).screen_from_canvas(point);
        let smaller = Rect::from_min_max(PANEL.min + vec2(0.0, 28.0), pos2(900.0, 700.0));
        camera.stay(PANEL, smaller);
        assert!(close(
            camera.projection(smaller).screen_from_canvas(point),
            before
        ));
    }

    /// The minimap and the zoom control.
    fn corners() -> [Rect; 2] {
        let panel = PANEL.size();
        let low = |x: f32, size: Vec2| Rect::from_min_size(pos2(x, panel.y - 10.0 - size.y), size);
        [
            low(10.0, vec2(180.0, 112.0)),
            low(panel.x - 160.0, vec2(150.0, 30.0)),
        ]
    }

    #[test]
    fn a_tree_opens_above_a_control_in_the_corner_if_there_is_room() {
        let (panel, [_, control]) = (PANEL.size(), corners());
        let opened = |height: f32, has_cards: &dyn Fn(Rect) -> bool| {
            let content = Rect::from_min_size(pos2(0.0, 0.0), vec2(4.0 * panel.x, height));
            let root = Rect::from_min_size(pos2(2.0 * panel.x, 0.0), vec2(150.0, 48.0));
            let zooms = OpeningZooms {
                least: 0.75,
                readable: 0.75,
                most: 1.0,
            };
            let mut camera = Camera::default();
            let shown = (content, root, has_cards);
            camera.open((panel, &[control]), shown, Flow::Down, zooms);
            camera.in_panel(panel, content)
        };
        let low = (panel.y - 60.0) / 0.75;
        assert!(opened(low - 40.0, &|_| true).max.y < control.min.y);
        let lies_lower = opened(low - 40.0, &|_| false).max.y > control.min.y - CORNER_GAP;
        assert!(lies_lower, "nothing would be hidden");
        assert!(
            opened(low + 400.0, &|_| true).max.y > control.min.y,
            "no room"
        );
    }

    #[test]
    fn what_is_fitted_does_not_lie_under_the_controls_in_the_corners() {
        let (panel, corners) = (PANEL.size(), corners());
        let cards = |at: &[(f32, f32)]| -> Vec<Rect> {
            let cards = at.iter();
            cards
                .map(|(x, y)| Rect::from_min_size(pos2(*x, *y), vec2(120.0, 50.0)))
                .collect()
        };
        let (right, bottom) = (2.0 * panel.x - 120.0, 2.0 * panel.y - 50.0);
        let below_the_root = cards(&[(right / 2.0, 0.0), (0.0, bottom), (right, bottom)]);
        let at_one_corner = cards(&[(right, 0.0), (0.0, bottom)]);
        let beside_the_corners = cards(&[(right / 2.0, bottom), (0.0, 0.0), (right, 0.0)]);
        for (cards, is_moved) in [
            (below_the_root, true),
            (at_one_corner, true),
            (beside_the_corners, false),
        ] {
            let bounds = cards.iter().copied().reduce(Rect::union).unwrap();
            let has_cards = |area: Rect| cards.iter().any(|card| card.intersects(area));
            let (mut camera, mut plain) = (Camera::default(), Camera::default());
            camera.fit_clear_of((panel, &corners), (bounds, has_cards), 1.0);
            plain.fit(panel, bounds, 1.0);
            assert_eq!(camera != plain, is_moved, "{bounds:?}");
            for card in &cards {
                let place = camera.in_panel(panel, *card);
                assert!(Rect::from_min_size(Pos2::ZERO, panel).contains_rect(place));
                assert!(corners.iter().all(|corner| !corner.intersects(place)));
            }
        }
    }

    #[test]
    fn what_is_revealed_does_not_lie_under_the_controls_in_the_corners() {
        let (panel, corners) = (PANEL.size(), corners());
        for corner in corners {
            for zoom in [0.5, 1.0, 2.0] {
                let mut camera = Camera {
                    zoom,
                    ..Camera::default()
                };
                let at = (corner.center() - panel / 2.0).to_vec2() / zoom;
                let card = Rect::from_center_size(at.to_pos2(), vec2(120.0, 50.0));
                camera.reveal(panel, card, &corners);
                let place = camera.in_panel(panel, card);
                let free = corners.iter().all(|it| !it.intersects(place));
                assert!(free, "{place:?}");
                assert!(Rect::from_min_size(Pos2::ZERO, panel).contains_rect(place));
                let before = camera;
                camera.reveal(panel, card, &corners);
                assert_eq!(camera, before, "it stays where it is");
            }
        }
    }

    #[test]
    fn revealing_moves_only_when_something_is_hidden() {
        let mut camera = Camera::default();
        let before = camera;
        camera.reveal(
            PANEL.size(),
            Rect::from_center_size(Pos2::ZERO, vec2(100.0, 50.0)),
            &[],
        );
        assert_eq!(camera, before);
        let at_the_edge = Rect::from_min_size(pos2(495.0 - 100.0, 0.0), vec2(100.0, 50.0));
        camera.reveal(PANEL.size(), at_the_edge, &[]);
        assert_eq!(camera, before, "a visible card stays where it is");
        let far = Rect::from_min_size(pos2(5000.0, 0.0), vec2(100.0, 50.0));
        camera.reveal(PANEL.size(), far, &[]);
        assert!(camera.projection(PANEL).visible_canvas().contains_rect(far));
    }
}
