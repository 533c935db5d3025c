import ArgumentParser

/// Tags as options give them: with or without their sign.
enum TagOptions {
    /// The name of a tag.
    static func name(_ tag: String) -> String { tag.hasPrefix("#") ? String(tag.dropFirst()) : tag }

    /// Adds tags, unless they are there in any case of their letters.
    static func add(_ options: [String], to tags: inout [String]) {
        for option in options {
            let name = Self.name(option)
            if !tags.contains(where: { $0.lowercased() == name.lowercased() }) { tags.append(name) }
        }
    }

    /// Removes tags. Throws a ``Refusal`` for a tag that is not there. `thing`: the kind that has the tags; `show`: the
    /// command that shows them.
    static func remove(_ options: [String], from tags: inout [String], of thing: String, show: String) throws {
        for option in options {
            let name = Self.name(option).lowercased()
            guard tags.contains(where: { $0.lowercased() == name }) else {
                throw Refusal("the \(thing) has no tag “\(DisplayWidth.harmless(option))”. `\(show)` shows its tags.")
            }
            tags.removeAll { $0.lowercased() == name }
        }
    }
}

/// The flag that pins or unpins a note.
enum PinFlag: String, EnumerableFlag {
    case pin
    case unpin

    static func help(for value: PinFlag) -> ArgumentHelp? {
        value == .pin ? "Pin the note: lists have it first." : "Take the pin away."
    }
}
