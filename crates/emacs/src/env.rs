//! Safe wrappers for the parts of Emacs's module interface (`emacs-module.h`) that this module
//! uses.
#![allow(unsafe_code)]

use core::cell::RefCell;
use core::ffi::{c_int, c_void};
use core::ops::Deref;
use core::panic::AssertUnwindSafe;
use core::ptr;
use std::panic::catch_unwind;

use quicksalt::{Error, Wiped, interrupt, memory};

use crate::kept::Kept;
use crate::raw::{Finalizer, QUIT, Raw, Runtime, Value};

/// The reason why a function returns no value.
pub(crate) enum Failure {
    /// Emacs has a pending error or quit, which takes effect on return.
    Exit,
    /// An error to signal as `quicksalt-error`.
    Told(String),
    /// An error to signal: its zero-terminated symbol name, and the texts that describe it.
    Named(&'static [u8], Vec<String>),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            // Emacs requested the interrupt, so Emacs quits when this call returns.
            Error::Interrupted => Self::Exit,
            other => Self::Told(other.to_string()),
        }
    }
}

/// The result of a Lisp function.
pub(crate) type Result<T> = core::result::Result<T, Failure>;

/// The definition of a Lisp function.
pub(crate) struct Function {
    /// Its zero-terminated name.
    pub(crate) name: &'static [u8],
    /// Its zero-terminated documentation.
    pub(crate) doc: &'static [u8],
    /// The number of arguments.
    pub(crate) arity: isize,
    /// Its implementation, called with exactly `arity` arguments.
    pub(crate) run: fn(&Env, &[Value]) -> Result<Value>,
}

/// The environment of one call.
pub(crate) struct Env {
    /// Emacs's environment, valid until the call returns; its size was checked when the module was
    /// loaded.
    raw: *mut Raw,
}

/// The bytes of a short string, such as a key.
pub(crate) struct Short {
    bytes: Wiped<[u8; SHORT_MAX + 1]>,
    len: usize,
}

/// The maximum length of a short string.
const SHORT_MAX: usize = 63;

impl Deref for Short {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

/// The content of a handle; `None` after `forget`.
pub(crate) type Held = RefCell<Option<Kept>>;

impl Env {
    /// Returns the environment in which a module is loaded, or an error number if Emacs is too old.
    ///
    /// # Safety
    /// The runtime comes from Emacs, during the call that loads the module.
    pub(crate) unsafe fn of_runtime(runtime: *mut Runtime) -> core::result::Result<Self, c_int> {
        // SAFETY: the runtime and its environment are valid during this call; both state their
        // size, and nothing beyond it is accessed.
        unsafe {
            if (*runtime).size < size_of::<Runtime>() as isize {
                return Err(1);
            }
            let raw = ((*runtime).get_environment)(runtime);
            if (*raw).size < size_of::<Raw>() as isize {
                return Err(2);
            }
            Ok(Self { raw })
        }
    }

    /// Checks whether Emacs has a pending error or quit; if so, no other function may be called.
    pub(crate) fn pending(&self) -> Result<()> {
        // SAFETY: `raw` is valid while `self` exists; this function may be called at any time.
        match unsafe { ((*self.raw).non_local_exit_check)(self.raw) } {
            0 => Ok(()),
            _ => Err(Failure::Exit),
        }
    }

    fn intern(&self, name: &[u8]) -> Result<Value> {
        debug_assert!(name.ends_with(b"\0"));
        // SAFETY: the name ends with a zero; `raw` is valid while `self` exists.
        let symbol = unsafe { ((*self.raw).intern)(self.raw, name.as_ptr().cast()) };
        self.pending()?;
        Ok(symbol)
    }

    pub(crate) fn call(&self, function: &[u8], arguments: &mut [Value]) -> Result<Value> {
        let symbol = self.intern(function)?;
        // SAFETY: the values belong to this environment, and the count is correct.
        let value = unsafe {
            let (raw, len) = (self.raw, arguments.len() as isize);
            ((*raw).funcall)(raw, symbol, len, arguments.as_mut_ptr())
        };
        self.pending()?;
        Ok(value)
    }

    /// Returns the symbol `nil`.
    pub(crate) fn nil(&self) -> Result<Value> {
        self.intern(b"nil\0")
    }

    /// Returns the symbol `t`.
    pub(crate) fn t(&self) -> Result<Value> {
        self.intern(b"t\0")
    }

