// Comparisons with nil that look at the case only.
//
// Swift 6.3 takes `value != nil` for `Equatable.!=` of two optionals where the wrapped type is equatable. It copies both
// sides and brings the whole equality of the type into the program: one `home != nil` made the browser's module 40 KB
// larger. These operators are more specialised than that one, so the compiler prefers them.

extension Optional where Wrapped: Equatable {
    /// Whether an optional is nil.
    @inlinable
    @inline(__always)
    package static func == (value: Self, _: _OptionalNilComparisonType) -> Bool {
        if case .none = value { true } else { false }
    }

    /// Whether an optional is not nil.
    @inlinable
    @inline(__always)
    package static func != (value: Self, _: _OptionalNilComparisonType) -> Bool {
        if case .none = value { false } else { true }
    }
}
