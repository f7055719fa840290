//! Computes what a conditional can interrupt before anything runs, by the rules that the executor applies at run time.

use super::world::World;
use std::ops::Range;

use super::program::{Flags, NONE, NodeIndex, Program, Role};
use crate::abort::AbortType;
use crate::category::Category;

/// What a watched condition can interrupt while one composite is its scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interruption {
    /// The watched conditional or guard.
    pub condition: NodeIndex,
    /// The composite inside which it interrupts.
    pub scope: NodeIndex,
    /// The child of the scope that contains the condition, with which the scope continues.
    pub branch: NodeIndex,
    /// The children of the scope that can be interrupted as whole branches, or the part below a guard.
    pub interrupted: Vec<NodeIndex>,
}

/// A set of tasks that can be interrupted, stored as ranges of node indices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// Sorted, not adjacent, not empty.
    ranges: Vec<Range<u32>>,
}

impl Reach {
    fn of(mut ranges: Vec<Range<u32>>) -> Self {
        ranges.retain(|range| !range.is_empty());
        ranges.sort_unstable_by_key(|range| range.start);
        ranges.dedup_by(|next, range| {
            let joined = next.start <= range.end;
            if joined {
                range.end = range.end.max(next.end);
            }
            joined
        });
        Self { ranges }
    }

    /// Returns whether nothing can be interrupted.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    fn contains(&self, index: u32) -> bool {
        let end = self.ranges.partition_point(|range| range.start <= index);
        let last = end.checked_sub(1).and_then(|at| self.ranges.get(at));
        last.is_some_and(|range| range.contains(&index))
    }
}

/// One step of an observer's way up: the scope, its child that contains the condition, and what can run at that time.
struct ScopeStep {
    scope: u32,
    branch: u32,
    ranges: [Range<u32>; 3],
}

impl<W: World + ?Sized, B> Program<W, B> {
    /// Returns the tasks that `node` can interrupt: if it is a conditional or guard, when its status changes; if it is
    /// a composite, when the status of a condition changes that is watched because of it. In pre-order, without
    /// duplicates, and without conditionals: they never run on, so they are never interrupted.
    pub fn interruptible_by(&self, node: NodeIndex) -> Vec<NodeIndex> {
        let reach = self.reach_of(&[node]);
        let inside = reach.ranges.into_iter().flatten();
        let found = inside.filter(|index| self.can_run_on(*index));
        found.map(NodeIndex).collect()
    }

    /// Like [`Self::interruptible_by`] for several nodes, without listing every task; query the result with
    /// [`Self::is_reached`]. Takes time in proportion to the size of the nodes' branches.
    pub fn reach_of(&self, nodes: &[NodeIndex]) -> Reach {
        let mut ranges = Vec::new();
        for node in nodes {
            let mut followed = NONE;
            for condition in self.conditions_of(*node) {
                let composite = self.facts[condition as usize].nearest_composite;
                // From this composite on, the way up is the same for all conditions.
                let only_own = composite == followed;
                followed = composite;
                self.follow(condition, |step| {
                    ranges.extend(step.ranges);
                    !only_own
                });
            }
        }
        Reach::of(ranges)
    }

    /// Returns whether a task can be interrupted according to `reach`.
    pub fn is_reached(&self, reach: &Reach, node: NodeIndex) -> bool {
        self.can_run_on(node.0) && reach.contains(node.0)
    }

    /// Like [`Self::interruptible_by`], by condition and scope: returns which conditions are watched because of `node`,
    /// inside which scopes, and which branches each may interrupt there. In tree order; for each condition from the
    /// innermost scope outwards.
    ///
    /// Since each entry lists what it interrupts, the total can be many times the size of the tree. So at most `left`
    /// tasks are examined, and `left` is reduced by that number. If it becomes 0, entries may be missing.
    pub fn interruptions_of(&self, node: NodeIndex, left: &mut usize) -> Vec<Interruption> {
        let mut found = Vec::new();
        for condition in self.conditions_of(node) {
            if *left == 0 {
                break;
            }
            self.add_interruptions_by(condition, left, &mut found);
        }
        found
    }

