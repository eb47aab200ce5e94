//! A WebAssembly module with libsodium's functions under their C names, and one import: WASI's
//! function for random bytes, which any host can provide. With only the feature `candidates`, the
//! module lacks that import, and exports the self-tests that `wasm/check.py` calls.
#![cfg_attr(target_arch = "wasm32", no_std)]
#![allow(unsafe_code, reason = "exports, and memory that the host asks for")]

extern crate alloc;

#[cfg(target_arch = "wasm32")]
pub mod allocator;
#[cfg(feature = "candidates")]
pub mod candidates;
#[cfg(all(feature = "secretbox", target_arch = "wasm32"))]
pub mod memory;

// Everything exported under libsodium's names.
#[cfg(all(feature = "secretbox", target_arch = "wasm32"))]
use quicksalt_abi as _;

#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: allocator::Allocator = allocator::Allocator::new();

#[cfg(target_arch = "wasm32")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
