//! The scenarios of the project: which pass, where the others differ from their expectations, and the expectations of the open one. Click a
//! scenario to open it, click a difference to go to its frame. The rows are recomputed when the scenarios change.

mod expectations;

use std::path::{Path, PathBuf};

use egui::{Button, Color32, Response, RichText, ScrollArea, Ui};
use treewright_insight::scenario::{Fact, FrameRange, NodeName};
use treewright_session::canvas_options::CanvasSwitch;
use treewright_session::memo::Memo;
use treewright_session::workspace::scenario_list::{ScenarioEntry, ScenarioOutcome};

use super::PanelContext;
use crate::action::{Action, ActionSink, PreferAction, ScenarioAction};
use crate::icons;
use crate::theme::{Theme, space};
use crate::widgets::{IconButton, ROW_HEIGHT, Row, empty_hint, empty_hint_with, row_pressed};

/// The maximum number of differences shown per scenario.
const MAX_DIFFERENCES: usize = 5;

/// State kept between frames.
#[derive(Default)]
pub struct ScenariosState {
    /// By the revision of the scenarios, the active tree, and the language.
    lines: Memo<(u64, Option<PathBuf>, &'static str), Vec<ScenarioRow>>,
    /// The frame range being chosen for a "no aborts" expectation.
    quiet: Option<FrameRange>,
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
        text: String,
    },
    More(String),
    Expected {
        file: PathBuf,
        frame: u64,
        fact: Fact,
        text: String,
    },
}

/// The state of a scenario.
#[derive(Clone, Copy)]
enum ScenarioState {
    Passed,
    Failed,
    Unusable,
    NotRun,
}

impl ScenarioState {
    fn of(entry: &ScenarioEntry) -> Self {
        match entry.outcome {
            None => Self::NotRun,
            Some(ScenarioOutcome::Passed) => Self::Passed,
            Some(ScenarioOutcome::Failed(_)) => Self::Failed,
            Some(ScenarioOutcome::Unusable(_)) => Self::Unusable,
        }
    }

    fn icon(self) -> &'static str {
        match self {
            Self::Passed => "check_circle",
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
            Self::NotRun => theme.inactive,
        }
    }

    /// The text key of its name.
    fn key(self) -> &'static str {
        match self {
            Self::Passed => "scenarios.passed",
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
    header(ui, cx, state, sink);
    refresh(cx, state);
    ui.spacing_mut().item_spacing.y = 0.0;
    let area = ScrollArea::vertical().auto_shrink(false);
    area.show_rows(ui, ROW_HEIGHT, state.lines.len(), |ui, range| {
        for index in range {
            ui.push_id(index, |ui| line(ui, cx, &state.lines[index], sink));
        }
    });
}

fn first_scenario_hint(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    if cx.run.is_some_and(|run| run.frame() > 0) {
        let text = cx.texts.tr("scenarios.none_with_run");
        let save = cx.texts.tr("command.save_scenario");
        if empty_hint_with(ui, cx.theme, ("movie", &text), &save) {
            sink.push(Action::Scenario(ScenarioAction::AskForName));
        }
        return;
    }
    empty_hint(ui, cx.theme, "movie", &cx.texts.tr("scenarios.none"));
}

fn header(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut ScenariosState, sink: &mut ActionSink) {
    ui.horizontal(|ui| {
        let name = cx.texts.tr("scenarios.run_all");
        let run = Button::new((icons::text("play_arrow"), &*name));
        if ui.add(run).accessible_name(&*name).clicked() {
            sink.push(Action::Scenario(ScenarioAction::RunAll));
        }
        let can_save = cx.run.is_some_and(|run| run.frame() > 0);
        let name = cx.texts.tr("scenarios.save_run");
        let save = ui.add_enabled(can_save, Button::new((icons::text("save"), &*name)));
        if save.accessible_name(&*name).clicked() {
            sink.push(Action::Scenario(ScenarioAction::AskForName));
        }
        expectations::menu(ui, cx, &mut state.quiet, sink);
        ui.add_space(space::S);
        let counts = cx.scenarios.counts();
        let (passed, failed) = (counts.passed.to_string(), counts.failed.to_string());
        let unusable = counts.unusable.to_string();
        let arguments = [
            ("passed", &*passed),
            ("failed", &*failed),
            ("unusable", &*unusable),
        ];
        let key = match counts.unusable {
            0 => "scenarios.counts",
            _ => "scenarios.counts_unusable",
        };
        let text = cx.texts.tr_count_with(key, counts.all, &arguments);
        ui.label(RichText::new(text).color(cx.theme.muted));
        coverage(ui, cx, sink);
    });
    ui.add_space(space::XS);
}

