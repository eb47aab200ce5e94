//! What every implementation under comparison can do. Keys and signatures are those of HSS with one
//! level (RFC 8554, section 6), so that each can be handed to any other.

use std::error::Error;
use std::fmt;

use cpu_time::ThreadTime;

/// Whatever goes wrong ends the comparison.
pub type Outcome<T> = Result<T, Box<dyn Error>>;

/// Height of the tree and bits of a digit; SHA-256 with 32 bytes throughout.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// 5 or 10.
    pub height: u8,
    /// 1, 2, 4 or 8.
    pub width: u8,
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "H{}/W{}", self.height, self.width)
    }
}

/// What came out, and the time of one call.
#[derive(Debug)]
pub struct Timed<T> {
    /// Of the last call.
    pub value: T,
    /// Nanoseconds of CPU time of the thread, the mean over the calls.
    pub ns: f64,
}

/// Calls something so many times.
pub fn timed<T>(count: u32, mut call: impl FnMut() -> Outcome<T>) -> Outcome<Timed<T>> {
    let start = ThreadTime::now();
    let mut value = call()?;
    for _ in 1..count {
        value = call()?;
    }
    Ok(Timed { value, ns: start.elapsed().as_secs_f64() * 1e9 / f64::from(count) })
}

/// An implementation of HSS/LMS.
pub trait Peer {
    /// Name and version.
    fn name(&self) -> &str;

    /// Makes a key, which the peer keeps; gives the encoded public key.
    fn generate(&mut self, size: Size) -> Outcome<Timed<Vec<u8>>>;

    /// Signs so many times with the key made last, each time with the next one-time key; gives the
    /// last signature.
    fn sign(&mut self, message: &[u8], count: u32) -> Outcome<Timed<Vec<u8>>>;

    /// Verifies so many times.
    fn verify(
        &mut self,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
        count: u32,
    ) -> Outcome<Timed<bool>>;
}
