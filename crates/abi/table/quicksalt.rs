// The choice of candidates.
header! {
    /// Forces a candidate for a primitive ("x25519") or for one operation ("ed25519.verify").
    /// Passing "auto" as the candidate removes the forced choice. Returns 0 on success. Returns -1,
    /// sets errno to EINVAL and changes nothing if an argument is NULL, a name is unknown, the
    /// candidate cannot run on this machine, or the policy bars it.
    fn quicksalt_use(primitive: *const c_char, candidate: *const c_char) -> status;
    /// Restricts the choice to candidates with the properties that the policy names: "fastest",
    /// "checked", "verified" or "verified,checked". If no candidate qualifies for an operation, its
    /// calls fail. Returns 0 on success. Returns -1, sets errno to EINVAL and changes nothing if
    /// policy is NULL or unknown, or if it bars a forced candidate.
    fn quicksalt_policy(policy: *const c_char) -> status;
    /// Writes a zero-terminated JSON text that explains which candidate runs for each operation and
    /// size, and why. Returns the length of the text without the terminating zero, or 0 if memory
    /// is short. If json_maxlen does not exceed this length, writes an empty text. Pass NULL as
    /// json to obtain only the length. Runs the self-test of every candidate.
    fn quicksalt_explain(json: *mut c_char, json_maxlen: usize) -> usize;
}
