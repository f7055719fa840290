//! Draws one card at each level of detail: body, stripe, icon, title and second line. Badges and ports are in `badges`.

use std::sync::Arc;

use egui::emath::GuiRounding as _;
use egui::text::{LayoutJob, TextWrapping};
use egui::{
    Align2, Color32, CornerRadius, FontFamily, FontId, Galley, Painter, Pos2, Rect, Shape, Stroke,
    StrokeKind, pos2, vec2,
};

use super::level_of_detail::LevelOfDetail;
use super::quick_add::search_item::SearchItem;
use super::run_overlay::{Glow, RunOverlay};
use super::view::View;
use super::{badges, heat, marks};
use crate::icons;
use crate::panels::PaletteDrag;
use crate::scene::{DETAIL_SIZE, TEXT_LEFT, TITLE_SIZE};
use crate::theme::{COLOR_WHEN_PAINTED, Theme};

const RADIUS: f32 = 7.0;
const STRIPE: f32 = 5.0;
const ICON_SIZE: f32 = 18.0;
const ICON_CENTER: f32 = 21.0;
/// The left edge of a title without second line.
const TITLE_LEFT: f32 = 36.0;
/// The text size of a title without second line, in canvas units; and that of one that needs two lines.
const LARGE_TITLE: f32 = 21.0;
const TWO_LINE_TITLE: f32 = 17.0;

/// The opacity of cards while they are dragged.
const DRAGGED_OPACITY: f32 = 0.7;

/// Highlights from the pointer and gestures.
#[derive(Clone, Copy, Debug, Default)]
pub struct Emphasis {
    pub hovered: Option<usize>,
    /// The card that something would be dropped onto, and whether it can take it.
    pub target: Option<(usize, bool)>,
}
struct CardStyle {
    fill: Color32,
    outline: Stroke,
    category: Color32,
    text: Color32,
    muted: Color32,
    glow: Option<Glow>,
}

/// Draws all visible cards, if they are larger than blocks.
pub fn paint(view: &View<'_>, run: &RunOverlay<'_>, painter: &Painter, emphasis: Emphasis) {
    let (dragged, lying): (Vec<usize>, Vec<usize>) = view
        .visible
        .iter()
        .partition(|index| view.is_moved(**index));
    for index in lying {
        paint_card(view, run, painter, index, emphasis);
    }
    // What is below dragged cards shows through.
    let mut painter = painter.clone();
    painter.multiply_opacity(DRAGGED_OPACITY);
    for index in dragged {
        paint_card(view, run, &painter, index, emphasis);
    }
}

/// Draws one card with everything on its edges.
pub fn paint_card(
    view: &View<'_>,
    run: &RunOverlay<'_>,
    painter: &Painter,
    index: usize,
    emphasis: Emphasis,
) {
    let rect = view.screen_rect(index);
    let look = card_style(view, run, index, emphasis);
    heat::paint_halo(view, run, painter, index, rect);
    marks::paint_frame(view, painter, index);
    paint_body(view, painter, rect, &look);
    if view.detail == LevelOfDetail::Full {
        paint_texts(view, run, painter, index, rect, &look);
        badges::paint(view, run, painter, index, rect, look.glow);
        marks::paint_word(view, painter, index);
    } else {
        paint_large_title(view, painter, index, rect, &look);
        badges::paint_small(view, run, painter, index, rect, look.glow);
        marks::paint_word(view, painter, index);
    }
    heat::paint_unreached(view, run, painter, index, rect);
}

