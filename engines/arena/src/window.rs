//! The game in a small window: units as arrows in the colors of their teams. A click on one shows its tree in the editor that is
//! attached. Only with the feature `window`, so that the game without it links few crates.

use std::error::Error;
use std::time::{Duration, Instant};

use eframe::egui::{
    Align2, CentralPanel, Color32, CursorIcon, FontId, Key, Pos2, Rect, Response, Role, Sense,
    Shape, Stroke, Ui, ViewportBuilder, WidgetInfo, pos2, vec2,
};

use treewright_core::runtime::AgentId;

use crate::live::Game;

const TEAMS: [Color32; 2] = [
    Color32::from_rgb(226, 84, 72),
    Color32::from_rgb(78, 142, 236),
];
/// Half of the bridge that is shown, in meters; its springs are 60 m from the middle.
const REACH: f64 = 75.0;
/// How many rows of units there are.
const ROWS: usize = 40;
/// How near the pointer must be to a unit.
const NEAR: f32 = 24.0;
/// More frames than these are not made up for when the window could not draw.
const LATE: u32 = 5;

/// Plays in a window until it is closed.
pub fn play(game: Game, frame: Duration) -> Result<(), Box<dyn Error>> {
    let viewport = ViewportBuilder::default()
        .with_title("Treewright arena")
        .with_inner_size([900.0, 560.0]);
    let options = eframe::NativeOptions {
        viewport,
        ..eframe::NativeOptions::default()
    };
    let window = Window {
        game,
        frame,
        next: Instant::now(),
        is_paused: false,
        chosen: None,
        shown: None,
        failed: None,
    };
    let ran = eframe::run_native(
        "treewright-arena",
        options,
        Box::new(|_| Ok(Box::new(window))),
    );
    ran.map_err(|error| format!("no window can be opened: {error}").into())
}

struct Window {
    game: Game,
    /// The time between two frames of the game.
    frame: Duration,
    next: Instant,
    is_paused: bool,
    /// The unit that was clicked last, as long as it lives.
    chosen: Option<usize>,
    /// Its agent: a newcomer takes the place of a unit that falls.
    shown: Option<AgentId>,
    failed: Option<String>,
}

impl eframe::App for Window {
    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        self.run();
        self.leave_fallen();
        CentralPanel::default().show(ui, |ui| self.bridge(ui));
        let wait = self.next.saturating_duration_since(Instant::now());
        ui.ctx().request_repaint_after(wait);
    }
}

impl Window {
    /// Runs the frames that are due.
    fn run(&mut self) {
        let dt = self.frame.as_secs_f64();
        for _ in 0..LATE {
            if self.failed.is_some() || Instant::now() < self.next {
                return;
            }
            self.next += self.frame;
            self.is_paused = !self.game.link.may_run();
            if !self.is_paused
                && let Err(error) = self.game.frame(dt)
            {
                self.failed = Some(error.to_string());
            }
        }
        self.next = Instant::now() + self.frame;
    }

    /// Leaves the unit that was chosen when it has fallen.
    fn leave_fallen(&mut self) {
        let agents = &self.game.agents;
        self.chosen = self
            .chosen
            .filter(|unit| self.shown.is_none_or(|agent| agents[*unit] == agent));
        if self.chosen.is_none() {
            self.shown = None;
        }
    }

