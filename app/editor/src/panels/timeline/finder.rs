//! Finding in time: the line in which is chosen what is looked for, with buttons to go to the frames that were found; and their marks on the
//! ruler and in the lanes.

use egui::{Id, Label, Pos2, Rect, RichText, Shape, Stroke, Ui, Vec2, pos2, vec2};
use treewright_insight::history::ChunkedList;
use treewright_insight::occurrence::Sought;
use treewright_session::workspace::run_view::{AgentScope, FoundFrames, RunQuery, RunView};

use super::scale::Scale;
use crate::action::{Action, ActionSink, AgentAction, RunAction, Walk};
use crate::command_table;
use crate::panels::{PanelContext, expressions};
use crate::popup_keyboard;
use crate::theme::{Theme, space};
use crate::widgets::{IconButton, choice, focus_request};

/// The maximum width of the choice.
const CHOICE: f32 = 300.0;
/// What the buttons and the number need beside it.
const BESIDE_CHOICE: f32 = 245.0;
/// The minimum distance between marks, in points; of those nearer to each other, only the first is drawn.
const MARK_DISTANCE: f32 = 7.0;
/// Half the size of a mark.
const MARK: Vec2 = vec2(4.0, 5.0);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Field {
    Choice,
    Expression,
}

/// State kept between frames.
#[derive(Debug, Default)]
pub struct Finder {
    /// The line is shown although nothing is looked for.
    is_open: bool,
    /// The field that takes the keyboard focus as soon as it can.
    focuses: Option<Field>,
    /// An expression is about to be typed.
    is_writing: bool,
    /// Only lanes and marks of what was found are shown.
    pub only_found: bool,
}

impl Finder {
    /// Shows the line, and focuses the choice.
    pub fn open(&mut self) {
        self.is_open = true;
        self.focuses = Some(Field::Choice);
    }

    /// Shows or hides the line.
    pub fn toggle(&mut self, cx: &PanelContext<'_>, sink: &mut ActionSink) {
        if self.is_shown(cx) {
            self.close(sink);
        } else {
            self.open();
        }
    }

    pub fn is_shown(&self, cx: &PanelContext<'_>) -> bool {
        self.is_open || cx.front.run_query.is_some()
    }

    fn close(&mut self, sink: &mut ActionSink) {
        *self = Self::default();
        sink.push(Action::Run(RunAction::Seek(None)));
    }
}

/// The frames to which the lanes are limited, if they are.
pub fn limit<'a>(run: &'a dyn RunView, finder: &Finder) -> Option<&'a FoundFrames> {
    run.found().filter(|_| finder.only_found)
}

/// Shows the line.
pub fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    run: &dyn RunView,
    finder: &mut Finder,
    sink: &mut ActionSink,
) {
    let sought = cx.front.run_query.as_ref().map(|query| &query.sought);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        choose(ui, cx, run, finder, sink);
        let Some(found) = run.found() else {
            return close_button(ui, cx, finder, sink);
        };
        for (icon, id, forward) in [
            ("arrow_back", "previous_found", false),
            ("arrow_forward", "next_found", true),
        ] {
            let Some(command) = command_table::find(id) else {
                continue;
            };
            let name = command.text(cx.texts, cx.situation);
            let keys = command.shortcut_text(ui.ctx());
            let button = IconButton::new(icon, &name).small();
            let button = button.enabled(!found.frames().is_empty());
            if button.hint(&keys).show(ui).clicked() {
                sink.push(Action::Run(RunAction::Walk(Walk::Found { forward })));
            }
        }
        if run.search_fault().is_none() {
            let count = RichText::new(count_text(cx, run, found)).color(cx.theme.muted);
            ui.add(Label::new(count));
        }
        all_agents_button(ui, cx, run, sink);
        let only = cx.texts.tr("find_in_time.only");
        let only = IconButton::new("filter_alt", &only).small();
        let hint = cx.texts.tr("find_in_time.only_hint");
        let only = only.description(&hint).selected(finder.only_found);
        if only.show(ui).clicked() {
            finder.only_found = !finder.only_found;
        }
        close_button(ui, cx, finder, sink);
    });
    if finder.is_writing || matches!(sought, Some(Sought::Expression(_))) {
        expression(ui, cx, sought, finder, sink);
    }
    ui.add_space(space::XS);
}

