import DaybookCore
import Foundation
import Logging

/// Writes each log entry as one line to standard error, with one system call, so that lines never mix.
struct LogHandler: Logging.LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level
    private let format: LogFormat

    /// Makes this the process's way of logging. Returns the logger of the program itself.
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
        var all = metadata
        if let more = event.metadata { all.merge(more) { $1 } }
        let pairs = all.sorted { $0.key < $1.key }.map { (Self.name($0.key), $0.value.description) }
        var line: [UInt8] = []
        switch format {
        case .text: Self.writeText(event, pairs, to: &line)
        case .json: Self.writeJSON(event, pairs, to: &line)
        }
        line.append(UInt8(ascii: "\n"))
        line.withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// The framework's name for a request's id is its own; ours is shorter.
    private static func name(_ key: String) -> String { key == "hb.request.id" ? "request" : key }

    private static var now: String {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000).rfc3339
    }

    private static func writeText(_ event: LogEvent, _ pairs: [(String, String)], to line: inout [UInt8]) {
        line += "\(now) \(event.level.rawValue.uppercased()) \(oneLine(event.message.description))".utf8
        for (key, value) in pairs { line += " \(key)=\(oneLine(value))".utf8 }
    }

    private static func writeJSON(_ event: LogEvent, _ pairs: [(String, String)], to line: inout [UInt8]) {
        let members: [JSON.Member] = [
            .init("time", .string(now)), .init("level", .string(event.level.rawValue)),
            .init("message", .string(event.message.description)),
        ]
        JSON.object(members + pairs.map { .init($0.0, .string($0.1)) }).write(to: &line)
    }

    /// A line break in a value would let whoever chose the value write log lines of their own.
    private static func oneLine(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return text }
        return String(decoding: text.utf8.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }, as: UTF8.self)
    }
}
