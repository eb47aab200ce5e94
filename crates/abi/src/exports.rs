//! Exports functions under libsodium's names.

/// Defines functions of the C interface. `$caller` is the `boundary::Caller`, the calling program's
/// promise about its pointers. A function body returns the type in its signature; `int` comes from
/// [`crate::boundary::status`]. A panic aborts the process and never crosses the boundary.
macro_rules! abi {
    ($($(#[$meta:meta])* fn $name:ident($caller:ident $(, $arg:ident: $type:ty)* $(,)?) $(-> $ret:ty)? $body:block)*) => {$(
        #[doc = concat!("The C interface's `", stringify!($name), "`.")]
        ///
        /// # Safety
        /// Every pointer must be valid for reads or writes of the accompanying length or of its
        /// type, or be NULL if the function allows that.
        $(#[$meta])*
        #[unsafe(no_mangle)]
        #[allow(clippy::undocumented_unsafe_blocks)]
        pub unsafe extern "C" fn $name($($arg: $type),*) $(-> $ret)? {
            // SAFETY: the caller of this function makes the promise described above.
            let $caller = unsafe { $crate::boundary::Caller::promised() };
            let _ = &$caller;
            $body
        }
    )*};
}
pub(crate) use abi;

/// Hides the contents of states from `Debug`, since they hold secrets.
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
