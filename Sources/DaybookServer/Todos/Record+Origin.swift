import DaybookCore

extension Record {
    /// Whether this to-do's record was made from a draft: the same POST again is the same to-do.
    ///
    /// A request is repeated when its answer was lost on the way, and by then the to-do may have been edited elsewhere.
    /// So only the fields that still stand as they were made are compared.
    func wasMade(of draft: TodoDraft) -> Bool {
        guard isAlive, let birth = field(Todo.Field.created)?.stamp else { return false }
        let made = Record(kind: kind, id: id, fields: Todo.fields(for: draft, at: birth))
        for field in made.fields where field.name != Todo.Field.done {
            guard let mine = self.field(field.name) else { return false }
            if mine.stamp <= birth, mine.value != field.value { return false }
        }
        // And nothing was made with it that the draft does not say.
        return fields.allSatisfy { field in
            field.stamp > birth || field.value.isNull || made.field(field.name) != nil
        }
    }
}
