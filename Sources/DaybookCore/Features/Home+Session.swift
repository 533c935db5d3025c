/// What somebody signed in with, kept in memory until the server has heard it.
public struct Credentials: Equatable, Sendable {
    /// Email or mobile, as typed.
    let login: String
    /// The password, as typed.
    let password: String

    /// The call that signs in.
    var request: Request {
        let body = JSON.object([.init("login", .string(login)), .init("password", .string(password))])
        return Request(.signIn, .post, "/api/v1/sessions", body: body.encoded)
    }
}

extension Home {
    /// Whether the server knows who is here.
    enum Session: Equatable, Sendable {
        /// There is a session, as far as anybody knows.
        case open
        /// Somebody signed in on this device alone, with no network (A13). The server hears of it before it hears of
        /// anything else.
        case owed(Credentials)
        /// The server is being told.
        case asking(Credentials)
    }

    /// Calls the server, or has it called once the call under way is answered.
    mutating func syncNow() -> [Effect] {
        switch session {
        case .open: break
        case .asking: return []
        case .owed(let credentials):
            session = .asking(credentials)
            return [.cancelTimer(.retrySync), .request(credentials.request)]
        }
        if disk.mustReadAll {
            disk.isSyncDue = true
            return []
        }
        guard leads, !isResetUnstored, let request = sync.begin(replica) else { return [] }
        return [.cancelTimer(.retrySync), .request(call(.sync, .post, "/api/v1/sync", body: request.encoded))]
    }

    /// Makes the call that waited until the disk was read.
    mutating func syncDue() -> [Effect] {
        guard disk.isSyncDue else { return [] }
        disk.isSyncDue = false
        return syncNow()
    }

    /// A call in the name of who is signed in.
    func call(_ id: Request.ID, _ method: Request.Method, _ path: String, body: [UInt8] = []) -> Request {
        Request(id, method, path, body: body, account: account.id)
    }

    /// The server answered the sign-in that it was owed.
    mutating func signInAnswered(_ answer: Answer) -> [Effect] {
        guard case .asking(let credentials) = session else { return [] }
        if answer.status == 201 {
            // What this person wrote here may go to this person alone, whoever has that login by now.
            guard let account = App.account(answer.body), account.id == self.account.id,
                !account.hasTemporaryPassword
            else { return sessionEnded() }
            session = .open
            return syncNow() + (accountPage == nil ? [] : loadAccountPage())
        }
        if answer.isNoAnswer || answer.status == 429 {
            session = .owed(credentials)
            return wait(answer)
        }
        // The password was changed elsewhere: signing in again asks for it.
        return sessionEnded()
    }

    /// A form is on its way that ends this session or gives it another token: until it is answered, a call that finds no
    /// session says nothing, and after a deletion the answer says more.
    var isChangingSession: Bool { accountPage?.form?.status == .sending }

    /// The server knows no session; what is not synced stays sealed until somebody signs in.
    mutating func sessionEnded() -> [Effect] {
        sync.stop()
        leaving = .sessionEnded
        return []
    }

    /// A call failed; the next one waits a while.
    mutating func wait(_ answer: Answer) -> [Effect] {
        let wait = sync.failed(jitter: answer.jitter)
        // A server may ask for more patience, within reason.
        let asked = min(max(answer.retryAfter ?? 0, 0), 3_600) * 1_000
        return [.startTimer(.retrySync, milliseconds: max(Int(wait.milliseconds), asked)), .refreshEnded]
    }
}

extension Answer {
    /// Nothing came from the server itself: no network, or only what stands in front of it is up.
    var isNoAnswer: Bool { status == 0 || status >= 500 }
}
