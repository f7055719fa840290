//! What the scenarios of the active tree have not covered: conditions that were never true or never false, nodes that were not reached,
//! aborts, changes of a Switch, and results that never occurred. Click a line to go to its node. Runs no scenarios.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{Button, ComboBox, Label, RichText, Role, TextStyle, Ui, WidgetInfo, vec2};
use treewright_core::ids::NodeId;
use treewright_insight::scenario::{Measure, NodeOutcome};
use treewright_session::canvas_options::CanvasSwitch;
use treewright_session::memo::Memo;
use treewright_session::workspace::open_document::Version;
use treewright_session::workspace::tree_coverage::TreeCoverage;

use super::PanelContext;
use crate::action::{Action, ActionSink, NewScenario, PreferAction, ScenarioAction, ViewAction};
use crate::popup_keyboard::set_label;
use crate::theme::space;
use crate::widgets::{
    IconButton, ROW_HEIGHT, Row, empty_hint, empty_hint_with, panel_scroll, row_pressed,
    scroll_to_focused, text_width,
};

/// In less height than this, in points, buttons that need more than one row become one drop-down.
const LOW: f32 = 240.0;

/// With less height below the buttons, the list takes the room of the counts.
const NO_COUNTS: f32 = 60.0;

/// State kept between frames.
#[derive(Default)]
pub struct CoverageState {
    /// What is listed; `None` for everything.
    chosen: Option<Gap>,
    rows: Memo<RowsKey, Vec<CoverageRow>>,
}

/// The revision of the scenarios, the active tree, its version, and the language.
type RowsKey = (u64, PathBuf, Version, &'static str);

/// A kind of what is not covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gap {
    NeverTrue,
    NeverFalse,
    NotReached,
    Aborts,
    Switches,
    Results,
}

impl Gap {
    /// All, in the order of the list: what is rare and telling comes first.
    const ALL: [Self; 6] = [
        Self::NeverTrue,
        Self::NeverFalse,
        Self::NotReached,
        Self::Aborts,
        Self::Switches,
        Self::Results,
    ];

    fn of(outcome: &NodeOutcome) -> Self {
        match outcome {
            NodeOutcome::Is(true) => Self::NeverTrue,
            NodeOutcome::Is(false) => Self::NeverFalse,
            NodeOutcome::Aborts(_) => Self::Aborts,
            NodeOutcome::Switches { .. } => Self::Switches,
            NodeOutcome::Returns(_) => Self::Results,
        }
    }

    /// The text key of its name, as a heading.
    fn key(self) -> &'static str {
        match self {
            Self::NeverTrue => "coverage.gap.never_true",
            Self::NeverFalse => "coverage.gap.never_false",
            Self::NotReached => "coverage.gap.not_reached",
            Self::Aborts => "coverage.gap.aborts",
            Self::Switches => "coverage.gap.switches",
            Self::Results => "coverage.gap.results",
        }
    }
}

/// Something that is not covered.
struct CoverageRow {
    gap: Gap,
    node: NodeId,
    title: String,
    /// What never occurred: "never false".
    what: String,
    /// The whole line, for screen readers.
    name: String,
}

