//! The built-in kinds of nodes, one file each: declaration, behaviour, documentation and tests.

use crate::model::NodeDeclaration;

pub mod actions;
pub mod composites;
pub mod conditionals;
pub mod decorators;

/// The declarations of all built-in kinds, in palette order.
pub fn declarations() -> Vec<NodeDeclaration> {
    vec![
        composites::sequence::declaration(),
        composites::selector::declaration(),
        composites::parallel::declaration(),
        decorators::inverter::declaration(),
        decorators::repeater::declaration(),
        decorators::return_success::declaration(),
        decorators::return_failure::declaration(),
        decorators::until_success::declaration(),
        decorators::until_failure::declaration(),
        conditionals::compare_bool::declaration(),
        conditionals::compare_int::declaration(),
        conditionals::compare_float::declaration(),
        conditionals::compare_string::declaration(),
        conditionals::random_chance::declaration(),
        conditionals::is_variable_set::declaration(),
        conditionals::stand_in_conditional::declaration(),
        actions::log::declaration(),
        actions::wait::declaration(),
        actions::set_variable::declaration(),
        actions::idle::declaration(),
        actions::fail::declaration(),
        actions::succeed::declaration(),
        actions::stand_in::declaration(),
    ]
}
