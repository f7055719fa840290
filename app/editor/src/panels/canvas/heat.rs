//! The heat map: how often a run entered nodes, or how long an attached game spends in them, as a colored rim around cards; what was never reached;
//! and the legend.

use egui::epaint::{Mesh, Vertex};
use egui::{
    Align2, CornerRadius, Painter, Pos2, Rect, Role, Sense, Shape, Stroke, StrokeKind, Ui,
    WidgetInfo, pos2, vec2,
};
use treewright_session::canvas_options::CanvasOptions;
use treewright_session::workspace::live::Verb;
use treewright_session::workspace::run_profile::RunProfile;
use treewright_session::workspace::run_view::{RunView, Visits};
use treewright_session::workspace::tree_coverage::TreeCoverage;

use treewright_insight::scenario::Measure;

use super::CanvasInput;
use super::level_of_detail::LevelOfDetail;
use super::marks::{self, DASHES, DOTS, Edge, Outline, PlateLook};
use super::node_card::{galley, paint_icon};
use super::run_overlay::{RunOverlay, Unreached, Weight};
use super::view::View;
use crate::icons;
use crate::panels::profile_words;
use crate::theme::text_size;

/// The width of the rim around a card that was entered once, and the additional width around the one entered most often.
const MIN_RIM: f32 = 4.0;
const ADDED_RIM: f32 = 3.5;

/// Draws the rim below a card. Color and width show how often the card was entered.
pub fn paint_halo(
    view: &View<'_>,
    run: &RunOverlay<'_>,
    painter: &Painter,
    index: usize,
    rect: Rect,
) {
    let Some(heat) = run.heat(&view.card(index).id) else {
        return;
    };
    let width = (MIN_RIM + ADDED_RIM * heat) * view.projection.zoom.max(0.6);
    let corner = CornerRadius::same((7.0 * view.projection.zoom + width).min(255.0) as u8);
    painter.rect_filled(rect.expand(width), corner, view.input.theme.heat(heat));
}

/// Draws a dashed line around a card that was never reached, or a dotted one if that is not proved, and a sign where other cards have their
/// status badge.
pub fn paint_unreached(
    view: &View<'_>,
    run: &RunOverlay<'_>,
    painter: &Painter,
    index: usize,
    rect: Rect,
) {
    let Some(unreached) = run.unreached(view.card(index)) else {
        return;
    };
    let theme = view.input.theme;
    let zoom = view.projection.zoom;
    let (dashes, sign) = match unreached {
        Unreached::Never => (DASHES, "visibility_off"),
        Unreached::NotProved => (DOTS, "question_mark"),
    };
    let line = Stroke::new(2.0 * zoom.max(0.5), theme.inactive);
    marks::dashed(painter, rect, line, dashes);
    let at = rect.right_bottom();
    painter.circle_filled(at, 9.0 * zoom, theme.background);
    let glyph = icons::glyph(sign);
    paint_icon(view, painter, at, 15.0, glyph, theme.inactive);
}

/// Draws the outcomes of a card that occurred in no scenario, or what is suspicious about it, in few words at its lower edge.
pub fn paint_missing(view: &View<'_>, run: &RunOverlay<'_>, painter: &Painter, index: usize) {
    let Some((text, weight)) = run.missing_text(view.card(index)) else {
        return;
    };
    let theme = view.input.theme;
    let card = view.screen_rect(index);
    if view.detail != LevelOfDetail::Full {
        // Small cards have no room for words, nor for what is common.
        let at = card.left_bottom();
        match weight {
            Weight::Common => {}
            Weight::Notable => marks::paint_icon_sign(view, painter, at, "rule", theme.warning),
            Weight::NotProved => {
                marks::paint_icon_sign(view, painter, at, "question_mark", theme.muted);
            }
        }
        return;
    }
    let edge = if view.card(index).can_have_children() {
        Edge::BottomLeft
    } else {
        Edge::Bottom
    };
    let color = match weight {
        Weight::Notable => theme.warning,
        Weight::Common | Weight::NotProved => theme.muted,
    };
    let line = Stroke::new(1.0, color);
    let look = PlateLook {
        fill: theme.card_fill,
        text: color,
        outline: if weight == Weight::NotProved {
            Outline::Dotted(line)
        } else {
            Outline::Solid(line)
        },
    };
    marks::paint_plate(view, painter, card, &text, edge, &look);
}

/// The share of a measured leaf that is drawn on cards of every size: at most ten have as much.
const LARGE_SHARE: f64 = 0.1;

