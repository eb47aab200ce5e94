//! Rules that certificates must keep.

worded! {
    /// A rule that a certificate breaks: one of RFC 5280, whose section is named, or of the Baseline
    /// Requirements (BR) of the CA/Browser Forum. Which are asked for is up to the [`Profile`](crate::Profile).
    Breach:

    /// The serial number has more than 20 bytes, or is zero or negative (section 4.1.2.2).
    SerialNumber = "the serial number has more than 20 bytes, or is not positive";
    /// The issuer has no name (section 4.1.2.4).
    Issuer = "the issuer has no name";
    /// The subject has no name and needs one (section 4.1.2.6).
    Subject = "the subject has no name";
    /// The key is of a kind or a size that is not accepted (BR 6.1.5, 7.1.3.1).
    PublicKey = "the key is of a kind or size that is not accepted";
    /// The authority key identifier is critical, missing, or not that of a key alone (section
    /// 4.2.1.1, BR 7.1.2.1.3).
    AuthorityKeyIdentifier =
        "authorityKeyIdentifier is critical, missing, or not that of a key alone";
    /// The subject key identifier is critical, or an authority has none (section 4.2.1.2).
    SubjectKeyIdentifier = "subjectKeyIdentifier is critical or missing";
    /// An authority's certificate does not say what the key is for (section 4.2.1.3).
    KeyUsage = "an authority has no keyUsage";
    /// The alternative names are empty, or critical where they must not be, or not where they must
    /// be, or a host has an underscore (section 4.2.1.6, BR 7.1.2.7.12).
    SubjectAltName =
        "subjectAltName is empty, has an underscore in a host, or is critical where it must not \
         be or not critical where it must be";
    /// The common name is not among the alternative names (BR 7.1.4.3).
    CommonName = "the common name is not among the alternative names";
    /// The basic constraints of an authority are missing or not critical, or there is a length of
    /// path in what signs no certificates (section 4.2.1.9).
    BasicConstraints =
        "basicConstraints are missing, not critical, or limit the path of what signs no \
         certificates";
    /// There are name constraints in what is no authority's, or they constrain nothing, or
    /// begin with a dot (section 4.2.1.10).
    NameConstraints =
        "nameConstraints are empty, begin with a dot, or are in what is no authority's certificate";
    /// The policy constraints are not critical (section 4.2.1.11).
    PolicyConstraints = "policyConstraints are not critical";
    /// The leaf does not name its purposes, or all, or as critical; or a root names some (BR
    /// 7.1.2.1.2, 7.1.2.7.10).
    ExtKeyUsage =
        "extKeyUsage is missing, critical or names all purposes in a leaf, or is in a root";
    /// Where to ask about the authority cannot be read (section 4.2.2.1).
    AuthorityInfoAccess = "authorityInfoAccess is malformed";
}
