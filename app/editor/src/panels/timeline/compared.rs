//! A second agent on the timeline: its lanes are beneath those of the shown agent, with the same frames. Knows neither rulers nor marks.

use egui::{Align, Layout, Rect, Ui, UiBuilder, vec2};
use treewright_session::workspace::run_view::{OtherAgent, RunView};

use super::rows::Rows;
use super::{LANE, TimelineState, finder, lanes};
use crate::action::{Action, ActionSink, RunAction, Walk};
use crate::panels::{PanelContext, agent_choice};
use crate::widgets::{IconButton, caption, panel_scroll};

/// State kept between frames.
#[derive(Debug, Default)]
pub struct ComparedAgent {
    agent: Option<u64>,
    /// An agent is compared as soon as it is known which one.
    is_wanted: bool,
    /// The agent that was shown last.
    shown: u64,
    rows: Rows,
    /// How far the lanes of both agents are scrolled, in points.
    scrolled: f32,
}

impl ComparedAgent {
    /// Compares with the agent of this number, or with another one than the shown one.
    pub fn open(&mut self, agent: Option<u64>) {
        self.agent = agent.or(self.agent);
        self.is_wanted = true;
    }

    fn close(&mut self) {
        self.agent = None;
        self.is_wanted = false;
    }

    /// Chooses the agent. Returns the run as if it were the shown one; `None` if none is compared.
    pub fn choose<'a>(&mut self, run: &'a dyn RunView) -> Option<OtherAgent<'a>> {
        let shown = run.agent();
        let before = std::mem::replace(&mut self.shown, shown);
        if !self.is_wanted {
            return None;
        }
        if self.agent == Some(shown) {
            // The compared agent is the shown one now: they change places.
            self.agent = Some(before).filter(|before| *before != shown);
        }
        let is_known = |agent: &u64| run.history_of(*agent).is_some();
        self.agent = self.agent.filter(is_known).or_else(|| {
            let agents = run.agents();
            let later = agents.iter().find(|agent| **agent > shown);
            let other = later.or(agents.iter().find(|agent| **agent != shown));
            other.copied().filter(is_known)
        });
        OtherAgent::of(run, self.agent?)
    }
}

/// Shows the lanes of both agents, each below a line with its name. Those of the same tree scroll together, so that the same nodes are in sight.
pub fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (run, other): (&dyn RunView, &OtherAgent<'_>),
    state: &mut TimelineState,
    (area, time): (Rect, Rect),
    sink: &mut ActionSink,
) {
    let mut compared = std::mem::take(&mut state.compared);
    let limit = finder::limit(other, &state.finder);
    let trees = [run, other as &dyn RunView].map(|of| run.tree_of(of.agent()));
    let own = cx.of_tree(run, trees[1]);
    compared
        .rows
        .update(&own, other, &state.query, &state.collapsed, limit);
    let (upper, lower) = area.split_top_bottom_at_y(area.center().y.round());
    let scrolled = (trees[0] == trees[1]).then_some(compared.scrolled);
    let parts: [(&dyn RunView, Rect); 2] = [(run, upper), (other, lower)];
    for (is_other, (shown, part)) in [false, true].into_iter().zip(parts) {
        let line = Rect::from_min_size(part.min, vec2(part.width(), LANE));
        heading(ui, cx, (run, shown.agent()), line, &mut compared, sink);
        if is_other {
            std::mem::swap(&mut state.rows, &mut compared.rows);
        }
        let builder = UiBuilder::new()
            .id_salt(("agent", shown.agent()))
            .max_rect(part.with_min_y(line.bottom()));
        let cx = if is_other { &own } else { cx };
        let now = ui.scope_builder(builder, |ui| {
            list(ui, cx, shown, state, (scrolled, time), sink)
        });
        if scrolled.is_some_and(|scrolled| (now.inner - scrolled).abs() > 0.5) {
            compared.scrolled = now.inner;
            ui.ctx().request_repaint();
        }
        if is_other {
            std::mem::swap(&mut state.rows, &mut compared.rows);
        }
    }
    state.compared = compared;
}

/// Shows the lanes of an agent, scrolled by `scrolled` points if that is given. Returns how far they are scrolled afterwards.
fn list(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    run: &dyn RunView,
    state: &mut TimelineState,
    (scrolled, time): (Option<f32>, Rect),
    sink: &mut ActionSink,
) -> f32 {
    let mut area = panel_scroll();
    if let Some(scrolled) = scrolled {
        area = area.vertical_scroll_offset(scrolled);
    }
    let output = area.show_rows(ui, LANE, state.rows.len(), |ui, range| {
        let size = vec2(ui.available_width(), range.len() as f32 * LANE);
        let (_, rect) = ui.allocate_space(size);
        lanes::show(ui, cx, run, state, (rect, time), range, sink);
    });
    output.state.clamped_offset().y
}

/// The line with the name of an agent, in which another one can be chosen.
fn heading(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (run, agent): (&dyn RunView, u64),
    rect: Rect,
    compared: &mut ComparedAgent,
    sink: &mut ActionSink,
) {
    let layout = Layout::left_to_right(Align::Center);
    let builder = UiBuilder::new().max_rect(rect).layout(layout);
    let mut line = ui.new_child(builder);
    let ui = &mut line;
    ui.spacing_mut().interact_size.y = LANE - 2.0;
    ui.spacing_mut().button_padding.y = 0.0;
    if agent == run.agent() {
        caption(ui, cx.theme, &agent_choice::with_tree(cx, run, agent));
        return;
    }
    let name = cx.texts.tr("timeline.compared_agent");
    if let Some(chosen) = agent_choice::show(ui, cx, run, ("compared", &name), agent) {
        compared.agent = Some(chosen);
    }
    let show = cx.texts.tr("timeline.show_compared");
    if IconButton::new("visibility", &show)
        .small()
        .show(ui)
        .clicked()
    {
        sink.push(Action::Run(RunAction::Walk(Walk::ShowAgent(agent))));
    }
    let close = cx.texts.tr("timeline.end_comparison");
    if IconButton::new("close", &close).small().show(ui).clicked() {
        compared.close();
    }
}