/// A line of the list.
enum Line<'a> {
    Heading(Gap, usize),
    Missing(&'a CoverageRow),
}

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut CoverageState, sink: &mut ActionSink) {
    let tree = cx.scenarios.tree_of(cx.front.id());
    let covered = tree.and_then(|tree| Some((tree, cx.scenarios.coverage(tree)?)));
    let Some((tree, coverage)) = covered else {
        return no_coverage_hint(ui, cx, tree, sink);
    };
    let key = (
        cx.scenarios.revision(),
        tree.to_owned(),
        cx.front.version(),
        cx.texts.language(),
    );
    state.rows.of(key, |_| rows(cx, coverage));
    header(ui, cx, state, sink);
    if ui.available_height() >= NO_COUNTS {
        counts(ui, cx, coverage);
    }
    let chosen = state.chosen;
    let mut lines = Vec::new();
    for gap in Gap::ALL {
        if chosen.is_some_and(|chosen| chosen != gap) {
            continue;
        }
        let of_gap: Vec<_> = state.rows.iter().filter(|row| row.gap == gap).collect();
        if chosen.is_none() && !of_gap.is_empty() {
            lines.push(Line::Heading(gap, of_gap.len()));
        }
        lines.extend(of_gap.into_iter().map(Line::Missing));
    }
    if lines.is_empty() {
        let key = match chosen {
            Some(_) => "coverage.nothing_of_kind",
            None => "coverage.nothing",
        };
        return empty_hint(ui, cx.theme, "check_circle", &cx.texts.tr(key));
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let area = panel_scroll().id_salt("coverage");
    area.show_rows(ui, ROW_HEIGHT, lines.len(), |ui, range| {
        for index in range {
            ui.push_id(index, |ui| line(ui, cx, &lines[index], sink));
        }
    });
}

/// Says how coverage comes about, while there is none.
fn no_coverage_hint(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    tree: Option<&Path>,
    sink: &mut ActionSink,
) {
    let has_scenarios = tree.is_some_and(|tree| cx.scenarios.of_tree(tree).next().is_some());
    let (key, action) = if has_scenarios {
        ("scenarios.run_all", ScenarioAction::RunAll)
    } else {
        (
            "scenarios.new",
            ScenarioAction::AskForName(NewScenario::Empty),
        )
    };
    let (text, button) = (cx.texts.tr("coverage.none"), cx.texts.tr(key));
    if empty_hint_with(ui, cx.theme, ("percent", &text), &button) {
        sink.push(Action::Scenario(action));
    }
}

/// The button that marks what is missing on the canvas, and the choice of what is listed.
fn header(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut CoverageState, sink: &mut ActionSink) {
    let count = |gap| state.rows.iter().filter(|row| row.gap == gap).count();
    let all = (None, "coverage.gap.all", state.rows.len());
    let gaps = Gap::ALL.map(|gap| (Some(gap), gap.key(), count(gap)));
    let choices = std::iter::once(all).chain(gaps);
    let choices = choices.map(|(gap, key, count)| {
        let text = cx.texts.with_note(&cx.texts.tr(key), &count.to_string());
        (gap, text)
    });
    let choices: Vec<(Option<Gap>, String)> = choices.collect();
    let is_list = ui.available_height() < LOW && !fit_in_a_row(ui, &choices);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(space::XS, space::XS);
        let name = cx.texts.tr("command.missed_by_scenarios");
        let on = cx.settings.canvas.missed_by_scenarios;
        let mark = IconButton::new("visibility", &name).small().selected(on);
        if mark.show(ui).clicked() {
            let turn = PreferAction::ToggleCanvas(CanvasSwitch::MissedByScenarios);
            sink.push(Action::Prefer(turn));
        }
        if is_list {
            return list_of_gaps(ui, cx, &choices, &mut state.chosen);
        }
        for (gap, text) in &choices {
            let button = Button::new(text).selected(state.chosen == *gap);
            if ui.add(button).clicked() {
                state.chosen = *gap;
            }
        }
    });
}

/// Whether the button of the canvas and one for each choice fit side by side.
fn fit_in_a_row(ui: &Ui, choices: &[(Option<Gap>, String)]) -> bool {
    let font = TextStyle::Button.resolve(ui.style());
    let beside_text = 2.0 * ui.spacing().button_padding.x + space::XS;
    let widths = choices.iter();
    let widths = widths.map(|(_, text)| text_width(ui, text, font.clone()) + beside_text);
    ROW_HEIGHT + space::XS + widths.sum::<f32>() <= ui.available_width()
}

fn list_of_gaps(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    choices: &[(Option<Gap>, String)],
    chosen: &mut Option<Gap>,
) {
    let now = choices.iter().find(|(gap, _)| gap == chosen);
    let now = now.map_or("", |(_, text)| text);
    let list = ComboBox::from_id_salt("coverage gaps").selected_text(now);
    let list = list.width(0.0).show_ui(ui, |ui| {
        for (gap, text) in choices {
            let entry = ui.selectable_value(chosen, *gap, text);
            set_label(&entry, text);
        }
        scroll_to_focused(ui);
    });
    let name = cx.texts.tr("coverage.list");
    list.response.accessible_name(&*name).on_hover_text(name);
}

