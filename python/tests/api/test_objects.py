"""Keys as Python objects: repr, comparison, hashing, copying, and pickling of public keys."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import nacl.public
import nacl.signing
import pytest

import quicksalt
from quicksalt import public, secret, signing, utils

KEY, OTHER = bytes(range(32)), bytes(range(1, 33))

SECRETS: dict[str, Any] = {
    "SecretBox": secret.SecretBox(KEY),
    "Aead": secret.Aead(KEY),
    "PrivateKey": public.PrivateKey(KEY),
    "Box": public.Box(public.PrivateKey(KEY), public.PrivateKey(OTHER).public_key),
    "SealedBox": public.SealedBox(public.PrivateKey(KEY)),
    "SigningKey": signing.SigningKey(KEY),
}
PUBLIC: dict[str, Any] = {
    "PublicKey": public.PublicKey(KEY),
    "VerifyKey": signing.VerifyKey(KEY),
}


@pytest.mark.parametrize("name", SECRETS)
def test_no_secret_is_shown(name: str) -> None:
    """PyNaCl's `str` shows the bytes; ours shows them only if they are public."""
    holder = SECRETS[name]
    hidden = KEY if name == "SealedBox" else bytes(holder)
    for shown in (repr(holder), str(holder), f"{holder}", "%s" % holder):  # noqa: UP031
        assert repr(hidden) not in shown
        assert hidden.hex() not in shown
    prepared = getattr(holder, "_prepared", None)
    assert KEY.hex() not in repr(prepared)


@pytest.mark.parametrize("name", PUBLIC)
def test_public_keys_are_shown_like_pynacl(name: str) -> None:
    assert str(PUBLIC[name]) == str(KEY)
    assert repr(PUBLIC[name]).startswith(
        f"<quicksalt.{PUBLIC[name].__module__.split('.')[1]}.{name} "
    )


@pytest.mark.parametrize("kind", ["PublicKey", "PrivateKey", "SigningKey", "VerifyKey"])
def test_equal_keys_are_equal(kind: str) -> None:
    ours, theirs = (
        getattr(library.public if "P" in kind else library.signing, kind)
        for library in (quicksalt, nacl)
    )
    assert (ours(KEY) == ours(KEY)) is (theirs(KEY) == theirs(KEY)) is True
    assert (ours(KEY) != ours(OTHER)) is (theirs(KEY) != theirs(OTHER)) is True
    assert ours(KEY) != KEY
    assert hash(ours(KEY)) == hash(ours(KEY))
    assert {ours(KEY): 1}[ours(KEY)] == 1
    assert (hash(ours(KEY)) == hash(KEY)) is (hash(theirs(KEY)) == hash(KEY))
    derived, peer_derived = type("Derived", (ours,), {}), type("Derived", (theirs,), {})
    assert (ours(KEY) == derived(KEY)) is (theirs(KEY) == peer_derived(KEY))


def pickled(value: object) -> Any:
    """Pickle and unpickle `value`."""
    return pickle.loads(pickle.dumps(value))


@pytest.mark.parametrize(
    ("name", "again"),
    [
        *((name, copied) for name in (*SECRETS, *PUBLIC) for copied in (copy.copy, copy.deepcopy)),
        *((name, pickled) for name in PUBLIC),
    ],
)
def test_copies_and_pickles_work_as_the_original(name: str, again: Any) -> None:
    original = {**SECRETS, **PUBLIC}[name]
    made = again(original)
    assert type(made) is type(original)
    assert bytes(made) == bytes(original)
    if name == "SigningKey":
        assert made.sign(b"message") == original.sign(b"message")
        assert made.verify_key == original.verify_key
    if name in ("SecretBox", "Aead", "Box", "SealedBox"):
        assert made.decrypt(original.encrypt(b"message")) == b"message"


