@testable import DaybookCore
@testable import DaybookViews

extension HTML {
    /// The id of a record that an action may make.
    static let newID = UUID(high: 5, low: 6)

    /// The places that stand in attributes of this name in some HTML, in order; ` data-press=`, for example.
    static func places(in html: String, _ attribute: String) -> [Int] {
        var places: [Int] = []
        var rest = html[...]
        while let found = rest.firstRange(of: attribute + "\"") {
            rest = rest[found.upperBound...]
            if let place = Int(rest.prefix { $0 != "\"" }) { places.append(place) }
        }
        return places
    }

    /// The places of all elements in some HTML that do something.
    static func places(in html: String) -> [Int] {
        Trigger.allCases.flatMap { places(in: html, " \($0.attribute)=") } + places(in: html, "<option value=")
    }

    /// The actions of all written elements that need no value.
    var actions: [App.Action] { intents.compactMap { $0.action(newID: HTML.newID) } }

    /// Whether the only button with a label does this.
    func does(_ action: App.Action, to label: String) -> Bool {
        let buttons = String(decoding: bytes, as: UTF8.self).split(separator: "<").filter {
            $0.hasPrefix("button") && $0.hasSuffix(">\(label)")
        }
        guard let button = buttons.first, buttons.count == 1, let place = HTML.places(in: String(button)).first
        else { return false }
        return intents[place].action(newID: HTML.newID) == action
    }
}

extension Intent {
    /// The intent applied to one value of each kind: two intents with the same effect become equal.
    var sample: App.Action? {
        let complete: Intent =
            switch self {
            case .text(let make): make("Sample")
            case .day(let make): make(CivilDate("2027-01-18"))
            case .number(let make): make(3)
            case .point(let make): make(Overlay.Point(x: 1, y: 2))
            default: self
            }
        return complete.action(newID: HTML.newID)
    }
}
