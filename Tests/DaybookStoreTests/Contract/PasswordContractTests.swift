import DaybookCore
import DaybookStore
import Testing

@Suite("Every storage keeps passwords")
struct PasswordContractTests {
    static func change(
        from current: String,
        to new: String = "new",
        session: UInt64 = 11,
        token: TokenHash? = nil
    ) -> PasswordChange {
        PasswordChange(
            from: current,
            to: new,
            session: SessionID(uuid(session)),
            token: token,
            occasion: occasion(5, device: "Phone"),
            attempt: nil
        )
    }

    @Test("[A14] a new password ends the other sessions and is listed", arguments: StorageKind.allCases)
    func changed(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let ben = try await storage.add(2)
            try await storage.createSession(newSession(11, of: asha))
            #expect(try await storage.changePassword(of: asha.id, Self.change(from: asha.passwordHash)))
            #expect(try await storage.account(asha.id)?.passwordHash == "new")
            #expect(try await storage.session(token: token(1)) == nil)
            #expect(try await storage.session(token: token(11)) != nil)
            #expect(try await storage.session(token: token(2))?.account == ben.id)
            let newest = try await storage.activity(of: asha.id, limit: 1)
            #expect(newest == [ActivityEntry(.passwordChanged, at: moment(5), device: "Phone")])
        }
    }

    @Test("[A12] with a new password a session goes on under a new token", arguments: StorageKind.allCases)
    func rotated(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let phone = newSession(11, of: asha, used: 20, device: "Phone")
            try await storage.createSession(phone)
            let change = Self.change(from: asha.passwordHash, token: token(77))
            #expect(try await storage.changePassword(of: asha.id, change))
            #expect(try await storage.session(token: token(11)) == nil)
            #expect(try await storage.session(token: token(77))?.session == phone.session)
            #expect(try await storage.sessions(of: asha.id) == [phone.session])
        }
    }

    @Test("[A12] a sign-in that began with an old password comes too late", arguments: StorageKind.allCases)
    func late(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            try await storage.createSession(newSession(11, of: asha))
            #expect(try await storage.changePassword(of: asha.id, Self.change(from: asha.passwordHash)))
            var late = newSession(12, of: asha)
            late.provenBy = asha.passwordHash
            let before = try await storage.activity(of: asha.id, limit: 10)
            await #expect(throws: StorageError.passwordChanged) { try await storage.createSession(late) }
            #expect(try await storage.session(token: token(12)) == nil)
            #expect(try await storage.activity(of: asha.id, limit: 10) == before)
            late.provenBy = "new"
            try await storage.createSession(late)
            #expect(try await storage.session(token: token(12)) != nil)
        }
    }

    @Test("[A12] a hash that is another by now is not replaced", arguments: StorageKind.allCases)
    func race(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            try await storage.createSession(newSession(11, of: asha))
            let change = Self.change(from: "older", token: token(77))
            #expect(try await !storage.changePassword(of: asha.id, change))
            #expect(try await !storage.replaceHash(of: asha.id, from: "older", to: "new"))
            #expect(try await storage.account(asha.id) == asha)
            #expect(try await storage.session(token: token(1)) != nil)
            #expect(try await storage.session(token: token(11)) != nil)
            #expect(try await storage.activity(of: asha.id, limit: 9).map(\.kind) == [.signedIn, .signedUp])
        }
    }

    @Test("[A14] a session that has ended changes no password", arguments: StorageKind.allCases)
    func endedSession(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            try await storage.add(2)
            for session: UInt64 in [11, 2] {
                let change = Self.change(from: asha.passwordHash, session: session)
                #expect(try await !storage.changePassword(of: asha.id, change))
            }
            #expect(try await storage.account(asha.id) == asha)
            #expect(try await storage.session(token: token(1)) != nil)
        }
    }

    @Test("[A14] what an ended session or an old password proved is not done", arguments: StorageKind.allCases)
    func oldProof(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            try await storage.add(2)
            let proofs = [(1, "older"), (11, asha.passwordHash), (2, asha.passwordHash)].map {
                PasswordProof(session: SessionID(uuid($0)), hash: $1)
            }
            for proof in proofs {
                let change = AccountChange(email: "thief@example.com", proof: proof)
                await #expect(throws: StorageError.passwordChanged) {
                    try await storage.updateAccount(asha.id, change, on: occasion())
                }
                await #expect(throws: StorageError.passwordChanged) {
                    try await storage.deleteAccount(asha.id, provenBy: proof)
                }
            }
            #expect(try await storage.account(asha.id) == asha)
            let proof = PasswordProof(session: SessionID(uuid(1)), hash: asha.passwordHash)
            let change = AccountChange(email: "asha@example.com", proof: proof)
            #expect(try await storage.updateAccount(asha.id, change, on: occasion()).email == "asha@example.com")
            #expect(try await storage.deleteAccount(asha.id, provenBy: proof))
        }
    }

    @Test("[A12] a costlier hash of the same password changes nothing else", arguments: StorageKind.allCases)
    func rehashed(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            var asha = try await storage.add(1)
            #expect(try await storage.resetPassword(of: asha.id, to: "temporary", until: moment(9), at: moment(1)))
            try await storage.createSession(newSession(11, of: asha))
            #expect(try await storage.replaceHash(of: asha.id, from: "temporary", to: "costlier"))
            asha.passwordHash = "costlier"
            asha.temporaryUntil = moment(9)
            #expect(try await storage.account(asha.id) == asha)
            #expect(try await storage.session(token: token(11))?.temporaryUntil == moment(9))
        }
    }

    @Test("[A14] the operator's reset ends every session, is temporary, and is listed", arguments: StorageKind.allCases)
    func reset(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            try await storage.add(2)
            try await storage.createSession(newSession(11, of: asha))
            #expect(try await storage.resetPassword(of: asha.id, to: "temporary", until: moment(9), at: moment(1)))
            #expect(try await storage.sessions(of: asha.id).isEmpty)
            #expect(try await storage.session(token: token(2)) != nil)
            #expect(try await storage.account(login: .email(asha.email))?.temporaryUntil == moment(9))
            let newest = try await storage.activity(of: asha.id, limit: 1)
            #expect(newest == [ActivityEntry(.passwordReset, at: moment(1), device: nil)])
            // A password that the person chose does not expire.
            try await storage.createSession(newSession(12, of: asha))
            #expect(try await storage.changePassword(of: asha.id, Self.change(from: "temporary", session: 12)))
            #expect(try await storage.account(asha.id)?.temporaryUntil == nil)
            #expect(try await storage.session(token: token(12))?.temporaryUntil == nil)
            let nobody = AccountID(uuid(99))
            #expect(try await !storage.resetPassword(of: nobody, to: "temporary", until: moment(9), at: moment(1)))
        }
    }
}
