import DaybookCore

extension OpenAPISchemas {
    static var notes: [JSON.Member] {
        let title = string(example: "A walk by the river")
        let description = string(example: exampleDescription)
        let asked = list(OpenAPI.reference("AskedPhoto"))
        let digest = OpenAPI.reference("SHA256")
        let side = integer(1...Photo.sideMaximum)
        let type = choice(Photo.MediaType.allCases.map(\.rawValue))
        let bytes = integer(1...Int(Int32.max))
        return [
            .init(
                "NotePhoto",
                object([
                    "sha256": digest, "width": side, "height": side, "type": type, "bytes": bytes,
                    "thumbnail": orNull(digest),
                ])
            ),
            .init(
                "AskedPhoto",
                object(
                    ["sha256": digest],
                    optional: [
                        "width": side, "height": side, "type": type, "bytes": bytes, "thumbnail": orNull(digest),
                    ]
                )
            ),
            .init(
                "Note",
                object([
                    "id": uuid, "title": string, "description": string, "tags": list(string), "pinned": boolean,
                    "photos": list(OpenAPI.reference("NotePhoto")),
                    "createdAt": time, "modifiedAt": time,
                ])
            ),
            .init(
                "NewNote",
                object(
                    ["title": title, "description": description],
                    optional: ["id": uuid, "photos": asked, "tags": list(string), "pinned": boolean]
                )
            ),
            .init(
                "NoteChange",
                object(
                    [:],
                    optional: [
                        "title": title, "description": description, "photos": asked, "tags": list(string),
                        "pinned": boolean,
                    ]
                )
            ),
            .init(
                "NotePage",
                object(
                    ["items": list(OpenAPI.reference("Note")), "total": integer(0...Int(Int32.max))],
                    optional: ["next": string]
                )
            ),
        ]
    }

    /// Long enough for a description (N2).
    private static let exampleDescription = """
        Along the river to the old mill and back over the hill. Herons at the weir, and the first ice at the edges.
        """
}