fn card_style(
    view: &View<'_>,
    run: &RunOverlay<'_>,
    index: usize,
    emphasis: Emphasis,
) -> CardStyle {
    let theme = view.input.theme;
    let card = view.card(index);
    let glow = run.glow(&card.id);
    // During a run, inactive nodes fade.
    let idle = run.is_active() && glow.is_none();
    let faded = card.flags.never_runs() || idle;
    let mut fill = if emphasis.hovered == Some(index) {
        theme.card_hovered
    } else if faded {
        theme.card_faded
    } else {
        theme.card_fill
    };
    let mut outline = Stroke::new(1.0, theme.card_outline);
    if card.category.is_none() {
        // A card with an undeclared task is a placeholder.
        outline.color = theme.warning;
    }
    if let Some(glow) = glow {
        fill = Theme::tint(fill, glow.color, crate::theme::MAX_GLOW * glow.strength);
        let color = Theme::tint(theme.card_outline, glow.color, glow.strength);
        outline = Stroke::new(1.0 + glow.strength, color);
    }
    if view.selected[index] {
        outline = Stroke::new(2.0, theme.selection);
        if glow.is_none() {
            fill = Theme::tint(fill, theme.selection, 0.08);
        }
    }
    if let Some((target, taken)) = emphasis.target
        && target == index
    {
        let color = if taken { theme.accent } else { theme.error };
        outline = Stroke::new(2.5, color);
    }
    let own = theme.node_color(card.category, card.own_color);
    let dim = |color| {
        if card.flags.disabled {
            Theme::tint(fill, color, 0.45)
        } else {
            color
        }
    };
    CardStyle {
        fill,
        outline,
        category: if idle {
            Theme::tint(fill, own, 0.5)
        } else {
            dim(own)
        },
        text: dim(theme.text),
        muted: dim(theme.muted),
        glow,
    }
}

fn paint_body(view: &View<'_>, painter: &Painter, rect: Rect, look: &CardStyle) {
    let zoom = view.projection.zoom;
    let radius = corner(RADIUS * zoom);
    if view.detail == LevelOfDetail::Full {
        let shadow = egui::epaint::RectShape::filled(
            rect.translate(vec2(0.0, 1.5 * zoom)).expand(0.5),
            CornerRadius::same(radius),
            view.input.theme.shadow,
        );
        painter.add(shadow.with_blur_width(6.0 * zoom));
    }
    painter.rect(
        rect,
        CornerRadius::same(radius),
        look.fill,
        look.outline,
        StrokeKind::Outside,
    );
    // Align to whole pixels, as rectangles are.
    let pixels = painter.pixels_per_point();
    let width = (STRIPE * zoom).round_to_pixels(pixels).max(1.0 / pixels);
    let stripe = stripe(rect.round_to_pixels(pixels), width, f32::from(radius));
    painter.add(Shape::convex_polygon(stripe, look.category, Stroke::NONE));
}

/// The left edge of a card with round corners, whose radius exceeds the width of the stripe.
fn stripe(card: Rect, width: f32, radius: f32) -> Vec<Pos2> {
    /// Points along a corner.
    const STEPS: u8 = 5;
    let radius = radius.max(0.01);
    // The angle along the corner that the stripe covers.
    let reach = (1.0 - width / radius).clamp(0.0, 1.0).acos();
    let corner = (0..=STEPS).map(|step| {
        let angle = reach * f32::from(step) / f32::from(STEPS);
        let across = (radius - radius * angle.cos()).min(width);
        vec2(across, radius - radius * angle.sin())
    });
    let corner = corner.chain((width > radius).then_some(vec2(width, 0.0)));
    let bottom = corner
        .clone()
        .map(|at| card.left_bottom() + vec2(at.x, -at.y));
    let mut points: Vec<Pos2> = corner.map(|at| card.min + at).collect();
    let bottom: Vec<Pos2> = bottom.collect();
    points.extend(bottom.into_iter().rev());
    points
}

/// The preview card while something is dragged in from the palette.
pub fn paint_ghost(view: &View<'_>, painter: &Painter, rect: Rect, dragged: &PaletteDrag) {
    let theme = view.input.theme;
    let item = match dragged {
        PaletteDrag::Task(task) => view
            .input
            .library
            .declaration(task)
            .map(SearchItem::NodeType),
        PaletteDrag::Template(id) => {
            let template = view.input.templates.find(view.input.texts, id);
            template.map(SearchItem::Template)
        }
    };
    let Some(item) = item else { return };
    let category = item.color(view.input);
    let look = CardStyle {
        fill: theme.card_fill.gamma_multiply(DRAGGED_OPACITY),
        outline: Stroke::new(1.5, theme.accent),
        category,
        text: theme.text,
        muted: theme.muted,
        glow: None,
    };
    paint_body(view, painter, rect, &look);
    let zoom = view.projection.zoom;
    let at = rect.left_center() + vec2(ICON_CENTER * zoom, 0.0);
    let icon = icons::glyph(item.icon());
    paint_icon(view, painter, at, ICON_SIZE, icon, category);
    let size = match view.detail {
        LevelOfDetail::Full => TITLE_SIZE,
        _ => TWO_LINE_TITLE,
    };
    let at = pos2(rect.min.x + TEXT_LEFT * zoom, rect.center().y);
    let title = item.title(view.input);
    line(painter, at, &title, font(view, size), look.text);
}

