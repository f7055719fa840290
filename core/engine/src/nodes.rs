//! The built-in node types, one file each: declaration, behavior, documentation and tests.
//!
//! A node type consists of a declaration with `kind!` (see `kind.rs`), which defines a struct that implements
//! [`NodeType`] and whose fields are its parameters; and of its behavior, one of the traits [`RuledParent`],
//! [`Parent`], [`Parallel`], [`Pipeline`] and [`Leaf`]. To add a node type, write its file and name it in the list at
//! the end of this one.
//!
//! All built-in node types are one enum, made from one list in this file, which the executor sees through the trait
//! `Tasks`. So every call is static, and a new node type changes this list, the module list of its folder, and the
//! texts.

pub mod actions;
mod arguments;
mod behavior;
pub mod composites;
pub mod conditionals;
pub mod decorators;
mod kind;
mod moment;
mod payload;
mod prelude;
pub mod stand_in;
mod task_error;
mod task_parameter;
#[cfg(any(test, feature = "testing"))]
#[doc(hidden)]
pub mod testing;
#[cfg(test)]
mod time_tests;

pub use arguments::{Argument, Arguments, CompiledExpression, holds};
pub(crate) use arguments::{Ask, Asked};
pub(crate) use behavior::add_time;
pub use behavior::{Leaf, NodeType, Parallel, Parent, Pipeline, RuledParent};
pub use task_error::TaskError;
#[doc(hidden)]
pub use task_parameter::choices;
pub use task_parameter::{
    Choice, NumberParameter, TakesOnlyVariables, TaskArgument, TaskParameter, TaskResult,
};

use std::sync::Arc;

use self::stand_in::Player;
use crate::model::NodeDeclaration;

use crate::runtime::{
    ChoiceRule, Draw, Forgetting, Ground, Next, NodeIndex, Operand, Outcome, ParentContext,
    PipelineDecision, Revision, Rule, Sends, Status, Tally, TaskRequirements, Tasks, TickContext,
    Turn, Wake,
};
use crate::time::Nanoseconds;

/// In which order a parent runs its children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChildOrder {
    /// Each after the one to its left.
    LeftToRight,
    /// Also one to the left of another that has ended.
    Any,
    /// On run stacks of their own.
    AtOnce,
}

