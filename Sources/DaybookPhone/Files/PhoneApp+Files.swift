import DaybookClient
import DaybookCore
import Foundation

// Files for the person: an export of everything, the drafts, and an export that is imported (A14).
extension PhoneApp {
    private var exports: URL { URL(fileURLWithPath: device.folder, isDirectory: true).appending(path: "exports") }

    /// Writes everything of the account to a file: the server's data, or this device's data if there is no server.
    public func exportAll() {
        guard let home = app.home, export != .writing else { return }
        export = .writing
        let (now, notebook) = (generation, home.notebook)
        begin { [self] in
            let written = await write(notebook)
            if now == generation { export = written }
            if case .ready = export { return }
            removeExports()
        }
    }

    /// The person has saved the file elsewhere, or does not want it.
    public func exportTaken() {
        export = .none
        removeExports()
    }

    /// Removes the files that the person has not saved elsewhere. Such a file is not sealed, so it does not outlive a
    /// launch or a sign-out.
    func removeExports() { try? FileManager.default.removeItem(at: exports) }

    /// Imports an export into the account, on the screen of the account: by its server, or here if it has none. Returns
    /// once the person was told what was imported.
    public func importExport(_ file: URL) async {
        guard let home = app.home, home.accountScreen?.importing != .sending else { return }
        let now = generation
        if session == nil {
            beginImport(home)
            let answer = await importHere(file)
            if now == generation { send(.answered(.importing, answer)) }
            return
        }
        guard let place = session, let transport = transport(to: place.server) else { return }
        beginImport(home)
        let request = Request(.importing, .post, "/api/v1/account/import", account: home.notebook.account.id)
        var answer = Answer(status: 0)
        if FileManager.default.isReadableFile(atPath: file.path) {
            let call = Call(request: request, token: place.token)
            if let sent = try? await transport.upload(call, from: file) { answer = sent }
        } else {
            answer = .problem(400, PhoneTexts.unreadable)
        }
        if now == generation { send(.answered(.importing, answer)) }
    }

    private func beginImport(_ home: Home) {
        if home.accountScreen == nil { send(.upper(.accountOpened)) }
        send(.upper(.account(.importChosen)))
    }

    // MARK: - Writing

    private func write(_ notebook: Notebook) async -> Export {
        do {
            let file = try makeExport("daybook-\(device.clock.now.rfc3339.prefix(10)).zip")
            if session == nil { return try await write(notebook, to: file) }
            return try await download(notebook, to: file)
        } catch SyncFailure.unreachable {
            return .failed(Texts.failure(Answer(status: 0)))
        } catch {
            return .failed(PhoneTexts.notExported)
        }
    }

    private func download(_ notebook: Notebook, to file: URL) async throws -> Export {
        guard let place = session, let transport = transport(to: place.server) else { throw PhoneStorage.Closed() }
        let request = Request(.account, .get, "/api/v1/account/export", account: notebook.account.id)
        let answer = try await transport.download(Call(request: request, token: place.token), to: file)
        return answer.status == 200 ? .ready(file) : .failed(Texts.failure(answer))
    }

    /// The file of an account that no server has, with one photo in memory at a time.
    private func write(_ notebook: Notebook, to file: URL) async throws -> Export {
        var archive = DraftArchive(Drafts(everythingIn: notebook), device.clock.now)
        let target = try FileHandle(forWritingTo: file)
        defer { try? target.close() }
        while let digest = archive.next {
            let photo = await photo(digest) ?? []
            for case .write(let bytes, _) in archive.take(digest, photo) ?? [] {
                try target.write(contentsOf: bytes + photo)
            }
        }
        try target.write(contentsOf: archive.end())
        if archive.missing > 0 { device.services.announce(Texts.photosMissing(archive.missing)) }
        return .ready(file)
    }

    /// An empty file under the name that the person sees.
    private func makeExport(_ name: String) throws -> URL {
        let file = exports.appending(path: name)
        try FileManager.default.createDirectory(
            at: exports,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        try Data().write(to: file)
        return file
    }

    // MARK: - The file of the drafts, as Core writes it

    /// Begins the file of the drafts, or goes on with it.
    func writeDrafts(_ bytes: [UInt8]) {
        do {
            if drafts == nil {
                drafts = try FileHandle(forWritingTo: makeExport(DraftArchive.name))
                export = .writing
            }
            try drafts?.write(contentsOf: bytes)
        } catch {
            export = .failed(PhoneTexts.notExported)
        }
    }

    /// Ends the file of the drafts, and offers it to the person.
    func saveDrafts(_ name: String, _ bytes: [UInt8]) {
        writeDrafts(bytes)
        try? drafts?.close()
        drafts = nil
        if export == .writing { export = .ready(exports.appending(path: name)) }
    }
}
