import DaybookCore
import DaybookStore

/// The end of a page of the trash, as an opaque text.
extension TrashPage.End {
    /// Base64url of a JSON array.
    var text: String {
        let items: [JSON] = [
            .string(deleted.description), .string(key.kind.name), .string(key.id.description),
        ]
        return Base64URL.text(JSON.array(items).encoded)
    }

    /// Reads ``text``; nil for anything else.
    init?(text: String) {
        guard let bytes = Base64URL.bytes(text), let items = (try? JSON(bytes))?.arrayValue, items.count == 3,
            let deleted = items[0].stringValue.flatMap({ Stamp($0) }), let kind = items[1].stringValue,
            let id = items[2].stringValue.flatMap({ UUID($0) })
        else { return nil }
        self.init(deleted: deleted, key: Record.Key(kind: Record.Kind(kind), id: id))
    }
}
