import DaybookCore

extension OpenAPIDocument {
    /// Notes as resources (N1, N2).
    static var notes: [OpenAPIOperation] {
        [
            .init(
                method: "get",
                path: "/api/v1/notes",
                summary: "List notes, a page at a time",
                query: noteQuery,
                answers: .init(status: 200, description: "A page.", schema: "NotePage"),
                problems: [422]
            ),
            .init(
                method: "post",
                path: "/api/v1/notes",
                summary: "Add a note, with photos that are stored already; the same again is the same note",
                takes: "NewNote",
                answers: .init(status: 201, description: "The note.", schema: "Note"),
                problems: [409]
            ),
            .init(
                method: "get",
                path: "/api/v1/notes/{id}",
                summary: "See a note",
                answers: .init(status: 200, description: "The note.", schema: "Note"),
                problems: [404]
            ),
            .init(
                method: "patch",
                path: "/api/v1/notes/{id}",
                summary: "Change a note; photos, if given, are all that it is to have, in their order",
                takes: "NoteChange",
                answers: .init(status: 200, description: "The note as it now is.", schema: "Note"),
                problems: [404, 409]
            ),
            .init(
                method: "delete",
                path: "/api/v1/notes/{id}",
                summary: "Delete a note; it can be brought back with its photos for 30 days",
                answers: .init(status: 204, description: "Deleted."),
                problems: [404]
            ),
        ]
    }

    private static var noteQuery: [OpenAPIOperation.Parameter] {
        [
            .init(
                name: "sort",
                description: "The order; modified is last changed first, created newest first.",
                schema: OpenAPISchemas.choice(NoteOrder.allCases.map(\.rawValue))
            ),
            .init(
                name: "q",
                description: "Only those in whose title or description this stands, without case or accents.",
                schema: OpenAPISchemas.string
            ),
        ] + pageQuery
    }
}

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
                    "id": uuid, "title": string, "description": string, "photos": list(OpenAPI.reference("NotePhoto")),
                    "createdAt": time, "modifiedAt": time,
                ])
            ),
            .init(
                "NewNote",
                object(["title": title, "description": description], optional: ["id": uuid, "photos": asked])
            ),
            .init(
                "NoteChange",
                object([:], optional: ["title": title, "description": description, "photos": asked])
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

    /// Long enough to be one (N2).
    private static let exampleDescription = """
        Along the river to the old mill and back over the hill. Herons at the weir, and the first ice at the edges.
        """
}
