//! Which nodes of a program are watched for aborts, and which of these need no asking while the variables that they look at stay as they
//! are. Says nothing of when they are asked.

use rustc_hash::FxHashSet;

use super::{Operation, ProgramBuilder};
use crate::abort::AbortType;
use crate::category::Category;
use crate::runtime::VariableSlot;
use crate::runtime::program::{Flags, Followed, NONE};
use crate::runtime::task::Tasks;

impl<W, B: Tasks> ProgramBuilder<W, B> {
    /// Finds nearest composites and the conditionals below composites with an abort type, which it numbers in pre-order.
    pub(super) fn find_watched(&mut self) -> usize {
        let mut numbered = 0_u32;
        for index in 0..self.nodes.len() {
            let parent = self.nodes[index].parent as usize;
            let nearest = match self.facts.get(parent) {
                Some(above) if above.category == Category::Composite => parent as u32,
                Some(above) => above.nearest_composite,
                None => NONE,
            };
            self.facts[index].nearest_composite = nearest;
            self.facts[index].watched.0 = numbered;
            let aborts = self
                .facts
                .get(nearest as usize)
                .is_some_and(|c| c.abort != AbortType::None);
            let is_condition = self.facts[index].category == Category::Conditional
                || self.nodes[index].flags.has(Flags::GUARDS);
            if aborts && is_condition {
                self.nodes[index].flags.set(Flags::WATCHED, true);
                numbered += 1;
            }
            self.facts[index].watched.1 = numbered;
        }
        for index in 0..self.nodes.len() {
            let last = self.nodes[index].end as usize - 1;
            let end = self.facts[last].watched.1;
            let facts = &mut self.facts[index];
            if facts.category == Category::Composite {
                facts.watched.1 = end;
                let has_watched = facts.watched.0 < end;
                self.nodes[index].flags.set(Flags::HAS_WATCHED, has_watched);
            }
        }
        numbered as usize
    }

    /// Finds the watched conditionals and guards that need no asking while their variables stay as they are.
    pub(super) fn find_followed(&mut self, watched_count: usize) -> Followed {
        let mut variables: Vec<VariableSlot> = Vec::new();
        let mut seen = FxHashSet::default();
        let mut following = 0;
        for (node, facts) in self.nodes.iter_mut().zip(&self.facts) {
            let Operation::Builtin(kind) = &node.operation else {
                continue;
            };
            if let Some(reads) = &facts.reads
                && node.flags.has(Flags::WATCHED)
                && kind.wants().follows_variables
            {
                node.flags.set(Flags::FOLLOWS_VARIABLES, true);
                following += 1;
                variables.extend(reads.iter().copied().filter(|slot| seen.insert(*slot)));
            }
        }
        Followed {
            variables: variables.into(),
            count: following,
            by_all: following == watched_count,
        }
    }
}
