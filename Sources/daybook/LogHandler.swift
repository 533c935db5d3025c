import DaybookCore
import DaybookServer
import Foundation
import Logging

/// Writes each log entry as one line to standard error, with one system call, so that lines never mix.
struct LogHandler: LineLog {
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
        let pairs = event.metadata?.map { ($0.key, $0.value.description) } ?? []
        append(event.level, event.message.description, pairs.sorted { $0.0 < $1.0 }, to: &line)
        write(line)
    }

    func append(_ level: Logger.Level, _ message: String, _ pairs: [(String, String)], to lines: inout [UInt8]) {
        let pairs = metadata.isEmpty ? pairs : merged(pairs)
        switch format {
        case .text: writeText(level, message, pairs, to: &lines)
        case .json: writeJSON(level, message, pairs, to: &lines)
        }
        lines.append(UInt8(ascii: "\n"))
    }

    func write(_ lines: [UInt8]) {
        lines.withUnsafeBytes { _ = Foundation.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// An entry's pairs with the logger's own, sorted by name; the entry's values win.
    private func merged(_ pairs: [(String, String)]) -> [(String, String)] {
        var all = pairs
        for (key, value) in metadata where !pairs.contains(where: { $0.0 == key }) {
            all.append((Self.name(key), value.description))
        }
        all.sort { $0.0 < $1.0 }
        return all
    }

    /// A shorter name for a request's id than the framework's.
    private static func name(_ key: String) -> String { key == "hb.request.id" ? "request" : key }

    private static var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }

    private static func name(of level: Logger.Level) -> StaticString {
        switch level {
        case .trace: "TRACE"
        case .debug: "DEBUG"
        case .info: "INFO"
        case .notice: "NOTICE"
        case .warning: "WARNING"
        case .error: "ERROR"
        case .critical: "CRITICAL"
        }
    }

    private func writeText(
        _ level: Logger.Level,
        _ message: String,
        _ pairs: [(String, String)],
        to line: inout [UInt8]
    ) {
        Self.now.writeRFC3339(to: &line)
        line.append(0x20)
        Self.name(of: level).withUTF8Buffer { line.append(contentsOf: $0) }
        line.append(0x20)
        Self.append(message, to: &line)
        for (key, value) in pairs {
            line.append(0x20)
            line += key.utf8
            line.append(UInt8(ascii: "="))
            Self.append(value, to: &line)
        }
    }

    private func writeJSON(
        _ level: Logger.Level,
        _ message: String,
        _ pairs: [(String, String)],
        to line: inout [UInt8]
    ) {
        let members: [JSON.Member] = [
            .init("time", .string(Self.now.rfc3339)), .init("level", .string(level.rawValue)),
            .init("message", .string(message)),
        ]
        JSON.object(members + pairs.map { .init($0.0, .string($0.1)) }).write(to: &line)
    }

    /// A line break in a value would let the author of the value forge log lines.
    private static func append(_ text: String, to line: inout [UInt8]) {
        for byte in text.utf8 { line.append(byte < 0x20 || byte == 0x7F ? 0x20 : byte) }
    }
}
