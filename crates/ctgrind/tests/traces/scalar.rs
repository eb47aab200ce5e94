//! Simple but slow arithmetic on Ed25519 scalars.

/// The order of the prime-order group (RFC 8032, section 5.1), little-endian.
const ORDER: [u8; 32] = [
    0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x10,
];

/// Reduces a little-endian number modulo the group order.
pub(crate) fn reduced(number: &[u8]) -> [u8; 32] {
    let mut rest = [0_u8; 32];
    for at in (0..8 * number.len()).rev() {
        let mut carry = number[at / 8] >> (at % 8) & 1;
        for byte in &mut rest {
            (*byte, carry) = (*byte << 1 | carry, *byte >> 7);
        }
        let mut borrow = false;
        let less: [u8; 32] = core::array::from_fn(|i| {
            let (byte, first) = rest[i].overflowing_sub(ORDER[i]);
            let (byte, second) = byte.overflowing_sub(u8::from(borrow));
            borrow = first | second;
            byte
        });
        if !borrow {
            rest = less;
        }
    }
    rest
}

/// Splits a number into digits of `bits` bits, the lowest first.
pub(crate) fn digits(number: &[u8], bits: usize) -> Vec<u64> {
    let bit = |at: usize| u64::from(number[at / 8] >> (at % 8) & 1);
    let digit = |from: usize| {
        let upto = (from + bits).min(8 * number.len());
        (from..upto).fold(0, |digit, at| digit | bit(at) << (at - from))
    };
    (0..8 * number.len()).step_by(bits).map(digit).collect()
}

/// Splits a number into digits from -8 to 7, the lowest first; the last digit may be 8.
pub(crate) fn signed_digits(number: &[u8; 32]) -> [i8; 64] {
    let mut carry = 0;
    let plain = digits(number, 4);
    core::array::from_fn(|i| {
        let digit = plain[i] as i8 + carry;
        carry = i8::from(digit >= 8 && i < 63);
        digit - 16 * carry
    })
}

#[test]
fn scalars_are_reduced_and_split() {
    let mut more = [0; 64];
    more[..32].copy_from_slice(&ORDER);
    more[0] += 5;
    assert_eq!(reduced(&more)[..2], [5, 0]);
    let one_above = core::array::from_fn(|i| if i == 32 { 1 } else { 0_u8 });
    let two_to_256: [u8; 64] = one_above;
    assert_eq!(reduced(&two_to_256)[..4], [0x1d, 0x95, 0x98, 0x8d]);
    assert_eq!(digits(&[0xff, 0x01, 0x80], 9), [0x1ff, 0, 0x20]);
    assert_eq!(signed_digits(&[0x7f; 32])[..3], [-1, -8, 0]);
}
