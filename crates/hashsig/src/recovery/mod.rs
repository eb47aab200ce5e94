//! Disaster recovery: from account, role and passphrase back to a key and to the next index that
//! may safely sign.
//!
//! Whatever is derived is compared with the public key that was published, so that a slip of the
//! pen is an error and not another key. There are two derivations: coinZdense's own, in
//! [`disaster_key`] and [`LevelSearch`], for what exists; and [`Stretched`], with Argon2id and
//! fields that cannot run into each other, for keys made from now on.
//!
//! A secret can be derived again and again, what it has signed cannot: [`Resume`] says from where
//! on a recovered key signs.
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
//! // As little as an example may spend: `Cost::default()` is for keys.
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
