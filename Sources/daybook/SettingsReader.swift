import Configuration

/// Reads settings of a type. A value of another type is a ``Failure`` that names the setting.
struct SettingsReader {
    private let reader: ConfigReader

    init(_ reader: ConfigReader) {
        self.reader = reader
    }

    func text(_ name: String) throws -> String {
        let expected = "a text that is not empty"
        let text = try read(name, expected) { try reader.requiredString(forKey: ConfigKey([name])) }
        if text.isEmpty { throw wrong(name, expected) }
        return text
    }

    /// Nil when no source sets it, or sets it to an empty text.
    func optionalText(_ name: String) -> String? {
        let text = reader.string(forKey: ConfigKey([name]))
        return text?.isEmpty == true ? nil : text
    }

    func number(_ name: String, in range: ClosedRange<Int>) throws -> Int {
        let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        let number = try read(name, expected) { try reader.requiredInt(forKey: ConfigKey([name])) }
        guard range.contains(number) else { throw wrong(name, expected) }
        return number
    }

    func flag(_ name: String) throws -> Bool {
        try read(name, "true or false") { try reader.requiredBool(forKey: ConfigKey([name])) }
    }

    func choice<Value>(_ name: String, _ values: [String: Value]) throws -> Value {
        let expected = "one of \(values.keys.sorted().joined(separator: ", "))"
        let text = try read(name, expected) { try reader.requiredString(forKey: ConfigKey([name])) }
        guard let value = values[text] else { throw wrong(name, expected) }
        return value
    }

    private func read<Value>(_ name: String, _ expected: String, _ work: () throws -> Value) throws -> Value {
        do { return try work() } catch { throw wrong(name, expected) }
    }

    private func wrong(_ name: String, _ expected: String) -> Failure {
        Failure("the setting \(name) must be \(expected).")
    }
}
