//! `crypto_core`: the functions under Salsa20, ChaCha20 and SHA-3. PyNaCl lacks them.

use pyo3::prelude::*;
use quicksalt::Wiped;
use quicksalt::nacl::cores::{
    self, BLOCK_LEN, CONSTANTS, CONSTANTS_LEN, INPUT_LEN, KECCAK1600_LEN, KEY_LEN, Keccak1600,
};

use quicksalt_binding::buffer::{Arg, Output, bytes, exact, input, length, output};
use quicksalt_binding::error::{Kind, map, raise};

/// Fixed lengths and functions of cores that take an input, a key and constants: the length of the
/// result.
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
    /// Return the key of 32 bytes that HChaCha20 makes of 16 bytes and a key.
    crypto_core_hchacha20 by hchacha20, "crypto_core_hchacha20", KEY_LEN;
    /// Return the key of 32 bytes that HSalsa20 makes of 16 bytes and a key.
    crypto_core_hsalsa20 by hsalsa20, "crypto_core_hsalsa20", KEY_LEN;
    /// Return the block of Salsa20 that 16 bytes, nonce and number, and a key make.
    crypto_core_salsa20 by salsa20, "crypto_core_salsa20", BLOCK_LEN;
    /// Return the block of Salsa20/12 that 16 bytes, nonce and number, and a key make.
    crypto_core_salsa2012 by salsa2012, "crypto_core_salsa2012", BLOCK_LEN;
    /// Return the block of Salsa20/8 that 16 bytes, nonce and number, and a key make.
    crypto_core_salsa208 by salsa208, "crypto_core_salsa208", BLOCK_LEN;
}

quicksalt_binding::functions!("cores.rs");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    register_cores(module)?;
    module.add("crypto_core_keccak1600_STATEBYTES", KECCAK1600_LEN)?;
    add_functions(module)
}

/// Return a state of Keccak-f[1600], 200 zeros.
#[pyfunction]
fn crypto_core_keccak1600_init(py: Python<'_>) -> Output<'_> {
    bytes(py, Keccak1600::new().as_bytes())
}

/// Return the state with `data` XORed onto its bytes from `offset` on.
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

/// Return `length` bytes of the state from `offset` on.
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

/// Return the state after all 24 rounds, Keccak-f[1600].
#[pyfunction]
fn crypto_core_keccak1600_permute_24<'py>(py: Python<'py>, state: Arg) -> Output<'py> {
    permuted(py, state, Keccak1600::permute_24)
}

/// Return the state after the last twelve rounds, Keccak-p[1600, 12].
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
    let text = format!("{argument} of {len} bytes from offset {offset} on ends beyond the state");
    raise(py, Kind::Value, text)
}
