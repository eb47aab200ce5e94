use siphasher::sip::SipHasher24;

crate::prim::testing::mac_tests!(independent, super::portable::CANDIDATE.ops.absorb);

fn independent(key: &[u8; KEY_LEN], message: &[u8]) -> [u8; TAG_LEN] {
    SipHasher24::new_with_key(key).hash(message).to_le_bytes()
}
