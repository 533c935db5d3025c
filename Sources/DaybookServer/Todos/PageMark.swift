import DaybookCore

/// Where a page ended, as an opaque text: the order and what of the last to-do decides its place in it.
///
/// Not an offset: a to-do that is added or deleted before it moves nothing, so no row is seen twice or missed.
struct PageMark: Hashable, Sendable {
    let order: Order
    private let created: Instant
    private let deadline: Instant?
    private let title: String
    private let id: Todo.ID

    /// Bytes of a title that a mark holds. Own titles are far below; of two longer imported ones that begin alike, the
    /// to-do itself decides while it is there.
    private static let titleBytes = 512

    /// The mark behind a to-do.
    init(_ todo: Todo, order: Order) {
        self.order = order
        created = todo.created
        deadline = order == .deadline ? todo.deadline : nil
        title = order == .title || order == .titleDescending ? Self.clipped(todo.title) : ""
        id = todo.id
    }

    private static func clipped(_ title: String) -> String {
        guard title.utf8.count > titleBytes else { return title }
        var clipped = String.UnicodeScalarView()
        var bytes = 0
        for scalar in title.unicodeScalars {
            bytes += UTF8.width(scalar)
            if bytes > titleBytes { break }
            clipped.append(scalar)
        }
        return String(clipped)
    }

    /// A to-do that stands where the marked one stood: itself, if it is there unchanged.
    func place(in index: TodoIndex) -> Todo {
        if let todo = index[id], PageMark(todo, order: order) == self { return todo }
        return Todo(id: id, title: title, deadline: deadline, created: created, modified: created)
    }
}

extension PageMark {
    /// Base64url of a JSON array.
    var text: String {
        let json = JSON.array([
            .string(order.rawValue), .integer(created.milliseconds),
            deadline.map { .integer($0.milliseconds) } ?? .null, .string(title), .string(id.uuid.description),
        ])
        return Base64URL.text(json.encoded)
    }

    /// Reads ``text``; nil for anything else.
    init?(_ text: String) {
        guard let bytes = Base64URL.bytes(text), let items = (try? JSON(bytes))?.arrayValue,
            items.count == 5, let order = items[0].stringValue.flatMap(Order.init(rawValue:)),
            let created = items[1].integerValue, let title = items[3].stringValue,
            let id = items[4].stringValue.flatMap({ UUID($0) })
        else { return nil }
        self.order = order
        self.created = Instant(milliseconds: created)
        deadline = items[2].integerValue.map { Instant(milliseconds: $0) }
        self.title = title
        self.id = Todo.ID(id)
    }
}
