//! What the native modules of the Python packages share: bytes in and out of Python, exceptions, interrupts, and
//! one choice of candidates for all modules of a process.

extern crate alloc;

/// Includes the function `add_functions` of a file, which the build script `build.rs` makes.
#[macro_export]
macro_rules! functions {
    ($file:literal) => {
        include!(concat!(env!("OUT_DIR"), "/", $file));
    };
}

pub mod buffer;
pub mod chooser;
pub mod error;
pub mod interpreter;
pub mod interrupt;
pub mod turn;
