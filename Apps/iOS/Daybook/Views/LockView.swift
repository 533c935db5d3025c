import SwiftUI

/// The screen while the notebook is hidden.
struct LockView: View {
    var lock: Lock

    var body: some View {
        VStack {
            Image(systemName: "lock")
                .font(.headline)
                .accessibilityHidden(true)
            Button("Open your notebook") { Task { await lock.open() } }
        }
    }
}
