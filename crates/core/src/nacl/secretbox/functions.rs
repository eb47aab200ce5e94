//! The functions of secretboxes, for XSalsa20 and for XChaCha20.

use alloc::vec::Vec;

use super::{Item, NONCE_LEN};
use crate::error::Result;
use crate::memory;
use crate::nacl::share::Estimate;

/// Defines the functions for a cipher. The second argument is the module path that the examples
/// use.
macro_rules! functions {
    ($cipher:ident, $path:literal) => {
        use alloc::vec::Vec;

        use $crate::error::{Error, Result};
        use $crate::memory;
        use $crate::nacl::secretbox::functions::{estimate, items};
        use $crate::nacl::share::share;

        /// Seals a message.
        ///
        /// # Errors
        /// [`Error::OutOfMemory`] if memory is exhausted, [`Error::NoCandidate`] if no candidate
        /// passes its self-test.
        pub fn seal(message: &[u8], nonce: &[u8; NONCE_LEN], key: &Key) -> Result<Vec<u8>> {
            let mut boxed = memory::zeros(message.len() + TAG_LEN)?;
            seal_into(&mut boxed, message, nonce, key)?;
            Ok(boxed)
        }

        /// Seals a message into `out`, which must be [`TAG_LEN`] bytes longer.
        ///
        /// # Errors
        /// [`Error::Length`] if `out` has the wrong length, [`Error::NoCandidate`] if no candidate
        /// passes its self-test.
        pub fn seal_into(
            out: &mut [u8],
            message: &[u8],
            nonce: &[u8; NONCE_LEN],
            key: &Key,
        ) -> Result<()> {
            $cipher::seal(key.as_bytes(), nonce, out, message)
        }

        /// Does the same as [`seal_into`] with a separate tag. `out` receives the ciphertext and
        /// must have the length of the message.
        ///
        /// # Errors
        /// The errors of [`seal_into`].
        pub fn seal_detached(
            out: &mut [u8],
            tag: &mut [u8; TAG_LEN],
            message: &[u8],
            nonce: &[u8; NONCE_LEN],
            key: &Key,
        ) -> Result<()> {
            $cipher::seal_detached(key.as_bytes(), nonce, out, tag, message)
        }

        /// Opens a box.
        ///
        /// # Errors
        /// [`Error::Verification`] if authentication fails, [`Error::OutOfMemory`] if memory is
        /// exhausted, [`Error::NoCandidate`] if no candidate passes its self-test.
        pub fn open(boxed: &[u8], nonce: &[u8; NONCE_LEN], key: &Key) -> Result<Vec<u8>> {
            let len = boxed.len().checked_sub(TAG_LEN).ok_or(Error::Verification)?;
            let mut message = memory::zeros(len)?;
            open_into(&mut message, boxed, nonce, key)?;
            Ok(message)
        }

        /// Opens a box into `out`, which must be [`TAG_LEN`] bytes shorter.
        ///
        /// # Errors
        /// [`Error::Verification`] if authentication fails; `out` then contains no plaintext.
        /// [`Error::Length`] if `out` has the wrong length, [`Error::NoCandidate`] if no candidate
        /// passes its self-test.
        pub fn open_into(
            out: &mut [u8],
            boxed: &[u8],
            nonce: &[u8; NONCE_LEN],
            key: &Key,
        ) -> Result<()> {
            $cipher::open(key.as_bytes(), nonce, out, boxed)
        }

        /// Does the same as [`open_into`] with a separate tag. `out` must have the length of the
        /// ciphertext.
        ///
        /// # Errors
        /// The errors of [`open_into`].
        pub fn open_detached(
            out: &mut [u8],
            tag: &[u8; TAG_LEN],
            ciphertext: &[u8],
            nonce: &[u8; NONCE_LEN],
            key: &Key,
        ) -> Result<()> {
            $cipher::open_detached(key.as_bytes(), nonce, out, tag, ciphertext)
        }

        /// Seals many messages, each with its own nonce, and returns the boxes in order. Uses
        /// several threads for large inputs.
        ///
        /// ```
        /// use quicksalt::nacl::random;
        #[doc = concat!("use quicksalt::nacl::", $path, " as secretbox;")]
        ///
        /// let key = secretbox::Key::generate()?;
        /// let mut nonces = [[0; secretbox::NONCE_LEN]; 2];
        /// random::fill(nonces.as_flattened_mut())?;
        /// let messages: [(&[u8], _); 2] = [(b"one", &nonces[0]), (b"two", &nonces[1])];
        /// let boxed = secretbox::seal_many(&messages, &key)?;
        /// let boxed: Vec<_> = boxed.iter().map(Vec::as_slice).zip(&nonces).collect();
        /// let opened = secretbox::open_many(&boxed, &key)?;
        /// assert_eq!(opened, [Some(b"one".to_vec()), Some(b"two".to_vec())]);
        /// # Ok::<(), quicksalt::Error>(())
        /// ```
        ///
        /// # Errors
        /// [`Error::OutOfMemory`] if memory is exhausted, [`Error::Interrupted`] if the work is
        /// cancelled, [`Error::NoCandidate`] if no candidate passes its self-test.
        #[doc(alias = "encrypt_many")]
        pub fn seal_many(
            messages: &[(&[u8], &[u8; NONCE_LEN])],
            key: &Key,
        ) -> Result<Vec<Vec<u8>>> {
            let mut boxed = memory::with_capacity(messages.len())?;
            for (message, _) in messages {
                boxed.push(memory::zeros(message.len() + TAG_LEN)?);
            }
            seal_many_into(&mut items(&mut boxed, messages)?, key)?;
            Ok(boxed)
        }

        /// Does the same as [`seal_many`], but writes each box to its own `out`.
        ///
        /// # Errors
        /// The errors of [`seal_many`], and [`Error::Length`] if an `out` is not [`TAG_LEN`] bytes
        /// longer than its message; some boxes are then missing.
        pub fn seal_many_into(items: &mut [Item<'_>], key: &Key) -> Result<()> {
            share(items, estimate(items), |some| {
                some.iter_mut()
                    .try_for_each(|Item { nonce, input, out }| seal_into(out, input, nonce, key))
            })
        }

        /// Opens many boxes and returns the messages in order, with [`None`] for a box that fails
        /// authentication. Uses several threads for large inputs.
        ///
        /// # Errors
        /// [`Error::OutOfMemory`] if memory is exhausted, [`Error::Interrupted`] if the work is
        /// cancelled, [`Error::NoCandidate`] if no candidate passes its self-test.
        #[doc(alias = "decrypt_many")]
        pub fn open_many(
            boxed: &[(&[u8], &[u8; NONCE_LEN])],
            key: &Key,
        ) -> Result<Vec<Option<Vec<u8>>>> {
            let mut messages = memory::with_capacity(boxed.len())?;
            for (boxed, _) in boxed {
                messages.push(memory::zeros(boxed.len().saturating_sub(TAG_LEN))?);
            }
            let verdicts = open_many_into(&mut items(&mut messages, boxed)?, key)?;
            let opened = messages.into_iter().zip(verdicts);
            memory::collect(opened.map(|(message, is_genuine)| is_genuine.then_some(message)))
        }

        /// Does the same as [`open_many`], but writes each message to its own `out`, which does not
        /// receive plaintext if authentication fails. Returns whether each box was authentic.
        ///
        /// # Errors
        /// The errors of [`open_many`], and [`Error::Length`] if an `out` is not [`TAG_LEN`] bytes
        /// shorter than its box; some boxes are then not opened.
        pub fn open_many_into(items: &mut [Item<'_>], key: &Key) -> Result<Vec<bool>> {
            let estimate = estimate(items);
            let mut judged = memory::collect(items.iter_mut().map(|item| (item, false)))?;
            share(&mut judged, estimate, |some| {
                some.iter_mut().try_for_each(|(Item { nonce, input, out }, is_genuine)| {
                    match open_into(out, input, nonce, key) {
                        Ok(()) => *is_genuine = true,
                        Err(Error::Verification) => {}
                        Err(error) => return Err(error),
                    }
                    Ok(())
                })
            })?;
            memory::collect(judged.into_iter().map(|(_, is_genuine)| is_genuine))
        }
    };
}
pub(super) use functions;

pub(super) fn items<'a>(
    outs: &'a mut [Vec<u8>],
    inputs: &[(&'a [u8], &'a [u8; NONCE_LEN])],
) -> Result<Vec<Item<'a>>> {
    let pairs = outs.iter_mut().zip(inputs);
    memory::collect(pairs.map(|(out, &(input, nonce))| Item { nonce, input, out }))
}

/// Estimates half a nanosecond per byte, the speed of the fastest measured machine.
pub(super) fn estimate(items: &[Item<'_>]) -> Estimate {
    /// The time for an empty message in nanoseconds.
    const NS: usize = 200;
    /// The work is split into several portions per thread, because message lengths differ.
    const TURNS: usize = 8;
    let bytes = items.iter().map(|item| item.input.len()).fold(0, usize::saturating_add);
    Estimate { ns: (bytes / 2).saturating_add(items.len().saturating_mul(NS)), turns: TURNS }
}
