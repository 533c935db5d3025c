import DaybookCore

/// The end of a page, as an opaque text: the order, and the values of the last item that decide its place in it.
///
/// It is not an offset: an item that is added or deleted before it moves nothing, so no row is seen twice or missed.
struct PageMark<Item: ListItem>: Hashable, Sendable {
    let order: Item.Order
    let created: Instant
    /// The time that the order uses, if it is not the creation.
    let moment: Instant?
    let title: String
    let id: UUID

    /// Bytes of a title that a mark holds. Own titles are mostly far below; of two longer ones that begin alike, the
    /// thing itself decides while it is there.
    private static var titleBytes: Int { 512 }

    /// The mark behind a thing.
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

    /// A thing that stands where the marked one stood: itself, if it is there unchanged.
    func place<Index: ListIndex>(in index: Index) -> Item where Index.Item == Item {
        if let item = index.item(id), PageMark(item, order: order) == self { return item }
        return Item(at: self)
    }
}

extension PageMark {
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
            items.count == 5, let order = items[0].stringValue.flatMap(Item.Order.init(rawValue:)),
            let created = items[1].integerValue, let title = items[3].stringValue,
            let id = items[4].stringValue.flatMap({ UUID($0) })
        else { return nil }
        self.order = order
        self.created = Instant(milliseconds: created)
        moment = items[2].integerValue.map { Instant(milliseconds: $0) }
        self.title = title
        self.id = id
    }
}
