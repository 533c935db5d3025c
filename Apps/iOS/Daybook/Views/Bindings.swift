import DaybookCore
import DaybookPhone
import SwiftUI

extension PhoneApp {
    /// A text of the screens before sign-in. It is read when it is needed, and each change is an action.
    func text(
        _ read: @escaping @MainActor (DaybookCore.App) -> String?,
        _ action: @escaping @MainActor (String) -> PhoneApp.Action
    ) -> Binding<String> {
        Binding(get: { read(self.app) ?? "" }, set: { self.send(action($0)) })
    }

    /// A text of the screens behind sign-in.
    func field(
        _ read: @escaping @MainActor (Home) -> String?,
        _ action: @escaping @MainActor (String) -> Home.Action
    ) -> Binding<String> {
        Binding(get: { self.app.home.flatMap { read($0) } ?? "" }, set: { self.send(action($0)) })
    }

    /// A choice of the screens behind sign-in. Setting the same value again is not an action, because some of Core's
    /// actions toggle.
    func choice<Value: Equatable>(
        _ value: Value,
        _ action: @escaping @MainActor (Value) -> Home.Action
    ) -> Binding<Value> {
        Binding(get: { value }, set: { if $0 != value { self.send(action($0)) } })
    }

    /// Whether a part of Core's state shows: closing it by a gesture is going back.
    func shows(_ isShown: @escaping @MainActor (Home) -> Bool) -> Binding<Bool> {
        Binding(
            get: { self.app.home.map { isShown($0) } ?? false },
            set: { if !$0, let home = self.app.home, isShown(home) { self.goBack() } }
        )
    }
}

extension PhoneApp {
    /// Whether a screen shows above the list alone, or above what is open there. Closing it by a gesture closes all of it.
    func showsUpper(aboveSheet: Bool) -> Binding<Bool> {
        Binding(
            get: { self.app.home.map { $0.upper != nil && ($0.sheet != nil) == aboveSheet } ?? false },
            set: { if !$0 { self.closeUpper() } }
        )
    }
}

/// Shows a value, and keeps showing the last value while its place leaves the screen.
struct Held<Value: Equatable, Content: View>: View {
    var value: Value?
    @ViewBuilder var content: (Value) -> Content
    @State private var last: Value?

    var body: some View {
        Group {
            if let shown = value ?? last { content(shown) }
        }
        .onChange(of: value, initial: true) { _, value in
            if let value { last = value }
        }
    }
}

/// The rule that a field breaks.
struct BrokenRule: View {
    var violation: Violation?

    var body: some View {
        if let violation {
            Label(violation.message, systemImage: "exclamationmark.triangle")
                .font(.footnote)
                .foregroundStyle(.red)
        }
    }
}

/// Buttons beside one another, which scroll sideways where they do not fit.
struct Chips<Content: View>: View {
    @ViewBuilder var content: () -> Content

    var body: some View {
        ScrollView(.horizontal, showsIndicators: false) {
            HStack { content() }
        }
        .buttonStyle(.bordered)
    }
}

/// The times and tags that a line names. A tap makes plain text of one, or reads it again (T14).
struct PiecesView: View {
    var pieces: [LinePiece]
    var toggle: (Int) -> Void

    var body: some View {
        if !pieces.isEmpty {
            Chips {
                ForEach(pieces, id: \.place) { piece in
                    Button(piece.words, systemImage: symbol(piece.kind)) { toggle(piece.place) }
                        .accessibilityLabel(Text(verbatim: piece.label))
                }
            }
        }
    }

    private func symbol(_ kind: LinePiece.Kind) -> String {
        switch kind {
        case .tag: "tag"
        case .deadline: "calendar"
        case .reminder: "bell"
        case .repetition: "repeat"
        case .plain: "arrow.uturn.backward"
        }
    }
}

/// The meaning of words for a time.
struct ReadingView: View {
    var typed: TypedTime

    var body: some View {
        switch typed.reading {
        case .nothing: EmptyView()
        case .understood(let words):
            Text(verbatim: words)
                .font(.footnote)
                .foregroundStyle(.secondary)
        case .unclear(let words):
            Text(verbatim: words)
                .font(.footnote)
                .foregroundStyle(.red)
        }
    }
}

/// A month in which one day is picked. The system's calendar for several days is used, because it can have none.
struct DayCalendar: View {
    var phone: PhoneApp
    var picked: CivilDate?
    var pick: (CivilDate) -> Void

    var body: some View {
        MultiDatePicker("Day", selection: chosen, in: phone.startOfToday...)
    }

    private var chosen: Binding<Set<DateComponents>> {
        Binding(
            get: { picked.map { [$0.parts] } ?? [] },
            set: { if let day = CivilDate.tapped($0, over: picked) { pick(day) } }
        )
    }
}

/// Rows that only a server has, or the reason why they are not here.
struct FetchedRows<Item: Equatable & Sendable, Rows: View>: View {
    var phone: PhoneApp
    var fetched: Fetched<[Item]>
    @ViewBuilder var rows: ([Item]) -> Rows

    var body: some View {
        switch fetched {
        case .loading: ProgressView()
        case .failed(let message):
            Text(verbatim: message)
            Button("Try again") { phone.send(.upper(.reloadTapped)) }
        case .here(let items): rows(items)
        }
    }
}
