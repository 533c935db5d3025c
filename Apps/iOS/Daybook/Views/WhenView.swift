import DaybookCore
import DaybookPhone
import SwiftUI

/// The "when" question: words, offers and a calendar, for one to-do or for all chosen to-dos.
struct WhenView: View {
    var phone: PhoneApp
    var home: Home
    var planned: Overlay.Planned
    var typed: TypedTime

    var body: some View {
        NavigationStack {
            Form {
                Section {
                    if let todo { Text(verbatim: todo.title).font(.headline) }
                    TextField(
                        "When, for example “tomorrow 9am”",
                        text: phone.field({ $0.words }) { .overlay(.nameChanged($0)) }
                    )
                    .submitLabel(.done)
                    .onSubmit { phone.send(.overlay(.confirmed)) }
                    ReadingView(typed: typed)
                    Chips {
                        ForEach(DayChoice.allCases, id: \.self) { day in
                            Button(Texts.label(day)) { phone.send(planned.action(.offer(day))) }
                        }
                        if isDated { Button("No date") { phone.send(planned.action(.none)) } }
                    }
                }
                Section {
                    DayCalendar(phone: phone, picked: picked) { phone.send(planned.action(.day($0))) }
                }
            }
            .navigationTitle("When")
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) {
                    Button("Cancel") { phone.send(.overlay(.dismissed)) }
                }
                ToolbarItem(placement: .confirmationAction) {
                    Button("Set") { phone.send(.overlay(.confirmed)) }
                        .disabled(!isUnderstood)
                }
            }
        }
        .presentationDetents([.large])
    }

    /// The to-do that is planned; nil for several.
    private var todo: Todo? {
        if case .todo(let id) = planned { home.notebook.todos[id] } else { nil }
    }

    private var picked: CivilDate? { (todo?.deadline ?? todo?.reminder).map { phone.moment.zone.date(at: $0) } }

    private var isDated: Bool { todo.map { $0.deadline != nil || $0.reminder != nil } ?? true }

    private var isUnderstood: Bool { if case .understood = typed.reading { true } else { false } }
}
