import Testing

@testable import DaybookCore
@testable import DaybookViews

@Suite("Trash, history and the question about samples")
struct UpperScreenViewTests {
    private static let now = ViewTests.now
    private let hostile = "<img src=x onerror=alert(1)>"

    private func trashed(_ title: String, _ kind: Record.Kind = .todo) -> Trashed {
        Trashed(key: Record.Key(kind: kind, id: UUID(high: 1, low: 1)), title: title, deleted: Self.now, photo: nil)
    }

    @Test("[S12] A photo that was taken off a note is shown small, and named by its note")
    func photo() {
        let photo = Photo(
            id: Photo.ID(UUID(high: 2, low: 2)),
            note: Note.ID(UUID(high: 1, low: 1)),
            sha256: SHA256.digest([1]),
            type: .jpeg,
            width: 4,
            height: 3,
            bytes: 1,
            position: 0
        )
        let key = Record.Key(kind: .photo, id: photo.id.uuid)
        let trashed = Trashed(key: key, title: hostile, deleted: Self.now, photo: photo)
        var html = HTML(capacity: 0)
        TrashView(trash: [trashed], now: Self.now, zone: .utc).write(to: &html)
        let text = String(decoding: html.bytes, as: UTF8.self)
        #expect(text.contains("data-photo=\"\(photo.sha256)\""))
        #expect(text.contains("Photo of “&lt;img src=x onerror=alert(1)&gt;”"))
        #expect(text.contains("Removed today"))
    }

    @Test("[S12] The trash writes titles as text, each with a button that names what it puts back")
    func trash() {
        var html = HTML(capacity: 0)
        TrashView(trash: [trashed(hostile)], now: Self.now, zone: .utc).write(to: &html)
        let text = String(decoding: html.bytes, as: UTF8.self)
        #expect(!text.contains("<img"))
        #expect(text.contains("aria-label=\"Restore “&lt;img src=x onerror=alert(1)&gt;”\""))
        #expect(text.contains("Deleted today"))
        var empty = HTML(capacity: 0)
        TrashView(trash: [], now: Self.now, zone: .utc).write(to: &empty)
        #expect(String(decoding: empty.bytes, as: UTF8.self).contains(Labels.trashEmpty))
    }

    @Test(
        "[S12] A history shows what each field held, when and where it was set",
        arguments: [
            ("title", JSON.string("Milk"), "Title", "Milk"), ("detail", .null, "Detail", "Nothing"),
            ("done", .bool(true), "Done", "Done"), ("done", .bool(false), "Done", "Open"),
            ("deadline", .null, "Deadline", "Nothing"),
            ("description", .string("Mill"), "Description", "Mill"), ("tag:home", .bool(true), "Tag “home”", "On"),
        ]
    )
    func history(_ field: String, _ value: JSON, _ name: String, _ shown: String) {
        var history = RecordHistory(Record.Key(kind: .todo, id: UUID(high: 1, low: 1)))
        history.entries = .here([.init(number: 7, field: field, value: value, at: Self.now, device: hostile)])
        var html = HTML(capacity: 0)
        HistoryView(history: history, title: nil, now: Self.now, zone: .utc).write(to: &html)
        let text = String(decoding: html.bytes, as: UTF8.self)
        #expect(text.contains("<p class=\"is-faded\">\(name)</p><p class=\"screen-value\" dir=\"auto\">\(shown)</p>"))
        #expect(text.contains("data-key=\"7\""))
        #expect(!text.contains("<img"))
    }

    @Test("[S12] What differs now is marked in an earlier text")
    func difference() {
        var history = RecordHistory(Record.Key(kind: .todo, id: UUID(high: 1, low: 1)))
        history.entries = .here([
            .init(number: 7, field: "title", value: .string("Buy <oat> milk"), at: Self.now, device: ""),
            .init(number: 8, field: "detail", value: .string("Nothing like it"), at: Self.now, device: ""),
        ])
        var html = HTML(capacity: 0)
        HistoryView(history: history, title: "Buy milk", text: "One litre", now: Self.now, zone: .utc).write(to: &html)
        let text = String(decoding: html.bytes, as: UTF8.self)
        #expect(text.contains(">Buy <del>&lt;oat&gt; </del>milk</p>"))
        #expect(text.contains(">Nothing like it</p>"))
    }

