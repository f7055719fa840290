//! Values over time: selected variables as lines over the frames of the run, and constant utilities beside them. They are selected in the
//! blackboard panel and in the inspector.

use std::sync::Arc;

use egui::{Role, ScrollArea, Ui, Vec2, WidgetInfo};
use egui_plot::{
    Corner, HoverPosition, Legend, Line, LineStyle, Plot, PlotPoint, PlotPoints, VLine,
};
use treewright_authoring::edit::{Rename, RenameKind};
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, ParameterValue};
use treewright_insight::history::{Change, Sample, VariableChanges};
use treewright_session::workspace::open_document::DocumentId;
use treewright_session::workspace::run_view::RunView;

use super::{PanelContext, no_run_hint};
use crate::accessible_tree::opens_menu;
use crate::action::{Action, ActionSink, RunAction, ViewAction, Walk};
use crate::docking::Panel;
use crate::theme::Theme;
use crate::widgets::{check_box, empty_hint_with};

/// With more visible changes than this, the visible range is divided into this number of intervals, and only the minimum and maximum of
/// each are drawn.
const MAX_INTERVALS: usize = 800;

/// In less height than this, in points, the frames are not numbered.
const LOW: f32 = 90.0;

/// What is drawn.
struct ShownLines {
    variables: Vec<Arc<str>>,
    /// The names of attached data.
    data: Vec<Arc<str>>,
    /// The names and values of utilities that do not change.
    constants: Vec<(String, f64)>,
}

impl ShownLines {
    fn names(&self) -> Vec<&str> {
        let changing = self.variables.iter().chain(&self.data).map(|name| &**name);
        let constant = self.constants.iter().map(|(name, _)| &**name);
        changing.chain(constant).collect()
    }

    fn is_empty(&self) -> bool {
        self.names().is_empty()
    }
}

/// State kept between frames.
#[derive(Debug, Default)]
pub struct PlotsState {
    /// The plotted variables, in the order in which they were selected.
    chosen: Vec<Arc<str>>,
    /// The plotted data that tasks attach to frames, likewise.
    data: Vec<Arc<str>>,
    /// The nodes whose constant utilities are plotted, likewise.
    utilities: Vec<(DocumentId, NodeId)>,
    /// The range of frames that was visible last.
    seen: Option<(f64, f64)>,
}

impl PlotsState {
    /// Whether a variable is plotted.
    pub fn has(&self, name: &str) -> bool {
        self.chosen.iter().any(|chosen| **chosen == *name)
    }

    /// Adds or removes a variable. Returns whether it is plotted now.
    pub fn toggle(&mut self, name: Arc<str>) -> bool {
        let had = self.has(&name);
        if had {
            self.chosen.retain(|chosen| *chosen != name);
        } else {
            self.chosen.push(name);
        }
        !had
    }

    /// Adds or removes the constant utility of a node. Returns whether it is plotted now.
    pub fn toggle_utility(&mut self, document: DocumentId, node: NodeId) -> bool {
        let utility = (document, node);
        let had = self.utilities.contains(&utility);
        if had {
            self.utilities.retain(|plotted| *plotted != utility);
        } else {
            self.utilities.push(utility);
        }
        !had
    }

    /// Plots variables that were just renamed under their new names.
    pub fn follow_renames(&mut self, renames: &[Rename]) {
        let of_variables = renames.iter().filter(|it| it.kind == RenameKind::Variable);
        for Rename { from, to, .. } in of_variables {
            let is_plotted = self.has(to);
            if let Some(place) = self.chosen.iter().position(|name| name == from) {
                if is_plotted {
                    self.chosen.remove(place);
                } else {
                    self.chosen[place] = to.clone();
                }
            }
        }
    }
}

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut PlotsState, sink: &mut ActionSink) {
    let Some(run) = cx.run else {
        return no_run_hint::show(ui, cx, ("show_chart", "plots.no_run"), sink);
    };
    let document = cx.front.document();
    let offered = offered_data(run);
    if !offered.is_empty() {
        choose_data(ui, cx, &offered, state);
    }
    let data = state.data.iter().filter(|name| offered.contains(name));
    let declared = state.chosen.iter();
    let declared = declared.filter(|name| document.variable(name).is_some());
    let shown = ShownLines {
        variables: declared.cloned().collect(),
        data: data.cloned().collect(),
        constants: constants(cx, &state.utilities),
    };
    if shown.is_empty() {
        let (text, open) = (cx.texts.tr("plots.empty"), cx.texts.tr("panel.blackboard"));
        if empty_hint_with(ui, cx.theme, ("show_chart", &text), &open) {
            let key = Panel::Blackboard.key();
            sink.push(Action::View(ViewAction::ShowPanel(key)));
        }
        return;
    }
    plot(ui, cx, run, &shown, state, sink);
}

