//! `crypto_core`: the core functions of Salsa20, ChaCha20 and SHA-3. PyNaCl lacks them.

use pyo3::prelude::*;
use quicksalt::Wiped;
use quicksalt::nacl::cores::{
    self, BLOCK_LEN, CONSTANTS, CONSTANTS_LEN, INPUT_LEN, KECCAK1600_LEN, KEY_LEN, Keccak1600,
};

use quicksalt_binding::buffer::{Arg, Output, bytes, exact, input, length, output};
use quicksalt_binding::error::{Kind, map, raise};

/// Defines the constants and the function of each core that takes an input, a key and constants;
/// the last argument is the length of the result.
macro_rules! cores {
    ($($(#[$doc:meta])* $function:ident by $core:ident, $name:literal, $out:expr;)*) => {
        fn register_cores(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(
                module.add(concat!($name, "_OUTPUTBYTES"), $out)?;
                module.add(concat!($name, "_INPUTBYTES"), INPUT_LEN)?;
                module.add(concat!($name, "_KEYBYTES"), KEY_LEN)?;
                module.add(concat!($name, "_CONSTBYTES"), CONSTANTS_LEN)?;
                module.add_function(wrap_pyfunction!($function, module)?)?;
            )*
            Ok(())
        }

        $(
            $(#[$doc])*
            #[pyfunction]
            #[pyo3(signature = (inp, key, constants = None))]
            fn $function<'py>(
                py: Python<'py>,
                inp: Arg,
                key: Arg,
                constants: Option<Arg>,
            ) -> Output<'py> {
                let input = exact(inp, "inp", INPUT_LEN)?;
                let key: Wiped<[u8; KEY_LEN]> = Wiped::new(exact(key, "key", KEY_LEN)?);
                let constants = constants.map_or(Ok(*CONSTANTS), |constants| {
                    exact(constants, "constants", CONSTANTS_LEN)
                })?;
                bytes(py, &*cores::$core(&input, &key, &constants))
            }
        )*
    };
}

cores! {
    /// Return the 32-byte key that HChaCha20 derives from a 16-byte input and a key.
    crypto_core_hchacha20 by hchacha20, "crypto_core_hchacha20", KEY_LEN;
    /// Return the 32-byte key that HSalsa20 derives from a 16-byte input and a key.
    crypto_core_hsalsa20 by hsalsa20, "crypto_core_hsalsa20", KEY_LEN;
    /// Return a Salsa20 block for a 16-byte input (nonce and block counter) and a key.
    crypto_core_salsa20 by salsa20, "crypto_core_salsa20", BLOCK_LEN;
    /// Return a Salsa20/12 block for a 16-byte input (nonce and block counter) and a key.
    crypto_core_salsa2012 by salsa2012, "crypto_core_salsa2012", BLOCK_LEN;
    /// Return a Salsa20/8 block for a 16-byte input (nonce and block counter) and a key.
    crypto_core_salsa208 by salsa208, "crypto_core_salsa208", BLOCK_LEN;
}

quicksalt_binding::functions!("cores.rs");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    register_cores(module)?;
    module.add("crypto_core_keccak1600_STATEBYTES", KECCAK1600_LEN)?;
    add_functions(module)
}

/// Return the initial state of Keccak-f[1600]: 200 zero bytes.
#[pyfunction]
fn crypto_core_keccak1600_init(py: Python<'_>) -> Output<'_> {
    bytes(py, Keccak1600::new().as_bytes())
}

/// Return the state with `data` XORed into its bytes, starting at `offset`.
#[pyfunction]
fn crypto_core_keccak1600_xor_bytes<'py>(
    py: Python<'py>,
    state: Arg,
    data: Arg,
    offset: Arg,
) -> Output<'py> {
    let (mut state, data) = (state_of(state)?, &*input(data, "data")?);
    let offset = length(offset, "offset")?;
    state.xor_bytes(offset, data).map_err(|_| beyond(py, "data", offset, data.len()))?;
    bytes(py, state.as_bytes())
}

/// Return `length` bytes of the state, starting at `offset`.
#[pyfunction]
fn crypto_core_keccak1600_extract_bytes<'py>(
    py: Python<'py>,
    state: Arg,
    offset: Arg,
    length: Arg,
) -> Output<'py> {
    let state = state_of(state)?;
    let (offset, len) = (self::length(offset, "offset")?, self::length(length, "length")?);
    if len > KECCAK1600_LEN {
        return Err(beyond(py, "length", offset, len));
    }
    output(py, len, |out| {
        state.extract_bytes(offset, out).map_err(|_| beyond(py, "length", offset, len))
    })
}

/// Return the state after the permutation Keccak-f[1600] of 24 rounds.
#[pyfunction]
fn crypto_core_keccak1600_permute_24<'py>(py: Python<'py>, state: Arg) -> Output<'py> {
    permuted(py, state, Keccak1600::permute_24)
}

/// Return the state after Keccak-p[1600, 12], the last twelve rounds.
#[pyfunction]
fn crypto_core_keccak1600_permute_12<'py>(py: Python<'py>, state: Arg) -> Output<'py> {
    permuted(py, state, Keccak1600::permute_12)
}

fn permuted<'py>(
    py: Python<'py>,
    state: Arg,
    permute: fn(&mut Keccak1600) -> quicksalt::Result<()>,
) -> Output<'py> {
    let mut state = state_of(state)?;
    permute(&mut state).map_err(|error| map(py, &error))?;
    bytes(py, state.as_bytes())
}

fn state_of(state: Arg) -> PyResult<Keccak1600> {
    exact::<[u8; KECCAK1600_LEN]>(state, "state", KECCAK1600_LEN).map(Keccak1600::from)
}

#[cold]
fn beyond(py: Python<'_>, argument: &str, offset: usize, len: usize) -> PyErr {
    let text = format!("{argument} of {len} bytes at offset {offset} exceeds the state");
    raise(py, Kind::Value, text)
}
