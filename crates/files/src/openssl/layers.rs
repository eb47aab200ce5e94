//! The outer encoding of a file with `Salted__` and ciphertext: binary, base64, or one of kaesar's
//! headers.

use alloc::string::String;
use alloc::vec::Vec;
use std::io::Write;

use super::cipher::Cipher;
use crate::base64;
use crate::error::{Error, Result};
use crate::input::{Input, Source};
use crate::pipeline::{Sink, write};

/// The first bytes of a binary file.
pub(super) const MAGIC: &[u8] = b"Salted__";
const MAGIC_TEXT: &[u8] = b"U2FsdGVkX1";
const MODE_LINE: &[u8] = b"##### -*-";
const BEGIN: &[u8] = b"-----BEGIN ENCRYPTED DATA-----\n";
const END: &[u8] = b"-----END ENCRYPTED DATA-----\n";
/// The maximum length of a header line.
const LINE_MAX: usize = 4096;

/// The outer encoding of a file.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Layer {
    /// Binary, as `openssl enc` writes it.
    Binary,
    /// Base64 in lines of 64 letters, as `openssl enc -a` writes it.
    Base64,
    /// Kaesar-mode's mode line, followed by binary data.
    KaesarMode,
    /// Kaesar's header, followed by base64.
    KaesarText,
}

/// Detects a file's outer encoding and consumes its header. Also returns the cipher if the header
/// names one.
pub(super) fn begin(input: &mut Input<impl Source>) -> Result<Option<(Layer, Option<Cipher>)>> {
    let start = input.peek(BEGIN.len())?;
    if start.starts_with(MAGIC) {
        return Ok(Some((Layer::Binary, None)));
    }
    if start.trim_ascii_start().starts_with(MAGIC_TEXT) {
        return Ok(Some((Layer::Base64, None)));
    }
    if start.starts_with(MODE_LINE) {
        let line = input.line(LINE_MAX)?;
        let cipher = mode_line(&line).ok_or(Error::Header("malformed kaesar-mode line"))?;
        return Ok(Some((Layer::KaesarMode, Some(Cipher::parse(&cipher)?))));
    }
    if start == BEGIN {
        let wrong = Error::Header("malformed kaesar header");
        let mut cipher = None;
        input.line(LINE_MAX)?;
        loop {
            let line = input.line(LINE_MAX)?;
            let text = core::str::from_utf8(&line).ok().and_then(|line| line.strip_suffix('\n'));
            match text {
                Some("") => return Ok(Some((Layer::KaesarText, cipher))),
                Some(text) => match text.strip_prefix("Algorithm: ") {
                    Some(name) => cipher = Some(Cipher::parse(name)?),
                    None => return Err(wrong),
                },
                None => return Err(wrong),
            }
        }
    }
    Ok(None)
}

/// Returns the algorithm in a mode line of kaesar-mode. All other properties are ignored.
fn mode_line(line: &[u8]) -> Option<String> {
    let line = core::str::from_utf8(line).ok()?.strip_suffix('\n')?.trim_end();
    let body = line.strip_prefix("##### -*-")?.strip_suffix("-*-")?.trim();
    let body = body.strip_prefix("mode:")?.trim_start().strip_prefix("kaesar;")?.trim();
    let body = body.strip_prefix("kaesar-mode-meta-alist:")?.trim().trim_end_matches(';');
    let pairs = body.trim().strip_prefix('(')?.strip_suffix(')')?;
    let mut found = String::from("aes-256-cbc");
    for pair in pairs.split_inclusive(')') {
        let pair = pair.trim().strip_prefix('(')?.strip_suffix(')')?;
        let (name, value) = pair.split_once(" . ")?;
        let is_plain = |c: char| c.is_ascii_alphanumeric() || ".-_\"".contains(c);
        if !value.chars().all(is_plain) {
            return None;
        }
        if name == "algorithm" {
            found = value.strip_prefix('"')?.strip_suffix('"')?.into();
        }
    }
    Some(found)
}

