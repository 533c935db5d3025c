import DaybookCore

@testable import DaybookBrowser

/// A page without a browser: it keeps what the interpreter sends, and uses elements as a person would.
final class PageDouble {
    private var interpreter: Interpreter?
    /// All commands, each as its texts.
    private(set) var commands: [[String]] = []
    private var random: UInt64 = 0
    var now = Instant(milliseconds: 1_800_000_000_000)

    init() {
        let page = Interpreter.Page(
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
        interpreter = Interpreter(page: page)
    }

    /// A page with nobody signed in, in a zone an hour east of UTC.
    static func launched() -> PageDouble {
        let page = PageDouble()
        page.tell(.start, "/", "1", "60;", "", "0", "default", "")
        page.tell(.diskNone)
        page.tell(.fetched, Request.ID.account.rawValue.description, "401", "")
        page.frame()
        return page
    }

    /// A page with somebody signed in, and no to-dos.
    static func signedIn() -> PageDouble {
        let page = PageDouble()
        page.tell(.start, "/", "1", "60;", "", "0", "default", "")
        let id = "00000000-0000-0001-0000-000000000002"
        page.tell(.diskOpen, #"{"id":"\#(id)","name":"Asha","mobile":"","email":"a@b.co"}"#, "0", "0")
        page.frame()
        return page
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

    /// What a region shows, as it was sent last.
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

    /// Uses an element, and draws what comes of it. False when there is no such element.
    func use(_ attribute: String, of element: String, in region: String, _ values: String...) -> Bool {
        guard let place = place(attribute, of: element, in: region) else { return false }
        tell(.used, [drawing(region), place] + values)
        frame()
        return true
    }
}
