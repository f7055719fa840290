//! Enums whose variants have stable names for files, machines and translations. Knows no enum in particular.

/// Declares an enum whose rows are `Variant = "name"`. The list after the enum's name selects what is generated:
/// `name` or `code` (the getter), `ALL`, the matching `from_name` or `from_code`, and `Display`, which shows the
/// name.
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
            /// Its stable name, for files, translations and machines.
            pub fn code(self) -> &'static str {
                match self {$(Self::$variant => $text,)*}
            }
        }
    };
    (@ALL $name:ident [$($variant:ident = $text:literal,)*]) => {
        impl $name {
            /// All variants, in the order in which they are listed.
            pub const ALL: [Self; [$($text),*].len()] = [$(Self::$variant),*];
        }
    };
    (@from_name $name:ident $rows:tt) => {
        impl $name {
            /// Returns the variant of this name, or `None`.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|named| named.name() == name)
            }
        }
    };
    (@from_code $name:ident $rows:tt) => {
        impl $name {
            /// Returns the variant of this code, or `None`.
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
