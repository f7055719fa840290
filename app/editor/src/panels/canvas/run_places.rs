//! The places of cards in the program that runs, found once: looking up the id of every card in every frame would be most of the cost of a
//! large tree in view. Knows nothing about what is shown of a run.

use std::cell::RefCell;
use std::sync::Arc;

use treewright_core::Program;
use treewright_core::ids::NodeId;
use treewright_core::runtime::NodeIndex;
use treewright_session::workspace::run_view::{NodeRun, RunView};

/// The places by card index, as far as they were needed.
#[derive(Default)]
pub struct RunPlaces {
    program: Option<Arc<Program<()>>>,
    places: RefCell<Vec<Known>>,
}

#[derive(Clone, Copy, Default)]
enum Known {
    #[default]
    NotYet,
    /// The node is not part of the program.
    Nowhere,
    At(NodeIndex),
}

impl RunPlaces {
    /// Forgets all places: card indices changed.
    pub fn clear(&mut self) {
        self.program = None;
    }

    /// Prepares for a frame that shows this run and this number of cards.
    pub fn update(&mut self, run: Option<&dyn RunView>, cards: usize) {
        let program = run.and_then(RunView::places);
        let same = match (&self.program, program) {
            (Some(known), Some(now)) => Arc::ptr_eq(known, now),
            (None, None) => true,
            _ => false,
        };
        if !same {
            self.program = program.cloned();
            let places = self.places.get_mut();
            places.clear();
            places.resize(if program.is_some() { cards } else { 0 }, Known::NotYet);
        }
    }

    /// The state of the node whose card has this index.
    pub fn node(&self, run: &dyn RunView, index: usize, id: &NodeId) -> NodeRun {
        let mut places = self.places.borrow_mut();
        let Some((program, known)) = self.program.as_ref().zip(places.get_mut(index)) else {
            return run.node(id);
        };
        if let Known::NotYet = known {
            *known = program.index(id).map_or(Known::Nowhere, Known::At);
        }
        match known {
            Known::At(place) => run.node_at(*place),
            _ => NodeRun::default(),
        }
    }
}

impl std::fmt::Debug for RunPlaces {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RunPlaces").finish_non_exhaustive()
    }
}
