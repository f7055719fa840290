//! The scenarios of the project: which pass, where the others differ from their expectations, and the strip of the open one. Click a
//! scenario to open it, click a difference to go to its frame. The rows are recomputed when the scenarios change.

mod expectations;
pub mod strip;

use std::path::{Path, PathBuf};

use egui::containers::menu::MenuButton;
use egui::{Button, Color32, Label, Rect, Response, RichText, Stroke, Ui, UiBuilder, vec2};
use treewright_core::model::Document;
use treewright_insight::scenario::{Mark, Measure, NodeName, ScenarioDifference, node_named};
use treewright_session::canvas_options::CanvasSwitch;
use treewright_session::memo::Memo;
use treewright_session::workspace::open_document::OpenDocument;
use treewright_session::workspace::run_view::RunView;
use treewright_session::workspace::scenario_list::{
    ScenarioCounts, ScenarioEntry, ScenarioOutcome,
};

use self::strip::StripState;
use super::PanelContext;
use crate::accessible_tree::opens_menu;
use crate::action::{Action, ActionSink, NewScenario, PreferAction, ScenarioAction, ViewAction};
use crate::docking::Panel;
use crate::icons;
use crate::theme::{Theme, space};
use crate::widgets::{
    IconButton, ROW_HEIGHT, Row, empty_hint_with, list_in_popup, panel_scroll, row_menu,
    row_pressed,
};

/// The maximum number of differences shown per scenario.
const MAX_DIFFERENCES: usize = 5;
/// The width of the list beside the strip: its share of the panel, and its limits.
const LIST_PART: f32 = 0.28;
const MIN_LIST: f32 = 180.0;
const MAX_LIST: f32 = 340.0;
/// In less width than this, the list is above the strip, with at most this share of the height.
pub const NARROW: f32 = 620.0;
const NARROW_LIST: f32 = 0.3;
/// In less height than this, a narrow panel has a button instead of the list.
const LOW: f32 = 240.0;
/// The width of the list behind the button.
const LIST_IN_POPUP: f32 = 320.0;
/// The maximum width of the button's name.
const BUTTON: f32 = 130.0;

/// State kept between frames.
#[derive(Default)]
pub struct ScenariosState {
    /// By the revision of the scenarios, the active tree, the language, and whether those of other trees are shown.
    lines: Memo<(u64, Option<PathBuf>, &'static str, bool), Vec<ScenarioRow>>,
    pub strip: StripState,
}

enum ScenarioRow {
    Scenario {
        file: PathBuf,
        name: String,
        detail: String,
        look: ScenarioState,
        chosen: bool,
    },
    Difference {
        file: PathBuf,
        frame: u64,
        node: Option<NodeName>,
        /// What differs, in few words.
        text: String,
        /// The same as a sentence.
        sentence: String,
    },
    More(String),
    /// The number of scenarios of other trees; of those below, the ones that did not fail are shown if it is open.
    Others {
        count: usize,
        is_open: bool,
    },
}

/// The section of other trees' scenarios in the settings.
const OTHERS: &str = "scenarios of other trees";

/// The state of a scenario.
#[derive(Clone, Copy)]
enum ScenarioState {
    Passed,
    /// It passed because it expects nothing.
    Empty,
    Failed,
    Unusable,
    NotRun,
}

impl ScenarioState {
    fn of(entry: &ScenarioEntry) -> Self {
        match entry.outcome {
            None => Self::NotRun,
            Some(ScenarioOutcome::Passed) if entry.expects_nothing() => Self::Empty,
            Some(ScenarioOutcome::Passed) => Self::Passed,
            Some(ScenarioOutcome::Failed(_)) => Self::Failed,
            Some(ScenarioOutcome::Unusable(_)) => Self::Unusable,
        }
    }

    fn icon(self) -> &'static str {
        match self {
            Self::Passed => "check_circle",
            Self::Empty => "circle",
            Self::Failed => "cancel",
            Self::Unusable => "warning",
            Self::NotRun => "schedule",
        }
    }

    fn color(self, theme: &Theme) -> Color32 {
        match self {
            Self::Passed => theme.success,
            Self::Failed => theme.failure,
            Self::Unusable => theme.warning,
            Self::Empty | Self::NotRun => theme.inactive,
        }
    }