/// A reader that decodes base64 in lines of any length, up to the end of the file or to kaesar's
/// END line.
pub(super) struct Unbase64<S> {
    text: Input<S>,
    /// An incomplete group of letters, and the decoded bytes. The bytes from `at` on are not
    /// consumed yet.
    letters: Vec<u8>,
    bytes: Vec<u8>,
    at: usize,
    is_over: bool,
}

impl<S: Source> Unbase64<S> {
    pub(super) fn new(text: Input<S>) -> Self {
        Self { text, letters: Vec::new(), bytes: Vec::new(), at: 0, is_over: false }
    }

    fn next(&mut self) -> Result<()> {
        let line = self.text.line(LINE_MAX)?;
        self.is_over = line.is_empty() || line == END || line == END[..END.len() - 1];
        if !self.is_over {
            self.letters.extend(line.iter().filter(|byte| !byte.is_ascii_whitespace()));
        } else if !self.letters.len().is_multiple_of(4) {
            return Err(WRONG);
        }
        let whole = self.letters.len() / 4 * 4;
        self.bytes.resize(whole / 4 * 3, 0);
        self.at = 0;
        let len = base64::from_padded(&self.letters[..whole], &mut self.bytes).ok_or(WRONG)?;
        self.bytes.truncate(len);
        self.letters.drain(..whole);
        Ok(())
    }
}

const WRONG: Error = Error::Armor("invalid base64");

impl<S: Source> Source for Unbase64<S> {
    fn some(&mut self, out: &mut [u8]) -> Result<usize> {
        while self.at == self.bytes.len() && !self.is_over {
            self.next()?;
        }
        let len = (self.bytes.len() - self.at).min(out.len());
        out[..len].copy_from_slice(&self.bytes[self.at..self.at + len]);
        self.at += len;
        Ok(len)
    }
}

/// A writer that produces a file in this encoding.
pub(super) struct Wrapped<W> {
    target: W,
    layer: Layer,
    /// The bytes of an incomplete line.
    held: Vec<u8>,
}

impl<W: Write> Wrapped<W> {
    pub(super) fn new(mut target: W, layer: Layer, cipher: Cipher) -> Result<Self> {
        let header = match layer {
            Layer::Binary | Layer::Base64 => String::new(),
            Layer::KaesarMode => alloc::format!(
                "##### -*- mode: kaesar; kaesar-mode-meta-alist: ((version . \"0.9.8\") \
                 (algorithm . \"{cipher}\")); -*- \n"
            ),
            Layer::KaesarText => {
                alloc::format!("-----BEGIN ENCRYPTED DATA-----\nAlgorithm: {cipher}\n\n")
            }
        };
        write(&mut target, header.as_bytes())?;
        Ok(Self { target, layer, held: Vec::new() })
    }

    fn is_text(&self) -> bool {
        matches!(self.layer, Layer::Base64 | Layer::KaesarText)
    }

    pub(super) fn finish(mut self) -> Result<()> {
        let mut text = Vec::new();
        if !self.held.is_empty() {
            base64::push_line(&mut text, &self.held);
        }
        if self.layer == Layer::KaesarText {
            text.extend_from_slice(END);
        }
        write(&mut self.target, &text)
    }
}

impl<W: Write> Sink for Wrapped<W> {
    fn put(&mut self, bytes: &[u8]) -> Result<()> {
        if !self.is_text() {
            return write(&mut self.target, bytes);
        }
        // Kaesar breaks lines after 76 letters; openssl breaks them after 64.
        let line = if self.layer == Layer::Base64 { 48 } else { 57 };
        self.held.extend_from_slice(bytes);
        let whole = self.held.len() / line * line;
        let mut text = Vec::new();
        for bytes in self.held[..whole].chunks(line) {
            base64::push_line(&mut text, bytes);
        }
        self.held.drain(..whole);
        write(&mut self.target, &text)
    }
}
