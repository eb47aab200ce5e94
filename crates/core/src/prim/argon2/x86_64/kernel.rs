//! The permutation P side by side, for any width of registers.

/// Defines `permute` in a module that defines what it is made of: `Row`, a register, in whose lanes
/// of 128 bits lie two words each of different permutations; `add`, the sum with twice the product
/// of the lower halves; `xor`; `turned::<R>`, every word rotated to the right by `R`; `crossed`, the
/// upper words of one register before the lower words of another.
///
/// Register k holds the words 2 k and 2 k + 1, so that the first half of P mixes registers as they
/// are. For the second half the words of rows b and d are moved by one within their row, which takes
/// two crossings a row; those of row c are moved by two, which is another order of the registers.
macro_rules! kernel {
    ($(#[$attribute:meta])*) => {
        $(#[$attribute])*
        #[inline]
        fn permute(v: &mut [Row; 8]) {
            let [mut a0, mut a1, mut b0, mut b1, mut c0, mut c1, mut d0, mut d1] = *v;
            mix(&mut a0, &mut b0, &mut c0, &mut d0);
            mix(&mut a1, &mut b1, &mut c1, &mut d1);
            (b0, b1) = (crossed(b0, b1), crossed(b1, b0));
            (d0, d1) = (crossed(d1, d0), crossed(d0, d1));
            mix(&mut a0, &mut b0, &mut c1, &mut d0);
            mix(&mut a1, &mut b1, &mut c0, &mut d1);
            (b0, b1) = (crossed(b1, b0), crossed(b0, b1));
            (d0, d1) = (crossed(d0, d1), crossed(d1, d0));
            *v = [a0, a1, b0, b1, c0, c1, d0, d1];
        }

        /// The function GB (RFC 9106, section 3.6).
        $(#[$attribute])*
        #[inline]
        fn mix(a: &mut Row, b: &mut Row, c: &mut Row, d: &mut Row) {
            *a = add(*a, *b);
            *d = turned::<32>(xor(*d, *a));
            *c = add(*c, *d);
            *b = turned::<24>(xor(*b, *c));
            *a = add(*a, *b);
            *d = turned::<16>(xor(*d, *a));
            *c = add(*c, *d);
            *b = turned::<63>(xor(*b, *c));
        }
    };
}
pub(super) use kernel;
