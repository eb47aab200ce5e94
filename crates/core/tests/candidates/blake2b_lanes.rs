//! BLAKE2b in lanes against RustCrypto's `blake2`, one message and one step at a time.

use blake2::Blake2bMac;
use blake2::digest::consts;
use blake2::digest::typenum::Unsigned;
use blake2::digest::{FixedOutput, Update};
use quicksalt::Error;
use quicksalt::choose::sample_bytes;
use quicksalt::hazmat::blake2b::Params;
use quicksalt::hazmat::blake2b_lanes::{self, Chains, PRIMITIVE, Starts};

use crate::common::arena::Arena;
use crate::common::candidates::subjects;
use crate::common::same;
use crate::common::shapes::{PLACES, place};

/// Around the lanes of every kernel and the messages that are on their way at once.
const COUNTS: [usize; 20] =
    [0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 24, 31, 32, 33, 63, 65, 129];

/// The crate has the length of the digest in its types.
fn rustcrypto(
    digest_len: usize,
    key: &[u8],
    salt: &[u8],
    personal: &[u8],
    message: &[u8],
) -> Vec<u8> {
    macro_rules! of_each_length {
        ($($name:ident)*) => {
            match digest_len {
                $(len if len == consts::$name::USIZE => {
                    let key = (!key.is_empty()).then_some(key);
                    Blake2bMac::<consts::$name>::new_with_salt_and_personal(key, salt, personal)
                        .unwrap()
                        .chain(message)
                        .finalize_fixed()
                        .to_vec()
                })*
                _ => panic!("no digest of {digest_len} bytes"),
            }
        };
    }
    #[rustfmt::skip]
    let digest = of_each_length!(
        U1 U2 U3 U4 U5 U6 U7 U8 U9 U10 U11 U12 U13 U14 U15 U16
        U17 U18 U19 U20 U21 U22 U23 U24 U25 U26 U27 U28 U29 U30 U31 U32
        U33 U34 U35 U36 U37 U38 U39 U40 U41 U42 U43 U44 U45 U46 U47 U48
        U49 U50 U51 U52 U53 U54 U55 U56 U57 U58 U59 U60 U61 U62 U63 U64
    );
    digest
}

/// Key, salt and personalisation of a start, of their own for each seed.
struct Own {
    key: Vec<u8>,
    salt: [u8; 16],
    personal: [u8; 16],
}

impl Own {
    fn new(key_len: usize, seed: usize) -> Self {
        let bytes = sample_bytes(key_len + 32, seed as u64);
        let part = |at: usize| core::array::from_fn(|i| bytes[key_len + at + i]);
        Self { key: bytes[..key_len].to_vec(), salt: part(0), personal: part(16) }
    }

    fn params(&self) -> Params<'_> {
        Params::new(&self.key, &self.salt, &self.personal).unwrap()
    }

    /// What the crate makes of a message; `number` as in [`Chains::numbers`].
    fn digest(&self, digest_len: usize, number: u64, message: &[u8]) -> Vec<u8> {
        let mut personal = self.personal;
        for (byte, mask) in personal[8..].iter_mut().zip(number.to_le_bytes()) {
            *byte ^= mask;
        }
        rustcrypto(digest_len, &self.key, &self.salt, &personal, message)
    }

    fn chain(&self, mut value: Vec<u8>, number: u64, increment: u64, steps: u32) -> Vec<u8> {
        for step in 0..steps {
            let number = number.wrapping_add(increment.wrapping_mul(step.into()));
            value = self.digest(value.len(), number, &value);
        }
        value
    }
}

fn owns(count: usize, key_len: usize) -> Vec<Own> {
    (0..count).map(|i| Own::new(key_len, 1000 * key_len + i)).collect()
}

fn params(owns: &[Own]) -> Vec<Params<'_>> {
    owns.iter().map(Own::params).collect()
}

/// Digests of messages of one length, `count` for each of three starts, wherever they lie.
fn hashes(digest_len: usize, key_len: usize, count: usize, len: usize) {
    let owns = owns(3, key_len);
    let messages = sample_bytes(3 * count * len, len as u64);
    let mut expected = Vec::new();
    for index in 0..3 * count {
        let message = &messages[index * len..][..len];
        expected.extend(owns[index / count].digest(digest_len, 0, message));
    }
    let mut arenas = (Arena::new(messages.len()), Arena::new(expected.len()));
    for subject in subjects(&PRIMITIVE, "hash") {
        let starts = subject.run.starts(digest_len, &params(&owns));
        for at in 0..PLACES {
            let context = || format!("{}: {count} of {len} bytes, {digest_len}", subject.name);
            let source = place(&mut arenas.0, at, 7 * len + 1, &messages);
            let mut out = place(&mut arenas.1, at, 5 * len + 3, &vec![0xee; expected.len()]);
            subject.run.hash(&starts, out.bytes_mut(), source.bytes());
            same(out.bytes(), &expected, context);
            source.check(context);
            out.check(context);
        }
    }
}

