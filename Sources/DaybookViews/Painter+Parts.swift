import DaybookCore

// The content of the parts of the signed-in screen.
extension Painter {
    /// The screen above the list, if one is open.
    static func writeUpper(_ home: Home, _ rules: Rules, _ now: Instant, _ zone: TimeZone, to html: inout HTML) {
        switch home.upper {
        case .settings: SettingsView(home: home, rules: rules).write(to: &html)
        case .account(let screen):
            AccountScreenView(screen: screen, home: home, rules: rules, now: now, zone: zone).write(to: &html)
        case .trash: TrashView(trash: home.notebook.trash(now: now), now: now, zone: zone).write(to: &html)
        case .history(let history):
            let todo = home.notebook.todos[Todo.ID(history.key.id)]
            let note = home.notebook.notes[Note.ID(history.key.id)]
            HistoryView(
                history: history,
                title: todo?.title ?? note?.title,
                text: todo?.detail ?? note?.description,
                photos: note.map { home.notebook.trash(now: now, of: $0.id) } ?? [],
                now: now,
                zone: zone
            ).write(to: &html)
        case .reminders(let screen):
            RemindersScreenView(screen: screen, notifying: home.reminders.notifying, now: now, zone: zone).write(
                to: &html
            )
        case nil: break
        }
    }

    /// A menu, a question or the gallery, if one is open.
    static func writeOverlay(
        _ home: Home,
        hasUpdate: Bool,
        _ now: Instant,
        _ zone: TimeZone,
        to html: inout HTML
    ) {
        if let overlay = home.overlay {
            OverlayView(overlay: overlay, home: home, hasUpdate: hasUpdate, now: now, zone: zone).write(to: &html)
        } else if let shown = home.openNote?.gallery, let photos = home.shownNote?.photos,
            let place = photos.firstIndex(where: { $0.id == shown })
        {
            GalleryView(photos: photos, place: place).write(to: &html)
        }
    }

    /// The content of the third column of a wide screen, which is above the list on a narrow screen.
    static func writeOpen(
        _ home: Home,
        _ linked: [Slot],
        _ rules: Rules,
        _ now: Instant,
        _ zone: TimeZone,
        to html: inout HTML
    ) {
        if let editor = home.editor {
            var todo: Todo?
            if case .existing(let id) = editor.subject { todo = home.notebook.todos[id] }
            let notes = home.linkableNotes(editor.draft.note)
            EditorView(
                editor: editor,
                todo: todo,
                notes: notes,
                tags: home.notebook.tags(
                    beginning: editor.tagText,
                    besides: editor.draft.tags,
                    limit: EditorView.offeredTags
                ),
                titleDevice: home.device(of: Todo.Field.title),
                textDevice: home.device(of: Todo.Field.detail),
                rules: rules,
                now: now,
                zone: zone
            )
            .write(to: &html)
        } else if let open = home.openNote, let writing = open.writing {
            NoteEditorView(
                id: open.id,
                writing: writing,
                open: open,
                tags: offeredTags(home, open),
                note: home.shownNote,
                photos: home.notebook.photos,
                titleDevice: home.device(of: Note.Field.title),
                textDevice: home.device(of: Note.Field.description),
                found: home.notebook.draftViolations(writing.draft, of: open.id),
                rules: rules
            )
            .write(to: &html)
        } else if let open = home.openNote, let note = home.shownNote {
            let missing = home.notebook.draftViolations(note)
            let attention = attention(Record.Key(kind: .note, id: note.id.uuid), home)
            NoteView(
                note: note,
                todos: linked.map { home.notebook.todos[$0] },
                open: open,
                tags: offeredTags(home, open),
                rules: rules,
                missing: missing,
                attention: attention,
                now: now,
                zone: zone
            )
            .write(to: &html)
        } else {
            let text = home.list.section == .notes ? Labels.chooseNote : Labels.chooseTodo
            html.text(text, in: "<p class=\"detail-empty\">", "</p>")
        }
    }

    /// The tags in use that the open note does not have.
    private static func offeredTags(_ home: Home, _ open: OpenNote) -> [String] {
        home.notebook.tags(
            beginning: open.tagText,
            besides: home.shownNote?.tags ?? [],
            limit: EditorView.offeredTags
        )
    }

    static func isSelected(_ id: Todo.ID, _ home: Home) -> Bool {
        home.editor?.subject == .existing(id) || id == home.list.cursor
    }

    static func write(
        _ todo: Todo,
        _ height: Int,
        _ home: Home,
        _ zone: TimeZone,
        _ now: Instant,
        to html: inout HTML
    ) {
        RowView(
            todo: todo,
            now: now,
            zone: zone,
            height: height,
            isSelected: isSelected(todo.id, home),
            isChosen: home.list.choice?.contains(todo.id),
            showsBin: home.list.showsBins,
            canMove: !todo.isDone && home.list.canMove(home.notebook),
            note: todo.note.flatMap { home.notebook.notes[$0]?.title },
            attention: attention(Record.Key(kind: .todo, id: todo.id.uuid), home)
        ).write(to: &html)
    }

    static func write(
        _ note: Note,
        _ height: Int,
        _ home: Home,
        _ zone: TimeZone,
        _ now: Instant,
        to html: inout HTML
    ) {
        NoteRowView(
            note: note,
            missing: home.notebook.draftViolations(note),
            now: now,
            zone: zone,
            height: height,
            isSelected: home.openNote?.id == note.id || note.id == home.list.noteCursor,
            attention: attention(Record.Key(kind: .note, id: note.id.uuid), home)
        ).write(to: &html)
    }

    static func attention(_ key: Record.Key, _ home: Home) -> Violation? {
        if home.notebook.replica.rejections.isEmpty { return nil }
        return home.notebook.replica.rejections[key]?.violations.first
    }
}