    @Test("[S12] A history that cannot be read shows an error and offers to ask again")
    func failed() {
        var history = RecordHistory(Record.Key(kind: .todo, id: UUID(high: 1, low: 1)))
        history.entries = .failed("No network.")
        var html = HTML(capacity: 0)
        HistoryView(history: history, title: nil, now: Self.now, zone: .utc).write(to: &html)
        let text = String(decoding: html.bytes, as: UTF8.self)
        #expect(text.contains("No network."))
        #expect(html.does(.home(.upper(.reloadTapped), newID: HTML.newID), to: Labels.tryAgain))
    }

    @Test("[A10] Whoever logs out is told whether the device keeps what is not synced", arguments: [false, true])
    func logOut(isFull: Bool) throws {
        var app = App()
        let account = Account(id: UUID(high: 1, low: 2), name: "Asha Rao", mobile: "", email: "asha@example.com")
        _ = reduce(&app, .storage(.opened(account, DiskContent(), newDevice: UUID(high: 3, low: 4))), Self.now)
        _ = reduce(&app, .home(.list(.quickAddChanged("Milk")), newID: HTML.newID), Self.now)
        _ = reduce(&app, .home(.list(.quickAddSubmitted(.whole)), newID: HTML.newID), Self.now)
        if isFull { _ = reduce(&app, .storeFailed(sequence: 1, .full), Self.now) }
        var html = HTML(capacity: 0)
        OverlayView(overlay: .confirmLogOut, home: try #require(app.home), hasUpdate: false, now: Self.now, zone: .utc)
            .write(to: &html)
        let text = String(decoding: html.bytes, as: UTF8.self)
        #expect(text.contains("1 change is not synced yet"))
        #expect(text.contains("It will be lost.") == isFull)
        #expect(text.contains("It stays locked on this device") != isFull)
    }

    @Test("[D1] [S6] What the disk refuses stands under the title as an error, with its sign")
    func diskFailure() throws {
        var app = App()
        let account = Account(id: UUID(high: 1, low: 2), name: "Asha Rao", mobile: "", email: "asha@example.com")
        _ = reduce(&app, .storage(.opened(account, DiskContent(), newDevice: UUID(high: 3, low: 4))), Self.now)
        _ = reduce(&app, .storeFailed(sequence: 1, .full), Self.now)
        let home = try #require(app.home)
        let counts = home.notebook.todos.dayCounts(Today(at: Self.now, in: .utc))
        let head = ViewTests.text { HomeView.head(home, isOnline: true, counts: counts, to: &$0) }
        #expect(head.contains("<p class=\"banner field-error\" data-key=\"failure\"><svg"))
        #expect(!head.contains("role=\"status\""))
    }

    @Test("[I3] The alert about samples offers Retry and Not now")
    func samples() throws {
        var app = App()
        let account = Account(id: UUID(high: 1, low: 2), name: "Asha Rao", mobile: "", email: "asha@example.com")
        _ = reduce(&app, .storage(.opened(account, DiskContent(), newDevice: UUID(high: 3, low: 4))), Self.now)
        var html = HTML(capacity: 0)
        OverlayView(overlay: .samplesFailed, home: try #require(app.home), hasUpdate: false, now: Self.now, zone: .utc)
            .write(to: &html)
        let text = String(decoding: html.bytes, as: UTF8.self)
        #expect(text.contains("role=\"alertdialog\""))
        #expect(html.does(.home(.overlay(.declined), newID: HTML.newID), to: "Not now"))
        #expect(html.does(.home(.overlay(.confirmed), newID: HTML.newID), to: "Retry"))
        #expect(text.contains(" data-autofocus>Retry<"))
    }
}