/// The button that finds frames of all agents, if there are several.
fn all_agents_button(ui: &mut Ui, cx: &PanelContext<'_>, run: &dyn RunView, sink: &mut ActionSink) {
    let is_on = cx.front.agent_scopes.finds == AgentScope::All;
    if !run.has_several_agents() && !is_on {
        return;
    }
    let (name, hint) = (
        cx.texts.tr("find_in_time.all_agents"),
        cx.texts.tr("find_in_time.all_agents_hint"),
    );
    let button = IconButton::new("groups", &name).small().description(&hint);
    if button.selected(is_on).show(ui).clicked() {
        let scope = if is_on {
            AgentScope::Shown
        } else {
            AgentScope::All
        };
        let action = AgentAction::FindIn(scope);
        sink.push(Action::Run(RunAction::Agents(action)));
    }
}

fn close_button(ui: &mut Ui, cx: &PanelContext<'_>, finder: &mut Finder, sink: &mut ActionSink) {
    let name = cx.texts.tr("find_in_time.close");
    if IconButton::new("close", &name).small().show(ui).clicked() {
        finder.close(sink);
    }
}

/// "3 of 14" in a frame that was found, elsewhere "14 frames".
fn count_text(cx: &PanelContext<'_>, run: &dyn RunView, found: &FoundFrames) -> String {
    let count = found.frames().len();
    if let Some(place) = found.position((run.frame(), run.agent())) {
        let (place, count) = ((place + 1).to_string(), count.to_string());
        let arguments = [("place", &*place), ("count", &*count)];
        return cx.texts.tr_with("find_in_time.place", &arguments);
    }
    let key = match cx.front.agent_scopes.finds {
        AgentScope::Shown => "find_in_time.frames",
        AgentScope::All => "find_in_time.frames_of_all",
    };
    cx.texts.tr_count(key, count)
}

/// The choice of what is looked for: of the selected node, of the variables, an expression, any error.
fn choose(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    run: &dyn RunView,
    finder: &mut Finder,
    sink: &mut ActionSink,
) {
    let document = cx.front.document();
    let query = cx.front.run_query.as_ref();
    let sought = query.map(|query| &query.sought);
    let elsewhere = query.filter(|query| cx.of_tree(run, query.tree).is_elsewhere());
    let selected = cx.front.selection().primary();
    // `None` is an expression, whose text is still to be typed.
    let of_node = selected.into_iter().flat_map(Sought::of_node);
    let mut offered: Vec<Option<Sought>> = of_node.map(Some).collect();
    offered.extend([Some(Sought::Error), None]);
    let variables = document.variables.iter();
    offered.extend(variables.map(|variable| Some(Sought::Change(variable.name.clone()))));
    let is_expression = finder.is_writing || matches!(sought, Some(Sought::Expression(_)));
    let now = sought.filter(|_| !is_expression);
    // Nodes of another tree may have the same ids.
    let is_offered = elsewhere.is_none() && offered.iter().any(|offered| offered.as_ref() == now);
    if now.is_some() && !is_offered {
        offered.insert(0, now.cloned());
    }
    let is_chosen = is_expression || now.is_some();
    let current = offered.iter().position(|offered| offered.as_ref() == now);
    let current = current.filter(|_| is_chosen);
    let text = |offered: &Option<Sought>| match offered {
        Some(sought) => cx.texts.sought(document, sought),
        None => cx.texts.tr("find_in_time.menu_true").into_owned(),
    };
    let mut options: Vec<String> = offered.iter().map(text).collect();
    if let Some(query) = elsewhere.filter(|_| now.is_some()) {
        options[0] = query_text(cx, run, query);
    }
    let (name, nothing) = (
        cx.texts.tr("find_in_time.what"),
        cx.texts.tr("find_in_time.choose"),
    );
    let shown = current
        .map_or(&*nothing, |current| &options[current])
        .to_owned();
    let id = Id::unique(("find in time", cx.front.id()));
    if finder
        .focuses
        .take_if(|field| *field == Field::Choice)
        .is_some()
    {
        focus_request::request(ui.ctx(), id);
    }
    let width = (ui.available_width() - BESIDE_CHOICE).clamp(110.0, CHOICE);
    let chosen = ui.scope(|ui| {
        ui.set_max_width(width);
        choice(ui, id, &name, &shown, &options, current)
    });
    let Some(chosen) = chosen.inner else { return };
    if elsewhere.is_some() && now.is_some() && chosen == 0 {
        return;
    }
    finder.is_open = true;
    if let Some(sought) = offered.get(chosen).cloned().flatten() {
        finder.is_writing = false;
        sink.push(Action::Run(RunAction::Seek(Some(sought))));
    } else {
        finder.is_writing = true;
        finder.focuses = Some(Field::Expression);
    }
}

