//! The memory layout that Emacs and its modules share (`emacs-module.h`), limited to the parts that
//! this module uses.
#![allow(unsafe_code)]

use core::ffi::{c_char, c_int, c_void};

/// A Lisp object, valid until the call that received it returns; opaque to modules.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub(crate) struct Value(pub(super) *mut c_void);

pub(super) type Finalizer = unsafe extern "C" fn(*mut c_void);
pub(super) type Trampoline =
    unsafe extern "C" fn(*mut Raw, isize, *mut Value, *mut c_void) -> Value;
type Unused = *const c_void;

/// `struct emacs_env` of Emacs 28; later versions append to it. Unused fields are untyped.
#[repr(C)]
pub(super) struct Raw {
    pub(super) size: isize,
    private_members: Unused,
    global_references: [Unused; 2],
    pub(super) non_local_exit_check: unsafe extern "C" fn(*mut Self) -> c_int,
    pub(super) non_local_exit_clear: unsafe extern "C" fn(*mut Self),
    non_local_exit_get: Unused,
    pub(super) non_local_exit_signal: unsafe extern "C" fn(*mut Self, Value, Value),
    non_local_exit_throw: Unused,
    pub(super) make_function: unsafe extern "C" fn(
        *mut Self,
        isize,
        isize,
        Trampoline,
        *const c_char,
        *mut c_void,
    ) -> Value,
    pub(super) funcall: unsafe extern "C" fn(*mut Self, Value, isize, *mut Value) -> Value,
    pub(super) intern: unsafe extern "C" fn(*mut Self, *const c_char) -> Value,
    type_of: Unused,
    pub(super) is_not_nil: unsafe extern "C" fn(*mut Self, Value) -> bool,
    eq: Unused,
    pub(super) extract_integer: unsafe extern "C" fn(*mut Self, Value) -> i64,
    make_integer_and_floats: [Unused; 3],
    pub(super) copy_string_contents:
        unsafe extern "C" fn(*mut Self, Value, *mut u8, *mut isize) -> bool,
    pub(super) make_string: unsafe extern "C" fn(*mut Self, *const u8, isize) -> Value,
    pub(super) make_user_ptr:
        unsafe extern "C" fn(*mut Self, Option<Finalizer>, *mut c_void) -> Value,
    pub(super) get_user_ptr: unsafe extern "C" fn(*mut Self, Value) -> *mut c_void,
    set_user_ptr: Unused,
    pub(super) get_user_finalizer: unsafe extern "C" fn(*mut Self, Value) -> Option<Finalizer>,
    set_user_finalizer: Unused,
    vectors: [Unused; 3],
    should_quit: Unused,
    pub(super) process_input: unsafe extern "C" fn(*mut Self) -> c_int,
    times: [Unused; 2],
    big_integers: [Unused; 2],
    function_finalizers: [Unused; 2],
    open_channel: Unused,
    make_interactive: Unused,
    pub(super) make_unibyte_string: unsafe extern "C" fn(*mut Self, *const u8, isize) -> Value,
}

/// `struct emacs_runtime`.
#[repr(C)]
pub(super) struct Runtime {
    pub(super) size: isize,
    private_members: Unused,
    pub(super) get_environment: unsafe extern "C" fn(*mut Self) -> *mut Raw,
}

/// `emacs_process_input_quit`.
pub(super) const QUIT: c_int = 1;

#[cfg(test)]
mod tests {
    use core::mem::offset_of;

    use super::*;

    #[test]
    fn the_layout_is_that_of_emacs_28() {
        assert_eq!(size_of::<Raw>(), 320);
        assert_eq!(offset_of!(Raw, non_local_exit_check), 32);
        assert_eq!(offset_of!(Raw, funcall), 80);
        assert_eq!(offset_of!(Raw, copy_string_contents), 152);
        assert_eq!(offset_of!(Raw, make_user_ptr), 168);
        assert_eq!(offset_of!(Raw, process_input), 240);
        assert_eq!(offset_of!(Raw, make_unibyte_string), 312);
        assert_eq!(size_of::<Runtime>(), 24);
    }
}
