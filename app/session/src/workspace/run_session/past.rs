//! What a run keeps of its frames by node and by variable, and the nodes in the order in which they are listed.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use treewright_core::Program;
use treewright_core::ids::NodeId;
use treewright_core::runtime::{AgentId, NodeIndex};
use treewright_insight::history::{Author, NodeRuns, RunHistory};
use treewright_insight::recording::{FrameRecord, Happening};

use crate::workspace::program_places::Places;
use crate::workspace::run_view::{LaneView, Visits};

/// A run's past.
pub(super) struct Past {
    /// Of each agent that there was.
    histories: Vec<(AgentId, RunHistory)>,
    /// The number of the program by whose places nodes are known.
    program: usize,
    pub lanes: Vec<LaneView>,
    /// How many nodes of the document are part of the run.
    nodes: usize,
}

impl Past {
    /// Before the first frame.
    pub fn new(agent: AgentId, program: &Program<()>, places: &Places) -> Self {
        let lanes = lanes(program, places);
        Self {
            histories: vec![(agent, RunHistory::new(program))],
            program: 0,
            nodes: count(&lanes),
            lanes,
        }
    }

    /// What is known of an agent's frames.
    pub fn history(&self, agent: AgentId) -> &RunHistory {
        let found = self.histories.iter().find(|(id, _)| *id == agent);
        // There is always the first one's.
        &found.unwrap_or(&self.histories[0]).1
    }

    /// By the places of nodes in which one of the recording's programs it is known.
    pub fn program(&self) -> usize {
        self.program
    }

    /// Takes in a frame.
    pub fn note(&mut self, record: &FrameRecord, program: &Program<()>) {
        for frame in &record.agents {
            if !self.histories.iter().any(|(id, _)| *id == frame.agent) {
                self.add(frame.agent, record, program);
            }
        }
        for (agent, history) in &mut self.histories {
            let Some(own) = record.of(*agent) else {
                // It is gone; time goes on for those who come later.
                history.interrupt(history.last_frame() as u32);
                history.note(program, record.time, &[], &[]);
                continue;
            };
            for happening in &record.happenings {
                if let Happening::Set {
                    agent: of,
                    name,
                    value,
                } = happening
                    && (of == agent || program.shares(name))
                {
                    history.note_outside(name, value.clone(), Author::Outside);
                }
            }
            // In the order in which they ran, so that the last one who writes a shared variable has the last word.
            for part in &record.agents {
                if part.agent == *agent {
                    history.note(program, record.time, &own.events, &own.writes);
                    continue;
                }
                for write in part.writes.iter().filter(|w| program.shares(&w.variable)) {
                    let frame = record.frame;
                    history.note_elsewhere(frame, &write.variable, write.value.clone());
                }
            }
        }
    }

    /// An agent that came later; nothing happened to it in the frames before.
    fn add(&mut self, agent: AgentId, record: &FrameRecord, program: &Program<()>) {
        let history = self.histories[0].1.joining(program, record.frame);
        self.histories.push((agent, history));
    }

    /// Knows nodes by their places in this one of the recording's programs from now on.
    pub fn follow(&mut self, number: usize, programs: &[Arc<Program<()>>], places: &Places) {
        if number == self.program {
            return;
        }
        let (old, new) = (&programs[self.program], &programs[number]);
        for (_, history) in &mut self.histories {
            history.swap(old, new);
        }
        self.program = number;
        self.lanes = lanes(new, places);
        self.nodes = count(&self.lanes);
    }

    /// The run takes another way after this frame.
    pub fn cut(&mut self, after: u64) {
        for (_, history) in &mut self.histories {
            history.cut(after);
        }
    }

    /// Of the first frames, up to this one, nothing is known any more; none was taken in yet.
    pub fn begin_after(&mut self, until: u64, program: &Program<()>) {
        for (_, history) in &mut self.histories {
            *history = RunHistory::beginning_after(program, until);
        }
    }

    /// The recording has forgotten the frames up to this one.
    pub fn forget(&mut self, until: u64) {
        for (_, history) in &mut self.histories {
            history.forget(until);
        }
    }

    /// About how many bytes it takes.
    pub fn memory(&self) -> usize {
        self.histories
            .iter()
            .map(|(_, history)| history.memory())
            .sum()
    }

    /// How often nodes were entered at a moment at which they stand like this.
    pub fn count_visits(&self, runs: &NodeRuns, has_inside: bool) -> Visits {
        let visits = self
            .lanes
            .iter()
            .map(|lane| (runs.get(lane.node).visits, &lane.id));
        let entered = visits.clone().filter(|(count, _)| *count > 0);
        Visits {
            // A node that stands in several uses of a tree is one.
            reached: if has_inside {
                entered.map(|(_, id)| id).collect::<FxHashSet<_>>().len()
            } else {
                entered.count()
            },
            of: self.nodes,
            most: visits.map(|(count, _)| count).max().unwrap_or(0),
        }
    }
}

fn count(lanes: &[LaneView]) -> usize {
    let ids: FxHashSet<&NodeId> = lanes.iter().map(|lane| &lane.id).collect();
    ids.len()
}

/// The nodes of the program that stand in the document, in pre-order.
fn lanes(program: &Program<()>, places: &Places) -> Vec<LaneView> {
    let mut lanes: Vec<LaneView> = Vec::with_capacity(program.len());
    // For each open lane from the root on: its place in the list and in the program.
    let mut open: Vec<(usize, NodeIndex)> = Vec::new();
    for node in program.indices() {
        while let Some((lane, above)) = open.last()
            && !program.is_inside(node, *above)
        {
            let lane = *lane;
            lanes[lane].end = lanes.len();
            open.pop();
        }
        let Some(id) = places.in_document(program, node) else {
            continue;
        };
        let place = lanes.len();
        lanes.push(LaneView {
            node,
            id,
            depth: open.len() as u32,
            end: place + 1,
        });
        open.push((place, node));
    }
    let end = lanes.len();
    for (lane, _) in open {
        lanes[lane].end = end;
    }
    lanes
}
