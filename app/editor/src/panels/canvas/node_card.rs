//! Draws one card at each level of detail: body, header with icon and title, rows. Badges and ports are in `badges`.

use std::sync::Arc;

use egui::emath::GuiRounding as _;
use egui::text::{LayoutJob, TextWrapping};
use egui::{
    Align2, Color32, CornerRadius, FontFamily, FontId, Galley, Painter, Pos2, Rect, Stroke,
    StrokeKind, pos2, vec2,
};

use treewright_core::model::SUBTREE;

use super::level_of_detail::LevelOfDetail;
use super::quick_add::search_item::SearchItem;
use super::run_overlay::{Glow, RunOverlay};
use super::view::View;
use super::{badges, heat, marks};
use crate::drawn_line::drawn_line;
use crate::icons;
use crate::panels::PaletteDrag;
use crate::scene::{
    BODY_MARGIN, Card, DETAIL_SIZE, HEADER_HEIGHT, ROW_HEIGHT, RowKind, TEXT_LEFT, TITLE_SIZE,
};
use crate::semibold::embolden;
use crate::theme::{COLOR_WHEN_PAINTED, Theme};

const RADIUS: f32 = 7.0;
const ICON_SIZE: f32 = 18.0;
/// The center of icons: 8 units from the left edge to the icon.
const ICON_CENTER: f32 = 8.0 + ICON_SIZE / 2.0;
/// The text size of all titles without rows below them, in canvas units, and the height of its lines.
const COMPACT_TITLE: f32 = 20.0;
const COMPACT_LINE: f32 = 24.0;
/// The space right of such a title.
const COMPACT_RIGHT: f32 = 6.0;

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
    header: Color32,
    icon: Color32,
    text: Color32,
    muted: Color32,
    /// The text of a row about aborts.
    abort: Color32,
    glow: Option<Glow>,
}

