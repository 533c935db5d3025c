import Crypto
import DaybookClient
import DaybookCore
import DaybookScrypt
import Foundation

/// The accounts on this device: it opens and seals them, writes the open notebook, and answers for accounts without a server.
///
/// One call at a time. A call returns when its result is on the disk.
actor PhoneStorage {
    let folder: String
    let keys: any KeyStore
    let cost: ScryptCost
    /// The person who is signed in, with the open notebook.
    private(set) var open: Open?
    /// The session of that person; nil for an account of this device alone.
    private(set) var session: ServerSession?
    private var loaded: People?

    /// The open notebook.
    struct Open {
        var account: DaybookCore.UUID
        var key: SymmetricKey
        var vault: Vault
        var file: NotebookFile
    }

    /// The device as it was left.
    enum Found: Sendable {
        /// Nobody is signed in. The session is one whose end its server does not know yet.
        case signedOut(pending: ServerSession?)
        case opened(Account, DiskContent, ServerSession?)
    }

    /// `folder`: where everything is kept. It need not be there yet.
    init(folder: String, keys: any KeyStore, cost: ScryptCost) {
        self.folder = folder
        self.keys = keys
        self.cost = cost
    }

    // MARK: - People

    /// All people who have signed in here.
    func people() throws -> People {
        if let loaded { return loaded }
        let read = try People(path: folder + "/people.json")
        loaded = read
        return read
    }

    func change(_ work: (inout People) throws -> Void) throws {
        var changed = try people()
        try work(&changed)
        if changed == loaded { return }
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        try changed.write(path: folder + "/people.json")
        loaded = changed
    }

    func vault(_ account: DaybookCore.UUID) -> Vault { Vault(account: account, path: "\(folder)/accounts/\(account)") }

    // MARK: - Opening

    /// Opens the notebook of the person who was signed in when the app ended (A9).
    func resume() throws -> Found {
        let pending = try keys.read(.signOut, as: ServerSession.self)
        guard let here = try keys.read(.session, as: SignedIn.self), let id = DaybookCore.UUID(here.account),
            let person = try people()[id]
        else { return .signedOut(pending: pending) }
        let content = try content(of: person.account, SymmetricKey(data: here.key))
        session = here.session
        return .opened(person.account, content, here.session)
    }

    /// Carries out a request about the accounts that this device keeps. `session`: the server whose account it is, with the
    /// token that it has given out.
    func carryOut(_ request: DeviceStorage.Request, _ session: ServerSession?, newID: DaybookCore.UUID) -> DeviceStorage
        .Answer?
    {
        do {
            return try answer(request, session, newID)
        } catch {
            if case .changePassword = request { return .refused }
            return .unavailable(newDevice: newID)
        }
    }

    private func answer(
        _ request: DeviceStorage.Request,
        _ session: ServerSession?,
        _ newID: DaybookCore.UUID
    ) throws -> DeviceStorage.Answer? {
        switch request {
        case .open(let account, let password):
            guard let person = try people()[account.id] else {
                return try make(account, password, session, newID)
            }
            guard let key = person.key.open(password) else {
                // Photos that the server lacks are on this device alone, too.
                return .locked(unsent: person.unsent.map { $0 + vault(account.id).waiting.count })
            }
            return try enter(account, key, session, newID)
        case .unlock(let login, let password):
            for person in try people().named(login) where person.server != nil {
                guard let key = person.key.open(password), let server = person.server else { continue }
                return try enter(person.account, key, ServerSession(server: server.text), newID)
            }
            return .unknown
        case .recover(let account, let earlier, let password):
            guard let key = try people()[account.id]?.key.open(earlier) else { return .locked(unsent: nil) }
            try seal(key, of: account.id, under: password)
            return try enter(account, key, session, newID)
        case .replace(let account, let password):
            try vault(account.id).delete()
            return try make(account, password, session, newID)
        case .changePassword(let account, let current, let new):
            guard let key = try people()[account.id]?.key.open(current) else { return .refused }
            try seal(key, of: account.id, under: new)
            return nil
        case .keep(let account):
            try change { $0[account.id]?.account = account }
            return nil
        }
    }

    /// Begins to keep an account.
    private func make(
        _ account: Account,
        _ password: String,
        _ session: ServerSession?,
        _ newID: DaybookCore.UUID
    ) throws -> DeviceStorage.Answer {
        let key = SymmetricKey(size: .bits256)
        let server = try session.map { try ServerAddress($0.server, allowsPlain: true) }
        let person = Person(account: account, server: server, key: try SealedKey(key, password: password, cost: cost))
        try change { $0[account.id] = person }
        return try enter(account, key, session, newID)
    }

    private func seal(_ key: SymmetricKey, of account: DaybookCore.UUID, under password: String) throws {
        let sealed = try SealedKey(key, password: password, cost: cost)
        try change { $0[account]?.key = sealed }
    }

    private func enter(
        _ account: Account,
        _ key: SymmetricKey,
        _ session: ServerSession?,
        _ newID: DaybookCore.UUID
    ) throws -> DeviceStorage.Answer {
        let content = try content(of: account, key)
        try change { people in
            people[account.id]?.account = account
            people[account.id]?.unsent = nil
        }
        let bytes = key.withUnsafeBytes { Data($0) }
        try keys.write(SignedIn(account: account.id.description, key: bytes, session: session), as: .session)
        self.session = session
        return .opened(account, content, newDevice: newID)
    }

    /// Opens an account's notebook and reads all of it.
    private func content(of account: Account, _ key: SymmetricKey) throws -> DiskContent {
        try close()
        let vault = vault(account.id)
        do {
            return try read(vault, account, key)
        } catch NotebookFileError.damaged {
            // The readable parts of the file and of its copy become the notebook. The damaged file is kept beside it.
            _ = try NotebookRecovery(vault.notebook).run(now: Device.now)
            return try read(vault, account, key)
        }
    }

    private func read(_ vault: Vault, _ account: Account, _ key: SymmetricKey) throws -> DiskContent {
        let file = try vault.open(key)
        let replica = try file.write { try $0.replica() }
        // They take room, and the next launch tries again.
        try? vault.removeUnusedImports(besides: photosOfRecords(replica))
        // A copy that cannot be made is no reason to keep the notebook closed.
        _ = try? file.keepCopy(now: Device.now)
        open = Open(account: account.id, key: key, vault: vault, file: file)
        return DiskContent(snapshot: ReplicaDisk.encode(replica))
    }

    /// The photos that any record names, also a deleted one.
    private func photosOfRecords(_ replica: Replica) -> Set<DaybookCore.Digest> {
        var digests: Set<DaybookCore.Digest> = []
        for record in replica.records.values {
            guard let photo = Photo(record, evenIfDeleted: true) else { continue }
            digests.insert(photo.sha256)
            if let thumbnail = photo.thumbnail { digests.insert(thumbnail) }
        }
        return digests
    }

    private func close() throws {
        try open?.file.close()
        open = nil
    }

    // MARK: - Sessions

    /// Keeps the session of the person who is signed in.
    func keep(_ session: ServerSession) throws {
        guard var here = try keys.read(.session, as: SignedIn.self) else { return }
        here.session = session
        try keys.write(here, as: .session)
    }

    /// The server now knows that a session ended.
    func signedOut() throws { try keys.remove(.signOut) }

    /// Seals the notebook of the person who is signed in and forgets the key, or deletes the account.
    func signOut(_ reason: SignOutReason) throws {
        let here = open
        try close()
        switch reason {
        case .deleted:
            if let here {
                try here.vault.delete()
                try change { $0[here.account] = nil }
            }
        case .loggedOut(let unsent), .sessionEnded(let unsent, _):
            if let here {
                // Without room for the sealed bytes the file stays; the system protects it.
                try? here.vault.seal(here.key)
                try? change { $0[here.account]?.unsent = unsent }
            }
            if case .loggedOut = reason, let session = try keys.read(.session, as: SignedIn.self)?.session,
                session.token != nil
            {
                try keys.write(session, as: .signOut)
            }
        }
        try keys.remove(.session)
    }

    // MARK: - The open notebook

    /// Something that the notebook asks to write.
    enum Write: Sendable {
        case entry([UInt8])
        /// All of a replica, after a write has failed or many entries were written.
        case snapshot([UInt8])
    }

    /// Writes all or nothing, in this order.
    func write(_ writes: [Write]) throws {
        guard let file = open?.file else { throw Closed() }
        // Entries before the snapshot are in it.
        let begin = writes.lastIndex { if case .snapshot = $0 { true } else { false } } ?? 0
        try file.write { writer in
            for write in writes[begin...] {
                switch write {
                case .entry(let bytes):
                    guard let entry = ReplicaDisk.entry(of: bytes) else { throw Closed() }
                    try writer.apply(entry)
                case .snapshot(let bytes):
                    let newDevice = DaybookCore.UUID(high: 0, low: 0)
                    let content = ReplicaDisk.decode(snapshot: bytes, journal: [], newDevice: newDevice)
                    guard content.damaged == 0 else { throw Closed() }
                    try writer.replace(with: content.replica)
                }
            }
        }
    }

    /// Reads all of the notebook.
    func read() throws -> DiskContent {
        guard let file = open?.file else { throw Closed() }
        return DiskContent(snapshot: ReplicaDisk.encode(try file.read { try $0.replica() }))
    }

    /// No notebook is open.
    struct Closed: Error {}

    // MARK: - Photos

    /// Keeps a photo and its thumbnail for upload.
    func keep(
        _ photo: [UInt8],
        _ digest: DaybookCore.Digest,
        thumbnail: [UInt8],
        _ thumbnailDigest: DaybookCore.Digest?
    ) throws {
        guard let open else { throw Closed() }
        if let thumbnailDigest { try open.vault.keep(thumbnail, as: thumbnailDigest, open.key, isWaiting: true) }
        try open.vault.keep(photo, as: digest, open.key, isWaiting: true)
    }

    /// Keeps a photo that came from the server.
    func keepFetched(_ photo: [UInt8], _ digest: DaybookCore.Digest) throws {
        guard let open else { throw Closed() }
        try open.vault.keep(photo, as: digest, open.key, isWaiting: false)
    }

    /// Keeps a photo of an import like any other photo that was added here. True when this device did not have it.
    func keepImported(
        _ photo: [UInt8],
        _ digest: DaybookCore.Digest,
        of account: DaybookCore.UUID
    ) throws -> Bool {
        guard let open, open.account == account else { throw Closed() }
        if open.vault.photo(digest, open.key) != nil { return false }
        try open.vault.keepImported(photo, as: digest, open.key)
        return true
    }

    /// Removes the photos of an import that failed.
    func removeImported(_ photos: [DaybookCore.Digest], of account: DaybookCore.UUID) {
        for photo in photos { try? vault(account).remove(photo) }
    }

    /// The bytes of a photo; nil when this device does not have them.
    func photo(_ digest: DaybookCore.Digest) -> [UInt8]? { open.flatMap { $0.vault.photo(digest, $0.key) } }

    /// The photos whose bytes the server lacks.
    var waitingPhotos: [DaybookCore.Digest] { open?.vault.waiting ?? [] }

    /// The server may delete the bytes of photos.
    func refused(_ digests: [DaybookCore.Digest]) { for digest in digests { try? open?.vault.refused(digest) } }

    /// The server has the bytes of a photo.
    func sent(_ digest: DaybookCore.Digest) { try? open?.vault.sent(digest) }
}
