/// The unsaved text of the screens.
struct Unsaved: Equatable, Sendable {
    /// The text of the line that adds, and its pieces that are plain text.
    var line = ""
    var plain: [TextSpan] = []
    /// The editor, if something in it was changed.
    var editor: Editor?
    /// The note that is being written, or whose next tag is being typed.
    var note: Note.ID?
    /// The texts in the note's fields, and those that writing began with; nil while it is read.
    var writing: NoteDraft?
    var base: NoteDraft?
    /// The text in the line that adds a tag to the note.
    var tag = ""

    /// Whether there is no unsaved text.
    var isEmpty: Bool { line.isEmpty && editor == nil && note == nil }

    /// The approximate number of bytes of its texts.
    var bytes: Int {
        let texts = editor.map { $0.draft.title.utf8.count + $0.draft.detail.utf8.count } ?? 0
        return texts + line.utf8.count + (writing?.description.utf8.count ?? 0)
    }

    /// Whether a part was saved or discarded since. Opening such a part again would save it twice.
    func isDone(since kept: Unsaved) -> Bool {
        line.isEmpty && !kept.line.isEmpty || editor?.subject != kept.editor?.subject && kept.editor != nil
            || isEmpty
    }
}

extension Home {
    /// The delay from the first key after the last write to the next write to the disk, in milliseconds.
    static let keepMilliseconds = 200
    /// The delay for a long text, which is longer because each write contains the whole text.
    static let keepLongMilliseconds = 900

    /// The unsaved text.
    var unsaved: Unsaved {
        var unsaved = Unsaved()
        unsaved.line = list.quickAdd.text
        unsaved.plain = list.quickAdd.plain
        switch sheet {
        case nil: break
        case .editor(var editor):
            guard editor.isTouched else { break }
            editor.status = .editing
            editor.violations = []
            unsaved.editor = editor
        case .note(let note):
            let draft = note.writing?.draft
            let isThere = notebook.notes[note.id] != nil
            guard draft == nil ? isThere && !note.tagText.isEmpty : isThere || draft != NoteDraft() else { break }
            unsaved.note = note.id
            unsaved.writing = draft
            unsaved.base = note.writing?.base
            unsaved.tag = note.tagText
        }
        return unsaved
    }

    /// Whether there is unsaved text.
    public var isWriting: Bool { !unsaved.isEmpty }

    /// Whether there is unsaved text in this tab or in another one of the device, which logging out closes too.
    public var isWritingAnywhere: Bool { isWriting || notebook.hasUnsavedElsewhere }

    /// Schedules a write of the unsaved text and of the list that shows, and removes saved or discarded text from the disk
    /// now.
    mutating func keepSoon() -> [Effect] {
        guard notebook.disk.place == .sealed else { return [] }
        let unsaved = unsaved
        if unsaved == kept, keptView == list.view { return [] }
        if unsaved != kept, unsaved.isDone(since: kept) { return keepUnsaved() }
        if isKeepDue { return [] }
        isKeepDue = true
        let isLong = unsaved.bytes > 32 << 10
        return [.startTimer(.keep, milliseconds: isLong ? Home.keepLongMilliseconds : Home.keepMilliseconds)]
    }

    /// Puts the unsaved text on the disk: a note's text into its record, all other text beside the records.
    mutating func keep(_ now: Instant) -> [Effect] {
        isKeepDue = false
        return saveNote(now) + keepUnsaved() + keepPlace()
    }

    /// Puts the unsaved text on the disk beside the records.
    mutating func keepUnsaved() -> [Effect] {
        let unsaved = unsaved
        if unsaved == kept { return [] }
        kept = unsaved
        return carry(notebook.keepUnsaved(unsaved.text(notebook)))
    }

