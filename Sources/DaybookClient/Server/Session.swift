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

    /// A session. Nil when the token is none that a server gives out: up to 1,024 visible characters of ASCII.
    public init?(server: ServerAddress, account: DaybookCore.UUID, token: String) {
        guard (1...1_024).contains(token.utf8.count), token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        self.server = server
        self.account = account
        self.token = token
    }

    /// A call in this session. The server refuses it when the session is another account's.
    func call(_ id: Request.ID, _ method: Request.Method, _ path: String, body: [UInt8] = []) -> Call {
        Call(request: Request(id, method, path, body: body, account: account), token: token)
    }
}

extension Session: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Without the token, which no log and no message may hold.
    public var description: String { "session of \(account) at \(server.text)" }
    /// The same.
    public var debugDescription: String { description }
    /// Nothing, so that no reflection shows the token.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The file beside the notebook that holds its session, for its owner alone. It is not in the notebook, whose copies may
/// go elsewhere.
extension NotebookFolder {
    /// The session's file.
    public var sessionFile: String { path + "/session.json" }

    /// The session; nil when there is none, or its file cannot be read.
    public func session() -> Session? {
        guard let data = FileManager.default.contents(atPath: sessionFile), data.count <= 8_192,
            let json = try? JSON([UInt8](data)),
            let server = json["server"]?.stringValue.flatMap({ try? ServerAddress($0, allowsPlain: true) }),
            let account = json["account"]?.stringValue.flatMap({ DaybookCore.UUID($0) }),
            let token = json["token"]?.stringValue
        else { return nil }
        return Session(server: server, account: account, token: token)
    }

    /// Keeps a session in place of the one before.
    func keep(_ session: Session) throws {
        let json = JSON.object([
            .init("server", .string(session.server.text)), .init("account", .string(session.account.description)),
            .init("token", .string(session.token)),
        ])
        let fresh = "\(sessionFile).\(getpid())"
        unlink(fresh)
        let file = open(fresh, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard file >= 0 else { throw failure() }
        defer { unlink(fresh) }
        let isWritten = json.encoded.withUnsafeBytes { write(file, $0.baseAddress, $0.count) == $0.count }
        let isSafe = isWritten && fsync(file) == 0
        close(file)
        guard isSafe, rename(fresh, sessionFile) == 0 else { throw failure() }
    }

    /// Forgets the session. The server is not told.
    public func forgetSession() throws {
        if unlink(sessionFile) != 0, errno != ENOENT { throw failure() }
    }

    private func failure() -> NotebookFileError {
        .cannotOpen(path: sessionFile, detail: String(cString: strerror(errno)))
    }
}
