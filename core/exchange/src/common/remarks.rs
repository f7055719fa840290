//! Remarks on what does not go over as it is: how formats declare theirs. Knows no format.

/// Codes of remarks, each with the names of its arguments.
pub(crate) type Codes = &'static [(&'static str, &'static [&'static str])];

/// A table of remarks of one format: a function for each, with its code, its grade and its English, and `CODES`, all codes with the
/// names of their arguments, by which translations are checked.
///
/// ```ignore
/// remarks! { "btcpp";
///     /// A condition in the other tool's language.
///     condition_not_run(attribute, value): Kept = "`{attribute}=\"{value}\"` is kept for BehaviorTree.CPP and does nothing here";
/// }
/// ```
macro_rules! remarks {
    ($prefix:literal; $($(#[$doc:meta])* $name:ident($($argument:ident),*): $grade:ident = $english:literal;)*) => {
        $(
            $(#[$doc])*
            pub(crate) fn $name($($argument: impl ToString),*) -> treewright_core::diagnostic::Transfer {
                $(let $argument = $argument.to_string();)*
                let english = format!($english);
                treewright_core::diagnostic::Transfer::new(
                    concat!($prefix, "_", stringify!($name)),
                    treewright_core::diagnostic::Grade::$grade,
                    vec![$((stringify!($argument), $argument)),*],
                    english,
                )
            }
        )*

        /// All codes, each with the names of its arguments.
        pub(crate) const CODES: $crate::common::Codes = &[
            $((concat!($prefix, "_", stringify!($name)), &[$(stringify!($argument)),*]),)*
        ];
    };
}
pub(crate) use remarks;
