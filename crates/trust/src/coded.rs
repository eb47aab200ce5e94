//! Macros that declare enumerations as tables, each variant with its text, and getters.

/// Declares an enumeration whose variants, some of which hold a value, are shown as these texts.
macro_rules! worded {
    (
        $(#[$attribute:meta])*
        $enum:ident:
        $($(#[$doc:meta])* $name:ident $(($inner:ident: $type:ty))? = $text:literal;)*
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, Eq, PartialEq)]
        #[non_exhaustive]
        pub enum $enum {
            $($(#[$doc])* $name $(($type))?,)*
        }

        impl core::fmt::Display for $enum {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match self {
                    $(Self::$name $(($inner))? => write!(f, $text),)*
                }
            }
        }
    };
}

/// As `worded`, with a word for programs before each text.
macro_rules! coded {
    (
        $(#[$attribute:meta])*
        $enum:ident:
        $(
            $(#[$doc:meta])*
            $name:ident $(($inner:ident: $type:ty))? = $code:literal, $text:literal;
        )*
    ) => {
        worded! {
            $(#[$attribute])*
            $enum:
            $($(#[$doc])* $name $(($inner: $type))? = $text;)*
        }

        impl $enum {
            /// A short constant word for each, for programs.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$name { .. } => $code,)*
                }
            }
        }
    };
}

/// Functions that return what follows from the fields of a type, const or not.
macro_rules! getters {
    ((const &$self:ident) $($(#[$doc:meta])* $name:ident: $type:ty = $value:expr;)*) => {
        $($(#[$doc])* #[must_use] pub const fn $name(&$self) -> $type { $value })*
    };
    ((&$self:ident) $($(#[$doc:meta])* $name:ident: $type:ty = $value:expr;)*) => {
        $($(#[$doc])* #[must_use] pub fn $name(&$self) -> $type { $value })*
    };
}
