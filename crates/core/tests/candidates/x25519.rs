//! X25519 against libcrux's implementation, which is generated from the verified HACL*.

use quicksalt::Error;
use quicksalt::choose::sample_array;
use quicksalt::hazmat::x25519::PRIMITIVE;

use crate::common::candidates::subjects;
use crate::common::same;

fn peer(scalar: &[u8; 32], point: &[u8; 32]) -> [u8; 32] {
    let mut out = [0; 32];
    // The crate reports the all-zero result as an error and leaves the zeros in `out`.
    let _ = libcrux_curve25519::ecdh(&mut out, point, scalar);
    out
}

fn peer_base(scalar: &[u8; 32]) -> [u8; 32] {
    let mut out = [0; 32];
    libcrux_curve25519::secret_to_public(&mut out, scalar);
    out
}

#[test]
fn agrees_with_libcrux() {
    for subject in subjects(&PRIMITIVE, "scalarmult") {
        for seed in 0..256 {
            let (scalar, point) = (sample_array(seed), sample_array(!seed));
            let context = || format!("{}, seed {seed}", subject.name);
            let expected = peer(&scalar, &point);
            same(&subject.run.scalarmult(&scalar, &point).unwrap(), &expected, context);
            same(&subject.run.base(&scalar), &peer_base(&scalar), context);
        }
    }
}

/// Scalars and points at the edges: few bits set or clear, and field elements around 0 and around
/// the prime, reduced or not.
#[test]
fn agrees_with_libcrux_at_the_edges() {
    let mut edges = Vec::new();
    for bit in 0..256 {
        let mut one = [0; 32];
        one[bit / 8] = 1 << (bit % 8);
        edges.extend([one, one.map(|byte| !byte)]);
    }
    for low in 0..=255 {
        let mut near_prime = [0xff; 32];
        near_prime[0] = low;
        near_prime[31] = 0x7f;
        let mut small = [0; 32];
        small[0] = low;
        edges.extend([near_prime, small]);
    }
    for subject in subjects(&PRIMITIVE, "scalarmult") {
        for (index, edge) in edges.iter().enumerate() {
            let context = || format!("{}, edge {index}", subject.name);
            let other = sample_array(index as u64);
            same(&subject.run.base(edge), &peer_base(edge), context);
            same(&subject.run.scalarmult(edge, &other).unwrap(), &peer(edge, &other), context);
            match subject.run.scalarmult(&other, edge) {
                Ok(product) => same(&product, &peer(&other, edge), context),
                Err(error) => {
                    assert_eq!(error, Error::WeakPublicKey, "{}", context());
                    same(&peer(&other, edge), &[0; 32], context);
                }
            }
        }
    }
}
