//! `crypto_stream`: keystreams, and the core functions that generate them.

use core::ffi::{c_int, c_ulonglong};

use quicksalt::{Error, Result, Wiped};
use quicksalt::hazmat::{Source, chacha20, xsalsa20};
use quicksalt::nacl::cores;

use crate::boundary::{Caller, Fault, Outcome, must, status};
use crate::exports::abi;

const KEY_LEN: usize = 32;

/// The arguments are key, nonce, number of the first block, output and input.
type Xor<const NONCE: usize> =
    fn(&[u8; KEY_LEN], &[u8; NONCE], u64, &mut [u8], Source<'_>) -> Result<()>;

fn stream<const NONCE: usize>(
    caller: &Caller,
    xor: Xor<NONCE>,
    c: *mut u8,
    len: c_ulonglong,
    n: *const u8,
    k: *const u8,
) -> Outcome {
    let mut out = caller.place(c, caller.len(len, u64::MAX)?)?;
    if out.is_apart(&[(k, KEY_LEN), (n, NONCE)]) {
        return xor(caller.fixed(k)?, caller.fixed(n)?, 0, out.bytes(), Source::Zero).map_err(too_long);
    }
    let (mut key, nonce) = (Wiped::new([0; KEY_LEN]), caller.array(n)?);
    caller.secret_into(&mut key, k)?;
    xor(&key, &nonce, 0, out.bytes(), Source::Zero).map_err(too_long)
}

fn xor_from<const NONCE: usize>(
    caller: &Caller,
    xor: Xor<NONCE>,
    (c, m, len): (*mut u8, *const u8, c_ulonglong),
    n: *const u8,
    block: u64,
    k: *const u8,
) -> Outcome {
    let len = caller.len(len, u64::MAX)?;
    let mut out = caller.place(c, len)?;
    if out.is_apart(&[(k, KEY_LEN), (n, NONCE), (m, len)]) {
        let (key, nonce, message) = (caller.fixed(k)?, caller.fixed(n)?, caller.bytes(m, len)?);
        return xor(key, nonce, block, out.bytes(), Source::From(message)).map_err(too_long);
    }
    let (mut key, nonce) = (Wiped::new([0; KEY_LEN]), caller.array(n)?);
    caller.secret_into(&mut key, k)?;
    if c.cast_const() == m {
        return xor(&key, &nonce, block, out.bytes(), Source::InPlace).map_err(too_long);
    }
    let message = caller.input(m, len, &out)?;
    xor(&key, &nonce, block, out.bytes(), Source::From(&message)).map_err(too_long)
}

/// An output longer than the cipher's counter allows is misuse, as in libsodium: callers do not
/// check the result of these functions, and the plaintext would stay in the buffer.
fn too_long(error: Error) -> Fault {
    match error {
        Error::Length { .. } => Fault::misuse("a message is longer than the counter of the cipher allows"),
        error => error.into(),
    }
}

fn xor_ietf(
    key: &[u8; KEY_LEN],
    nonce: &[u8; 12],
    block: u64,
    out: &mut [u8],
    source: Source<'_>,
) -> Result<()> {
    chacha20::xor(key, nonce, block as u32, out, source)
}

/// Defines the functions of a stream; not all streams can start at any block.
macro_rules! functions {
    ($($xor:expr => $stream:ident, $xor_name:ident, $keygen:ident $(, $from:ident: $block:ty)?;)*) => {
        abi! {$(
            fn $stream(caller, c: *mut u8, clen: c_ulonglong, n: *const u8, k: *const u8) -> c_int {
                status(stream(&caller, $xor, c, clen, n, k))
            }
            fn $xor_name(caller, c: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, k: *const u8) -> c_int {
                status(xor_from(&caller, $xor, (c, m, mlen), n, 0, k))
            }
            fn $keygen(caller, k: *mut u8) {
                must(crate::random::fill_at::<KEY_LEN>(&caller, k));
            }
            $(fn $from(caller, c: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, ic: $block, k: *const u8) -> c_int {
                status(xor_from(&caller, $xor, (c, m, mlen), n, ic.into(), k))
            })?
        )*}
    };
}

functions! {
    xsalsa20::xor => crypto_stream, crypto_stream_xor, crypto_stream_keygen;
    xsalsa20::xor => crypto_stream_xsalsa20, crypto_stream_xsalsa20_xor, crypto_stream_xsalsa20_keygen, crypto_stream_xsalsa20_xor_ic: u64;
    xsalsa20::xor_salsa20 => crypto_stream_salsa20, crypto_stream_salsa20_xor, crypto_stream_salsa20_keygen, crypto_stream_salsa20_xor_ic: u64;
    xsalsa20::xor_salsa2012 => crypto_stream_salsa2012, crypto_stream_salsa2012_xor, crypto_stream_salsa2012_keygen;
    xsalsa20::xor_salsa208 => crypto_stream_salsa208, crypto_stream_salsa208_xor, crypto_stream_salsa208_keygen;
    chacha20::xor_original => crypto_stream_chacha20, crypto_stream_chacha20_xor, crypto_stream_chacha20_keygen, crypto_stream_chacha20_xor_ic: u64;
    xor_ietf => crypto_stream_chacha20_ietf, crypto_stream_chacha20_ietf_xor, crypto_stream_chacha20_ietf_keygen, crypto_stream_chacha20_ietf_xor_ic: u32;
    chacha20::xor_extended => crypto_stream_xchacha20, crypto_stream_xchacha20_xor, crypto_stream_xchacha20_keygen, crypto_stream_xchacha20_xor_ic: u64;
}

/// Returns the caller's constants, or the cipher's constants if the pointer is NULL.
fn constants_at(caller: &Caller, c: *const u8) -> Outcome<&[u8; 16]> {
    if c.is_null() { Ok(cores::CONSTANTS) } else { caller.fixed(c) }
}

/// A core function: maps a key, 16 bytes of input and the constants to a block.
type Core<const N: usize> = fn(&[u8; KEY_LEN], &[u8; 16], &[u8; 16], &mut [u8; N]);

/// Writes to a wiped buffer first: a returned value would leave copies.
fn core<const N: usize>(
    caller: &Caller,
    of: Core<N>,
    out: *mut u8,
    input: *const u8,
    k: *const u8,
    c: *const u8,
) -> Outcome {
    let mut made = Wiped::new([0; N]);
    of(caller.fixed(k)?, caller.fixed(input)?, constants_at(caller, c)?, &mut made);
    caller.put(out, &made)
}

/// Defines the core functions that generate keystreams.
macro_rules! cores {
    ($($name:ident = $of:expr;)*) => {
        abi! {$(
            fn $name(caller, out: *mut u8, input: *const u8, k: *const u8, c: *const u8) -> c_int {
                status(core(&caller, $of, out, input, k, c))
            }
        )*}
    };
}

cores! {
    crypto_core_hchacha20 = chacha20::hchacha20_with;
    crypto_core_hsalsa20 = xsalsa20::hsalsa20_with;
    crypto_core_salsa20 = xsalsa20::core::<20>;
    crypto_core_salsa2012 = xsalsa20::core::<12>;
    crypto_core_salsa208 = xsalsa20::core::<8>;
}