/// Draws the shares of measured leaves on cards that have no room for more: of all while cards have titles, otherwise of those with a large one.
pub fn paint_shares(view: &View<'_>, run: &RunOverlay<'_>, painter: &Painter) {
    if !view.input.options.profile || view.detail == LevelOfDetail::Full {
        return;
    }
    let theme = view.input.theme;
    for &index in &view.visible {
        let Some(cost) = run.cost(&view.card(index).id) else {
            continue;
        };
        let is_shown = view.detail == LevelOfDetail::Title || cost.share >= LARGE_SHARE;
        if !cost.is_of_leaf() || !is_shown {
            continue;
        }
        let look = PlateLook {
            fill: theme.card_fill,
            text: theme.text,
            outline: Outline::Solid(Stroke::new(1.0, theme.muted)),
        };
        let (card, text) = (view.screen_rect(index), profile_words::short(cost));
        marks::paint_plate(view, painter, card, &text, Edge::Bottom, &look);
    }
}

/// The width of the legend.
pub const WIDTH: f32 = 240.0;
const LINE: f32 = 18.0;
const PADDING: f32 = 8.0;

/// Draws the legend in a corner of the canvas.
pub fn legend(ui: &Ui, input: &CanvasInput<'_>) {
    let options = input.options;
    let run = input.run.filter(|_| has_legend(options));
    let missed = input.missed();
    let visits = match run {
        Some(run) if options.heat || options.unreached => run.visits(),
        _ => Visits::default(),
    };
    let shows = LegendContent {
        scale: run.and_then(|run| color_scale(input, run, visits)),
        unreached: options.unreached && run.is_some(),
        missed,
        not_running: not_running(input),
    };
    let lines = 2 * usize::from(shows.scale.is_some())
        + usize::from(shows.unreached)
        + 2 * usize::from(missed.is_some())
        + usize::from(shows.not_running.is_some());
    if lines == 0 {
        return;
    }
    let size = vec2(WIDTH, lines as f32 * LINE + 2.0 * PADDING);
    let viewport = ui.max_rect();
    let rect = Rect::from_min_size(viewport.min + vec2(10.0, 10.0), size);
    if !viewport.contains_rect(rect) {
        return;
    }
    let name = legend_text(input, visits, &shows);
    let response = ui.interact(rect, ui.scope_id().with("legend"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &name));
    let theme = input.theme;
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, CornerRadius::same(6), theme.panel);
    let mut at = rect.min + vec2(PADDING, PADDING + LINE / 2.0);
    if let Some(colors) = &shows.scale {
        let left = Align2::LEFT_CENTER;
        write(&painter, at, left, &colors.title, theme.muted);
        at.y += LINE;
        match &colors.ends {
            Some(ends) => scale(&painter, input, at, ends),
            None => {
                write(&painter, at, left, &colors.said, theme.muted);
            }
        }
        at.y += LINE;
    }
    let mut explain = |sample: &dyn Fn(Rect), text: &str| {
        sample(Rect::from_center_size(
            at + vec2(12.0, 0.0),
            vec2(22.0, 10.0),
        ));
        let beside = at + vec2(32.0, 0.0);
        write(&painter, beside, Align2::LEFT_CENTER, text, theme.muted);
        at.y += LINE;
    };
    let stroke = Stroke::new(1.5, theme.inactive);
    let dashes = |rect| marks::dashed(&painter, rect, stroke, DASHES);
    let dots = |rect| marks::dashed(&painter, rect, stroke, DOTS);
    if shows.unreached {
        explain(&dashes, &unreached(input, visits));
    }
    if let Some(coverage) = missed {
        let [nodes, outcomes] = missed_by_scenarios(input, coverage);
        explain(&dashes, &nodes);
        let plate = |rect| {
            let outline = Stroke::new(1.0, theme.warning);
            let round = CornerRadius::same(5);
            painter.rect(rect, round, theme.card_fill, outline, StrokeKind::Middle);
        };
        explain(&plate, &outcomes);
    }
    match &shows.not_running {
        Some((nodes, Unreached::Never)) => explain(&dashes, nodes),
        Some((nodes, Unreached::NotProved)) => explain(&dots, nodes),
        None => {}
    }
}

/// How many nodes an exploration has not seen run, in words, and whether it is proved that they cannot; `None` if there are none.
fn not_running(input: &CanvasInput<'_>) -> Option<(String, Unreached)> {
    let report = input.impossible()?;
    let (key, why) = if report.is_proved() {
        ("explore.never_running", Unreached::Never)
    } else {
        ("explore.not_seen_running", Unreached::NotProved)
    };
    let count = report.never_running();
    (count > 0).then(|| (input.texts.tr_count(key, count), why))
}

/// Returns whether some of the legend is about a run.
fn has_legend(options: CanvasOptions) -> bool {
    options.heat || options.profile || options.unreached
}

/// Returns whether the legend may be shown.
pub fn may_have_legend(input: &CanvasInput<'_>) -> bool {
    has_legend(input.options) || input.missed().is_some() || not_running(input).is_some()
}

