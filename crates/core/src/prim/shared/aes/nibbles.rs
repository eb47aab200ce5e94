//! The S-box of AES by tables of sixteen bytes, in which one vector instruction looks up all bytes:
//! neither time nor memory accesses depend on data.
//!
//! Origin: M. Hamburg, "Accelerating AES with vector permute instructions" (CHES 2009), section 3;
//! the tables are computed here, from FIPS 197. Elements of the field of 256 elements are
//! represented as pairs k + i z over the subfield of sixteen elements, with z^2 = A z + A. With j =
//! i + k, the inverse of a pair follows from inverses in the subfield:
//!
//! io = 1 / (1 / i + A / k) + j,  jo = 1 / (1 / j + A / k) + i,
//! 1 / (k + i z) = (1 / io) (1 + z (1 + 1 / A) / A) + (1 / jo) z / A^2.
//!
//! The inverse of zero is [`INFINITE`]: XORed into an index, it makes the index larger than 15, and
//! the lookup returns zero, as required.

/// A table of sixteen bytes, indexed by four bits.
pub(in crate::prim) type Table = [u8; 16];

/// Represents the inverse of zero.
pub(in crate::prim) const INFINITE: u8 = 0x80;

/// The constant that the S-box adds at the end.
pub(in crate::prim) const CONSTANT: u8 = 0x63;

/// Maps a byte to its pair, k in the low half and i in the high half: the XOR of the entries for
/// the low and the high four bits of the byte.
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

/// Maps an element of the subfield to its inverse.
pub(in crate::prim) const INVERSE: Table = quotients(1);

/// Maps an element of the subfield to A divided by it.
pub(in crate::prim) const A_OVER: Table = quotients(A);

/// The S-box without its constant: the XOR of the entries for io and jo.
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

/// A subfield element with powers 0 to 3 as the basis of the subfield: 3, a generator of the whole
/// field, to the power of 17.
const BETA: u8 = power(3, 17);

/// The smallest subfield element, as bits in that basis, for which z is not in the subfield.
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

/// Returns the product modulo x^8 + x^4 + x^3 + x + 1.
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

/// Returns the inverse, or zero for zero.
const fn inverse(a: u8) -> u8 {
    power(a, 254)
}

/// Returns the subfield element with these four bits in the basis.
const fn element_of_subfield(bits: u8) -> u8 {
    let (mut sum, mut bit) = (0, 0);
    while bit < 4 {
        sum ^= power(BETA, bit) * (bits >> bit & 1);
        bit += 1;
    }
    sum
}

/// Returns the field element that a pair represents.
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

/// Returns a constant divided by each element of the subfield, all as bits in the basis.
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

/// Applies the linear part of the S-box's affine map (FIPS 197 section 5.1.1).
const fn affine(a: u8) -> u8 {
    a ^ a.rotate_left(1) ^ a.rotate_left(2) ^ a.rotate_left(3) ^ a.rotate_left(4)
}
