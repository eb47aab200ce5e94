"""AES in pure Python, on integers of many thousand bits, to read OpenSSL's files on any system.

On systems where the native module cannot be loaded, this single file decrypts the output of
`openssl enc -aes-256-cbc` with only Python's standard library:

    python3 aes_bigint.py notes.txt.enc > notes.txt

The state of AES has 128 bits. For each of these bits there is one integer, a plane, which contains
that bit of every block. An operation on planes processes all blocks together, with little overhead
per block. This suits CTR and the decryption of CBC, which process blocks independently.

The S-box is the circuit of Boyar and Peralta (ePrint 2009/191) without its final complements, which
are folded into the round keys. The code does not read tables, but it is not constant-time: the time
of integer operations depends on their length, and integers drop leading zeros.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache

BLOCK = 16
BATCH = 1 << 16
"""The maximum number of blocks per batch, a power of two. More would not fit the caches."""
SMALLEST = 64
"""The minimum number of blocks per batch."""

Planes = list[int]
Function = Callable[..., tuple[int, ...]]

CIRCUIT = """
y14=x3^x5 y13=x0^x6 y9=x0^x3 y8=x0^x5 t0=x1^x2 y1=t0^x7 y4=y1^x3 y12=y13^y14 y2=y1^x0 y5=y1^x6
y3=y5^y8 t1=x4^y12 y15=t1^x5 y20=t1^x1 y6=y15^x7 y10=y15^t0 y11=y20^y9 y7=x7^y11 y17=y10^y11
y19=y10^y8 y16=t0^y11 y21=y13^y16 y18=x0^y16 t2=y12&y15 t3=y3&y6 t5=y4&x7 t7=y13&y16 t8=y5&y1
t10=y2&y7 t12=y9&y11 t13=y14&y17 t15=y8&y10 t14=t13^t12 t16=t15^t12 t21=t3^t2^t14^y20
t22=t5^t2^t16^y19 t23=t8^t7^t14^y21 t24=t10^t7^t16^y18 t25=t21^t22 t26=t21&t23 t27=t24^t26
t28=t25&t27 t29=t28^t22 t30=t23^t24 t31=t22^t26 t32=t31&t30 t33=t32^t24 t35=t27^t33 t36=t24&t35
t37=t36^t23^t33 t38=t27^t36 t39=t29&t38 t40=t25^t39 t41=t40^t37 t42=t29^t33 t43=t29^t40 t44=t33^t37
t45=t42^t41 z0=t44&y15 z1=t37&y6 z2=t33&x7 z3=t43&y16 z4=t40&y1 z5=t29&y7 z6=t42&y11 z7=t45&y17
z8=t41&y10 z9=t44&y12 z10=t37&y3 z11=t33&y4 z12=t43&y13 z13=t40&y5 z14=t29&y2 z15=t42&y9 z16=t45&y14
z17=t41&y8 t46=z15^z16 t48=z5^z13 t53=z0^z3 t57=z2^z12^t53 t58=z4^t46 t59=z3^z6^z7 t62=z7^z8^t58
t63=z9^z10^t58 t64=z4^t59 t65=z14^t57^t62 t66=z1^t63 s0=t59^t63 s6=z12^t48^t62 s7=t48^t46^t57
s3=t53^t66 s4=z2^z5^t66 s5=z10^z11^t65 s1=t64^s3 s2=z16^z17^t64^t65
"""
"""The S-box without the complements of its outputs; x0 and s0 are the most significant bits."""


def _compiled(gates: str, inputs: Sequence[str], outputs: Sequence[str]) -> Function:
    """Compile a circuit to a function on local variables, the fastest form in Python.

    A wire reuses the variable of an obsolete wire. This frees the old integer, so that the next
    gate of the same size gets memory that is still in the first-level cache.
    """
    parsed = [gate.split("=") for gate in gates.split()]
    last = {wire: at for at, (_, sum_) in enumerate(parsed) for wire in re.split("[&^]", sum_)}
    last |= dict.fromkeys(outputs, len(parsed))
    variables = {wire: f"v{at}" for at, wire in enumerate(inputs)}
    arguments, free, lines = ", ".join(variables.values()), [], []
    for at, (wire, sum_) in enumerate(parsed):
        operands = re.split("([&^])", sum_)
        right = "".join(variables.get(word, word) for word in operands)
        free += [variables[word] for word in operands if last.get(word) == at]
        variables[wire] = free.pop() if free else f"v{len(variables)}"
        lines.append(f"    {variables[wire]}={right}\n")
    results = ", ".join(variables[wire] for wire in outputs)
    scope: dict[str, Function] = {}
    exec(f"def circuit({arguments}):\n{''.join(lines)}    return {results}\n", scope)
    return scope["circuit"]


_s_box = _compiled(CIRCUIT, *([f"{name}{place}" for place in range(8)] for name in "xs"))
FOLDED = 0x63
"""The constant that the circuit omits from the S-box; the round keys include it."""


def _substituted(byte: int) -> int:
    bits = _s_box(*(byte >> (7 - place) & 1 for place in range(8)))
    return sum(bit << (7 - place) for place, bit in enumerate(bits)) ^ FOLDED


def _schedule(key: bytes) -> list[int]:
    """Expand a key (FIPS 197, section 5.2) and return the bytes of all round keys."""
    size = len(key)
    if size not in (16, 24, 32):
        raise ValueError(f"key must be 16, 24 or 32 bytes long, not {size}")
    words, power = [list(key[at : at + 4]) for at in range(0, size, 4)], 1
    for at in range(size // 4, size + 28):
        word = words[-1]
        if at % (size // 4) == 0:
            word = [_substituted(byte) for byte in word[1:] + word[:1]]
            word[0] ^= power
            power = power << 1 ^ (0x11B if power & 0x80 else 0)
        elif size == 32 and at % 8 == 4:
            word = [_substituted(byte) for byte in word]
        words.append([a ^ b for a, b in zip(word, words[at - size // 4], strict=True)])
    return [byte for word in words for byte in word]


class _Key:
    """The round keys as planes for a given number of blocks."""

    def __init__(self, bytes_: list[int], count: int) -> None:
        self.count = count
        self.ones = (1 << count) - 1
        self.rounds = len(bytes_) // BLOCK - 1
        self.planes = [
            [
                self.ones if (byte ^ (FOLDED if number else 0)) >> (7 - bit) & 1 else 0
                for byte in bytes_[BLOCK * number : BLOCK * (number + 1)]
                for bit in range(8)
            ]
            for number in range(self.rounds + 1)
        ]


def _encrypt(state: Planes, key: _Key) -> Planes:
    """Encrypt blocks. The planes of byte b start at index 8 b, most significant bit first."""
    state, ones = _added(state, key.planes[0]), key.ones
    for number in range(1, key.rounds + 1):
        found: Planes = []
        for c in range(4):
            column: Planes = []
            for r in range(4):
                # ShiftRows: row r of column c comes from column c + r.
                at = 8 * (4 * ((c + r) % 4) + r)
                column += _of_planes(_s_box, state[at : at + 8], ones)
            if number < key.rounds:
                column = [*_of_planes(_mixed, column, ones)]
            found += _added(column, key.planes[number][32 * c : 32 * (c + 1)])
        state = found
    return state


def _sum(a: int, b: int) -> int:
    """Return the XOR of two planes; if a plane is 0 or both are equal, no integer is created."""
    if not a or not b:
        return a or b
    return 0 if a is b else a ^ b


def _added(state: Planes, round_key: Planes) -> Planes:
    return [_sum(a, b) for a, b in zip(state, round_key, strict=True)]


def _of_planes(function: Callable[..., Sequence[int]], planes: Planes, ones: int) -> Sequence[int]:
    """Apply a function to planes; compute it on one block if all blocks are equal in all planes.

    This happens in the first two rounds of CTR, where the counters differ only in their last bytes.
    """
    for plane in planes:
        if plane and plane is not ones:
            return function(*planes)
    return tuple(ones if bit else 0 for bit in function(*(1 if plane else 0 for plane in planes)))


def _column() -> str:
    """Return the circuit that computes one column of MixColumns from the wires a to the wires m."""
    # Two rows share the sum s of each pair of neighbouring bytes. When a byte is doubled, its
    # overflowing top bit is reduced into the bits 4, 3, 1 and 0.
    sums = [[f"s{r}{p}=a{r}{p}^a{(r + 1) % 4}{p}" for r in range(4)] for p in range(8)]
    gates = [*sums[0]]
    for p in range(8):
        gates += [] if p == 7 else sums[p + 1]
        for r in range(4):
            gate = f"m{r}{p}=s{r}{(p + 1) % 8}^a{(r + 1) % 4}{p}^s{(r + 2) % 4}{p}"
            gates.append(gate + (f"^s{r}0" if p in (3, 4, 6) else ""))
    return " ".join(gates)


_mixed = _compiled(
    _column(), *([f"{name}{r}{p}" for r in range(4) for p in range(8)] for name in "am")
)


def _decrypt(state: Planes, key: _Key) -> Planes:
    """Decrypt blocks: an inverse round uses the S-box's circuit between two linear maps."""
    state = _added(state, key.planes[key.rounds])
    for number in range(key.rounds - 1, -1, -1):
        # InvShiftRows, and the inverse of the S-box: inversion in the field is an involution.
        bytes_ = [
            _unlinear(_s_box(*_unlinear(tuple(state[8 * at : 8 * at + 8]))))
            for at in (4 * ((c - r) % 4) + r for c in range(4) for r in range(4))
        ]
        flat = [plane for byte in bytes_ for plane in byte]
        mixed = _added(flat, key.planes[number])
        state = mixed if number == 0 else _unmixed(mixed)
    return state


