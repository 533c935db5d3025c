extension Rules {
    /// The answer to `GET /api/v1/rules`.
    public var json: JSON {
        let members: [JSON.Member] = [
            .init("signup", .string(signUp.rawValue)),
            .init("passwordPolicy", .string(passwordPolicy.rawValue)),
            .init("password", passwordLength.json),
            .init("photos", photosMaximum.json),
            .init("photoBytes", photoBytesMaximum.json),
            .init("photoSide", photoSideMaximum.json),
            .init("recordBytes", recordBytesMaximum.json),
            .init("recordFields", recordFieldsMaximum.json),
            .init("accountRecords", accountRecordsMaximum.json),
            .init("accountBytes", .object([.init("maximum", .integer(accountBytesMaximum))])),
            .init("samples", .optional(samples)),
            .init("limits", offer.json(choice)),
        ]
        return .object(members + limits.members)
    }

    /// Reads the same answer; a value that is missing or is not a sensible number keeps its standard.
    public init(json: JSON) {
        self.init()
        if let value = json["signup"]?.stringValue.flatMap(SignUpFields.init(rawValue:)) { signUp = value }
        if let value = json["passwordPolicy"]?.stringValue.flatMap(PasswordPolicy.init(rawValue:)) {
            passwordPolicy = value
        }
        offer = Limits.Offer(json: json)
        choice = offer.standard
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

extension Limits {
    fileprivate var members: [JSON.Member] {
        [
            .init("name", name.json),
            .init("title", titleMaximum.json),
            .init("detail", detailMaximum.json),
            .init("tags", tagsMaximum.json),
            .init("tag", tagMaximum.json),
            .init("noteTitle", noteTitle.json),
            .init("noteDescription", noteDescription.json),
        ]
    }

    fileprivate mutating func read(_ json: JSON) {
        name.read(json["name"])
        titleMaximum.read(json["title"])
        detailMaximum.read(json["detail"])
        tagsMaximum.read(json["tags"])
        tagMaximum.read(json["tag"])
        noteTitle.read(json["noteTitle"])
        noteDescription.read(json["noteDescription"])
    }
}

extension Limits.Offer {
    fileprivate func json(_ choice: Limits.Choice) -> JSON {
        .object([
            .init("choice", .string(choice.rawValue)),
            .init("standard", .string(standard.rawValue)),
            .init("fixed", .bool(isFixed)),
            .init("classic", .object(classic.members)),
            .init("roomy", .object(roomy.members)),
        ])
    }

    /// The offer in the answer to `GET /api/v1/rules`. A server that offers no choice has one set of limits.
    fileprivate init(json: JSON) {
        self.init()
        guard let offer = json["limits"] else {
            classic.read(json)
            isFixed = true
            return
        }
        if let name = offer["standard"]?.stringValue, let choice = Limits.Choice(rawValue: name) { standard = choice }
        isFixed = offer["fixed"]?.boolValue ?? false
        if let limits = offer["classic"] { classic.read(limits) }
        if let limits = offer["roomy"] { roomy.read(limits) }
        roomy = roomy.union(classic)
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
    fileprivate var json: JSON { .object([.init("maximum", .integer(Int64(self)))]) }

    fileprivate mutating func read(_ json: JSON?) {
        if let value = json?["maximum"]?.integerValue, value > 0, value < Int64(Int32.max) { self = Int(value) }
    }
}