/// How many nodes of the active tree its scenarios reached, and the switch that marks the others.
fn coverage(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let tree = cx.scenarios.tree_of(cx.front.id());
    let Some(reached) = tree.and_then(|tree| cx.scenarios.reached(tree)) else {
        return;
    };
    let count = reached.count().to_string();
    let arguments = [("reached", &*count)];
    let text = cx
        .texts
        .tr_count_with("scenarios.reached", reached.of(), &arguments);
    let on = cx.settings.canvas.missed_by_scenarios;
    let switch = Button::new((icons::text("rule"), &*text)).selected(on);
    let response = ui.add(switch).accessible_name(&*text);
    let response = response.on_hover_text(cx.texts.tr("scenarios.reached_help"));
    if response.clicked() {
        let turn = PreferAction::ToggleCanvas(CanvasSwitch::MissedByScenarios);
        sink.push(Action::Prefer(turn));
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
        } => {
            let go = || ScenarioAction::Show {
                file: file.clone(),
                frame: Some(*frame),
                node: node.clone(),
            };
            let row = Row::new(text)
                .icon("subdirectory_arrow_right", cx.theme.failure)
                .indent(20.0)
                .show(ui, cx.theme)
                .on_hover_text(text);
            if row_pressed(ui, &row) {
                sink.push(Action::Scenario(go()));
            }
        }
        ScenarioRow::More(text) => {
            Row::new(text)
                .color(cx.theme.muted)
                .indent(20.0)
                .show(ui, cx.theme);
        }
        ScenarioRow::Expected {
            file,
            frame,
            fact,
            text,
        } => expectation_row(ui, cx, file, (*frame, fact, text), sink),
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
    response.context_menu(|ui| {
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

/// An expectation of the open scenario, with a button to remove it.
fn expectation_row(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    file: &Path,
    (frame, fact, text): (u64, &Fact, &str),
    sink: &mut ActionSink,
) {
    ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let name = cx.texts.tr_with("scenarios.forget", &[("what", text)]);
            // The scenarios of examples are not stored in files.
            let entry = cx.scenarios.get(file);
            let can_change = entry.is_some_and(|entry| !entry.is_example());
            let button = IconButton::new("close", &name).small();
            if can_change && button.color(cx.theme.muted).show(ui).clicked() {
                sink.push(Action::Scenario(ScenarioAction::RemoveExpectation {
                    file: file.to_owned(),
                    frame,
                    fact: fact.clone(),
                }));
            }
            let row = Row::new(text)
                .icon("flag", cx.theme.muted)
                .indent(20.0)
                .show(ui, cx.theme);
            if row_pressed(ui, &row.on_hover_text(text)) {
                sink.push(Action::Scenario(ScenarioAction::Show {
                    file: file.to_owned(),
                    frame: Some(frame),
                    node: None,
                }));
            }
        });
    });
}

fn refresh(cx: &PanelContext<'_>, state: &mut ScenariosState) {
    let own = cx.scenarios.tree_of(cx.front.id()).map(Path::to_owned);
    let key = (cx.scenarios.revision(), own, cx.texts.language());
    state.lines.of(key, |(_, own, _)| {
        let own = own.as_deref();
        let chosen = own.and_then(|tree| cx.scenarios.chosen(tree));
        // Those of the active document come first.
        let is_own = |entry: &&ScenarioEntry| own == Some(&*entry.tree);
        let (first, rest): (Vec<_>, Vec<_>) = cx.scenarios.entries().partition(is_own);
        let mut lines = Vec::new();
        for entry in first.into_iter().chain(rest) {
            add(cx, entry, chosen == Some(&*entry.file), &mut lines);
        }
        lines
    });
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
            for difference in differences.iter().take(MAX_DIFFERENCES) {
                lines.push(ScenarioRow::Difference {
                    file: entry.file.clone(),
                    frame: difference.frame,
                    node: difference.node().cloned(),
                    text: cx.texts.scenario_difference(difference),
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
    let scenario = entry.scenario.as_ref().filter(|_| chosen);
    for (frame, fact) in scenario.into_iter().flat_map(|scenario| scenario.facts()) {
        lines.push(ScenarioRow::Expected {
            file: entry.file.clone(),
            frame,
            text: cx.texts.scenario_fact(frame, &fact),
            fact,
        });
    }
}
