//! The breakpoints of attached editors, prepared for the programs that agents run, and looked for in each frame. Those
//! that an editor sends are there before the next frame, also for programs that come later. Does not know how a game is
//! paused.

use std::collections::BTreeMap;
use std::sync::Arc;

use treewright_core::runtime::{AgentId, Globals, World};
use treewright_core::trace::FlightTree;
use treewright_core::{Program, TreeInstance};
use treewright_insight::breakpoint::{BreakpointHit, BreakpointSet};
use treewright_insight::breakpoints_json::ProjectBreakpoints;

use super::programs::Programs;
use crate::exchange::EditorId;
use crate::protocol::Hit;

/// Whose breakpoints, in which document, for which program.
type SetKey = (EditorId, Arc<str>, u32);

/// All breakpoints.
#[derive(Default)]
pub(super) struct Armed {
    lists: BTreeMap<EditorId, ProjectBreakpoints>,
    sets: BTreeMap<SetKey, BreakpointSet>,
    /// For how many programs they are prepared.
    programs: usize,
}

impl Armed {
    /// Replaces the breakpoints of an editor.
    pub fn arm(&mut self, editor: EditorId, list: ProjectBreakpoints) {
        self.lists.insert(editor, list);
        self.look_again();
    }

    /// Removes the breakpoints of an editor. Returns whether it had any.
    pub fn disarm(&mut self, editor: EditorId) -> bool {
        self.sets.retain(|(owner, ..), _| *owner != editor);
        self.lists.remove(&editor).is_some()
    }

    /// Prepares everything again, because more is known about programs.
    pub fn look_again(&mut self) {
        self.programs = 0;
    }

    /// Prepares breakpoints for programs that are new, or all if they are new. Returns whether there were any.
    pub fn prepare<W: World + ?Sized>(&mut self, programs: &Programs<W>) -> bool {
        if self.programs == programs.len() || self.lists.is_empty() {
            return false;
        }
        self.programs = programs.len();
        let mut before = std::mem::take(&mut self.sets);
        for number in 0..programs.len() as u32 {
            let Some(program) = programs.get(number) else {
                continue;
            };
            for (editor, list) in &self.lists {
                for (document, breakpoints) in &list.documents {
                    if !programs.is_of(number, document) {
                        continue;
                    }
                    let key = (*editor, Arc::from(&**document), number);
                    let mut set = before.remove(&key).unwrap_or_default();
                    let places = |node: &_| programs.places(number, document, node);
                    set.prepare(breakpoints, &program, &places);
                    self.sets.insert(key, set);
                }
            }
        }
        true
    }

    /// Returns whether agents that run this program can hit any.
    pub fn concerns(&self, program: u32) -> bool {
        let mut sets = self.sets.iter();
        sets.any(|((.., number), set)| *number == program && !set.is_empty())
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// Looks for hits before a frame of an agent, after variables of these names were set.
    pub fn before<W: World + ?Sized>(
        &mut self,
        (agent, program): (AgentId, u32),
        frame: u64,
        set: &[Arc<str>],
        (tree, globals): (&TreeInstance<W>, &Globals),
    ) -> Option<(EditorId, Hit)> {
        let read = |name: &str| tree.variable(globals, name).cloned();
        self.look(agent, program, |breakpoints| {
            breakpoints.before_frame(agent.number(), frame, set, &read)
        })
    }

    /// Looks for hits in what an agent did in a frame.
    pub fn after<W: World + ?Sized>(
        &mut self,
        (agent, number): (AgentId, u32),
        frame: u64,
        did: &FlightTree,
        program: &Program<W>,
    ) -> Option<(EditorId, Hit)> {
        self.look(agent, number, |breakpoints| {
            let did = (&did.events[..], &did.writes[..]);
            breakpoints.after_frame(agent.number(), frame, Some(program), did)
        })
    }

    /// Returns the first hit of all breakpoints for a program that pauses the game.
    fn look(
        &mut self,
        agent: AgentId,
        program: u32,
        mut hits: impl FnMut(&mut BreakpointSet) -> Vec<BreakpointHit>,
    ) -> Option<(EditorId, Hit)> {
        let sets = self.sets.iter_mut();
        let sets = sets.filter(|((.., number), _)| *number == program);
        let mut first: Option<(EditorId, Hit)> = None;
        for ((editor, document, _), set) in sets {
            let stops = hits(set).into_iter().find(|hit| hit.message.is_none());
            let earlier = |hit: &BreakpointHit| {
                first
                    .as_ref()
                    .is_none_or(|(_, first)| hit.events < first.events)
            };
            if let Some(hit) = stops.filter(earlier) {
                first = Some((*editor, told(&hit, document, agent)));
            }
        }
        first
    }
}

fn told(hit: &BreakpointHit, document: &Arc<str>, agent: AgentId) -> Hit {
    Hit {
        document: document.clone(),
        breakpoint: hit.breakpoint,
        agent: agent.number(),
        events: hit.events,
        node: hit.node.map(|node| node.0),
    }
}
