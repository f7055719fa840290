//! What differs between the current way of a run and one that it left: from which frame on, and which nodes and variables. Looks at some
//! frames at a time, so that long runs can be compared while a window shows them. Contains no texts.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use rustc_hash::FxHashMap;
use treewright_core::Program;
use treewright_core::ids::NodeId;
use treewright_core::runtime::AgentId;

use super::agent_programs::AgentPrograms;
use super::compare::{Row, RowKind, rows};
use super::frame_record::FrameRecord;
use super::{Recording, WayId};

/// The differences that were found so far.
#[derive(Clone, Debug, PartialEq)]
pub struct WayDifference {
    way: WayId,
    /// Frames up to this one have been compared.
    compared_until: u64,
    first: Option<u64>,
    /// By the first program of their tree.
    nodes: BTreeMap<(usize, NodeId), DifferentRow>,
    variables: BTreeMap<Arc<str>, DifferentRow>,
}

/// The first thing that differs about a node or a variable.
#[derive(Clone, Debug, PartialEq)]
pub struct DifferentRow {
    /// The frame.
    pub frame: u64,
    /// What happened in the current way and not in the other one.
    pub here: Option<Row>,
    /// What happened in the other way and not in the current one.
    pub there: Option<Row>,
}

impl WayDifference {
    /// Creates a comparison with a way, which has compared nothing yet.
    pub fn new(way: WayId) -> Self {
        Self {
            way,
            compared_until: 0,
            first: None,
            nodes: BTreeMap::new(),
            variables: BTreeMap::new(),
        }
    }

    /// Returns the first frame in which the ways differ, if it was found yet.
    pub fn first(&self) -> Option<u64> {
        self.first
    }

    /// Returns the last frame that was compared.
    pub fn compared_until(&self) -> u64 {
        self.compared_until
    }

    /// Returns the nodes that differ, with what differs first, in the order of these frames. Agents of different trees may have nodes of the
    /// same id; the first version of the tree is given by its index in [`Recording::programs`].
    pub fn nodes(&self) -> Vec<(usize, &NodeId, &DifferentRow)> {
        let nodes = in_order(&self.nodes).into_iter();
        nodes
            .map(|((tree, node), row)| (*tree, node, row))
            .collect()
    }

    /// Returns the variables that differ, with what differs first, in the order of these frames.
    pub fn variables(&self) -> Vec<(&Arc<str>, &DifferentRow)> {
        in_order(&self.variables)
    }

    /// Compares more frames that both ways have, as long as `has_time` says so before each of them. Returns whether there are more to compare.
    pub fn advance(&mut self, recording: &Recording, has_time: &mut dyn FnMut() -> bool) -> bool {
        let Some(way) = recording.way(self.way) else {
            return false;
        };
        self.compared_until = self.compared_until.max(way.shared_until());
        let end = way.last_frame().min(recording.last_frame());
        while self.compared_until < end && has_time() {
            let frame = self.compared_until + 1;
            if let (Some(here), Some(there)) = (recording.record(frame), way.record(frame))
                && !is_same(here, there)
            {
                let rows = |record, before| rows_of(recording.programs(), record, before);
                let here_rows = rows(here, recording.programs_before(frame));
                let there_rows = rows(there, recording.programs_before_in(way, frame));
                let (of_here, of_there) = (recording.trees_in(here), recording.trees_in(there));
                self.compare(frame, (&here_rows, &there_rows), (&of_here, &of_there));
            }
            self.compared_until = frame;
        }
        self.compared_until < end
    }

    fn compare(
        &mut self,
        frame: u64,
        (here, there): (&[Row], &[Row]),
        (of_here, of_there): (&TreeOfRow<'_>, &TreeOfRow<'_>),
    ) {
        let (only_here, only_there) = different_rows(here, there);
        if only_here.is_empty() && only_there.is_empty() {
            return;
        }
        self.first.get_or_insert(frame);
        let mut about: FxHashMap<Subject<'_>, VecDeque<usize>> = FxHashMap::default();
        for (place, row) in only_there.iter().enumerate() {
            about.entry(subject(row)).or_default().push_back(place);
        }
        let mut is_matched = vec![false; only_there.len()];
        for row in only_here {
            let place = about.get_mut(&subject(row)).and_then(VecDeque::pop_front);
            if let Some(place) = place {
                is_matched[place] = true;
            }
            let other = place.map(|place| only_there[place]);
            self.note(frame, of_here(row), (Some(row), other));
        }
        for (row, is_matched) in only_there.into_iter().zip(is_matched) {
            if !is_matched {
                self.note(frame, of_there(row), (None, Some(row)));
            }
        }
    }

