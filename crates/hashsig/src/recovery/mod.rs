//! Recovers a lost key: derives it from account, role and passphrase, and determines the next index
//! that is safe to use.
//!
//! Every derived key is compared with the published public key, so a typing error causes an error
//! instead of a different key. There are two derivations. [`disaster_key`] and [`LevelSearch`] use
//! coinZdense's derivation, for existing keys. [`Stretched`] uses Argon2id and unambiguously
//! separated fields, for new keys.
//!
//! The secret can be derived again, but not the indices that have signed: [`Resume`] determines the
//! index at which a recovered key continues.
//!
//! ```
//! use quicksalt_hashsig::lms::{Family, Height, Params, Width};
//! use quicksalt_hashsig::recovery::{Cost, Credentials, Stretched};
//! use quicksalt_hashsig::trees::{Levels, Signer};
//!
//! let levels = || {
//!     let params = Params { family: Family::Sha256N24, height: Height::H5, width: Width::W8 };
//!     Levels::new(&[params])
//! };
//! let credentials = Credentials { account: "me", role: "release", passphrase: "correct horse" };
//! // A low cost for the example; use `Cost::default()` for real keys.
//! let cost = Cost { memory_kib: 64, passes: 1 };
//! let published = Signer::generate(Stretched::new(&credentials, cost)?.hss(levels()?)?)?.public_key();
//! let again = Stretched::new(&credentials, cost)?.recover_hss(levels()?, &published)?;
//! assert_eq!(again.public_key(), published);
//! # Ok::<(), quicksalt_hashsig::Error>(())
//! ```
// May import: `czd0`, `lms`, `trees`, `error`.

mod coinzdense;
mod credentials;
mod resume;
mod stretched;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;

pub use coinzdense::{DISASTER_OTSBITS, LevelSearch, disaster_key};
pub use credentials::Credentials;
pub use resume::Resume;
pub use stretched::{Cost, Stretched, check_published};
