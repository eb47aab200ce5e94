//! Macros for getters and `Debug` implementations.

/// Declares functions that return a field or a value computed from fields: `(self)` for `Copy`
/// types, `(const &self)` and `(&self)` for others.
macro_rules! getters {
    (($self:ident) $($(#[$doc:meta])* $name:ident: $type:ty = $value:expr;)*) => {
        $($(#[$doc])* #[must_use] pub const fn $name($self) -> $type { $value })*
    };
    ((const &$self:ident) $($(#[$doc:meta])* $name:ident: $type:ty = $value:expr;)*) => {
        $($(#[$doc])* #[must_use] pub const fn $name(&$self) -> $type { $value })*
    };
    ((&$self:ident) $($(#[$doc:meta])* $name:ident: $type:ty = $value:expr;)*) => {
        $($(#[$doc])* #[must_use] pub fn $name(&$self) -> $type { $value })*
    };
}

/// Implements `Debug` with the listed fields; the other fields may be secret and are elided.
macro_rules! shows {
    ($type:ident $(<$lifetime:lifetime>)?: $($field:ident),*) => {
        impl core::fmt::Debug for $type $(<$lifetime>)? {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let mut shown = f.debug_struct(stringify!($type));
                shown$(.field(stringify!($field), &self.$field))*.finish_non_exhaustive()
            }
        }
    };
}
