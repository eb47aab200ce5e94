//! Emacs's interface for modules (`emacs-module.h`), as much of it as is needed, behind safe calls.
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

/// Why a function returns no value.
pub(crate) enum Failure {
    /// Emacs has an error or a quit of its own, which takes effect on return.
    Exit,
    /// What is told to Lisp as `quicksalt-error`.
    Told(String),
    /// What is told to Lisp as the error of a name, ended by a zero, with some texts.
    Named(&'static [u8], Vec<String>),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            // Emacs quits on return, because it was Emacs that said so.
            Error::Interrupted => Self::Exit,
            other => Self::Told(other.to_string()),
        }
    }
}

/// The result of a function of Lisp.
pub(crate) type Result<T> = core::result::Result<T, Failure>;

/// What makes a function known to Lisp.
pub(crate) struct Function {
    /// Its name, ended by a zero.
    pub(crate) name: &'static [u8],
    /// Its documentation, ended by a zero.
    pub(crate) doc: &'static [u8],
    /// How many arguments it takes.
    pub(crate) arity: isize,
    /// What it does; it gets as many arguments as that.
    pub(crate) run: fn(&Env, &[Value]) -> Result<Value>,
}

/// The environment of one call.
pub(crate) struct Env {
    /// Of Emacs, good until the call returns, and of a size that was checked when the module was loaded.
    raw: *mut Raw,
}

/// The bytes of a short string, such as a key.
pub(crate) struct Short {
    bytes: Wiped<[u8; SHORT_MAX + 1]>,
    len: usize,
}

/// The longest string that is short.
const SHORT_MAX: usize = 63;

