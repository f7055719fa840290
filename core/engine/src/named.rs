//! Enums whose variants are known by names, in files, to machines and to translations. Knows nothing of what is named.

/// Makes an enum from rows, a variant `=` its name, and what stands behind the enum's own name: `name` or `code`, which gives it, `ALL`, and of these
/// `from_name` or `from_code`; with `Display` it is shown by its name.
#[doc(hidden)]
#[macro_export]
macro_rules! named {
    ($(#[$of:meta])* pub enum $name:ident: $($has:ident),* {$(
        $(#[$about:meta])*
        $variant:ident = $text:literal,
    )*}) => {
        $(#[$of])*
        pub enum $name {$(
            $(#[$about])*
            $variant,
        )*}

        $crate::named!(@has [$($has)*] $name [$($variant = $text,)*]);
    };
    (@has [] $name:ident $rows:tt) => {};
    (@has [$first:ident $($more:ident)*] $name:ident $rows:tt) => {
        $crate::named!(@$first $name $rows);
        $crate::named!(@has [$($more)*] $name $rows);
    };
    (@name $name:ident [$($variant:ident = $text:literal,)*]) => {
        impl $name {
            /// The name used in files and traces.
            pub fn name(self) -> &'static str {
                match self {$(Self::$variant => $text,)*}
            }
        }
    };
    (@code $name:ident [$($variant:ident = $text:literal,)*]) => {
        impl $name {
            /// A stable name, for files, translations and machines.
            pub fn code(self) -> &'static str {
                match self {$(Self::$variant => $text,)*}
            }
        }
    };
    (@ALL $name:ident [$($variant:ident = $text:literal,)*]) => {
        impl $name {
            /// All of them, in the order in which they are listed.
            pub const ALL: [Self; [$($text),*].len()] = [$(Self::$variant),*];
        }
    };
    (@from_name $name:ident $rows:tt) => {
        impl $name {
            /// The one of this name, if there is one.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|named| named.name() == name)
            }
        }
    };
    (@from_code $name:ident $rows:tt) => {
        impl $name {
            /// The one of this name, if there is one.
            pub fn from_code(code: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|named| named.code() == code)
            }
        }
    };
    (@Display $name:ident $rows:tt) => {
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}
