//! Aborts that fired: the conditional whose result changed, the scope of the abort, and the interrupted nodes. Bright for a moment, then
//! dimmed for as long as their frame is shown.

use egui::{CornerRadius, Painter, Rect, Stroke, StrokeKind, Ui, vec2};
use treewright_core::ids::NodeId;
use treewright_session::workspace::run_view::{AbortView, RunView};

use super::node_card::paint_icon;
use super::view::View;
use crate::icons;

/// How long an abort stays bright, in seconds of real time.
const BRIGHT: f64 = 0.9;
/// Its strength after that, while its frame is shown.
const LASTING: f32 = 0.6;

/// The visible aborts.
#[derive(Debug, Default)]
pub struct AbortFlash {
    shown: Vec<Flash>,
}

#[derive(Debug)]
struct Flash {
    abort: AbortView,
    since: f64,
    strength: f32,
}

impl AbortFlash {
    /// The aborts of the shown frame, without the bright phase.
    pub fn dimmed(run: Option<&dyn RunView>) -> Self {
        let aborts = run.map(RunView::aborts).unwrap_or_default();
        let dimmed = aborts.iter().map(|abort| Flash {
            abort: abort.clone(),
            since: 0.0,
            strength: LASTING,
        });
        Self {
            shown: dimmed.collect(),
        }
    }

    /// Adds the aborts of the shown frame and removes old ones. Requests a repaint while anything fades.
    pub fn update(&mut self, ui: &Ui, run: Option<&dyn RunView>) {
        let Some(run) = run else {
            self.shown.clear();
            return;
        };
        let now = ui.input(|input| input.time);
        for abort in run.aborts() {
            if !self.shown.iter().any(|flash| flash.abort == *abort) {
                let abort = abort.clone();
                self.shown.push(Flash {
                    abort,
                    since: now,
                    strength: 1.0,
                });
            }
        }
        self.shown.retain_mut(|flash| {
            let current = run.aborts().contains(&flash.abort);
            let age = (now - flash.since) / BRIGHT;
            let bright = 1.0 - age.clamp(0.0, 1.0) as f32;
            flash.strength = if current {
                LASTING + (1.0 - LASTING) * bright
            } else {
                bright
            };
            if bright > 0.0 {
                ui.ctx().request_repaint();
            }
            flash.strength > 0.0 && run.frame() >= flash.abort.frame
        });
    }

    /// Draws the scopes, behind wires and cards.
    pub fn paint_behind(&self, view: &View<'_>, painter: &Painter) {
        let theme = view.input.theme;
        for flash in &self.shown {
            let Some(area) = subtree_rect(view, &flash.abort.scope) else {
                continue;
            };
            let area = area.expand(14.0 * view.projection.zoom.max(0.3));
            let color = theme.abort_scope;
            painter.rect(
                area,
                CornerRadius::same(10),
                color.gamma_multiply(0.10 * flash.strength),
                Stroke::new(1.5, color.gamma_multiply(0.8 * flash.strength)),
                StrokeKind::Inside,
            );
        }
    }

    /// Draws rings around the conditionals and the interrupted nodes, behind the cards: what is on their edges stays in sight.
    pub fn paint_rings(&self, view: &View<'_>, painter: &Painter) {
        for flash in &self.shown {
            for id in &flash.abort.interrupted {
                ring(view, painter, id, 2.0, flash.strength);
            }
            ring(view, painter, &flash.abort.conditional, 3.5, flash.strength);
        }
    }

    /// Draws marks on the conditionals, over the cards.
    pub fn paint_marks(&self, view: &View<'_>, painter: &Painter) {
        for flash in &self.shown {
            if let Some(card) = visible_card(view, &flash.abort.conditional) {
                mark(view, painter, card, flash.strength);
            }
        }
    }
}

/// The bounds of a card and its branch, on the screen.
fn subtree_rect(view: &View<'_>, id: &NodeId) -> Option<Rect> {
    let head = view.scene.index(id)?;
    (head..view.card(head).subtree_end)
        .map(|index| view.screen_rect(index))
        .reduce(Rect::union)
}

/// The place of a card on the screen; `None` if it is not in sight.
fn visible_card(view: &View<'_>, id: &NodeId) -> Option<Rect> {
    let card = view.screen_rect(view.scene.index(id)?);
    card.intersects(view.projection.viewport).then_some(card)
}

fn ring(view: &View<'_>, painter: &Painter, id: &NodeId, width: f32, strength: f32) {
    let Some(card) = visible_card(view, id) else {
        return;
    };
    let color = view.input.theme.abort_scope.gamma_multiply(strength);
    let zoom = view.projection.zoom;
    let corner = (9.0 * zoom).clamp(0.0, 255.0) as u8;
    painter.rect_stroke(
        card.expand(2.0 + 2.0 * zoom),
        CornerRadius::same(corner),
        Stroke::new(width, color),
        StrokeKind::Inside,
    );
}

/// The icon on the conditional that caused the abort.
fn mark(view: &View<'_>, painter: &Painter, card: Rect, strength: f32) {
    let theme = view.input.theme;
    let zoom = view.projection.zoom;
    let at = card.left_top() + vec2(2.0, 0.0) * zoom;
    let color = theme.abort_scope.gamma_multiply(strength.max(0.8));
    painter.circle(at, 10.0 * zoom, theme.background, Stroke::new(1.5, color));
    paint_icon(view, painter, at, 15.0, icons::glyph("flash_on"), color);
}
