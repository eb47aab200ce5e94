//! libsodium's helpers: comparison and arithmetic, wiping, padding, hexadecimal and base64, guarded
//! memory.

#[cfg(all(feature = "std", unix))]
pub mod guarded;
#[cfg(all(feature = "std", target_os = "wasi"))]
pub mod unguarded;

#[cfg(feature = "standard")]
pub mod base64;
pub mod bytes;
#[cfg(feature = "standard")]
pub mod hex;
#[cfg(feature = "standard")]
pub mod ip;
#[cfg(feature = "standard")]
pub mod numbers;
#[cfg(feature = "standard")]
mod parsing;

#[cfg(feature = "standard")]
pub use base64::*;
pub use bytes::*;
#[cfg(all(feature = "std", unix))]
pub use guarded::*;
#[cfg(all(feature = "std", target_os = "wasi"))]
pub use unguarded::*;
#[cfg(feature = "standard")]
pub use hex::*;
#[cfg(feature = "standard")]
pub use ip::*;
#[cfg(feature = "standard")]
pub use numbers::*;

#[cfg(feature = "standard")]
pub(crate) use parsing::*;