    /// Returns the composites inside which a watched condition can interrupt something, from the innermost outwards. What
    /// it can interrupt there is given as ranges of node indices, of which `can_run` returns whether anything in them can
    /// run on. At most `left` composites are examined, and `left` is reduced by that number.
    pub fn abort_scopes(
        &self,
        condition: NodeIndex,
        left: &mut usize,
        can_run: impl Fn(Range<u32>) -> bool,
    ) -> Vec<NodeIndex> {
        let mut found = Vec::new();
        if *left > 0 && self.is_condition(condition.0) {
            self.follow(condition.0, |step| {
                *left -= 1;
                if step.ranges.into_iter().any(&can_run) {
                    found.push(NodeIndex(step.scope));
                }
                *left > 0
            });
        }
        found
    }

    fn add_interruptions_by(
        &self,
        condition: u32,
        left: &mut usize,
        found: &mut Vec<Interruption>,
    ) {
        self.follow(condition, |step| {
            let children = self.children(NodeIndex(step.scope));
            let inside = self.children(NodeIndex(condition));
            let could_run = |child: &NodeIndex| {
                let reached = step.ranges.iter().any(|range| range.contains(&child.0));
                reached && (child.0..self.nodes[child.get()].end).any(|i| self.can_run_on(i))
            };
            let looked_at = inside.chain(children).take(*left).inspect(|_| *left -= 1);
            let interrupted: Vec<_> = looked_at.filter(could_run).collect();
            *left = left.saturating_sub(1);
            if !interrupted.is_empty() {
                found.push(Interruption {
                    condition: NodeIndex(condition),
                    scope: NodeIndex(step.scope),
                    branch: NodeIndex(step.branch),
                    interrupted,
                });
            }
            *left > 0
        });
    }

    /// Returns whether this node has conditions for [`Self::interruptions_of`]: it is one, or it is the nearest
    /// composite of one.
    pub fn has_conditions(&self, node: NodeIndex) -> bool {
        self.conditions_of(node).next().is_some()
    }

    /// Iterates over the conditionals and guards that are watched because of this node: the node itself, or those whose
    /// nearest composite it is.
    fn conditions_of(&self, node: NodeIndex) -> impl Iterator<Item = u32> + '_ {
        let own = self.nodes[node.get()].end;
        let inside = match self.category(node) {
            Category::Composite => node.0 + 1..own,
            Category::Conditional | Category::Decorator => node.0..node.0 + 1,
            Category::Action => 0..0,
        };
        inside.filter(move |&index| {
            let nearest = self.facts[index as usize].nearest_composite;
            self.is_condition(index) && (index == node.0 || nearest == node.0)
        })
    }

    /// Returns whether the task can return Running and so can be interrupted: it is not a conditional.
    fn can_run_on(&self, node: u32) -> bool {
        self.facts[node as usize].category != Category::Conditional
    }

    /// Returns whether the task is checked again while it is watched: it is a conditional or a guard.
    fn is_condition(&self, node: u32) -> bool {
        self.facts[node as usize].category == Category::Conditional
            || self.nodes[node as usize].flags.has(Flags::GUARDS)
    }

    /// Follows the observer of a conditional from scope to scope, as long as `visit` returns true.
    fn follow(&self, conditional: u32, mut visit: impl FnMut(ScopeStep) -> bool) {
        let mut composite = self.facts[conditional as usize].nearest_composite;
        if composite == NONE {
            return;
        }
        let mut kind = self.facts[composite as usize].abort;
        if kind.includes_own_branch() {
            let [left, right] = self.can_run_after(composite, conditional);
            // What a guard lets run is below the guard itself.
            let guarded = conditional + 1..self.nodes[conditional as usize].end;
            if !visit(self.step(composite, conditional, [left, right, guarded])) {
                return;
            }
        }
        while kind != AbortType::None {
            let own = &self.facts[composite as usize];
            let above = own.nearest_composite;
            if above == NONE {
                return;
            }
            let Some(next) = own.abort.handed_up(self.facts[above as usize].abort, kind) else {
                return;
            };
            let [left, right] = self.can_run_after(above, composite);
            if !visit(self.step(above, composite, [left, right, 0..0])) {
                return;
            }
            (composite, kind) = (above, next);
        }
    }

    fn step(&self, scope: u32, inner: u32, ranges: [Range<u32>; 3]) -> ScopeStep {
        ScopeStep {
            scope,
            branch: self.child_towards(scope, inner),
            ranges,
        }
    }

    /// Returns what can run inside `scope` after the child that contains `inner` has ended: everything to its right,
    /// and to its left as well if the scope may run its children in another order. Branches of a Parallel never
    /// interrupt each other.
    fn can_run_after(&self, scope: u32, inner: u32) -> [Range<u32>; 2] {
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
