//! Finds the certificates of a PEM bundle (RFC 7468) in one pass over windows of the file.
//!
//! A block begins with a BEGIN line. On the same line, only blanks or the previous block's END line
//! may precede it, so that a comment sign disables a certificate. The body ends at the first `-`.
//! After any error in the body, the search continues at that `-`, so that no block affects the
//! next. Text between blocks is ignored.

use alloc::string::String;
use alloc::vec::Vec;

use crate::report::Reason;

const BEGIN: &[u8] = b"-----BEGIN ";
const DASHES: &[u8] = b"-----";

/// A PEM label of certificates.
struct Kind {
    label: &'static [u8],
    /// The END line.
    end: &'static [u8],
    /// Whether trust settings may follow the certificate.
    is_trusted: bool,
}

/// The accepted labels: the label of RFC 7468, its older form, and OpenSSL's own label.
static KINDS: [Kind; 3] = [
    Kind { label: b"CERTIFICATE", end: b"-----END CERTIFICATE-----", is_trusted: false },
    Kind { label: b"X509 CERTIFICATE", end: b"-----END X509 CERTIFICATE-----", is_trusted: false },
    Kind {
        label: b"TRUSTED CERTIFICATE",
        end: b"-----END TRUSTED CERTIFICATE-----",
        is_trusted: true,
    },
];

/// The maximum length of a label. RFC 7468 does not limit labels; the longest labels in use have
/// about 30 bytes.
const MAX_LABEL: usize = 64;
const LINE: usize = 64;
const BOM: &[u8] = b"\xef\xbb\xbf";

/// A receiver for the scanner's findings. An offset is the position of a BEGIN line in the file.
pub(crate) trait Sink {
    /// Handles a certificate block, given as base64 without blanks. If `is_trusted` is set, trust
    /// settings may follow the certificate. Returns whether the text is base64. The sink itself
    /// reports all other errors.
    fn certificate(&mut self, offset: u64, base64: &[u8], is_trusted: bool) -> bool;

    /// Handles a block that is left out.
    fn skip(&mut self, offset: u64, reason: Reason);
}

/// The scanner's state between two windows of a file.
#[derive(Debug)]
pub(crate) struct Scanner {
    /// The base64 of one block, without blanks.
    text: Vec<u8>,
    /// The position of the window's first byte in the file.
    base: u64,
    /// Whether only blanks precede the window on its first line.
    at_line_start: bool,
    /// The position after the last END line; a BEGIN line may follow at this position.
    after_end: u64,
    /// Whether a rejected block's END line may still follow.
    is_open: bool,
}

/// The kind of text at a `-`.
enum Found {
    /// Neither BEGIN nor the END of a certificate.
    Nothing,
    /// The window ends before the text is recognised.
    Cut,
    /// A block or a boundary that ends before this position.
    Until(usize),
}

/// A block after its BEGIN line.
struct Block {
    offset: u64,
    body_at: usize,
    kind: &'static Kind,
}

impl Scanner {
    pub(crate) const fn new() -> Self {
        Self { text: Vec::new(), base: 0, at_line_start: true, after_end: 0, is_open: false }
    }

    /// Scans a window and returns the number of processed bytes. `is_last` marks the file's last
    /// window. The next window must begin with the bytes that were not processed.
    pub(crate) fn scan(&mut self, window: &[u8], is_last: bool, sink: &mut dyn Sink) -> usize {
        if !is_last && self.base == 0 && is_cut(window, BOM) {
            return 0;
        }
        let mut at = 0;
        let done = loop {
            let Some(dash) = find_dash(window, at) else { break window.len() };
            match self.boundary(window, dash, is_last, sink) {
                Found::Nothing => at = dash + 1,
                Found::Cut => break dash,
                Found::Until(end) => at = end,
            }
        };
        self.pass(window, done);
        done
    }

    /// Skips the block at the start of the window, which is too long for the window.
    pub(crate) fn give_up(&mut self, window: &[u8], reason: Reason, sink: &mut dyn Sink) -> usize {
        sink.skip(self.base, reason);
        self.is_open = true;
        self.pass(window, BEGIN.len().min(window.len()));
        BEGIN.len().min(window.len())
    }

    /// Records that the first `done` bytes of the window are processed.
    fn pass(&mut self, window: &[u8], done: usize) {
        self.at_line_start = self.starts_line(window, done);
        self.base += done as u64;
    }

    /// Returns whether only blanks precede a position on its line.
    fn starts_line(&self, window: &[u8], position: usize) -> bool {
        let before = window.get(..position).unwrap_or_default();
        match before.iter().rposition(|&byte| !matches!(byte, b' ' | b'\t')) {
            Some(last) if self.base == 0 && last < BOM.len() && before.starts_with(BOM) => true,
            Some(last) => matches!(before.get(last), Some(b'\n' | b'\r')),
            None => self.at_line_start,
        }
    }

