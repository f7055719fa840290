//! What a conditional can interrupt, worked out before anything runs, by the rules that the executor applies when it does.

use std::ops::Range;

use super::aborts::handed_up;
use super::program::{Flags, NONE, NodeIndex, Program, Role};
use crate::abort::AbortType;
use crate::category::Category;

/// What a watched condition may interrupt while it is watched inside one composite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interruption {
    /// The conditional or guard whose answer is watched.
    pub condition: NodeIndex,
    /// The composite inside which it interrupts.
    pub scope: NodeIndex,
    /// The child of the scope that holds the condition, where the scope goes on.
    pub branch: NodeIndex,
    /// What can be interrupted: the children of the scope that can run then, or what a guard lets run, whole branches each.
    pub interrupted: Vec<NodeIndex>,
}

/// What can be interrupted because of some tasks: parts of a program, as large as they may be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// In order, with gaps between them; none is empty.
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

    /// Whether nothing can be interrupted.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    fn contains(&self, index: u32) -> bool {
        let behind = self.ranges.partition_point(|range| range.start <= index);
        let last = behind.checked_sub(1).and_then(|at| self.ranges.get(at));
        last.is_some_and(|range| range.contains(&index))
    }
}

/// One step of an observer's way upwards: the scope, the child of it that holds the condition, and what can run then.
struct Step {
    scope: u32,
    branch: u32,
    ranges: [Range<u32>; 3],
}

impl<W, B> Program<W, B> {
    /// The tasks that can be interrupted because of this one: if it is a conditional or a guard, when its answer changes; if it is a composite,
    /// when that of one changes which it has watched. In pre-order, each once; without conditionals, which answer at once and so are never
    /// interrupted.
    pub fn interruptible_by(&self, node: NodeIndex) -> Vec<NodeIndex> {
        let reach = self.reach_of(&[node]);
        let inside = reach.ranges.into_iter().flatten();
        let found = inside.filter(|index| self.can_run_on(*index));
        found.map(NodeIndex).collect()
    }

    /// The same of some tasks, told without a list of all: [`Self::is_reached`] asks for one. Costs what lies inside these tasks.
    pub fn reach_of(&self, nodes: &[NodeIndex]) -> Reach {
        let mut ranges = Vec::new();
        for node in nodes {
            let mut followed = NONE;
            for condition in self.conditions_of(*node) {
                let composite = self.facts[condition as usize].nearest_composite;
                // From there on, all go the same way.
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

    /// Whether a task can be interrupted because of those of a reach.
    pub fn is_reached(&self, reach: &Reach, node: NodeIndex) -> bool {
        self.can_run_on(node.0) && reach.contains(node.0)
    }

    /// The same by condition and scope: which conditions are watched because of this node, where, and which branches each may interrupt
    /// there. In the order of the tree, for each condition from the innermost scope outwards. Each lists what it interrupts, so all of them
    /// can be many times the tree: no more than `left` tasks are looked at for it, which says in the end how many more it could have been.
    /// With nothing left, some may be missing.
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

    /// Whether there is a condition of which this node has to say what it may interrupt: it is one, or is the nearest composite of one.
    pub fn has_conditions(&self, node: NodeIndex) -> bool {
        self.conditions_of(node).next().is_some()
    }

    /// The conditionals and guards that are watched because of this node: itself, or those of which it is the nearest composite.
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

    /// Whether it is not a conditional: these answer at once, so nothing can interrupt them.
    fn can_run_on(&self, node: u32) -> bool {
        self.facts[node as usize].category != Category::Conditional
    }

    /// Whether it answers a question that is asked again while it is watched: a conditional or a guard.
    fn is_condition(&self, node: u32) -> bool {
        self.facts[node as usize].category == Category::Conditional
            || self.nodes[node as usize].flags.has(Flags::GUARDS)
    }

    /// Follows the observer that a conditional would get from scope to scope, as long as the visit of one says to go on.
    fn follow(&self, conditional: u32, mut visit: impl FnMut(Step) -> bool) {
        let mut composite = self.facts[conditional as usize].nearest_composite;
        if composite == NONE {
            return;
        }
        let mut kind = self.facts[composite as usize].abort;
        if kind.includes_own_branch() {
            let [left, right] = self.behind(composite, conditional);
            // What a guard lets run is inside of it.
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
            let Some(next) = handed_up(own.abort, self.facts[above as usize].abort, kind) else {
                return;
            };
            let [left, right] = self.behind(above, composite);
            if !visit(self.step(above, composite, [left, right, 0..0])) {
                return;
            }
            (composite, kind) = (above, next);
        }
    }

    fn step(&self, scope: u32, inner: u32, ranges: [Range<u32>; 3]) -> Step {
        Step {
            scope,
            branch: self.child_towards(scope, inner),
            ranges,
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
