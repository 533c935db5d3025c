/// Values that this device alone keeps beside the records, by name: the person's choices, and text that is not saved
/// yet. There are few, so they are a list and not a dictionary.
public struct Preferences: Equatable, Sendable, ExpressibleByDictionaryLiteral {
    /// Each name once, in alphabetical order.
    public private(set) var choices: [Choice] = []

    /// A choice of the person.
    public struct Choice: Equatable, Sendable {
        /// The name of the choice.
        public var name: String
        /// The chosen value.
        public var value: String
    }

    /// No choice made yet.
    public init() {}

    /// Choices by name.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { self[name] = value }
    }

    /// The value of a choice; nil when the person has not chosen. Setting an empty value removes the choice.
    public subscript(name: String) -> String? {
        get {
            for choice in choices where choice.name == name { return choice.value }
            return nil
        }
        set {
            var place = 0
            while place < choices.count, choices[place].name < name { place += 1 }
            if place < choices.count, choices[place].name == name { choices.remove(at: place) }
            if let newValue, !newValue.isEmpty { choices.insert(Choice(name: name, value: newValue), at: place) }
        }
    }
}
