//! What differs between the current way of a run and one that it left: from which frame on, and which nodes and variables. Looks at some
//! frames at a time, so that long runs can be compared while a window shows them. Contains no texts.

use std::collections::VecDeque;
use std::hash::Hash;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::ids::NodeId;
use treewright_core::runtime::AgentId;
use treewright_core::{Message, Program};

use super::agent_programs::AgentPrograms;
use super::compare::{Row, RowKind, rows};
use super::frame_record::FrameRecord;
use super::write_index::LastWrite;
use super::{Recording, WayId};

/// The differences that were found so far.
#[derive(Clone, Debug, PartialEq)]
pub struct WayDifference {
    way: WayId,
    /// Frames up to this one have been compared.
    compared_until: u64,
    first: Option<u64>,
    /// Nodes are known by the tree of their agent, the first version of its program.
    inputs: Found<(usize, Arc<str>, Option<NodeId>)>,
    nodes: Found<(usize, NodeId)>,
    variables: Found<VariableOfTree>,
}

/// The name of a variable, with the tree of its agent; `None` for a variable that all agents share.
pub type VariableOfTree = (Option<usize>, Arc<str>);

/// The first thing that differs about an input, a node or a variable.
#[derive(Clone, Debug, PartialEq)]
pub struct DifferentRow {
    /// The frame.
    pub frame: u64,
    /// What happened in the current way and not in the other one.
    pub here: Option<Row>,
    /// What happened in the other way and not in the current one.
    pub there: Option<Row>,
    /// The value that the variable kept in the way in which it was not written.
    pub kept: Option<Message>,
}

/// What differs, in the order in which it happened, each once.
#[derive(Clone, Debug, PartialEq)]
struct Found<K: Eq + Hash> {
    list: Vec<(K, DifferentRow)>,
    known: FxHashSet<K>,
}

impl<K: Clone + Eq + Hash> Found<K> {
    fn new() -> Self {
        Self {
            list: Vec::new(),
            known: FxHashSet::default(),
        }
    }

    fn add(&mut self, key: K, row: DifferentRow) {
        if self.known.insert(key.clone()) {
            self.list.push((key, row));
        }
    }
}

/// What differs about one subject in a frame.
struct Different<'a> {
    /// Its position among the inputs and events of its way.
    place: usize,
    here: Option<&'a Row>,
    there: Option<&'a Row>,
}

impl WayDifference {
    /// Creates a comparison with a way, which has compared nothing yet.
    pub fn new(way: WayId) -> Self {
        Self {
            way,
            compared_until: 0,
            first: None,
            inputs: Found::new(),
            nodes: Found::new(),
            variables: Found::new(),
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

    /// Returns the inputs that differ, in their order: for each variable, event, key or leaf the first one.
    pub fn inputs(&self) -> impl Iterator<Item = &DifferentRow> {
        self.inputs.list.iter().map(|(_, row)| row)
    }

    /// Returns the nodes that differ, in the order in which they do, each with what differs first. Agents of different trees may have nodes of the
    /// same id; the first version of the tree is given by its index in [`Recording::programs`].
    pub fn nodes(&self) -> &[((usize, NodeId), DifferentRow)] {
        &self.nodes.list
    }

    /// Returns the variables that tasks write otherwise, in the order in which they do, each with what differs first. Where an input
    /// differs, the list has the input in place of the write. The tree is given as by [`Self::nodes`].
    pub fn variables(&self) -> &[(VariableOfTree, DifferentRow)] {
        &self.variables.list
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
                let programs = recording.programs();
                let here = rows_of(programs, here, recording.programs_before(frame));
                let before = recording.programs_before_in(way, frame);
                let there = rows_of(programs, there, before);
                self.compare(recording, frame, (&here, &there));
            }
            self.compared_until = frame;
        }
        self.compared_until < end
    }

    fn compare(&mut self, recording: &Recording, frame: u64, (here, there): (&[Row], &[Row])) {
        let (only_here, only_there) = different_rows(here, there);
        if only_here.is_empty() && only_there.is_empty() {
            return;
        }
        self.first.get_or_insert(frame);
        let mut about: FxHashMap<Subject<'_>, VecDeque<usize>> = FxHashMap::default();
        for (place, (_, row)) in only_there.iter().enumerate() {
            about.entry(subject(row)).or_default().push_back(place);
        }
        let mut is_matched = vec![false; only_there.len()];
        let mut different = Vec::new();
        for (place, row) in only_here {
            let match_there = about.get_mut(&subject(row)).and_then(VecDeque::pop_front);
            if let Some(place) = match_there {
                is_matched[place] = true;
            }
            different.push(Different {
                place,
                here: Some(row),
                there: match_there.map(|place| only_there[place].1),
            });
        }
        for ((place, row), is_matched) in only_there.into_iter().zip(is_matched) {
            if !is_matched {
                different.push(Different {
                    place,
                    here: None,
                    there: Some(row),
                });
            }
        }
        // Inputs come before all events.
        different.sort_by_key(|different| (!different.is_input(), different.place));
        for Different {
            here: h, there: t, ..
        } in different
        {
            let silent = if h.is_none() { here } else { there };
            self.note(recording, frame, (h, t), silent);
        }
    }