#[test]
fn messages_of_every_length_agree() {
    for len in (0..=300).chain([383, 384, 385, 1000]) {
        if len > 0 {
            hashes(20, 20, 3, len);
        }
        hashes(64, 0, 6, len);
    }
}

#[test]
fn digests_of_every_length_agree() {
    for digest_len in 1..=64 {
        hashes(digest_len, digest_len, 6, 2 * digest_len);
        hashes(digest_len, 0, 1, 32);
    }
}

#[test]
fn every_number_of_messages_agrees() {
    for count in &COUNTS[1..] {
        hashes(24, 32, *count, 48);
        hashes(32, 0, *count, 130);
    }
}

#[test]
fn empty_messages_agree() {
    for count in COUNTS {
        for (digest_len, key_len) in [(20, 32), (64, 64), (16, 0), (1, 1)] {
            let owns = owns(count, key_len);
            let digests: Vec<_> = owns.iter().map(|own| own.digest(digest_len, 0, &[])).collect();
            for subject in subjects(&PRIMITIVE, "hash") {
                let mut out = vec![0; count * digest_len];
                subject.run.empty(&mut out, &params(&owns));
                same(&out, &digests.concat(), || format!("{}: {count} empty", subject.name));
            }
        }
    }
}

/// `count` chains, without numbers and, where there are no keys, with them; as many starts as divide
/// them.
fn chains(digest_len: usize, key_len: usize, count: usize, steps: u32) {
    let divisor = (1..=4).rev().find(|d| count.is_multiple_of(*d)).unwrap_or(1);
    let owns = owns(divisor, key_len);
    let values = sample_bytes(count * digest_len, count as u64);
    let increment = 0xffff_ffff_0000_0001;
    for has_numbers in [false, key_len == 0] {
        let number =
            |index: usize| if has_numbers { (u64::MAX / 3).wrapping_mul(index as u64) } else { 0 };
        let mut expected = Vec::new();
        for (index, value) in values.chunks(digest_len).enumerate() {
            let own = &owns[index / (count / divisor)];
            expected.extend(own.chain(
                value.to_vec(),
                number(index),
                if has_numbers { increment } else { 0 },
                steps,
            ));
        }
        let mut arena = Arena::new(values.len());
        for subject in subjects(&PRIMITIVE, "chains") {
            let context = || format!("{}: {count} chains of {digest_len} bytes", subject.name);
            let starts = &subject.run.starts(digest_len, &params(&owns));
            for at in 0..PLACES {
                let numbers = if has_numbers { count } else { 0 };
                let mut numbers: Vec<_> = (0..numbers).map(number).collect();
                let mut window = place(&mut arena, at, 7 * count + 1, &values);
                let (values, numbers_now) = (window.bytes_mut(), &mut numbers[..]);
                let mut chains = Chains { starts, values, numbers: numbers_now, increment };
                subject.run.step(&mut chains, steps, None);
                same(window.bytes(), &expected, context);
                window.check(context);
                for (index, &found) in numbers.iter().enumerate() {
                    let steps = increment.wrapping_mul(steps.into());
                    assert_eq!(found, number(index).wrapping_add(steps), "{}", context());
                }
            }
        }
    }
}

#[test]
fn chains_of_every_width_agree() {
    for digest_len in 1..=64 {
        chains(digest_len, digest_len, 5, 2);
        chains(digest_len, 0, 20, 3);
    }
}

#[test]
fn every_number_of_chains_agrees() {
    for count in COUNTS {
        chains(20, 20, count, 3);
        chains(32, 0, count, 2);
        chains(64, 1, count, 1);
        chains(16, 16, count, 0);
    }
}

/// `count` pairs of chains, the first ones of which take each possible number of steps.
fn pairs(digest_len: usize, key_len: usize, count: usize, steps: u32) {
    let own = Own::new(key_len, count);
    let values = sample_bytes(2 * count * digest_len, count as u64);
    let has_numbers = key_len == 0;
    let increment = if has_numbers { 1 << 40 } else { 0 };
    let number = |index: usize| if has_numbers { 5 * index as u64 } else { 0 };
    let first_steps: Vec<u32> = (0..count as u32).map(|i| i % (steps + 1)).collect();
    let mut expected = Vec::new();
    for (index, value) in values.chunks(digest_len).enumerate() {
        let turn = first_steps[index / 2];
        let steps = if index % 2 == 0 { turn } else { steps - turn };
        expected.extend(own.chain(value.to_vec(), number(index), increment, steps));
    }
    for subject in subjects(&PRIMITIVE, "chains") {
        let starts = &subject.run.starts(digest_len, &[own.params()]);
        let mut values = values.clone();
        let numbers = if has_numbers { 2 * count } else { 0 };
        let mut numbers: Vec<_> = (0..numbers).map(number).collect();
        let (own_values, own_numbers) = (&mut values[..], &mut numbers[..]);
        let mut chains = Chains { starts, values: own_values, numbers: own_numbers, increment };
        subject.run.step(&mut chains, steps, Some(&first_steps));
        same(&values, &expected, || format!("{}: {count} pairs", subject.name));
        for (index, found) in numbers.iter().enumerate() {
            let turn = first_steps[index / 2];
            let steps = if index % 2 == 0 { turn } else { steps - turn };
            assert_eq!(*found, number(index) + increment * u64::from(steps), "{}", subject.name);
        }
    }
}