@pytest.mark.parametrize("name", SECRETS)
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_no_secret_is_pickled(name: str, protocol: int) -> None:
    with pytest.raises(TypeError, match=f"pickle {name}"):
        pickle.dumps(SECRETS[name], protocol)
    with pytest.raises(TypeError, match=name):
        pickle.dumps({"a secret": [SECRETS[name]]}, protocol)


def test_a_repr_shows_type_and_public_part() -> None:
    """A repr shows the type of the object and its public part."""
    shown = {name: repr(value) for name, value in (SECRETS | PUBLIC).items()}
    scalar, verify_key = (
        bytes(key).hex()
        for key in (SECRETS["PrivateKey"].public_key, SECRETS["SigningKey"].verify_key)
    )
    assert shown == {
        "SecretBox": "<quicksalt.secret.SecretBox of XSalsa20-Poly1305, key not shown>",
        "Aead": "<quicksalt.secret.Aead of XChaCha20-Poly1305, key not shown>",
        "PrivateKey": f"<quicksalt.public.PrivateKey of public key {scalar}>",
        "Box": "<quicksalt.public.Box of XSalsa20-Poly1305, key not shown>",
        "SealedBox": f"<quicksalt.public.SealedBox that seals and opens, to {scalar}>",
        "SigningKey": f"<quicksalt.signing.SigningKey of verify key {verify_key}>",
        "PublicKey": f"<quicksalt.public.PublicKey {KEY.hex()}>",
        "VerifyKey": f"<quicksalt.signing.VerifyKey {KEY.hex()}>",
    }
    to_seal = public.SealedBox(SECRETS["PrivateKey"].public_key)
    assert repr(to_seal) == f"<quicksalt.public.SealedBox that seals, to {scalar}>"


def test_a_signing_key_has_pynacls_secret_key_attribute() -> None:
    """Several programs read this attribute of PyNaCl's class and pass it to the bindings."""
    assert SECRETS["SigningKey"]._signing_key == nacl.signing.SigningKey(KEY)._signing_key


def test_a_copy_shares_no_list() -> None:
    box = secret.SecretBox(KEY)
    box.names = ["a"]  # type: ignore[attr-defined]
    assert copy.copy(box).names is box.names  # type: ignore[attr-defined]
    deep = copy.deepcopy({"box": box, "again": box})
    assert deep["box"] is deep["again"]
    assert (deep["box"].names, deep["box"].names is box.names) == (["a"], False)  # type: ignore[attr-defined]


def test_messages_keep_their_parts_in_a_pickle() -> None:
    sealed = SECRETS["SecretBox"].encrypt(b"message")
    again = pickle.loads(pickle.dumps(sealed))
    assert type(again) is utils.EncryptedMessage
    assert (again, again.nonce, again.ciphertext) == (sealed, sealed.nonce, sealed.ciphertext)
    signed = SECRETS["SigningKey"].sign(b"message")
    again = pickle.loads(pickle.dumps(signed))
    assert type(again) is signing.SignedMessage
    assert (again, again.signature, again.message) == (signed, signed.signature, signed.message)


def test_a_signing_key_may_be_derived_from() -> None:
    class Named(signing.SigningKey):
        def __init__(self, seed: bytes, name: str) -> None:
            super().__init__(seed)
            self.name = name

    key = copy.copy(Named(KEY, "mine"))
    assert key.name == "mine"
    assert key.sign(b"message") == SECRETS["SigningKey"].sign(b"message")


def test_the_native_signing_key_is_closed() -> None:
    prepared = SECRETS["SigningKey"]._prepared
    with pytest.raises(AttributeError):
        prepared.public_key = b""
    with pytest.raises(TypeError):
        pickle.dumps(prepared)


def test_a_sealed_box_says_for_which_key_it_is() -> None:
    assert public.SealedBox[public.PrivateKey] == public.SealedBox[public.PrivateKey]
    assert public.SealedBox[public.PrivateKey](public.PrivateKey(KEY))
