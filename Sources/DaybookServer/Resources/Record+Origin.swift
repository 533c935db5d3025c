import DaybookCore

extension Record {
    /// Whether this record was made with these fields: the same POST again is the same thing. `make` tells the fields
    /// that it would have been made with by a stamp.
    ///
    /// A request is repeated when its answer was lost on the way, and by then the thing may have been edited elsewhere.
    /// So only the fields that still stand as they were made are compared. Of `state` no POST says anything.
    func wasMade(
        by make: (Stamp) -> [Record.Field],
        created: String = Todo.Field.created,
        state: String? = nil
    ) -> Bool {
        guard isAlive, let birth = field(created)?.stamp else { return false }
        let made = Record(kind: kind, id: id, fields: make(birth))
        for field in made.fields where field.name != state {
            guard let mine = self.field(field.name) else { return false }
            if mine.stamp <= birth, mine.value != field.value { return false }
        }
        // And nothing was made with it that the request does not say.
        return fields.allSatisfy { field in
            field.stamp > birth || field.value.isNull || made.field(field.name) != nil
        }
    }
}
