//! `sodium_init`, and the functions that handle misuse.

use core::ffi::c_int;
use core::sync::atomic::{AtomicBool, Ordering};

use crate::exports::abi;
#[cfg(any(feature = "full", feature = "std"))]
use crate::misuse;

static IS_BEGUN: AtomicBool = AtomicBool::new(false);

abi! {
    /// Initialises the library. Candidates are proven on first use. The environment is applied
    /// here, before any candidate is used. Returns -1 if it cannot be applied and
    /// `QUICKSALT_STRICT` is set.
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
        misuse::misuse("the program called sodium_misuse");
        std::process::abort()
    }
}
