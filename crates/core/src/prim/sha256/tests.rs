use sha2::{Digest, Sha256};

crate::prim::testing::hash_tests!(sha2::Sha256);

#[test]
fn hashing_no_parts_equals_hashing_the_empty_message() -> crate::Result<()> {
    assert_eq!(super::hash(&[])?[..], Sha256::digest([])[..]);
    Ok(())
}