    /// The text key of its name.
    fn key(self) -> &'static str {
        match self {
            Self::Passed => "scenarios.passed",
            Self::Empty => "scenarios.expects_nothing",
            Self::Failed => "scenarios.failed",
            Self::Unusable => "scenarios.unusable",
            Self::NotRun => "scenarios.not_run",
        }
    }
}

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut ScenariosState, sink: &mut ActionSink) {
    if cx.scenarios.entries().len() == 0 {
        return first_scenario_hint(ui, cx, sink);
    }
    refresh(cx, state);
    let whole = ui.available_rect_before_wrap();
    let entry = shown(cx);
    if entry.is_none() && whole.width() < NARROW {
        header(ui, cx, sink);
        return list(ui, cx, state, sink);
    }
    if let Some(entry) = entry.filter(|_| whole.width() < NARROW && whole.height() < LOW) {
        let ScenariosState { lines, strip } = state;
        let mut start = |ui: &mut Ui, sink: &mut ActionSink| {
            buttons(ui, cx, sink);
            list_button(ui, cx, entry, lines, sink);
        };
        return strip::show(ui, cx, entry, strip, Some(&mut start), sink);
    }
    if let Some(entry) = entry.filter(|_| whole.width() < NARROW) {
        header(ui, cx, sink);
        // The list is above the strip, and each has its share of the height.
        let whole = ui.available_rect_before_wrap();
        let top = (whole.height() * NARROW_LIST).min(state.lines.len() as f32 * ROW_HEIGHT);
        let (above, below) = whole.split_top_bottom_at_y(whole.top() + top);
        let below = below.with_min_y(below.top() + space::XS);
        strip_in(ui, below, cx, entry, &mut state.strip, sink);
        ui.scope_builder(UiBuilder::new().max_rect(above), |ui| {
            list(ui, cx, state, sink);
        });
        return;
    }
    let width = (whole.width() * LIST_PART).clamp(MIN_LIST, MAX_LIST);
    let (left, right) = whole.split_left_right_at_x(whole.left() + width);
    let line = Stroke::new(1.0, cx.theme.separator);
    ui.painter()
        .vline(left.right() + space::XS, whole.y_range(), line);
    ui.scope_builder(UiBuilder::new().max_rect(left), |ui| {
        header(ui, cx, sink);
        list(ui, cx, state, sink);
    });
    let right = right.with_min_x(right.left() + space::M);
    if let Some(entry) = entry {
        strip_in(ui, right, cx, entry, &mut state.strip, sink);
    } else {
        ui.scope_builder(UiBuilder::new().max_rect(right), |ui| {
            first_scenario_hint(ui, cx, sink);
        });
    }
}

fn strip_in(
    ui: &mut Ui,
    rect: Rect,
    cx: &PanelContext<'_>,
    entry: &ScenarioEntry,
    state: &mut StripState,
    sink: &mut ActionSink,
) {
    let builder = UiBuilder::new().max_rect(rect).id_salt("strip");
    ui.scope_builder(builder, |ui| strip::show(ui, cx, entry, state, None, sink));
}

/// The scenario on the strip, if it could be read.
fn shown<'a>(cx: &PanelContext<'a>) -> Option<&'a ScenarioEntry> {
    let entry = on_strip(cx, cx.scenarios.tree_of(cx.front.id())?);
    entry.filter(|entry| entry.scenario.is_some())
}

/// The scenario of a tree that the strip shows: the chosen one, else the first.
fn on_strip<'a>(cx: &PanelContext<'a>, tree: &Path) -> Option<&'a ScenarioEntry> {
    let chosen = cx.scenarios.chosen(tree);
    let chosen = chosen.and_then(|file| cx.scenarios.get(file));
    chosen.or_else(|| cx.scenarios.of_tree(tree).next())
}

fn list(ui: &mut Ui, cx: &PanelContext<'_>, state: &ScenariosState, sink: &mut ActionSink) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let area = panel_scroll();
    area.show_rows(ui, ROW_HEIGHT, state.lines.len(), |ui, range| {
        for index in range {
            ui.push_id(index, |ui| line(ui, cx, &state.lines[index], sink));
        }
    });
}

fn first_scenario_hint(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    if cx.run.is_some_and(RunView::shows_own_frame) {
        let text = cx.texts.tr("scenarios.none_with_run");
        let save = cx.texts.tr("command.save_scenario");
        if empty_hint_with(ui, cx.theme, ("movie", &text), &save) {
            sink.push(Action::Scenario(ScenarioAction::AskForName(
                NewScenario::OfRun,
            )));
        }
        return;
    }
    let (text, new) = (cx.texts.tr("scenarios.none"), cx.texts.tr("scenarios.new"));
    if empty_hint_with(ui, cx.theme, ("movie", &text), &new) {
        sink.push(Action::Scenario(ScenarioAction::AskForName(
            NewScenario::Empty,
        )));
    }
}

