//! Valid and damaged key material.

use alloc::format;
use alloc::string::ToString;

use super::material;
use crate::signing::{Cache, KeyMaterial};
use crate::testing::other_lengths_are_refused;

#[test]
fn key_material_is_decoded_with_and_without_a_tree() {
    let material = material(2);
    let bytes = material.to_bytes();
    let level = material.top().level().to_vec();
    let again = |level| KeyMaterial::from_bytes(&bytes, level, None).unwrap();
    for (level, cache) in [(Some(level.clone()), Cache::Used), (None, Cache::Missing)] {
        let again = again(level);
        assert_eq!((again.public_key(), again.cache()), (material.public_key(), cache));
        assert_eq!(*again.to_bytes(), *bytes);
    }
    for at in 0..level.len() {
        let mut damaged = level.clone();
        damaged[at] ^= 1 << (at % 8);
        // A different tree is rejected and recomputed.
        if at % 97 == 0 {
            let again = again(Some(damaged));
            assert_eq!(
                (again.public_key(), again.cache()),
                (material.public_key(), Cache::Missing)
            );
            assert_eq!(again.top().level(), level);
        }
    }
    for damaged in [&level[1..], &[], &[level.clone(), vec![0]].concat()[..]] {
        assert_eq!(again(Some(damaged.to_vec())).public_key(), material.public_key());
    }
}

#[test]
fn damaged_material_is_refused() {
    let material = material(1);
    let bytes = material.to_bytes();
    other_lengths_are_refused(&bytes, |bytes| KeyMaterial::from_bytes(bytes, None, None));
    for at in 0..bytes.len() {
        let mut damaged = bytes.to_vec();
        damaged[at] ^= 1;
        // The public key in the material reveals a changed secret.
        assert!(KeyMaterial::from_bytes(&damaged, None, None).is_err(), "byte {at}");
    }
}

#[test]
fn material_of_a_newer_version_is_reported() {
    let bytes = material(1).to_bytes();
    for found in ["2", "3", "41"] {
        let newer = [b"quicksalt-hss-", found.as_bytes(), &bytes[15..]].concat();
        let text = KeyMaterial::from_bytes(&newer, None, None).unwrap_err().to_string();
        assert!(text.contains("made by a newer quicksalt"), "{text}");
        assert!(text.contains(&format!("(format {found}); this one reads up to 1")), "{text}");
    }
}

#[test]
fn a_tree_of_another_key_is_refused() {
    let one = material(1);
    let seed = [4; 32];
    let other = crate::trees::SecretKey::from_seed(one.secret().levels().clone(), &seed).unwrap();
    assert!(KeyMaterial::new(other, one.top().clone()).is_err());
    assert!(KeyMaterial::new(one.secret().clone(), one.top().clone()).is_ok());
}