    /// Adds what differs. `silent` are the inputs and events of the way in which it did not happen, if it did not in one.
    fn note(
        &mut self,
        recording: &Recording,
        frame: u64,
        (here, there): (Option<&Row>, Option<&Row>),
        silent: &[Row],
    ) {
        let Some(row) = here.or(there) else { return };
        let way = recording.way(self.way);
        let record = match here {
            Some(_) => recording.record(frame),
            None => way.and_then(|way| way.record(frame)),
        };
        let program = record.map_or(0, |record| program_in(record, row));
        let tree = recording.first_versions[program];
        let mut different = DifferentRow {
            frame,
            here: here.cloned(),
            there: there.cloned(),
            kept: None,
        };
        if is_about_variable(row.kind) && !(here.is_some() && there.is_some()) {
            let written = silent
                .iter()
                .rev()
                .find(|other| other.kind == RowKind::Wrote && subject(other) == subject(row));
            let kept = written.map(|written| written.text.clone());
            different.kept = kept.or_else(|| value_before(recording, frame, row));
        }
        let mut rows = here.into_iter().chain(there);
        if rows.any(|row| is_input(row.kind)) {
            let key = (tree, row.name.clone(), row.node.clone());
            self.inputs.add(key, different);
        } else if is_about_variable(row.kind) {
            let input = (tree, row.name.clone(), None);
            let mut inputs = self.inputs.list.iter();
            if !inputs.any(|(key, told)| told.frame == frame && *key == input) {
                let is_shared = recording.programs()[program].is_global(&row.name);
                let of = (!is_shared).then_some(tree);
                self.variables.add((of, row.name.clone()), different);
            }
        } else if let Some(node) = &row.node {
            self.nodes.add((tree, node.clone()), different);
        }
    }
}

impl Different<'_> {
    fn is_input(&self) -> bool {
        let mut rows = self.here.iter().chain(&self.there);
        rows.any(|row| is_input(row.kind))
    }
}

/// Returns the program of the agent that a row of a frame is about.
fn program_in(record: &FrameRecord, row: &Row) -> usize {
    let own = row.agent.and_then(|agent| record.of(AgentId(agent)));
    own.map_or(record.default_program, |own| own.program)
}

/// The value of the variable of a row before a frame, up to which it was the same in both ways.
fn value_before(recording: &Recording, frame: u64, row: &Row) -> Option<Message> {
    let agent = AgentId(row.agent?);
    let before = (frame.checked_sub(1)?, usize::MAX);
    match recording.last_write(agent, &row.name, before, |_, _| true) {
        LastWrite::Input { value, .. } => Some(value.to_string().into()),
        LastWrite::Task { write, .. } => Some(write.value.to_string().into()),
        LastWrite::Never => {
            let of = recording.programs_before(frame).of(agent)?;
            let program = recording.programs().get(of)?;
            let own = program.tree_variables().iter();
            let mut declared = own.chain(program.global_variables());
            let declared = declared.find(|variable| variable.name == row.name)?;
            Some(declared.initial.to_string().into())
        }
        LastWrite::Unknown => None,
    }
}

fn is_input(kind: RowKind) -> bool {
    matches!(
        kind,
        RowKind::Set | RowKind::Send | RowKind::Force | RowKind::Interrupt
    )
}

fn is_about_variable(kind: RowKind) -> bool {
    matches!(kind, RowKind::Set | RowKind::Wrote)
}

/// What a row is about: the agent, and the variable, event, key or node.
type Subject<'a> = (Option<u64>, Option<&'a str>, Option<&'a NodeId>);

fn subject(row: &Row) -> Subject<'_> {
    if is_about_variable(row.kind) {
        (row.agent, Some(&row.name), None)
    } else {
        let name = Some(&*row.name).filter(|name| !name.is_empty());
        (row.agent, name, row.node.as_ref())
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

/// Rows with their positions.
type Placed<'a> = Vec<(usize, &'a Row)>;

/// The rows of each of two frames that the other one does not have.
fn different_rows<'a>(here: &'a [Row], there: &'a [Row]) -> (Placed<'a>, Placed<'a>) {
    let mut alike: FxHashMap<(RowKind, Subject<'_>), Vec<usize>> = FxHashMap::default();
    for (place, row) in there.iter().enumerate() {
        let key = (row.kind, subject(row));
        alike.entry(key).or_default().push(place);
    }
    let mut is_here = vec![false; there.len()];
    let mut only_here = Vec::new();
    for (at, row) in here.iter().enumerate() {
        let alike = alike.get(&(row.kind, subject(row)));
        let mut alike = alike.into_iter().flatten();
        match alike.find(|place| !is_here[**place] && there[**place] == *row) {
            Some(place) => is_here[*place] = true,
            None => only_here.push((at, row)),
        }
    }
    let there = there.iter().enumerate().zip(is_here);
    let only_there = there.filter(|(_, is_here)| !is_here).map(|(row, _)| row);
    (only_here, only_there.collect())
}

#[cfg(test)]
mod tests;
