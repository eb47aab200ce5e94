//! What happens when a program misuses the library.

use core::sync::atomic::{AtomicPtr, Ordering};

/// The program's handler, or NULL.
static HANDLER: AtomicPtr<()> = AtomicPtr::new(core::ptr::null_mut());

/// Calls the program's handler, says what is wrong and aborts. In a module for WebAssembly that has no
/// way to abort but a trap, the reason is kept for `quicksalt_status` instead, and the call returns.
#[cold]
pub(crate) fn misuse(reason: &'static str) {
    let handler = HANDLER.load(Ordering::Acquire);
    if !handler.is_null() {
        // SAFETY: `set_handler` alone stores what is not NULL, and stores functions.
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

/// Takes the program's handler; none is no handler.
#[cfg(feature = "full")]
pub(crate) fn set_handler(handler: Option<extern "C" fn()>) {
    let handler = handler.map_or(core::ptr::null_mut(), |handler| handler as *mut ());
    HANDLER.store(handler, Ordering::Release);
}
