//! All that the tree can do: starts and stops the search through its runs, and shows how far it has come, what is suspicious, the claims
//! about the tree, and what may come from outside. Knows nothing of how runs are searched.

mod assumptions;
mod claims;
mod findings;
mod inputs;
pub mod keys;
mod limits;
pub mod node;

use std::path::Path;

use egui::{Button, Id, Label, RichText, Role, Spinner, TextEdit, TextStyle, Ui, WidgetInfo, vec2};
use treewright_core::ids::NodeId;
use treewright_explore::claims::ClaimPlace;
use treewright_explore::findings::Sight;
use treewright_explore::search::{Certainty, Progress};
use treewright_session::canvas_options::CanvasSwitch;
use treewright_session::workspace::edit_history::Direction;
use treewright_session::workspace::exploration::{
    ClaimsEdit, ClaimsUnusable, Exploration, ExploreFailure, ExploreReport,
};
use treewright_session::workspace::open_document::DocumentId;

use self::claims::ClaimsState;
use super::{PanelContext, explored_words};
use crate::action::{Action, ActionSink, ExploreAction, FoundKind, FoundRun, PreferAction};
use crate::icons;
use crate::theme::{space, text_size};
use crate::widgets::{
    IconButton, draft, empty_hint, empty_hint_with, is_draft_changed, panel_scroll, placeholder,
    scroll_to_focused, text_width,
};

/// State kept between frames.
#[derive(Default)]
pub struct ExploreState {
    part: Part,
    claims: ClaimsState,
    /// The document to which an assumption is added, until the assumption is written.
    adds_assumption_to: Option<DocumentId>,
    /// What is done with a run as soon as the search of this document has stopped.
    pub wanted: Option<(DocumentId, ExploreAction)>,
}

impl ExploreState {
    /// Shows a part of the claims; without one, all of them.
    pub fn show_place(&mut self, place: Option<&ClaimPlace>) {
        self.part = match place {
            None | Some(ClaimPlace::Claim(..)) => Part::Claims,
            Some(ClaimPlace::Assumption(_)) => Part::Assumptions,
            Some(ClaimPlace::Input(_) | ClaimPlace::Leaf(_)) => Part::Inputs,
        };
        if let Some(ClaimPlace::Claim(index, _)) = place {
            self.claims.choose(*index);
        }
    }

    /// Shows the fields of a claim that is added to a document once its conditions are written.
    pub fn begin_claim(&mut self, document: DocumentId, name: String) {
        self.part = Part::Claims;
        self.claims.begin(document, name);
    }

    /// Shows the fields of a claim that has become one of the document's.
    pub fn claim_added(&mut self, index: usize) {
        self.claims.added(index);
    }
}

/// A part of the panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Part {
    #[default]
    Findings,
    Claims,
    Inputs,
    Assumptions,
    Limits,
    Node,
}

impl Part {
    const ALL: [Self; 6] = [
        Self::Findings,
        Self::Claims,
        Self::Inputs,
        Self::Assumptions,
        Self::Limits,
        Self::Node,
    ];

    fn key(self) -> &'static str {
        match self {
            Self::Findings => "explore.findings",
            Self::Claims => "explore.claims",
            Self::Inputs => "explore.inputs",
            Self::Assumptions => "explore.assumptions",
            Self::Limits => "explore.limits",
            Self::Node => "explore.node",
        }
    }
}

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut ExploreState, sink: &mut ActionSink) {
    let Some(exploration) = cx.exploration else {
        return;
    };
    keys::read(ui, sink);
    header(ui, cx, exploration, &mut state.part, sink);
    unusable(ui, cx, exploration);
    summary(ui, cx, exploration);
    match state.part {
        Part::Findings => findings::show(ui, cx, exploration, sink),
        Part::Claims => claims::show(ui, cx, exploration, &mut state.claims, sink),
        Part::Inputs => scrolled(ui, "inputs", |ui| inputs::show(ui, cx, exploration, sink)),
        Part::Assumptions => scrolled(ui, "assumptions", |ui| {
            let adds_to = &mut state.adds_assumption_to;
            assumptions::show(ui, cx, exploration, adds_to, sink);
        }),
        Part::Limits => scrolled(ui, "limits", |ui| limits::show(ui, cx, exploration, sink)),
        Part::Node => scrolled(ui, "node", |ui| node::show(ui, cx, exploration, sink)),
    }
}

