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

    /// The logger's own metadata and the entry's, each sorted by name; the entry's values win.
    private func pairs(_ event: LogEvent) -> [(String, String)] {
        let own = event.metadata ?? [:]
        var pairs = own.map { ($0.key, $0.value.description) }
        for (key, value) in metadata where own[key] == nil { pairs.append((Self.name(key), value.description)) }
        return pairs.sorted { $0.0 < $1.0 }
    }

    /// A shorter name for a request's id than the framework's.
    private static func name(_ key: String) -> String { key == "hb.request.id" ? "request" : key }

    private static var now: String {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000).rfc3339
    }

    private func writeText(_ event: LogEvent, to line: inout [UInt8]) {
        line += Self.now.utf8
        line.append(0x20)
        line += event.level.rawValue.uppercased().utf8
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
            .init("time", .string(Self.now)), .init("level", .string(event.level.rawValue)),
            .init("message", .string(event.message.description)),
        ]
        JSON.object(members + pairs(event).map { .init($0.0, .string($0.1)) }).write(to: &line)
    }

    /// A line break in a value would let the author of the value forge log lines.
    private static func append(_ text: String, to line: inout [UInt8]) {
        for byte in text.utf8 { line.append(byte < 0x20 || byte == 0x7F ? 0x20 : byte) }
    }
}