fn corner(radius: f32) -> u8 {
    radius.round().clamp(0.0, 255.0) as u8
}

fn paint_texts(
    view: &View<'_>,
    run: &RunOverlay<'_>,
    painter: &Painter,
    index: usize,
    rect: Rect,
    look: &CardStyle,
) {
    let zoom = view.projection.zoom;
    let card = view.card(index);
    let icon = rect.left_center() + vec2(ICON_CENTER * zoom, 0.0);
    paint_icon(view, painter, icon, ICON_SIZE, card.icon, look.category);
    let left = rect.min.x + TEXT_LEFT * zoom;
    let title = font(view, TITLE_SIZE);
    let counts = run.count_text(&card.id);
    let detail = counts.as_ref().unwrap_or(&card.detail);
    if detail.is_empty() {
        line(
            painter,
            pos2(left, rect.center().y),
            &card.title,
            title,
            look.text,
        );
        return;
    }
    let title_at = pos2(left, rect.min.y + 17.0 * zoom);
    line(painter, title_at, &card.title, title, look.text);
    let detail_at = pos2(left, rect.min.y + 34.5 * zoom);
    let font = font(view, DETAIL_SIZE);
    if counts.is_none() {
        line(painter, detail_at, detail, font, look.muted);
        return;
    }
    // Text from a run was not measured when the card was created.
    let mut job = LayoutJob::simple_singleline(detail.clone(), font, COLOR_WHEN_PAINTED);
    job.wrap = TextWrapping::truncate_at_width(rect.max.x - left - 4.0 * zoom);
    let galley = painter.layout_job(job);
    let at = Align2::LEFT_CENTER.anchor_size(detail_at, galley.size());
    painter.galley(at.min, galley, look.muted);
}

/// A title without second line, as large as the card allows, so that it is legible when zoomed out.
fn paint_large_title(
    view: &View<'_>,
    painter: &Painter,
    index: usize,
    rect: Rect,
    look: &CardStyle,
) {
    let card = view.card(index);
    let zoom = view.projection.zoom;
    let icon = rect.left_center() + vec2(ICON_CENTER * zoom, 0.0);
    paint_icon(view, painter, icon, ICON_SIZE, card.icon, look.category);
    let at = pos2(rect.min.x + TITLE_LEFT * zoom, rect.center().y);
    let room = card.rect.width() - TITLE_LEFT - 6.0;
    let font = font(view, LARGE_TITLE);
    if card.title_width * (LARGE_TITLE / TITLE_SIZE) <= room {
        line(painter, at, &card.title, font, look.text);
        return;
    }
    let font = self::font(view, TWO_LINE_TITLE);
    let mut job = LayoutJob::simple(card.title.clone(), font, COLOR_WHEN_PAINTED, room * zoom);
    job.wrap.max_rows = 2;
    let galley = painter.layout_job(job);
    let at = Align2::LEFT_CENTER.anchor_size(at, galley.size());
    painter.galley(at.min, galley, look.text);
}

/// An icon of this size in canvas units around a screen point.
pub fn paint_icon(
    view: &View<'_>,
    painter: &Painter,
    center: Pos2,
    size: f32,
    glyph: &str,
    color: Color32,
) {
    let font = icons::font(view.projection.font_size(size));
    let galley = galley(painter, glyph, font);
    let at = Align2::CENTER_CENTER.anchor_size(center, galley.size());
    painter.galley(at.min, galley, color);
}

/// The text font at a size in canvas units.
pub fn font(view: &View<'_>, size: f32) -> FontId {
    FontId::new(view.projection.font_size(size), FontFamily::Proportional)
}

/// A line of text, vertically centered, that begins at a screen point.
fn line(painter: &Painter, at: Pos2, text: &str, font: FontId, color: Color32) {
    let galley = galley(painter, text, font);
    let at = Align2::LEFT_CENTER.anchor_size(at, galley.size());
    painter.galley(at.min, galley, color);
}

/// Lays out text without a color, so that the layout can be reused in every state.
pub fn galley(painter: &Painter, text: &str, font: FontId) -> Arc<Galley> {
    let job = LayoutJob::simple_singleline(text.to_owned(), font, COLOR_WHEN_PAINTED);
    painter.layout_job(job)
}
