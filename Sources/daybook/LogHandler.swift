import DaybookCore
import Foundation
import Logging

/// Writes each log entry as one line to standard error, with one system call, so that lines never mix.
struct LogHandler: Logging.LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level
    private let format: LogFormat

    /// Makes this the process's log handler. Returns the logger of the program itself.
    static func bootstrap(level: Logger.Level, format: LogFormat) -> Logger {
        LoggingSystem.bootstrap { _ in LogHandler(level: level, format: format) }
        return Logger(label: "daybook")
    }

    private init(level: Logger.Level, format: LogFormat) {
        logLevel = level
        self.format = format
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var line: [UInt8] = []
        line.reserveCapacity(256)
        switch format {
        case .text: writeText(event, to: &line)
        case .json: writeJSON(event, to: &line)
        }
        line.append(UInt8(ascii: "\n"))
        line.withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// The logger's own metadata and the entry's, sorted by name; the entry's values win.
    private func pairs(_ event: LogEvent) -> [(String, String)] {
        let own = event.metadata ?? [:]
        var pairs: [(String, String)] = []
        pairs.reserveCapacity(own.count + metadata.count)
        for (key, value) in own { pairs.append((key, value.description)) }
        for (key, value) in metadata where own[key] == nil { pairs.append((Self.name(key), value.description)) }
        pairs.sort { $0.0 < $1.0 }
        return pairs
    }

    /// A shorter name for a request's id than the framework's.
    private static func name(_ key: String) -> String { key == "hb.request.id" ? "request" : key }

    private static var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// Made once: a line for each request asks for one of them.
    private static let levels = Dictionary(
        uniqueKeysWithValues: Logger.Level.allCases.map { ($0, $0.rawValue.uppercased()) }
    )

    private func writeText(_ event: LogEvent, to line: inout [UInt8]) {
        Self.now.writeRFC3339(to: &line)
        line.append(0x20)
        line += (Self.levels[event.level] ?? "").utf8
        line.append(0x20)
        Self.append(event.message.description, to: &line)
        for (key, value) in pairs(event) {
            line.append(0x20)
            line += key.utf8
            line.append(UInt8(ascii: "="))
            Self.append(value, to: &line)
        }
    }

    private func writeJSON(_ event: LogEvent, to line: inout [UInt8]) {
        let members: [JSON.Member] = [
            .init("time", .string(Self.now.rfc3339)), .init("level", .string(event.level.rawValue)),
            .init("message", .string(event.message.description)),
        ]
        JSON.object(members + pairs(event).map { .init($0.0, .string($0.1)) }).write(to: &line)
    }

    /// A line break in a value would let the author of the value forge log lines.
    private static func append(_ text: String, to line: inout [UInt8]) {
        for byte in text.utf8 { line.append(byte < 0x20 || byte == 0x7F ? 0x20 : byte) }
    }
}