    /// Returns whether a value is not `nil`.
    pub(crate) fn is_true(&self, value: Value) -> bool {
        // SAFETY: `raw` is valid while `self` exists, and the value belongs to this environment.
        unsafe { ((*self.raw).is_not_nil)(self.raw, value) }
    }

    /// Returns an integer in the range of `T`.
    pub(crate) fn integer<T: TryFrom<i64>>(&self, value: Value, argument: &str) -> Result<T> {
        // SAFETY: `raw` is valid while `self` exists; a value of another type causes a pending error.
        let integer = unsafe { ((*self.raw).extract_integer)(self.raw, value) };
        self.pending()?;
        T::try_from(integer)
            .map_err(|_| Failure::Told(format!("{argument} is out of range: {integer}")))
    }

    /// Returns the bytes of a string. Lisp code ensures that it is unibyte; a multibyte string
    /// would give its UTF-8 bytes.
    pub(crate) fn bytes(&self, value: Value) -> Result<Wiped<Vec<u8>>> {
        let mut size = 0_isize;
        // SAFETY: `raw` is valid while `self` exists; without a buffer, Emacs only writes the size,
        // including the terminating zero.
        unsafe {
            ((*self.raw).copy_string_contents)(self.raw, value, ptr::null_mut(), &raw mut size)
        };
        self.pending()?;
        self.bytes_of(value, usize::try_from(size).unwrap_or_default().saturating_sub(1))
    }

    /// Like [`Env::bytes`], for a string of at most `most` bytes, a size that Lisp code passes.
    /// Without it, Emacs would scan the whole string to determine the size.
    pub(crate) fn bytes_of(&self, value: Value, most: usize) -> Result<Wiped<Vec<u8>>> {
        let mut bytes: Wiped<Vec<u8>> = Wiped::new(memory::with_capacity(most.saturating_add(1))?);
        let mut size = isize::try_from(bytes.capacity()).unwrap_or(isize::MAX);
        // SAFETY: the buffer has room for `size` bytes. Emacs writes no more, returns the count
        // including the terminating zero, and sets a pending error if the buffer is too small.
        unsafe {
            let (raw, out) = (self.raw, bytes.as_mut_ptr());
            ((*raw).copy_string_contents)(raw, value, out, &raw mut size);
            self.pending()?;
            bytes.set_len(usize::try_from(size).unwrap_or_default().saturating_sub(1));
        }
        Ok(bytes)
    }

    /// Like [`Env::bytes`], for a short string, without heap memory.
    pub(crate) fn short(&self, value: Value, argument: &str) -> Result<Short> {
        let mut bytes = Wiped::new([0; SHORT_MAX + 1]);
        let mut size = bytes.len() as isize;
        // SAFETY: as in `bytes_of`. If the buffer is too small, only the size is written.
        let has_read = unsafe {
            let (raw, out) = (self.raw, bytes.as_mut_ptr());
            ((*raw).copy_string_contents)(raw, value, out, &raw mut size)
        };
        if !has_read && size > bytes.len() as isize {
            // SAFETY: `raw` is valid while `self` exists; only that error is cleared.
            unsafe { ((*self.raw).non_local_exit_clear)(self.raw) };
            let text = format!("{argument} is longer than {SHORT_MAX} bytes");
            return Err(Failure::Told(text));
        }
        self.pending()?;
        Ok(Short { bytes, len: usize::try_from(size).unwrap_or_default().saturating_sub(1) })
    }

    /// Returns the UTF-8 text of an argument. For any other string, the error names the argument.
    pub(crate) fn text(&self, value: Value, argument: &str) -> Result<String> {
        let bytes = self.bytes(value)?;
        let text = core::str::from_utf8(&bytes);
        let text = text.map_err(|_| Failure::Told(format!("{argument} is not UTF-8")))?;
        Ok(text.into())
    }

    /// Returns a cons cell of two values.
    pub(crate) fn pair(&self, first: Value, second: Value) -> Result<Value> {
        self.call(b"cons\0", &mut [first, second])
    }

    /// Returns a unibyte string.
    pub(crate) fn string(&self, bytes: &[u8]) -> Result<Value> {
        // SAFETY: `raw` is valid while `self` exists; the bytes are copied.
        let value = unsafe {
            ((*self.raw).make_unibyte_string)(self.raw, bytes.as_ptr(), bytes.len() as isize)
        };
        self.pending()?;
        Ok(value)
    }

