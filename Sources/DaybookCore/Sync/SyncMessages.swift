/// The body of a sync call: the changes of a device, and the cursor from which it reads on (S8).
public struct SyncRequest: Equatable, Sendable {
    /// The device that makes the call.
    public var device: UUID
    /// The last change the device has read.
    public var cursor: Int64
    /// Records wanted in the answer at most, 1 to ``limitMaximum``.
    public var limit: Int
    /// The changes of the device.
    public var changes: [Record]

    /// Records in a request or an answer.
    public static let limitMaximum = 1_000
    /// Bytes of a request or an answer, before compression.
    public static let bytesMaximum = 1 << 20
    /// JSON values in a request. A field is three values in at least 40 bytes, so only fields whose values are long
    /// arrays or objects reach this before ``bytesMaximum``.
    public static let valuesMaximum = 1 << 17

    /// A request; without changes it only reads.
    public init(device: UUID, cursor: Int64, limit: Int = limitMaximum, changes: [Record] = []) {
        self.device = device
        self.cursor = cursor
        self.limit = limit
        self.changes = changes
    }

    /// Why a body is not a sync request.
    public enum Failure: Error, Equatable, Sendable {
        case json(JSON.ParseError)
        /// A member is missing, of the wrong type or out of range.
        case member(String)
        case unknownMember(String)
        case tooManyChanges
        /// The change at this place, from 0, is not a record.
        case change(Int, Record.WireError)
    }

    /// Reads the body of a sync call.
    public init(_ bytes: [UInt8]) throws(Failure) {
        let json: JSON
        var limits = JSON.Limits.standard
        limits.values = SyncRequest.valuesMaximum
        do { json = try JSON(bytes, limits: limits) } catch { throw .json(error) }
        guard let members = json.objectValue else { throw .member("body") }
        for member in members where !["device", "cursor", "limit", "changes"].hasText(member.name) {
            throw .unknownMember(member.name)
        }
        guard let device = json["device"]?.stringValue.flatMap({ UUID($0) }) else { throw .member("device") }
        guard let cursor = json["cursor"]?.integerValue, cursor >= 0 else { throw .member("cursor") }
        let limit = json["limit"].map { $0.integerValue } ?? Int64(SyncRequest.limitMaximum)
        guard let limit, (1...Int64(SyncRequest.limitMaximum)).contains(limit) else { throw .member("limit") }
        self.init(device: device, cursor: cursor, limit: Int(limit))
        guard let changes = json["changes"] else { return }
        guard let items = changes.arrayValue else { throw .member("changes") }
        guard items.count <= SyncRequest.limitMaximum else { throw .tooManyChanges }
        self.changes.reserveCapacity(items.count)
        for (index, item) in items.enumerated() {
            do { self.changes.append(try Record(json: item)) } catch { throw .change(index, error) }
        }
    }

    /// The body of a sync call.
    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(ascii: "{\"device\":\"")
        device.write(to: &bytes)
        bytes.append(ascii: "\",\"cursor\":")
        bytes.appendDecimal(cursor)
        bytes.append(ascii: ",\"limit\":")
        bytes.appendDecimal(Int64(limit))
        bytes.append(ascii: ",\"changes\":")
        Record.write(changes, to: &bytes)
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }
}

/// The server's answer to a sync call.
public struct SyncAnswer: Equatable, Sendable {
    /// The cursor after this answer.
    public var cursor: Int64
    /// Another page follows.
    public var hasMore: Bool
    /// The server's clock.
    public var now: Instant
    /// Records after the device's cursor, merged.
    public var changes: [Record]
    /// The changes that the server refused.
    public var rejected: [Rejected]
    /// The cursor is older than the server remembers: read again from 0 (S10).
    public var mustReset: Bool

    /// Bytes of the records of an answer, beside its other members without refusals.
    public static let pageBytes = SyncRequest.bytesMaximum - 128

    /// A change that the server refused, while it took the others (S9).
    public struct Rejected: Equatable, Sendable {
        /// Which record's change.
        public var key: Record.Key
        /// The rules it broke.
        public var violations: [Violation]

        /// A refusal.
        public init(key: Record.Key, violations: [Violation]) {
            self.key = key
            self.violations = violations
        }
    }

    /// An answer.
    public init(
        cursor: Int64,
        hasMore: Bool,
        now: Instant,
        changes: [Record],
        rejected: [Rejected] = [],
        mustReset: Bool = false
    ) {
        self.cursor = cursor
        self.hasMore = hasMore
        self.now = now
        self.changes = changes
        self.rejected = rejected
        self.mustReset = mustReset
    }

    /// Reads an answer; nil when the bytes are not an answer, or one of its records is not a record.
    public init?(_ bytes: [UInt8]) {
        // A page is at most 1 MiB of records; the rest is room for the longest refusals.
        guard let json = try? JSON(bytes, limits: JSON.Limits(size: 8 << 20, depth: 32)),
            let cursor = json["cursor"]?.integerValue, let more = json["more"]?.boolValue,
            let now = json["now"]?.integerValue, let changes = json["changes"]?.arrayValue
        else { return nil }
        var records: [Record] = []
        records.reserveCapacity(changes.count)
        for change in changes {
            guard let record = try? Record(json: change) else { return nil }
            records.append(record)
        }
        var rejected: [Rejected] = []
        for item in json["rejected"]?.arrayValue ?? [] {
            guard let kind = item["kind"]?.stringValue, let id = item["id"]?.stringValue.flatMap({ UUID($0) }) else {
                return nil
            }
            var violations = item["errors"]?.arrayValue?.compactMap { Violation(json: $0) } ?? []
            // A refusal whose reason cannot be read is still a refusal. Otherwise the change would count as taken.
            if violations.isEmpty { violations = [Violation(.title, .other, Texts.refused)] }
            rejected.append(Rejected(key: Record.Key(kind: Record.Kind(kind), id: id), violations: violations))
        }
        self.init(
            cursor: cursor,
            hasMore: more,
            now: Instant(milliseconds: now),
            changes: records,
            rejected: rejected,
            mustReset: json["reset"]?.boolValue ?? false
        )
    }

    /// The body of an answer.
    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(ascii: "{\"cursor\":")
        bytes.appendDecimal(cursor)
        bytes.append(ascii: hasMore ? ",\"more\":true,\"now\":" : ",\"more\":false,\"now\":")
        bytes.appendDecimal(now.milliseconds)
        bytes.append(ascii: ",\"changes\":")
        Record.write(changes, to: &bytes)
        bytes.append(ascii: ",\"rejected\":[")
        for (index, item) in rejected.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            JSON.object([
                .init("kind", .string(item.key.kind.name)), .init("id", .string(item.key.id.description)),
                .init("errors", .array(item.violations.map { $0.json })),
            ]).write(to: &bytes)
        }
        bytes.append(ascii: mustReset ? "],\"reset\":true}" : "],\"reset\":false}")
        return bytes
    }
}

extension Record {
    /// Appends a JSON array of records.
    static func write(_ records: [Record], to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "["))
        for (index, record) in records.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            record.write(to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }
}
