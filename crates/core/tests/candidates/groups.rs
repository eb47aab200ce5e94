//! edwards25519 and ristretto255 against vectors by libsodium and against the crate crrl.

use crrl::ed25519::Scalar;
use crrl::{ed25519 as peer, ristretto255 as peer_ristretto};
use quicksalt::choose::sample_array;
use quicksalt::hazmat::edwards25519::{self, Sign};
use quicksalt::hazmat::ristretto255;
use quicksalt::nacl::edwards25519::{Point, Scalar as NaclScalar, StringHash};

use crate::common::candidates::subjects;
use crate::common::same;
use crate::common::vectors::{Case, each};

const SIGNS: [Sign; 2] = [Sign::Plus, Sign::Minus];

/// Compares a result with a case; the file contains `null` where libsodium refuses.
#[track_caller]
fn agree<E: core::fmt::Debug>(case: &Case, result: Result<[u8; 32], E>) {
    let known = (!case.is_null("result")).then(|| case.array("result"));
    assert_eq!(result.ok(), known, "{} {}", case.text("operation"), case.source());
}

/// Uses the chosen candidates, and all candidates for operations that several candidates offer.
#[test]
fn edwards25519_agrees_with_libsodium() {
    use edwards25519 as group;
    let subjects = subjects(&group::PRIMITIVE, "scalarmult");
    each("edwards25519", |case| match case.text("operation") {
        "is_valid" => {
            for subject in &subjects {
                let valid = subject.run.is_valid(&case.array("point"));
                assert_eq!(Some(valid), case.boolean("valid"), "{}", subject.name);
            }
        }
        "scalarmult_noclamp" => {
            for subject in &subjects {
                agree(case, subject.run.scalarmult(&case.array("scalar"), &case.array("point")));
            }
        }
        "scalarmult" => {
            let (scalar, point) =
                (NaclScalar::from(case.array("scalar")), Point::from(case.array("point")));
            agree(case, point.mul_clamped(&scalar).map(|product| *product.as_bytes()));
        }
        "base" => {
            let product = Point::base_clamped(&NaclScalar::from(case.array("scalar")));
            agree(case, product.map(|product| *product.as_bytes()));
        }
        "base_noclamp" => agree(case, group::base(&case.array("scalar"))),
        "add" => agree(case, group::add(&case.array("p"), Sign::Plus, &case.array("q"))),
        "sub" => agree(case, group::add(&case.array("p"), Sign::Minus, &case.array("q"))),
        "from_uniform" => agree(case, group::from_uniform(&case.array("uniform"))),
        "from_hash" => agree(case, group::from_hash(&case.array("uniform"))),
        "scalar_reduce" => agree(case, group::scalar_reduce(&case.array("wide"))),
        "scalar_add" => agree(case, group::scalar_add(&case.array("x"), &case.array("y"))),
        "scalar_sub" => agree(case, group::scalar_sub(&case.array("x"), &case.array("y"))),
        "scalar_mul" => agree(case, group::scalar_mul(&case.array("x"), &case.array("y"))),
        "scalar_invert" => agree(case, group::scalar_invert(&case.array("x"))),
        "scalar_negate" => agree(case, group::scalar_negate(&case.array("x"))),
        "scalar_complement" => agree(case, group::scalar_complement(&case.array("x"))),
        other => panic!("unknown operation {other}"),
    });
}

#[test]
fn hashing_to_points_agrees_with_rfc_9380() {
    each("edwards25519-strings", |case| {
        let (context, message) = (case.bytes("context"), case.bytes("message"));
        let point = match case.text("map") {
            "uniform" => Point::from_string(&context, &message, StringHash::Sha512),
            "nonuniform" => Point::from_string_nonuniform(&context, &message, StringHash::Sha512),
            other => panic!("unknown map {other}"),
        };
        same(point.unwrap().as_bytes(), &case.bytes("point"), || case.source());
    });
}

#[test]
fn ristretto255_agrees_with_rfc_9496() {
    let subjects = subjects(&ristretto255::PRIMITIVE, "scalarmult");
    let scalar = sample_array(1);
    let generator = ristretto255::base(&{
        let mut one = [0; 32];
        one[0] = 1;
        one
    });
    each("ristretto255", |case| match case.text("operation") {
        "base" => {
            let (multiple, result) = (case.array("scalar"), case.array("result"));
            let expected = (result != [0; 32]).then_some(result);
            assert_eq!(ristretto255::base(&multiple).ok(), expected, "{}", case.source());
            assert_eq!(ristretto255::is_valid_point(&result), Ok(true), "{}", case.source());
            for subject in &subjects {
                let product = subject.run.scalarmult(&multiple, &generator.clone().unwrap());
                assert_eq!(product.ok(), expected, "{}, {}", subject.name, case.source());
            }
        }
        "invalid" => {
            let point = case.array("point");
            assert_eq!(ristretto255::is_valid_point(&point), Ok(false), "{}", case.source());
            assert!(ristretto255::add(&point, Sign::Plus, &[0; 32]).is_err(), "{}", case.source());
            for subject in &subjects {
                assert!(subject.run.scalarmult(&scalar, &point).is_err(), "{}", case.source());
            }
        }
        "from_hash" => agree(case, ristretto255::from_hash(&case.array("uniform"))),
        other => panic!("unknown operation {other}"),
    });
}

