import DaybookCore
import DaybookPhone
import SwiftUI

/// The field for a tag: its new name on all to-dos and notes, or a tag for the chosen ones (T3, T8).
struct TagNameView: View {
    var phone: PhoneApp
    var overlay: Overlay?

    /// Whether Core asks for the name of a tag.
    static func isShown(_ overlay: Overlay?) -> Bool { question(overlay) != nil }

    var body: some View {
        NavigationStack {
            if let question = Self.question(overlay) {
                Form {
                    TextField("Tag", text: phone.field({ $0.words }) { .overlay(.nameChanged($0)) })
                        .submitLabel(.done)
                        .onSubmit { phone.send(.overlay(.confirmed)) }
                        .textInputAutocapitalization(.never)
                    BrokenRule(violation: question.violation)
                }
                .navigationTitle(question.title)
                .navigationBarTitleDisplayMode(.inline)
                .toolbar {
                    ToolbarItem(placement: .cancellationAction) {
                        Button("Cancel") { phone.send(.overlay(.dismissed)) }
                    }
                    ToolbarItem(placement: .confirmationAction) {
                        Button("Save") { phone.send(.overlay(.confirmed)) }
                    }
                }
            }
        }
        .presentationDetents([.medium])
    }

    private struct Question {
        var title: LocalizedStringKey
        var violation: Violation?
    }

    private static func question(_ overlay: Overlay?) -> Question? {
        switch overlay {
        case .renameTag(_, _, let violation):
            Question(title: "Rename on all to-dos and notes", violation: violation)
        case .tagChosen(_, let violation): Question(title: "Add a tag", violation: violation)
        default: nil
        }
    }
}
