//! How node types are declared: from one list of parameters and help texts, `kind!` defines the struct, its
//! [`NodeType`](super::NodeType) implementation, and the reading of its arguments. Knows nothing about behavior.

use std::sync::Arc;

use super::{Argument, Arguments, CompiledExpression};
use crate::runtime::{Operand, OperandType, Outcome, Status, VariableSlot};

/// A field of a node type that holds the argument of a parameter.
pub(super) trait Parameter {
    /// Reads the argument of this name.
    fn read(arguments: &Arguments, name: &str) -> Self;
}

/// Implements [`Parameter`] for each type of field.
macro_rules! parameters {
    ($($type:ty $([$T:ident])?: |$arguments:ident, $name:ident| $read:expr;)*) => {
        $(impl $(<$T: OperandType>)? Parameter for $type {
            fn read($arguments: &Arguments, $name: &str) -> Self {
                $read
            }
        })*
    };
}

parameters! {
    // A value or variable, read when it is needed.
    Operand<T> [T]: |arguments, name| arguments.operand(name);
    // The values that the children carry, left to right.
    Vec<Operand<T>> [T]: |arguments, name| arguments.of_children(name);
    // A name, or a choice.
    Arc<str>: |arguments, name| arguments.text(name).into();
    // A choice between results and other words, which are `None`.
    Option<Outcome>: |arguments, name| {
        Status::from_name(arguments.text(name)).and_then(Status::outcome)
    };
    Option<VariableSlot>: |arguments, name| arguments.variable(name);
    Option<Argument>: |arguments, name| arguments.get(name).cloned();
    Option<CompiledExpression>: |arguments, name| arguments.expression(name);
}

/// Declares a node type whose fields are its parameters. Each line gives the name, the Rust type of the field, and the
/// declaration as a call of [`ParameterDeclaration`](crate::model::ParameterDeclaration). `as` gives the node type's
/// name if it differs from the struct's. The summary is also the documentation of the struct; comments before the name
/// are added to it.
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
        #[doc = $summary]
        #[doc = ""]
        $(#[$doc])*
        #[allow(
            clippy::doc_markdown,
            reason = "the summary is shown to designers as plain text"
        )]
        #[derive(Debug)]
        pub struct $kind {
            $($($child: $child_type,)*)?
            $($($name: $type,)*)?
        }

        impl NodeType for $kind {
            declaration! {
                $task: $category, $icon,
                summary: $summary,
                details: $details,
                child_parameters: { $($($child = $child_how $child_with $(.$child_more $child_of)*),*)? },
                parameters: { $($($name = $how $with $(.$more $of)*),*)? },
            }

            #[allow(unused_variables, reason = "a node type without parameters reads no arguments")]
            fn make(arguments: &Arguments) -> Self {
                Self {
                    $($($child: Parameter::read(arguments, stringify!($child)),)*)?
                    $($($name: Parameter::read(arguments, stringify!($name)),)*)?
                }
            }
        }
    };
}

/// Defines the function `declaration` of [`NodeType`](super::NodeType), for a node type that is created in its own way.
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

/// The requirements of a parent, by field name of [`TaskRequirements`].
macro_rules! wants {
    ($($wish:ident),*) => {
        TaskRequirements { $($wish: true,)* ..TaskRequirements::NONE }
    };
}

pub(super) use {declaration, kind, parameter, wants};
