/// The rules for a change of a note, or of a note's photo, that sync brings (S9).
extension Rules {
    func noteViolations(of change: Record, existing: Record?, _ texts: TextVerdicts?) -> [Violation] {
        var found: [Violation] = []
        if !change.fields.isEmpty {
            if existing?[Note.Field.title] == nil, change[Note.Field.title] == nil {
                found.append(Violation(.title, .required, Texts.titleRequired))
            }
            if existing?[Note.Field.description] == nil, change[Note.Field.description] == nil {
                found.append(Violation(.description, .required, Texts.descriptionRequired))
            }
        }
        var tagsSet: [Stamp] = []
        for (place, field) in change.fields.enumerated() {
            // A change to the present value (an undo, a second import) cannot break a rule.
            if let there = existing?.field(field.name), there.value == field.value { continue }
            if Todo.tag(of: field.name) != nil, field.value == .bool(true) { tagsSet.append(field.stamp) }
            if let broken = verdict(on: place, of: change, texts, noteViolation) { found.append(broken) }
        }
        if setsTooManyTags(tagsSet) {
            found.append(Violation(.tags, .tooMany, Texts.tooManyTags(limits.tagsMaximum)))
        }
        return found
    }

    func noteViolation(of field: Record.Field) -> Violation? {
        if let tag = Todo.tag(of: field.name) {
            return field.value.boolValue == nil ? wrongType(.tags) : tagViolation(tag)
        }
        guard Rules.mayBeKnown(field.name) else { return nil }
        switch field.name {
        case Note.Field.title:
            return field.value.stringValue.map { noteTitleViolation($0) } ?? wrongType(.title)
        case Note.Field.description:
            return field.value.stringValue.map { noteDescriptionViolation($0) } ?? wrongType(.description)
        case Note.Field.created, Note.Field.photosChanged:
            return field.value.integerValue == nil ? wrongType(Violation.Field(field.name)) : nil
        case Note.Field.pinned:
            return field.value.boolValue == nil ? wrongType(Violation.Field(field.name)) : nil
        default: return nil
        }
    }

    /// A photo comes as a whole: a record with only some of its fields is not a photo.
    func photoViolations(of change: Record, existing: Record?) -> [Violation] {
        if change.fields.isEmpty { return [] }
        var found: [Violation] = []
        for name in Rules.photoFields where existing?[name] == nil && change[name] == nil {
            found.append(Violation(Violation.Field(name), .required, Texts.fieldRequired(name)))
        }
        for field in change.fields {
            let there = existing?.field(field.name)
            if let there, there.value == field.value { continue }
            if let broken = photoViolation(of: field) {
                found.append(broken)
            } else if there != nil, Rules.isFixed(field.name) {
                found.append(Violation(Violation.Field(field.name), .fixed, Texts.photoFixed))
            }
        }
        return found
    }

    private func photoViolation(of field: Record.Field) -> Violation? {
        let value = field.value
        let isRight: Bool
        guard Rules.mayBeKnown(field.name) else { return nil }
        switch field.name {
        case Photo.Field.note: isRight = value.stringValue.flatMap { UUID($0) } != nil
        case Photo.Field.sha256, Photo.Field.thumbnail: isRight = value.stringValue.flatMap { Digest($0) } != nil
        case Photo.Field.type: isRight = value.wordValue.flatMap(Photo.MediaType.init(rawValue:)) != nil
        case Photo.Field.width, Photo.Field.height: isRight = Photo.side(value) != nil
        case Photo.Field.bytes:
            guard let bytes = value.integerValue, bytes > 0 else { return wrongType(.init(field.name)) }
            if bytes <= Int64(photoBytesMaximum) { return nil }
            return Violation(.init(field.name), .tooLong, Texts.photoTooLarge(photoBytesMaximum))
        case Photo.Field.position:
            isRight = value.integerValue.map { $0.magnitude <= Photo.positionMaximum.magnitude } ?? false
        default: return nil
        }
        return isRight ? nil : wrongType(Violation.Field(field.name))
    }

    // Inlined, its loops are unrolled, which makes the module 8 KB larger.
    @inline(never)
    private static var photoFields: [String] {
        [
            Photo.Field.note, Photo.Field.sha256, Photo.Field.type, Photo.Field.width, Photo.Field.height,
            Photo.Field.bytes, Photo.Field.position,
        ]
    }

    private static func isFixed(_ field: String) -> Bool {
        guard mayBeKnown(field) else { return false }
        return field == Photo.Field.thumbnail || field != Photo.Field.position && photoFields.contains(field)
    }
}
