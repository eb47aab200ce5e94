//! Macros that declare getters, and enumerations as tables of variants with their texts.

/// Declares an enumeration; each variant, with or without a value, is displayed as its text.
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

/// Like `worded`, with a code word for programs in front of each text.
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
            /// Returns the constant code word of the variant, for programs.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$name { .. } => $code,)*
                }
            }
        }
    };
}

/// Defines getters, const or not, that compute a value from the fields of a type.
macro_rules! getters {
    ((const &$self:ident) $($(#[$doc:meta])* $name:ident: $type:ty = $value:expr;)*) => {
        $($(#[$doc])* #[must_use] pub const fn $name(&$self) -> $type { $value })*
    };
    ((&$self:ident) $($(#[$doc:meta])* $name:ident: $type:ty = $value:expr;)*) => {
        $($(#[$doc])* #[must_use] pub fn $name(&$self) -> $type { $value })*
    };
}
