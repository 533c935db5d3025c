import SwiftUI

/// An icon that is a button. A finger may touch 44 points, of which those around the icon take no room in the row.
struct IconButton: View {
    var icon: String
    /// What it does, for VoiceOver.
    var label: String
    var action: @MainActor () -> Void

    var body: some View {
        Button(action: action) {
            Image(systemName: icon)
                .padding(.all, 11)
                .contentShape(Rectangle())
        }
        .buttonStyle(.borderless)
        .padding(.all, -11)
        .accessibilityLabel(Text(verbatim: label))
    }
}