    /// Examines the text at a `-`, and reads the block if one begins there.
    fn boundary(&mut self, window: &[u8], at: usize, is_last: bool, sink: &mut dyn Sink) -> Found {
        let rest = window.get(at..).unwrap_or_default();
        let offset = self.base + at as u64;
        if rest.starts_with(BEGIN) {
            return self.block(window, at, is_last, sink);
        }
        if !is_last && (is_cut(rest, BEGIN) || KINDS.iter().any(|kind| is_cut(rest, kind.end))) {
            return Found::Cut;
        }
        let Some(Kind { end, .. }) = KINDS.iter().find(|kind| rest.starts_with(kind.end)) else {
            return Found::Nothing;
        };
        if !self.is_open {
            sink.skip(offset, Reason::Boundary);
        }
        self.is_open = false;
        self.after_end = offset + end.len() as u64;
        Found::Until(at + end.len())
    }

    /// Reads a BEGIN line and the block after it.
    fn block(&mut self, window: &[u8], at: usize, is_last: bool, sink: &mut dyn Sink) -> Found {
        let offset = self.base + at as u64;
        let label_at = at + BEGIN.len();
        let rest = window.get(label_at..).unwrap_or_default();
        let head = rest.get(..rest.len().min(MAX_LABEL + DASHES.len())).unwrap_or_default();
        let len = match head.windows(DASHES.len()).position(|dashes| dashes == DASHES) {
            Some(len) => len,
            None if !is_last && head.len() < MAX_LABEL + DASHES.len() => return Found::Cut,
            None => return self.refuse(offset, label_at, Reason::Boundary, sink),
        };
        let label = head.get(..len).unwrap_or_default();
        if label.iter().any(|byte| matches!(byte, b'\n' | b'\r')) {
            return self.refuse(offset, label_at, Reason::Boundary, sink);
        }
        let body_at = label_at + len + DASHES.len();
        let joined = offset == self.after_end && offset != 0;
        if !joined && !self.starts_line(window, at) {
            return self.refuse(offset, body_at, Reason::MidLine, sink);
        }
        let Some(kind) = KINDS.iter().find(|kind| kind.label == label) else {
            let label = String::from_utf8_lossy(label).into_owned();
            return self.refuse(offset, body_at, Reason::Label(label), sink);
        };
        let block = Block { offset, body_at, kind };
        self.body(window, &block, is_last, sink)
    }

    fn refuse(&mut self, offset: u64, end: usize, why: Reason, sink: &mut dyn Sink) -> Found {
        self.is_open = true;
        sink.skip(offset, why);
        Found::Until(end)
    }

    /// Reads the body of a certificate block.
    fn body(&mut self, window: &[u8], block: &Block, is_last: bool, sink: &mut dyn Sink) -> Found {
        let &Block { offset, body_at, kind: &Kind { end, is_trusted, .. } } = block;
        let body = window.get(body_at..).unwrap_or_default();
        if let Some(len) = self.strip_lines(body)
            && body.get(len..).unwrap_or_default().starts_with(end)
            && sink.certificate(offset, &self.text, is_trusted)
        {
            return self.taken(body_at + len + end.len());
        }
        // The window ends too early, the body is malformed, or its lines contain blanks.
        let Some(len) = find_dash(body, 0) else {
            if !is_last {
                return Found::Cut;
            }
            return self.refuse(offset, window.len(), Reason::Truncated, sink);
        };
        let rest = body.get(len..).unwrap_or_default();
        if !is_last && is_cut(rest, end) {
            return Found::Cut;
        }
        if !rest.starts_with(end) {
            let why = if rest.starts_with(DASHES) { Reason::Truncated } else { Reason::Base64 };
            return self.refuse(offset, body_at + len, why, sink);
        }
        self.text.clear();
        let bytes = body.get(..len).unwrap_or_default();
        if self.text.try_reserve(bytes.len()).is_err() {
            return self.refuse(offset, body_at + len, Reason::OutOfMemory, sink);
        }
        self.text.extend(bytes.iter().copied().filter(|&byte| !is_blank(byte)));
        if !sink.certificate(offset, &self.text, is_trusted) {
            sink.skip(offset, Reason::Base64);
        }
        self.taken(body_at + len + end.len())
    }

    fn taken(&mut self, end: usize) -> Found {
        self.is_open = false;
        self.after_end = self.base + end as u64;
        Found::Until(end)
    }