fn header(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let is_wide = ui.available_width() > NARROW;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(space::XS, space::XS);
        buttons(ui, cx, sink);
        ui.add_space(space::XS);
        if is_wide {
            counts(ui, cx);
        }
        coverage(ui, cx, sink);
    });
    if !is_wide {
        counts(ui, cx);
    }
    ui.add_space(space::XS);
}

/// The button that opens the list of scenarios: the state and name of the one on the strip.
fn list_button(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    entry: &ScenarioEntry,
    lines: &[ScenarioRow],
    sink: &mut ActionSink,
) {
    let state = ScenarioState::of(entry);
    let name = entry.name();
    let text = RichText::new(format!("{name} ▾"));
    let icon = icons::text(state.icon()).color(state.color(cx.theme));
    let word = cx.texts.tr(state.key());
    let arguments = [("name", name), ("outcome", &*word)];
    let mut label = cx.texts.tr_with("scenarios.row", &arguments);
    if let Some(ScenarioOutcome::Unusable(why)) = &entry.outcome {
        label = format!("{label}\n{}", cx.texts.scenario_unusable(why));
    }
    let row = vec2(BUTTON, ui.spacing().interact_size.y);
    ui.allocate_ui(row, |ui| {
        let button = MenuButton::from_button(Button::new((icon, text)).truncate());
        let (response, shown) = button.ui(ui, |ui| {
            ui.set_width(LIST_IN_POPUP);
            list_in_popup(ui, |ui| {
                for (index, line) in lines.iter().enumerate() {
                    ui.push_id(index, |ui| self::line(ui, cx, line, sink));
                }
            });
        });
        opens_menu(&response, shown.is_some());
        response.accessible_name(&*label).on_hover_text(label);
    });
}

/// The buttons that run all scenarios, and make a new one.
fn buttons(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let name = cx.texts.tr("scenarios.run_all");
    if IconButton::new("play_arrow", &name)
        .small()
        .show(ui)
        .clicked()
    {
        sink.push(Action::Scenario(ScenarioAction::RunAll));
    }
    let name = cx.texts.tr("scenarios.new");
    if IconButton::new("add", &name).small().show(ui).clicked() {
        sink.push(Action::Scenario(ScenarioAction::AskForName(
            NewScenario::Empty,
        )));
    }
    let can_save = cx.run.is_some_and(RunView::shows_own_frame);
    let name = cx.texts.tr("scenarios.save_run");
    let save = IconButton::new("save", &name).small().enabled(can_save);
    if save.show(ui).clicked() {
        sink.push(Action::Scenario(ScenarioAction::AskForName(
            NewScenario::OfRun,
        )));
    }
}

/// How many scenarios of the active tree passed and failed.
fn counts(ui: &mut Ui, cx: &PanelContext<'_>) {
    let own = cx.scenarios.tree_of(cx.front.id());
    let own = own.into_iter().flat_map(|tree| cx.scenarios.of_tree(tree));
    let counts = ScenarioCounts::of(own);
    if counts.all() == 0 {
        return;
    }
    let mut outcomes = vec![
        cx.texts.tr_count("scenarios.count_passed", counts.passed),
        cx.texts.tr_count("scenarios.count_failed", counts.failed),
    ];
    for (key, count) in [
        ("scenarios.count_unusable", counts.unusable),
        ("scenarios.count_empty", counts.empty),
        ("scenarios.count_not_run", counts.not_run),
    ] {
        if count > 0 {
            outcomes.push(cx.texts.tr_count(key, count));
        }
    }
    let outcomes = outcomes.join(&cx.texts.tr("list.comma"));
    let arguments = [("outcomes", &*outcomes)];
    let text = cx
        .texts
        .tr_count_with("scenarios.counts", counts.all(), &arguments);
    let label = Label::new(RichText::new(&text).color(cx.theme.muted));
    let label = label.truncate().show_tooltip_when_elided(false);
    ui.add(label).on_hover_text(text);
}

