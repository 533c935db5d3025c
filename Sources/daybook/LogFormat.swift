/// The form of log lines.
enum LogFormat: String, Sendable {
    /// For people: time, level, message, `key=value`.
    case text
    /// For programs: one JSON object a line.
    case json
}
