import DaybookCore

/// Makes new ids.
enum RandomID {
    /// A UUID of version 7: later ids sort after earlier ones.
    static func make(now: Instant) -> UUID {
        UUID.v7(at: now, random: (.random(in: .min ... .max), .random(in: .min ... .max)))
    }
}
