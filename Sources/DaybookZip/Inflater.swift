/// Decompresses deflate (RFC 1951), a piece at a time.
///
/// It stops as soon as there is more than the announced size, so that a small stream cannot become a large one. Only
/// the output is held in memory, and only once: it may be a hundred megabytes.
final class Inflater {
    /// Why bytes could not be inflated.
    enum Failure: Error, Equatable {
        /// The bytes are not a deflate stream, or the stream ends too early or too late.
        case damaged
        /// The content is smaller or larger than announced.
        case otherSize
    }

    private let stream = InflateStream()
    private let size: Int
    private var output: [UInt8] = []
    private var isEnded = false

    /// For a stream whose content has `size` bytes.
    init(size: Int) {
        self.size = size
        output.reserveCapacity(size)
    }

    /// Inflates the next bytes, fewer than 4 GiB. After a failure the stream must not be used again.
    func write(_ bytes: ArraySlice<UInt8>) throws(Failure) {
        if bytes.isEmpty { return }
        // Bytes after the end of the stream would be a second, hidden content.
        guard !isEnded, UInt32(exactly: bytes.count) != nil else { throw .damaged }
        let failure = bytes.withUnsafeBytes { bytes in
            stream.feed(bytes)
            return inflateAll()
        }
        if let failure { throw failure }
    }

    /// The whole content, when the stream ends here.
    func finish() throws(Failure) -> [UInt8] {
        guard isEnded else { throw .damaged }
        guard output.count == size else { throw .otherSize }
        return output
    }

    private func inflateAll() -> Failure? {
        while stream.hasWork {
            if isEnded { return .damaged }
            let step = stream.step(into: &output, limit: size)
            if output.count > size { return .otherSize }
            switch step {
            case .goesOn: break
            case .ended: isEnded = true
            case .damaged: return .damaged
            }
        }
        return nil
    }
}
