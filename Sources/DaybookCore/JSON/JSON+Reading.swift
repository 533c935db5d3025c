extension JSON {
    /// The bounds of a reader, so that no text can exhaust memory or stack.
    public struct Limits: Sendable {
        /// Bytes of the whole text.
        public var size: Int
        /// The greatest depth of arrays and objects within each other.
        public var depth: Int
        /// The most values of the whole text, with those in arrays and objects. In memory a value takes 24 bytes, and
        /// an array or an object several times as many, however few bytes it has in the text.
        public var values: Int

        /// Limits in bytes, levels and values.
        public init(size: Int, depth: Int, values: Int = .max) {
            self.size = size
            self.depth = depth
            self.values = values
        }

        /// 16 MiB and 32 levels: more than anything that Daybook itself writes.
        public static let standard = Limits(size: 16 << 20, depth: 32)
    }

    /// Why a text is not JSON, and where.
    public struct ParseError: Error, Equatable, Sendable {
        /// The fault at that place.
        public enum Reason: Equatable, Sendable {
            case unexpectedEnd
            case unexpectedByte
            case badEscape
            case loneSurrogate
            case controlCharacter
            case badUTF8
            case badNumber
            case duplicateName
            case tooDeep
            case tooLarge
            case tooManyValues
            case trailingBytes
        }

        /// The fault.
        public var reason: Reason
        /// Bytes before the place, from 0.
        public var offset: Int

        /// A fault at a place.
        public init(_ reason: Reason, at offset: Int) {
            self.reason = reason
            self.offset = offset
        }
    }

    /// Reads one JSON text (RFC 8259), strictly: UTF-8 without a byte order mark, no name twice in an object, no
    /// half of a surrogate pair, nothing after the value but white space.
    public init(_ bytes: [UInt8], limits: Limits = .standard) throws(ParseError) {
        guard bytes.count <= limits.size else { throw ParseError(.tooLarge, at: limits.size) }
        var reader = JSONReader(bytes, limits: limits)
        self = try reader.document()
    }

    /// Reads one JSON text from a string, as strictly.
    public init(text: String, limits: Limits = .standard) throws(ParseError) {
        try self.init(text.bytes, limits: limits)
    }
}
