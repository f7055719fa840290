//! An abort type that cannot interrupt anything where its composite is. The rules are those by which the executor hands observers up, and by
//! which the editor shows what a conditional can interrupt. What is above the head of a tree is not known, as other files may run it, so an
//! abort type that could be handed up there counts as effective.

use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::diagnostic::{Location, NoReach, Problem, Problems};
use treewright_core::model::{Node, SUBTREE};
use treewright_core::nodes::{Builtin, ChildOrder};

use crate::validate::context::Context;

/// The decorators that never run on after their child has ended, so that there is nothing to interrupt between a composite and what is
/// below them.
const INSTANT_DECORATORS: &[&str] = &["Inverter", "ReturnSuccess", "ReturnFailure", "Guard"];

const GUARD: &str = "Guard";

pub(super) fn check(context: &Context<'_>, found: &mut Problems) {
    if context
        .order
        .iter()
        .all(|node| node.abort == AbortType::None)
    {
        return;
    }
    let reach = AbortReach::of(context);
    let has_effect = reach.composites_with_effect();
    let mut has_condition = vec![false; context.order.len()];
    for (inner, node) in context.order.iter().enumerate() {
        if let Some(composite) = reach.nearest_composite[inner] {
            has_condition[composite] |= reach.may_be_condition(node) && !reach.is_absent[inner];
        }
    }
    for (index, node) in context.order.iter().enumerate() {
        // Without an own conditional, an abort type may be meant for the composites inside.
        let is_watching = reach.is_composite[index] && has_condition[index];
        if is_watching && reach.abort(index) != AbortType::None && !has_effect[index] {
            let problem = reach.problem(index);
            found.add(Location::Node(node.id().clone()), problem);
        }
    }
}

/// Facts about the nodes of a document, by their index in tree order.
struct AbortReach<'c, 'a> {
    context: &'c Context<'a>,
    is_composite: Vec<bool>,
    is_absent: Vec<bool>,
    nearest_composite: Vec<Option<usize>>,
    /// The child of the nearest composite that is the node or contains it.
    branch: Vec<usize>,
    /// Whether nothing between the node and its nearest composite can run on by itself.
    is_direct: Vec<bool>,
    /// One past the index of the last descendant.
    end: Vec<usize>,
    /// How many of the nodes before an index can run on.
    running_before: Vec<usize>,
    /// Whether an observer of this composite that is handed up with [`KINDS`] can interrupt something there.
    handed_up: Vec<[bool; KINDS.len()]>,
    /// Whether observers with one of [`KINDS`] can be those of this composite: of its own conditionals, or handed up to it.
    arriving: Vec<[bool; KINDS.len()]>,
}

/// The abort types of observers.
const KINDS: [AbortType; 3] = [
    AbortType::OwnBranch,
    AbortType::LowerPriority,
    AbortType::Both,
];

/// Returns the index among [`KINDS`].
fn place_of(kind: AbortType) -> Option<usize> {
    KINDS.iter().position(|known| *known == kind)
}

impl<'c, 'a> AbortReach<'c, 'a> {
    fn of(context: &'c Context<'a>) -> Self {
        let count = context.order.len();
        let mut reach = Self {
            context,
            is_composite: vec![false; count],
            is_absent: vec![false; count],
            nearest_composite: vec![None; count],
            branch: (0..count).collect(),
            is_direct: vec![true; count],
            end: (1..=count).collect(),
            running_before: vec![0; count + 1],
            handed_up: vec![[false; KINDS.len()]; count],
            arriving: vec![[false; KINDS.len()]; count],
        };
        for (index, node) in context.order.iter().enumerate() {
            reach.place(index, node);
        }
        for (index, node) in context.order.iter().enumerate().rev() {
            if let Some(parent) = reach.parent(node) {
                reach.end[parent] = reach.end[parent].max(reach.end[index]);
            }
        }
        for index in 0..count {
            if reach.is_composite[index] {
                reach.handed_up[index] =
                    KINDS.map(|kind| reach.reaches_above(index, reach.abort(index), kind));
            }
        }
        for index in (0..count).rev() {
            reach.arrive(index);
        }
        reach
    }

    /// Adds the observers that a node gives to its nearest composite. All inside the node are known.
    fn arrive(&mut self, inner: usize) {
        let Some(composite) = self.nearest_composite[inner].filter(|_| !self.is_absent[inner])
        else {
            return;
        };
        let (node, abort) = (self.context.order[inner], self.abort(composite));
        for kind in KINDS {
            let arrives = if self.is_composite[inner] {
                let is_there = place_of(kind).is_some_and(|place| self.arriving[inner][place]);
                let next = node.abort.handed_up(abort, kind).filter(|_| is_there);
                next.and_then(place_of)
            } else if self.is_open(node) {
                // Whatever it contains may be handed up with a part of the abort type.
                AbortType::Both.handed_up(abort, kind).and_then(place_of)
            } else if self.may_be_condition(node) {
                place_of(abort)
            } else {
                None
            };
            if let Some(place) = arrives {
                self.arriving[composite][place] = true;
            }
        }
    }

    fn place(&mut self, index: usize, node: &Node) {
        let category = self.context.declaration(node).map(|known| known.category);
        self.is_composite[index] = category == Some(Category::Composite);
        self.is_absent[index] = node.disabled;
        if let Some(parent) = self.parent(node) {
            self.is_absent[index] |= self.is_absent[parent];
            if self.is_composite[parent] {
                self.nearest_composite[index] = Some(parent);
            } else {
                let above = &*self.context.order[parent].task;
                self.nearest_composite[index] = self.nearest_composite[parent];
                self.branch[index] = self.branch[parent];
                self.is_direct[index] =
                    self.is_direct[parent] && INSTANT_DECORATORS.contains(&above);
            }
        }
        let can_run_on = category != Some(Category::Conditional) && !self.is_absent[index];
        self.running_before[index + 1] = self.running_before[index] + usize::from(can_run_on);
    }

