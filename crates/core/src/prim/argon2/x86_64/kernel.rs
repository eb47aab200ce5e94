//! The permutation P on several states in parallel, for any register width.

/// Defines `permute` in a module that provides: `Row`, a register whose 128-bit lanes each hold two
/// words of a different permutation; `add`, the sum plus twice the product of the lower halves;
/// `xor`; `turned::<R>`, which rotates every word to the right by `R`; `crossed`, which joins the
/// upper words of one register and the lower words of another.
///
/// Register k holds the words 2 k and 2 k + 1, so the first half of P mixes the registers directly.
/// For the second half, the words of rows b and d move by one within their row, which takes two
/// calls of `crossed` per row; the words of row c move by two, which only reorders the registers.
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
