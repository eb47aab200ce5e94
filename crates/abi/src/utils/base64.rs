//! Base64 (RFC 4648), in time independent of the data.

use core::ffi::{c_char, c_int};
use core::slice;

use quicksalt::Wiped;

use super::{Arguments, Parsed, Parsing, Stop, parse};
use crate::boundary::{Caller, Fault, Outcome, must, status};
use crate::exports::abi;

const ORIGINAL: c_int = 1;
const NO_PADDING: c_int = 2;
const URL_SAFE: c_int = 4;

/// The properties of a variant number.
#[derive(Clone, Copy)]
struct Variant {
    is_padded: bool,
    is_url_safe: bool,
}

impl Variant {
    fn new(number: c_int) -> Outcome<Self> {
        if number & !(NO_PADDING | URL_SAFE) != ORIGINAL {
            return Err(Fault::misuse("unknown base64 variant"));
        }
        Ok(Self { is_padded: number & NO_PADDING == 0, is_url_safe: number & URL_SAFE != 0 })
    }

    /// Returns the last two characters of the alphabet.
    fn last(self) -> (u8, u8) {
        if self.is_url_safe { (b'-', b'_') } else { (b'+', b'/') }
    }

    /// Returns the number of characters for `len` bytes.
    fn encoded_len(self, len: usize) -> usize {
        let odd = match len % 3 {
            0 => 0,
            rest if !self.is_padded => rest + 1,
            _ => 4,
        };
        len / 3 * 4 + odd
    }

    /// Returns the character of six bits. Each range of the alphabet has a different offset in
    /// ASCII; masks select it.
    #[inline(always)]
    fn character(self, bits: u8) -> u8 {
        let (plus, slash) = self.last();
        let after = |bound: u8, distance: u8| (bound.wrapping_sub(bits) >> 7).wrapping_neg() & distance;
        let lower = after(25, b'a' - b'Z' - 1);
        let number = after(51, b'0'.wrapping_sub(b'z' + 1));
        let last = after(61, plus.wrapping_sub(b'9' + 1));
        let slash = after(62, slash.wrapping_sub(plus + 1));
        [lower, number, last, slash].iter().fold(b'A' + bits, |sum, more| sum.wrapping_add(*more))
    }

    /// Returns the six bits of a character, or `None`.
    fn value(self, character: u8) -> Option<u8> {
        let (plus, slash) = self.last();
        let within = |low: u8, high: u8| {
            let (a, b) = (
                u16::from(character).wrapping_sub(low.into()),
                u16::from(high).wrapping_sub(character.into()),
            );
            !((a | b) >> 8) as u8
        };
        let found = within(b'A', b'Z')
            | within(b'a', b'z')
            | within(b'0', b'9')
            | within(plus, plus)
            | within(slash, slash);
        let bits = within(b'A', b'Z') & character.wrapping_sub(b'A')
            | within(b'a', b'z') & character.wrapping_sub(b'a').wrapping_add(26)
            | within(b'0', b'9') & character.wrapping_sub(b'0').wrapping_add(52)
            | within(plus, plus) & 62
            | within(slash, slash) & 63;
        (found != 0).then_some(bits)
    }
}

/// Encodes blocks. The separate loop lets the compiler vectorise; for single characters, it turned
/// the masks into branches.
#[inline(never)]
fn characters(variant: Variant, text: &mut [[u8; 16]], blocks: &[[u8; 12]]) {
    for (characters, bytes) in text.iter_mut().zip(blocks) {
        *characters = sextets(bytes).map(|bits| variant.character(bits));
    }
}

/// Splits a block into groups of six bits.
#[inline(always)]
fn sextets(bytes: &[u8; 12]) -> [u8; 16] {
    let mut sextets = [0; 16];
    for (four, [a, b, c]) in sextets.as_chunks_mut().0.iter_mut().zip(bytes.as_chunks().0) {
        *four = [a >> 2, (a << 4 | b >> 4) & 63, (b << 2 | c >> 6) & 63, c & 63];
    }
    sextets
}

