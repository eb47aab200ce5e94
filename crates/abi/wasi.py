"""Tests the library for WASI: python crates/abi/wasi.py PREFIX [LIBSODIUM].

PREFIX is the prefix of `make abi-wasi`. C programs are compiled with clang, linked with the library and
run in wasmtime, with and without optimisation: a test program and, if LIBSODIUM names a tree of
libsodium's sources, all its test programs, unchanged. Exit code 3: a tool is missing.
"""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import check
import headers

SYSROOT = Path("/usr")

# libsodium's test programs that do not apply to WASI.
LEFT_OUT = {"misuse": "is about signals, which WASI lacks, and compiles to nothing"}

# The expected results come from Python's hashlib and NaCl's own example.
PROGRAM = r"""
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

static const unsigned char tag[16] = { 0xf3, 0xff, 0xc7, 0x70, 0x3f, 0x94, 0x00, 0xe5, 0x2a, 0x7d, 0xfb,
    0x4b, 0x3d, 0x33, 0x05, 0xd9 };

static void fill(unsigned char *out, const char *hex, size_t len) {
    size_t written;
    if (sodium_hex2bin(out, len, hex, 2 * len, NULL, &written, NULL) != 0 || written != len) puts("hex");
}

int main(int argc, char **argv) {
    unsigned char key[32], nonce[24], message[131], boxed[147], opened[131], digest[32];
    unsigned char pk[32], sk[64], signature[64];
    (void) argv;
    if (sodium_init() != 0 || sodium_init() != 1) return puts("sodium_init"), 1;
    if (argc > 1) sodium_misuse();
    fill(key, "1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389", 32);
    fill(nonce, "69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37", 24);
    fill(message, "be075fc53c81f2d5cf141316ebeb0c7b5228c52a4c62cbd44b66849b64244ffce5ecbaaf33bd751a1ac728d4"
        "5e6c61296cdc3c01233561f41db66cce314adb310e3be8250c46f06dceea3a7fa1348057e2f6556ad6b1318a024a838f"
        "21af1fde048977eb48f59ffd4924ca1c60902e52f0a089bc76897040e082f937763848645e0705", 131);
    if (crypto_secretbox_easy(boxed, message, 131, nonce, key) != 0) return puts("seal"), 1;
    if (memcmp(boxed, tag, 16) != 0) return puts("another tag"), 1;
    if (crypto_secretbox_open_easy(opened, boxed, 147, nonce, key) != 0) return puts("open"), 1;
    if (memcmp(opened, message, 131) != 0) return puts("another message"), 1;
    boxed[20] ^= 1;
    if (crypto_secretbox_open_easy(opened, boxed, 147, nonce, key) != -1) return puts("a forgery"), 1;
    crypto_sign_keypair(pk, sk);
    crypto_sign_detached(signature, NULL, message, 131, sk);
    if (crypto_sign_verify_detached(signature, message, 131, pk) != 0) return puts("verify"), 1;
    if (crypto_sign_verify_detached(signature, message, 130, pk) == 0) return puts("another's"), 1;
    randombytes_buf(key, sizeof key);
    randombytes_buf(digest, sizeof digest);
    if (memcmp(key, digest, 32) == 0) return puts("not random"), 1;
    if (crypto_pwhash(digest, 32, "pass", 4, nonce, 1, 0xfffffc00U, 2) == 0) return puts("no limit"), 1;
    if (sodium_malloc((size_t) -100) != NULL || errno != ENOMEM) return puts("memory"), 1;
    unsigned char *secret = sodium_malloc(100);
    if (secret == NULL) return puts("sodium_malloc"), 1;
    sodium_free(secret);
    crypto_generichash(digest, 32, message, 131, NULL, 0);
    for (int i = 0; i < 32; i++) printf("%02x", digest[i]);
    puts("");
    return 0;
}
"""


@dataclass(frozen=True)
class Run:
    """The result of running a program."""

    returncode: int
    stdout: bytes
    stderr: bytes


def rustc(what: str, *options: str) -> Path:
    """Return a path that the Rust compiler prints."""
    command = ["rustc", "--print", what, *options]
    return Path(subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip())


