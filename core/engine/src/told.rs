//! Enums of what is told to people: each variant is one row with its code, its English and what a translation fills in.
//! Knows nothing of what is told.

/// Makes an enum from rows: a variant with its fields (those of a tuple get names too) `=` its code, its English, and, where these are not its fields as
/// they are shown, `with` the values that a translation fills in, by name.
///
/// English is a text that may name the fields, a text with what it is filled with in parentheses, or in braces what gives it. The enum gets `code`,
/// `arguments` and `Display`.
#[doc(hidden)]
#[macro_export]
macro_rules! told {
    (
        $(#[$of:meta])*
        pub enum $name:ident {$(
            $(#[$doc:meta])*
            $variant:ident
            $({ $($(#[$about:meta])* $field:ident: $type:ty),* $(,)? })?
            $(($($held:ident: $held_type:ty),*))?
            = $code:expr, $english:tt $(with $with:tt)?;
        )*}
    ) => {
        $(#[$of])*
        pub enum $name {$(
            $(#[$doc])*
            $variant $({ $($(#[$about])* $field: $type),* })? $(($($held_type),*))?,
        )*}

        impl $name {
            /// A stable name, for translations and for machines that read reports.
            #[allow(unused_variables, reason = "few codes depend on what is told")]
            pub fn code(&self) -> &'static str {
                match self {
                    $(Self::$variant $({ $($field),* })? $(($($held),*))? => $code,)*
                }
            }

            /// The values that a translation fills in, by name.
            #[allow(unused_variables, reason = "not all that is known is filled in")]
            pub fn arguments(&self) -> Vec<(&'static str, String)> {
                match self {$(
                    Self::$variant $({ $($field),* })? $(($($held),*))? => {
                        $crate::told!(@arguments [$($($field),*)? $($($held),*)?] $($with)?)
                    }
                )*}
            }
        }

        impl std::fmt::Display for $name {
            #[allow(unused_variables, reason = "not all that is known is said")]
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {$(
                    Self::$variant $({ $($field),* })? $(($($held),*))? => {
                        $crate::told!(@english f, $english)
                    }
                )*}
            }
        }
    };
    (@arguments [$($field:ident),*]) => {
        vec![$((stringify!($field), ToString::to_string($field))),*]
    };
    (@arguments [$($field:ident),*] { $arguments:expr }) => { $arguments };
    (@arguments [$($field:ident),*] [$($argument:expr),*]) => { vec![$($argument),*] };
    (@english $f:ident, $text:literal) => { write!($f, $text) };
    (@english $f:ident, ($text:literal, $($filled:tt)*)) => { write!($f, $text, $($filled)*) };
    (@english $f:ident, { $($english:tt)* }) => { $f.write_str(&{ $($english)* }) };
}