    /// Runs `work`, which ends early if the user quits.
    pub(crate) fn interruptible<T>(&self, work: impl FnOnce() -> T) -> T {
        let raw = self.raw;
        // SAFETY: this thread calls `process_input` during this Lisp call, while `raw` is valid.
        let is_wanted = move || unsafe { ((*raw).process_input)(raw) } != QUIT;
        interrupt::while_wanted(is_wanted, work)
    }

    /// Returns a handle that owns its content.
    pub(crate) fn hold(&self, kept: Kept) -> Result<Value> {
        let held: Box<Held> = Box::new(RefCell::new(Some(kept)));
        // SAFETY: Emacs owns the pointer from now on and passes it to `release` once.
        let value = unsafe {
            ((*self.raw).make_user_ptr)(self.raw, Some(release), Box::into_raw(held).cast())
        };
        self.pending()?;
        Ok(value)
    }

    /// Returns the content of a handle; `None` if the value is not a handle of this module.
    pub(crate) fn held(&self, value: Value) -> Option<&Held> {
        // SAFETY: `raw` is valid while `self` exists. For a value that is not a user pointer, Emacs sets
        // a pending error and returns no finaliser. A handle with this module's finaliser contains
        // the box that `hold` made. The box is freed with the value, at the earliest after this
        // Lisp call returns.
        unsafe {
            let finalizer = ((*self.raw).get_user_finalizer)(self.raw, value)?;
            if !ptr::fn_addr_eq(finalizer, release as Finalizer) {
                return None;
            }
            ((*self.raw).get_user_ptr)(self.raw, value).cast::<Held>().as_ref()
        }
    }

    fn signal(&self, symbol: &[u8], texts: &[String]) -> Result<()> {
        let mut data = Vec::new();
        for text in texts {
            let (raw, len) = (self.raw, text.len() as isize);
            // SAFETY: `raw` is valid while `self` exists; the text is UTF-8 and is copied.
            data.push(unsafe { ((*raw).make_string)(raw, text.as_ptr(), len) });
            self.pending()?;
        }
        let data = self.call(b"list\0", &mut data)?;
        let symbol = self.intern(symbol)?;
        // SAFETY: `raw` is valid while `self` exists, no error is pending, and both values belong to it.
        unsafe { ((*self.raw).non_local_exit_signal)(self.raw, symbol, data) };
        Ok(())
    }

    /// Defines a Lisp function.
    pub(crate) fn define(&self, function: &'static Function) -> Result<()> {
        // SAFETY: the texts end with zeros; the trampoline only reads the function.
        let made = unsafe {
            let (raw, arity) = (self.raw, function.arity);
            let doc = function.doc.as_ptr().cast();
            let data = ptr::from_ref(function).cast_mut().cast();
            ((*raw).make_function)(raw, arity, arity, trampoline, doc, data)
        };
        self.pending()?;
        let symbol = self.intern(function.name)?;
        self.call(b"defalias\0", &mut [symbol, made]).map(|_| ())
    }
}

/// Wipes and frees the content of a handle. Emacs calls it during garbage collection.
unsafe extern "C" fn release(pointer: *mut c_void) {
    // SAFETY: the pointer is a box that `hold` gave to Emacs, which passes it back once.
    drop(unsafe { Box::from_raw(pointer.cast::<Held>()) });
}

/// The entry point for all functions; `data` points to the definition.
unsafe extern "C" fn trampoline(
    raw: *mut Raw,
    len: isize,
    arguments: *mut Value,
    data: *mut c_void,
) -> Value {
    let env = Env { raw };
    let arguments = match usize::try_from(len) {
        // SAFETY: Emacs passes the stated number of arguments.
        Ok(len) if len > 0 => unsafe { core::slice::from_raw_parts(arguments, len) },
        _ => &[],
    };
    // SAFETY: `define` passed a function with static lifetime to Emacs.
    let function = unsafe { &*data.cast::<Function>() };
    let outcome = catch_unwind(AssertUnwindSafe(|| (function.run)(&env, arguments)))
        .unwrap_or_else(|_| Err(Failure::Told("internal error in the module".into())));
    match outcome {
        Ok(value) => value,
        Err(failure) => {
            // If signalling fails, Emacs already has another pending error.
            let _ = match failure {
                Failure::Exit => Ok(()),
                Failure::Told(text) => env.signal(b"quicksalt-error\0", &[text]),
                Failure::Named(symbol, texts) => env.signal(symbol, &texts),
            };
            // Emacs ignores this value.
            Value(ptr::null_mut())
        }
    }
}
