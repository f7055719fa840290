//! The observers of a running tree, as a debugger shows them: what is watched, in checking order, and why each observer
//! may or may not fire now. Uses the same rule as the executor (`aborts.rs`).

use super::world::World;
use std::fmt;

use super::aborts::{Observer, Obstacle};
use super::executor::Branch;
use super::instance::{TreeInstance, TreeState};
use super::program::{Flags, NONE, NodeIndex, Program, some};
use super::task::Tasks;
use crate::abort::AbortType;
use crate::status::Status;

/// A watched conditional or guard and the state of its observer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObserverView {
    /// The conditional or guard.
    pub conditional: NodeIndex,
    /// The composite whose abort type causes the watching.
    pub watched_by: NodeIndex,
    /// The composite inside which it may interrupt; `None` while dormant.
    pub scope: Option<NodeIndex>,
    /// Its current abort type: what it may interrupt.
    pub kind: AbortType,
    /// The recorded status, with which the next check is compared.
    pub status: Status,
    /// Why it may or may not fire in the next frame.
    pub forecast: Prospect,
}

/// Why an observer may or may not fire in the next frame. `N` identifies nodes: by index, or by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prospect<N = NodeIndex> {
    /// It fires as soon as its status changes.
    MayFire {
        /// The status on which it fires.
        on: Status,
        /// The topmost task that would be interrupted.
        interrupted: N,
        /// The running task inside it.
        running: N,
        /// The scope inside which it interrupts.
        scope: N,
        /// The child with which the scope would continue.
        target: N,
    },
    /// It is not checked: its composite aborts lower priority only, and has not ended yet.
    Dormant {
        /// The composite that must end first.
        until: N,
    },
    /// It is checked, but nothing runs inside its scope.
    NothingRuns {
        /// The scope.
        scope: N,
    },
    /// It is checked, but cannot fire: only other branches of a Parallel above it are running.
    OtherBranch {
        /// The Parallel.
        parallel: N,
    },
    /// It is checked, but the running task has been interrupted by its key and ends first.
    AlreadyEnding {
        /// The running task.
        node: N,
    },
    /// It is not checked, because the tree is not running.
    TreeStands,
}

impl<N> Prospect<N> {
    /// Returns whether it may fire.
    pub fn may_fire(&self) -> bool {
        matches!(self, Self::MayFire { .. })
    }

    /// Converts the nodes with `name`.
    pub fn named<M>(&self, name: impl Fn(&N) -> M) -> Prospect<M> {
        match self {
            Self::MayFire {
                on,
                interrupted,
                running,
                scope,
                target,
            } => Prospect::MayFire {
                on: *on,
                interrupted: name(interrupted),
                running: name(running),
                scope: name(scope),
                target: name(target),
            },
            Self::Dormant { until } => Prospect::Dormant { until: name(until) },
            Self::NothingRuns { scope } => Prospect::NothingRuns { scope: name(scope) },
            Self::OtherBranch { parallel } => Prospect::OtherBranch {
                parallel: name(parallel),
            },
            Self::AlreadyEnding { node } => Prospect::AlreadyEnding { node: name(node) },
            Self::TreeStands => Prospect::TreeStands,
        }
    }

    /// Returns a stable code for translations.
    pub fn code(&self) -> &'static str {
        match self {
            Self::MayFire {
                on: Status::Success,
                ..
            } => "may_fire_when_true",
            Self::MayFire { .. } => "may_fire_when_false",
            Self::Dormant { .. } => "dormant",
            Self::NothingRuns { .. } => "nothing_runs",
            Self::OtherBranch { .. } => "other_branch",
            Self::AlreadyEnding { .. } => "already_ending",
            Self::TreeStands => "tree_stands",
        }
    }
}

impl Prospect<String> {
    /// Returns the arguments for translations, by name.
    pub fn arguments(&self) -> Vec<(&'static str, String)> {
        match self.clone() {
            Self::MayFire {
                interrupted,
                running,
                scope,
                target,
                ..
            } => vec![
                ("interrupted", interrupted),
                ("running", running),
                ("scope", scope),
                ("target", target),
            ],
            Self::Dormant { until } => vec![("until", until)],
            Self::NothingRuns { scope } => vec![("scope", scope)],
            Self::OtherBranch { parallel } => vec![("parallel", parallel)],
            Self::AlreadyEnding { node } => vec![("node", node)],
            Self::TreeStands => Vec::new(),
        }
    }
}

