import DaybookCore
import DaybookStore
import HTTPTypes
import Testing

@testable import DaybookServer

/// Two people who each have every kind of data, for tests of access.
struct Household: Sendable {
    let world: World
    let owner: Person
    let stranger: Person
    /// The owner's ids, by the path of the collection they are in.
    let ids: [String: String]

    static func with(
        configure: (inout ServerConfiguration) -> Void = { _ in },
        _ test: @Sendable (Household) async throws -> Void
    ) async throws {
        try await World.with(configure: configure) { world in
            let owner = try await world.signUp(1)
            let stranger = try await world.signUp(2)
            let ids = try await Self.fill(world, owner)
            try await test(Household(world: world, owner: owner, stranger: stranger, ids: ids))
        }
    }

    /// Gives the owner one of everything that a path can name. This includes new routes: the thing that a path names is
    /// made by a POST to the path without the id, or listed by a GET.
    private static func fill(_ world: World, _ owner: Person) async throws -> [String: String] {
        var ids: [String: String] = [:]
        for route in Described.all where route.hasParameter {
            let collection = Self.collection(of: route.path)
            if ids[collection] != nil { continue }
            if route.isOfPhoto {
                let made = try await world.put(Sample.photo, by: owner)
                try #require(made.status == .created, "\(made.text)")
                ids[collection] = digest(of: Sample.photo).description
                continue
            }
            if let post = Described.all.first(where: { $0.path == collection && $0.method == .post }),
                let body = post.body
            {
                let made = try await world.call(
                    .post,
                    collection,
                    bytes: try Sample().body(body),
                    by: post.needsSession ? owner : nil,
                    headers: [.contentType: body.type]
                )
                try #require(made.status == .created, "POST \(collection): \(made.text)")
            }
            let list = try await world.call(.get, collection, by: owner).json(.ok)
            let item = list["items"]?.arrayValue?.first { $0["current"] != .bool(true) }
            ids[collection] = try #require(item?["id"]?.stringValue, "nothing is listed at \(collection)")
        }
        return ids
    }

    private static func collection(of path: String) -> String {
        // A history is of a record in another collection.
        if path.hasPrefix("/api/v1/history/") { return "/api/v1/todos" }
        return String(path.prefix { $0 != "{" }.dropLast())
    }

    /// A route's path with the owner's ids, or with an id that does not exist.
    func path(_ route: Described, isKnown: Bool = true) throws -> String {
        guard route.hasParameter else { return route.path }
        let id = try #require(ids[Self.collection(of: route.path)])
        let unknown = route.isOfPhoto ? digest(of: []).description : uuid(404).description
        return route.path(naming: isKnown ? id : unknown)
    }

    /// Calls a route with a body that it would accept.
    func call(
        _ route: Described,
        at path: String? = nil,
        by person: Person? = nil,
        headers: HTTPFields = [:]
    ) async throws -> Answer {
        var headers = headers
        if let body = route.body { headers[.contentType] = body.type }
        return try await world.call(
            route.method,
            try path ?? self.path(route),
            bytes: try route.body.map { try Sample().body($0) },
            by: person,
            headers: headers
        )
    }

    /// All stored data of the two people.
    func everything() async throws -> Everything {
        try await Everything(
            people: [of(owner), of(stranger)],
            accounts: world.storage.accounts(after: nil, limit: 100).map(\.account)
        )
    }

    private func of(_ person: Person) async throws -> Everything.Of {
        let exists = try await world.storage.account(person.account) != nil
        return Everything.Of(
            records: exists ? try await world.records(of: person) : [],
            cursor: exists ? try await world.changes(of: person) : 0,
            sessions: try await world.storage.sessions(of: person.account),
            activity: try await world.storage.activity(of: person.account, limit: ActivityEntry.kept),
            devices: try await world.storage.devices(of: person.account),
            photos: try await world.storage.photos(of: person.account, after: nil, limit: 100),
            reminderDevices: try await world.storage.reminderDevices(of: person.account),
            deliveries: try await world.storage.deliveries(of: person.account, limit: 100)
        )
    }

    /// The content of a storage, for comparison.
    struct Everything: Equatable {
        var people: [Of]
        var accounts: [StoredAccount]

        struct Of: Equatable {
            var records: [Record]
            var cursor: Int64
            var sessions: [StoredSession]
            var activity: [ActivityEntry]
            var devices: [StoredDevice]
            var photos: [StoredPhoto]
            var reminderDevices: [ReminderDevice]
            var deliveries: [StoredDelivery]
        }
    }
}
