//! The S-box of AES by tables of sixteen bytes, which a vector instruction looks all bytes up in at once:
//! neither time nor memory accesses depend on data.
//!
//! Origin: M. Hamburg, "Accelerating AES with vector permute instructions" (CHES 2009), section 3; the
//! tables are computed here, from FIPS 197. The field of 256 elements is one of pairs k + i z over its
//! subfield of sixteen, with z^2 = A z + A. The inverse of a pair follows from inverses in the
//! subfield, with j = i + k:
//!
//! io = 1 / (1 / i + A / k) + j,  jo = 1 / (1 / j + A / k) + i,
//! 1 / (k + i z) = (1 / io) (1 + z (1 + 1 / A) / A) + (1 / jo) z / A^2.
//!
//! The inverse of zero is [`INFINITE`]: a sum with it stays above fifteen, and what is looked up
//! there is zero, as it should be.

/// Sixteen bytes that are looked up by four bits.
pub(in crate::prim) type Table = [u8; 16];

/// Stands for the inverse of zero.
pub(in crate::prim) const INFINITE: u8 = 0x80;

/// What the S-box adds at last.
pub(in crate::prim) const CONSTANT: u8 = 0x63;

/// The pair that a byte stands for, k in the lower half and i in the upper, is the sum of what is found
/// by the lower four bits of the byte and by the upper.
pub(in crate::prim) const PAIRS: [Table; 2] = {
    let mut tables = [[0; 16]; 2];
    let mut pair = 0;
    while pair < 256 {
        let byte = element(pair as u8);
        if byte < 16 {
            tables[0][byte as usize] = pair as u8;
        }
        if byte.is_multiple_of(16) {
            tables[1][byte as usize / 16] = pair as u8;
        }
        pair += 1;
    }
    tables
};

/// The inverse in the subfield.
pub(in crate::prim) const INVERSE: Table = quotients(1);

/// A over an element of the subfield.
pub(in crate::prim) const A_OVER: Table = quotients(A);

/// The S-box without its constant is the sum of what is found by io and by jo.
pub(in crate::prim) const OUTPUT: [Table; 2] = {
    let over_a = inverse(element(A));
    let factors =
        [1 ^ product(Z, product(1 ^ over_a, over_a)), product(Z, product(over_a, over_a))];
    let mut tables = [[0; 16]; 2];
    let mut n = 1;
    while n < 16 {
        let over = inverse(element(n as u8));
        tables[0][n] = affine(product(over, factors[0]));
        tables[1][n] = affine(product(over, factors[1]));
        n += 1;
    }
    tables
};

/// An element of the subfield of which powers 0 to 3 are its basis: 3, which generates all, to the
/// power of 17.
const BETA: u8 = power(3, 17);

/// The first element of the subfield, by its bits in that basis, for which z is not in it.
const A: u8 = {
    let mut a = 1;
    while has_root(a) {
        a += 1;
    }
    a
};

/// A root of z^2 + A z + A.
const Z: u8 = {
    let mut z = 0;
    while !is_root(z, element_of_subfield(A)) {
        z += 1;
    }
    z
};

/// The product modulo x^8 + x^4 + x^3 + x + 1.
pub(super) const fn product(mut a: u8, b: u8) -> u8 {
    let (mut sum, mut bit) = (0, 0);
    while bit < 8 {
        sum ^= a * (b >> bit & 1);
        a = (a << 1) ^ ((a >> 7) * 0x1b);
        bit += 1;
    }
    sum
}

const fn power(a: u8, exponent: u8) -> u8 {
    let (mut result, mut i) = (1, 0);
    while i < exponent {
        result = product(result, a);
        i += 1;
    }
    result
}

/// That of zero is zero.
const fn inverse(a: u8) -> u8 {
    power(a, 254)
}

/// The element whose bits in the basis of the subfield are these four.
const fn element_of_subfield(bits: u8) -> u8 {
    let (mut sum, mut bit) = (0, 0);
    while bit < 4 {
        sum ^= power(BETA, bit) * (bits >> bit & 1);
        bit += 1;
    }
    sum
}

/// The element that is a pair.
pub(super) const fn element(pair: u8) -> u8 {
    let [k, i] = [pair % 16, pair / 16];
    if i == 0 {
        return element_of_subfield(k);
    }
    element_of_subfield(k) ^ product(element_of_subfield(i), Z)
}

const fn is_root(z: u8, a: u8) -> bool {
    product(z, z) ^ product(a, z) ^ a == 0
}

const fn has_root(a: u8) -> bool {
    let mut n = 0;
    while n < 16 {
        if is_root(element_of_subfield(n), element_of_subfield(a)) {
            return true;
        }
        n += 1;
    }
    false
}

/// A constant over each element of the subfield, all as bits in its basis.
const fn quotients(of: u8) -> Table {
    let mut table = [INFINITE; 16];
    let mut n = 1;
    while n < 16 {
        let quotient = product(element(of), inverse(element(n as u8)));
        let mut bits = 0;
        while element(bits) != quotient {
            bits += 1;
        }
        table[n] = bits;
        n += 1;
    }
    table
}

/// The linear part of the map behind the inversion (FIPS 197 section 5.1.1).
const fn affine(a: u8) -> u8 {
    a ^ a.rotate_left(1) ^ a.rotate_left(2) ^ a.rotate_left(3) ^ a.rotate_left(4)
}