impl fmt::Display for Prospect<String> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MayFire {
                on,
                interrupted,
                running,
                scope,
                target,
            } => {
                let answer = if *on == Status::Success {
                    "true"
                } else {
                    "false"
                };
                write!(f, "aborts `{interrupted}` when it becomes {answer}")?;
                if running != interrupted {
                    write!(f, " (running: `{running}`)")?;
                }
                write!(f, "; `{scope}` continues at `{target}`")
            }
            Self::Dormant { until } => {
                write!(
                    f,
                    "not checked until `{until}` has ended: Lower priority aborts only branches to its right"
                )
            }
            Self::NothingRuns { scope } => {
                write!(f, "checked, but nothing is running in `{scope}`")
            }
            Self::OtherBranch { parallel } => write!(
                f,
                "checked, but what is running is `{parallel}`, and branches of one Parallel never abort each other"
            ),
            Self::AlreadyEnding { node } => {
                write!(
                    f,
                    "checked, but `{node}` was interrupted by its key and ends first"
                )
            }
            Self::TreeStands => write!(f, "not checked: the tree is not running"),
        }
    }
}

impl<W: World + ?Sized, B: Tasks> TreeInstance<W, B> {
    /// Iterates over the observers in the order in which the next frame checks them, with the reason why each may or
    /// may not fire.
    pub fn observed(&self) -> impl Iterator<Item = ObserverView> {
        let list = self.run.observers.iter().flat_map(|list| list.iter());
        list.map(|observer| ObserverView {
            conditional: NodeIndex(observer.conditional),
            watched_by: NodeIndex(
                self.program.facts[observer.conditional as usize].nearest_composite,
            ),
            scope: some(observer.scope),
            kind: observer.kind,
            status: observer.status,
            forecast: self.prospect(*observer),
        })
    }

    /// Iterates over the conditionals and guards that would be watched once they return a status, but have no observer
    /// now; in pre-order.
    pub fn unobserved(&self) -> impl Iterator<Item = NodeIndex> {
        let has_observer = |node: u32| {
            let mut list = self.run.observers.iter().flat_map(|list| list.iter());
            list.any(|observer| observer.conditional == node)
        };
        let nodes = (0..).zip(&self.program.nodes);
        nodes
            .filter(move |(index, node)| node.flags.has(Flags::WATCHED) && !has_observer(*index))
            .map(|(index, _)| NodeIndex(index))
    }

    fn prospect(&self, observer: Observer) -> Prospect {
        if self.agent.state != TreeState::Enabled {
            return Prospect::TreeStands;
        }
        self.program.prospect(&self.run.branches, observer)
    }
}

impl<W: World + ?Sized, B: Tasks> Program<W, B> {
    /// Returns how a conditional is watched that returned this status, while these nodes run, as run stacks; `None` if it cannot be, or whatever would
    /// watch it has ended. Does not know whether the observer was dropped since the conditional returned.
    pub fn watched_while(
        &self,
        stacks: &[Vec<NodeIndex>],
        conditional: NodeIndex,
        status: Status,
    ) -> Option<ObserverView> {
        let node = self.nodes.get(conditional.get())?;
        if !node.flags.has(Flags::WATCHED) {
            return None;
        }
        let runs = |node: u32| stacks.iter().flatten().any(|running| running.0 == node);
        let nearest = self.facts[conditional.get()].nearest_composite;
        let above = |at: &u32| some(self.facts[*at as usize].nearest_composite).map(|at| at.0);
        let mut composites = std::iter::successors(some(nearest).map(|at| at.0), above);
        let scope = composites.find(|at| runs(*at))?;
        let (kind, scope) = self.observer_in(conditional.0, scope)?;
        let mut branches = vec![Branch::CLOSED; self.branches.len()];
        for top in stacks.iter().filter_map(|stack| stack.last()) {
            branches[self.nodes[top.get()].branch as usize].top = top.0;
        }
        let observer = Observer {
            conditional: conditional.0,
            number: 0,
            scope,
            kind,
            status,
        };
        Some(ObserverView {
            conditional,
            watched_by: NodeIndex(nearest),
            scope: some(scope),
            kind,
            status,
            forecast: self.prospect(&branches, observer),
        })
    }

    fn prospect(&self, branches: &[Branch], observer: Observer) -> Prospect {
        let (scope, conditional) = (observer.scope, observer.conditional);
        if scope == NONE {
            let until = self.facts[conditional as usize].nearest_composite;
            return Prospect::Dormant {
                until: NodeIndex(until),
            };
        }
        match self.victim(branches, observer) {
            Ok(branch) => {
                let running = branches[branch as usize].top;
                let interrupted = match running {
                    top if top == scope => top,
                    top => self.child_towards(scope, top),
                };
                Prospect::MayFire {
                    on: Status::of(observer.status != Status::Success),
                    interrupted: NodeIndex(interrupted),
                    running: NodeIndex(running),
                    scope: NodeIndex(scope),
                    target: NodeIndex(self.child_towards(scope, conditional)),
                }
            }
            Err(Obstacle::NothingRuns) => Prospect::NothingRuns {
                scope: NodeIndex(scope),
            },
            Err(Obstacle::OtherBranch(parallel)) => Prospect::OtherBranch {
                parallel: NodeIndex(parallel),
            },
            Err(Obstacle::AlreadyEnding(node)) => Prospect::AlreadyEnding {
                node: NodeIndex(node),
            },
        }
    }
}

#[cfg(test)]
mod laws;
