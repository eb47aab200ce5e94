//! The bitsliced S-box of AES and its inverse.
//!
//! Origin: Boyar and Peralta, "A new combinational logic minimization technique with applications
//! to cryptology" (2010): linear layers before and after an inversion in GF(2^8), which is computed
//! in a tower of subfields. The wire names come from the paper.

use super::{Lanes, Slices};

/// Applies SubBytes (FIPS 197 section 5.1.1).
#[inline(always)]
pub(super) fn substitute<const N: usize>(q: &mut Slices<N>) {
    let y = top(q);
    bottom(q, &products(&y, &inverted(&y)));
}

/// Applies InvSubBytes (FIPS 197 section 5.3.2). The S-box is an inversion followed by an affine
/// map, so applying the inverse affine map before and after the S-box yields the inverse S-box.
#[inline(always)]
pub(super) fn substitute_back<const N: usize>(q: &mut Slices<N>) {
    linear_back(q);
    substitute(q);
    linear_back(q);
}

/// Applies the inverse of the S-box's affine map: after adding 0x63, bit i is the sum of bits i +
/// 2, i + 5 and i + 7.
#[inline(always)]
fn linear_back<const N: usize>(q: &mut Slices<N>) {
    for i in [0, 1, 5, 6] {
        q[i] = !q[i];
    }
    let from = *q;
    for i in 0..8 {
        q[i] = from[(i + 2) % 8] ^ from[(i + 5) % 8] ^ from[(i + 7) % 8];
    }
}

/// Returns x7 at index 0, followed by y1 to y21.
#[inline(always)]
fn top<const N: usize>(q: &Slices<N>) -> [Lanes<N>; 22] {
    let [x7, x6, x5, x4, x3, x2, x1, x0] = *q;
    let (y14, y13, y9, y8, t0) = (x3 ^ x5, x0 ^ x6, x0 ^ x3, x0 ^ x5, x1 ^ x2);
    let y1 = t0 ^ x7;
    let (y4, y12, y2, y5) = (y1 ^ x3, y13 ^ y14, y1 ^ x0, y1 ^ x6);
    let (y3, t1) = (y5 ^ y8, x4 ^ y12);
    let (y15, y20) = (t1 ^ x5, t1 ^ x1);
    let (y6, y10, y11) = (y15 ^ x7, y15 ^ t0, y20 ^ y9);
    let (y7, y17, y19, y16) = (x7 ^ y11, y10 ^ y11, y10 ^ y8, t0 ^ y11);
    let (y21, y18) = (y13 ^ y16, x0 ^ y16);
    [
        x7, y1, y2, y3, y4, y5, y6, y7, y8, y9, y10, y11, y12, y13, y14, y15, y16, y17, y18, y19,
        y20, y21,
    ]
}

/// Computes the inversion in GF(2^4): t29, t33, t37 and t40, then t41 to t45.
#[inline(always)]
fn inverted<const N: usize>(y: &[Lanes<N>; 22]) -> [Lanes<N>; 9] {
    let (t2, t7, t12) = (y[12] & y[15], y[13] & y[16], y[9] & y[11]);
    let (t4, t6) = ((y[3] & y[6]) ^ t2, (y[4] & y[0]) ^ t2);
    let (t9, t11) = ((y[5] & y[1]) ^ t7, (y[2] & y[7]) ^ t7);
    let (t14, t16) = ((y[14] & y[17]) ^ t12, (y[8] & y[10]) ^ t12);
    let (t21, t22) = (t4 ^ t14 ^ y[20], t6 ^ t16 ^ y[19]);
    let (t23, t24) = (t9 ^ t14 ^ y[21], t11 ^ t16 ^ y[18]);
    let (t25, t26) = (t21 ^ t22, t21 & t23);
    let (t27, t31) = (t24 ^ t26, t22 ^ t26);
    let t29 = (t25 & t27) ^ t22;
    let t33 = (t31 & (t23 ^ t24)) ^ t24;
    let t36 = t24 & (t27 ^ t33);
    let (t37, t38) = (t36 ^ t23 ^ t33, t27 ^ t36);
    let t40 = t25 ^ (t29 & t38);
    let (t41, t42, t43, t44) = (t40 ^ t37, t29 ^ t33, t29 ^ t40, t33 ^ t37);
    [t29, t33, t37, t40, t41, t42, t43, t44, t42 ^ t41]
}

/// Returns z0 to z17.
#[inline(always)]
fn products<const N: usize>(y: &[Lanes<N>; 22], t: &[Lanes<N>; 9]) -> [Lanes<N>; 18] {
    let &[t29, t33, t37, t40, t41, t42, t43, t44, t45] = t;
    [
        t44 & y[15],
        t37 & y[6],
        t33 & y[0],
        t43 & y[16],
        t40 & y[1],
        t29 & y[7],
        t42 & y[11],
        t45 & y[17],
        t41 & y[10],
        t44 & y[12],
        t37 & y[3],
        t33 & y[4],
        t43 & y[13],
        t40 & y[5],
        t29 & y[2],
        t42 & y[9],
        t45 & y[14],
        t41 & y[8],
    ]
}

#[inline(always)]
fn bottom<const N: usize>(q: &mut Slices<N>, z: &[Lanes<N>; 18]) {
    let (t46, t48, t50) = (z[15] ^ z[16], z[5] ^ z[13], z[2] ^ z[12]);
    let (t53, t54) = (z[0] ^ z[3], z[6] ^ z[7]);
    let (t57, t58, t59) = (t50 ^ t53, z[4] ^ t46, z[3] ^ t54);
    let (t60, t61) = (t46 ^ t57, z[14] ^ t57);
    let (t62, t63) = (z[7] ^ z[8] ^ t58, z[9] ^ z[10] ^ t58);
    let (t64, t65, t66) = (z[4] ^ t59, t61 ^ t62, z[1] ^ t63);
    let s3 = t53 ^ t66;
    *q = [
        t48 ^ !t60,
        z[12] ^ t48 ^ !t62,
        z[10] ^ z[11] ^ t65,
        z[2] ^ z[5] ^ t66,
        s3,
        z[16] ^ z[17] ^ !(t64 ^ t65),
        t64 ^ !s3,
        t59 ^ t63,
    ];
}
