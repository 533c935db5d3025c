import DaybookCore
import DaybookStore
import Testing

@Suite("Every storage keeps accounts")
struct AccountContractTests {
    @Test("an account is found by its id, its email and its mobile", arguments: StorageKind.allCases)
    func found(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            #expect(try await storage.account(asha.id) == asha)
            #expect(try await storage.account(login: .email(asha.email)) == asha)
            #expect(try await storage.account(login: .mobile(asha.mobile ?? "")) == asha)
            #expect(try await storage.account(AccountID(uuid(99))) == nil)
            #expect(try await storage.account(login: .email("nobody@example.com")) == nil)
            #expect(try await storage.account(login: .mobile(asha.email)) == nil)
            // A text that only begins with a login is another text (A8).
            #expect(try await storage.account(login: .email(asha.email + "\0a1")) == nil)
            #expect(try await storage.account(login: .mobile((asha.mobile ?? "") + "\0")) == nil)
        }
    }

    @Test("[A7] an email and a mobile belong to one account; both are reported", arguments: StorageKind.allCases)
    func taken(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let sameEmail = person(2, email: asha.email)
            let sameMobile = person(3, mobile: asha.mobile)
            let sameBoth = person(4, email: asha.email, mobile: asha.mobile)
            for (other, fields) in [
                (sameEmail, [AccountField.email]), (sameMobile, [.mobile]), (sameBoth, [.email, .mobile]),
            ] {
                await #expect(throws: StorageError.taken(Set(fields))) {
                    try await storage.createAccount(other, session: newSession(9, of: other))
                }
                #expect(try await storage.account(other.id) == nil)
                #expect(try await storage.session(token: token(9)) == nil)
            }
        }
    }

    @Test("[A1] two accounts without a mobile do not collide", arguments: StorageKind.allCases)
    func noMobile(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            for number: UInt64 in 1...2 {
                var short = person(number)
                short.mobile = nil
                short.name = nil
                try await storage.createAccount(short, session: newSession(number, of: short))
                #expect(try await storage.account(short.id) == short)
            }
        }
    }

    @Test("a change replaces what it names and nothing else", arguments: StorageKind.allCases)
    func change(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            var asha = try await storage.add(1)
            let ben = try await storage.add(2)
            asha.name = "Asha"
            #expect(try await storage.updateAccount(asha.id, AccountChange(name: "Asha"), on: occasion()) == asha)
            // Its own present email is allowed.
            #expect(try await storage.updateAccount(asha.id, AccountChange(email: asha.email), on: occasion()) == asha)
            await #expect(throws: StorageError.taken([.email])) {
                try await storage.updateAccount(asha.id, AccountChange(name: "Other", email: ben.email), on: occasion())
            }
            #expect(try await storage.account(asha.id) == asha)
            await #expect(throws: StorageError.accountGone) {
                try await storage.updateAccount(AccountID(uuid(99)), AccountChange(name: "Nobody"), on: occasion())
            }
        }
    }

    @Test("[A14] deleting an account takes all of it along and nothing of others", arguments: StorageKind.allCases)
    func delete(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let ben = try await storage.add(2)
            try await storage.push(todo(1), to: asha)
            try await storage.push(todo(1), to: ben)
            #expect(try await storage.deleteAccount(asha.id))
            #expect(try await !storage.deleteAccount(asha.id))
            #expect(try await storage.session(token: token(1)) == nil)
            #expect(try await storage.record(todo(1).key, of: asha.id) == nil)
            await #expect(throws: StorageError.accountGone) { try await storage.cursor(of: asha.id) }
            await #expect(throws: StorageError.accountGone) { try await storage.push(todo(2), to: asha) }
            await #expect(throws: StorageError.accountGone) {
                try await storage.createSession(newSession(12, of: asha))
            }
            #expect(try await storage.pull(ben).changes.count == 1)
            // The email and mobile of the deleted account are free again.
            try await storage.add(1)
            #expect(try await storage.pull(asha).changes.isEmpty)
        }
    }

    @Test("the operator's list shows each account once, page by page, with its use", arguments: StorageKind.allCases)
    func summaries(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            #expect(try await storage.accounts(after: nil, limit: 10).isEmpty)
            var people: [StoredAccount] = []
            for number: UInt64 in 1...5 { people.append(try await storage.add(number)) }
            try await storage.createSession(newSession(11, of: people[0], used: 50))
            let deleted = Record(kind: .todo, id: uuid(2), fields: [], deleted: stamp(9))
            let note = Record(kind: .note, id: uuid(3), fields: [Record.Field("title", .string("x"), stamp(1))])
            try await storage.push(todo(1), todo(2), note, deleted, todo(4), to: people[0])
            // Changed after its delete: alive again (S4).
            try await storage.push(
                Record(kind: .todo, id: uuid(4), fields: [], deleted: stamp(5)),
                todo(4, title: "Back", at: 6),
                to: people[0]
            )
            _ = try await storage.deleteSession(SessionID(uuid(2)), of: people[1].id, .expired)
            for text in ["one", "another"] { _ = try await storage.keep(text, of: people[0]) }

            var seen: [AccountSummary] = []
            while true {
                let page = try await storage.accounts(after: seen.last?.account.id, limit: 2)
                if page.isEmpty { break }
                #expect(page.count <= 2)
                seen += page
            }
            #expect(seen.map(\.account) == people)
            #expect(
                seen[0]
                    == AccountSummary(
                        account: people[0],
                        lastUsedAt: moment(50),
                        sessions: 2,
                        alive: [.todo: 2, .note: 1],
                        photos: PhotoUsage(count: 2, bytes: 10)
                    )
            )
            #expect(seen[1] == AccountSummary(account: people[1], lastUsedAt: nil, sessions: 0, alive: [:]))
        }
    }
}
