//! One-time keys (section 4 of the specification).

use alloc::vec;
use alloc::vec::Vec;

use quicksalt::Wiped;

use super::address::{Address, Kind};
use super::place::Place;
use crate::error::Result;
use crate::hash::personal::NumberedChains;
use crate::trees::SEED_LEN;

/// The nodes of leaves out of the starts of their chains.
pub(super) fn of_starts(place: &Place, starts: Wiped<Vec<u8>>, leaves: &[u32]) -> Result<Vec<u8>> {
    let mut chains = fresh(place, starts, leaves)?;
    chains.run(place.params().steps())?;
    ends(place, leaves, chains.values())
}

/// The values of the chains of these leaves at the digits of a digest for each, as they stand in
/// signatures, one after another.
pub(super) fn sign<'a>(
    place: &Place,
    seed: &[u8],
    leaves: &[u32],
    digests: impl Iterator<Item = &'a [u8]>,
) -> Result<Vec<u8>> {
    let params = place.params();
    let mut chains = fresh(place, starts(place, seed, leaves)?, leaves)?;
    let mut turns = Vec::with_capacity(leaves.len() * params.pairs());
    digests.for_each(|digest| turns.extend(params.digits(digest).map(|digit| digit + 1)));
    // The second chain of a pair goes through the other 2^b - digit.
    chains.run_pairs(&turns, params.steps() + 1)?;
    Ok(chains.values().to_vec())
}

/// The node of the leaf under which these values are a signature of a digest.
pub(super) fn candidate(place: &Place, leaf: u32, digest: &[u8], values: &[u8]) -> Result<Vec<u8>> {
    let (params, last) = (place.params(), place.params().steps() - 1);
    let digits: Vec<_> = params.digits(digest).collect();
    let done = digits.iter().flat_map(|digit| [digit + 1, params.steps() - digit]);
    let numbers =
        steps(place, leaf).zip(done).map(|(step, done)| step.number() + u64::from(done)).collect();
    let mut chains = chains(place, Wiped::new(values.to_vec()), numbers)?;
    let turns: Vec<_> = digits.iter().map(|digit| last - digit).collect();
    // The second chain of a pair goes through the other steps, as many as the digit.
    chains.run_pairs(&turns, last)?;
    ends(place, &[leaf], chains.values())
}

/// The chains of these leaves before their first steps.
pub(super) fn fresh(
    place: &Place,
    values: Wiped<Vec<u8>>,
    leaves: &[u32],
) -> Result<NumberedChains> {
    let numbers = leaves.iter().flat_map(|&leaf| steps(place, leaf)).map(Address::number);
    chains(place, values, numbers.collect())
}

/// The secret starts of all chains of these leaves, one after another.
pub(super) fn starts(place: &Place, seed: &[u8], leaves: &[u32]) -> Result<Wiped<Vec<u8>>> {
    let mut seeds = Wiped::new(vec![0; leaves.len() * SEED_LEN]);
    let own = place.address(Kind::Leaf);
    let messages = Wiped::new(seed.repeat(leaves.len()));
    place.digests(&mut seeds, leaves.iter().map(|&leaf| own.at(leaf)), &messages)?;

    let (chains, each) = (2 * place.params().pairs(), place.params().values_len());
    let mut values = Wiped::new(vec![0; leaves.len() * each]);
    let rows = values.chunks_exact_mut(each);
    for ((&leaf, seed), row) in leaves.iter().zip(seeds.chunks_exact(SEED_LEN)).zip(rows) {
        let own = place.address(Kind::Start).at(leaf);
        let addresses = (0..chains as u16).map(|chain| Address { chain, ..own });
        place.digests(row, addresses, &Wiped::new(seed.repeat(chains)))?;
    }
    Ok(values)
}

/// The address of the first step of each chain of a leaf.
fn steps(place: &Place, leaf: u32) -> impl Iterator<Item = Address> {
    let own = place.address(Kind::Chain).at(leaf);
    (0..2 * place.params().pairs() as u16).map(move |chain| Address { chain, ..own })
}

fn chains(place: &Place, values: Wiped<Vec<u8>>, numbers: Vec<u64>) -> Result<NumberedChains> {
    let personal = place.address(Kind::Chain).personal();
    NumberedChains::new(place.params().n(), &place.salt, &personal, values, numbers)
}

/// The nodes of leaves out of the ends of their chains.
pub(super) fn ends(place: &Place, leaves: &[u32], values: &[u8]) -> Result<Vec<u8>> {
    let mut nodes = vec![0; leaves.len() * place.params().n()];
    let own = place.address(Kind::Ends);
    place.digests(&mut nodes, leaves.iter().map(|&leaf| own.at(leaf)), values)?;
    Ok(nodes)
}
