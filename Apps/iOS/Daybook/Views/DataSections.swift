import DaybookCore
import DaybookPhone
import SwiftUI
import UniformTypeIdentifiers

/// The person's data: an export of everything, the drafts, an import, and Apple’s Reminders (A14, P3).
struct DataSections: View {
    var phone: PhoneApp
    var home: Home
    @State private var picksFile = false

    var body: some View {
        Section {
            exporting
            if home.draftCount > 0 {
                Button("Export the drafts", systemImage: "square.and.arrow.up") { phone.send(.upper(.draftsTapped)) }
                    .disabled(phone.export == .writing)
                Text(verbatim: Texts.notExported(home.draftCount))
                    .font(.footnote)
                    .foregroundStyle(.secondary)
            }
        } header: {
            Text("Your data")
        } footer: {
            Text("One zip file that other programs can read. It is not encrypted.")
        }
        importing
        RemindersImport(phone: phone)
    }

    @ViewBuilder private var exporting: some View {
        switch phone.export {
        case .none: Button("Export everything", systemImage: "square.and.arrow.up") { phone.exportAll() }
        case .writing: ProgressView()
        case .ready(let file):
            ShareLink(item: file) { Label("Save the file", systemImage: "square.and.arrow.up") }
            Button("Done") { phone.exportTaken() }
        case .failed(let message):
            Text(verbatim: message).foregroundStyle(.red)
            Button("Try again") { phone.exportAll() }
        }
    }

    /// An export of another account, or of this device, becomes the content of an empty account. Without a server, an import
    /// that was interrupted goes on with the same file.
    private var importing: some View {
        Section {
            Button("Import an export", systemImage: "square.and.arrow.down") { picksFile = true }
                .disabled(mayNotImport || home.accountScreen?.importing == .sending)
                .fileImporter(isPresented: $picksFile, allowedContentTypes: [.zip]) { take($0) }
            switch home.accountScreen?.importing {
            case .sending: ProgressView()
            case .failed(let message): Text(verbatim: message).foregroundStyle(.red)
            case .idle, nil: EmptyView()
            }
        } footer: {
            Text("You can import into an account that has no to-dos and no notes. Samples do not count.")
        }
    }

    private var mayNotImport: Bool { home.notebook.hasContent && !phone.isOnThisDeviceAlone }

    private func take(_ result: Result<URL, any Error>) {
        guard case .success(let file) = result else { return }
        Task {
            // The file belongs to another app until then.
            let isOpen = file.startAccessingSecurityScopedResource()
            await phone.importExport(file)
            if isOpen { file.stopAccessingSecurityScopedResource() }
        }
    }
}

/// Imports Apple’s Reminders, which stay as they are.
private struct RemindersImport: View {
    var phone: PhoneApp
    @State private var isBusy = false
    @State private var result: String?

    var body: some View {
        Section {
            Button("Import Apple’s Reminders", systemImage: "square.and.arrow.down") { importAll() }
                .disabled(isBusy)
            if let result { Text(verbatim: result) }
        } footer: {
            Text("Each reminder becomes a to-do. Importing them again makes nothing twice.")
        }
    }

    private func importAll() {
        isBusy = true
        Task {
            result = await words()
            isBusy = false
        }
    }

    private func words() async -> String {
        do {
            return try await phone.importReminders(try await SystemReminders.all()).text
        } catch SystemReminders.Problem.denied {
            return String(localized: "Daybook may not read Reminders. Allow it in Settings, then try again.")
        } catch let error as IntentError {
            return error.text
        } catch {
            return String(localized: "Reminders could not be read. Try again later.")
        }
    }
}
