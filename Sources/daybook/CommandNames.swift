import ArgumentParser

/// The names of the commands, for a command line that begins with none of them.
enum CommandNames {
    /// The message about a first word that names no command; nil if the command line begins in another way.
    static func refusal(_ words: [String]) -> String? {
        // ArgumentParser adds `help`.
        let names = Daybook.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        guard let word = words.first, !word.hasPrefix("-"), !names.contains(word) else { return nil }
        let close = nearest(to: word, among: names).map { "`daybook \($0)`" }
        let guess = close.isEmpty ? "" : "Did you mean \(close.joined(separator: " or "))? "
        return "there is no command “\(DisplayWidth.harmless(word))”. \(guess)`daybook --help` lists the commands."
    }

    /// The names that a word begins, or those that it differs from by the fewest typing errors, which are two at most.
    static func nearest(to word: String, among names: [String]) -> [String] {
        let begun = names.filter { $0.hasPrefix(word) }
        if !begun.isEmpty { return Array(begun.prefix(3)) }
        let errors = names.map {
            (name: $0, count: typingErrors(Array(word.lowercased().utf8.prefix(32)), Array($0.utf8)))
        }
        // Every short word is close to some short name.
        guard let fewest = errors.map(\.count).min(), fewest <= min(2, word.utf8.count / 2) else { return [] }
        return errors.filter { $0.count == fewest }.map(\.name)
    }

    /// How many letters are missing, too many, wrong, or in the place of their neighbour: the optimal string alignment.
    private static func typingErrors(_ word: [UInt8], _ name: [UInt8]) -> Int {
        var table = [Array(0...name.count)]
        for row in 1...max(word.count, 1) where row <= word.count {
            table.append([row])
            for column in 1...name.count {
                let isSame = word[row - 1] == name[column - 1]
                var least = table[row - 1][column - 1] + (isSame ? 0 : 1)
                least = min(least, table[row - 1][column] + 1, table[row][column - 1] + 1)
                if row > 1, column > 1, word[row - 1] == name[column - 2], word[row - 2] == name[column - 1] {
                    least = min(least, table[row - 2][column - 2] + 1)
                }
                table[row].append(least)
            }
        }
        return table[word.count][name.count]
    }
}
