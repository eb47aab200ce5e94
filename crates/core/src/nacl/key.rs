//! Macros that define the key types.

/// Defines a secret of fixed length that accepts any bytes: wiped when dropped, never printed,
/// compared in constant time.
macro_rules! secret {
    ($(#[$doc:meta])* $name:ident, $len:literal) => {
        $crate::nacl::key::hidden! { $(#[$doc])* $name, $len }

        #[cfg(feature = "std")]
        impl $name {
            /// Generates a value from the operating system's random bytes.
            ///
            /// # Errors
            /// [`crate::Error::Randomness`] if the operating system returns none.
            pub fn generate() -> $crate::Result<Self> {
                let mut secret = Self([0; $len].into());
                $crate::entropy::fill(secret.0.as_mut_slice())?;
                Ok(secret)
            }
        }
    };
}

/// Defines a secret like `secret`, but without random generation.
macro_rules! hidden {
    ($(#[$doc:meta])* $name:ident, $len:literal) => {
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $name($crate::Wiped<[u8; $len]>);

        impl $name {
            /// The length of the value in bytes.
            pub const LEN: usize = $len;

            /// Returns the bytes. The caller must wipe copies of them.
            #[inline]
            #[must_use]
            pub fn as_bytes(&self) -> &[u8; $len] {
                &self.0
            }
        }

        impl From<[u8; $len]> for $name {
            fn from(bytes: [u8; $len]) -> Self {
                Self(bytes.into())
            }
        }

        impl TryFrom<&[u8]> for $name {
            type Error = $crate::Error;

            /// Copies the bytes; [`crate::Error::Length`] if their number is wrong.
            fn try_from(bytes: &[u8]) -> $crate::Result<Self> {
                let wrong = $crate::nacl::key::wrong_length(stringify!($len), bytes.len());
                bytes.try_into().map(|bytes| Self($crate::Wiped::new(bytes))).map_err(|_| wrong)
            }
        }

        impl subtle::ConstantTimeEq for $name {
            fn ct_eq(&self, other: &Self) -> subtle::Choice {
                self.0.as_slice().ct_eq(other.0.as_slice())
            }
        }

        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                subtle::ConstantTimeEq::ct_eq(self, other).into()
            }
        }

        impl Eq for $name {}

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!(stringify!($name), "(..)"))
            }
        }
    };
}

/// Defines public bytes of fixed length, printed in hexadecimal; errors name them `key` or the
/// given name.
macro_rules! public {
    ($(#[$doc:meta])* $name:ident, $len:literal) => {
        $crate::nacl::key::public! { $(#[$doc])* $name, $len, "key" }
    };
    ($(#[$doc:meta])* $name:ident, $len:literal, $argument:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Eq, Hash, PartialEq)]
        pub struct $name([u8; $len]);

        impl $name {
            /// The length of the value in bytes.
            pub const LEN: usize = $len;

            /// The bytes.
            #[must_use]
            pub fn as_bytes(&self) -> &[u8; $len] {
                &self.0
            }
        }

        impl From<[u8; $len]> for $name {
            fn from(bytes: [u8; $len]) -> Self {
                Self(bytes)
            }
        }

        impl TryFrom<&[u8]> for $name {
            type Error = $crate::Error;

            /// Copies the bytes; [`crate::Error::Length`] if their number is wrong.
            fn try_from(bytes: &[u8]) -> $crate::Result<Self> {
                let (expected, actual) = (stringify!($len), bytes.len());
                let wrong = $crate::Error::length($argument, expected, actual);
                bytes.try_into().map(Self).map_err(|_| wrong)
            }
        }

        impl From<$name> for [u8; $len] {
            fn from(bytes: $name) -> Self {
                bytes.0
            }
        }

        impl AsRef<[u8]> for $name {
            fn as_ref(&self) -> &[u8] {
                &self.0
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), $crate::nacl::key::Hex(&self.0))
            }
        }
    };
}

pub(super) use hidden;
pub(super) use public;
pub(super) use secret;

/// Displays bytes in hexadecimal.
pub(super) struct Hex<'a>(pub(super) &'a [u8]);

impl core::fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

pub(super) const fn wrong_length(expected: &'static str, actual: usize) -> crate::Error {
    crate::Error::length("key", expected, actual)
}