fn encode(
    caller: &Caller,
    (b64, most): (*mut u8, usize),
    (bin, len): (*const u8, usize),
    variant: c_int,
) -> Outcome {
    let variant = Variant::new(variant)?;
    let count = variant.encoded_len(len);
    if most <= count {
        return Err(Fault::misuse("the output buffer is too small for the text"));
    }
    let mut place = caller.place(b64, most)?;
    let bytes = caller.input(bin, len, &place)?;
    let (text, rest) = place.bytes().split_at_mut(count);
    rest.fill(0);
    let (blocks, last) = bytes.as_chunks::<12>();
    let (whole, text) = text.as_chunks_mut::<16>();
    let (whole, padded) = whole.split_at_mut(blocks.len());
    characters(variant, whole, blocks);
    // The last bytes are encoded in a padded block.
    let text = padded.as_flattened_mut().iter_mut().chain(text);
    let (mut block, mut made) = (Wiped::new([0; 12]), Wiped::new([0; 16]));
    block[..last.len()].copy_from_slice(last);
    characters(variant, slice::from_mut(&mut *made), slice::from_ref(&*block));
    let count = (last.len() * 8).div_ceil(6);
    for (at, character) in text.enumerate() {
        *character = if at < count { made[at] } else { b'=' };
    }
    Ok(())
}

fn decode(variant: Variant, Parsing { text, skipped, out }: Parsing<'_>) -> Parsed {
    let (mut read, mut written, mut outcome) = (0, 0, Ok(()));
    let (mut word, mut count) = (0_u32, 0_u32);
    for &character in text {
        let Some(bits) = variant.value(character) else {
            if !skipped.contains(&character) {
                break;
            }
            read += 1;
            continue;
        };
        (word, count) = (word << 6 | u32::from(bits), count + 6);
        if count >= 8 {
            count -= 8;
            let Some(place) = out.get_mut(written) else {
                outcome = Err(Stop::Full);
                break;
            };
            *place = (word >> count) as u8;
            written += 1;
        }
        read += 1;
    }
    // The leftover bits of the last character must be zero and fewer than six.
    if count > 4 || word & ((1 << count) - 1) != 0 {
        outcome = Err(Stop::Malformed);
    } else if outcome.is_ok() && variant.is_padded {
        outcome = skip_padding(text, skipped, &mut read, count / 2);
    }
    if outcome.is_ok() {
        read += text[read..].iter().take_while(|character| skipped.contains(character)).count();
    }
    Parsed { read, written, outcome }
}

/// Reads `count` padding characters; skipped characters may occur between them.
fn skip_padding(text: &[u8], skipped: &[u8], read: &mut usize, count: u32) -> Result<(), Stop> {
    let mut missing = count;
    while missing > 0 {
        match text.get(*read) {
            Some(b'=') => missing -= 1,
            Some(character) if skipped.contains(character) => {}
            Some(_) => return Err(Stop::Malformed),
            None => return Err(Stop::Full),
        }
        *read += 1;
    }
    Ok(())
}

abi! {
    fn sodium_base64_encoded_len(_caller, bin_len: usize, variant: c_int) -> usize {
        match Variant::new(variant) {
            Ok(variant) => variant.encoded_len(bin_len) + 1,
            Err(fault) => {
                must(Err(fault));
                0
            }
        }
    }
    fn sodium_bin2base64(caller, b64: *mut c_char, b64_maxlen: usize, bin: *const u8, bin_len: usize, variant: c_int) -> *mut c_char {
        must(encode(&caller, (b64.cast(), b64_maxlen), (bin, bin_len), variant));
        b64
    }
    fn sodium_base642bin(
        caller, bin: *mut u8, bin_maxlen: usize, b64: *const c_char, b64_len: usize,
        ignore: *const c_char, bin_len: *mut usize, b64_end: *mut *const c_char, variant: c_int,
    ) -> c_int {
        let arguments =
            Arguments { bin, bin_maxlen, text: b64, text_len: b64_len, ignore, bin_len, end: b64_end };
        status(Variant::new(variant).and_then(|variant| {
            parse(&caller, &arguments, |parsing| decode(variant, parsing))
        }))
    }
}