/// The utility of a child of a `UtilitySelector`, unless it is that of a variable.
fn constant_utility(document: &Document, node: &NodeId) -> Option<f64> {
    let node = document.node(node)?;
    let parent = document.node(node.parent()?)?;
    if &*parent.task != "UtilitySelector" {
        return None;
    }
    match node.parameters.get("utility") {
        None => Some(0.0),
        Some(ParameterValue::Literal(literal)) => literal.value.as_float(),
        Some(ParameterValue::Variable(_)) => None,
    }
}

/// The names and values of the constants that are plotted.
fn constants(cx: &PanelContext<'_>, plotted: &[(DocumentId, NodeId)]) -> Vec<(String, f64)> {
    let own = plotted.iter().filter(|(of, _)| *of == cx.front.id());
    let constants = own.filter_map(|(_, node)| {
        let value = constant_utility(cx.front.document(), node)?;
        let title = cx.title_of(node);
        let name = cx.texts.tr_with("plots.utility", &[("node", &title)]);
        Some((name, value))
    });
    constants.collect()
}

/// The names of attached numbers.
fn offered_data(run: &dyn RunView) -> Vec<Arc<str>> {
    let history = run.history();
    let mut names = history.data_names();
    names.retain(|name| {
        let series = history.data(name);
        let last = series.and_then(|series| series.changes.last());
        last.is_some_and(|change| change.sample().is_some())
    });
    names.into_iter().cloned().collect()
}

/// A menu of the data that tasks attach to frames.
fn choose_data(ui: &mut Ui, cx: &PanelContext<'_>, offered: &[Arc<str>], state: &mut PlotsState) {
    let chosen = offered.iter().filter(|name| state.data.contains(name));
    let count = chosen.count().to_string();
    let text = cx.texts.tr_with("plots.data", &[("count", &count)]);
    let menu = ui.menu_button(text, |ui| {
        ScrollArea::vertical().max_height(240.0).show(ui, |ui| {
            for name in offered {
                let mut is_plotted = state.data.contains(name);
                if check_box(ui, &mut is_plotted, &**name).changed() {
                    if is_plotted {
                        state.data.push(name.clone());
                    } else {
                        state.data.retain(|chosen| chosen != name);
                    }
                }
            }
        });
    });
    opens_menu(&menu.response, menu.inner.is_some());
}

fn plot(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    run: &dyn RunView,
    shown: &ShownLines,
    state: &mut PlotsState,
    sink: &mut ActionSink,
) {
    let seen = state.seen;
    let last = run.history().last_frame();
    let frame_word = |x: f64| {
        let frame = frame_at(x, last).to_string();
        cx.texts.tr_with("status.frame", &[("frame", &frame)])
    };
    let label = move |position: &HoverPosition<'_>| match position {
        HoverPosition::NearDataPoint {
            plot_name,
            position,
            ..
        } => Some(format!(
            "{plot_name} = {}\n{}",
            position.y,
            frame_word(position.x)
        )),
        HoverPosition::Elsewhere { position } => Some(frame_word(position.x)),
    };
    // In little height, the lines need it more than the numbers of the frames.
    let has_frames = ui.available_height() > LOW;
    let response = Plot::new(("plots", cx.front.id()))
        .min_size(Vec2::splat(24.0))
        .show_axes([has_frames, true])
        .legend(Legend::default().position(Corner::LeftTop))
        .label_formatter(label)
        .grid_color(cx.theme.separator)
        .allow_boxed_zoom(false)
        .include_x(0.0)
        .include_x(run.history().last_frame() as f64)
        .show(ui, |plot| {
            let history = run.history();
            let variables = shown.variables.iter().map(|name| {
                let changes = history.changes(&run.name_in_run(name));
                (name, changes)
            });
            let data = shown
                .data
                .iter()
                .filter_map(|name| Some((name, &history.data(name)?.changes)));
            let last = history.last_frame();
            let changing = variables.chain(data);
            let changing = changing.map(|(name, changes)| (&**name, points(changes, last, seen)));
            let constant = shown.constants.iter().map(|(name, value)| {
                let ends = [0.0, last as f64].map(|frame| PlotPoint::new(frame, *value));
                (&**name, ends.to_vec())
            });
            for (index, (name, points)) in changing.chain(constant).enumerate() {
                let (color, style) = appearance(cx.theme, index);
                let line = Line::new(name, PlotPoints::Owned(points));
                // No band: the line is vertical at each change.
                let line = line.color(color).style(style).width(2.0);
                plot.line(line.allow_band(false));
            }
            // A line without a name is not in the legend.
            let now = VLine::new("", run.frame() as f64);
            plot.vline(now.color(cx.theme.accent).width(1.5));
            let bounds = plot.plot_bounds();
            (bounds.min()[0], bounds.max()[0])
        });
    state.seen = Some(response.inner);
    let name = cx
        .texts
        .tr_with("plots.name", &[("names", &cx.texts.list(&shown.names()))]);
    let area = response.response;
    area.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    if let (true, Some(at)) = (area.clicked(), area.interact_pointer_pos()) {
        let frame = frame_at(response.transform.value_from_position(at).x, last);
        sink.push(Action::Run(RunAction::Walk(Walk::GoTo(frame))));
    }
}

