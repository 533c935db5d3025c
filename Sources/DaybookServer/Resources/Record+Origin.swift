import DaybookCore

extension Record {
    /// Whether the same POST made this record. `make` returns the fields that the POST would have made with a stamp.
    ///
    /// A request is repeated when its answer was lost, and by then the record may have been edited elsewhere. So only
    /// the fields that are unchanged since the creation are compared: those with the oldest stamp, since a restored
    /// record has a later one at any other field. The field `state` is never compared, because no POST sets it.
    func wasMade(by make: (Stamp) -> [Record.Field], state: String? = nil) -> Bool {
        guard let birth = fields.map(\.stamp).min() else { return false }
        let made = Record(kind: kind, id: id, fields: make(birth))
        for field in made.fields {
            if let state, field.name.isSame(as: state) { continue }
            guard let mine = self.field(field.name) else { return false }
            if mine.stamp <= birth, mine.value != field.value { return false }
        }
        // The record must have no field from its creation that the request does not set.
        return fields.allSatisfy { field in
            field.stamp > birth || field.value.isNull || made.field(field.name) != nil
        }
    }
}
