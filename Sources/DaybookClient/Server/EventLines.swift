import DaybookCore

/// Reads server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html) as far as Daybook's server sends
/// them: `event: changed` with `data: {"cursor":n}`. Everything else is passed over.
public struct EventLines {
    /// A line is longer than any line that Daybook's server sends.
    public struct TooLong: Error {}

    private var line: [UInt8] = []
    private var event = ""

    private static let longest = 1_024

    /// The beginning of a stream.
    public init() {}

    /// Takes bytes of the stream, and returns the cursors of the events that they complete.
    public mutating func read(_ bytes: some Sequence<UInt8>) throws(TooLong) -> [Int64] {
        var cursors: [Int64] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                if let cursor = take() { cursors.append(cursor) }
                line.removeAll(keepingCapacity: true)
            } else {
                if line.count == EventLines.longest { throw TooLong() }
                line.append(byte)
            }
        }
        return cursors
    }

    /// Takes a whole line. The data of an event is one line, and follows its name.
    private mutating func take() -> Int64? {
        let text = String(decoding: line, as: UTF8.self)
        if text.hasPrefix("event:") { event = text.dropFirst(6).drop { $0 == " " }.description }
        guard text.hasPrefix("data:"), event == "changed" else { return nil }
        return (try? JSON(Array(line.dropFirst(5))))?["cursor"]?.integerValue
    }
}