def _unlinear(x: tuple[int, ...]) -> tuple[int, ...]:
    """Undo the linear part of the S-box; its constant is in the round keys."""
    return tuple(x[(p + 6) % 8] ^ x[(p + 3) % 8] ^ x[(p + 1) % 8] for p in range(8))


def _unmixed(state: Planes) -> Planes:
    """Compute InvMixColumns: MixColumns, applied to the output of a linear map."""
    found: Planes = []
    for c in range(4):
        bytes_ = [tuple(state[8 * (4 * c + r) : 8 * (4 * c + r) + 8]) for r in range(4)]
        column = []
        for r in range(4):
            v0, v1, v2, v3, v4, v5, v6, v7 = (
                a ^ b for a, b in zip(bytes_[r], bytes_[(r + 2) % 4], strict=True)
            )
            # Four times v; v0 is the most significant bit.
            four = (v2, v3, v4 ^ v0, v5 ^ v0 ^ v1, v6 ^ v1, v7 ^ v0, v0 ^ v1, v1)
            column.append(tuple(a ^ b for a, b in zip(bytes_[r], four, strict=True)))
        found += _mixed(*(plane for byte in column for plane in byte))
    return found


@cache
def _mask(count: int, half: int) -> int:
    """Return an integer of `count` bits in which runs of `half` ones and `half` zeros alternate."""
    found, length = (1 << half) - 1, 2 * half
    while length < count:
        found |= found << length
        length *= 2
    return found


