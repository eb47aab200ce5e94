//! What can be said of a chain that is not accepted.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::rejection::Rejection;
use crate::text;

/// Names of the leaf that a text lists; [`Fault::hosts`] has more.
const SHOWN: usize = 5;

/// Why a chain is not accepted, and where the fault lies.
///
/// Its text and its fields repeat what the sender of the chain has written into it. What could
/// steer a terminal is escaped there, and what is too long is cut.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Refusal {
    /// Why.
    pub why: Rejection,
    /// The certificate at fault, where one can be named.
    pub fault: Option<Fault>,
    /// The issuer that is in neither the chain nor the store, or is there with another key.
    pub missing_issuer: Option<String>,
    /// The OBJECT IDENTIFIER of what is not known here: a critical extension or a kind of
    /// signature.
    pub oid: Option<String>,
    /// The purposes that the certificate at fault names, where the one asked for is not among them.
    pub purposes: Vec<String>,
    /// What is likely to help.
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
    /// Its place on the way from the leaf to the trusted certificate.
    pub place: Place,
    /// Its position in the chain, or that of a trusted certificate in the store.
    pub position: usize,
    /// Its subject as text; empty if it cannot be read.
    pub subject: String,
    /// Its issuer as text; empty if it cannot be read.
    pub issuer: String,
    /// The first and the last second in which it is valid, counted from 1970.
    pub validity: Option<(i64, i64)>,
    /// The DNS names and IP addresses that it is for, the first hundred.
    pub hosts: Vec<String>,
}

coded! {
    /// The place of a certificate in the chain.
    Place:

    /// It is the first of the chain, that of the server or client.
    Leaf = "leaf", "the leaf";
    /// So many steps from the leaf, counted from 1.
    Intermediate(number: usize) = "intermediate", "intermediate {number}";
    /// It is one of the store.
    Anchor = "anchor", "the trusted certificate";
    /// It is in the chain, but no name leads from the leaf to it.
    Aside = "aside", "a certificate beside the path";
}

coded! {
    /// What is likely to help.
    Hint:

    /// There is no certificate in the store.
    EmptyStore = "empty-store", "the store is empty";
    /// The chain ends at a root of its own, which the store does not hold.
    UntrustedRoot = "untrusted-root",
        "the chain ends at a root of its own, which the store does not hold";
    /// An intermediate is missing in the chain, or the root in the store.
    MissingIssuer = "missing-issuer", "neither the chain nor the store holds its issuer";
    /// An authority of the issuer's name is at hand, but the key that signed is another one.
    OtherKey = "other-key", "an authority of that name is at hand, but with another key";
    /// The chain must begin with the leaf; the certificate at this position may be it.
    LeafFirst(position: usize) = "leaf-first",
        "the chain must begin with the leaf, which may be the certificate at position {position}";
    /// It is PEM, where DER is expected.
    Pem = "pem", "it is PEM, where DER is expected";
    /// It is of version 1 or 2, which know no extensions.
    OldVersion = "old-version", "it is not of version 3";
    /// It is longer than 65,535 bytes.
    TooLong = "too-long", "it is longer than 65,535 bytes";
    /// The part of it that is not as it should be.
    Part(what: &'static str) = "part", "not as it should be is {what}";
    /// The authority allows so many intermediates below it.
    PathLength(allowed: u32) = "path-length", "it allows {allowed} intermediates below it";
}

impl fmt::Display for Refusal {
    /// The reason, the certificate at fault, and what else there is to know, on one line.
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

/// The first few of a list.
fn listed(all: &[String], nothing: &str) -> String {
    match all.split_at_checked(SHOWN) {
        _ if all.is_empty() => String::from(nothing),
        Some((first, rest)) if !rest.is_empty() => {
            alloc::format!("{} and others", first.join(", "))
        }
        _ => all.join(", "),
    }
}