fn scrolled(ui: &mut Ui, part: &str, add: impl FnOnce(&mut Ui)) {
    panel_scroll().id_salt(("explore", part)).show(ui, |ui| {
        add(ui);
        // The field that the keyboard has reached may be out of sight.
        scroll_to_focused(ui);
    });
}

fn push(sink: &mut ActionSink, action: ExploreAction) {
    sink.push(Action::Explore(action));
}

fn edit(sink: &mut ActionSink, edit: ClaimsEdit) {
    push(sink, ExploreAction::Edit(edit));
}

/// The buttons of the search, and the choice of what is shown.
fn header(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    exploration: &Exploration,
    part: &mut Part,
    sink: &mut ActionSink,
) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(space::XS, space::XS);
        begin_or_stop(ui, cx, exploration, sink);
        further_buttons(ui, cx, exploration, sink);
        switches(ui, cx, exploration, sink);
        undo_buttons(ui, cx, exploration, sink);
        ui.add_space(space::S);
        parts(ui, cx, exploration, part);
    });
}

/// The button that begins a search, and stops it while one runs. It keeps its width, so that the buttons beside it stay where they are.
fn begin_or_stop(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    exploration: &Exploration,
    sink: &mut ActionSink,
) {
    let texts = ["explore.begin", "explore.stop"].map(|key| cx.texts.tr(key));
    let font = TextStyle::Button.resolve(ui.style());
    let icon = font.size + ui.spacing().icon_spacing + 2.0 * ui.spacing().button_padding.x;
    let widths = texts.iter().map(|text| text_width(ui, text, font.clone()));
    let width = widths.fold(0.0, f32::max) + icon;
    let [begin, stop] = &texts;
    let (icon, text, name, action) = if exploration.is_running() {
        let name = "command.stop_exploring";
        ("stop", stop, name, ExploreAction::Stop)
    } else {
        ("explore", begin, "command.explore", ExploreAction::Begin)
    };
    let name = cx.texts.tr(name);
    let button = Button::new((icons::text(icon), &**text));
    let button = button.min_size(vec2(width, 0.0));
    let button = ui.add_enabled(!exploration.is_covering(), button);
    let button = button.accessible_name(&*name).on_hover_text(name);
    if button.clicked() {
        push(sink, action);
    }
}

/// What can be done with the results of a search, as soon as there are any.
fn further_buttons(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    exploration: &Exploration,
    sink: &mut ActionSink,
) {
    let is_idle = !exploration.is_running();
    let is_known = is_idle && exploration.current_report(cx.front).is_some();
    for (can, icon, [key, obstacle], action) in [
        (
            exploration.can_go_on(cx.front),
            "fast_forward",
            ["command.explore_further", "obstacle.nothing_to_explore"],
            ExploreAction::GoOn,
        ),
        (
            is_known,
            "movie",
            ["command.cover_explored", "obstacle.not_explored"],
            ExploreAction::MakeScenarios,
        ),
    ] {
        let (name, obstacle) = (cx.texts.tr(key), cx.texts.tr(obstacle));
        let button = IconButton::new(icon, &name).small().enabled(can);
        if button.disabled_reason(&obstacle).show(ui).clicked() {
            push(sink, action);
        }
    }
}

/// Whether the canvas marks what cannot happen, and whether to explore after each edit.
fn switches(ui: &mut Ui, cx: &PanelContext<'_>, exploration: &Exploration, sink: &mut ActionSink) {
    let name = cx.texts.tr("command.mark_explored");
    let on = cx.settings.canvas.explored;
    let mark = IconButton::new("visibility", &name).small().selected(on);
    if mark.show(ui).clicked() {
        let turn = PreferAction::ToggleCanvas(CanvasSwitch::Explored);
        sink.push(Action::Prefer(turn));
    }
    let name = cx.texts.tr("command.explore_after_edits");
    let on = exploration.runs_after_edits;
    let again = IconButton::new("autorenew", &name).small().selected(on);
    if again.show(ui).clicked() {
        push(sink, ExploreAction::RunAfterEdits(!on));
    }
}

