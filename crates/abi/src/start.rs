//! `sodium_init`, and the functions about misuse.

use core::ffi::c_int;
use core::sync::atomic::{AtomicBool, Ordering};

use crate::exports::abi;
#[cfg(any(feature = "full", feature = "std"))]
use crate::misuse;

static IS_BEGUN: AtomicBool = AtomicBool::new(false);

abi! {
    /// Candidates are proven when they are first used. What the environment asks for is followed here, before the
    /// first of them is; -1 if it cannot be honoured and `QUICKSALT_STRICT` is set.
    fn sodium_init(_caller) -> c_int {
        #[cfg(feature = "std")]
        if !crate::control::follow_environment() {
            return -1;
        }
        c_int::from(IS_BEGUN.swap(true, Ordering::AcqRel))
    }
    #[cfg(feature = "full")]
    fn sodium_set_misuse_handler(_caller, handler: Option<extern "C" fn()>) -> c_int {
        misuse::set_handler(handler);
        0
    }
}

#[cfg(feature = "std")]
abi! {
    fn sodium_misuse(_caller) -> ! {
        misuse::misuse("the program says so");
        std::process::abort()
    }
}
