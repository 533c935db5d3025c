/// A record of a replica: a kind, an id, and fields. Each field carries the stamp of the change that set it (S1).
///
/// A record is a state-based CRDT: a map of last-writer-wins registers under one last-writer-wins tombstone.
public struct Record: Equatable, Sendable {
    /// The kind of the record.
    public let kind: Kind
    /// Names it among its kind.
    public let id: UUID

    /// Kind and id together: which record this is a version of.
    public var key: Key { Key(kind: kind, id: id) }

    /// Sorted by the bytes of their names, no name twice.
    public private(set) var fields: [Field]
    /// The stamp of the last delete, the record's tombstone.
    public private(set) var deleted: Stamp?

    /// Identifies a record among all records of a person.
    public struct Key: Hashable, Sendable {
        /// The kind of the record.
        public let kind: Kind
        /// Names it among its kind.
        public let id: UUID

        /// The name of a record.
        public init(kind: Kind, id: UUID) {
            self.kind = kind
            self.id = id
        }
    }

    /// A value and the stamp of the change that set it.
    public struct Field: Equatable, Sendable {
        /// The name of the field; unique in a record.
        public var name: String
        /// The value of the field.
        public var value: JSON
        /// When and where that was done.
        public var stamp: Stamp

        /// A value set by a change.
        public init(_ name: String, _ value: JSON, _ stamp: Stamp) {
            self.name = name
            self.value = value
            self.stamp = stamp
        }

        /// Whether two fields have the same name, value and stamp.
        public static func == (one: Field, other: Field) -> Bool {
            one.stamp == other.stamp && one.name.isSame(as: other.name) && one.value == other.value
        }
    }

    /// A record with these fields. Of two fields with one name, the field with the greater stamp stays.
    public init(kind: Kind, id: UUID, fields: [Field] = [], deleted: Stamp? = nil) {
        self.kind = kind
        self.id = id
        self.fields = []
        self.deleted = deleted
        self.fields.reserveCapacity(fields.count)
        // In the order of names: adding many fields in another order would move all fields behind each new one.
        for place in IndexSort.order(fields.count, by: { fields[$0].name.precedes(fields[$1].name) }) {
            _ = merge(fields[Int(place)])
        }
    }

    /// The field of that name, if the record has it.
    public func field(_ name: String) -> Field? {
        let index = position(of: name)
        return index < fields.count && fields[index].name.isSame(as: name) ? fields[index] : nil
    }

    /// The value of the field of that name.
    public subscript(name: String) -> JSON? {
        @inline(never) get { field(name)?.value }
    }

    /// Alive while some field is newer than the last delete (S4). An edit that was made after the delete, or on a
    /// device that did not know of it, brings the record back and is not lost.
    public var isAlive: Bool {
        guard let deleted else { return !fields.isEmpty }
        for field in fields where field.stamp > deleted { return true }
        return false
    }

    /// The greatest stamp in the record; nil for an empty record.
    public var latest: Stamp? {
        var latest = deleted
        for field in fields where latest.map({ $0 < field.stamp }) ?? true { latest = field.stamp }
        return latest
    }

    /// Index of the field of that name, or where it would stand.
    private func position(of name: String) -> Int {
        var low = 0
        var high = fields.count
        while low < high {
            let middle = (low + high) / 2
            if fields[middle].name.precedes(name) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

// MARK: - Merge

extension Record.Field {
    /// Whether a merge takes this field over `other` of the same name.
    func supersedes(_ other: Record.Field) -> Bool {
        if stamp != other.stamp { return other.stamp < stamp }
        if value == other.value { return false }
        return other.value.encoded.lexicographicallyPrecedes(value.encoded)
    }
}

extension Record {
    /// Takes over the fields and the delete of `other` that are newer, field by field (S3). True when anything changed.
    ///
    /// Commutative, associative and idempotent, because each field and the tombstone is the maximum of a total
    /// order: the stamp, then (for stamps that should never be equal but are, as when a device id was copied) the
    /// text of the value.
    @discardableResult
    public mutating func merge(_ other: Record) -> Bool {
        precondition(kind == other.kind && id == other.id, "only versions of one record merge")
        var changed = false
        for field in other.fields where merge(field) { changed = true }
        if let tombstone = other.deleted, merge(deleted: tombstone) { changed = true }
        return changed
    }

    /// Takes over a field when it is newer than the record's own field. True when it was newer.
    @discardableResult
    public mutating func merge(_ field: Field) -> Bool {
        let index = position(of: field.name)
        guard index < fields.count, fields[index].name.isSame(as: field.name) else {
            fields.insert(field, at: index)
            return true
        }
        guard field.supersedes(fields[index]) else { return false }
        fields[index] = field
        return true
    }

    /// Takes over a delete when it is newer than the record's own delete. True when it was newer.
    @discardableResult
    public mutating func merge(deleted stamp: Stamp) -> Bool {
        if let deleted, deleted >= stamp { return false }
        deleted = stamp
        return true
    }

    /// The part of `other` that this record lacks: the fields and the tombstone that a merge would change. Nil when
    /// there is no such part.
    public func difference(from other: Record?) -> Record? {
        guard let other else { return self }
        var difference = Record(kind: kind, id: id)
        for field in fields {
            if other.field(field.name).map({ field.supersedes($0) }) ?? true { difference.fields.append(field) }
        }
        if let deleted, other.deleted.map({ $0 < deleted }) ?? true { difference.deleted = deleted }
        return difference.fields.isEmpty && difference.deleted == nil ? nil : difference
    }

    /// The values of these changes that the merged version does not show, because it has newer values. Nil if there are
    /// no such values.
    func replaced(by other: Record) -> Record? {
        var rest = Record(kind: kind, id: id)
        rest.fields = fields.filter { other.field($0.name) != $0 }
        return rest.fields.isEmpty ? nil : rest
    }

    /// The same changes with every stamp replaced.
    public func restamped(_ stamp: (Stamp) -> Stamp) -> Record {
        Record(
            kind: kind,
            id: id,
            fields: fields.map { Field($0.name, $0.value, stamp($0.stamp)) },
            deleted: deleted.map(stamp)
        )
    }

    /// These changes without the fields that have one of `stamps`; nil when no change remains.
    public func without(_ stamps: [Stamp]) -> Record? {
        var rest = self
        rest.fields.removeAll { stamps.contains($0.stamp) }
        if let deleted, stamps.contains(deleted) { rest.deleted = nil }
        return rest.fields.isEmpty && rest.deleted == nil ? nil : rest
    }

    /// These changes without the fields to which `other` gives the same value by a newer stamp.
    func without(valuesIn other: Record) -> Record? {
        var rest = self
        rest.fields.removeAll { field in
            other.field(field.name).map { $0.value == field.value && field.stamp < $0.stamp } ?? false
        }
        return rest.fields.isEmpty && rest.deleted == nil ? nil : rest
    }

    /// The stamps in the record, each once. The fields of one edit share a stamp, so there are few.
    public var stamps: [Stamp] {
        var stamps: [Stamp] = []
        func see(_ stamp: Stamp) {
            if !stamps.contains(stamp) { stamps.append(stamp) }
        }
        for field in fields { see(field.stamp) }
        if let deleted { see(deleted) }
        return stamps
    }
}
