//! WOTS+, the one-time signature (FIPS 205, section 5), for many keys together.

use alloc::vec::Vec;

use quicksalt::{Wiped, interrupt, memory};
use subtle::ConstantTimeEq;

use super::address::{Address, Kind};
use super::tweakable::{Inputs, Tweakable};
use crate::error::Result;
use crate::xmss::wots::digits;

/// The number of steps of a whole chain, one less than the number of digit values.
const STEPS: u8 = 15;

/// All values of the chains of one key, from the secret starts to the ends, from which the key can
/// sign.
pub(super) struct Trace {
    n: usize,
    /// The values of all chains after 0 steps, after 1 step, and so on.
    rows: Wiped<Vec<u8>>,
    filled: usize,
}

impl Trace {
    /// Allocates an empty trace.
    pub(super) fn new(hashes: &Tweakable<'_>) -> Result<Self> {
        let numbers = hashes.numbers;
        let len = (usize::from(STEPS) + 1) * numbers.chains() * numbers.n;
        Ok(Self { n: numbers.n, rows: Wiped::new(memory::zeros(len)?), filled: 0 })
    }

    fn push(&mut self, row: &[u8]) {
        self.rows[self.filled..][..row.len()].copy_from_slice(row);
        self.filled += row.len();
    }

    /// Writes the signature of an `n`-byte message. Neither time nor memory accesses depend on the
    /// message.
    pub(super) fn sign(&self, message: &[u8], signature: &mut [u8]) {
        let digits = digits(message);
        signature.fill(0);
        for (row, step) in self.rows.chunks_exact(signature.len()).zip(0_u16..) {
            let values = row.chunks_exact(self.n);
            for ((out, value), digit) in signature.chunks_exact_mut(self.n).zip(values).zip(&digits)
            {
                let mask = 0_u8.wrapping_sub(digit.ct_eq(&step).unwrap_u8());
                out.iter_mut().zip(value).for_each(|(out, byte)| *out |= byte & mask);
            }
        }
    }
}

/// Fills `out` with the public keys of a tree's one-time keys from number `first` on, and records
/// the chains of one of them in `recorded`.
pub(super) fn public_keys(
    hashes: &Tweakable<'_>,
    secret_seed: &[u8],
    tree: Address,
    first: u32,
    out: &mut [u8],
    mut recorded: Option<(u32, &mut Trace)>,
) -> Result<()> {
    let (n, chains) = (hashes.numbers.n, hashes.numbers.chains());
    let keys = first..first + (out.len() / n) as u32;
    let places = |kind| {
        let of_key = move |key| (0..chains as u32).map(move |chain| tree.at(kind, [key, chain, 0]));
        keys.clone().flat_map(of_key).enumerate()
    };
    let mut inputs = hashes.inputs(keys.len() * chains, n)?;
    let mut values = Wiped::new(memory::zeros(keys.len() * chains * n)?);
    for (slot, address) in places(Kind::ChainStart) {
        inputs.set(slot, address, secret_seed);
    }
    hashes.hash(&inputs, &mut values)?;
    for (slot, address) in places(Kind::Chain) {
        inputs.set(slot, address, secret_seed);
    }
    let mut record = |values: &[u8]| {
        if let Some((key, trace)) = &mut recorded
            && keys.contains(key)
        {
            trace.push(&values[(*key - first) as usize * chains * n..][..chains * n]);
        }
    };
    for step in 0..STEPS {
        interrupt::check()?;
        record(&values);
        inputs.refill(step, &values);
        hashes.hash(&inputs, &mut values)?;
    }
    record(&values);
    let mut ends = hashes.inputs(keys.len(), chains * n)?;
    for (slot, (key, values)) in keys.zip(values.chunks_exact(chains * n)).enumerate() {
        ends.set(slot, tree.at(Kind::ChainEnds, [key, 0, 0]), values);
    }
    hashes.hash(&ends, out)
}

/// Computes the public key of the one-time key under which the signature of an `n`-byte message is
/// valid.
pub(super) fn signer(
    hashes: &Tweakable<'_>,
    tree: Address,
    key: u32,
    message: &[u8],
    signature: &[u8],
) -> Result<Vec<u8>> {
    let n = hashes.numbers.n;
    let digits = digits(message);
    let mut values = memory::copy(signature)?;
    let mut inputs: Inputs = hashes.inputs(digits.len(), n)?;
    let mut stepped = memory::zeros(signature.len())?;
    for step in 0..u16::from(STEPS) {
        // The chains that still have to take this step, in order.
        let left = || digits.iter().zip(0_u32..).filter(move |&(&digit, _)| digit <= step);
        let mut count = 0;
        for (_, chain) in left() {
            let address = tree.at(Kind::Chain, [key, chain, step.into()]);
            inputs.set(count, address, &values[chain as usize * n..][..n]);
            count += 1;
        }
        hashes.hash(&inputs, &mut stepped[..count * n])?;
        for ((_, chain), value) in left().zip(stepped.chunks_exact(n)) {
            values[chain as usize * n..][..n].copy_from_slice(value);
        }
    }
    hashes.one(tree.at(Kind::ChainEnds, [key, 0, 0]), &values)
}