def _transposed(rows: Planes, count: int) -> None:
    """Transpose each tile of 8 rows and columns: bit r of byte b becomes bit b % 8 of its tile."""
    for step in (4, 2, 1):
        mask = _mask(count, step)
        for row in range(8):
            if row & step == 0:
                low, high = rows[row], rows[row + step]
                swapped = (low >> step ^ high) & mask
                rows[row + step] = high ^ swapped
                rows[row] = low ^ swapped << step


def _xored(planes: Planes, data: bytes, count: int) -> bytes:
    """Return the XOR of `data` and the blocks in the planes.

    Bit 8 k + i of a plane belongs to block i * count / 8 + k, so the bytes of a row are adjacent.
    """
    # The least significant bit of the lowest row comes first.
    bytes_ = [planes[at : at + 8][::-1] for at in range(0, 128, 8)]
    for rows in bytes_:
        _transposed(rows, count)
    size, found = count // 8, []
    for row in range(8):
        part = data[BLOCK * size * row :][: BLOCK * size].ljust(BLOCK * size, b"\0")
        out = bytearray(BLOCK * size)
        for byte in range(BLOCK):
            mixed = bytes_[byte][row] ^ int.from_bytes(part[byte::BLOCK], "little")
            out[byte::BLOCK] = mixed.to_bytes(size, "little")
        found.append(out)
    return b"".join(found)[: len(data)]


def _planes(data: bytes, count: int) -> Planes:
    """Return the planes of blocks, the reverse of `_xored`."""
    length = 2 * count
    parts = [data[at : at + length].ljust(length, b"\0") for at in range(0, 8 * length, length)]
    found: Planes = []
    for byte in range(BLOCK):
        rows = [int.from_bytes(part[byte::BLOCK], "little") for part in parts]
        _transposed(rows, count)
        found += rows[::-1]
    return found


def _counters(counter: int, key: _Key) -> Planes:
    """Return the planes of consecutive counters of 128 bits each."""
    count, ones = key.count, key.ones
    planes, carry = [0] * 128, 0
    length = count.bit_length() - 1
    for bit in range(128):
        # `_xored` rotates the index of a block by three bits.
        number = ones ^ _mask(count, 1 << (bit + 3) % length) if bit < length else 0
        base = ones if counter >> bit & 1 else 0
        planes[127 - bit] = _sum(_sum(number, base), carry)
        carry = (number & base) | (carry & (number ^ base))
    return planes


