//! Hashes a file while the signing key's passphrase is stretched. Each task takes a second or more,
//! and the tasks do not depend on each other.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use core::time::Duration;
use std::fs::File;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, Builder};

use quicksalt::{Error as Primitive, interrupt};

use super::{SecretKey, Signature, digest, sign_digest, sign_file};
use crate::error::{Error, Result};
use crate::input::Raw;
use crate::pipeline;

/// The interval at which the calling thread checks for cancellation while the other thread hashes.
const PAUSE: Duration = Duration::from_millis(20);

/// Opens a secret key file as [`SecretKey::parse`] does and signs a regular file with it as
/// [`sign_file`] does. If the key is encrypted, the file is hashed in parallel.
///
/// # Errors
/// The errors of [`SecretKey::parse`] and of [`sign_file`].
pub fn open_and_sign(
    source: &File,
    secret: &[u8],
    passphrase: Option<&[u8]>,
    trusted: &str,
    untrusted: &str,
) -> Result<(SecretKey, Signature)> {
    if passphrase.is_none() || !SecretKey::is_encrypted(secret)? {
        let key = SecretKey::parse(secret, passphrase)?;
        let signature = sign_file(source, &key, trusted, untrusted)?;
        return Ok((key, signature));
    }
    let (say, said) = mpsc::channel();
    let total = source.metadata().map_err(Error::Read)?.len();
    let hashing = &Hashing::default();
    thread::scope(|scope| {
        // Stops the hashing thread, because leaving the scope waits for it.
        let _ended = Ended(hashing);
        let body = move || {
            // The receiver may have been dropped.
            let _ = say.send(digest(Raw(source), |done| hashing.told(done)));
        };
        let other = Builder::new().spawn_scoped(scope, body);
        let key = SecretKey::parse(secret, passphrase)?;
        if other.is_err() {
            let signature = sign_file(source, &key, trusted, untrusted)?;
            return Ok((key, signature));
        }
        let signature = sign_digest(&key, trusted, untrusted, || {
            loop {
                match said.recv_timeout(PAUSE) {
                    Ok(digest) => return digest,
                    Err(RecvTimeoutError::Timeout) => {
                        pipeline::tell(hashing.done.load(Ordering::Relaxed), Some(total));
                        interrupt::check()?;
                    }
                    // The thread panicked; leaving the scope resumes its panic.
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(Primitive::Interrupted.into());
                    }
                }
            }
        })?;
        Ok((key, signature))
    })
}

/// State shared by the two threads.
#[derive(Default)]
struct Hashing {
    done: AtomicU64,
    is_over: AtomicBool,
}

impl Hashing {
    fn told(&self, done: u64) -> Result<()> {
        self.done.store(done, Ordering::Relaxed);
        if self.is_over.load(Ordering::Relaxed) {
            return Err(Primitive::Interrupted.into());
        }
        Ok(())
    }
}

/// Stops the hashing when dropped, including after an error or a panic.
struct Ended<'a>(&'a Hashing);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        self.0.is_over.store(true, Ordering::Relaxed);
    }
}