/// How many nodes of the active tree its scenarios reached, the switch that marks the others, and the button that lists what is missing.
fn coverage(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let tree = cx.scenarios.tree_of(cx.front.id());
    let Some(coverage) = tree.and_then(|tree| cx.scenarios.coverage(tree)) else {
        return;
    };
    let nodes = coverage.count(Measure::Nodes);
    let count = nodes.covered.to_string();
    let arguments = [("reached", &*count)];
    let text = cx
        .texts
        .tr_count_with("scenarios.reached", nodes.all, &arguments);
    let on = cx.settings.canvas.missed_by_scenarios;
    let switch = Button::new((icons::text("rule"), &*text)).selected(on);
    let response = ui.add(switch).accessible_name(&*text);
    let response = response.on_hover_text(cx.texts.tr("scenarios.reached_help"));
    if response.clicked() {
        let turn = PreferAction::ToggleCanvas(CanvasSwitch::MissedByScenarios);
        sink.push(Action::Prefer(turn));
    }
    let name = cx.texts.tr("command.show_coverage");
    if IconButton::new(Panel::Coverage.icon(), &name)
        .small()
        .show(ui)
        .clicked()
    {
        let show = ViewAction::ShowPanel(Panel::Coverage.key());
        sink.push(Action::View(show));
    }
}

fn line(ui: &mut Ui, cx: &PanelContext<'_>, line: &ScenarioRow, sink: &mut ActionSink) {
    match line {
        ScenarioRow::Scenario {
            file,
            name,
            detail,
            look,
            chosen,
        } => scenario(ui, cx, (file, name, detail), *look, *chosen, sink),
        ScenarioRow::Difference {
            file,
            frame,
            node,
            text,
            sentence,
        } => {
            let go = || ScenarioAction::Show {
                file: file.clone(),
                frame: Some(*frame),
                node: node.clone(),
            };
            let at = cx
                .texts
                .tr_with("status.frame", &[("frame", &frame.to_string())]);
            let row = Row::new(text)
                .icon("subdirectory_arrow_right", cx.theme.failure)
                .indent(20.0)
                .detail(&at)
                .name(sentence)
                .show(ui, cx.theme)
                .on_hover_text(sentence);
            if row_pressed(ui, &row) {
                sink.push(Action::Scenario(go()));
            }
        }
        ScenarioRow::More(text) => {
            Row::new(text)
                .color(cx.theme.muted)
                .indent(20.0)
                .show(ui, cx.theme)
                .on_hover_text(text);
        }
        ScenarioRow::Others { count, is_open } => {
            let icon = if *is_open {
                "expand_more"
            } else {
                "chevron_right"
            };
            let text = cx.texts.tr_count("scenarios.of_other_trees", *count);
            let row = Row::new(&text).icon(icon, cx.theme.muted);
            let row = row.show(ui, cx.theme);
            ui.ctx()
                .accesskit_node_builder(row.id, |node| node.set_expanded(*is_open));
            if row_pressed(ui, &row) {
                sink.push(Action::Prefer(PreferAction::ToggleSection(OTHERS)));
            }
        }
    }
}

fn scenario(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (file, name, detail): (&PathBuf, &str, &str),
    look: ScenarioState,
    chosen: bool,
    sink: &mut ActionSink,
) {
    let word = cx.texts.tr(look.key());
    let arguments = [("name", name), ("outcome", &*word)];
    let label = cx.texts.tr_with("scenarios.row", &arguments);
    let mut row = Row::new(name)
        .icon(look.icon(), look.color(cx.theme))
        .detail(detail)
        .selected(chosen)
        .name(&label);
    if cx.scenarios.is_waiting(file) {
        row = row.color(cx.theme.muted);
    }
    let response: Response = row
        .show(ui, cx.theme)
        .on_hover_text(format!("{label}\n{detail}"));
    let go = || ScenarioAction::Show {
        file: file.clone(),
        frame: None,
        node: None,
    };
    if row_pressed(ui, &response) {
        sink.push(Action::Scenario(go()));
    }
    row_menu(&response, |ui| {
        if ui
            .button(cx.texts.tr("scenarios.open").into_owned())
            .clicked()
        {
            sink.push(Action::Scenario(go()));
        }
        if ui
            .button(cx.texts.tr("scenarios.run").into_owned())
            .clicked()
        {
            sink.push(Action::Scenario(ScenarioAction::Run(file.clone())));
        }
    });
}