/// The frame at a coordinate; the nearest one where none is.
fn frame_at(x: f64, last: u64) -> u64 {
    x.round().clamp(0.0, last as f64) as u64
}

/// The color and pattern of a line; each alone distinguishes it from the others.
fn appearance(theme: &Theme, index: usize) -> (egui::Color32, LineStyle) {
    let styles = [
        LineStyle::Solid,
        LineStyle::dashed_loose(),
        LineStyle::dotted_dense(),
    ];
    let colors = theme.series();
    (colors[index % colors.len()], styles[index % styles.len()])
}

/// The corners of a step line, which keeps each value until the next change. Only visible ones, and fewer if they are too dense to tell apart.
fn points(changes: &VariableChanges, last: u64, seen: Option<(f64, f64)>) -> Vec<PlotPoint> {
    let (from, to) = seen.unwrap_or((0.0, f64::INFINITY));
    let first = changes.partition_point(|change| f64::from(change.frame) < from);
    let end = changes.partition_point(|change| f64::from(change.frame) <= to);
    // One more at either side, so that lines reach the edges; and the first and last, so that the bounds of the whole plot are known.
    let (first, end) = (first.saturating_sub(1), (end + 1).min(changes.len()));
    let edges = [changes.first(), changes.last()].map(|change| change.and_then(Change::sample));
    let mut points = Vec::new();
    let mut value: Option<f64> = None;
    let add = |points: &mut Vec<PlotPoint>, value: &mut Option<f64>, sample: Sample| {
        let x = f64::from(sample.frame);
        if let Some(before) = value.replace(sample.value) {
            points.push(PlotPoint::new(x, before));
        }
        points.push(PlotPoint::new(x, sample.value));
    };
    if let Some(sample) = edges[0] {
        add(&mut points, &mut value, sample);
    }
    let stretch = (end - first).div_ceil(MAX_INTERVALS).max(1);
    for from in (first..end).step_by(stretch) {
        let Some(extremes) = changes.extremes(from..(from + stretch).min(end)) else {
            continue;
        };
        let mut both = vec![extremes.least, extremes.greatest];
        both.sort_by_key(|sample| sample.frame);
        both.dedup();
        for sample in both {
            add(&mut points, &mut value, sample);
        }
    }
    if let Some(sample) = edges[1] {
        add(&mut points, &mut value, sample);
        points.push(PlotPoint::new(
            last.max(u64::from(sample.frame)) as f64,
            sample.value,
        ));
    }
    points
}

#[cfg(test)]
mod tests {
    use treewright_core::value::Value;
    use treewright_insight::history::ValueSource;

    use super::*;

    fn changes(values: &[(u32, f64)]) -> VariableChanges {
        let change = |(frame, value): &(u32, f64)| Change {
            frame: *frame,
            value: Value::Float(*value),
            by: ValueSource::Outside,
        };
        values.iter().map(change).collect()
    }

    fn corners(points: &[PlotPoint]) -> Vec<(f64, f64)> {
        points.iter().map(|point| (point.x, point.y)).collect()
    }

    #[test]
    fn values_hold_until_the_next_change_and_to_the_end() {
        let drawn = points(&changes(&[(0, 1.0), (4, 3.0)]), 9, None);
        let mut drawn = corners(&drawn);
        drawn.dedup();
        assert_eq!(drawn, [(0.0, 1.0), (4.0, 1.0), (4.0, 3.0), (9.0, 3.0)]);
    }

    #[test]
    fn there_are_no_frames_beside_those_of_the_run() {
        let frames = [-3.2, -0.4, 0.4, 4.6, 99.0].map(|x| frame_at(x, 7));
        assert_eq!(frames, [0, 0, 0, 5, 7]);
    }

    #[test]
    fn dense_changes_are_drawn_by_minimum_and_maximum() {
        let mut values: Vec<(u32, f64)> = (0..10_000).map(|i| (i, f64::from(i % 7))).collect();
        values[5000].1 = 90.0;
        let drawn = points(&changes(&values), 10_000, None);
        assert!(drawn.len() <= 4 * MAX_INTERVALS + 8, "{}", drawn.len());
        assert!(drawn.iter().any(|point| point.y > 89.0), "the peak is seen");
    }
}
