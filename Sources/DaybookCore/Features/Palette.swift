/// The command palette: a line that finds each place, each command, and to-dos and notes by their texts.
public struct Palette: Equatable, Sendable {
    /// The typed text.
    public internal(set) var text = ""
    /// The place of the entry that Enter takes.
    public internal(set) var index = 0

    /// The tags that are offered at most, the to-dos, and the notes.
    static let foundMaximum = 8

    /// A line of the palette.
    public struct Entry: Equatable, Sendable {
        /// The sort of an entry, which a face shows as an icon.
        public enum Sort: Sendable {
            case place
            case command
            case tag
            case todo
            case note
        }

        /// The sort.
        public let sort: Sort
        /// The name of the place or the command, a tag, or a title.
        public let label: String
        /// The effect of the entry.
        public let action: Home.Action
    }
}

extension Home {
    /// The entries that a text finds. All words of the text begin words of a name, or occur in a to-do or a note. An
    /// empty text finds all names.
    public func entries(of palette: Palette) -> [Palette.Entry] {
        let words = SearchWords(palette.text).words
        var entries: [Palette.Entry] = []
        func offer(_ sort: Palette.Entry.Sort, _ label: String, _ action: Home.Action) {
            let name = Fold.bytes(label)
            if words.allSatisfy({ Palette.begins($0, aWordOf: name) }) {
                entries.append(Palette.Entry(sort: sort, label: label, action: action))
            }
        }
        offer(.command, Labels.newTodo, .list(.newTapped))
        offer(.command, Labels.newNote, .list(.newNoteTapped))
        offer(.command, Labels.search, .list(.key(.search, at: nil)))
        offer(.place, Labels.today, .list(.dueTapped(.today)))
        offer(.place, Labels.upcoming, .list(.dueTapped(.upcoming)))
        offer(.place, Labels.all, .list(.filterTapped(.all)))
        offer(.place, Labels.open, .list(.filterTapped(.open)))
        offer(.place, Labels.done, .list(.filterTapped(.done)))
        offer(.place, Labels.notes, .list(.sectionChosen(.notes)))
        let places = entries.count
        for tag in notebook.tags where entries.count < places + Palette.foundMaximum {
            offer(.tag, tag, .list(.tagTapped(tag)))
        }
        offer(.command, Labels.undo, .list(.key(.undo, at: nil)))
        offer(.command, Labels.redo, .list(.key(.redo, at: nil)))
        if list.section == .todos {
            offer(.command, Labels.select, .list(.choosing(.began(nil))))
            for order in Order.allCases { offer(.command, Texts.sort(by: order), .list(.orderChosen(order))) }
            offer(.command, Labels.showCompleted, .list(.completedTapped))
            offer(.command, list.showsBins ? Labels.hideBins : Labels.showBins, .list(.binsTapped))
        } else if let note = list.noteCursor.flatMap({ notebook.notes[$0] }) {
            offer(.command, note.isPinned ? Labels.unpinNote : Labels.pinNote, .list(.key(.pin, at: nil)))
        }
        offer(.place, Labels.settings, .upper(.settingsOpened))
        offer(.place, Labels.accountAndDevices, .upper(.accountOpened))
        offer(.place, Labels.reminders, .upper(.remindersOpened))
        offer(.place, Labels.trash, .upper(.trashOpened))
        offer(.command, Labels.shortcuts, .shortcutsTapped)
        offer(.command, Labels.logOut, .logOutTapped)
        if words.isEmpty { return entries }
        for slot in notebook.todos.matches(Filter(search: palette.text)).prefix(Palette.foundMaximum) {
            let todo = notebook.todos[slot]
            entries.append(.init(sort: .todo, label: todo.title, action: .list(.rowTapped(todo.id))))
        }
        for slot in notebook.notes.matches(palette.text).prefix(Palette.foundMaximum) {
            let note = notebook.notes[slot]
            entries.append(.init(sort: .note, label: Texts.named(note.title), action: .list(.noteTapped(note.id))))
        }
        return entries
    }

    /// Carries out an action in the palette, which any other action closes.
    mutating func reduce(_ palette: Palette, _ action: Overlay.Action, _ context: Context) -> [Outcome]? {
        var palette = palette
        switch action {
        case .nameChanged(let text):
            let hadNone = entries(of: palette).isEmpty
            palette.text = Text.oneLine(text)
            palette.index = 0
            overlay = .palette(palette)
            return entries(of: palette).isEmpty && !hadNone ? [.announce(Labels.nothingFound)] : []
        case .steered(let step):
            let count = entries(of: palette).count
            if count > 0 { palette.index = ((palette.index + step) % count + count) % count }
        case .confirmed:
            let entries = entries(of: palette)
            guard entries.indices.contains(palette.index) else { return [] }
            overlay = nil
            return outcomes(of: entries[palette.index].action, context)
        default: return nil
        }
        overlay = .palette(palette)
        return []
    }
}

extension Palette {
    /// Whether a folded word is the beginning of a word of a folded name.
    fileprivate static func begins(_ word: [UInt8], aWordOf name: [UInt8]) -> Bool {
        var place = 0
        while place + word.count <= name.count {
            let isStart = place == 0 || name[place - 1] == 0x20
            if isStart, name[place..<place + word.count].elementsEqual(word) { return true }
            place += 1
        }
        return false
    }
}