def _batches(key: bytes, data: bytes) -> Iterator[tuple[_Key, int, bytes]]:
    """Split data into batches; yield the round keys, the position and the data of each batch."""
    at, bytes_ = 0, _schedule(key)
    prepared: _Key | None = None
    while at < len(data):
        blocks = -(-(len(data) - at) // BLOCK)
        count = min(BATCH, max(SMALLEST, 1 << (blocks - 1).bit_length()))
        if prepared is None or prepared.count != count:
            prepared = _Key(bytes_, count)
        yield prepared, at, data[at : at + BLOCK * count]
        at += BLOCK * count


def ctr(key: bytes, counter: bytes, data: bytes) -> bytes:
    """Encrypt or decrypt with CTR; the counter block is a 128-bit integer."""
    if len(counter) != BLOCK:
        raise ValueError(f"counter must be 16 bytes long, not {len(counter)}")
    start, out = int.from_bytes(counter, "big"), []
    for prepared, at, piece in _batches(key, data):
        number = (start + at // BLOCK) % (1 << 128)
        stream = _encrypt(_counters(number, prepared), prepared)
        out.append(_xored(stream, piece, prepared.count))
    return b"".join(out)


def cbc_decrypt(key: bytes, iv: bytes, data: bytes) -> bytes:
    """Decrypt whole blocks with CBC, without removing the padding."""
    if len(iv) != BLOCK:
        raise ValueError(f"iv must be 16 bytes long, not {len(iv)}")
    if len(data) % BLOCK:
        raise ValueError(f"data must be whole blocks of 16 bytes, not {len(data)} bytes")
    before, out = iv, []
    for prepared, _, piece in _batches(key, data):
        blocks = _decrypt(_planes(piece, prepared.count), prepared)
        out.append(_xored(blocks, before + piece[:-BLOCK], prepared.count))
        before = piece[-BLOCK:]
    return b"".join(out)


def unpadded(data: bytes) -> bytes:
    """Remove the padding of CBC; raises `ValueError` if it is invalid."""
    length = data[-1] if data else 0
    if not 1 <= length <= BLOCK or data[-length:] != bytes([length]) * length:
        raise ValueError("the passphrase is wrong, or the file is altered or of another cipher")
    return data[:-length]


ITERATIONS = 10_000
"""The iteration count of `openssl enc -pbkdf2` without `-iter`."""


def derivations(passphrase: bytes, salt: bytes) -> list[bytes]:
    """Return key and initialisation vector of AES-256, concatenated, for each derivation."""
    stretched = hashlib.pbkdf2_hmac("sha256", passphrase, salt, ITERATIONS, 48)
    return [stretched, *(_rounds(name, passphrase + salt) for name in ("sha256", "md5"))]


def _rounds(name: str, parts: bytes) -> bytes:
    """Return `EVP_BytesToKey` with a count of one."""
    found = before = b""
    while len(found) < 48:
        before = hashlib.new(name, before + parts, usedforsecurity=False).digest()
        found += before
    return found[:48]


def read_openssl(file: bytes, passphrase: bytes) -> bytes:
    """Return the content of a file of `openssl enc -aes-256-cbc` with any key derivation.

    If several derivations give valid padding, prefers a text. Raises `ValueError` if none does. An
    altered file can go undetected: the format is not authenticated.
    """
    if file[:8] != b"Salted__" or len(file) < 32 or len(file) % BLOCK:
        raise ValueError("not an openssl enc file")
    salt, sealed = file[8:16], file[16:]
    before, last = (sealed[-32:-16] or None), sealed[-16:]
    fitting = []
    for material in derivations(passphrase, salt):
        key, iv = material[:32], material[32:]
        try:
            unpadded(cbc_decrypt(key, before or iv, last))
        except ValueError:
            continue
        fitting.append(unpadded(cbc_decrypt(key, iv, sealed)))
    if not fitting:
        raise ValueError("the passphrase is wrong, or the file is altered or of another cipher")
    return next(filter(_is_text, fitting), fitting[0])


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def main() -> int:
    """Read a file, ask for the passphrase, and write the content of the file."""
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.stderr.write("usage: python3 aes_bigint.py FILE > OUTPUT\n")
        return 2
    from getpass import getpass

    try:
        with open(sys.argv[1], "rb") as file:
            sealed = file.read()
        opened = read_openssl(sealed, getpass().encode())
    except (OSError, ValueError) as error:
        sys.stderr.write(f"Error: {error}\n")
        return 1
    sys.stdout.buffer.write(opened)
    return 0


if __name__ == "__main__":
    sys.exit(main())