/// What colors mean.
struct ColorScale {
    title: String,
    /// What both ends stand for; `None` as long as nothing is known.
    ends: Option<[String; 2]>,
    /// The same for screen readers, or why nothing is known.
    said: String,
}

fn color_scale(input: &CanvasInput<'_>, run: &dyn RunView, visits: Visits) -> Option<ColorScale> {
    let texts = input.texts;
    if input.options.profile {
        let most = run.profile().map(RunProfile::most);
        let most = most.filter(|most| *most > 0.0).map(profile_words::percent);
        let measures = run
            .verbs()
            .is_some_and(|verbs| verbs.check(Verb::Measure).is_ok());
        let (title, said_key) = if measures || most.is_none() {
            ("profile.title", "profile.said")
        } else {
            ("profile.title_last", "profile.said_last")
        };
        return Some(ColorScale {
            title: texts.tr(title).into_owned(),
            said: match &most {
                Some(most) => texts.tr_with(said_key, &[("most", most)]),
                None => texts.tr(why_nothing_measured(run)).into_owned(),
            },
            ends: most.map(|most| ["0%".to_owned(), format!("{most}%")]),
        });
    }
    if !input.options.heat {
        return None;
    }
    let most = visits.most.to_string();
    Some(ColorScale {
        title: texts.tr("canvas.heat.title").into_owned(),
        said: texts.tr_with("canvas.heat.said", &[("most", &most)]),
        ends: Some(["1".to_owned(), visits.most.max(1).to_string()]),
    })
}

/// The text key of the reason why no leaf was measured yet.
fn why_nothing_measured(run: &dyn RunView) -> &'static str {
    match run.verbs().map(|verbs| verbs.check(Verb::Measure)) {
        Some(Ok(())) if run.stop().is_some() => "profile.paused",
        Some(Ok(())) => "profile.waiting",
        _ => "profile.none",
    }
}

/// What the legend explains.
struct LegendContent<'a> {
    scale: Option<ColorScale>,
    unreached: bool,
    missed: Option<&'a TreeCoverage>,
    /// How many nodes an exploration has not seen run.
    not_running: Option<(String, Unreached)>,
}

/// The legend as text.
fn legend_text(input: &CanvasInput<'_>, visits: Visits, shows: &LegendContent<'_>) -> String {
    let mut parts = Vec::new();
    if let Some(colors) = &shows.scale {
        parts.push(colors.said.clone());
    }
    if shows.unreached {
        parts.push(unreached(input, visits));
    }
    if let Some(coverage) = shows.missed {
        parts.extend(missed_by_scenarios(input, coverage));
    }
    parts.extend(shows.not_running.iter().map(|(nodes, _)| nodes.clone()));
    parts.join(". ")
}

/// How many nodes were not reached by scenarios, and how many outcomes never occurred.
fn missed_by_scenarios(input: &CanvasInput<'_>, coverage: &TreeCoverage) -> [String; 2] {
    let count = coverage.count(Measure::Nodes).missing();
    let nodes = input.texts.tr_count("scenarios.missed", count);
    let count = coverage.count(Measure::Outcomes).missing();
    let outcomes = input.texts.tr_count("coverage.missing_outcomes", count);
    [nodes, outcomes]
}

fn unreached(input: &CanvasInput<'_>, visits: Visits) -> String {
    let count = visits.of.saturating_sub(visits.reached);
    input.texts.tr_count("canvas.heat.unreached", count)
}

/// The color scale, labeled at both ends.
fn scale(painter: &Painter, input: &CanvasInput<'_>, at: Pos2, [least, most]: &[String; 2]) {
    const STEPS: u32 = 12;
    let theme = input.theme;
    let first = write(painter, at, Align2::LEFT_CENTER, least, theme.text);
    let end = pos2(at.x + WIDTH - 2.0 * PADDING, at.y);
    let last = write(painter, end, Align2::RIGHT_CENTER, most, theme.text);
    let (left, right) = (first.max.x + 6.0, last.min.x - 6.0);
    let mut mesh = Mesh::default();
    for step in 0..=STEPS {
        let part = step as f32 / STEPS as f32;
        let x = egui::lerp(left..=right, part);
        for y in [at.y - 5.0, at.y + 5.0] {
            mesh.vertices
                .push(Vertex::untextured(pos2(x, y), theme.heat(part)));
        }
        if let Some(corner) = (2 * step).checked_sub(2) {
            mesh.add_triangle(corner, corner + 1, corner + 2);
            mesh.add_triangle(corner + 1, corner + 2, corner + 3);
        }
    }
    painter.add(Shape::mesh(mesh));
}

fn write(painter: &Painter, at: Pos2, anchor: Align2, text: &str, color: egui::Color32) -> Rect {
    let galley = galley(painter, text, egui::FontId::proportional(text_size::SMALL));
    let place = anchor.anchor_size(at, galley.size());
    painter.galley(place.min, galley, color);
    place
}
