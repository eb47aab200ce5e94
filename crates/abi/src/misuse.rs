//! What happens when a program misuses the library.

#[cfg(feature = "full")]
use core::ffi::c_int;
use core::sync::atomic::{AtomicPtr, Ordering};

use crate::exports::abi;

/// The program's handler, or NULL.
static HANDLER: AtomicPtr<()> = AtomicPtr::new(core::ptr::null_mut());

/// Calls the program's handler, says what is wrong and aborts. In a module for WebAssembly that has no
/// way to abort but a trap, the reason is kept for `quicksalt_status` instead, and the call returns.
#[cold]
pub(crate) fn misuse(reason: &'static str) {
    let handler = HANDLER.load(Ordering::Acquire);
    if !handler.is_null() {
        // SAFETY: `sodium_set_misuse_handler` alone stores what is not NULL, and stores functions.
        let handler = unsafe { core::mem::transmute::<*mut (), extern "C" fn()>(handler) };
        handler();
    }
    crate::last::misuse();
    #[cfg(feature = "std")]
    {
        std::eprintln!("quicksalt: misuse: {reason}");
        std::process::abort();
    }
    #[cfg(not(feature = "std"))]
    let _ = reason;
}

abi! {
    #[cfg(feature = "full")]
    fn sodium_set_misuse_handler(_caller, handler: Option<extern "C" fn()>) -> c_int {
        let handler = handler.map_or(core::ptr::null_mut(), |handler| handler as *mut ());
        HANDLER.store(handler, Ordering::Release);
        0
    }
}

#[cfg(feature = "std")]
abi! {
    fn sodium_misuse(_caller) -> ! {
        misuse("the program says so");
        std::process::abort()
    }
}
