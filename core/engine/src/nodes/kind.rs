//! How a kind is declared: `kind!` makes the struct, its [`Declared`](super::Declared) and the reading of its arguments from one list of what
//! people are told of it. Knows nothing of what a kind does.

use std::sync::Arc;

use super::{Argument, Arguments, Formula};
use crate::runtime::{Operand, Outcome, Status, Typed, VariableSlot};

/// A field of a kind that holds what one of its parameters is set to.
pub(super) trait Parameter {
    /// The parameter of this name.
    fn read(arguments: &Arguments, name: &str) -> Self;
}

/// From each type of field, how it is read.
macro_rules! parameters {
    ($($type:ty $([$T:ident])?: |$arguments:ident, $name:ident| $read:expr;)*) => {
        $(impl $(<$T: Typed>)? Parameter for $type {
            fn read($arguments: &Arguments, $name: &str) -> Self {
                $read
            }
        })*
    };
}

parameters! {
    // A value, read each time it is needed.
    Operand<T> [T]: |arguments, name| arguments.operand(name);
    // What the children carry for it, left to right.
    Vec<Operand<T>> [T]: |arguments, name| arguments.of_children(name);
    // A name, or a choice.
    Arc<str>: |arguments, name| arguments.text(name).into();
    // A choice among results and others, which are none.
    Option<Outcome>: |arguments, name| {
        Status::from_name(arguments.text(name)).and_then(Status::outcome)
    };
    Option<VariableSlot>: |arguments, name| arguments.variable(name);
    Option<Argument>: |arguments, name| arguments.get(name).cloned();
    Option<Formula>: |arguments, name| arguments.expression(name);
}

/// Declares a kind whose fields are its parameters: each has the name, the type as which the kind reads it, and how it is declared, in the words of
/// [`ParameterDeclaration`](crate::model::ParameterDeclaration). Where the struct has another name than the kind, `as` says the kind's.
macro_rules! kind {
    ($(#[$doc:meta])* $kind:ident: $($rest:tt)*) => {
        kind! { $(#[$doc])* $kind as $kind: $($rest)* }
    };
    (
        $(#[$doc:meta])*
        $kind:ident as $task:ident: $category:ident, $icon:literal,
        summary: $summary:literal,
        details: $details:tt,
        $(child_parameters: { $($child:ident: $child_type:ty = $child_how:ident $child_with:tt $(.$child_more:ident $child_of:tt)*),* $(,)? },)?
        $(parameters: { $($name:ident: $type:ty = $how:ident $with:tt $(.$more:ident $of:tt)*),* $(,)? },)?
    ) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $kind {
            $($($child: $child_type,)*)?
            $($($name: $type,)*)?
        }

        impl Declared for $kind {
            declaration! {
                $task: $category, $icon,
                summary: $summary,
                details: $details,
                child_parameters: { $($($child = $child_how $child_with $(.$child_more $child_of)*),*)? },
                parameters: { $($($name = $how $with $(.$more $of)*),*)? },
            }

            #[allow(unused_variables, reason = "a kind without parameters reads none")]
            fn make(arguments: &Arguments) -> Self {
                Self {
                    $($($child: Parameter::read(arguments, stringify!($child)),)*)?
                    $($($name: Parameter::read(arguments, stringify!($name)),)*)?
                }
            }
        }
    };
}

/// What people are told of a kind, for one that is made in its own way: the function `declaration` of its [`Declared`](super::Declared).
macro_rules! declaration {
    (
        $task:ident: $category:ident, $icon:literal,
        summary: $summary:literal,
        details: [$line:literal $(, $further:literal)* $(,)?],
        $(child_parameters: { $($child:ident = $child_how:ident $child_with:tt $(.$child_more:ident $child_of:tt)*),* $(,)? },)?
        parameters: { $($name:ident = $how:ident $with:tt $(.$more:ident $of:tt)*),* $(,)? },
    ) => {
        fn declaration() -> NodeDeclaration {
            NodeDeclaration {
                task: stringify!($task).into(),
                category: Category::$category,
                summary: $summary.into(),
                details: concat!($line $(, "\n", $further)*).into(),
                icon: $icon.into(),
                color: None,
                child_parameters: vec![
                    $($(parameter!($child = $child_how $child_with) $(.$child_more $child_of)*),*)?
                ],
                parameters: vec![$(parameter!($name = $how $with) $(.$more $of)*),*],
            }
        }
    };
}

/// One parameter of a declaration.
macro_rules! parameter {
    ($name:ident = $how:ident($($with:expr),* $(,)?)) => {
        ParameterDeclaration::$how(stringify!($name), $($with),*)
    };
}

/// What a parent wants of the executor, by name.
macro_rules! wants {
    ($($wish:ident),*) => {
        Wants { $($wish: true,)* ..Wants::NONE }
    };
}

pub(super) use {declaration, kind, parameter, wants};