/// Defines, from one list of node types, the enum [`Builtin`], the declarations, and the executor's calls of each type.
macro_rules! builtin_kinds {
    (
        ruled { $($ruled:ident: $ruled_type:path,)* }
        parents { $($parent:ident: $parent_type:path,)* }
        parallels { $($parallel:ident: $parallel_type:path,)* }
        pipelines { $($pipeline:ident: $pipeline_type:path,)* }
        leaves { $($leaf:ident: $leaf_type:path,)* }
    ) => {
        /// A built-in node with its parameters, as the executor runs it. One variant for each node type.
        #[derive(Debug)]
        pub enum Builtin {
            $(#[doc = concat!("[`", stringify!($ruled), "`](", stringify!($ruled_type), ")")] $ruled($ruled_type),)*
            $(#[doc = concat!("[`", stringify!($parent), "`](", stringify!($parent_type), ")")] $parent($parent_type),)*
            $(#[doc = concat!("[`", stringify!($parallel), "`](", stringify!($parallel_type), ")")] $parallel($parallel_type),)*
            $(#[doc = concat!("[`", stringify!($pipeline), "`](", stringify!($pipeline_type), ")")] $pipeline($pipeline_type),)*
            $(#[doc = concat!("[`", stringify!($leaf), "`](", stringify!($leaf_type), ")")] $leaf(Box<$leaf_type>),)*
        }

        /// Returns the declarations of all built-in node types.
        fn all_declarations() -> Vec<NodeDeclaration> {
            vec![
                $(<$ruled_type as NodeType>::declaration(),)*
                $(<$parent_type as NodeType>::declaration(),)*
                $(<$parallel_type as NodeType>::declaration(),)*
                $(<$pipeline_type as NodeType>::declaration(),)*
                $(<$leaf_type as NodeType>::declaration(),)*
            ]
        }

        impl Builtin {
            /// Returns whether there is a built-in node type of this name.
            pub fn is_kind(task: &str) -> bool {
                matches!(task, $(stringify!($ruled))|* | $(stringify!($parent))|* | $(stringify!($parallel))|* | $(stringify!($pipeline))|* | $(stringify!($leaf))|*)
            }

            /// Returns how the built-in node type `task` runs its children; `None` if there is none of that name, or it
            /// is a leaf.
            pub fn child_order(task: &str) -> Option<ChildOrder> {
                match task {
                    $(stringify!($ruled) => Some(ChildOrder::LeftToRight),)*
                    $(stringify!($parent) => {
                        let wants = <$parent_type as Parent>::WANTS;
                        let any = wants.reorders || wants.revises;
                        Some(if any { ChildOrder::Any } else { ChildOrder::LeftToRight })
                    })*
                    $(stringify!($parallel) => Some(ChildOrder::AtOnce),)*
                    $(stringify!($pipeline) => Some(ChildOrder::AtOnce),)*
                    _ => None,
                }
            }

            /// Creates a node of the type `task` with these arguments; `None` if there is no built-in node type of that
            /// name.
            pub fn make(task: &str, arguments: &Arguments) -> Option<Self> {
                match task {
                    $(stringify!($ruled) => {
                        Some(Self::$ruled(<$ruled_type as NodeType>::make(arguments)))
                    })*
                    $(stringify!($parent) => {
                        Some(Self::$parent(<$parent_type as NodeType>::make(arguments)))
                    })*
                    $(stringify!($parallel) => {
                        Some(Self::$parallel(<$parallel_type as NodeType>::make(arguments)))
                    })*
                    $(stringify!($pipeline) => {
                        Some(Self::$pipeline(<$pipeline_type as NodeType>::make(arguments)))
                    })*
                    $(stringify!($leaf) => {
                        Some(Self::$leaf(Box::new(<$leaf_type as NodeType>::make(arguments))))
                    })*
                    _ => None,
                }
            }
        }

        impl Tasks for Builtin {
            fn kind(&self) -> &'static str {
                match self {
                    $(Self::$ruled(_) => stringify!($ruled),)*
                    $(Self::$parent(_) => stringify!($parent),)*
                    $(Self::$parallel(_) => stringify!($parallel),)*
                    $(Self::$pipeline(_) => stringify!($pipeline),)*
                    $(Self::$leaf(_) => stringify!($leaf),)*
                }
            }

            fn memory_len(&self, children: usize) -> usize {
                match self {
                    $(Self::$parent(kind) => Parent::memory_len(kind, children),)*
                    $(Self::$ruled(_) => 0,)*
                    $(Self::$parallel(_) => 0,)*
                    $(Self::$pipeline(kind) => Pipeline::memory_len(kind, children),)*
                    $(Self::$leaf(_) => <$leaf_type as Leaf>::MEMORY,)*
                }
            }

            fn wants(&self) -> TaskRequirements {
                match self {
                    $(Self::$parent(_) => <$parent_type as Parent>::WANTS,)*
                    $(Self::$leaf(_) => TaskRequirements {
                        hears_interruption: <$leaf_type as Leaf>::HEARS_INTERRUPTION,
                        follows_variables: <$leaf_type as Leaf>::FOLLOWS_VARIABLES,
                        writes_variables: <$leaf_type as Leaf>::WRITES_VARIABLES,
                        ..TaskRequirements::NONE
                    },)*
                    _ => TaskRequirements::NONE,
                }
            }

            fn rule(&self) -> Option<Rule> {
                match self {
                    $(Self::$ruled(_) => Some(<$ruled_type as RuledParent>::RULE),)*
                    $(Self::$parent(kind) => Parent::rule(kind),)*
                    _ => None,
                }
            }

            fn is_transparent(&self) -> bool {
                match self {
                    $(Self::$parent(_) => <$parent_type as Parent>::STANDS_FOR_CHILD,)*
                    _ => false,
                }
            }

            fn is_parallel(&self) -> bool {
                match self {
                    $(Self::$parallel(_) => true,)*
                    _ => self.is_pipeline(),
                }
            }

            fn is_pipeline(&self) -> bool {
                match self {
                    $(Self::$pipeline(_) => true,)*
                    _ => false,
                }
            }

            #[inline]
            fn parent_start(&self, context: &mut ParentContext<'_, '_>) -> Next {
                match self {
                    $(Self::$parent(kind) => kind.start(context),)*
                    _ => Next::End(Outcome::Failure),
                }
            }

            #[inline]
            fn parent_again(&self, context: &mut ParentContext<'_, '_>) -> Next {
                match self {
                    $(Self::$parent(kind) => kind.resume(context),)*
                    _ => Next::End(Outcome::Failure),
                }
            }

            #[inline]
            fn child_ended(&self, context: &mut ParentContext<'_, '_>, outcome: Outcome) -> Next {
                match self {
                    $(Self::$parent(kind) => kind.child_ended(context, outcome),)*
                    _ => Next::End(Outcome::Failure),
                }
            }

            fn aborted_to(&self, context: &mut ParentContext<'_, '_>, child: NodeIndex) {
                match self {
                    $(Self::$parent(kind) => kind.aborted_to(context, child),)*
                    _ => {}
                }
            }

            fn revise(&self, context: &mut ParentContext<'_, '_>, running: NodeIndex) -> Revision {
                match self {
                    $(Self::$parent(kind) => kind.revise(context, running),)*
                    _ => Revision::Stay,
                }
            }

            fn child_runs(&self, context: &mut ParentContext<'_, '_>) -> Option<Outcome> {
                match self {
                    $(Self::$parent(kind) => kind.child_runs(context),)*
                    _ => None,
                }
            }

            fn wake(&self, memory: &[u64], last: Status, tick: &TickContext<'_>) -> Wake {
                match self {
                    $(Self::$parent(kind) => Parent::wake(kind, memory, last, tick),)*
                    $(Self::$leaf(kind) => Leaf::wake(&**kind, memory, last, tick),)*
                    $(Self::$pipeline(kind) => Pipeline::wake(kind, memory, tick),)*
                    _ => Wake::EveryFrame,
                }
            }

            fn pass(&self, memory: &mut [u64], elapsed: Nanoseconds, frames: u64) {
                match self {
                    $(Self::$parent(kind) => Parent::pass(kind, memory, elapsed, frames),)*
                    $(Self::$leaf(kind) => Leaf::pass(&**kind, memory, elapsed, frames),)*
                    _ => {}
                }
            }

            fn forget(&self, memory: &mut [u64], forgetting: &Forgetting<'_>) {
                match self {
                    $(Self::$parent(kind) => Parent::forget(kind, memory, forgetting),)*
                    $(Self::$leaf(kind) => Leaf::forget(&**kind, memory, forgetting),)*
                    $(Self::$pipeline(kind) => Pipeline::forget(kind, memory, forgetting),)*
                    _ => {}
                }
            }

            fn backlog(&self, memory: &[u64], tick: &TickContext<'_>) -> u64 {
                match self {
                    $(Self::$leaf(kind) => kind.backlog(memory, tick),)*
                    _ => 0,
                }
            }

            fn reads_clock(&self) -> bool {
                match self {
                    $(Self::$leaf(kind) => kind.reads_clock(),)*
                    _ => false,
                }
            }

            fn draw(&self, children: usize, tick: &TickContext<'_>) -> Option<Draw> {
                match self {
                    $(Self::$parent(kind) => Parent::draw(kind, children, tick),)*
                    $(Self::$leaf(kind) => Leaf::draw(&**kind, tick),)*
                    _ => None,
                }
            }

            fn times(&self) -> &'static [usize] {
                match self {
                    $(Self::$parent(kind) => Parent::times(kind),)*
                    $(Self::$leaf(kind) => Leaf::times(&**kind),)*
                    _ => &[],
                }
            }

            fn interrupted(&self, memory: &mut [u64], tick: &mut TickContext<'_>) {
                match self {
                    $(Self::$parent(kind) => Parent::interrupted(kind, memory, tick),)*
                    $(Self::$leaf(kind) => Leaf::interrupted(&**kind, memory, tick),)*
                    _ => {}
                }
            }

            #[inline]
            fn join(&self, tally: Tally, tick: &TickContext<'_>) -> Option<Outcome> {
                match self {
                    $(Self::$parallel(kind) => kind.join(tally, tick),)*
                    _ => Some(Outcome::Failure),
                }
            }

            #[inline]
            fn starts(&self, memory: &mut [u64], place: usize, is_first: bool, tick: &TickContext<'_>) -> bool {
                match self {
                    $(Self::$pipeline(kind) => kind.starts(memory, place, is_first, tick),)*
                    _ => true,
                }
            }

            #[inline]
            fn after_turn(&self, memory: &mut [u64], turn: Turn) -> PipelineDecision {
                match self {
                    $(Self::$pipeline(kind) => kind.after_turn(memory, turn),)*
                    _ => PipelineDecision::End(Outcome::Failure),
                }
            }

            #[inline]
            fn leaf_start(&self, memory: &mut [u64], tick: &mut TickContext<'_>) {
                match self {
                    $(Self::$leaf(kind) => kind.start(memory, tick),)*
                    _ => {}
                }
            }

            #[inline]
            fn leaf_update(&self, memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
                match self {
                    $(Self::$leaf(kind) => kind.update(memory, tick),)*
                    $(Self::$parent(kind) => Status::of(kind.condition(memory, tick)),)*
                    _ => Status::Failure,
                }
            }

            fn leaf_forced(&self, memory: &mut [u64], status: Status) {
                match self {
                    $(Self::$leaf(kind) => kind.forced(memory, status),)*
                    _ => {}
                }
            }

            fn is_asking(&self) -> bool {
                match self {
                    $(Self::$leaf(kind) => kind.is_asking(),)*
                    _ => false,
                }
            }

            fn event(&self) -> Option<&Arc<str>> {
                match self {
                    $(Self::$leaf(kind) => kind.event(),)*
                    _ => None,
                }
            }

            fn sends(&self) -> Option<Sends> {
                match self {
                    $(Self::$leaf(kind) => kind.sends(),)*
                    _ => None,
                }
            }

            fn interrupts(&self) -> Option<&Operand<Arc<str>>> {
                match self {
                    $(Self::$leaf(kind) => kind.interrupts(),)*
                    _ => None,
                }
            }

            fn interrupt_key(&self) -> Option<&Arc<str>> {
                match self {
                    $(Self::$parent(kind) => kind.interrupt_key(),)*
                    _ => None,
                }
            }

            fn ground(&self) -> Option<Ground> {
                match self {
                    $(Self::$parent(_) => <$parent_type as Parent>::GROUND,)*
                    $(Self::$parallel(_) => <$parallel_type as Parallel>::GROUND,)*
                    $(Self::$pipeline(_) => <$pipeline_type as Pipeline>::GROUND,)*
                    $(Self::$leaf(_) => <$leaf_type as Leaf>::GROUND,)*
                    _ => None,
                }
            }

            fn choice(&self, place: usize, children: usize) -> Option<ChoiceRule> {
                match self {
                    $(Self::$parent(kind) => kind.choice(place, children),)*
                    _ => None,
                }
            }

            fn ends_the_tree(&self) -> bool {
                match self {
                    $(Self::$leaf(kind) => kind.ends_the_tree(),)*
                    _ => false,
                }
            }

            fn semaphore(&self) -> Option<&Arc<str>> {
                match self {
                    $(Self::$parent(kind) => kind.semaphore(),)*
                    _ => None,
                }
            }

            fn background_tree(&self) -> Option<&Arc<str>> {
                match self {
                    $(Self::$leaf(kind) => kind.background_tree(),)*
                    _ => None,
                }
            }

            fn concerned_tree(&self) -> Option<&Arc<str>> {
                match self {
                    $(Self::$leaf(kind) => kind.concerned_tree(),)*
                    _ => None,
                }
            }

            fn interrupt_with(&self, memory: &mut [u64], outcome: Outcome) {
                match self {
                    $(Self::$parent(kind) => kind.interrupt_with(memory, outcome),)*
                    _ => {}
                }
            }
        }
    };
}

/// Returns the declarations of all built-in node types in palette order, that is by category.
pub fn declarations() -> Vec<NodeDeclaration> {
    let mut all = all_declarations();
    all.sort_by_key(|declaration| declaration.category);
    all
}

builtin_kinds! {
    ruled {
        Sequence: composites::sequence::Sequence,
        Selector: composites::selector::Selector,
        Inverter: decorators::inverter::Inverter,
        ReturnSuccess: decorators::return_success::ReturnSuccess,
        ReturnFailure: decorators::return_failure::ReturnFailure,
    }
    parents {
        ReactiveSequence: composites::reactive_sequence::ReactiveSequence,
        ReactiveSelector: composites::reactive_selector::ReactiveSelector,
        SequenceWithMemory: composites::sequence_with_memory::SequenceWithMemory,
        IfThenElse: composites::if_then_else::IfThenElse,
        WhileDoElse: composites::while_do_else::WhileDoElse,
        Switch: composites::switch::Switch,
        RandomSequence: composites::random_sequence::RandomSequence,
        RandomSelector: composites::random_selector::RandomSelector,
        PrioritySelector: composites::priority_selector::PrioritySelector,
        UtilitySelector: composites::utility_selector::UtilitySelector,
        RoundRobin: composites::round_robin::RoundRobin,
        RecoveryNode: composites::recovery_node::RecoveryNode,
        PersistentSequence: composites::persistent_sequence::PersistentSequence,
        Repeater: decorators::repeater::Repeater,
        UntilSuccess: decorators::until_success::UntilSuccess,
        UntilFailure: decorators::until_failure::UntilFailure,
        KeepRunningUntilFailure: decorators::keep_running_until_failure::KeepRunningUntilFailure,
        Retry: decorators::retry::Retry,
        RunOnce: decorators::run_once::RunOnce,
        TimeLimit: decorators::time_limit::TimeLimit,
        CounterLimit: decorators::counter_limit::CounterLimit,
        Delay: decorators::delay::Delay,
        Cooldown: decorators::cooldown::Cooldown,
        RateController: decorators::rate_controller::RateController,
        SingleTrigger: decorators::single_trigger::SingleTrigger,
        Probability: decorators::probability::Probability,
        Guard: decorators::guard::Guard,
        Semaphore: decorators::semaphore::Semaphore,
        Interruptible: decorators::interruptible::Interruptible,
        Subtree: decorators::subtree::Subtree,
    }
    parallels {
        Parallel: composites::parallel::Parallel,
        ParallelSelector: composites::parallel_selector::ParallelSelector,
        ParallelComplete: composites::parallel_complete::ParallelComplete,
        ParallelAll: composites::parallel_all::ParallelAll,
    }
    pipelines {
        PipelineSequence: composites::pipeline_sequence::PipelineSequence,
        NonblockingSequence: composites::nonblocking_sequence::NonblockingSequence,
        Service: composites::service::Service,
    }
    leaves {
        CompareBool: conditionals::compare::CompareBool,
        CompareInt: conditionals::compare::CompareInt,
        CompareFloat: conditionals::compare::CompareFloat,
        CompareString: conditionals::compare::CompareString,
        RandomChance: conditionals::random_chance::RandomChance,
        Expression: conditionals::expression::ExpressionHolds,
        IsVariableSet: conditionals::is_variable_set::IsVariableSet,
        HasReceivedEvent: conditionals::has_received_event::HasReceivedEvent,
        VariableChanged: conditionals::variable_changed::VariableChanged,
        Timer: conditionals::timer::Timer,
        IsTreeRunning: conditionals::is_tree_running::IsTreeRunning,
        StandInConditional: conditionals::stand_in_conditional::StandInConditional,
        Log: actions::log::Log,
        Wait: actions::wait::Wait,
        SetVariable: actions::set_variable::SetVariable,
        Compute: actions::compute::Compute,
        WaitUntil: actions::wait_until::WaitUntil,
        RandomWait: actions::random_wait::RandomWait,
        Trace: actions::trace::Trace,
        SendEvent: actions::send_event::SendEvent,
        WaitForEvent: actions::wait_for_event::WaitForEvent,
        PerformInterrupt: actions::perform_interrupt::PerformInterrupt,
        RestartTree: actions::restart_tree::RestartTree,
        RunTree: actions::run_tree::RunTree,
        StopTree: actions::stop_tree::StopTree,
        Idle: actions::idle::Idle,
        Fail: actions::fail::Fail,
        Succeed: actions::succeed::Succeed,
        StandIn: actions::stand_in::StandIn,
    }
}

impl Builtin {
    /// Creates the stand-in for a leaf of the game.
    pub(crate) fn playing(player: Player, is_conditional: bool) -> Self {
        if is_conditional {
            let leaf = conditionals::stand_in_conditional::StandInConditional::playing(player);
            Self::StandInConditional(Box::new(leaf))
        } else {
            let leaf = actions::stand_in::StandIn::playing(player);
            Self::StandIn(Box::new(leaf))
        }
    }

    /// What plays a stand-in; `None` for other nodes.
    pub(crate) fn player(&mut self) -> Option<&mut Player> {
        match self {
            Self::StandIn(leaf) => Some(leaf.player()),
            Self::StandInConditional(leaf) => Some(leaf.player()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_declared_node_type_can_be_created_and_names_are_unique() {
        let names: Vec<_> = declarations().into_iter().map(|d| d.task).collect();
        let distinct: std::collections::BTreeSet<_> = names.iter().collect();
        assert_eq!(distinct.len(), names.len());
        for name in &names {
            assert!(
                Builtin::make(name, &Arguments::default()).is_some(),
                "{name}"
            );
        }
        assert!(Builtin::make("NoSuchKind", &Arguments::default()).is_none());
    }
}
