import DaybookClient
import DaybookCore

/// The calendar and the bars of a notebook as a picture in SVG 1.1 (https://www.w3.org/TR/SVG11/), in the colours of the web app,
/// and in those of its dark form where the reader is dark.
struct StatsPicture {
    var numbers: NotebookNumbers
    var tags: [TagUse]
    private var charts: StatsCharts { StatsCharts(numbers: numbers, tags: tags) }

    init(numbers: NotebookNumbers, tags: [TagUse]) {
        self.numbers = numbers
        self.tags = tags
    }

    // All in pixels.
    private static let margin = 16
    private static let label = 96
    private static let cell = 12
    private static let step = 15
    private static let line = 20
    private static let barMaximum = 360

    /// The whole picture.
    var svg: String {
        var drawing = Drawing(top: Self.margin)
        drawing.text(charts.summary, x: Self.margin, at: 12, "strong")
        drawing.top += Self.line + 8
        drawCalendar(&drawing)
        drawBars(StatsCharts.byWeek, charts.doneByWeek, &drawing)
        drawBars(StatsCharts.byTag, charts.openByTag, &drawing)
        let weeks = Self.label + charts.weeks.count * Self.step
        let width = Self.margin * 2 + max(Self.label + Self.barMaximum + 60, weeks)
        return drawing.document(width: width, height: drawing.top + Self.margin, title: charts.summary)
    }

    private func drawCalendar(_ drawing: inout Drawing) {
        let (weeks, most) = (charts.weeks, charts.mostOnADay)
        let left = Self.margin + Self.label
        var before: Int?
        var free = 0
        for (place, week) in weeks.enumerated() {
            let x = left + place * Self.step
            if let month = week.last?.date.month, month != before {
                let isWhole = before != nil || week.first?.date.month == month
                if isWhole, x >= free {
                    drawing.text(Texts.month(month), x: x, at: 10, "dim")
                    free = x + 34
                }
                before = month
            }
            for (day, value) in week.enumerated() {
                let level = StatsCharts.level(value.done, of: most)
                let y = drawing.top + 16 + day * Self.step
                drawing.box(
                    x: x,
                    y: y,
                    width: Self.cell,
                    height: Self.cell,
                    "s\(level)",
                    title: "\(value.date): \(value.done)"
                )
            }
        }
        for day in [0, 2, 4] {
            drawing.text(
                String(Texts.weekday((day + 1) % 7).prefix(3)),
                x: Self.margin,
                at: 26 + day * Self.step,
                "dim"
            )
        }
        drawing.top += 16 + 7 * Self.step + Self.line
    }

    /// A chart; nothing where all bars are 0.
    private func drawBars(_ title: String, _ bars: [StatsCharts.Bar], _ drawing: inout Drawing) {
        guard let most = bars.map(\.count).max(), most > 0 else { return }
        drawing.text(title, x: Self.margin, at: 12, "strong")
        drawing.top += Self.line
        for (name, count) in bars {
            drawing.text(name, x: Self.margin, at: 12, "dim")
            let length = count * Self.barMaximum / most
            let left = Self.margin + Self.label
            if count > 0 {
                let width = max(length, 2)
                drawing.box(
                    x: left,
                    y: drawing.top + 2,
                    width: width,
                    height: Self.cell,
                    "s3",
                    title: "\(name): \(count)"
                )
            }
            drawing.text("\(count)", x: left + length + 6, at: 12, "plain")
            drawing.top += Self.line
        }
        drawing.top += 8
    }
}

/// Shapes below one another.
private struct Drawing {
    /// Where the next shapes begin.
    var top: Int
    private var shapes: [String] = []

    init(top: Int) {
        self.top = top
    }

    mutating func text(_ text: String, x: Int, at y: Int, _ kind: String) {
        shapes.append("<text class=\"\(kind)\" x=\"\(x)\" y=\"\(top + y)\">\(Drawing.escaped(text))</text>")
    }

    mutating func box(x: Int, y: Int, width: Int, height: Int, _ kind: String, title: String) {
        shapes.append(
            """
            <rect class="\(kind)" x="\(x)" y="\(y)" width="\(width)" height="\(height)" rx="2">\
            <title>\(Drawing.escaped(title))</title></rect>
            """
        )
    }

    func document(width: Int, height: Int, title: String) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" role="img">
        <title>\(Drawing.escaped(title))</title>
        <style>
        text { font: 12px system-ui, sans-serif; fill: #1c1c1e } .strong { font-weight: 600 } .dim { fill: #6c6c70 }
        .back { fill: #fff } .s0 { fill: #ebedf0 } .s1 { fill: #b7d7f5 } .s2 { fill: #6fb1ec } .s3 { fill: #2a83d6 }
        .s4 { fill: #0b4f94 }
        @media (prefers-color-scheme: dark) {
        text { fill: #f2f2f7 } .dim { fill: #98989f } .back { fill: #1c1c1e } .s0 { fill: #2c2c2e } .s1 { fill: #0b3b6b }
        .s2 { fill: #1462ad } .s3 { fill: #3d95e6 } .s4 { fill: #9dccf8 }
        }
        </style>
        <rect class="back" width="100%" height="100%"/>
        \(shapes.joined(separator: "\n"))
        </svg>

        """
    }

    /// A text without markup. Characters that XML cannot hold were removed before.
    private static func escaped(_ text: String) -> String {
        DisplayWidth.harmless(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(
            ">",
            with: "&gt;"
        )
        .replacing("\"", with: "&quot;")
    }
}
