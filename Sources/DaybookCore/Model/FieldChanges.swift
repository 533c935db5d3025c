/// Fields of a record that are set at one moment.
struct FieldChanges {
    let stamp: Stamp
    private(set) var all: [Record.Field] = []

    init(_ stamp: Stamp) {
        self.stamp = stamp
    }

    @inline(never)
    mutating func set(_ name: String, _ value: JSON) {
        all.append(Record.Field(name, value, stamp))
    }
}
