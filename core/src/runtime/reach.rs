//! What a conditional can interrupt, worked out before anything runs, by the rules that the executor applies when it does.

use std::ops::Range;

use super::observers::handed_up;
use super::program::{Flags, NONE, NodeIndex, Program, Role};
use crate::abort::AbortType;
use crate::category::Category;

impl<W, B> Program<W, B> {
    /// The tasks that can be interrupted because of this one: if it is a conditional or a guard, when its answer changes; if it is a composite,
    /// when that of one changes which it has watched. In pre-order, each once; without conditionals, which answer at once and so are never
    /// interrupted.
    pub fn interruptible_by(&self, node: NodeIndex) -> Vec<NodeIndex> {
        let mut ranges = Vec::new();
        match self.category(node) {
            Category::Conditional => self.add_reach(node.0, &mut ranges),
            Category::Decorator if self.is_condition(node.0) => self.add_reach(node.0, &mut ranges),
            Category::Composite => {
                for inside in node.0 + 1..self.nodes[node.get()].end {
                    let is_its = self.facts[inside as usize].nearest_composite == node.0;
                    if is_its && self.is_condition(inside) {
                        self.add_reach(inside, &mut ranges);
                    }
                }
            }
            Category::Decorator | Category::Action => {}
        }
        let can_run_on =
            |index: &u32| self.facts[*index as usize].category != Category::Conditional;
        let mut found: Vec<u32> = ranges.into_iter().flatten().filter(can_run_on).collect();
        found.sort_unstable();
        found.dedup();
        found.into_iter().map(NodeIndex).collect()
    }

    /// Whether it answers a question that is asked again while it is watched: a conditional or a guard.
    fn is_condition(&self, node: u32) -> bool {
        self.facts[node as usize].category == Category::Conditional
            || self.nodes[node as usize].flags.has(Flags::GUARDS)
    }

    /// Follows the observer that a conditional would get from scope to scope.
    fn add_reach(&self, conditional: u32, ranges: &mut Vec<Range<u32>>) {
        let mut composite = self.facts[conditional as usize].nearest_composite;
        if composite == NONE {
            return;
        }
        let mut kind = self.facts[composite as usize].abort;
        if kind.includes_own_branch() {
            ranges.extend(self.behind(composite, conditional));
            // What a guard lets run is inside of it.
            ranges.push(conditional + 1..self.nodes[conditional as usize].end);
        }
        while kind != AbortType::None {
            let own = &self.facts[composite as usize];
            let above = own.nearest_composite;
            if above == NONE {
                return;
            }
            let Some(next) = handed_up(own.abort, self.facts[above as usize].abort, kind) else {
                return;
            };
            ranges.extend(self.behind(above, composite));
            (composite, kind) = (above, next);
        }
    }

    /// What can run inside `scope` after the child that contains `inner` has ended: what stands to its right, and to its left where the
    /// scope has an order of its own. Branches of a Parallel never interrupt each other.
    fn behind(&self, scope: u32, inner: u32) -> [Range<u32>; 2] {
        let node = &self.nodes[scope as usize];
        if node.role() == Role::Parallel {
            return [0..0, 0..0];
        }
        let child = self.child_towards(scope, inner);
        let left = if node.flags.has(Flags::ANY_ORDER) {
            scope + 1..child
        } else {
            0..0
        };
        [left, self.nodes[child as usize].end..node.end]
    }
}
