import DaybookCore

@testable import DaybookBrowser

/// A tab without a browser: it keeps the interpreter's commands, and uses elements as a person would.
final class HostDouble {
    private var interpreter: Interpreter?
    /// All commands, each as its texts.
    private(set) var commands: [[String]] = []
    private var random: UInt64 = 0
    var now = Instant(milliseconds: 1_800_000_000_000)

    init() {
        let host = Interpreter.Host(
            send: { [unowned self] message, _ in
                let texts = String(decoding: message, as: UTF8.self)
                commands.append(
                    texts.split(separator: "\u{1F}", omittingEmptySubsequences: false).map { String($0) }
                )
            },
            random: { [unowned self] in
                random += 1
                return random
            }
        )
        interpreter = Interpreter(host: host)
    }

    /// A tab with nobody signed in, in a zone an hour east of UTC.
    static func launched() -> HostDouble {
        let tab = HostDouble()
        tab.tell(.start, "/", "1", "60;", "", "0", "default", "")
        tab.tell(.diskNone)
        tab.tell(.fetched, Request.ID.account.rawValue.description, "401", "")
        tab.frame()
        return tab
    }

    /// A tab with somebody signed in, and no to-dos.
    static func signedIn() -> HostDouble {
        let tab = HostDouble()
        tab.tell(.start, "/", "1", "60;", "", "0", "default", "")
        let id = "00000000-0000-0001-0000-000000000002"
        tab.tell(.diskOpen, #"{"id":"\#(id)","name":"Asha","mobile":"","email":"a@b.co"}"#, "0", "0")
        tab.frame()
        return tab
    }

    /// Tells what happened.
    func tell(_ kind: Event.Kind, _ texts: String...) { tell(kind, texts) }

    func tell(_ kind: Event.Kind, _ texts: [String]) {
        let message = Array(texts.joined(separator: "\u{1F}").utf8)
        let event = message.withUnsafeBufferPointer { Event(kind: kind.rawValue, message: $0, bytes: []) }
        interpreter?.receive(event, now: now)
    }

    func frame() {
        interpreter?.frame(now: now)
    }

    /// The content of a region, as it was sent last.
    func region(_ name: String) -> String {
        commands.last { $0.prefix(2) == ["patch", name] }?[3] ?? ""
    }

    /// The number of the drawing that a region shows.
    func drawing(_ name: String) -> String {
        commands.last { $0.prefix(2) == ["patch", name] }?[2] ?? ""
    }

    /// The place in an attribute of the element that has this text in its start tag or right behind it.
    func place(_ attribute: String, of element: String, in region: String) -> String? {
        let tags = self.region(region).split(separator: "<")
        guard let tag = tags.first(where: { $0.contains(element) && $0.contains(" \(attribute)=\"") }),
            let start = tag.firstRange(of: " \(attribute)=\"")
        else { return nil }
        return String(tag[start.upperBound...].prefix { $0 != "\"" })
    }

    /// Presses the button that has this text in it. False when there is no such button.
    func press(_ label: String, in region: String) -> Bool {
        let html = self.region(region)
        guard let end = html.firstRange(of: ">\(label)</"),
            let start = html[..<end.lowerBound].ranges(of: "<button").last
        else { return false }
        let place = html[start.upperBound...].firstRange(of: " data-press=\"").map {
            String(html[$0.upperBound...].prefix { $0 != "\"" })
        }
        guard let place else { return false }
        tell(.used, [drawing(region), place])
        frame()
        return true
    }

    /// Uses an element, and draws the result. False when there is no such element.
    func use(_ attribute: String, of element: String, in region: String, _ values: String...) -> Bool {
        guard let place = place(attribute, of: element, in: region) else { return false }
        tell(.used, [drawing(region), place] + values)
        frame()
        return true
    }
}
