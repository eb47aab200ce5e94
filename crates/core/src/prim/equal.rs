//! Constant-time comparison of secrets.

use subtle::ConstantTimeEq as _;

/// Returns whether two arrays are equal, in a time that does not depend on their contents.
///
/// The crate subtle hides every single byte of an array from the optimiser, which takes longer than
/// AEGIS takes for a short message. This function hides only the OR of all differences.
#[inline(always)]
pub(crate) fn equal<const N: usize>(a: &[u8; N], b: &[u8; N]) -> bool {
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks(), b.as_chunks());
    let mut differences = 0;
    for (a, b) in a.iter().zip(b) {
        differences |= u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b);
    }
    for (a, b) in a_rest.iter().zip(b_rest) {
        differences |= u64::from(a ^ b);
    }
    differences.ct_eq(&0).into()
}

#[cfg(test)]
mod tests {
    use super::equal;

    #[test]
    fn every_bit_of_every_byte_counts() {
        let a: [u8; 37] = core::array::from_fn(|i| (i * 57) as u8);
        assert!(equal(&a, &a.clone()));
        for bit in 0..8 * a.len() {
            let mut b = a;
            b[bit / 8] ^= 1 << (bit % 8);
            assert!(!equal(&a, &b), "{bit}");
        }
    }

    #[test]
    fn differences_do_not_cancel_each_other() {
        let a = [3; 37];
        for i in 0..a.len() {
            for j in 0..i {
                let mut b = a;
                (b[i], b[j]) = (b[i] ^ 0x80, b[j] ^ 0x80);
                assert!(!equal(&a, &b), "{i} and {j}");
            }
        }
    }
}
