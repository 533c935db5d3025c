extension Rules {
    /// Every rule that a change to a record breaks (S9), judged by the moment each field was set and not by the
    /// moment it arrives, since a device may have been away. A to-do's date is judged by the moment the to-do was made,
    /// if that is earlier: an undo sets old dates again.
    ///
    /// Kinds and fields that this version does not know are only bounded in size.
    public func violations(of change: Record, existing: Record?) -> [Violation] {
        violations(of: change, existing: existing, texts: nil)
    }

    /// The rules that the texts of a change break by themselves. Reading a long text takes milliseconds, so a server
    /// calls this before the transaction that merges the change.
    public struct TextVerdicts: Sendable {
        /// For each field of the change, the rules that it breaks.
        fileprivate let fields: [Violation?]
    }

    /// The verdicts on the texts of a change.
    public func textVerdicts(on change: Record) -> TextVerdicts {
        TextVerdicts(
            fields: change.fields.map { field in
                guard isText(field.name, of: change.kind) else { return nil }
                return change.kind == .todo ? todoViolation(of: field, made: nil) : noteViolation(of: field)
            }
        )
    }

    private func isText(_ name: String, of kind: Record.Kind) -> Bool {
        if kind == .todo || kind == .note, Todo.tag(of: name) != nil { return true }
        guard Rules.mayBeKnown(name) else { return false }
        switch kind {
        case .todo: return name == Todo.Field.title || name == Todo.Field.detail
        case .note: return name == Note.Field.title || name == Note.Field.description
        default: return false
        }
    }

    /// Whether a field's name is short enough to be known to this version. Only such names are compared by `==`.
    static func mayBeKnown(_ name: String) -> Bool { name.utf8.count <= 16 }

    /// As above, with verdicts on the texts of the change, if they are known.
    public func violations(of change: Record, existing: Record?, texts: TextVerdicts?) -> [Violation] {
        if let tooLarge = sizeViolation(of: change, existing: existing) { return [tooLarge] }
        switch change.kind {
        case .todo: return todoViolations(of: change, existing: existing, texts)
        case .note: return noteViolations(of: change, existing: existing, texts)
        case .photo: return photoViolations(of: change, existing: existing)
        case .setting: return settingViolations(of: change)
        default: return []
        }
    }

    /// A stamp so far ahead of the server that it would win over every honest edit for a while (S2).
    public static func isAhead(_ change: Record, of now: Instant) -> Bool {
        guard let latest = change.latest else { return false }
        return latest.wall > now.advanced(by: stampTolerance)
    }

    /// A15: the choice must be one of those that exist. Settings of later versions are only bounded in size.
    private func settingViolations(of change: Record) -> [Violation] {
        guard change.key == Limits.Choice.key, let value = change[Limits.Choice.field],
            value.wordValue.flatMap(Limits.Choice.init(rawValue:)) == nil
        else { return [] }
        return [Violation(.limits, .badForm, Texts.noSuchLimits)]
    }

    /// The rules that the field at a place of a change breaks.
    func verdict(
        on place: Int,
        of change: Record,
        _ texts: TextVerdicts?,
        _ judge: (Record.Field) -> Violation?
    ) -> Violation? {
        let field = change.fields[place]
        guard let texts, isText(field.name, of: change.kind) else { return judge(field) }
        return texts.fields[place]
    }

    private func todoViolations(of change: Record, existing: Record?, _ texts: TextVerdicts?) -> [Violation] {
        let origin = existing?[Todo.Field.origin] ?? change[Todo.Field.origin]
        let isImported = origin?.wordValue == Todo.Origin.imported.rawValue
        var found: [Violation] = []
        if existing?[Todo.Field.title] == nil, change[Todo.Field.title] == nil, !change.fields.isEmpty {
            found.append(Violation(.title, .required, Texts.titleRequired))
        }
        let made = (existing?.field(Todo.Field.created) ?? change.field(Todo.Field.created))?.stamp.wall
        var tagsSet: [Stamp] = []
        for (place, field) in change.fields.enumerated() {
            // A change to the present value (an undo, a second import) cannot break a rule.
            if let there = existing?.field(field.name), there.value == field.value { continue }
            if isImported, existing != nil, Rules.isEdit(field) {
                return [Violation(Violation.Field(field.name), .imported, Texts.importedNotEditable)]
            }
            if Todo.tag(of: field.name) != nil, field.value == .bool(true) { tagsSet.append(field.stamp) }
            // The repetition moved this reminder. It may be in the past, unlike a reminder that a person sets (T6).
            if field.name.isSame(as: Todo.Field.reminder), change.field(Todo.Field.series)?.stamp == field.stamp,
                field.value.integerValue != nil
            {
                continue
            }
            let broken = verdict(on: place, of: change, texts) { todoViolation(of: $0, made: made) }
            guard let broken else { continue }
            // I4: imported titles of any length are kept whole.
            let isKept = isImported && field.name.isSame(as: Todo.Field.title)
            if !isKept || broken.code == .required || broken.code == .wrongType { found.append(broken) }
        }
        if setsTooManyTags(tagsSet) {
            found.append(Violation(.tags, .tooMany, Texts.tooManyTags(limits.tagsMaximum)))
        }
        return found
    }

    /// Whether more tags were set at one moment than a record may have. `stamps` are those of the set tags. Edits of
    /// several devices may have set more together (S4), and a record is sent whole after a reset (S10).
    func setsTooManyTags(_ stamps: [Stamp]) -> Bool {
        let maximum = max(limits.tagsMaximum, 0)
        if stamps.count <= maximum { return false }
        let places = IndexSort.order(stamps.count) { stamps[$0] < stamps[$1] }
        return (maximum..<places.count).contains { stamps[Int(places[$0])] == stamps[Int(places[$0 - maximum])] }
    }

    /// Whether setting a field is what T10 calls editing: anything but marking.
    private static func isEdit(_ field: Record.Field) -> Bool {
        if Todo.tag(of: field.name) != nil { return true }
        guard mayBeKnown(field.name) else { return false }
        switch field.name {
        case Todo.Field.title, Todo.Field.detail, Todo.Field.deadline, Todo.Field.reminder, Todo.Field.origin,
            Todo.Field.repetition, Todo.Field.repeatFrom:
            return true
        default: return false
        }
    }

    /// `made` is the moment at which the to-do was made. It may have had any date since then, also one that has passed, and an undo
    /// sets such a date again. A person who sets a date that has passed is stopped by the rules for drafts.
    private func todoViolation(of field: Record.Field, made: Instant?) -> Violation? {
        if let tag = Todo.tag(of: field.name) {
            return field.value.boolValue == nil ? wrongType(.tags) : tagViolation(tag)
        }
        guard Rules.mayBeKnown(field.name) else { return nil }
        switch field.name {
        case Todo.Field.title:
            guard let title = field.value.stringValue else { return wrongType(.title) }
            return titleViolation(title)
        case Todo.Field.detail:
            if field.value.isNull { return nil }
            guard let detail = field.value.stringValue else { return wrongType(.detail) }
            return detailViolation(detail)
        case Todo.Field.done:
            return field.value.boolValue == nil ? wrongType(.done) : nil
        case Todo.Field.deadline:
            guard let instant = instant(field.value) else { return wrongType(.deadline) }
            return deadlineViolation(instant.value, setAt: min(field.stamp.wall, made ?? field.stamp.wall))
        case Todo.Field.reminder:
            guard let instant = instant(field.value) else { return wrongType(.reminder) }
            return reminderViolation(instant.value, setAt: min(field.stamp.wall, made ?? field.stamp.wall))
        case Todo.Field.origin:
            return field.value.wordValue.flatMap(Todo.Origin.init(rawValue:)) == nil ? wrongType(.origin) : nil
        case Todo.Field.position:
            if field.value.isNull { return nil }
            let isPosition = field.value.integerValue.map { $0.magnitude <= UInt64(Todo.positionMaximum) } ?? false
            return isPosition ? nil : wrongType(Violation.Field(Todo.Field.position))
        case Todo.Field.created:
            return field.value.integerValue == nil ? wrongType(.createdAt) : nil
        case Todo.Field.note:
            let isNote = field.value.isNull || field.value.stringValue.flatMap { UUID($0) } != nil
            return isNote ? nil : wrongType(Violation.Field(Todo.Field.note))
        case Todo.Field.repetition:
            if field.value.isNull { return nil }
            guard let rule = field.value.stringValue else { return wrongType(.repetition) }
            guard let rule = RecurrenceRule(rfc5545: rule) else { return Rules.unreadableRule }
            return rule.isReasonable ? nil : Rules.overlongRule
        case Todo.Field.repeatFrom:
            let isBasis = field.value.wordValue.flatMap { RecurrenceBasis(rawValue: $0) } != nil
            return isBasis ? nil : wrongType(Violation.Field(Todo.Field.repeatFrom))
        case Todo.Field.series:
            let isSeries = field.value.stringValue.flatMap { UUID($0) } != nil
            return isSeries ? nil : wrongType(Violation.Field(Todo.Field.series))
        default: return nil
        }
    }

    /// The violation of a repetition that is not an RRULE, or that uses parts which ``RecurrenceRule`` does not know.
    public static var unreadableRule: Violation { Violation(.repetition, .badForm, Texts.ruleUnreadable) }

    /// A repetition with longer lists than a person has a use for.
    public static var overlongRule: Violation { Violation(.repetition, .tooMany, Texts.ruleTooMany) }

    func wrongType(_ field: Violation.Field) -> Violation {
        Violation(field, .wrongType, Texts.wrongType(field.name))
    }

    /// A moment or null; nil when the value is neither.
    private func instant(_ json: JSON) -> (value: Instant?, Void)? {
        if json.isNull { return (nil, ()) }
        return json.integerValue.map { (Instant(milliseconds: $0), ()) }
    }
}
