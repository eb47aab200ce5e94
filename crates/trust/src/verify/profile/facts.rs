//! The parsed certificate that the rules examine.

use super::Role;
use crate::der::{
    self, AUTHORITY_KEY_IDENTIFIER, BASIC_CONSTRAINTS, Extension, KEY_USAGE, Layout,
    NAME_CONSTRAINTS, OID, Reader, SEQUENCE, SUBJECT_ALT_NAME, SUBJECT_KEY_IDENTIFIER,
};
use crate::said::KEY_IDENTIFIER;
use crate::usage::{self, EXT_KEY_USAGE};
use crate::verify::Purpose;

const POLICY_CONSTRAINTS: u8 = 36;
/// id-pe-authorityInfoAccess (1.3.6.1.5.5.7.1.1).
const AUTHORITY_INFO_ACCESS: [u8; 8] = [0x2b, 6, 1, 5, 5, 7, 1, 1];

/// The parsed parts of one certificate. webpki rejects a repeated extension below the trusted
/// certificate. Otherwise, the first value of a repeated extension counts, and the extension is
/// critical if either occurrence is.
pub(super) struct Facts<'a> {
    pub(super) der: &'a [u8],
    pub(super) layout: &'a Layout,
    pub(super) role: Role,
    pub(super) purpose: Purpose,
    pub(super) authority_key: Option<Field<'a>>,
    pub(super) subject_key: Option<Field<'a>>,
    pub(super) alternative_names: Option<Field<'a>>,
    pub(super) name_constraints: Option<Field<'a>>,
    pub(super) basic_constraints: Option<Field<'a>>,
    pub(super) policy_constraints: Option<Field<'a>>,
    pub(super) key_usage: Option<Field<'a>>,
    pub(super) purposes: Option<Field<'a>>,
    pub(super) info_access: Option<Field<'a>>,
}

/// An extension of the certificate.
#[derive(Clone, Copy)]
pub(super) struct Field<'a> {
    pub(super) is_critical: bool,
    pub(super) value: &'a [u8],
}

impl<'a> Field<'a> {
    pub(super) fn reader(&self) -> Reader<'a> {
        Reader::new(self.value, &(0..self.value.len()))
    }
}

impl<'a> Facts<'a> {
    pub(super) fn of(der: &'a [u8], layout: &'a Layout, role: Role, purpose: Purpose) -> Self {
        let mut facts = Self {
            der,
            layout,
            role,
            purpose,
            authority_key: None,
            subject_key: None,
            alternative_names: None,
            name_constraints: None,
            basic_constraints: None,
            policy_constraints: None,
            key_usage: None,
            purposes: None,
            info_access: None,
        };
        for extension in der::each_extension(der) {
            let value = der.get(extension.value.clone()).unwrap_or_default();
            if let Some(place) = facts.place_of(&extension) {
                let field = Field { is_critical: extension.is_critical, value };
                place.get_or_insert(field).is_critical |= extension.is_critical;
            }
        }
        facts
    }

    fn place_of(&mut self, extension: &Extension) -> Option<&mut Option<Field<'a>>> {
        Some(match extension.number(self.der) {
            Some(SUBJECT_KEY_IDENTIFIER) => &mut self.subject_key,
            Some(KEY_USAGE) => &mut self.key_usage,
            Some(SUBJECT_ALT_NAME) => &mut self.alternative_names,
            Some(BASIC_CONSTRAINTS) => &mut self.basic_constraints,
            Some(NAME_CONSTRAINTS) => &mut self.name_constraints,
            Some(AUTHORITY_KEY_IDENTIFIER) => &mut self.authority_key,
            Some(POLICY_CONSTRAINTS) => &mut self.policy_constraints,
            Some(EXT_KEY_USAGE) => &mut self.purposes,
            None if self.der.get(extension.oid.clone()) == Some(&AUTHORITY_INFO_ACCESS) => {
                &mut self.info_access
            }
            _ => return None,
        })
    }

    pub(super) fn is_leaf(&self) -> bool {
        self.role == Role::Leaf
    }

    /// Returns whether the subject is empty.
    pub(super) fn is_nameless(&self) -> bool {
        der::content(self.subject()).is_empty()
    }

    pub(super) fn subject(&self) -> &'a [u8] {
        self.layout.subject.of(self.der)
    }

    pub(super) fn issuer(&self) -> &'a [u8] {
        self.layout.issuer.of(self.der)
    }

    /// Returns whether the certificate is trusted and has equal subject and issuer, like a root.
    pub(super) fn is_root(&self) -> bool {
        self.role == Role::Anchor && self.subject() == self.issuer()
    }

    pub(super) fn serial(&self) -> &'a [u8] {
        self.layout.serial.of(self.der)
    }

    /// Returns the flags in keyUsage; `None` without the extension.
    pub(super) fn usage(&self) -> Option<u8> {
        self.key_usage.map(|field| usage::key_usage(field.value, field.reader()))
    }

    /// Returns the identifier of the issuer's key, if present.
    pub(super) fn issuer_key_id(&self) -> Option<&'a [u8]> {
        let field = self.authority_key?;
        let one = field.reader().only(SEQUENCE)?.take(KEY_IDENTIFIER)?;
        field.value.get(one.content)
    }

    /// Returns whether basicConstraints have a path length.
    pub(super) fn has_path_length(&self) -> bool {
        let fields = self.basic_constraints.and_then(|field| field.reader().only(SEQUENCE));
        let Some(mut fields) = fields else { return false };
        core::iter::from_fn(|| fields.next()).any(|one| one.tag == der::INTEGER)
    }

    /// Returns the contents of the OBJECT IDENTIFIERs in extKeyUsage.
    pub(super) fn purpose_oids(&self) -> impl Iterator<Item = &'a [u8]> {
        let mut list =
            self.purposes.and_then(|field| Some((field, field.reader().only(SEQUENCE)?)));
        core::iter::from_fn(move || {
            let (field, list) = list.as_mut()?;
            field.value.get(list.take(OID)?.content)
        })
    }

    /// Returns the tag and the content of each alternative name.
    pub(super) fn hosts(&self) -> impl Iterator<Item = (u8, &'a [u8])> {
        let names = self.alternative_names;
        let mut list = names.and_then(|field| Some((field, field.reader().only(SEQUENCE)?)));
        core::iter::from_fn(move || {
            let (field, list) = list.as_mut()?;
            let name = list.next()?;
            Some((name.tag, field.value.get(name.content)?))
        })
    }
}
