//! The explanation of a rejected chain.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::rejection::Rejection;
use crate::text;

/// The maximum number of leaf names in a text; [`Fault::hosts`] contains more.
const SHOWN: usize = 5;

/// The reason for the rejection of a chain, and the certificate at fault.
///
/// The text and the fields repeat data that the sender of the chain chose. Characters that control
/// a terminal are escaped, and long values are truncated.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Refusal {
    /// The reason.
    pub why: Rejection,
    /// The certificate at fault, if it can be identified.
    pub fault: Option<Fault>,
    /// The issuer that is missing in the chain and in the store, or that is known under a different
    /// key.
    pub missing_issuer: Option<String>,
    /// The OBJECT IDENTIFIER of the unknown item: a critical extension or a signature algorithm.
    pub oid: Option<String>,
    /// The purposes that the certificate at fault allows; the requested purpose is not among them.
    pub purposes: Vec<String>,
    /// A likely remedy.
    pub hint: Option<Hint>,
}

impl Refusal {
    pub(crate) const fn new(why: Rejection) -> Self {
        Self { why, fault: None, missing_issuer: None, oid: None, purposes: Vec::new(), hint: None }
    }
}

/// The certificate at fault.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Fault {
    /// Its place on the path from the leaf to the trusted certificate.
    pub place: Place,
    /// Its position in the chain, or in the store for a trusted certificate.
    pub position: usize,
    /// Its subject as text; empty if it is unreadable.
    pub subject: String,
    /// Its issuer as text; empty if it is unreadable.
    pub issuer: String,
    /// The first and the last second of its validity, counted from 1970.
    pub validity: Option<(i64, i64)>,
    /// Its DNS names and IP addresses, at most one hundred.
    pub hosts: Vec<String>,
}

coded! {
    /// The place of a certificate in the chain.
    Place:

    /// The first certificate of the chain, which belongs to the server or client.
    Leaf = "leaf", "the leaf";
    /// An intermediate; the number of steps from the leaf to it, counted from 1.
    Intermediate(number: usize) = "intermediate", "intermediate {number}";
    /// A certificate of the store.
    Anchor = "anchor", "the trusted certificate";
    /// A certificate in the chain that issuer names do not connect to the leaf.
    Aside = "aside", "a certificate outside the path";
}

coded! {
    /// A likely remedy.
    Hint:

    /// The store is empty.
    EmptyStore = "empty-store", "the store is empty";
    /// The chain ends at its own root, which is not in the store.
    UntrustedRoot = "untrusted-root",
        "the chain ends at its own root, which is not in the store";
    /// The chain lacks an intermediate, or the store lacks the root.
    MissingIssuer = "missing-issuer", "neither the chain nor the store holds its issuer";
    /// A CA with the issuer's name is known, but a different key made the signature.
    OtherKey = "other-key", "a CA with this name is known, but with another key";
    /// The chain must begin with the leaf, which may be the certificate at this position.
    LeafFirst(position: usize) = "leaf-first",
        "the chain must begin with the leaf, which may be the certificate at position {position}";
    /// The certificate is PEM; DER is expected.
    Pem = "pem", "it is PEM, where DER is expected";
    /// The version is 1 or 2, which lack extensions.
    OldVersion = "old-version", "its version is not 3";
    /// The certificate is longer than 65,535 bytes.
    TooLong = "too-long", "it is longer than 65,535 bytes";
    /// The malformed part of the certificate.
    Part(what: &'static str) = "part", "malformed part: {what}";
    /// The maximum number of intermediates below the CA.
    PathLength(allowed: u32) = "path-length", "it allows {allowed} intermediates below it";
}

impl fmt::Display for Refusal {
    /// Formats the reason, the certificate at fault, and further facts as one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.why.fmt(f)?;
        let mut separator = ": ";
        if let Some(fault) = &self.fault {
            write!(f, "{separator}{fault}")?;
            separator = "; ";
            match self.why {
                Rejection::Host => write!(f, "{separator}{}", names(fault))?,
                why if why.is_of_dates() => write!(f, "{separator}{}", dates(fault.validity))?,
                _ => {}
            }
        }
        if self.why.is_of_purpose() {
            write!(f, "{separator}it is for {}", listed(&self.purposes, "no purpose at all"))?;
            separator = "; ";
        }
        if let Some(oid) = &self.oid {
            write!(f, "{separator}OID {oid}")?;
            separator = "; ";
        }
        if let Some(hint) = self.hint {
            write!(f, "{separator}{hint}")?;
            separator = ", ";
        }
        match &self.missing_issuer {
            Some(issuer) => write!(f, "{separator}issuer {issuer}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = if self.place == Place::Anchor { "store" } else { "chain" };
        write!(f, "{} (position {} in the {whole}", self.place, self.position)?;
        if self.subject.is_empty() { f.write_str(")") } else { write!(f, ", {})", self.subject) }
    }
}

fn dates(validity: Option<(i64, i64)>) -> String {
    match validity {
        Some((first, last)) => {
            alloc::format!("valid from {} to {}", text::day(first), text::day(last))
        }
        None => String::from("its dates cannot be read"),
    }
}

fn names(fault: &Fault) -> String {
    let nothing = "no host at all (subjectAltName)";
    alloc::format!("it is for {}", listed(&fault.hosts, nothing))
}

/// Joins the first few entries of a list.
fn listed(all: &[String], nothing: &str) -> String {
    match all.split_at_checked(SHOWN) {
        _ if all.is_empty() => String::from(nothing),
        Some((first, rest)) if !rest.is_empty() => {
            alloc::format!("{} and others", first.join(", "))
        }
        _ => all.join(", "),
    }
}
