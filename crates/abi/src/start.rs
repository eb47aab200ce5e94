//! `sodium_init`.

use core::ffi::c_int;
use core::sync::atomic::{AtomicBool, Ordering};

use crate::exports::abi;

static IS_BEGUN: AtomicBool = AtomicBool::new(false);

abi! {
    /// Nothing needs it: candidates are proven when they are first used.
    fn sodium_init(_caller) -> c_int {
        c_int::from(IS_BEGUN.swap(true, Ordering::AcqRel))
    }
}