/// Undo and redo of changes of the claims.
fn undo_buttons(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    exploration: &Exploration,
    sink: &mut ActionSink,
) {
    let history = exploration.document_claims.history();
    for (key, icon, can, direction) in [
        ("explore.undo", "undo", history.can_undo(), Direction::Undo),
        ("explore.redo", "redo", history.can_redo(), Direction::Redo),
    ] {
        let name = cx.texts.tr(key);
        let button = IconButton::new(icon, &name).small().enabled(can);
        if button.show(ui).clicked() {
            push(sink, ExploreAction::Step(direction));
        }
    }
}

/// Why the file of the claims is not used.
fn unusable(ui: &mut Ui, cx: &PanelContext<'_>, exploration: &Exploration) {
    if let Some(why) = exploration.document_claims.unusable() {
        let text = unusable_text(cx, exploration, why);
        let shown = RichText::new(&text).size(text_size::SMALL);
        let label = ui.add(Label::new(shown.color(cx.theme.error)).wrap());
        label.widget_info(|| WidgetInfo::labeled(Role::Alert, true, &text));
    }
}

/// Says which file of claims is not used, why, and what to do.
pub fn unusable_text(
    cx: &PanelContext<'_>,
    exploration: &Exploration,
    why: &ClaimsUnusable,
) -> String {
    let file = exploration.document_claims.file().and_then(Path::file_name);
    let file = file.unwrap_or_default().to_string_lossy();
    let reason = cx.texts.claims_unusable(why);
    let arguments = [("file", &*file), ("reason", &*reason)];
    cx.texts.tr_with("explore.unusable", &arguments)
}

/// How far the search has come, or how sure its results are.
fn summary(ui: &mut Ui, cx: &PanelContext<'_>, exploration: &Exploration) {
    let (text, color) = match (exploration.progress(), exploration.failure()) {
        (Some(_), _) if exploration.is_covering() => (
            cx.texts.tr("explore.making_scenarios").into_owned(),
            cx.theme.muted,
        ),
        (Some((progress, seconds)), _) => {
            let progress = progress_text(cx, progress, seconds);
            if exploration.searches_outdated(cx.front) {
                let of = cx.texts.tr("explore.of_tree_before");
                (cx.texts.with_note(&progress, &of), cx.theme.warning)
            } else {
                (progress, cx.theme.muted)
            }
        }
        (None, Some(why)) => (failure_text(cx, why), cx.theme.error),
        (None, None) => match exploration.report() {
            None => return,
            Some(_) if !exploration.is_current(cx.front) => (
                cx.texts.tr("explore.outdated").into_owned(),
                cx.theme.warning,
            ),
            Some(report) => {
                let color = match report.certainty {
                    Certainty::Proved if !report.is_thrashing_untried() => cx.theme.success,
                    _ => cx.theme.muted,
                };
                (certainty_text(cx, report), color)
            }
        },
    };
    let shown = RichText::new(&text).size(text_size::SMALL).color(color);
    ui.horizontal(|ui| {
        if exploration.is_running() {
            ui.add(Spinner::new().size(text_size::SMALL));
        }
        let label = ui.add(Label::new(shown).wrap());
        label.widget_info(|| WidgetInfo::labeled(Role::Status, true, &text));
    });
}

fn progress_text(cx: &PanelContext<'_>, progress: Progress, seconds: f64) -> String {
    let rate = progress.frames_run as f64 / seconds.max(0.001);
    let arguments = [
        ("frame", &*progress.frame.to_string()),
        ("frames", &*progress.frames_run.to_string()),
        ("rate", &*format!("{rate:.0}")),
    ];
    cx.texts
        .tr_count_with("explore.progress", progress.states, &arguments)
}

fn failure_text(cx: &PanelContext<'_>, why: &ExploreFailure) -> String {
    match why {
        ExploreFailure::CannotExplore(why) => cx.texts.sentence(why),
        ExploreFailure::Wrong(_) => cx.texts.tr("explore.wrong").into_owned(),
        ExploreFailure::Ended(ended) => cx.texts.ended(ended),
    }
}

/// How sure it is that what was not found cannot happen.
fn certainty_text(cx: &PanelContext<'_>, report: &ExploreReport) -> String {
    let (certainty, states) = (report.certainty, report.progress.states);
    let is_untried = report.is_thrashing_untried();
    let known = explored_words::heading(cx.texts, certainty, (states, report.dt), is_untried);
    match report.limit {
        None => known,
        Some(limit) => cx.texts.with_note(&known, &cx.texts.tr(limit.key())),
    }
}

