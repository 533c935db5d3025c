import DaybookCore
import DaybookStore
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import DaybookServer

@Suite("The interface as a whole")
struct InterfaceTests {
    /// The table of routes. The tests read it and never call it.
    static let routes: [DaybookServer.Route] = {
        guard let storage = try? Storages.temporary() else { return [] }
        return DaybookServer.routes(storage: storage, configuration: ServerConfiguration(), metrics: Metrics())
    }()

    @Test("the OpenAPI document describes the routes that exist, and no others")
    func openAPI() async throws {
        try await World.with { world in
            let document = try await world.call(.get, "/api/v1/openapi.json").json(.ok)
            var described: Set<String> = []
            for path in document["paths"]?.objectValue ?? [] {
                for method in path.value.objectValue ?? [] {
                    described.insert("\(method.name.uppercased()) \(path.name)")
                }
            }
            #expect(described == Set(Self.routes.map { "\($0.method) \($0.path)" }))
            for route in Self.routes {
                let operation = document["paths"]?[route.path]?[route.method.rawValue.lowercased()]
                #expect((operation?["security"] != nil) == !route.isOpen, "\(route.path)")
            }
        }
    }

    @Test("the OpenAPI document is the one in docs/openapi.json; a change of one is a change of the other")
    func pinned() async throws {
        let project = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardized
        let file = try Data(contentsOf: project.appendingPathComponent("docs/openapi.json"))
        let written = try JSON(Array(file), limits: .init(size: 1 << 20, depth: 64))
        try await World.with { world in
            let served = try await world.call(.get, "/api/v1/openapi.json").json(.ok)
            for (name, expected) in Self.parts(written) {
                #expect(Self.parts(served)[name] == expected, "\(name)")
            }
            #expect(Set(Self.parts(served).keys) == Set(Self.parts(written).keys))
        }
    }

    /// The operations, schemas and other parts of a document by their names, with the members of all objects in one
    /// order.
    private static func parts(_ document: JSON) -> [String: JSON] {
        var parts: [String: JSON] = [:]
        for path in document["paths"]?.objectValue ?? [] {
            for operation in path.value.objectValue ?? [] {
                parts["\(operation.name) \(path.name)"] = sorted(operation.value)
            }
        }
        for group in document["components"]?.objectValue ?? [] {
            for part in group.value.objectValue ?? [] { parts["\(group.name) \(part.name)"] = sorted(part.value) }
        }
        parts["openapi"] = document["openapi"]
        // The version is the program's, not the interface's.
        for member in document["info"]?.objectValue ?? [] where member.name != "version" {
            parts["info \(member.name)"] = sorted(member.value)
        }
        return parts
    }

    private static func sorted(_ json: JSON) -> JSON {
        switch json {
        case .object(let members):
            .object(members.sorted { $0.name < $1.name }.map { .init($0.name, sorted($0.value)) })
        case .array(let items): .array(items.map(sorted))
        default: json
        }
    }

    @Test("version 1 of the interface has these calls for good")
    func firstVersion() {
        let calls = [
            "POST /api/v1/accounts", "POST /api/v1/sessions", "GET /api/v1/sessions", "DELETE /api/v1/sessions/{id}",
            "PATCH /api/v1/sessions/{id}", "DELETE /api/v1/sessions/current", "GET /api/v1/account",
            "PATCH /api/v1/account", "DELETE /api/v1/account",
            "PUT /api/v1/account/password", "GET /api/v1/account/export", "GET /api/v1/todos", "POST /api/v1/todos",
            "GET /api/v1/todos/{id}", "PATCH /api/v1/todos/{id}", "DELETE /api/v1/todos/{id}", "GET /api/v1/notes",
            "POST /api/v1/notes", "GET /api/v1/notes/{id}", "PATCH /api/v1/notes/{id}", "DELETE /api/v1/notes/{id}",
            "PUT /api/v1/photos/{sha256}", "GET /api/v1/photos/{sha256}", "POST /api/v1/sync",
            "GET /api/v1/sync/events",
            "GET /api/v1/history/{kind}/{id}", "POST /api/v1/history/{kind}/{id}/restore", "GET /api/v1/trash",
            "GET /api/v1/devices",
            "GET /api/v1/samples/todos", "GET /api/v1/rules", "GET /healthz", "GET /metrics",
            "GET /api/v1/reminders/key", "PUT /api/v1/reminders/device", "GET /api/v1/reminders/devices",
            "GET /api/v1/reminders/deliveries", "POST /api/v1/reminders/test", "POST /api/v1/reminders/shown",
        ]
        #expect(Set(calls).subtracting(Self.routes.map { "\($0.method) \($0.path)" }) == [])
    }