    /// Copies a body with lines of 64 bytes (the last may be shorter) without its newlines, and
    /// returns its length: the position of a `-`, which is the first `-` if the text is valid
    /// base64. Returns `None` without a `-` or without memory. For any other body, the copied text
    /// is not base64.
    fn strip_lines(&mut self, body: &[u8]) -> Option<usize> {
        self.text.clear();
        let mut rest = body.strip_prefix(b"\n").unwrap_or(body);
        while let Some((line, tail)) = rest.split_first_chunk::<{ LINE + 1 }>()
            && line[LINE] == b'\n'
            && line[0] != b'-'
        {
            self.text.try_reserve(LINE).ok()?;
            self.text.extend_from_slice(&line[..LINE]);
            rest = tail;
        }
        // Blanks other than line ends make the copied text invalid base64.
        let last = find_dash(rest, 0)?;
        let line = rest.get(..last).unwrap_or_default();
        self.text.try_reserve(line.len()).ok()?;
        self.text.extend_from_slice(line.strip_suffix(b"\n").unwrap_or(line));
        Some(body.len() - rest.len() + last)
    }
}

/// The blanks of RFC 7468, section 3 (`laxwhite`).
const fn is_blank(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0b | 0x0c | b'\r' | b' ')
}

/// Returns whether a text ends in the middle of a boundary.
fn is_cut(text: &[u8], boundary: &[u8]) -> bool {
    text.len() < boundary.len() && boundary.starts_with(text)
}

/// Returns the position of the first `-` at or after a position.
fn find_dash(text: &[u8], from: usize) -> Option<usize> {
    // `contains` compares whole words and is faster than `position`, which compares bytes. The
    // stride is two lines of PEM, and only the last stride is searched byte by byte.
    const STRIDE: usize = 128;
    let mut at = from;
    for part in text.get(from..)?.chunks(STRIDE) {
        if part.contains(&b'-') {
            return part.iter().position(|&byte| byte == b'-').map(|in_part| at + in_part);
        }
        at += part.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;

    #[derive(Debug, Default, PartialEq)]
    struct Log(Vec<(u64, Result<Vec<u8>, Reason>)>);

    impl Sink for Log {
        fn certificate(&mut self, offset: u64, base64: &[u8], _: bool) -> bool {
            let is_base64 = base64_simd::STANDARD.check(base64).is_ok();
            if is_base64 {
                self.0.push((offset, Ok(base64.to_vec())));
            }
            is_base64
        }

        fn skip(&mut self, offset: u64, reason: Reason) {
            self.0.push((offset, Err(reason)));
        }
    }

    /// Scans with a window that grows by `step` bytes if it does not contain a complete block.
    fn scan(text: &[u8], step: usize) -> Log {
        let mut log = Log::default();
        let mut scanner = Scanner::new();
        let (mut start, mut end) = (0, 0);
        while end < text.len() {
            end = (end + step).min(text.len());
            start += scanner.scan(&text[start..end], end == text.len(), &mut log);
        }
        assert_eq!(start, text.len());
        log
    }

    #[test]
    fn the_result_is_independent_of_the_window() {
        let line = "AbC9".repeat(16);
        let sound = format!(
            "-----BEGIN CERTIFICATE-----\n{line}\n{line}\nAA==\n-----END CERTIFICATE-----\n"
        );
        let text = [
            "\u{feff} ",
            &sound,
            "words - with -- dashes ---- and ----- more -----BEGINNING\n",
            &sound.replace('\n', "\r\n"),
            &sound.replace("END", "MEND"),
            "-----BEGIN PRIVATE KEY-----\nno base64\n-----END PRIVATE KEY-----\n",
            &sound.replace(" CERT", " TRUSTED CERT"),
            &sound.replace("BEGIN", "BEGIN X509"),
            "-----END TRUSTED CERTIFICATE-----\n-----END X509 CERTIFICATE-----\n",
            "  ",
            sound.trim_end(),
            &sound.replace('9', "-"),
            &format!("# {sound}"),
            &sound.replace("-----BEGIN", "----BEGIN"),
            &sound[..sound.len() - 5],
        ]
        .concat();
        let whole = scan(text.as_bytes(), text.len());
        let codes: Vec<&str> = whole
            .0
            .iter()
            .map(|(_, found)| found.as_ref().map_or_else(Reason::code, |_| "ok"))
            .collect();
        let expected = "ok ok truncated label ok truncated boundary boundary ok base64 mid-line boundary truncated";
        assert_eq!(codes.join(" "), expected);
        for step in 1..200 {
            assert_eq!(scan(text.as_bytes(), step), whole, "step {step}");
        }
    }
}