impl Deref for Short {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

/// What a handle leads to; `None` after it has been forgotten.
pub(crate) type Held = RefCell<Option<Kept>>;

impl Env {
    /// The environment in which a module is loaded; an error number if Emacs is too old.
    ///
    /// # Safety
    /// The runtime is Emacs's own, for the call that it makes to load the module.
    pub(crate) unsafe fn of_runtime(runtime: *mut Runtime) -> core::result::Result<Self, c_int> {
        // SAFETY: the runtime and its environment are good for this call; both say how long they are, and
        // nothing behind that is touched.
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

    /// Tells whether Emacs has an error or a quit pending: nothing else may be called then.
    pub(crate) fn pending(&self) -> Result<()> {
        // SAFETY: `raw` is good as long as `self`; this may be called at any time.
        match unsafe { ((*self.raw).non_local_exit_check)(self.raw) } {
            0 => Ok(()),
            _ => Err(Failure::Exit),
        }
    }

    fn intern(&self, name: &[u8]) -> Result<Value> {
        debug_assert!(name.ends_with(b"\0"));
        // SAFETY: the name ends with a zero; `raw` is good as long as `self`.
        let symbol = unsafe { ((*self.raw).intern)(self.raw, name.as_ptr().cast()) };
        self.pending()?;
        Ok(symbol)
    }

    pub(crate) fn call(&self, function: &[u8], arguments: &mut [Value]) -> Result<Value> {
        let symbol = self.intern(function)?;
        // SAFETY: the values are of this environment, and there are as many as is said.
        let value = unsafe {
            let (raw, len) = (self.raw, arguments.len() as isize);
            ((*raw).funcall)(raw, symbol, len, arguments.as_mut_ptr())
        };
        self.pending()?;
        Ok(value)
    }

    /// The symbol `nil`.
    pub(crate) fn nil(&self) -> Result<Value> {
        self.intern(b"nil\0")
    }

    /// The symbol `t`.
    pub(crate) fn t(&self) -> Result<Value> {
        self.intern(b"t\0")
    }

    /// Whether a value is not `nil`.
    pub(crate) fn is_true(&self, value: Value) -> bool {
        // SAFETY: `raw` is good as long as `self`, the value is of this environment.
        unsafe { ((*self.raw).is_not_nil)(self.raw, value) }
    }

    /// The integer `value`, in the range of `T`.
    pub(crate) fn integer<T: TryFrom<i64>>(&self, value: Value, argument: &str) -> Result<T> {
        // SAFETY: `raw` is good as long as `self`; what is no integer becomes a pending error.
        let integer = unsafe { ((*self.raw).extract_integer)(self.raw, value) };
        self.pending()?;
        T::try_from(integer)
            .map_err(|_| Failure::Told(format!("{argument} is out of range: {integer}")))
    }

    /// The bytes of a string. Lisp code has seen to it that it is unibyte: of a multibyte one they would
    /// be those of UTF-8.
    pub(crate) fn bytes(&self, value: Value) -> Result<Wiped<Vec<u8>>> {
        let mut size = 0_isize;
        // SAFETY: `raw` is good as long as `self`; without a buffer only the size is written, the
        // zero at the end counted.
        unsafe {
            ((*self.raw).copy_string_contents)(self.raw, value, ptr::null_mut(), &raw mut size)
        };
        self.pending()?;
        self.bytes_of(value, usize::try_from(size).unwrap_or_default().saturating_sub(1))
    }

    /// As [`Env::bytes`] of a string that is at most so long. Emacs looks at every byte of a string
    /// whenever it is asked for its size, which Lisp knows.
    pub(crate) fn bytes_of(&self, value: Value, most: usize) -> Result<Wiped<Vec<u8>>> {
        let mut bytes: Wiped<Vec<u8>> = Wiped::new(memory::with_capacity(most.saturating_add(1))?);
        let mut size = isize::try_from(bytes.capacity()).unwrap_or(isize::MAX);
        // SAFETY: the buffer has room for `size` bytes. Emacs writes no more, says how many with the
        // zero behind them, and makes an error pending where that is too few.
        unsafe {
            let (raw, out) = (self.raw, bytes.as_mut_ptr());
            ((*raw).copy_string_contents)(raw, value, out, &raw mut size);
            self.pending()?;
            bytes.set_len(usize::try_from(size).unwrap_or_default().saturating_sub(1));
        }
        Ok(bytes)
    }

    /// As [`Env::bytes`] of a short string, without memory of the heap.
    pub(crate) fn short(&self, value: Value, argument: &str) -> Result<Short> {
        let mut bytes = Wiped::new([0; SHORT_MAX + 1]);
        let mut size = bytes.len() as isize;
        // SAFETY: as in `bytes_of`. Where the buffer is too small, only the size is written.
        let has_read = unsafe {
            let (raw, out) = (self.raw, bytes.as_mut_ptr());
            ((*raw).copy_string_contents)(raw, value, out, &raw mut size)
        };
        if !has_read && size > bytes.len() as isize {
            // SAFETY: `raw` is good as long as `self`; what is cleared is that error.
            unsafe { ((*self.raw).non_local_exit_clear)(self.raw) };
            let text = format!("{argument} is longer than {SHORT_MAX} bytes");
            return Err(Failure::Told(text));
        }
        self.pending()?;
        Ok(Short { bytes, len: usize::try_from(size).unwrap_or_default().saturating_sub(1) })
    }

    /// A text of UTF-8; what is none is an error that names the argument.
    pub(crate) fn text(&self, value: Value, argument: &str) -> Result<String> {
        let bytes = self.bytes(value)?;
        let text = core::str::from_utf8(&bytes);
        let text = text.map_err(|_| Failure::Told(format!("{argument} is not UTF-8")))?;
        Ok(text.into())
    }

    /// A pair.
    pub(crate) fn pair(&self, first: Value, second: Value) -> Result<Value> {
        self.call(b"cons\0", &mut [first, second])
    }

    /// A unibyte string.
    pub(crate) fn string(&self, bytes: &[u8]) -> Result<Value> {
        // SAFETY: `raw` is good as long as `self`; the bytes are copied.
        let value = unsafe {
            ((*self.raw).make_unibyte_string)(self.raw, bytes.as_ptr(), bytes.len() as isize)
        };
        self.pending()?;
        Ok(value)
    }

    /// Does work that ends early when the user quits.
    pub(crate) fn interruptible<T>(&self, work: impl FnOnce() -> T) -> T {
        let raw = self.raw;
        // SAFETY: the question is asked by this thread while this call of Lisp runs, for as long
        // as `raw` is good.
        let is_wanted = move || unsafe { ((*raw).process_input)(raw) } != QUIT;
        interrupt::while_wanted(is_wanted, work)
    }

    /// A handle.
    pub(crate) fn hold(&self, kept: Kept) -> Result<Value> {
        let held: Box<Held> = Box::new(RefCell::new(Some(kept)));
        // SAFETY: Emacs owns the pointer from now on and gives it to `release`, once.
        let value = unsafe {
            ((*self.raw).make_user_ptr)(self.raw, Some(release), Box::into_raw(held).cast())
        };
        self.pending()?;
        Ok(value)
    }

    /// What a handle of ours holds, or nothing if the value is something else.
    pub(crate) fn held(&self, value: Value) -> Option<&Held> {
        // SAFETY: `raw` is good as long as `self`. Of what is no handle, Emacs makes an error pending and
        // gives no finaliser. A handle is ours if its finaliser is, and then its pointer is the box
        // that `hold` made, which lives as long as the value: until this call of Lisp returns.
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
            // SAFETY: `raw` is good as long as `self`; the text is UTF-8 and is copied.
            data.push(unsafe { ((*raw).make_string)(raw, text.as_ptr(), len) });
            self.pending()?;
        }
        let data = self.call(b"list\0", &mut data)?;
        let symbol = self.intern(symbol)?;
        // SAFETY: `raw` is good as long as `self`, nothing is pending, both values are of it.
        unsafe { ((*self.raw).non_local_exit_signal)(self.raw, symbol, data) };
        Ok(())
    }

    /// Makes a function known to Lisp.
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

/// Wipes and frees what a handle held. Emacs calls it while it collects garbage.
unsafe extern "C" fn release(pointer: *mut c_void) {
    // SAFETY: the pointer is a box that `hold` gave away, and comes here once.
    drop(unsafe { Box::from_raw(pointer.cast::<Held>()) });
}

/// What Emacs calls for every function; `data` is the one that was defined.
unsafe extern "C" fn trampoline(
    raw: *mut Raw,
    len: isize,
    arguments: *mut Value,
    data: *mut c_void,
) -> Value {
    let env = Env { raw };
    let arguments = match usize::try_from(len) {
        // SAFETY: Emacs gives as many arguments as it says.
        Ok(len) if len > 0 => unsafe { core::slice::from_raw_parts(arguments, len) },
        _ => &[],
    };
    // SAFETY: `define` gave Emacs a function that lives for ever.
    let function = unsafe { &*data.cast::<Function>() };
    let outcome = catch_unwind(AssertUnwindSafe(|| (function.run)(&env, arguments)))
        .unwrap_or_else(|_| Err(Failure::Told("an error inside the module".into())));
    match outcome {
        Ok(value) => value,
        Err(failure) => {
            // If it fails, Emacs has an error of its own by then.
            let _ = match failure {
                Failure::Exit => Ok(()),
                Failure::Told(text) => env.signal(b"quicksalt-error\0", &[text]),
                Failure::Named(symbol, texts) => env.signal(symbol, &texts),
            };
            // Emacs does not look at it.
            Value(ptr::null_mut())
        }
    }
}
