/// A moment: whole milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
///
/// Core never asks what time it is; a moment always comes in as a value.
public struct Instant: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970 in UTC. Negative before that year.
    public var milliseconds: Int64

    /// A moment by its distance from 1970.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Earlier moments first.
    public static func < (left: Instant, right: Instant) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// This moment moved by a span, clamped at the ends of `Int64` rather than overflowing.
    public func advanced(by span: Span) -> Instant {
        let (sum, overflow) = milliseconds.addingReportingOverflow(span.milliseconds)
        if overflow { return Instant(milliseconds: span.milliseconds < 0 ? .min : .max) }
        return Instant(milliseconds: sum)
    }

    /// A length of time in milliseconds.
    public struct Span: Hashable, Sendable {
        /// Whole milliseconds; negative spans lead into the past.
        public var milliseconds: Int64

        /// A number of milliseconds.
        public static func milliseconds(_ count: Int64) -> Span { Span(milliseconds: count) }
        /// A number of seconds.
        public static func seconds(_ count: Int64) -> Span { Span(milliseconds: count * 1_000) }
        /// A number of minutes.
        public static func minutes(_ count: Int64) -> Span { Span(milliseconds: count * 60_000) }
        /// A number of hours.
        public static func hours(_ count: Int64) -> Span { Span(milliseconds: count * 3_600_000) }
        /// A number of days of 24 hours.
        public static func days(_ count: Int64) -> Span { Span(milliseconds: count * 86_400_000) }
        /// The span in the other direction.
        public static prefix func - (span: Span) -> Span { Span(milliseconds: -span.milliseconds) }
    }
}