    /// Opens the screens again that had unsaved text when this tab, or one that is no longer open, ended.
    mutating func restoreUnsaved(_ context: Context) -> [Effect] {
        guard let (text, effects) = notebook.takeUnsaved(besides: context.world.others) else { return [] }
        if let json = try? JSON(text: text) {
            list.quickAdd.restore(json, context)
            if let note = OpenNote(unsaved: json, notebook) {
                list.section = .notes
                list.noteCursor = note.id
                sheet = .note(note)
            } else if let editor = Editor(unsaved: json, notebook, context) {
                list.section = .todos
                sheet = .editor(editor)
            } else if !list.quickAdd.text.isEmpty {
                // The list of notes has no line that adds.
                list.section = .todos
            }
        }
        // Text that was saved meanwhile is not kept a second time.
        kept = unsaved
        return carry(effects + notebook.keepUnsaved(kept.text(notebook)))
    }
}

// MARK: - On the disk

extension Unsaved {
    /// The names of the parts of the text.
    fileprivate enum Name {
        static var line: String { "line" }
        static var plain: String { "plain" }
        static var plainTitle: String { "plainTitle" }
        static var note: String { "note" }
        static var isRead: String { "isRead" }
        static var title: String { "title" }
        static var description: String { "description" }
        static var baseTitle: String { "baseTitle" }
        static var baseDescription: String { "baseDescription" }
        static var todo: String { "todo" }
        static var draft: String { "draft" }
        static var base: String { "base" }
        static var tag: String { "tag" }
        static var deadline: String { "deadline" }
        static var reminder: String { "reminder" }
        static var otherTitle: String { "otherTitle" }
        static var otherDetail: String { "otherDetail" }
    }

    /// The text from which the screens are opened again; empty when no screen has to be opened.
    func text(_ notebook: Notebook) -> String {
        if isEmpty { return "" }
        var members: [JSON.Member] = []
        if !line.isEmpty {
            members += [.init(Name.line, .string(line)), .init(Name.plain, plain.json)]
        }
        if let note {
            members.append(.init(Name.note, .string(note.uuid.description)))
            if let writing {
                // The record has the text without the white space at its ends.
                if notebook.notes[note].map({ NoteDraft($0) }) != notebook.rules.normalized(writing) {
                    members += [
                        .init(Name.title, .string(writing.title)),
                        .init(Name.description, .string(writing.description)),
                    ]
                    if let base {
                        members += [
                            .init(Name.baseTitle, .string(base.title)),
                            .init(Name.baseDescription, .string(base.description)),
                        ]
                    }
                }
            } else {
                members.append(.init(Name.isRead, .bool(true)))
            }
            if !tag.isEmpty { members.append(.init(Name.tag, .string(tag))) }
        }
        if let editor { members += editor.unsaved }
        return String(utf8: JSON.object(members).encoded)
    }
}

extension Editor {
    fileprivate var unsaved: [JSON.Member] {
        typealias Name = Unsaved.Name
        var members: [JSON.Member] = [
            .init(Name.draft, Editor.json(draft)), .init(Name.base, Editor.json(base)),
            .init(Name.tag, .string(tagText)),
            .init(Name.deadline, .string(deadlineTyped.text)), .init(Name.reminder, .string(reminderTyped.text)),
        ]
        if case .existing(let id) = subject { members.append(.init(Name.todo, .string(id.uuid.description))) }
        if !titleLine.plain.isEmpty { members.append(.init(Name.plainTitle, titleLine.plain.json)) }
        if let otherTitle { members.append(.init(Name.otherTitle, .string(otherTitle))) }
        if let otherDetail { members.append(.init(Name.otherDetail, .string(otherDetail))) }
        return members
    }

    /// A draft as the record that it would become.
    private static func json(_ draft: TodoDraft) -> JSON {
        let stamp = Stamp(wall: Instant(milliseconds: 0), counter: 0, device: 0)
        var bytes: [UInt8] = []
        Record(kind: .todo, id: UUID(high: 0, low: 0), fields: Todo.fields(for: draft, at: stamp)).write(to: &bytes)
        return .string(String(utf8: bytes))
    }

