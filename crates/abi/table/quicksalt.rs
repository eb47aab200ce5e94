// The choice of candidates.
header! {
    /// Forces a candidate: `primitive` is a primitive ("x25519") or one operation ("ed25519.verify"); "auto" as
    /// candidate lifts the force. 0, or -1 with errno EINVAL for NULL, an unknown name, a candidate that
    /// cannot run on this machine, and one that the policy bars; nothing is changed then.
    fn quicksalt_use(primitive: *const c_char, candidate: *const c_char) -> status;
    /// Restricts the choice to candidates with the properties asked for: "fastest", "checked", "verified" or
    /// "verified,checked". A call for which no candidate qualifies fails. 0, or -1 with errno EINVAL for NULL,
    /// an unknown policy, and one that bars a candidate that is forced; nothing is changed then.
    fn quicksalt_policy(policy: *const c_char) -> status;
    /// Writes what runs for each operation and size, and why, as JSON with a zero byte behind it. The length
    /// without the zero byte; where `json_maxlen` is not greater than that, an empty text is written, and
    /// nothing to NULL. 0 if memory is short. Runs the self-test of every candidate.
    fn quicksalt_explain(json: *mut c_char, json_maxlen: usize) -> usize;
}
