import Foundation

/// How output is written: with colours or without, and in how many columns.
struct TerminalStyle: Equatable {
    /// Whether colours may be used.
    var hasColor = false
    /// The columns of the terminal; nil for output that is not limited, such as a file or a pipe.
    var columns: Int?

    /// Plain text of any width.
    static let plain = TerminalStyle()

    /// The style for standard output: colours and a width on a terminal only, and colours only where `NO_COLOR` is unset
    /// or empty (https://no-color.org).
    static func ofStandardOutput(_ environment: [String: String]) -> TerminalStyle {
        guard isatty(STDOUT_FILENO) != 0 else { return plain }
        var size = winsize()
        let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        let isPlain = environment["NO_COLOR", default: ""] != "" || environment["TERM"] == "dumb"
        return TerminalStyle(hasColor: !isPlain, columns: isKnown ? Int(size.ws_col) : 80)
    }

    /// A text in a colour.
    func paint(_ text: String, _ paint: Paint) -> String {
        hasColor && !text.isEmpty && paint != .plain ? "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// The style in bytes, appended to others.
    func paint(_ bytes: UnsafeRawBufferPointer, _ paint: Paint, to text: inout [UInt8]) {
        let isPainted = hasColor && !bytes.isEmpty && paint != .plain
        if isPainted { text.append(contentsOf: "\u{1B}[\(paint.rawValue)m".utf8) }
        text.append(contentsOf: bytes)
        if isPainted { text.append(contentsOf: "\u{1B}[0m".utf8) }
    }

    /// The colours of lists, as the parameters of SGR.
    enum Paint: UInt8 {
        case plain = 0
        case bold = 1
        case dim = 2
        case late = 31
        case near = 33
        case tag = 36
    }
}
