//! Searches the memory of another process for secrets.

use core::fmt;
use std::collections::HashMap;
use std::fs::{File, read_to_string};
use std::os::unix::fs::FileExt as _;

use crate::secrets::Secrets;

/// The number of bytes per lookup. The search window of a secret is at least this long.
const PROBE: usize = 8;

/// A secret remnant.
pub(crate) struct Found {
    pub(crate) secret: String,
    pub(crate) region: String,
    /// The distance in bytes from the call down to the lowest occurrence on the stack; 0 for a
    /// remnant that is not on the stack.
    pub(crate) depth: usize,
    /// The number of the secret's windows that were found.
    pub(crate) windows: usize,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { secret, region, depth, windows } = self;
        write!(f, "{secret} in {region}, {depth} bytes below the call, {windows} windows")
    }
}

/// Returns all secrets found in the process's writable memory. The operation's stack was below the
/// address `below`.
pub(crate) fn search(process: u32, below: usize, secrets: &Secrets) -> Vec<Found> {
    let memory = File::open(format!("/proc/{process}/mem")).unwrap();
    let probes = probes(secrets);
    let mut found: HashMap<(String, String), (usize, usize)> = HashMap::new();
    for (start, end, region) in writable(process) {
        let mut bytes = vec![0; end - start];
        // Kernel-private regions such as `[vvar]` cannot be read and do not contain secrets.
        if memory.read_exact_at(&mut bytes, start as u64).is_err() {
            continue;
        }
        let region = if (start..end).contains(&below) { "the stack".into() } else { region };
        for (at, window) in bytes.windows(PROBE).enumerate() {
            let Some(places) = probes.get(window) else { continue };
            for &(secret, offset) in places {
                let secret = &secrets.all[secret];
                let whole = &secret.bytes[offset..offset + secret.window];
                if bytes[at..].starts_with(whole) {
                    let depth = below.saturating_sub(start + at);
                    let depth = if region == "the stack" { depth } else { 0 };
                    let place = (secret.name.clone(), region.clone());
                    let known = found.entry(place).or_default();
                    *known = (known.0.max(depth), known.1 + 1);
                }
            }
        }
    }
    let listed = |((secret, region), (depth, windows))| Found { secret, region, depth, windows };
    let mut found: Vec<_> = found.into_iter().map(listed).collect();
    found.sort_by(|a, b| (&a.secret, &a.region).cmp(&(&b.secret, &b.region)));
    found
}

/// Maps the first bytes of every window of every secret to its secret and position.
fn probes(secrets: &Secrets) -> HashMap<&[u8], Vec<(usize, usize)>> {
    let mut probes: HashMap<&[u8], Vec<(usize, usize)>> = HashMap::new();
    for (number, secret) in secrets.all.iter().enumerate() {
        assert!(secret.window >= PROBE && secret.bytes.len() >= secret.window, "{}", secret.name);
        for (offset, window) in secret.bytes.windows(secret.window).enumerate() {
            probes.entry(&window[..PROBE]).or_default().push((number, offset));
        }
    }
    probes
}

/// Returns the start, the end and the name of each writable memory region of a process.
fn writable(process: u32) -> Vec<(usize, usize, String)> {
    let maps = read_to_string(format!("/proc/{process}/maps")).unwrap();
    let parse = |line: &str| {
        let mut fields = line.split_whitespace();
        let (start, end) = fields.next()?.split_once('-')?;
        let writable = fields.next()?.contains('w');
        let name = fields.nth(3).unwrap_or("memory without a name");
        let address = |text| usize::from_str_radix(text, 16).ok();
        writable.then_some((address(start)?, address(end)?, name.into()))
    };
    maps.lines().filter_map(parse).collect()
}