    fn bridge(&mut self, ui: &mut Ui) {
        let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click());
        let pointed = response.hover_pos().and_then(|at| self.nearest(rect, at));
        let shown = pointed.or(self.chosen);
        let about = shown.map_or_else(|| self.summary(), |unit| self.about(unit));
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &about));
        self.choose(&response, pointed);
        self.draw(ui, rect);
        for (unit, width) in [(self.chosen, 2.0), (pointed, 1.0)] {
            let Some(unit) = unit else { continue };
            let stroke = Stroke::new(width, ui.visuals().strong_text_color());
            ui.painter()
                .circle_stroke(self.place(rect, unit), 9.0, stroke);
        }
        if pointed.is_some() {
            response
                .on_hover_cursor(CursorIcon::PointingHand)
                .on_hover_text_at_pointer(about);
        }
        self.draw_words(ui, rect);
    }

    /// Shows the tree of the unit that is clicked, or of the next one that is chosen with an arrow key and Enter.
    fn choose(&mut self, response: &Response, pointed: Option<usize>) {
        if response.has_focus() {
            let count = self.game.units.len().max(1);
            let pressed = |key| response.ctx.input(|input| input.key_pressed(key));
            let before = self.chosen.unwrap_or_default();
            if pressed(Key::ArrowRight) || pressed(Key::ArrowDown) {
                (self.chosen, self.shown) = (Some((before + 1) % count), None);
            }
            if pressed(Key::ArrowLeft) || pressed(Key::ArrowUp) {
                (self.chosen, self.shown) = (Some((before + count - 1) % count), None);
            }
        }
        if response.clicked() {
            response.request_focus();
            // Without a pointer it was the key.
            self.chosen = pointed.or(self.chosen.filter(|_| response.hover_pos().is_none()));
            self.shown = self.chosen.map(|unit| self.game.agents[unit]);
            if let Some(agent) = self.shown {
                self.game.link.show(agent);
            }
        }
    }

    fn place(&self, rect: Rect, unit: usize) -> Pos2 {
        let along = (self.game.units[unit].at / REACH).clamp(-1.0, 1.0) as f32;
        // Neighbors in a team are far from each other.
        let row = unit / 2 * 17 % ROWS;
        let inner = rect.shrink2(vec2(14.0, 30.0));
        pos2(
            inner.center().x + along * inner.width() / 2.0,
            inner.top() + (row as f32 + 0.5) / ROWS as f32 * inner.height(),
        )
    }

    /// Returns the unit at the pointer.
    fn nearest(&self, rect: Rect, at: Pos2) -> Option<usize> {
        let distances = (0..self.game.units.len()).map(|unit| {
            let distance = self.place(rect, unit).distance(at);
            (unit, distance)
        });
        let nearest = distances.min_by(|one, other| one.1.total_cmp(&other.1))?;
        (nearest.1 < NEAR).then_some(nearest.0)
    }

    fn about(&self, unit: usize) -> String {
        let health = self.game.units[unit].health.max(0.0);
        format!("{}, health {health:.0}", self.game.name(unit))
    }

    fn summary(&self) -> String {
        let [red, blue] = self.game.fallen;
        let units = self.game.units.len();
        format!("{units} units; fallen: red {red}, blue {blue}")
    }

    fn draw(&self, ui: &Ui, rect: Rect) {
        let painter = ui.painter().with_clip_rect(rect);
        for (number, unit) in self.game.units.iter().enumerate() {
            let (at, color) = (self.place(rect, number), TEAMS[unit.team]);
            let ahead = [6.0, -6.0][unit.team];
            let arrow = [
                (ahead, 0.0),
                (-ahead, 4.5),
                (-ahead * 0.5, 0.0),
                (-ahead, -4.5),
            ];
            let arrow = arrow.map(|(x, y)| at + vec2(x, y)).to_vec();
            painter.add(Shape::convex_polygon(arrow, color, Stroke::NONE));
            let health = (unit.health / 100.0).clamp(0.0, 1.0) as f32;
            let whole = Rect::from_min_size(at + vec2(-6.0, -8.5), vec2(12.0, 2.0));
            let left = Rect::from_min_size(whole.min, vec2(12.0 * health, 2.0));
            painter.rect_filled(whole, 0.0, ui.visuals().faint_bg_color);
            painter.rect_filled(left, 0.0, ui.visuals().text_color());
        }
    }

    fn draw_words(&self, ui: &Ui, rect: Rect) {
        let (painter, text) = (ui.painter(), ui.visuals().text_color());
        let font = FontId::proportional(14.0);
        let editor = if self.game.link.is_attached() {
            "an editor is attached: click a unit to see its tree there"
        } else {
            "no editor is attached"
        };
        painter.text(
            rect.left_top(),
            Align2::LEFT_TOP,
            self.summary(),
            font.clone(),
            text,
        );
        painter.text(rect.left_bottom(), Align2::LEFT_BOTTOM, editor, font, text);
        let sign = match &self.failed {
            Some(error) => Some(error.clone()),
            None => self.is_paused.then(|| "paused by the editor".to_owned()),
        };
        if let Some(sign) = sign {
            let font = FontId::proportional(24.0);
            let galley = painter.layout_no_wrap(sign, font, ui.visuals().strong_text_color());
            let bars = vec2(30.0, 0.0);
            let room = Rect::from_center_size(rect.center(), galley.size() + 2.0 * bars);
            painter.rect_filled(room.expand(14.0), 8.0, ui.visuals().window_fill());
            let strong = ui.visuals().strong_text_color();
            for x in [0.0, 12.0] {
                let bar = Rect::from_min_size(room.left_center() + vec2(x, -11.0), vec2(7.0, 22.0));
                painter.rect_filled(bar, 1.0, strong);
            }
            let at = room.left_center() + vec2(36.0, -galley.size().y / 2.0);
            painter.galley(at, galley, strong);
        }
    }
}