fn refresh(cx: &PanelContext<'_>, state: &mut ScenariosState) {
    let own = cx.scenarios.tree_of(cx.front.id()).map(Path::to_owned);
    let is_open = cx.settings.toggled_sections.contains(OTHERS);
    let key = (cx.scenarios.revision(), own, cx.texts.language(), is_open);
    state.lines.of(key, |(_, own, ..)| {
        let own = own.as_deref();
        let chosen = own.and_then(|tree| on_strip(cx, tree));
        let chosen = chosen.map(|entry| &*entry.file);
        // Those of the active document come first.
        let is_own = |entry: &&ScenarioEntry| own == Some(&*entry.tree);
        let (first, rest): (Vec<_>, Vec<_>) = cx.scenarios.entries().partition(is_own);
        let mut lines = Vec::new();
        if first.is_empty() {
            let text = cx.texts.tr("scenarios.none_of_tree").into_owned();
            lines.push(ScenarioRow::More(text));
        }
        for entry in first {
            add(cx, entry, chosen == Some(&*entry.file), &mut lines);
        }
        if !rest.is_empty() {
            let count = rest.len();
            lines.push(ScenarioRow::Others { count, is_open });
        }
        let is_wrong =
            |entry: &ScenarioEntry| !matches!(entry.outcome, None | Some(ScenarioOutcome::Passed));
        for entry in rest.into_iter().filter(|entry| is_open || is_wrong(entry)) {
            add(cx, entry, false, &mut lines);
        }
        lines
    });
}

/// The title of a node that a scenario of this document names.
fn title_of(cx: &PanelContext<'_>, document: &Document, name: &str) -> String {
    match node_named(document, name) {
        // A path leads into a subtree, whose nodes are not in this document.
        Some(id) if !name.contains('/') => cx.texts.title_of(document, id),
        _ => name.to_owned(),
    }
}

/// The document that a scenario runs, if it is open.
fn document_of<'a>(cx: &PanelContext<'a>, entry: &ScenarioEntry) -> Option<&'a Document> {
    let mut open = cx.workspace.documents().iter();
    let own = open.find(|open| cx.scenarios.tree_of(open.id()) == Some(&*entry.tree));
    own.map(OpenDocument::document)
}

/// What differs, with the expected and the found value: "Strike: expected Success, found Running".
fn in_few_words(
    cx: &PanelContext<'_>,
    document: &Document,
    difference: &ScenarioDifference,
) -> String {
    let (texts, titles) = (cx.texts, |name: &str| title_of(cx, document, name));
    let subject = Mark::Expect(difference.expected.clone()).subject();
    let lane = texts.mark_subject(&subject, &titles);
    let expected = texts.fact_in_lane(&difference.expected, &titles);
    let found = texts.fact_in_lane(&difference.found, &titles);
    let arguments = [("expected", &*expected), ("found", &*found)];
    let value = texts.tr_with("scenarios.mark.differs_in_words", &arguments);
    texts.tr_with(
        "scenarios.mark.other",
        &[("lane", &lane), ("value", &value)],
    )
}

fn add(cx: &PanelContext<'_>, entry: &ScenarioEntry, chosen: bool, lines: &mut Vec<ScenarioRow>) {
    lines.push(ScenarioRow::Scenario {
        file: entry.file.clone(),
        name: entry.name().to_owned(),
        detail: entry.relative.clone(),
        look: ScenarioState::of(entry),
        chosen,
    });
    match &entry.outcome {
        Some(ScenarioOutcome::Failed(differences)) => {
            let document = document_of(cx, entry);
            for difference in differences.iter().take(MAX_DIFFERENCES) {
                let whole = cx.texts.scenario_difference(difference);
                let sentence = cx.texts.as_sentence(&whole);
                let text = document.map(|document| in_few_words(cx, document, difference));
                lines.push(ScenarioRow::Difference {
                    file: entry.file.clone(),
                    frame: difference.frame,
                    node: difference.node().cloned(),
                    text: text.unwrap_or_else(|| sentence.clone()),
                    sentence,
                });
            }
            if let Some(more) = differences.len().checked_sub(MAX_DIFFERENCES + 1) {
                let text = cx.texts.tr_count("scenarios.more", more + 1);
                lines.push(ScenarioRow::More(text));
            }
        }
        Some(ScenarioOutcome::Unusable(why)) => {
            lines.push(ScenarioRow::More(cx.texts.scenario_unusable(why)));
        }
        Some(ScenarioOutcome::Passed) | None => {}
    }
}