    fn note(&mut self, frame: u64, tree: usize, (here, there): (Option<&Row>, Option<&Row>)) {
        let Some(row) = here.or(there) else { return };
        let different = || DifferentRow {
            frame,
            here: here.cloned(),
            there: there.cloned(),
        };
        if is_about_variable(row.kind) {
            self.variables
                .entry(row.name.clone())
                .or_insert_with(different);
        } else if let Some(node) = &row.node {
            let node = (tree, node.clone());
            self.nodes.entry(node).or_insert_with(different);
        }
    }
}

impl Recording {
    /// Returns, for rows of a frame, the first version of the tree that they are about.
    fn trees_in<'a>(&'a self, record: &'a FrameRecord) -> impl Fn(&Row) -> usize + 'a {
        |row| {
            let own = row.agent.and_then(|agent| record.of(AgentId(agent)));
            self.first_versions[own.map_or(record.default_program, |own| own.program)]
        }
    }
}

/// Returns the first version of the tree that a row is about.
type TreeOfRow<'a> = dyn Fn(&Row) -> usize + 'a;

fn is_about_variable(kind: RowKind) -> bool {
    matches!(kind, RowKind::Set | RowKind::Wrote)
}

/// What a row is about: the agent, and the variable or the node.
type Subject<'a> = (Option<u64>, Option<&'a str>, Option<&'a NodeId>);

fn subject(row: &Row) -> Subject<'_> {
    if is_about_variable(row.kind) {
        (row.agent, Some(&row.name), None)
    } else {
        (row.agent, None, row.node.as_ref())
    }
}

/// Whether nothing differs, so that no rows are needed.
fn is_same(here: &FrameRecord, there: &FrameRecord) -> bool {
    here.dt.to_bits() == there.dt.to_bits()
        && here.agents == there.agents
        && here.inputs == there.inputs
}

/// What happened in a frame, without changes of programs. `before` are the programs before it.
fn rows_of(programs: &[Arc<Program<()>>], record: &FrameRecord, before: AgentPrograms) -> Vec<Row> {
    let mut rows = rows(programs, record, before);
    rows.retain(|row| row.kind != RowKind::Swap);
    for row in &mut rows {
        // A different position among the events alone is not a difference.
        row.events = 0;
    }
    rows
}

/// The rows of each of two frames that the other one does not have.
fn different_rows<'a>(here: &'a [Row], there: &'a [Row]) -> (Vec<&'a Row>, Vec<&'a Row>) {
    let mut alike: FxHashMap<(RowKind, Subject<'_>), Vec<usize>> = FxHashMap::default();
    for (place, row) in there.iter().enumerate() {
        let key = (row.kind, subject(row));
        alike.entry(key).or_default().push(place);
    }
    let mut is_here = vec![false; there.len()];
    let mut only_here = Vec::new();
    for row in here {
        let alike = alike.get(&(row.kind, subject(row)));
        let mut alike = alike.into_iter().flatten();
        match alike.find(|place| !is_here[**place] && there[**place] == *row) {
            Some(place) => is_here[*place] = true,
            None => only_here.push(row),
        }
    }
    let there = there.iter().zip(is_here);
    let only_there = there.filter(|(_, is_here)| !is_here).map(|(row, _)| row);
    (only_here, only_there.collect())
}

fn in_order<K: Ord>(found: &BTreeMap<K, DifferentRow>) -> Vec<(&K, &DifferentRow)> {
    let mut found: Vec<_> = found.iter().collect();
    found.sort_by_key(|(_, row)| row.frame);
    found
}

#[cfg(test)]
mod tests;
