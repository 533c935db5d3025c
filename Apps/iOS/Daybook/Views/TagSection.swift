import DaybookCore
import SwiftUI

/// The tags of a to-do or a note, and the line that adds one.
struct TagSection: View {
    let tags: [String]
    /// The text in the line.
    @Binding var text: String
    /// The rule that keeps the text from becoming a tag.
    let violation: Violation?
    let add: () -> Void
    let remove: (String) -> Void

    var body: some View {
        Section("Tags") {
            ForEach(tags, id: \.self) { tag in
                HStack {
                    Text(verbatim: "#\(tag)")
                    Spacer()
                    Button {
                        remove(tag)
                    } label: {
                        Image(systemName: "xmark.circle")
                    }
                    .accessibilityLabel(Text(verbatim: Texts.removeTag(tag)))
                }
            }
            TextField("New tag", text: $text)
                .onSubmit { add() }
            if let violation {
                Text(verbatim: violation.message)
                    .font(.footnote)
                    .foregroundStyle(.red)
            }
        }
    }
}
