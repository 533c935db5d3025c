@testable import DaybookViews

/// The document as far as its elements go, from the painter's commands alone.
struct DrawnDocument {
    /// An element: the drawing that it is of, and its place in it.
    struct Place: Hashable {
        var drawing: Int64
        var index: Int
    }

    private var regions: [String: [Place]] = [:]
    private var rows: [String: [Place]] = [:]

    /// All elements that do something.
    var places: [Place] { regions.values.flatMap { $0 } + rows.values.flatMap { $0 } }

    mutating func carryOut(_ command: [UInt8]) {
        let texts = String(decoding: command, as: UTF8.self)
            .split(separator: "\u{1F}", omittingEmptySubsequences: false)
            .map { String($0) }
        switch texts[0] {
        case "attribute":
            regions = [:]
            rows = [:]
        case "patch": regions[texts[1]] = DrawnDocument.places(texts[3], Int64(texts[2]) ?? 0)
        case "rows":
            let before = rows
            var drawing = Int64(texts[5]) ?? 0
            rows = [:]
            for place in stride(from: 6, to: texts.count, by: 2) {
                let (key, html) = (texts[place], texts[place + 1])
                rows[key] = html.isEmpty ? before[key] : DrawnDocument.places(html, drawing)
                if !html.isEmpty { drawing += 1 }
            }
        default: break
        }
    }

    private static func places(_ html: String, _ drawing: Int64) -> [Place] {
        HTML.places(in: html).map { Place(drawing: drawing, index: $0) }
    }
}
