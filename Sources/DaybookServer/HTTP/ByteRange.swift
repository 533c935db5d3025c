/// The range that a request's `Range` asks for (RFC 9110, section 14.2).
enum ByteRange: Equatable {
    /// The whole: there is no header, or it may be ignored.
    case whole
    case part(Range<Int>)
    /// The range is beyond the end.
    case unsatisfiable

    /// Reads the header of a request for `count` bytes. A request for several ranges is ignored.
    init(_ header: String?, of count: Int) {
        guard let header, let equals = header.firstIndex(of: "="), header[..<equals].lowercased() == "bytes" else {
            self = .whole
            return
        }
        let parts = header[header.index(after: equals)...].split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            self = .whole
            return
        }
        switch (Self.number(parts[0]), Self.number(parts[1])) {
        case (.number(let first), .number(let last)) where first <= last:
            self = first < count ? .part(first..<min(last, count - 1) + 1) : .unsatisfiable
        case (.number(let first), .none):
            self = first < count ? .part(first..<count) : .unsatisfiable
        case (.none, .number(let last)):
            self = last > 0 && count > 0 ? .part(max(0, count - last)..<count) : .unsatisfiable
        default: self = .whole
        }
    }

    private enum Number {
        case none
        case number(Int)
        case wrong
    }

    private static func number(_ text: Substring) -> Number {
        let text = String(text).trimmingSpaces()
        if text.isEmpty { return .none }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return .wrong }
        // A number that overflows is beyond the end of every file.
        return .number(Int(text) ?? Int.max - 1)
    }
}
