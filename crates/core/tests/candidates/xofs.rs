//! SHA-3, SHAKE and TurboSHAKE against RustCrypto's `sha3`.

use quicksalt::hazmat::{
    keccak, sha3_256, sha3_512, shake128, shake256, turboshake128, turboshake256,
};
use sha3::Digest as _;
use sha3::digest::{ExtendableOutput as _, Update as _};

use crate::common::shapes;

/// Tests one shot and pieces: the state is copied before every piece, and each copy is read and
/// dropped.
macro_rules! xof {
    ($function:ident, $operation:literal, $in_pieces:ident, $peer:ident) => {
        #[test]
        fn $function() {
            shapes::parts(
                &keccak::PRIMITIVE,
                $operation,
                |run, parts, seed| {
                    let mut output = vec![0; output_len(seed)];
                    $function::by(run).hash(STANDARD, &mut output, parts);
                    output
                },
                $peer,
            );
        }

        #[test]
        fn $in_pieces() {
            shapes::parts(
                &keccak::PRIMITIVE,
                $operation,
                |run, parts, seed| {
                    let (mut hasher, mut output) =
                        ($function::by(run).hasher(STANDARD), vec![0; output_len(seed)]);
                    for part in parts {
                        hasher.clone().finish().read(&mut output);
                        hasher.update(part);
                    }
                    let mut reader = hasher.finish();
                    let size = 1 + (seed % 141) as usize;
                    output.chunks_mut(size).for_each(|piece| reader.read(piece));
                    output
                },
                $peer,
            );
        }
    };
}

/// Tests one shot and pieces: the state is copied before every piece, and each copy is finished and
/// dropped.
macro_rules! sha3 {
    ($function:ident, $in_pieces:ident, $peer:ty) => {
        #[test]
        fn $function() {
            shapes::parts(
                &keccak::PRIMITIVE,
                "permute24",
                |run, parts, _| {
                    let mut digest = [0; $function::DIGEST_LEN];
                    $function::by(run).hash($function::DOMAIN, &mut digest, parts);
                    digest.to_vec()
                },
                |message, _| <$peer>::digest(message).to_vec(),
            );
        }

        #[test]
        fn $in_pieces() {
            shapes::parts(
                &keccak::PRIMITIVE,
                "permute24",
                |run, parts, _| {
                    let mut hasher = $function::hasher_by(run);
                    for part in parts {
                        let _ = hasher.clone().digest();
                        hasher.update(part);
                    }
                    hasher.digest().to_vec()
                },
                |message, _| <$peer>::digest(message).to_vec(),
            );
        }
    };
}

sha3!(sha3_256, sha3_256_in_pieces, sha3::Sha3_256);
sha3!(sha3_512, sha3_512_in_pieces, sha3::Sha3_512);
xof!(shake128, "permute24", shake128_in_pieces, shake128_by_sha3);
xof!(shake256, "permute24", shake256_in_pieces, shake256_by_sha3);
xof!(turboshake128, "permute12", turboshake128_in_pieces, turboshake128_by_sha3);
xof!(turboshake256, "permute12", turboshake256_in_pieces, turboshake256_by_sha3);

const STANDARD: u8 = 0x1f;

/// Returns an output length from zero to more than two blocks.
fn output_len(seed: u64) -> usize {
    (seed % 301) as usize
}

fn shake128_by_sha3(message: &[u8], seed: u64) -> Vec<u8> {
    let mut output = vec![0; output_len(seed)];
    let hasher = sha3::Shake128::default();
    hasher.chain(message).finalize_xof_into(&mut output);
    output
}

fn shake256_by_sha3(message: &[u8], seed: u64) -> Vec<u8> {
    let mut output = vec![0; output_len(seed)];
    let hasher = sha3::Shake256::default();
    hasher.chain(message).finalize_xof_into(&mut output);
    output
}

fn turboshake128_by_sha3(message: &[u8], seed: u64) -> Vec<u8> {
    let mut output = vec![0; output_len(seed)];
    let hasher = sha3::TurboShake128::from_core(sha3::TurboShake128Core::new(STANDARD));
    hasher.chain(message).finalize_xof_into(&mut output);
    output
}

fn turboshake256_by_sha3(message: &[u8], seed: u64) -> Vec<u8> {
    let mut output = vec![0; output_len(seed)];
    let hasher = sha3::TurboShake256::from_core(sha3::TurboShake256Core::new(STANDARD));
    hasher.chain(message).finalize_xof_into(&mut output);
    output
}
