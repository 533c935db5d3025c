import DaybookCore
import DaybookStore
import Logging
import Testing

@testable import DaybookServer

/// [S10]: devices that were away while the server dropped tombstones.
@Suite("The sync call: what was forgotten")
struct ForgettingTests {
    /// Ten to-dos. The fifth was deleted and its tombstone dropped: the changes are 1 to 11, and 11 is forgotten. A
    /// twelfth change came later.
    private func forget(_ world: World, _ person: Person) async throws {
        _ = try await world.sync((1...10).map { todo($0) }, by: person)
        _ = try await world.sync([Record(kind: .todo, id: uuid(5), deleted: stamp(1))], by: person)
        world.clock.advance(.days(90))
        await world.collectGarbage()
        _ = try await world.sync([todo(12)], cursor: 11, by: person)
    }

    @Test(
        "[S10] a device that has not read a forgotten delete is asked to read everything again, and loses none of its changes"
    )
    func reset() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            try await forget(world, person)
            let answer = try await world.sync([todo(13)], cursor: 10, device: 2, by: person)
            #expect(answer.mustReset && answer.cursor == 0 && answer.hasMore && answer.changes.isEmpty)
            #expect(try await world.changes(of: person) == 13)
            // A device that has read the delete continues.
            #expect(try await world.sync(cursor: 11, device: 2, by: person).mustReset == false)
        }
    }

    @Test("[S10] a full read goes through its pages, though their cursors lie below what is forgotten")
    func fullRead() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            try await forget(world, person)
            #expect(try await world.sync(cursor: 3, device: 2, by: person).mustReset)
            var (cursor, seen, more) = (Int64(0), [UUID](), true)
            while more {
                let answer = try await world.sync(cursor: cursor, limit: 2, device: 2, by: person)
                #expect(!answer.mustReset)
                seen += answer.changes.map(\.id)
                (cursor, more) = (answer.cursor, answer.hasMore)
            }
            #expect(cursor == 12 && !seen.contains(uuid(5)) && seen.count == 10)
            // Another device's floor has no effect on a third device.
            #expect(try await world.sync(cursor: 3, device: 3, by: person).mustReset)
        }
    }

    @Test("[S10] what is forgotten during a full read begins it once more")
    func forgottenMeanwhile() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            try await forget(world, person)
            #expect(try await world.sync(cursor: 0, limit: 2, device: 2, by: person).cursor == 2)
            _ = try await world.sync([Record(kind: .todo, id: uuid(6), deleted: stamp(9))], cursor: 12, by: person)
            world.clock.advance(.days(90))
            await world.collectGarbage()
            #expect(try await world.sync(cursor: 2, limit: 2, device: 2, by: person).mustReset)
            #expect(try await world.sync(cursor: 0, limit: 2, device: 2, by: person).mustReset == false)
            #expect(try await world.sync(cursor: 2, limit: 2, device: 2, by: person).mustReset == false)
        }
    }

    @Test("[S12] a device is written down with its session's name, once a day and not at each call")
    func registered() async throws {
        try await World.with { world in
            let person = try await world.signUpOnPhone()
            let start = world.clock.now
            _ = try await world.sync(by: person)
            world.clock.advance(.hours(23))
            _ = try await world.sync(by: person)
            let phone = StoredDevice(id: uuid(999), name: "Phone", lastSeenAt: start)
            #expect(try await world.storage.devices(of: person.account) == [phone])
            world.clock.advance(.hours(1))
            _ = try await world.sync(by: person)
            #expect(try await world.storage.devices(of: person.account).map(\.lastSeenAt) == [world.clock.now])
            _ = try await world.sync(device: 2, by: person)
            #expect(try await world.storage.devices(of: person.account).count == 2)
        }
    }

    @Test("the server forgets by itself, again and again, and ends when it is asked to", .timeLimit(.minutes(1)))
    func service() async throws {
        let storage = try Storages.temporary()
        try await World.with(storage: storage) { world in
            let person = try await world.signUp()
            _ = try await world.sync([todo(1), Record(kind: .todo, id: uuid(1), deleted: stamp(1))], by: person)
            let service = GarbageService(
                storage: storage,
                now: { world.clock.now },
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
                first: .milliseconds(1),
                interval: .milliseconds(1)
            )
            let run = Task { try await service.run() }
            world.clock.advance(.days(90))
            let key = Record.Key(kind: .todo, id: uuid(1))
            while try await storage.record(key, of: person.account) != nil { await Task.yield() }
            run.cancel()
            try await run.value
        }
    }
}