/// Returns the number without its last bit, as scalar multiplication uses it.
fn peer_scalar(scalar: &[u8; 32]) -> Scalar {
    let mut low = *scalar;
    low[31] &= 0x7f;
    Scalar::decode_reduce(&low)
}

#[test]
fn the_group_of_ed25519_agrees_with_crrl() {
    let subjects = subjects(&edwards25519::PRIMITIVE, "scalarmult");
    for seed in 0..256 {
        let context = || format!("seed {seed}");
        let (x, y) = (sample_array(seed), sample_array(!seed));
        let p = edwards25519::from_uniform(&sample_array(seed + 1000)).unwrap();
        let q = edwards25519::base(&y).unwrap();
        let (peer_p, peer_q) = (peer::Point::decode(&p).unwrap(), peer::Point::decode(&q).unwrap());
        assert_ne!(peer_p.is_in_subgroup(), 0, "{seed}");
        same(&q, &peer::Point::mulgen(&peer_scalar(&y)).encode(), context);
        for (sign, sum) in SIGNS.into_iter().zip([peer_p + peer_q, peer_p - peer_q]) {
            same(&edwards25519::add(&p, sign, &q).unwrap(), &sum.encode(), context);
        }
        for subject in &subjects {
            let product = (peer_p * peer_scalar(&x)).encode();
            same(&subject.run.scalarmult(&x, &p).unwrap(), &product, context);
            let any = sample_array(seed);
            let valid = peer::Point::decode(&any)
                .is_some_and(|point| point.is_in_subgroup() & !point.isneutral() != 0);
            assert_eq!(subject.run.is_valid(&any), valid, "{}, {seed}", subject.name);
        }
    }
}

#[test]
fn scalars_agree_with_crrl() {
    for seed in 0..512 {
        let context = || format!("seed {seed}");
        let (x, y): ([u8; 32], [u8; 32]) = (sample_array(seed), sample_array(!seed));
        let wide: [u8; 64] = sample_array(seed + 5);
        let [peer_x, peer_y] = [&x, &y].map(|n| Scalar::decode_reduce(n));
        let reduced = Scalar::decode_reduce(&wide).encode();
        same(&edwards25519::scalar_reduce(&wide).unwrap(), &reduced, context);
        let product = edwards25519::scalar_mul(&x, &y).unwrap();
        same(&product, &(peer_x * peer_y).encode(), context);
        let inverse = edwards25519::scalar_invert(&x).unwrap();
        same(&inverse, &(Scalar::ONE / peer_x).encode(), context);
        let negative = edwards25519::scalar_negate(&x).unwrap();
        same(&negative, &(-peer_x).encode(), context);
        let complement = edwards25519::scalar_complement(&x).unwrap();
        same(&complement, &(Scalar::ONE - peer_x).encode(), context);
        // Valid if the sum of the numbers does not have a 257th bit.
        let (x, y) = (peer_x.encode(), peer_y.encode());
        let sum = edwards25519::scalar_add(&x, &y).unwrap();
        same(&sum, &(peer_x + peer_y).encode(), context);
        let difference = edwards25519::scalar_sub(&x, &y).unwrap();
        same(&difference, &(peer_x - peer_y).encode(), context);
    }
}

#[test]
fn ristretto255_agrees_with_crrl() {
    let subjects = subjects(&ristretto255::PRIMITIVE, "scalarmult");
    for seed in 0..256 {
        let context = || format!("seed {seed}");
        let (x, y) = (sample_array(seed), sample_array(!seed));
        let uniform: [u8; 64] = sample_array(seed + 1000);
        let p = ristretto255::from_hash(&uniform).unwrap();
        let peer_p = peer_ristretto::Point::one_way_map(&uniform);
        same(&p, &peer_p.encode(), context);
        let q = ristretto255::base(&y).unwrap();
        let peer_q = peer_ristretto::Point::mulgen(&peer_scalar(&y));
        same(&q, &peer_q.encode(), context);
        for (sign, sum) in SIGNS.into_iter().zip([peer_p + peer_q, peer_p - peer_q]) {
            same(&ristretto255::add(&p, sign, &q).unwrap(), &sum.encode(), context);
        }
        for subject in &subjects {
            let product = (peer_p * peer_scalar(&x)).encode();
            same(&subject.run.scalarmult(&x, &p).unwrap(), &product, context);
        }
        let any: [u8; 32] = sample_array(seed);
        let valid = peer_ristretto::Point::decode(&any).is_some();
        assert_eq!(ristretto255::is_valid_point(&any), Ok(valid), "{seed}");
    }
}