/// What is looked for, with the name of its tree if that is not the shown one.
fn query_text(cx: &PanelContext<'_>, run: &dyn RunView, query: &RunQuery) -> String {
    let own = cx.of_tree(run, query.tree);
    let text = own.texts.sought(own.front.document(), &query.sought);
    if own.is_elsewhere() {
        return cx.texts.with_note(&text, &own.front.title(cx.texts));
    }
    text
}

fn expression_id(cx: &PanelContext<'_>) -> Id {
    Id::unique(("expression to find", cx.front.id()))
}

/// The field for an expression, with its error below.
fn expression(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    sought: Option<&Sought>,
    finder: &mut Finder,
    sink: &mut ActionSink,
) {
    let text = match sought {
        Some(Sought::Expression(text)) => text,
        _ => "",
    };
    let name = cx.texts.tr("find_in_time.expression");
    // The list of the choice keeps the keyboard until it is closed.
    let can_focus = !popup_keyboard::is_popup_open(ui.ctx());
    let takes_focus = |field: &mut Field| *field == Field::Expression && can_focus;
    if finder.focuses.take_if(takes_focus).is_some() {
        focus_request::request(ui.ctx(), expression_id(cx));
    }
    let typed = ui.scope(|ui| {
        ui.set_max_width(CHOICE);
        expressions::field(ui, cx, (expression_id(cx), &name), text, true)
    });
    if let Some(typed) = typed.inner {
        finder.is_writing = typed.is_empty();
        let sought = (!typed.is_empty()).then(|| Sought::Expression(typed.into()));
        sink.push(Action::Run(RunAction::Seek(sought)));
    }
}

/// Draws the marks of the frames that were found on the ruler, with a line through the lanes.
pub fn paint_on_ruler(
    ui: &Ui,
    theme: &Theme,
    found: &FoundFrames,
    scale: &Scale,
    (ruler, time): (Rect, Rect),
) {
    let painter = ui.painter_at(time);
    let line = Stroke::new(1.0, Theme::tint(theme.panel, theme.accent, 0.4));
    let (from, to) = scale.frames();
    let frames = found.frames().all();
    let visible = frames.after(frames.partition_point(|at| at.frame < from));
    let mut rest = visible.up_to(visible.partition_point(|at| at.frame <= to));
    while let Some(at) = rest.first() {
        let x = scale.middle(at.frame.into());
        painter.vline(x, ruler.bottom()..=time.bottom(), line);
        paint_mark(ui, theme, pos2(x, ruler.bottom() - 6.0), ruler);
        let hidden =
            rest.partition_point(|next| scale.middle(next.frame.into()) < x + MARK_DISTANCE);
        rest = rest.after(hidden.max(1));
    }
}

/// Draws the marks of the frames in which a node did what is looked for in its lane.
pub fn paint_in_lane(
    ui: &Ui,
    theme: &Theme,
    frames: &ChunkedList<u32>,
    scale: &Scale,
    strip: Rect,
) {
    let (from, to) = scale.frames();
    let frames = frames.all();
    let visible = frames.after(frames.partition_point(|at| *at < from));
    let mut rest = visible.up_to(visible.partition_point(|at| *at <= to));
    while let Some(frame) = rest.first() {
        let x = scale.middle((*frame).into());
        paint_mark(ui, theme, pos2(x, strip.center().y), strip);
        let hidden = rest.partition_point(|next| scale.middle((*next).into()) < x + MARK_DISTANCE);
        rest = rest.after(hidden.max(1));
    }
}

/// Draws a rhombus.
fn paint_mark(ui: &Ui, theme: &Theme, at: Pos2, clip: Rect) {
    let [x, y] = [vec2(MARK.x, 0.0), vec2(0.0, MARK.y)];
    let corners = vec![at - y, at + x, at + y, at - x];
    let border = Stroke::new(1.0, theme.panel);
    let rhombus = Shape::convex_polygon(corners, theme.accent, border);
    ui.painter_at(clip).add(rhombus);
}

/// Names what was found near a coordinate of the ruler.
pub fn text_near(
    cx: &PanelContext<'_>,
    run: &dyn RunView,
    scale: &Scale,
    x: f32,
) -> Option<String> {
    let query = cx.front.run_query.as_ref()?;
    let from = scale.frame_at(x - MARK_DISTANCE / 2.0);
    let (next, agent) = run.found()?.next((from.saturating_sub(1), u64::MAX))?;
    let mut what = query_text(cx, run, query);
    if run.has_several_agents() {
        what = cx.texts.of_agent(agent, &what);
    }
    (next <= scale.frame_at(x + MARK_DISTANCE / 2.0))
        .then(|| cx.texts.tr_with("find_in_time.mark", &[("what", &what)]))
}
