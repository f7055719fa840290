//! The rows of the strip: headings, the lanes of marks by subject, and rows of what runs. Recomputed only when the scenario or its run changed.

use std::collections::BTreeMap;
use std::sync::Arc;

use treewright_core::ids::NodeId;
use treewright_core::runtime::NodeIndex;
use treewright_insight::history::NodeState;
use treewright_insight::scenario::{Mark, MarkPlace, MarkSubject, Scenario, node_named};
use treewright_session::memo::Memo;
use treewright_session::workspace::run_view::{LaneView, RunView};

use super::Strip;

/// The maximum number of rows of what runs at the same time.
const MAX_RUNNING: usize = 4;

/// A lane: the marks of a subject, by frame.
pub struct StripLane {
    pub subject: MarkSubject,
    pub marks: Vec<(MarkPlace, Mark)>,
    /// The node whose history is drawn behind the marks.
    pub node: Option<NodeIndex>,
}

/// A time in which a leaf ran.
#[derive(Clone, Debug)]
pub struct RunningLeaf {
    pub from: u32,
    pub to: u32,
    pub end: NodeState,
    pub id: NodeId,
}

/// A row of the strip.
pub enum StripRow {
    /// The heading of the inputs.
    Inputs,
    /// The heading of the expectations.
    Expectations,
    /// The heading of what happens, which is empty while the scenario is not played.
    Run,
    Lane(StripLane),
    /// Leaves that ran one after another.
    Running(Vec<RunningLeaf>),
}

/// The rows, and how far they are scrolled.
#[derive(Default)]
pub struct Lanes {
    rows: Memo<LanesKey, Vec<StripRow>>,
    /// In points.
    pub scrolled: f32,
}

/// The inputs of the rows.
struct LanesKey {
    /// Shared and never changed in place.
    scenario: Option<Arc<Scenario>>,
    /// The list of lanes of the run by address, and the run's last frame.
    run: Option<(usize, usize, u64)>,
}

impl PartialEq for LanesKey {
    fn eq(&self, other: &Self) -> bool {
        let is_same = match (&self.scenario, &other.scenario) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        };
        is_same && self.run == other.run
    }
}

impl Lanes {
    /// Recomputes the rows if the scenario or its run changed.
    pub fn update(&mut self, strip: &Strip<'_>) {
        let run = strip.run.map(|run| {
            let lanes = run.lanes();
            (
                lanes.as_ptr() as usize,
                lanes.len(),
                run.history().last_frame(),
            )
        });
        let scenario = strip.entry.scenario.clone();
        let key = LanesKey { scenario, run };
        self.rows.of(key, |_| rows(strip));
    }

    pub fn rows(&self) -> &[StripRow] {
        &self.rows
    }

    /// All marks, in the order in which the keyboard walks them: by frame, then from top to bottom.
    pub fn in_order(&self) -> Vec<&MarkPlace> {
        let lanes = self.rows.iter().filter_map(|row| match row {
            StripRow::Lane(lane) => Some(lane),
            _ => None,
        });
        let mut places: Vec<&MarkPlace> = lanes
            .flat_map(|lane| lane.marks.iter().map(|(place, _)| place))
            .collect();
        // Stable, so lanes keep their order.
        places.sort_by_key(|place| place.frame);
        places
    }
}

fn rows(strip: &Strip<'_>) -> Vec<StripRow> {
    let mut lanes = lanes(strip.scenario);
    let views = strip.run.map_or(&[][..], |run| run.lanes());
    let document = strip.cx.front.document();
    for lane in &mut lanes {
        if let MarkSubject::Node(name) | MarkSubject::Ended(name) | MarkSubject::Force(name) =
            &lane.subject
            && let Some(id) = node_named(document, name).filter(|_| !name.contains('/'))
        {
            let view = views.iter().find(|view| view.id == *id);
            lane.node = view.map(|view| view.node);
        }
    }
    let mut rows = vec![StripRow::Inputs];
    let (inputs, expected): (Vec<_>, Vec<_>) =
        lanes.into_iter().partition(|lane| lane.subject.is_input());
    rows.extend(inputs.into_iter().map(StripRow::Lane));
    // What the user edits comes first, so that as much as possible of it is in sight in a low panel.
    rows.push(StripRow::Expectations);
    rows.extend(expected.into_iter().map(StripRow::Lane));
    rows.push(StripRow::Run);
    if let Some(run) = strip.run {
        let running = packed(running_leaves(run, views));
        rows.extend(running.into_iter().map(StripRow::Running));
    }
    rows
}

/// The lanes of a scenario, in the order of subjects.
fn lanes(scenario: &Scenario) -> Vec<StripLane> {
    let mut lanes: BTreeMap<MarkSubject, Vec<(MarkPlace, Mark)>> = BTreeMap::new();
    for (place, mark) in scenario.marks() {
        let lane = lanes.entry(place.subject.clone()).or_default();
        lane.push((place, mark));
    }
    let lane = |(subject, mut marks): (MarkSubject, Vec<(MarkPlace, Mark)>)| {
        marks.sort_by(|(one, _), (other, _)| one.cmp(other));
        StripLane {
            subject,
            marks,
            node: None,
        }
    };
    lanes.into_iter().map(lane).collect()
}

/// When each leaf ran, by frame.
fn running_leaves(run: &dyn RunView, views: &[LaneView]) -> Vec<RunningLeaf> {
    let history = run.history();
    let last = history.last_frame() as u32;
    let mut found = Vec::new();
    for (place, view) in views.iter().enumerate() {
        let Some(lane) = history.lane(view.node).filter(|_| view.end == place + 1) else {
            continue;
        };
        let spans = lane.spans.iter().filter(|span| !span.is_series);
        // What ends in the frame in which it begins is no state of the tree.
        let spans = spans.filter(|span| span.is_open() || span.to > span.from);
        found.extend(spans.map(|span| RunningLeaf {
            from: span.from,
            to: span.last(last),
            end: span.end,
            id: view.id.clone(),
        }));
    }
    found.sort_by_key(|leaf| leaf.from);
    found
}

/// Distributes what runs at the same time over rows.
fn packed(leaves: Vec<RunningLeaf>) -> Vec<Vec<RunningLeaf>> {
    let mut rows: Vec<Vec<RunningLeaf>> = Vec::new();
    for leaf in leaves {
        // A leaf that ends in the frame in which the next one begins shares its row.
        let is_free =
            |row: &&mut Vec<RunningLeaf>| row.last().is_none_or(|before| before.to <= leaf.from);
        if let Some(row) = rows.iter_mut().find(is_free) {
            row.push(leaf);
        } else if rows.len() < MAX_RUNNING {
            rows.push(vec![leaf]);
        }
    }
    rows
}
