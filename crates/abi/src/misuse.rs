//! Handles misuse of the library by a program.

use core::sync::atomic::{AtomicPtr, Ordering};

/// The program's handler, or NULL.
static HANDLER: AtomicPtr<()> = AtomicPtr::new(core::ptr::null_mut());

/// Calls the program's handler, reports the misuse and aborts. A WebAssembly module that cannot
/// abort except by a trap stores the reason for `quicksalt_status` and returns.
#[cold]
pub(crate) fn misuse(reason: &'static str) {
    let handler = HANDLER.load(Ordering::Acquire);
    if !handler.is_null() {
        // SAFETY: only `set_handler` stores values other than NULL, and it stores functions.
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

/// Sets the program's handler; `None` removes it.
#[cfg(feature = "full")]
pub(crate) fn set_handler(handler: Option<extern "C" fn()>) {
    let handler = handler.map_or(core::ptr::null_mut(), |handler| handler as *mut ());
    HANDLER.store(handler, Ordering::Release);
}