    private static func draft(_ json: JSON?) -> TodoDraft? {
        guard let text = json?.stringValue, let json = try? JSON(text: text), let record = try? Record(json: json)
        else {
            return nil
        }
        return Todo(record).map { TodoDraft($0) }
    }

    /// The editor as it was left; nil when nothing in it differs from what is saved.
    fileprivate init?(unsaved json: JSON, _ notebook: Notebook, _ context: Context) {
        typealias Name = Unsaved.Name
        guard let draft = Editor.draft(json[Name.draft]), let base = Editor.draft(json[Name.base]) else { return nil }
        self.init()
        if let id = json[Name.todo]?.stringValue.flatMap({ UUID($0) }) {
            self.init(Todo.ID(id), base)
        }
        self.draft = draft
        self.base = base
        tagText = json[Name.tag]?.stringValue ?? ""
        otherTitle = json[Name.otherTitle]?.stringValue
        otherDetail = json[Name.otherDetail]?.stringValue
        deadlineTyped.restore(json[Name.deadline]?.stringValue, for: .deadline, draft.deadline, context)
        reminderTyped.restore(json[Name.reminder]?.stringValue, for: .reminder, draft.reminder, context)
        // The typed text shows again.
        if !deadlineTyped.text.isEmpty { toggleCalendar(.deadline, context) }
        if !reminderTyped.text.isEmpty { toggleCalendar(.reminder, context) }
        switch subject {
        case .new: titleLine.restore(draft.title, plain: json[Name.plainTitle], context, beside: draft)
        case .existing(let id): _ = recordsChanged([id.key], notebook)
        }
        if !isTouched { return nil }
    }
}

extension OpenNote {
    /// The note as it was being written or read; nil when there is no such note.
    fileprivate init?(unsaved json: JSON, _ notebook: Notebook) {
        guard let id = json[Unsaved.Name.note]?.stringValue.flatMap({ UUID($0) }).map({ Note.ID($0) }) else {
            return nil
        }
        typealias Name = Unsaved.Name
        let note = notebook.notes[id]
        let present = note.map { NoteDraft($0) }
        guard let draft = NoteDraft(json[Name.title], json[Name.description]) ?? present else { return nil }
        self.init(id: id)
        tagText = json[Name.tag]?.stringValue ?? ""
        if json[Name.isRead]?.boolValue == true { return }
        // Earlier versions kept the text without the one that writing began with.
        let base = NoteDraft(json[Name.baseTitle], json[Name.baseDescription])
        writing = Writing(draft: draft, base: base ?? present ?? NoteDraft(), beganNew: note == nil)
        if let note { writing?.merge(note, notebook.rules) }
    }
}

extension NoteDraft {
    fileprivate init?(_ title: JSON?, _ description: JSON?) {
        guard let title = title?.stringValue, let description = description?.stringValue else { return nil }
        self.init(title: title, description: description)
    }
}

extension QuickAddLine {
    fileprivate mutating func restore(_ json: JSON, _ context: Context) {
        guard let line = json[Unsaved.Name.line]?.stringValue else { return }
        restore(line, plain: json[Unsaved.Name.plain], context)
    }

    fileprivate mutating func restore(
        _ line: String,
        plain json: JSON?,
        _ context: Context,
        beside draft: TodoDraft = TodoDraft()
    ) {
        let ends = json?.arrayValue?.compactMap { $0.integerValue } ?? []
        text = line
        for place in stride(from: 0, to: ends.count - 1, by: 2) {
            guard 0 <= ends[place], ends[place] < ends[place + 1], ends[place + 1] <= line.utf16.count else { continue }
            plain.append(TextSpan(start: Int(ends[place]), end: Int(ends[place + 1])))
        }
        understand(context, beside: draft)
    }
}

extension [TextSpan] {
    /// The start and the end of each, in turn.
    fileprivate var json: JSON { .array(flatMap { [JSON.integer(Int64($0.start)), .integer(Int64($0.end))] }) }
}
