import DaybookCore
import SwiftUI

/// The tags of a to-do or a note, and the line that adds one.
struct TagSection: View {
    let tags: [String]
    /// The tags in use that begin as the text does.
    let offered: [String]
    /// The text in the line.
    @Binding var text: String
    /// The rule that keeps the text from becoming a tag.
    let violation: Violation?
    let add: () -> Void
    let suggest: (String) -> Void
    let remove: (String) -> Void

    var body: some View {
        Section("Tags") {
            ForEach(tags, id: \.self) { tag in
                HStack {
                    Text(verbatim: "#\(tag)")
                    Spacer()
                    IconButton(icon: "xmark.circle", label: Texts.removeTag(tag)) { remove(tag) }
                }
            }
            TextField("New tag", text: $text)
                .submitLabel(.done)
                .onSubmit { add() }
                .textInputAutocapitalization(.never)
            BrokenRule(violation: violation)
            if !offered.isEmpty {
                Chips {
                    ForEach(offered, id: \.self) { tag in
                        Button("#\(tag)") { suggest(tag) }
                    }
                }
            }
        }
    }
}
