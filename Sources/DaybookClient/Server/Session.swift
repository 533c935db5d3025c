import DaybookCore
import Foundation

/// A session of the notebook's account with a server.
public struct Session: Equatable, Sendable {
    /// The server.
    public var server: ServerAddress
    /// The account that signed in.
    public var account: DaybookCore.UUID
    /// The secret that the server gave out for the session.
    let token: String

    /// A session. Nil when the token is not one that a server gives out: up to 1,024 visible characters of ASCII.
    public init?(server: ServerAddress, account: DaybookCore.UUID, token: String) {
        guard (1...1_024).contains(token.utf8.count), token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        self.server = server
        self.account = account
        self.token = token
    }

    /// A call about a photo in this session, with its bytes or for them.
    func photoCall(_ method: Request.Method, _ digest: Digest, body: [UInt8] = []) -> Call {
        var call = call(.photo, method, "/api/v1/photos/\(digest)", body: body)
        call.content = .photo
        return call
    }

    /// A call in this session. The server refuses it when the session is another account's.
    func call(_ id: Request.ID, _ method: Request.Method, _ path: String, body: [UInt8] = []) -> Call {
        Call(request: Request(id, method, path, body: body, account: account), token: token)
    }
}

extension Session: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Without the token, which no log and no message may hold.
    public var description: String { "session of \(account) at \(server.text)" }
    /// The description, without the token.
    public var debugDescription: String { description }
    /// Nothing, so that no reflection shows the token.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The file beside the notebook that holds its session, for its owner alone. It is not in the notebook, whose copies
/// may go elsewhere.
extension NotebookFolder {
    /// The session's file.
    public var sessionFile: String { path + "/session.json" }

    /// The session; nil when there is no session, or something else is in its file. Throws when the file cannot be read.
    public func session() throws(NotebookFileError) -> Session? { try session(in: sessionFile) }

    private func session(in file: String) throws(NotebookFileError) -> Session? {
        guard try NotebookFolder.size(of: file) != nil else { return nil }
        let descriptor = open(file, O_RDONLY)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 8_193)
        let count = read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw failure() }
        guard count < bytes.count, let json = try? JSON(Array(bytes.prefix(count))),
            let server = json["server"]?.stringValue.flatMap({ try? ServerAddress($0, allowsPlain: true) }),
            let account = json["account"]?.stringValue.flatMap({ DaybookCore.UUID($0) }),
            let token = json["token"]?.stringValue
        else { return nil }
        return Session(server: server, account: account, token: token)
    }

    /// Keeps a session in place of the one before.
    func keep(_ session: Session) throws { try keep(session, in: sessionFile) }

    private func keep(_ session: Session, in sessionFile: String) throws {
        let json = JSON.object([
            .init("server", .string(session.server.text)), .init("account", .string(session.account.description)),
            .init("token", .string(session.token)),
        ])
        let temporary = "\(sessionFile).\(getpid())"
        unlink(temporary)
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard file >= 0 else { throw failure() }
        defer { unlink(temporary) }
        let isWritten = json.encoded.withUnsafeBytes { write(file, $0.baseAddress, $0.count) == $0.count }
        let isSafe = isWritten && fsync(file) == 0
        close(file)
        guard isSafe, rename(temporary, sessionFile) == 0 else { throw failure() }
    }

    /// Forgets the session. The server is not told.
    public func forgetSession() throws {
        if unlink(sessionFile) != 0, errno != ENOENT { throw failure() }
    }

    // MARK: - Sessions that the server does not know to have ended

    private static let endedPrefix = "ended-session-"

    /// Keeps a session that was ended on this device but not on its server, until the server can be reached.
    public func keepEnded(_ session: Session, now: Instant) throws {
        try keep(session, in: "\(path)/\(NotebookFolder.endedPrefix)\(now.milliseconds)-\(getpid()).json")
    }

    /// Ends the sessions on a server that were ended on this device alone. A session that cannot be ended now is kept.
    public func endSessions(on server: ServerAddress, _ transport: any ServerTransport) async {
        for (file, session) in endedSessions where session.server == server {
            // False means that the server had ended it already.
            if (try? await AccountCalls(server, transport).signOut(session)) != nil { unlink(file) }
        }
    }

    /// The server of a session that was ended on this device alone; nil when there is no such session.
    public var endedSessionServer: ServerAddress? { endedSessions.first?.session.server }

    private var endedSessions: [(file: String, session: Session)] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { $0.hasPrefix(NotebookFolder.endedPrefix) && $0.hasSuffix(".json") }.compactMap { name in
            (try? session(in: "\(path)/\(name)")).map { ("\(path)/\(name)", $0) }
        }
    }

    private func failure() -> NotebookFileError {
        .cannotOpen(path: sessionFile, detail: String(cString: strerror(errno)))
    }
}
