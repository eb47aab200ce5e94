//! LM-OTS, the one-time signature (RFC 8554, section 4).

use alloc::vec::Vec;

use quicksalt::Wiped;

use super::params::{ID_LEN, N_MAX, Params};
use crate::error::Result;
use crate::hash::{Chains, PREFIX_LEN, Steps};
use crate::message::Message;

const D_PBLC: [u8; 2] = [0x80; 2];
const D_MESG: [u8; 2] = [0x81; 2];
/// The step number with which x[i] is derived from the seed (appendix A). No step of a chain uses
/// it.
const DERIVE: u8 = 0xff;

/// The address of a one-time key: the tree's identifier I and the leaf number q.
#[derive(Clone, Copy)]
pub(crate) struct KeyAddress<'a> {
    pub(crate) id: &'a [u8; ID_LEN],
    pub(crate) leaf: u32,
}

impl KeyAddress<'_> {
    /// Returns I, q and a 16-bit number, the prefix of all LM-OTS messages.
    pub(crate) fn prefix(&self, number: u16) -> [u8; PREFIX_LEN] {
        let mut prefix = [0; PREFIX_LEN];
        prefix[..ID_LEN].copy_from_slice(self.id);
        prefix[ID_LEN..ID_LEN + 4].copy_from_slice(&self.leaf.to_be_bytes());
        prefix[ID_LEN + 4..].copy_from_slice(&number.to_be_bytes());
        prefix
    }

    fn tagged(&self, tag: [u8; 2]) -> [u8; PREFIX_LEN] {
        self.prefix(u16::from_be_bytes(tag))
    }
}

/// A message and the leaf that signs it. The caller owns the leaf, or signs the only message that
/// the leaf ever signs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SignRequest<'a> {
    pub(crate) leaf: u32,
    /// `n` bytes.
    pub(crate) randomiser: &'a [u8],
    pub(crate) message: Message<'a>,
}

/// Signs with many one-time keys of a tree: returns chains that contain y[0] to y[p - 1] of each
/// signature in turn.
pub(crate) fn sign(
    params: Params,
    id: &[u8; ID_LEN],
    seed: &[u8],
    requests: &[SignRequest<'_>],
) -> Result<Chains> {
    let mut steps = Vec::with_capacity(requests.len() * params.chains());
    for &SignRequest { leaf, randomiser, message } in requests {
        let digits = digits(params, KeyAddress { id, leaf }, randomiser, message)?;
        steps.extend(digits.into_iter().map(|count| Steps { first: 0, count }));
    }
    let mut chains = private_keys(params, id, seed, requests.iter().map(|request| request.leaf))?;
    chains.run_secretly(params.hash(), &steps, params.width.top())?;
    Ok(chains)
}

/// A one-time signature to verify.
#[derive(Clone, Copy)]
pub(crate) struct Presented<'a> {
    pub(crate) address: KeyAddress<'a>,
    /// `n` bytes.
    pub(crate) randomiser: &'a [u8],
    /// [`Params::chains`] values of `n` bytes.
    pub(crate) y: &'a [u8],
    pub(crate) message: Message<'a>,
}

/// Computes for each signature the public key K under which it is valid for its message (algorithm
/// 4b), concatenated.
pub(crate) fn candidates(params: Params, presented: &[Presented<'_>]) -> Result<Vec<u8>> {
    let (n, top) = (params.n(), params.width.top());
    let mut chains = Chains::new(n, presented.len() * params.chains());
    let mut steps = Vec::with_capacity(presented.len() * params.chains());
    for &Presented { address, randomiser, y, message } in presented {
        let digits = digits(params, address, randomiser, message)?;
        steps.extend(digits.into_iter().map(|first| Steps { first, count: top - first }));
        for (number, value) in (0..).zip(y.chunks_exact(n)) {
            chains.push(&address.prefix(number), value);
        }
    }
    chains.run_publicly(params.hash(), &steps)?;
    public_keys(params, presented.iter().map(|presented| presented.address), &chains)
}

/// Computes the public keys K of the one-time keys at these addresses, concatenated. The chains
/// must be complete: they contain y[i] = H^(2^w - 1)(x[i]).
pub(crate) fn public_keys<'a>(
    params: Params,
    addresses: impl ExactSizeIterator<Item = KeyAddress<'a>>,
    chains: &Chains,
) -> Result<Vec<u8>> {
    let (count, each) = (addresses.len(), params.chains() * params.n());
    let mut messages = Vec::with_capacity(count * (PREFIX_LEN + each));
    for (address, values) in addresses.zip(chains.values().chunks_exact(each)) {
        messages.extend_from_slice(&address.tagged(D_PBLC));
        messages.extend_from_slice(values);
    }
    let mut keys = alloc::vec![0; count * params.n()];
    params.hash().many(params.n(), &mut keys, &messages)?;
    Ok(keys)
}

/// Derives `n` secret bytes from the seed, with a number that no chain uses.
pub(crate) fn derive(
    params: Params,
    address: KeyAddress<'_>,
    number: u16,
    seed: &[u8],
    extra: &[u8],
) -> Result<Wiped<[u8; N_MAX]>> {
    debug_assert!(usize::from(number) >= params.chains());
    let mut out = Wiped::new([0; N_MAX]);
    let parts: [&[u8]; 4] = [&address.prefix(number), &[DERIVE], seed, extra];
    params.hash().digest(&mut out[..params.n()], &parts)?;
    Ok(out)
}

/// Derives the private keys of these leaves from the seed (appendix A), as chains that contain
/// x[i].
pub(crate) fn private_keys(
    params: Params,
    id: &[u8; ID_LEN],
    seed: &[u8],
    leaves: impl ExactSizeIterator<Item = u32>,
) -> Result<Chains> {
    let mut chains = Chains::new(params.n(), leaves.len() * params.chains());
    for leaf in leaves {
        for number in 0..params.chains() as u16 {
            chains.push(&KeyAddress { id, leaf }.prefix(number), seed);
        }
    }
    chains.run(params.hash(), Steps { first: DERIVE, count: 1 })?;
    Ok(chains)
}

/// Computes the digits of the randomised digest Q of a message and of its checksum (sections 3.1.3
/// and 4.4), one per chain.
fn digits(
    params: Params,
    address: KeyAddress<'_>,
    randomiser: &[u8],
    message: Message<'_>,
) -> Result<Vec<u8>> {
    let mut bytes = [0; N_MAX + 2];
    let (n, w, top) = (params.n(), params.width.bits(), params.width.top());
    let start: [&[u8]; 2] = [&address.tagged(D_MESG), randomiser];
    params.hash().digest_message(&mut bytes[..n], &start, message)?;
    let digit = |bytes: &[u8], i: usize| {
        let at = i * w;
        bytes[at / 8] >> (8 - w - at % 8) & top
    };
    let sum: u16 = (0..8 * n / w).map(|i| u16::from(top - digit(&bytes, i))).sum();
    bytes[n..n + 2].copy_from_slice(&(sum << params.checksum_shift()).to_be_bytes());
    Ok((0..params.chains()).map(|i| digit(&bytes, i)).collect())
}
