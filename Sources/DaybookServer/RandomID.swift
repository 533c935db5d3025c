import DaybookCore

/// New ids.
enum RandomID {
    /// A UUID of version 7: ids made later sort later.
    static func make(now: Instant) -> UUID {
        UUID.v7(at: now, random: (.random(in: .min ... .max), .random(in: .min ... .max)))
    }
}
