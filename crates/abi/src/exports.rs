//! How functions get libsodium's names.

/// Functions of the ABI. `$caller` is the promise of who called; a body returns what its signature
/// says, `int` by [`crate::boundary::status`]. A panic would abort the process: it never crosses the boundary.
macro_rules! abi {
    ($($(#[$meta:meta])* fn $name:ident($caller:ident $(, $arg:ident: $type:ty)* $(,)?) $(-> $ret:ty)? $body:block)*) => {$(
        #[doc = concat!("The C interface's `", stringify!($name), "`.")]
        ///
        /// # Safety
        /// Every pointer may be read or written as far as the length beside it, or its type, says; NULL
        /// stands for nothing.
        $(#[$meta])*
        #[unsafe(no_mangle)]
        #[allow(clippy::undocumented_unsafe_blocks)]
        pub unsafe extern "C" fn $name($($arg: $type),*) $(-> $ret)? {
            // SAFETY: whoever called this function promises it, above.
            let $caller = unsafe { $crate::boundary::Caller::promised() };
            let _ = &$caller;
            $body
        }
    )*};
}
pub(crate) use abi;

/// States that a caller keeps, which hold secrets and show none.
#[cfg(feature = "standard")]
macro_rules! hidden {
    ($($name:ident $(<const $n:ident: $type:ty>)?),*) => {$(
        impl $(<const $n: $type>)? core::fmt::Debug for $name $(<$n>)? {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!(stringify!($name), "(..)"))
            }
        }
    )*};
}
#[cfg(feature = "standard")]
pub(crate) use hidden;