class Wasi(check.Library):
    """The library for WASI, against which programs are compiled and run."""

    level = "speed"
    tests: Path | None = None

    @cached_property
    def toolchain(self) -> list[str]:
        """Options that select the C library and the linker of the Rust toolchain.

        Rust's standard library needs versions as new as its own.
        """
        libdir = rustc("target-libdir", "--target", "wasm32-wasip1") / "self-contained"
        linker = self.work / "wasm-ld"
        linker.symlink_to(rustc("target-libdir").parent / "bin" / "rust-lld")
        return [
            "-nostartfiles",
            str(libdir / "crt1-command.o"),
            f"-L{libdir}",
            f"-fuse-ld={linker}",
        ]

    def build(self, name: str, source: Path, *options: str, compiler: str = "cc") -> Path:
        """Compile a source with clang, ignoring `compiler`, and return the module's path."""
        del compiler
        program = self.work / f"{name}.wasm"
        libraries = [
            f"-I{self.prefix / 'include/quicksalt'}",
            f"-L{self.prefix / 'lib/wasm32-wasi'}",
        ]
        command = ["clang", "--target=wasm32-wasi", f"--sysroot={SYSROOT}", "-O1"]
        command += [*(o for o in options if o not in check.SIGNALS), *libraries, str(source)]
        command += self.toolchain
        # 1 MiB of stack, as on other systems.
        command += ["-lquicksalt", "-Wl,-z,stack-size=1048576", "-o", str(program)]
        run = subprocess.run(command, check=False, capture_output=True, text=True)
        if run.returncode:
            raise check.DoesNotCompileError(f"{name}: {run.stderr[-600:]}")
        return program

    def run(self, program: Path, *arguments: str) -> Run:  # type: ignore[override]
        """Run a program in wasmtime with access to the work folder and libsodium's test folder."""
        from wasmtime import (
            Config,
            Engine,
            ExitTrap,
            Func,
            Linker,
            Module,
            Store,
            Trap,
            WasiConfig,
            WasmtimeError,
        )

        config = Config()
        config.cranelift_opt_level = self.level
        engine = Engine(config)
        linker, store, wasi = Linker(engine), Store(engine), WasiConfig()
        linker.define_wasi()
        out, err = self.work / "stdout", self.work / "stderr"
        wasi.stdout_file, wasi.stderr_file = str(out), str(err)
        wasi.argv = [program.name, *arguments]
        wasi.preopen_dir(str(self.work), ".")
        if self.tests is not None:
            wasi.preopen_dir(str(self.tests), "/tests")
        store.set_wasi(wasi)
        begin = linker.instantiate(store, Module.from_file(engine, str(program))).exports(store)
        start = begin["_start"]
        assert isinstance(start, Func)
        code = 0
        try:
            start(store)
        except ExitTrap as end:
            code = end.code
        except (Trap, WasmtimeError) as error:
            code = -1
            return Run(code, out.read_bytes(), err.read_bytes() + str(error).encode()[:300])
        return Run(code, out.read_bytes(), err.read_bytes())


def own(library: Wasi) -> Iterator[str]:
    """Yield the failures of the test program."""
    import hashlib

    program = library.compile("own", PROGRAM)
    message = bytes.fromhex(
        "".join(PROGRAM.split("fill(message, ")[1].split(", 131)")[0].split('"')[1::2])
    )
    wanted = hashlib.blake2b(message, digest_size=32).hexdigest()
    run = library.run(program)
    if run.returncode or run.stdout.decode() != f"{wanted}\n":
        yield f"test program: {run}"
    tables = [headers.read(path) for path in sorted(headers.TABLE.glob("*.rs"))]
    run = library.run(library.compile("constants", check.program_of_constants(tables)))
    if run.returncode:
        yield f"constants that differ from the values of functions: {run.stdout.decode().split()}"
    run = library.run(program, "misuse")
    if run.returncode >= 0 or not run.stderr.startswith(b"quicksalt: misuse: "):
        yield f"misuse: {run}"


def main() -> int:
    """Print the failures."""
    lacking = [] if shutil.which("clang") else ["clang"]
    if not (SYSROOT / "include/wasm32-wasi/stdio.h").is_file():
        lacking.append("wasi-libc")
    if importlib.util.find_spec("wasmtime") is None:
        lacking.append("wasmtime (PyPI)")
    if lacking:
        packages = "clang wasi-libc libclang-rt-dev-wasm32"
        print(f"no {', '.join(lacking)}: apt-get install {packages}; pip install 'wasmtime>=50'")
        return 3
    prefix, *trees = map(Path, sys.argv[1:])
    found: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        library = Wasi(prefix.resolve(), Path(folder))
        for level in ("speed", "none"):
            library.level = level
            print(f"wasmtime, opt-level {level}:")
            found += [f"{level}: {problem}" for problem in own(library)]
            for tree in trees:
                library.tests = tree.resolve() / "test/default"
                wrong = check.check_libsodium(library, tree.resolve(), LEFT_OUT, "/tests")
                found += [f"{level}: {problem}" for problem in wrong]
    for problem in found:
        print(problem)
    print(f"{len(found)} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
