//! Macros for getters and for `Debug` that many types share.

/// Functions that return a field or what follows from fields: `(self)` for types that are copied,
/// `(const &self)` and `(&self)` for others.
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

/// Shows these fields of a type and that there are others, which may be secret.
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