/// The percentages by measure; with the counts as well, if these fit into one line.
fn counts(ui: &mut Ui, cx: &PanelContext<'_>, coverage: &TreeCoverage) {
    let counted = Measure::ALL.map(|measure| (measure, coverage.count(measure)));
    let counted = counted.into_iter().filter(|(_, count)| count.all > 0);
    let both = counted.map(|(measure, count)| {
        let (covered, all) = (count.covered.to_string(), count.all.to_string());
        let percent = count.percent().to_string();
        let measure = cx.texts.measure(measure);
        let arguments = [
            ("covered", &*covered),
            ("all", &*all),
            ("percent", &*percent),
        ];
        let long = cx.texts.tr_with("coverage.counted", &arguments);
        let arguments = [("measure", &*measure), ("percent", &*percent)];
        let short = cx.texts.tr_with("coverage.percent", &arguments);
        (cx.texts.labeled(&measure, &long), short)
    });
    let (long, short): (Vec<String>, Vec<String>) = both.unzip();
    let (long, short) = (long.join(" · "), short.join(" · "));
    let font = TextStyle::Body.resolve(ui.style());
    let fits = text_width(ui, &long, font) <= ui.available_width();
    let shown = RichText::new(if fits { &long } else { &short });
    let label = ui.add(Label::new(shown.color(cx.theme.muted)).wrap());
    label.widget_info(|| WidgetInfo::labeled(Role::Label, true, &long));
    if !fits {
        label.on_hover_text(long);
    }
}

fn line(ui: &mut Ui, cx: &PanelContext<'_>, line: &Line<'_>, sink: &mut ActionSink) {
    match line {
        Line::Heading(gap, count) => {
            let text = cx
                .texts
                .with_note(&cx.texts.tr(gap.key()), &count.to_string());
            Row::new(&text)
                .color(cx.theme.muted)
                .show(ui, cx.theme)
                .on_hover_text(text);
        }
        Line::Missing(row) => {
            let is_selected = cx.front.selection().primary() == Some(&row.node);
            let response = Row::new(&row.title)
                .icon(cx.icon_of(&row.node), cx.color_of(&row.node))
                .detail(&row.what)
                .keeps_detail()
                .selected(is_selected)
                .name(&row.name)
                .show(ui, cx.theme)
                .on_hover_text(&row.name);
            if row_pressed(ui, &response) {
                let reveal = ViewAction::Reveal(row.node.clone());
                sink.push(Action::View(reveal));
            }
        }
    }
}

/// Lists what is missing, in tree order.
fn rows(cx: &PanelContext<'_>, coverage: &TreeCoverage) -> Vec<CoverageRow> {
    let title = |place: &(Arc<str>, NodeId)| title_of(cx, coverage, place);
    let mut rows = Vec::new();
    let document = cx.front.document();
    let nodes = coverage.nodes();
    for (node, covered) in nodes.filter(|(node, _)| document.node(node).is_some()) {
        let own = cx.question_or_title(node);
        let mut add = |gap, what: String| {
            rows.push(CoverageRow {
                gap,
                node: node.clone(),
                name: cx.texts.labeled(&own, &what),
                title: own.clone(),
                what,
            });
        };
        if !covered.is_reached() {
            let what = cx.texts.tr("scenarios.unreached").into_owned();
            add(Gap::NotReached, what);
        }
        for outcome in covered.missing() {
            let what = cx.texts.missing_outcome(outcome, &title);
            add(Gap::of(outcome), what);
        }
    }
    rows
}

/// The title of a node: of the active document, or as it was when the scenarios ran.
fn title_of(cx: &PanelContext<'_>, coverage: &TreeCoverage, place: &(Arc<str>, NodeId)) -> String {
    let (document, node) = place;
    let is_own = document.is_empty() && cx.front.document().node(node).is_some();
    let title = if is_own {
        cx.title_of(node)
    } else {
        coverage.title(place).to_owned()
    };
    cx.texts.tr_with("coverage.node", &[("title", &title)])
}
