//! Corrupts files at random, and checks the invariants of every reader: a reader never panics, and
//! never returns authenticated content that differs from the original.

use quicksalt::keyfile::openssh;
use quicksalt_files::age::{self, Form, Identity, Recipient, To};
use quicksalt_files::minisign::{self, PublicKey, SecretKey, Signature};
use quicksalt_files::openssl::{self, Cipher, Layer, Options};

/// The passphrase of all samples.
pub(crate) const WORD: &[u8] = b"correct horse";
/// The plaintext length of the age samples: two chunks.
pub(crate) const LEN: usize = (64 << 10) + 100;

/// Pseudorandom numbers from a seed (SplitMix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }
}

/// The keys and the original content of the samples.
pub(crate) struct Samples {
    pub(crate) content: Vec<u8>,
    pub(crate) identities: Vec<Identity>,
    key: SecretKey,
    files: Vec<Vec<u8>>,
}

impl Samples {
    pub(crate) fn new() -> Self {
        let content: Vec<u8> = (0..LEN).map(|at| (at % 251) as u8).collect();
        let passphrase = WORD.to_vec().into();
        let identities = vec![
            Identity::X25519([7; 32].into()),
            Identity::SshEd25519([8; 32].into()),
            Identity::Passphrase { passphrase, most: 2 },
        ];
        let mut samples =
            Self { content, identities, key: SecretKey::generate().unwrap(), files: Vec::new() };
        for form in [Form::Binary, Form::Armored] {
            let files = samples.of_age(form);
            samples.files.extend(files);
        }
        samples.add_openssl();
        samples.add_keys();
        samples
    }

    /// Returns age files that are encrypted to both keys or with the passphrase.
    pub(crate) fn of_age(&self, form: Form) -> Vec<Vec<u8>> {
        let to: Vec<_> = self.identities[..2].iter().map(|one| one.recipient().unwrap()).collect();
        let by_word = To::Passphrase { passphrase: WORD, work_factor: 1 };
        let seal = |to: &To<'_>| {
            let mut sealed = Vec::new();
            age::encrypt(&mut &self.content[..], &mut sealed, to, form).unwrap();
            sealed
        };
        vec![seal(&To::Recipients(&to)), seal(&by_word)]
    }

    fn add_openssl(&mut self) {
        for layer in [Layer::Binary, Layer::Base64, Layer::KaesarMode, Layer::KaesarText] {
            for cipher in ["aes-256-cbc", "aes-128-ctr"] {
                let cipher = Cipher::parse(cipher).unwrap();
                let how = Options { layer, cipher, iterations: 1, ..Options::default() };
                let mut sealed = Vec::new();
                openssl::encrypt(&mut &self.content[..999], &mut sealed, WORD, &how).unwrap();
                self.files.push(sealed);
            }
        }
    }

    fn add_keys(&mut self) {
        let signature = minisign::sign(&mut &self.content[..], &self.key, "signed", "not").unwrap();
        let identity = self.identities[0].to_text().unwrap();
        let recipients: Vec<_> =
            self.identities[..2].iter().map(|one| one.recipient().unwrap().to_string()).collect();
        self.files.extend([
            signature.to_text().unwrap(),
            self.key.public_key().to_text().unwrap(),
            self.key.to_text(None).unwrap().to_vec(),
            [b"# a comment\n", &identity[..], b"\n"].concat(),
            recipients.join("\n").into_bytes(),
            openssh::secret_file(&[8; 32].into(), "somebody").unwrap().to_vec(),
        ]);
    }

    /// Returns a sample with random corruption.
    pub(crate) fn damaged(&self, random: &mut Random) -> Vec<u8> {
        let mut bytes = self.files[random.below(self.files.len())].clone();
        for _ in 0..=random.below(3) {
            // Corrupt mostly the beginning, which readers inspect most.
            let most = if random.below(3) > 0 { bytes.len().min(700) } else { bytes.len() };
            let at = random.below(most);
            let len = random.below(12).min(bytes.len() - at);
            match random.below(6) {
                0 if !bytes.is_empty() => bytes[at] ^= 1 << random.below(8),
                1 if !bytes.is_empty() => bytes[at] = random.next() as u8,
                2 => bytes.truncate(at),
                3 => drop(bytes.drain(at..at + len)),
                4 => {
                    let again = bytes[at..at + len].to_vec();
                    bytes.splice(at..at, again);
                }
                _ => {
                    let other = &self.files[random.below(self.files.len())];
                    let from = random.below(other.len());
                    let piece = other[from..].iter().take(random.below(300)).copied();
                    bytes.splice(at..at, piece.collect::<Vec<_>>());
                }
            }
        }
        bytes
    }

    /// Passes corrupted bytes to every reader.
    pub(crate) fn check(&self, bytes: &[u8]) {
        self.check_age(bytes);
        let mut opened = Vec::new();
        let how = Options { iterations: 1, ..Options::default() };
        let _ = openssl::decrypt(&mut &bytes[..], &mut opened, WORD, &how);
        assert!(opened.len() <= bytes.len());
        if let Ok(signature) = Signature::parse(bytes) {
            let public = self.key.public_key();
            let source = &mut &self.content[..];
            if minisign::verify(source, &public, &signature).is_ok() {
                assert_eq!(signature.trusted_comment(), "signed");
            }
        }
        // A public key file is not authenticated.
        let _ = PublicKey::parse(bytes);
        if let Ok(key) = SecretKey::parse(bytes, None) {
            assert_eq!(key.public_key(), self.key.public_key());
        }
        let _ = Identity::parse_file(bytes);
        let _ = Recipient::parse_file(&String::from_utf8_lossy(bytes));
    }

    /// Checks that a successful decryption outputs the original, and that a failed decryption
    /// outputs a prefix of the original.
    pub(crate) fn check_age(&self, bytes: &[u8]) {
        let mut opened = Vec::new();
        let outcome = age::decrypt(&mut &bytes[..], &mut opened, &self.identities);
        assert!(self.content.starts_with(&opened));
        assert!(outcome.is_err() || opened == self.content);
    }
}
