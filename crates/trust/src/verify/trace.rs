//! Finds the certificates in a chain that issuer names connect to the leaf.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::der::{self, Layout};
use crate::refusal::{Fault, Place};
use crate::said;
use crate::store::Certificate;
use crate::text;

/// One certificate of a chain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link<'a> {
    pub(super) position: usize,
    /// The number of steps from the leaf on the shortest path.
    pub(super) level: usize,
    pub(super) der: &'a [u8],
    pub(super) layout: Layout,
}

impl<'a> Link<'a> {
    pub(super) fn subject(&self) -> &'a [u8] {
        self.layout.subject.of(self.der)
    }

    pub(super) fn issuer(&self) -> &'a [u8] {
        self.layout.issuer.of(self.der)
    }

    pub(super) fn validity(&self) -> Option<(i64, i64)> {
        text::validity(self.layout.validity.of(self.der))
    }

    pub(super) fn fault(&self) -> Fault {
        let place = match self.level {
            0 => Place::Leaf,
            level => Place::Intermediate(level),
        };
        Fault { place, ..fault(self.der, &self.layout, self.position) }
    }
}

/// Describes a certificate in the chain that is unreadable, or that issuer names do not connect to
/// the leaf.
pub(super) fn fault_aside(der: &[u8], position: usize) -> Fault {
    let place = if position == 0 { Place::Leaf } else { Place::Aside };
    let layout = der::layout(der).unwrap_or_default();
    Fault { place, ..fault(der, &layout, position) }
}

/// Describes a certificate of the store.
pub(super) fn fault_of_anchor(anchor: &Certificate<'_>) -> Fault {
    let layout = der::layout(anchor.der()).unwrap_or_default();
    fault(anchor.der(), &layout, anchor.position())
}

fn fault(der: &[u8], layout: &Layout, position: usize) -> Fault {
    let name =
        |name: &[u8]| if name.is_empty() { "".into() } else { text::clipped(&text::name(name)) };
    Fault {
        place: Place::Anchor,
        position,
        subject: name(layout.subject.of(der)),
        issuer: name(layout.issuer.of(der)),
        validity: text::validity(layout.validity.of(der)),
        hosts: said::hosts(der),
    }
}

/// The maximum number of certificates examined, since the sender controls the length of a chain.
const MAX_LINKS: usize = 1000;

/// A chain whose certificates are linked by their subject and issuer names.
#[derive(Debug)]
pub(super) struct Trace<'a> {
    /// The connected certificates, nearest to the leaf first. Unreadable certificates are left out.
    pub(super) links: Vec<Link<'a>>,
}

impl<'a> Trace<'a> {
    /// Follows the issuer names, visiting each certificate once.
    pub(super) fn of(chain: &[&'a [u8]]) -> Self {
        let mut by_subject: BTreeMap<&[u8], Vec<Link<'a>>> = BTreeMap::new();
        let read = |position: usize, der: &'a [u8]| {
            let layout = der::layout(der).ok()?;
            Some(Link { position, level: 0, der, layout })
        };
        for (position, der) in chain.iter().enumerate().take(MAX_LINKS).skip(1) {
            if let Some(link) = read(position, der) {
                by_subject.entry(link.subject()).or_default().push(link);
            }
        }
        let leaf = chain.first().and_then(|der| read(0, der));
        let mut links: Vec<Link<'a>> = leaf.into_iter().collect();
        let mut next = 0;
        while let Some(below) = links.get(next).copied() {
            let issuers = by_subject.remove(below.issuer()).unwrap_or_default();
            links.extend(issuers.into_iter().map(|link| Link { level: below.level + 1, ..link }));
            next += 1;
        }
        Self { links }
    }

    pub(super) fn find(&self, is_it: impl Fn(&Link<'a>) -> bool) -> Option<&Link<'a>> {
        self.links.iter().find(|link| is_it(link))
    }

    /// Finds a certificate above the leaf that meets a condition.
    pub(super) fn find_above(&self, is_it: impl Fn(&Link<'a>) -> bool) -> Option<&Link<'a>> {
        self.find(|link| link.level > 0 && is_it(link))
    }
}
