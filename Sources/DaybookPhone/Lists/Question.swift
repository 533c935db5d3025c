import DaybookCore

/// A question of Core's, in words. There is one at a time, above the topmost screen.
public struct Question: Equatable, Sendable {
    /// The question.
    public var title: String
    /// The consequence of the answer.
    public var text: String
    /// The button for yes; nil when the person can only read the text.
    public var yes: String?
    /// The button for no.
    public var no: String
    /// Whether yes takes something away.
    public var isDestructive = false
    /// Whether all samples can be removed too (T10).
    public var offersToRemoveSamples = false
}

extension PhoneApp {
    /// The open question; nil while no question, or a menu or a field, is open.
    public var question: Question? {
        guard let home = app.home else { return nil }
        switch home.overlay {
        case .confirmDelete(let id):
            let text = Texts.deleteText(home.notebook.todos[id]?.title ?? "")
            return Question(
                title: Labels.deleteQuestion,
                text: text,
                yes: Labels.delete,
                no: Labels.keep,
                isDestructive: true
            )
        case .imported:
            return Question(
                title: Labels.sampleTitle,
                text: Labels.sampleText,
                yes: Labels.editCopy,
                no: Labels.close,
                offersToRemoveSamples: true
            )
        case .confirmLogOut:
            return Question(
                title: Labels.logOutQuestion,
                text: logOutText(home),
                yes: Labels.logOut,
                no: Labels.stay,
                isDestructive: true
            )
        case .missing(let route): return missing(route, home)
        case .samplesFailed:
            return Question(
                title: Labels.samplesFailed,
                text: Labels.samplesFailedText,
                yes: Labels.retry,
                no: Labels.notNow
            )
        case .confirmDiscard:
            let (title, text) = discardWords(home)
            return Question(
                title: title,
                text: text,
                yes: Labels.discard,
                no: Labels.keepWriting,
                isDestructive: true
            )
        case .rowMenu, .orderMenu, .accountMenu, .tagMenu, .renameTag, .when, .tagChosen, .shortcuts, .palette,
            .sharedPhotos, nil:
            return nil
        }
    }

    /// Answers the open question with no.
    public func decline() {
        // Only this question remembers that the person does not want to be asked again.
        if case .samplesFailed = app.home?.overlay { send(.overlay(.declined)) } else { send(.overlay(.dismissed)) }
    }

    private func logOutText(_ home: Home) -> String {
        if isOnThisDeviceAlone { return PhoneTexts.logOutHere }
        let waiting = home.notebook.replica.unsentCount
        let isSealed = home.notebook.disk.takesEntries
        return Texts.logOutText(waiting: waiting, isSealed: isSealed, isWriting: home.isWritingAnywhere)
    }

    /// The link led to a record that was deleted, or that this account never had.
    private func missing(_ route: Route, _ home: Home) -> Question {
        let record = route.record.flatMap { home.notebook.replica.records[$0] }
        let title = record.flatMap { Todo($0, evenIfDeleted: true)?.title ?? Note($0, evenIfDeleted: true)?.title }
        if let title {
            return Question(
                title: Texts.wasDeleted(title),
                text: Labels.inTrash,
                yes: Labels.restore,
                no: Labels.close
            )
        }
        return Question(
            title: route.record?.kind == .note ? Labels.noteMissing : Labels.todoMissing,
            text: Labels.missingText,
            no: Labels.close
        )
    }

    private func discardWords(_ home: Home) -> (title: String, text: String) {
        guard let editor = home.editor else {
            return (Labels.discardTagQuestion, home.openNote?.tagViolation?.message ?? Labels.discardText)
        }
        if editor.isGone { return (Labels.goneQuestion, Labels.goneText) }
        let isNew = editor.subject == .new
        let title = isNew ? Labels.discardQuestion : Labels.discardEditQuestion
        if editor.canSave, let broken = editor.violations.first { return (title, broken.message) }
        return (title, isNew ? Labels.discardText : Labels.discardEditText)
    }
}
