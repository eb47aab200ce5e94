//! The function that Emacs calls when it loads the module; it defines the Lisp functions.
#![allow(unsafe_code)]

use core::ffi::c_int;

use crate::env::Env;
use crate::raw::Runtime;
use crate::{files, functions, opened};

/// Emacs requires this symbol in every module; the licences of this module are compatible.
#[unsafe(no_mangle)]
static plugin_is_GPL_compatible: c_int = 0;

/// Defines the functions. Returns 0 on success, 2 if Emacs is older than 28.
///
/// # Safety
/// Emacs calls this function with its own runtime.
#[unsafe(no_mangle)]
unsafe extern "C" fn emacs_module_init(runtime: *mut Runtime) -> c_int {
    // SAFETY: Emacs passes its runtime, which is valid during this call.
    let env = match unsafe { Env::of_runtime(runtime) } {
        Ok(env) => env,
        Err(number) => return number,
    };
    for function in functions::ALL.iter().chain(files::ALL).chain(opened::ALL) {
        if env.define(function).is_err() {
            return 3;
        }
    }
    0
}
