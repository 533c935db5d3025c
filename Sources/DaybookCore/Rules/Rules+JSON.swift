extension Rules {
    /// The answer to `GET /api/v1/rules`.
    public var json: JSON {
        .object([
            .init("signup", .string(signUp.rawValue)),
            .init("passwordPolicy", .string(passwordPolicy.rawValue)),
            .init("name", nameLength.json),
            .init("password", passwordLength.json),
            .init("title", .object([.init("maximum", .integer(Int64(titleMaximum)))])),
            .init("detail", .object([.init("maximum", .integer(Int64(detailMaximum)))])),
            .init("tags", .object([.init("maximum", .integer(Int64(tagsMaximum)))])),
            .init("tag", .object([.init("maximum", .integer(Int64(tagMaximum)))])),
            .init("noteTitle", noteTitleLength.json),
            .init("noteDescription", noteDescriptionLength.json),
            .init("photos", .object([.init("maximum", .integer(Int64(photosMaximum)))])),
            .init("photoBytes", .object([.init("maximum", .integer(Int64(photoBytesMaximum)))])),
            .init("photoSide", .object([.init("maximum", .integer(Int64(photoSideMaximum)))])),
            .init("recordBytes", .object([.init("maximum", .integer(Int64(recordBytesMaximum)))])),
            .init("recordFields", .object([.init("maximum", .integer(Int64(recordFieldsMaximum)))])),
            .init("accountRecords", .object([.init("maximum", .integer(Int64(accountRecordsMaximum)))])),
            .init("accountBytes", .object([.init("maximum", .integer(accountBytesMaximum))])),
            .init("samples", .optional(samples)),
        ])
    }

    /// Reads that answer; whatever is missing or is no sensible number keeps its standard value.
    public init(json: JSON) {
        self.init()
        if let value = json["signup"]?.stringValue.flatMap(SignUpFields.init(rawValue:)) { signUp = value }
        if let value = json["passwordPolicy"]?.stringValue.flatMap(PasswordPolicy.init(rawValue:)) {
            passwordPolicy = value
        }
        nameLength.read(json["name"])
        titleMaximum.read(json["title"])
        detailMaximum.read(json["detail"])
        tagsMaximum.read(json["tags"])
        tagMaximum.read(json["tag"])
        noteTitleLength.read(json["noteTitle"])
        noteDescriptionLength.read(json["noteDescription"])
        photosMaximum.read(json["photos"])
        photoBytesMaximum.read(json["photoBytes"])
        photoSideMaximum.read(json["photoSide"])
        recordBytesMaximum.read(json["recordBytes"])
        recordFieldsMaximum.read(json["recordFields"])
        accountRecordsMaximum.read(json["accountRecords"])
        if let value = json["accountBytes"]?["maximum"]?.integerValue, value > 0 { accountBytesMaximum = value }
        samples = json["samples"]?.stringValue
    }
}

extension Rules.Range {
    fileprivate var json: JSON {
        .object([.init("minimum", .integer(Int64(minimum))), .init("maximum", .integer(Int64(maximum)))])
    }

    fileprivate mutating func read(_ json: JSON?) {
        guard let low = json?["minimum"]?.integerValue, let high = json?["maximum"]?.integerValue, low >= 0,
            high >= low, high < Int64(Int32.max)
        else { return }
        self = Rules.Range(Int(low), Int(high))
    }
}

extension Int {
    fileprivate mutating func read(_ json: JSON?) {
        if let value = json?["maximum"]?.integerValue, value > 0, value < Int64(Int32.max) { self = Int(value) }
    }
}