    @Test("every reference in the OpenAPI document leads somewhere, and every name is there once")
    func references() async throws {
        try await World.with { world in
            let document = try await world.call(.get, "/api/v1/openapi.json").json(.ok)
            var seen: Set<String> = []
            func walk(_ json: JSON) throws {
                for member in json.objectValue ?? [] {
                    if member.name == "$ref", let reference = member.value.stringValue {
                        let steps = reference.split(separator: "/").dropFirst()
                        let target = steps.reduce(Optional(document)) { $0?[String($1)] }
                        #expect(target != nil, "\(reference)")
                    }
                    if member.name == "operationId" { #expect(seen.insert(member.value.stringValue ?? "").inserted) }
                    try walk(member.value)
                }
                for item in json.arrayValue ?? [] { try walk(item) }
            }
            try walk(document)
            #expect(seen.count == Self.routes.count)
        }
    }

    @Test("what is not there is a 404 problem, what cannot be done there a 405 with what can")
    func misses() async throws {
        try await World.with { world in
            for path in ["/api", "/api/v1", "/api/v2/todos", "/api/v1/todos/a/b", "/nothing"] {
                let answer = try await world.call(.get, path)
                #expect(answer.status == .notFound, "\(path)")
                #expect(try answer.json["title"] == .string("Not Found"))
            }
            for (method, path, allowed) in [
                (HTTPRequest.Method.put, "/api/v1/todos", "GET, HEAD, POST"), (.delete, "/healthz", "GET, HEAD"),
                (.get, "/api/v1/sync", "POST"), (.head, "/api/v1/sync", "POST"),
                (.post, "/api/v1/todos/\(uuid(1))", "DELETE, GET, HEAD, PATCH"),
                (.get, "/api/v1/sessions/current", "DELETE, PATCH"), (.put, "/api/v1/todos/", "GET, HEAD, POST"),
                (.put, "//api/v1//todos", "GET, HEAD, POST"),
            ] {
                let answer = try await world.call(method, path)
                #expect(answer.status == .methodNotAllowed, "\(method) \(path)")
                #expect(answer.headers[.allow] == allowed)
            }
        }
    }

    @Test("A thing is found by any spelling of its path: escapes, capital digits of a UUID, more slashes")
    func spellings() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let id = try await world.create(#"{"title":"Buy milk"}"#, by: person).text("id")
            let photo = Pictures.png(width: 3, height: 3)
            let sha256 = try await world.put(photo, by: person).json(.created).text("sha256")
            let paths = [
                "/api/v1/todos/": id, "/api/v1/history/todo/": id, "/api/v1/photos/": sha256,
            ]
            for (path, name) in paths {
                let escaped = name.utf8.map { "%" + String($0, radix: 16) }.joined()
                var spellings = [name, escaped, escaped.uppercased(), "/" + name, name + "/"]
                if name == id { spellings.append(name.uppercased()) }
                for spelling in spellings {
                    let answer = try await world.call(.get, path + spelling, by: person)
                    #expect(answer.status == .ok, "\(path + spelling)")
                }
                for wrong in ["%zz", "%ff", name + "0", name + "%00"] {
                    let answer = try await world.call(.get, path + wrong, by: person)
                    #expect(answer.status == .notFound, "\(path + wrong)")
                }
            }
        }
    }

    @Test("a HEAD is a GET without the body")
    func head() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await world.create(#"{"title":"Buy milk"}"#, by: person)
            let get = try await world.call(.get, "/api/v1/todos", by: person)
            let head = try await world.call(.head, "/api/v1/todos", by: person)
            #expect(head.status == .ok && head.text.isEmpty)
            #expect(head.headers[.contentLength] == get.headers[.contentLength])
        }
    }

    @Test("every answer has the security headers, and no answer is cached")
    func headers() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            for path in ["/api/v1/account", "/api/v1/todos", "/api/v1/rules", "/api/v1/nothing"] {
                let answer = try await world.call(.get, path, by: person)
                #expect(answer.headers[.xContentTypeOptions] == "nosniff")
                if answer.status == .ok { #expect(answer.headers[.cacheControl] == "no-store") }
            }
        }
    }

    @Test("every client can read the rules in force")
    func rules() async throws {
        try await World.with(configure: { $0.rules.offer.classic.titleMaximum = 10 }) { world in
            let rules = Rules(json: try await world.call(.get, "/api/v1/rules").json(.ok))
            #expect(rules.limits.titleMaximum == 10)
            let json = try await world.call(.get, "/api/v1/rules").json(.ok)
            #expect(json["accountPhotoBytes"]?["maximum"] == .integer(5_000_000_000))
            #expect(json["syncBytes"]?["maximum"] == .integer(Int64(SyncRequest.bytesMaximum)))
            for name in ["syncRecords", "importDataBytes", "importRecords"] {
                #expect((json[name]?["maximum"]?.integerValue ?? 0) > 0, "\(name)")
            }
            let person = try await world.signUp()
            let answer = try await world.call(.post, "/api/v1/todos", #"{"title":"Twelve chars"}"#, by: person)
            #expect(answer.broken == ["title:too_long"])
        }
    }

    @Test("[I1] the samples have their shape, and fit the rules")
    func samples() async throws {
        try await World.with { world in
            let samples = try await world.call(.get, "/api/v1/samples/todos").json(.ok)
            let items = samples["todos"]?.arrayValue ?? []
            #expect(items.count == 30)
            #expect(
                samples["total"] == .integer(30) && samples["skip"] == .integer(0) && samples["limit"] == .integer(30)
            )
            for (index, item) in items.enumerated() {
                #expect(item.objectValue?.map(\.name) == ["id", "todo", "completed", "userId"])
                #expect(item["id"] == .integer(Int64(index + 1)))
                #expect(item["completed"]?.boolValue != nil && !item.text("todo").isEmpty)
            }
            #expect(Set(items.map { $0.text("todo") }).count == 30)
            // One long title shows that the import keeps it whole (I4).
            #expect(items.contains { $0.text("todo").count > Rules.standard.limits.titleMaximum })
        }
    }
}

extension HTTPField.Name {
    static var xContentTypeOptions: HTTPField.Name { .init("X-Content-Type-Options") ?? .server }
}
