import DaybookCore

/// The end of a page, as an opaque text: the order, and the values of the last item that decide its place in the order.
///
/// It is not an offset: when an item is added or deleted before it, no row is repeated or skipped.
struct PageEnd<Item: ListItem>: Hashable, Sendable {
    let order: Item.Order
    let created: Instant
    /// The value that the order compares, if it is neither the title nor the creation.
    let moment: Instant?
    let title: String
    let id: UUID

    /// The bytes of a title that an end holds. Most titles are far shorter. Of two longer titles with the same
    /// beginning, the item itself decides as long as it exists.
    private static var titleBytes: Int { 512 }

    /// The end of a page whose last item is this one.
    init(_ item: Item, order: Item.Order) {
        self.order = order
        created = item.created
        moment = item.moment(in: order)
        title = Item.titleDirection(in: order) == nil ? "" : Self.clipped(item.title)
        id = item.uuid
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

    /// The item at the end's place: the item itself, if it is there unchanged, else an item with the end's values.
    func place<Index: ListIndex>(in index: Index) -> Item where Index.Item == Item {
        if let item = index.item(id), PageEnd(item, order: order) == self { return item }
        return Item(after: self)
    }
}

extension PageEnd {
    /// Base64url of a JSON array.
    var text: String {
        let json = JSON.array([
            .string(order.rawValue), .integer(created.milliseconds),
            moment.map { .integer($0.milliseconds) } ?? .null, .string(title), .string(id.description),
        ])
        return Base64URL.text(json.encoded)
    }

    /// Reads ``text``; nil for anything else.
    init?(_ text: String) {
        guard let bytes = Base64URL.bytes(text), let items = (try? JSON(bytes))?.arrayValue,
            items.count == 5, let order = items[0].wordValue.flatMap(Item.Order.init(rawValue:)),
            let created = items[1].integerValue, let title = items[3].stringValue, title.utf8.count <= Self.titleBytes,
            let id = items[4].stringValue.flatMap({ UUID($0) })
        else { return nil }
        self.order = order
        self.created = Instant(milliseconds: created)
        moment = items[2].integerValue.map { Instant(milliseconds: $0) }
        self.title = title
        self.id = id
    }
}
