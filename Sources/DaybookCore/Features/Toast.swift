/// A message at the bottom that disappears after a while.
public struct Toast: Equatable, Sendable {
    /// The text of the message.
    public var text: String
    /// The number of the step that Undo takes back.
    public var undo: Int?
    /// The number of the step that Redo does again.
    public var redo: Int?
    /// The to-do that Show brings into view.
    public var show: Todo.ID?
    /// The screen that its button opens: a history, or the reminders.
    public var opens: Route?
    /// It offers a newer version of the app.
    public var offersUpdate: Bool

    /// The actions of a person with a message.
    public enum Action: Equatable, Sendable {
        case undoTapped
        case redoTapped
        case showTapped
        case opensTapped
        case dismissed
        /// The pointer or the keyboard is on it, or has left it.
        case held(Bool)
    }

    /// The time that it stays.
    static let milliseconds = 6_000

    /// Its text was announced before it shows.
    var isAnnounced: Bool

    /// A message, with Undo or Redo for a step, Show for what was added, or a screen with more about it.
    public init(
        text: String,
        undo: Int? = nil,
        redo: Int? = nil,
        show: Todo.ID? = nil,
        opens: Route? = nil,
        offersUpdate: Bool = false,
        isAnnounced: Bool = false
    ) {
        self.text = text
        self.undo = undo
        self.redo = redo
        self.show = show
        self.opens = opens
        self.offersUpdate = offersUpdate
        self.isAnnounced = isAnnounced
    }
}

extension Toast {
    /// Whether the message stays until another message replaces it, or the person closes it.
    private var stays: Bool { offersUpdate || opens != nil }

    /// The effects of its appearance.
    var shown: [Effect] {
        let timer: Effect = stays ? .cancelTimer(.toast) : .startTimer(.toast, milliseconds: Toast.milliseconds)
        return isAnnounced ? [timer] : [timer, .announce(text)]
    }

    func reduce(_ action: Action) -> (stays: Bool, outcomes: [Outcome]) {
        let gone = Outcome.effect(.cancelTimer(.toast))
        switch action {
        case .undoTapped: return undo.map { (false, [gone, .take(.back, $0)]) } ?? (true, [])
        case .redoTapped: return redo.map { (false, [gone, .take(.forward, $0)]) } ?? (true, [])
        case .showTapped: return (false, [gone] + (show.map { [.reveal($0)] } ?? []))
        case .opensTapped: return (false, [gone] + (opens.map { [.open($0)] } ?? []))
        case .dismissed: return (false, [gone])
        case .held(let isHeld):
            if stays { return (true, []) }
            let restart = Effect.startTimer(.toast, milliseconds: Toast.milliseconds)
            return (true, [isHeld ? gone : .effect(restart)])
        }
    }
}
