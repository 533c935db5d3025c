import DaybookClient
import DaybookCore

// Calls: to the server of the person who is signed in, to the one that was chosen, or to the device itself.
extension PhoneApp {
    func request(_ request: Request) {
        let now = generation
        begin { [self] in
            guard var answer = await answer(to: request), now == generation else { return }
            answer.newID = device.clock.newID()
            await note(answer, to: request)
            if now == generation { send(.answered(request.id, answer)) }
        }
    }

    /// The answer to a call; nil for a call that an account of this device alone does not need.
    private func answer(to request: Request) async -> Answer? {
        let place = place(of: request)
        guard request.id != .account, let place else {
            return await storage.answer(to: request, device.clock.now, newID: device.clock.newID())
        }
        return await answer(to: Call(request: request, token: place.token), at: place)
    }

    private func answer(to call: Call, at place: ServerSession) async -> Answer {
        guard let transport = transport(to: place.server) else { return Answer(status: 0) }
        do {
            return try await transport.answer(to: call)
        } catch {
            return Answer(status: 0, jitter: .random(in: 0...1))
        }
    }

    /// The server that a call goes to, with the token; nil for the device itself.
    private func place(of request: Request) -> ServerSession? {
        if request.id == .signOut { return pendingSignOut }
        if app.home != nil { return session }
        return arriving ?? server.map { ServerSession(server: $0.text) }
    }

    func transport(to server: String) -> (any PhoneTransport)? {
        if let known = transports[server] { return known }
        guard let address = try? ServerAddress(server, allowsPlain: true) else { return nil }
        let made = device.transport(address)
        transports[server] = made
        return made
    }

    /// Keeps the session that an answer carries.
    private func note(_ answer: Answer, to request: Request) async {
        switch request.id {
        case .signIn, .signUp:
            guard answer.status == 201, let place = place(of: request) else { return }
            let token = (try? JSON(answer.body))?["token"]?.stringValue
            let begun = ServerSession(server: place.server, token: token)
            if app.home == nil {
                arriving = begun
            } else {
                // The server has learned of a sign-in without a network.
                session = begun
                try? await storage.keep(begun)
            }
        case .signOut where answer.status != 0 && answer.status < 500:
            pendingSignOut = nil
            try? await storage.signedOut()
        default: break
        }
    }

    // MARK: - Events

    func listen(_ request: Request) {
        guard let place = session, let transport = transport(to: place.server) else { return }
        let now = generation
        let call = Call(request: request, token: place.token)
        events?.cancel()
        events = Task { [weak self] in
            let (cursors, source) = AsyncStream.makeStream(of: Int64.self)
            let stream = Task { @MainActor [weak self] in
                for await cursor in cursors {
                    guard let self, now == generation else { return }
                    send(.serverEventReceived(cursor: cursor))
                }
            }
            var answer = Answer(status: 0, jitter: .random(in: 0...1))
            do { answer = try await transport.listen(to: call) { source.yield($0) } } catch {
                if Task.isCancelled { stream.cancel() }
            }
            source.finish()
            await stream.value
            guard let self, now == generation, !Task.isCancelled else { return }
            send(.answered(.events, answer))
        }
    }

    // MARK: - Photos

    /// Takes bytes of a camera, of the library or of the pasteboard into a note.
    public func addPhoto(_ bytes: [UInt8], to note: Note.ID) {
        let (ticket, now) = (device.clock.newID().description, generation)
        let side = app.rules.photoSideMaximum
        send(.photo(.started(note, ticket: ticket)))
        begin { [self] in
            do {
                let picture = try await device.photos.photo(of: bytes, side: side)
                guard now == generation else { return }
                pictures[ticket] = picture
                send(.photo(.ready(ticket: ticket, picture)))
            } catch {
                let reason = (error as? PhotoFailure)?.reason ?? .notImage
                if now == generation { send(.photo(.failed(ticket: ticket, reason))) }
            }
        }
    }

    func keep(_ ticket: String, _ digest: Digest, _ thumbnail: Digest?, _ bytes: [UInt8]) {
        guard let picture = pictures.removeValue(forKey: ticket) else { return send(.photo(.lost(ticket: ticket))) }
        let (photo, now) = (bytes.isEmpty ? picture.bytes : bytes, generation)
        begin(atDisk: true) { [self] in
            do {
                try await storage.keep(photo, digest, thumbnail: picture.thumbnail, thumbnail)
                if now == generation { send(.photo(.kept(ticket: ticket))) }
            } catch {
                if now == generation { send(.photo(.lost(ticket: ticket))) }
            }
        }
    }

    func upload(_ digest: Digest, _ account: UUID) {
        let (now, path) = (generation, path(of: digest))
        begin { [self] in
            let bytes = await storage.photo(digest)
            var answer = Answer(status: 404)
            if let bytes, let place = session {
                let request = Request(.photo, .put, path, body: bytes, account: account)
                answer = await self.answer(to: Call(request: request, token: place.token, content: .photo), at: place)
            }
            if answer.status == 200 || answer.status == 201 { await storage.sent(digest) }
            if now == generation { send(.photo(.uploaded(digest, answer))) }
        }
    }

    /// The bytes of a photo or a thumbnail, from this device or from the server; nil when neither has them now.
    public func photo(_ digest: Digest) async -> [UInt8]? {
        if let bytes = await storage.photo(digest) { return bytes }
        guard let place = session, let account = app.home?.notebook.account.id else { return nil }
        let request = Request(.photo, .get, path(of: digest), account: account)
        let answer = await answer(to: Call(request: request, token: place.token, content: .photo), at: place)
        guard answer.status == 200, SHA256.digest(answer.body) == digest else { return nil }
        try? await storage.keepFetched(answer.body, digest)
        return answer.body
    }

    private func path(of digest: Digest) -> String { "/api/v1/photos/\(digest)" }
}
