"""Several interpreters in one process, driven by a program that embeds Python."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import quicksalt

HERE = Path(__file__).parent

USE = """
import gc
import quicksalt.bindings as b, quicksalt.choice, quicksalt.exceptions, quicksalt.hash
import quicksalt.public, quicksalt.secret, quicksalt.signing, quicksalt.utils
box = quicksalt.secret.SecretBox(b"k" * 32)
assert box.decrypt(box.encrypt(b"message")) == b"message"
assert box.decrypt(box.encrypt(bytearray(b"message" * 5000))) == b"message" * 5000
alice, bob = quicksalt.public.PrivateKey.generate(), quicksalt.public.PrivateKey.generate()
pair = quicksalt.public.Box(alice, bob.public_key)
assert pair.decrypt(pair.encrypt(memoryview(b"message"))) == b"message"
key = quicksalt.signing.SigningKey(b"s" * 32)
assert key.verify_key.verify(key.sign(b"message")) == b"message"
for wrong, raised in (
    (lambda: box.decrypt(bytes(64)), quicksalt.exceptions.CryptoError),
    (lambda: key.verify_key.verify(bytes(64)), quicksalt.exceptions.BadSignatureError),
    (lambda: b.crypto_secretbox(b"m", b"n", b"k"), quicksalt.exceptions.ValueError),
    (lambda: b.randombytes("1"), quicksalt.exceptions.TypeError),
    (lambda: b.crypto_hash(1), TypeError),
    (lambda: b.crypto_hash(memoryview(bytes(4))[::2]), BufferError),
):
    try:
        wrong()
    except raised:
        continue
    assert False, raised
assert quicksalt.explain() and quicksalt.policy()
assert {"crypto_box", "crypto_auth_keygen", "crypto_onetimeauth_init"} <= set(b.__all__)
assert len(b.crypto_secretstream_xchacha20poly1305_keygen()) == len(b.crypto_auth_keygen()) == 32
gc.collect()
print("used", end=" ")
"""

CLASSES = """
import quicksalt.hashsig, quicksalt.hashsig.slhdsa, quicksalt.trust
slow = quicksalt.hashsig.slhdsa.SigningKey.generate("SLH-DSA-SHA2-128f")
slow.public_key.verify(b"m", slow.sign(b"m"))
assert len(quicksalt.trust.TrustStore()) == 0
print("classes", end=" ")
"""

REFUSED = """
import quicksalt._native
for ask in (lambda: __import__("quicksalt.hashsig"), lambda: quicksalt._native.TrustStore):
    try:
        ask()
    except ImportError as error:
        assert "main interpreter" in str(error), error
    else:
        assert False
print("refused", end=" ")
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compile the program; without a compiler, skip or fail the tests."""
    headers, get = Path(sysconfig.get_path("include")), sysconfig.get_config_var
    name, folders = f"python{get('LDVERSION')}", [Path(get("LIBDIR")), Path(get("LIBPL"))]
    found = [folder for folder in folders if any(folder.glob(f"lib{name}.*"))]
    if shutil.which("gcc") is None or not (headers / "Python.h").is_file() or not found:
        reason = "gcc, Python.h or libpython is not installed: apt install gcc python3-dev"
        if os.environ.get("QUICKSALT_NO_SKIP"):
            pytest.fail(reason)
        pytest.skip(reason)
    target = tmp_path_factory.mktemp("embedding") / "embedding"
    libraries = f"{get('LIBS')} {get('SYSLIBS')} -rdynamic".split()
    command = ["gcc", "-O1", "-Wall", "-Wextra", "-Werror", f"-I{headers}", "-o", str(target)]
    for folder in found:
        libraries += [f"-L{folder}", f"-Wl,-rpath,{folder}"]
    command += [str(HERE / "embedding.c"), f"-l{name}", *libraries]
    subprocess.run(command, check=True)
    return target


def shown(program: Path, *steps: str) -> list[str]:
    """Run the steps in the program, which must succeed; return its output."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(quicksalt.__file__)))
    run = subprocess.run(
        [program, *steps],
        env={**os.environ, "PYTHONHOME": sys.base_prefix, "PYTHONPATH": package},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.split()


@pytest.mark.slow
def test_a_sub_interpreter_beside_the_main_one(program: Path) -> None:
    main, other = f"main:{USE}{CLASSES}", USE + REFUSED
    printed = shown(program, main, f"sub:{other}", f"kept:{other}", main, f"kept:{other}", main)
    first, second = ["used", "classes"], ["used", "refused"]
    assert printed == [*first, *second, *second, *first, *second, *first]


@pytest.mark.slow
def test_a_sub_interpreter_before_the_main_one(program: Path) -> None:
    main, other = f"main:{USE}{CLASSES}", USE + REFUSED
    printed = shown(program, f"sub:{other}", f"kept:{other}", f"sub:{other}", main, f"sub:{USE}")
    assert printed == ["used", "refused"] * 3 + ["used", "classes", "used"]


@pytest.mark.slow
def test_a_restart_of_the_runtime(program: Path) -> None:
    main, again = f"main:{USE}{CLASSES}", f"main:{USE}{REFUSED}"
    steps = [main, "restart", again, f"sub:{USE}", "restart", f"kept:{USE}", again]
    printed = shown(program, *steps, "restart", again)
    expected = ["used", "classes", "used", "refused", "used", "used", "used", "refused"]
    assert printed == [*expected, "used", "refused"]


@pytest.mark.slow
def test_a_restart_after_a_sub_interpreter_alone(program: Path) -> None:
    printed = shown(program, f"sub:{USE}", "restart", f"main:{USE}{CLASSES}", "restart")
    assert printed == ["used", "used", "classes"]
