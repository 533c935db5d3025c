/// Writes two files that have much in common: one, and how to make the other of it.
///
/// The second file has the length of the whole one, the length of its list of steps, the steps, then all bytes that the
/// first one lacks. A step says how many bytes are taken from the first file, how many are left out there, and how many of the added
/// ones follow. Web/rest.js carries the steps out.
struct Steps {
    private(set) var first: Bytes = []
    private var steps: [(same: Int, left: Int, more: Int)] = [(0, 0, 0)]
    private var added: Bytes = []
    private var size = 0

    /// Bytes of both files.
    mutating func both(_ bytes: some Collection<UInt8>) {
        first += bytes
        size += bytes.count
        if let last = steps.last, last.left + last.more > 0 { steps.append((0, 0, 0)) }
        steps[steps.count - 1].same += bytes.count
    }

    /// Bytes of the first file alone.
    mutating func first(_ bytes: some Collection<UInt8>) {
        first += bytes
        steps[steps.count - 1].left += bytes.count
    }

    /// Bytes of the whole file alone.
    mutating func whole(_ bytes: some Collection<UInt8>) {
        added += bytes
        size += bytes.count
        steps[steps.count - 1].more += bytes.count
    }

    var second: Bytes {
        let list = steps.flatMap { Bytes(number: $0.same) + Bytes(number: $0.left) + Bytes(number: $0.more) }
        return Bytes(number: size) + Bytes(number: list.count) + list + added
    }

    /// The whole file.
    static func whole(_ first: Bytes, _ second: Bytes) -> Bytes {
        var reader = Reader(second)
        let size = reader.number()
        let end = reader.number() + reader.at
        var (old, added, whole) = (Reader(first), Reader(second, at: end), Bytes())
        while reader.at < end {
            whole += old.take(reader.number())
            old.skip(to: old.at + reader.number())
            whole += added.take(reader.number())
        }
        require(whole.count == size && old.isAtEnd && added.isAtEnd, "these are parts of two builds")
        return whole
    }
}
