/// The end of a session on the server (A10). The server must end it before another person signs in on this device. The
/// browser holds one session at a time: a new session would replace the cookie of the old session, which would stay
/// open.
struct SignOut: Equatable, Sendable {
    /// The server has not confirmed the end of the session that was here before.
    var isPending = false
    /// The sign-in or sign-up that waits until the earlier session has ended.
    var held: Request?

    fileprivate static var request: Effect { .request(Request(.signOut, .delete, "/api/v1/sessions/current")) }
}

extension App {
    /// Ends the session on the server.
    mutating func signOutOfServer() -> [Effect] {
        signOut.isPending = true
        return [SignOut.request]
    }

    /// Tries again once there may be a network.
    mutating func retrySignOut() -> [Effect] {
        signOut.isPending ? [SignOut.request] : []
    }

    /// Sends a sign-in or sign-up, after the earlier session has ended.
    mutating func afterSignOut(_ effects: [Effect]) -> [Effect] {
        guard signOut.isPending else { return effects }
        var allowed = effects
        for index in allowed.indices {
            guard case .request(let request) = allowed[index], request.id == .signIn || request.id == .signUp else {
                continue
            }
            signOut.held = request
            allowed[index] = SignOut.request
        }
        return allowed
    }

    mutating func signOutAnswered(_ answer: Answer, _ now: Instant) -> [Effect] {
        let held = signOut.held
        signOut.held = nil
        // Any answer from the server itself is enough: a session that the server does not know has ended.
        if answer.status == 0 || answer.status >= 500 {
            return held.map { reduce(&self, .answered($0.id, answer), now) } ?? []
        }
        signOut.isPending = false
        return held.map { [.request($0)] } ?? []
    }
}