/// The choice of what is shown.
fn parts(ui: &mut Ui, cx: &PanelContext<'_>, exploration: &Exploration, chosen: &mut Part) {
    for part in Part::ALL {
        let title = cx.texts.tr(part.key());
        let text = match count(exploration, part) {
            0 => title.into_owned(),
            count => cx.texts.with_note(&title, &count.to_string()),
        };
        let button = Button::new(text).selected(*chosen == part);
        if ui.add(button).clicked() {
            *chosen = part;
        }
    }
}

fn count(exploration: &Exploration, part: Part) -> usize {
    let claims = exploration.claims();
    match part {
        Part::Findings => exploration
            .report()
            .map_or(0, |report| report.hazards.len()),
        Part::Claims => claims.claims.len(),
        Part::Assumptions => claims.assumptions.len(),
        Part::Inputs | Part::Limits | Part::Node => 0,
    }
}

/// Says how to begin, while nothing is known of the tree as it is now.
fn no_report(ui: &mut Ui, cx: &PanelContext<'_>, exploration: &Exploration, sink: &mut ActionSink) {
    if exploration.is_running() {
        return empty_hint(ui, cx.theme, "explore", &cx.texts.tr("explore.searching"));
    }
    let text = match exploration.report() {
        None => "explore.none",
        Some(_) => "explore.outdated",
    };
    let (text, button) = (cx.texts.tr(text), cx.texts.tr("explore.begin"));
    if empty_hint_with(ui, cx.theme, ("explore", &text), &button) {
        push(sink, ExploreAction::Begin);
    }
}

/// What a run shows.
#[derive(Clone, Copy)]
pub struct Shows<'a> {
    /// What a screen reader says of it.
    pub name: &'a str,
    /// The name of its scenario.
    pub title: &'a str,
    /// The node that is selected with it.
    pub node: Option<&'a NodeId>,
    pub kind: FoundKind,
}

/// Names the run that shows that the claim with this name is broken.
pub fn title_of_broken(cx: &PanelContext<'_>, name: &str) -> String {
    cx.texts.tr_with("explore.shows_broken", &[("name", name)])
}

/// The buttons that open a run, and save it as a scenario, from the right.
pub fn run_buttons(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    sight: &Sight,
    shows: Shows<'_>,
    sink: &mut ActionSink,
) {
    let found = || FoundRun {
        sight: sight.clone(),
        title: shows.title.to_owned(),
        node: shows.node.cloned(),
        kind: shows.kind,
    };
    let text = cx.texts.tr("explore.show");
    let named = |key: &str| cx.texts.tr_with(key, &[("what", shows.name)]);
    let (save, show) = (named("explore.save_of"), named("explore.show_of"));
    if IconButton::new("save", &save).small().show(ui).clicked() {
        push(sink, ExploreAction::Save(found()));
    }
    let button = Button::new((icons::text("play_arrow"), &*text)).small();
    let response = ui.add(button).accessible_name(&*show);
    if response.on_hover_text(show).clicked() {
        push(sink, ExploreAction::Show(found()));
    }
}

/// A field for an expression over a frame, with its errors below unless it is being changed. Returns the new text once the user has
/// finished editing it.
fn expression_field(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    exploration: &Exploration,
    (id, name): (Id, &str),
    text: &str,
    place: Option<&ClaimPlace>,
) -> Option<String> {
    let changed = draft(ui, id, &text.to_owned(), |ui, text| {
        let field = TextEdit::singleline(text)
            .font(TextStyle::Monospace)
            .hint_text(placeholder(cx.texts.tr("explore.expression_hint")))
            .desired_width(ui.available_width().max(120.0));
        ui.add(field).accessible_name(name)
    });
    if let Some(place) = place
        && !is_draft_changed::<String>(ui, id)
    {
        errors_at(ui, cx, exploration, place);
    }
    changed
}

/// What is wrong with a part of the claims.
fn errors_at(ui: &mut Ui, cx: &PanelContext<'_>, exploration: &Exploration, place: &ClaimPlace) {
    let Some(prepared) = exploration.preparation() else {
        return;
    };
    for error in prepared.errors_at(|at| at == place) {
        let text = cx.texts.sentence(&error.problem.message());
        let text = RichText::new(text).small().color(cx.theme.error);
        ui.add(Label::new(text).wrap());
    }
}
