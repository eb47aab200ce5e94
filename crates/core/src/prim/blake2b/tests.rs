use blake2::Blake2bMac;
use blake2::digest::{Digest, FixedOutput, Update, consts};

use super::{PRIMITIVE, Params};
use crate::choose::{sample_array, sample_bytes};
use crate::error::{Error, Result};
use crate::prim::testing::each_message;

#[test]
fn every_candidate_agrees_with_rustcrypto() -> Result<()> {
    let params = Params::new(&[], &[0; 16], &[0; 16])?;
    for candidate in PRIMITIVE.runnable() {
        each_message(|parts, message| {
            let name = candidate.meta().name;
            let mut digest = [0; 64];
            candidate.hash(&params, &mut digest, parts);
            assert_eq!(digest[..], blake2::Blake2b512::digest(message)[..], "{name} {parts:?}");
        });
    }
    Ok(())
}

#[test]
fn every_candidate_agrees_with_rustcrypto_on_keyed_hashes() -> Result<()> {
    let (key, salt, personal) = (sample_bytes(37, 13), sample_array(14), sample_array(15));
    let params = Params::new(&key, &salt, &personal)?;
    for candidate in PRIMITIVE.runnable() {
        each_message(|parts, message| {
            let name = candidate.meta().name;
            let mut digest = [0; 24];
            candidate.hash(&params, &mut digest, parts);
            let mac =
                Blake2bMac::<consts::U24>::new_with_salt_and_personal(Some(&key), &salt, &personal);
            let expected = mac.map(|mac| mac.chain(message).finalize_fixed());
            assert_eq!(expected.map(|d| d[..] == digest), Ok(true), "{name} {parts:?}");
        });
    }
    Ok(())
}

#[test]
fn rejects_digest_and_key_lengths_out_of_range() {
    let hash = |out: &mut [u8], key: &[u8]| super::hash(key, &[0; 16], &[0; 16], out, &[]);
    let refused = |argument, expected, actual| Err(Error::Length { argument, expected, actual });
    assert_eq!(hash(&mut [], &[]), refused("out", "1 to 64", 0));
    assert_eq!(hash(&mut [0; 65], &[]), refused("out", "1 to 64", 65));
    assert_eq!(hash(&mut [0; 32], &[0; 65]), refused("key", "0 to 64", 65));
    assert_eq!(hash(&mut [0; 64], &[0; 64]), Ok(()));
    assert_eq!(hash(&mut [0; 1], &[0; 1]), Ok(()));
}