/// Draws all visible cards, if they are larger than blocks.
pub fn paint(view: &View<'_>, run: &RunOverlay<'_>, painter: &Painter, emphasis: Emphasis) {
    let (dragged, lying): (Vec<usize>, Vec<usize>) = view
        .visible
        .iter()
        .partition(|index| view.is_moved(**index));
    for index in &lying {
        paint_card(view, run, painter, *index, emphasis);
    }
    // Over the cards, since some are close to each other.
    for index in lying {
        heat::paint_missing(view, run, painter, index);
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
        paint_header(view, painter, rect, header_height(view.card(index)), &look);
        paint_texts(view, run, painter, index, rect, &look);
    } else {
        paint_compact(view, painter, index, rect, &look);
    }
    // Numbers and signs on the edges stay legible.
    heat::paint_unreached(view, run, painter, index, rect);
    if view.detail == LevelOfDetail::Full {
        badges::paint(view, run, painter, index, rect, look.glow);
    } else {
        badges::paint_small(view, run, painter, index, rect, look.glow);
    }
    marks::paint_word(view, painter, index);
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
    let bare = fill;
    let mut outline = Stroke::new(1.0, theme.card_outline);
    if card.category.is_none() {
        // A card with an undeclared task is a placeholder.
        outline.color = theme.warning;
    }
    if let Some(glow) = glow {
        fill = Theme::tint(fill, glow.color, crate::theme::MAX_GLOW * glow.strength);
        let color = Theme::tint(theme.card_outline, glow.color, glow.strength);
        outline = Stroke::new(1.0 + 1.2 * glow.strength, color);
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
    let header = theme.header(bare, own, if faded { FADED_HEADER } else { 1.0 });
    CardStyle {
        fill,
        outline,
        header,
        icon: dim(theme.header_icon(header, own)),
        text: dim(theme.text),
        muted: dim(theme.muted),
        abort: dim(theme.abort_scope),
        glow,
    }
}

/// The strength of the header's color on a card that does not run, relative to others.
const FADED_HEADER: f32 = 0.45;

/// The screen rectangle of a card's header.
pub fn header_rect(view: &View<'_>, index: usize) -> Rect {
    let card = view.screen_rect(index);
    let height = header_height(view.card(index)) * view.projection.zoom;
    card.with_max_y(card.min.y + height)
}

fn header_height(card: &Card) -> f32 {
    if card.face.rows.is_empty() {
        card.rect.height()
    } else {
        HEADER_HEIGHT
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
}

/// The band in the category's color at the top of a card, of this height in canvas units.
fn paint_header(view: &View<'_>, painter: &Painter, card: Rect, height: f32, look: &CardStyle) {
    let zoom = view.projection.zoom;
    let pixels = painter.pixels_per_point();
    let radius = corner(RADIUS * zoom);
    let card = card.round_to_pixels(pixels);
    let mut band = card;
    band.max.y = (card.min.y + height * zoom).round_to_pixels(pixels);
    let whole = band.max.y >= card.max.y - 0.5 / pixels;
    if whole {
        band.max.y = card.max.y;
    }
    let below = if whole { radius } else { 0 };
    let corners = CornerRadius {
        nw: radius,
        ne: radius,
        sw: below,
        se: below,
    };
    painter.rect_filled(band, corners, look.header);
}

/// The preview card while something is dragged in from the palette.
pub fn paint_ghost(view: &View<'_>, painter: &Painter, rect: Rect, dragged: &PaletteDrag) {
    let theme = view.input.theme;
    let declared = |task: &str| {
        let declaration = view.input.library.declaration(task);
        declaration.map(SearchItem::NodeType)
    };
    let item = match dragged {
        PaletteDrag::Task(task) => declared(task),
        PaletteDrag::Tree(_) | PaletteDrag::Project { .. } => declared(SUBTREE),
        PaletteDrag::Template(id) => {
            let template = view.input.templates.find(view.input.texts, id);
            template.map(SearchItem::Template)
        }
    };
    let Some(item) = item else { return };
    let mut painter = painter.clone();
    painter.multiply_opacity(DRAGGED_OPACITY);
    let painter = &painter;
    let category = item.color(view.input);
    let header = theme.header(theme.card_fill, category, 1.0);
    let look = CardStyle {
        fill: theme.card_fill,
        outline: Stroke::new(1.5, theme.accent),
        header,
        icon: theme.header_icon(header, category),
        text: theme.text,
        muted: theme.muted,
        abort: theme.abort_scope,
        glow: None,
    };
    paint_body(view, painter, rect, &look);
    let zoom = view.projection.zoom;
    let whole = rect.height() / zoom;
    paint_header(view, painter, rect, whole, &look);
    let at = rect.left_center() + vec2(ICON_CENTER * zoom, 0.0);
    let icon = icons::glyph(item.icon());
    paint_icon(view, painter, at, ICON_SIZE, icon, look.icon);
    let size = match view.detail {
        LevelOfDetail::Full => TITLE_SIZE,
        _ => COMPACT_TITLE,
    };
    let at = pos2(rect.min.x + TEXT_LEFT * zoom, rect.center().y);
    title(view, painter, at, &item.title(view.input), size, look.text);
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
    let left = rect.min.x + TEXT_LEFT * zoom;
    let counts = run.count_texts(&card.id);
    let middle = rect.min.y + header_height(card) * zoom / 2.0;
    let icon = pos2(rect.min.x + ICON_CENTER * zoom, middle);
    paint_icon(view, painter, icon, ICON_SIZE, card.face.icon, look.icon);
    // Counts share the header if there is nothing below it.
    let shares = !counts.is_empty() && card.face.rows.is_empty();
    let up = if shares { 7.0 * zoom } else { 0.0 };
    let at = pos2(left, middle - up);
    title(view, painter, at, &card.face.title, TITLE_SIZE, look.text);
    let font = font(view, DETAIL_SIZE);
    let first = rect.min.y + (HEADER_HEIGHT + BODY_MARGIN + ROW_HEIGHT / 2.0) * zoom;
    let counts_middle = if shares { middle + 8.0 * zoom } else { first };
    let color = if shares { look.text } else { look.muted };
    paint_counts(view, painter, (rect, counts_middle), &counts, color);
    let replaced = usize::from(!counts.is_empty());
    for (place, row) in card.face.rows.iter().enumerate().skip(replaced) {
        let middle = first + place as f32 * ROW_HEIGHT * zoom;
        let color = match row.kind {
            RowKind::Detail => look.muted,
            RowKind::Rule => look.text,
            RowKind::Abort => look.abort,
        };
        if row.kind == RowKind::Abort {
            let at = pos2(icon.x, middle);
            badges::abort_shape(
                painter,
                at,
                ROW_SIGN * zoom,
                card.abort,
                color,
                Stroke::NONE,
            );
        }
        line(painter, pos2(left, middle), &row.text, font.clone(), color);
    }
}

/// Draws the longest of these texts for which the card has room, or else as much of the last one as fits. They were not measured when the card was
/// created.
fn paint_counts(
    view: &View<'_>,
    painter: &Painter,
    (rect, middle): (Rect, f32),
    texts: &[String],
    color: Color32,
) {
    let zoom = view.projection.zoom;
    let (left, right) = (rect.min.x + TEXT_LEFT * zoom, rect.max.x - 4.0 * zoom);
    let edge = rect.min.x + COUNTS_LEFT * zoom;
    let job = |text: &String| {
        LayoutJob::simple_singleline(text.clone(), font(view, DETAIL_SIZE), COLOR_WHEN_PAINTED)
    };
    let width = |text: &&String| painter.layout_job(job(text)).size().x;
    let fitting = texts.iter().find(|text| width(text) <= right - edge);
    let Some(text) = fitting.or(texts.last()) else {
        return;
    };
    // What does not fit behind the icon begins at the edge.
    let start = left.min(right - width(&text)).max(edge);
    let mut job = job(text);
    job.wrap = TextWrapping::truncate_at_width(right - start);
    let galley = painter.layout_job(job);
    let at = Align2::LEFT_CENTER.anchor_size(pos2(start, middle), galley.size());
    painter.galley(at.min, galley, color);
}

/// The least distance of counts from the left edge, in canvas units.
const COUNTS_LEFT: f32 = 6.0;

/// The radius of the shape before a row, in canvas units.
const ROW_SIGN: f32 = 4.5;

/// A card without rows: its header covers it, and its title is in the same size as all others, in as many lines as there is room for.
fn paint_compact(view: &View<'_>, painter: &Painter, index: usize, rect: Rect, look: &CardStyle) {
    let card = view.card(index);
    let zoom = view.projection.zoom;
    let height = card.rect.height();
    paint_header(view, painter, rect, height, look);
    let icon = rect.left_center() + vec2(ICON_CENTER * zoom, 0.0);
    paint_icon(view, painter, icon, ICON_SIZE, card.face.icon, look.icon);
    let room = (card.rect.width() - TEXT_LEFT - COMPACT_RIGHT) * zoom;
    let size = view.projection.font_size(COMPACT_TITLE);
    let font = FontId::new(size, FontFamily::Proportional);
    let mut job = LayoutJob::simple(card.face.title.clone(), font, COLOR_WHEN_PAINTED, room);
    job.wrap.max_rows = ((height / COMPACT_LINE) as usize).max(1);
    let galley = painter.layout_job(job);
    let at = pos2(rect.min.x + TEXT_LEFT * zoom, rect.center().y);
    let at = Align2::LEFT_CENTER.anchor_size(at, galley.size());
    painter.galley(at.min, embolden(&galley, size), look.text);
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

/// A title of this size in canvas units, vertically centered, that begins at a screen point.
fn title(view: &View<'_>, painter: &Painter, at: Pos2, text: &str, size: f32, color: Color32) {
    let font = font(view, size);
    let bold = embolden(&galley(painter, text, font.clone()), font.size);
    let at = Align2::LEFT_CENTER.anchor_size(at, bold.size());
    painter.galley(at.min, bold, color);
}

/// A line of text, vertically centered, that begins at a screen point.
fn line(painter: &Painter, at: Pos2, text: &str, font: FontId, color: Color32) {
    let galley = galley(painter, text, font);
    let at = Align2::LEFT_CENTER.anchor_size(at, galley.size());
    painter.galley(at.min, galley, color);
}

/// Lays out text without a color, so that the layout can be reused in every state.
pub fn galley(painter: &Painter, text: &str, font: FontId) -> Arc<Galley> {
    let text = drawn_line(text).into_owned();
    let job = LayoutJob::simple_singleline(text, font, COLOR_WHEN_PAINTED);
    painter.layout_job(job)
}
