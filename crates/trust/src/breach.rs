//! Rules that certificates must obey.

worded! {
    /// A rule that a certificate breaks: a rule of RFC 5280, with its section, or of the Baseline
    /// Requirements (BR) of the CA/Browser Forum. The [`Profile`](crate::Profile) selects the
    /// rules.
    Breach:

    /// The serial number has more than 20 bytes, or is zero or negative (section 4.1.2.2).
    SerialNumber = "the serial number has more than 20 bytes, or is not positive";
    /// The issuer name is empty (section 4.1.2.4).
    Issuer = "the issuer has no name";
    /// The subject name is empty although the certificate requires one (section 4.1.2.6).
    Subject = "the subject has no name";
    /// The type or size of the key is not accepted (BR 6.1.5, 7.1.3.1).
    PublicKey = "the type or size of the key is not accepted";
    /// The authority key identifier is critical or missing, or contains more than a key identifier
    /// (section 4.2.1.1, BR 7.1.2.1.3).
    AuthorityKeyIdentifier =
        "authorityKeyIdentifier is critical, missing, or more than a key identifier";
    /// The subject key identifier is critical, or a CA certificate lacks it (section 4.2.1.2).
    SubjectKeyIdentifier = "subjectKeyIdentifier is critical or missing";
    /// A CA certificate lacks keyUsage (section 4.2.1.3).
    KeyUsage = "a CA certificate lacks keyUsage";
    /// The alternative names are empty, are wrongly marked as critical or not critical, or contain
    /// a host with an underscore (section 4.2.1.6, BR 7.1.2.7.12).
    SubjectAltName =
        "subjectAltName is empty, has an underscore in a host, or is wrongly critical or not critical";
    /// The common name is not among the alternative names (BR 7.1.4.3).
    CommonName = "the common name is not among the alternative names";
    /// The basic constraints of a CA are missing or not critical, or a certificate that may not
    /// sign certificates has a path length (section 4.2.1.9).
    BasicConstraints =
        "basicConstraints are missing, not critical, or limit the path without the right to sign \
         certificates";
    /// The name constraints are not in a CA certificate, constrain nothing, or begin with a dot
    /// (section 4.2.1.10).
    NameConstraints =
        "nameConstraints are empty, begin with a dot, or are not in a CA certificate";
    /// The policy constraints are not critical (section 4.2.1.11).
    PolicyConstraints = "policyConstraints are not critical";
    /// The leaf lacks extKeyUsage, allows every purpose, or marks extKeyUsage as critical; or a
    /// root has extKeyUsage (BR 7.1.2.1.2, 7.1.2.7.10).
    ExtKeyUsage =
        "extKeyUsage is missing, critical or unrestricted in a leaf, or present in a root";
    /// The authority information access is malformed (section 4.2.2.1).
    AuthorityInfoAccess = "authorityInfoAccess is malformed";
}