    fn parent(&self, node: &Node) -> Option<usize> {
        self.context.index_of.get(node.parent()?).copied()
    }

    fn abort(&self, composite: usize) -> AbortType {
        self.context.order[composite].abort
    }

    fn order_in(&self, composite: usize) -> ChildOrder {
        // The composites of games may run their children in any order.
        Builtin::child_order(&self.context.order[composite].task).unwrap_or(ChildOrder::Any)
    }

    fn can_run_in(&self, from: usize, end: usize) -> bool {
        self.running_before[end] > self.running_before[from]
    }

    /// Returns whether anything can run in a composite while an observer of `inner`, inside it, has this composite as its scope.
    fn can_run_after(&self, composite: usize, inner: usize) -> bool {
        if !self.is_direct[inner] {
            return true;
        }
        let branch = self.branch[inner];
        let after = || self.can_run_in(self.end[branch], self.end[composite]);
        match self.order_in(composite) {
            ChildOrder::AtOnce => false,
            ChildOrder::LeftToRight => after(),
            ChildOrder::Any => after() || self.can_run_in(composite + 1, branch),
        }
    }

    /// Returns whether an observer that leaves `composite`, if that had the abort type `own`, can interrupt something further up.
    fn reaches_above(&self, composite: usize, own: AbortType, kind: AbortType) -> bool {
        let Some(above) = self.nearest_composite[composite] else {
            // Another file may run the tree in a composite with any abort type.
            return own.handed_up(AbortType::Both, kind).is_some();
        };
        let Some(next) = own.handed_up(self.abort(above), kind) else {
            return false;
        };
        self.can_run_after(above, composite) || self.is_handed_up(above, next)
    }

    fn is_handed_up(&self, composite: usize, kind: AbortType) -> bool {
        place_of(kind).is_some_and(|place| self.handed_up[composite][place])
    }

    /// Returns for each node whether it is a composite whose abort type makes a difference.
    fn composites_with_effect(&self) -> Vec<bool> {
        let mut has_effect = vec![false; self.context.order.len()];
        for (inner, node) in self.context.order.iter().enumerate() {
            let Some(composite) = self.nearest_composite[inner] else {
                continue;
            };
            if self.is_absent[inner] || has_effect[composite] {
                continue;
            }
            has_effect[composite] = if self.is_composite[inner] {
                self.passes_on(composite, inner)
            } else {
                self.may_be_condition(node) && self.can_interrupt(composite, inner)
            };
        }
        has_effect
    }

    /// Unknown tasks may be conditionals, and so may the heads of subtrees.
    fn may_be_condition(&self, node: &Node) -> bool {
        let category = self.context.declaration(node).map(|known| known.category);
        matches!(category, None | Some(Category::Conditional))
            || [GUARD, SUBTREE].contains(&&*node.task)
    }

    /// Returns whether a leaf of the document stands for nodes that are not known here.
    fn is_open(&self, node: &Node) -> bool {
        &*node.task == SUBTREE || self.context.declaration(node).is_none()
    }

    /// Returns whether a condition of `composite` can interrupt something because of its abort type.
    fn can_interrupt(&self, composite: usize, condition: usize) -> bool {
        let (abort, node) = (self.abort(composite), self.context.order[condition]);
        let is_guard = &*node.task == GUARD;
        let guarded = || is_guard && self.can_run_in(condition + 1, self.end[condition]);
        let inside = || self.is_open(node) || guarded() || self.can_run_after(composite, condition);
        (abort.includes_own_branch() && inside()) || self.is_handed_up(composite, abort)
    }

    /// Returns whether `composite` gives more to interrupt to the observers of `inner`, a composite inside it, than if it had no abort type.
    fn passes_on(&self, composite: usize, inner: usize) -> bool {
        let (own, abort) = (self.abort(inner), self.abort(composite));
        let arriving = KINDS.iter().zip(self.arriving[inner]);
        let mut arriving = arriving
            .filter(|(_, arrives)| *arrives)
            .map(|(kind, _)| *kind);
        arriving.any(|kind| {
            let Some(next) = own.handed_up(abort, kind) else {
                return false;
            };
            let only_upwards = own.handed_up(AbortType::None, kind).is_none();
            (only_upwards && self.can_run_after(composite, inner))
                || self.is_handed_up(composite, next)
        })
    }

    fn problem(&self, index: usize) -> Problem {
        let abort = self.abort(index);
        let above = self.nearest_composite[index];
        let above = above.filter(|_| abort.includes_lower_priority());
        let at = above.unwrap_or(index);
        let why = match above.map(|above| self.order_in(above)) {
            None => NoReach::NothingInside,
            Some(ChildOrder::AtOnce) => NoReach::AtOnce,
            Some(_) => NoReach::NothingToTheRight,
        };
        // With this abort type, the composite above hands the observers up to where something runs.
        let remedy = above.and_then(|above| {
            let raised = self.abort(above).with_lower_priority();
            let next = abort.handed_up(raised, abort)?;
            let is_below_another = self.nearest_composite[above].is_some();
            let helps = is_below_another && self.reaches_above(above, raised, next);
            (helps && raised != self.abort(above)).then_some(raised)
        });
        Problem::AbortWithoutReach {
            abort,
            why,
            composite: self.context.order[at].id().clone(),
            remedy,
        }
    }
}