#[test]
fn pairs_agree() {
    for count in COUNTS {
        pairs(20, 20, count, 9);
    }
    for digest_len in [1, 16, 24, 25, 32, 33, 64] {
        pairs(digest_len, 0, 20, 17);
    }
    pairs(20, 20, 3, 0);
}

#[test]
fn functions_choose_and_refuse() {
    let own = Own::new(20, 1);
    let plain = Own { key: vec![], ..Own::new(20, 1) };
    let starts = &Starts::new(20, &[own.params(), own.params()]).unwrap();
    let refused = |argument, expected, actual| Err(Error::Length { argument, expected, actual });
    let whole = "a whole number of digests for each start";
    let mut out = [0; 60];
    assert_eq!(blake2b_lanes::hash(starts, &mut out[..40], &[7; 80]), Ok(()));
    same(&out[20..40], &own.digest(20, 0, &[7; 40]), || "hash".into());
    for len in [19, 20, 60] {
        let found = blake2b_lanes::hash(starts, &mut out[..len], &[7; 80]);
        assert_eq!(found, refused("out", whole, len));
    }
    let expected = "the same number of bytes for each digest, not none under a key,";
    for len in [0, 81] {
        let found = blake2b_lanes::hash(starts, &mut out[..40], &[7; 81][..len]);
        assert_eq!(found, refused("messages", expected, len));
    }
    assert_eq!(blake2b_lanes::hash(starts, &mut [], &[]), Ok(()));
    let mixed = [own.params(), plain.params()];
    let some = refused("key", "for all params or for none", 0);
    assert_eq!(blake2b_lanes::empty(&mut out, &mixed), some);
    assert_eq!(Starts::new(20, &mixed).map(|_| ()), some);
    assert_eq!(Starts::new(20, &[]).map(|_| ()), refused("params", "one at least,", 0));
    for len in [0, 65] {
        let made = Starts::new(len, &[own.params()]).map(|_| ());
        assert_eq!(made, refused("digest_len", "1 to 64", len));
        let found = blake2b_lanes::empty(&mut [0; 65][..len], &[own.params()]);
        assert!(matches!(found, Err(Error::Length { argument: "out", .. })), "{found:?}");
    }
    assert_eq!(blake2b_lanes::empty(&mut [], &[]), Ok(()));
    let each = "the same number of bytes for each of params";
    let found = blake2b_lanes::empty(&mut out[..41], &[own.params(), own.params()]);
    assert_eq!(found, refused("out", each, 41));
}

#[test]
fn chains_whose_parts_disagree_are_refused() {
    let own = Own::new(20, 1);
    let starts = &Starts::new(20, &[own.params(), own.params()]).unwrap();
    let plain = Own { key: vec![], ..Own::new(20, 1) };
    let unkeyed = &Starts::new(20, &[plain.params(), plain.params()]).unwrap();
    let advance = |len: usize, numbers: usize| {
        let starts = if numbers == 0 { starts } else { unkeyed };
        let (values, numbers) = (&mut vec![0; len][..], &mut vec![0; numbers][..]);
        blake2b_lanes::advance(&mut Chains { starts, values, numbers, increment: 1 }, 2)
    };
    let (values, numbers) = (&mut [0; 40][..], &mut [0; 2][..]);
    let mut keyed = Chains { starts, values, numbers, increment: 1 };
    let expected = "none under keys,";
    let refused = Err(Error::Length { argument: "numbers", expected, actual: 2 });
    assert_eq!(blake2b_lanes::advance(&mut keyed, 1), refused);
    let pairs = |len: usize, first_steps: &[u32]| {
        let (values, numbers) = (&mut vec![0; len][..], &mut [][..]);
        let mut chains = Chains { starts, values, numbers, increment: 0 };
        blake2b_lanes::advance_pairs(&mut chains, first_steps, 5)
    };
    assert_eq!((advance(40, 0), advance(40, 2), advance(0, 0)), (Ok(()), Ok(()), Ok(())));
    assert_eq!((pairs(80, &[0, 5]), pairs(0, &[])), (Ok(()), Ok(())));
    for (len, numbers, named) in
        [(39, 0, "values"), (20, 0, "values"), (40, 1, "numbers"), (40, 3, "numbers")]
    {
        let found = advance(len, numbers);
        assert!(matches!(found, Err(Error::Length { argument, .. }) if argument == named));
    }
    for (len, first_steps, named) in [
        (40, &[1][..], "values"),
        (80, &[1], "first_steps"),
        (80, &[1, 2, 3], "first_steps"),
        (80, &[1, 6], "first_steps"),
        (80, &[u32::MAX, 1], "first_steps"),
    ] {
        let found = pairs(len, first_steps);
        assert!(matches!(found, Err(Error::Length { argument, .. }) if argument == named));
    }
}
