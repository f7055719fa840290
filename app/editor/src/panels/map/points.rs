//! The points of the map: the vectors of each agent at the shown frame, from its run history.

use std::sync::Arc;

use treewright_core::model::{Scope, Variable};
use treewright_core::value::ValueType;
use treewright_insight::history::{RunHistory, VariableChanges};
use treewright_session::workspace::run_view::RunView;

use super::projection::Plane;
use crate::panels::PanelContext;

/// The most corners of a path.
const MAX_CORNERS: usize = 500;

/// A vector of an agent.
#[derive(Clone, Debug, PartialEq)]
pub struct MapPoint {
    /// The number of the agent.
    pub agent: u64,
    /// The name of the variable or datum, after the agent's if there are several.
    pub label: String,
    /// Points of the same name have the same number.
    pub series: usize,
    pub at: [f64; 2],
    /// Whether the value is that of the shown frame; false for data that were attached in an earlier one.
    pub is_current: bool,
    /// Where it was in the last frames, from the oldest to now.
    pub path: Vec<[f64; 2]>,
}

impl MapPoint {
    /// Where it is, and where it was in the last frames.
    pub fn places(&self) -> impl Iterator<Item = [f64; 2]> + '_ {
        self.path.iter().copied().chain([self.at])
    }
}

/// Returns the points of all agents at the shown frame, those of the shown agent last, so that they are above the others.
/// A variable that all agents share is a point of the shown agent only.
pub fn points(
    cx: &PanelContext<'_>,
    run: &dyn RunView,
    plane: Plane,
    frames: u32,
) -> Vec<MapPoint> {
    let is_vector =
        |variable: &&Variable| matches!(variable.value_type, ValueType::Vec2 | ValueType::Vec3);
    let of_trees = (0..run.tree_count()).map(|tree| {
        let variables = &cx.of_tree(run, tree).front.document().variables;
        variables.iter().filter(is_vector).collect()
    });
    let of_trees: Vec<Vec<&Variable>> = of_trees.collect();
    // Variables of several trees with the same name are one series.
    let mut series: Vec<&str> = Vec::new();
    for variable in of_trees.iter().flatten() {
        if !series.contains(&&*variable.name) {
            series.push(&variable.name);
        }
    }
    let shown = run.tree_of(run.agent());
    let mut histories = run.histories();
    histories.sort_by_key(|(agent, _)| (*agent == run.agent(), *agent));
    let mut names: Vec<&Arc<str>> = Vec::new();
    let data = histories
        .iter()
        .flat_map(|(_, history)| history.data_names());
    names.extend(data);
    names.sort();
    names.dedup();
    let now = run.frame() as u32;
    let several = histories.len() > 1;
    let label = |agent: u64, name: &str| {
        if several {
            cx.texts.of_agent(agent, name)
        } else {
            name.to_owned()
        }
    };
    let mut found = Vec::new();
    for (agent, history) in histories {
        let moment = Moment {
            history,
            plane,
            now,
            frames,
        };
        let tree = run.tree_of(agent);
        for variable in of_trees.get(tree).into_iter().flatten() {
            let is_shared = variable.scope == Scope::Global;
            let is_known = || of_trees[shown].iter().any(|of| of.name == variable.name);
            if is_shared && agent != run.agent() && (tree == shown || is_known()) {
                continue;
            }
            let place = series.iter().position(|name| **name == *variable.name);
            let changes = history.changes(&run.agent_name_in_run(agent, &variable.name));
            if let Some((at, path)) = moment.place(changes) {
                found.push(MapPoint {
                    agent,
                    label: label(agent, &variable.name),
                    series: place.unwrap_or_default(),
                    at,
                    is_current: true,
                    path,
                });
            }
        }
        for (place, name) in names.iter().enumerate() {
            let Some(data) = history.data(name) else {
                continue;
            };
            if let Some((at, path)) = moment.place(&data.changes) {
                found.push(MapPoint {
                    agent,
                    label: label(agent, name),
                    series: series.len() + place,
                    at,
                    is_current: data.is_attached_in(now),
                    path,
                });
            }
        }
    }
    found
}

/// The shown frame in the history of an agent.
struct Moment<'h> {
    history: &'h RunHistory,
    plane: Plane,
    now: u32,
    frames: u32,
}

impl Moment<'_> {
    /// The last value and those of the frames before it.
    fn place(&self, changes: &VariableChanges) -> Option<([f64; 2], Vec<[f64; 2]>)> {
        let end = changes.partition_point(|change| change.frame <= self.now);
        let at = self.plane.point(&changes.get(end.checked_sub(1)?)?.value)?;
        let from = self.now.saturating_sub(self.frames);
        let from = from.max(self.history.first_frame().saturating_sub(1) as u32);
        // The value at the first frame of the path is older than that.
        let first = changes.partition_point(|change| change.frame <= from);
        let first = first.saturating_sub(1);
        let stretch = (end - first).div_ceil(MAX_CORNERS).max(1);
        let corners = (first..end).step_by(stretch).chain([end - 1]);
        let corners = corners.filter_map(|index| self.plane.point(&changes.get(index)?.value));
        let mut path: Vec<_> = corners.collect();
        path.dedup();
        Some((at, path))
    }
}
