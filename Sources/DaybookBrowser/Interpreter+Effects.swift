import DaybookCore
import DaybookViews

// The app's effects, as commands to the host.
extension Interpreter {
    func command(_ message: Message, bytes: [UInt8] = []) {
        host.send(message.bytes, bytes)
    }

    mutating func carryOut(_ effect: Effect) {
        switch effect {
        case .notebook(let effect): carryOut(effect)
        case .request(let request): send(request)
        case .storage(let request): carryOut(request)
        case .signOut(let reason): signOut(reason)
        case .startTimer(let timer, let milliseconds):
            var message = Message("timer")
            message.append(timer.number)
            message.append(milliseconds)
            command(message)
        case .cancelTimer(let timer):
            var message = Message("cancel")
            message.append(timer.number)
            command(message)
        case .announce(let text):
            var message = Message("announce")
            message.append(text)
            command(message)
        case .readPhoto(let digest):
            var message = Message("photos.read")
            message.append(digest.description)
            command(message)
        case .write(let bytes, let digest):
            var message = Message("write")
            message.append(digest.description)
            command(message, bytes: bytes)
        case .save(let name, let bytes):
            var message = Message("save")
            message.append(name)
            command(message, bytes: bytes)
        case .takeUpdate: command(Message("update"))
        case .shared(let request):
            var message = Message("photos.shared")
            switch request {
            case .look: message.append(ascii: "look")
            case .take(let note): message.append(note.uuid)
            case .drop: message.append(ascii: "drop")
            }
            command(message)
        case .retryPhotos: command(Message("photos.retry"))
        case .notify(let notice):
            var message = Message("notify")
            message.append(notice.todo.uuid)
            message.append(notice.due.milliseconds.description)
            message.append(notice.title)
            message.append(notice.text)
            command(message)
        case .closeNotice(let todo):
            var message = Message("unnotify")
            message.append(todo.uuid)
            command(message)
        case .askToNotify: command(Message("allow"))
        case .subscribe(let key):
            var message = Message("subscribe")
            message.append(key)
            command(message)
        case .refreshEnded: command(Message("refreshed"))
        }
    }

    /// The notebook's requests to the disk, the server and the photos. Its news, its timers and its messages come by
    /// way of the screens.
    private func carryOut(_ effect: Notebook.Effect) {
        switch effect {
        case .append(let sequence, let bytes): store("journal", sequence, bytes)
        case .pack(let sequence, let through, let bytes): store("snapshot", sequence, bytes, through)
        case .askLeader: command(Message("ask"))
        case .readDisk: command(Message("reread"))
        case .listen(let request): send(request, "listen")
        case .stopListening: command(Message("deafen"))
        case .keepPhoto(let ticket, let digest, let thumbnail, let type, let bytes):
            var message = Message("photos.keep")
            message.append(ticket)
            message.append(digest.description)
            message.append(thumbnail?.description ?? "")
            message.append(type.rawValue)
            command(message, bytes: bytes)
        case .upload(let digest, let type, let again, let account):
            var message = Message("photos.upload")
            message.append(digest.description)
            message.append(type?.rawValue ?? "")
            message.append(account.description)
            message.append(again ? 1 : 0)
            command(message)
        case .listPhotos: command(Message("photos.list"))
        case .photosRefused(let digests):
            var message = Message("photos.refused")
            for digest in digests { message.append(digest.description) }
            command(message)
        default: break
        }
    }

    // MARK: - The keyboard

    mutating func focus(_ place: Keyboard.Place) {
        switch place {
        case .row(let id): focusRow(id.uuid)
        case .noteRow(let id): focusRow(id.uuid)
        case .noteTitle: command(Message("focus", "#note-title"))
        case .noteDescription: command(Message("focus", "#note-description"))
        case .writeNote: command(Message("focus", "#note-write"))
        case .photo(let id): focus("[data-region=\"editor\"] [data-key=\"", id.uuid, "\"] button")
        case .search: command(Message("focus", "#search"))
        case .quickAdd: command(Message("focus", "#quick-add"))
        case .editorTitle: command(Message("focus", "#editor-title"))
        case .editorDetail: command(Message("focus", "#editor-detail"))
        case .tagInput: command(Message("focus", "#editor-tag"))
        case .day(let purpose):
            let calendar: StaticString =
                switch purpose {
                case .deadline: "#calendar-deadline [tabindex=\"0\"]"
                case .reminder: "#calendar-reminder [tabindex=\"0\"]"
                case nil: "#calendar-plan [tabindex=\"0\"]"
                }
            command(Message("focus", calendar))
        case .field(let field):
            var message = Message("focus")
            // The id of a form's field is its name. The ids of the editor's fields begin with `editor-`.
            message.append((field == .deadline || field == .reminder ? "#editor-" : "#") + field.name)
            command(message)
        }
    }

    private mutating func focusRow(_ id: UUID) {
        revealing = id
        focusing = id
    }

    func focus(_ before: String, _ id: UUID, _ after: String) {
        var message = Message("focus")
        message.append(before + id.description + after)
        command(message)
    }

    func fill(_ field: Keyboard.Field, _ text: String) {
        let selector: StaticString =
            switch field {
            case .quickAdd: "#quick-add"
            case .search: "#search"
            case .title: "#editor-title"
            case .detail: "#editor-detail"
            case .tag: "#editor-tag"
            }
        var message = Message("value", selector)
        message.append(text)
        command(message)
    }

    // MARK: - The server and the disk

    private func send(_ request: Request, _ name: StaticString = "fetch") {
        var message = Message(name)
        message.append(Int(request.id.rawValue))
        message.append(request.method.rawValue)
        message.append(request.path)
        if !request.body.isEmpty {
            message.append(ascii: "content-type")
            message.append(ascii: "application/json")
        }
        if let account = request.account {
            message.append(ascii: "daybook-account")
            message.append(account.description)
        }
        command(message, bytes: request.body)
    }

    /// Of the accounts that this browser keeps, each has a vault in IndexedDB.
    private func carryOut(_ request: DeviceStorage.Request) {
        switch request {
        case .open(let account, let password): vault("vault.open", account, password)
        case .replace(let account, let password): vault("vault.remake", account, password)
        case .recover(let account, let earlier, let new): vault("vault.recover", account, new, earlier)
        case .changePassword(let account, let current, let new): vault("vault.relock", account, new, current)
        case .unlock(let login, let password):
            var message = Message("vault.unlock")
            message.append(login)
            command(message, bytes: password.bytes)
        case .keep(let account):
            var message = Message("vault.account")
            message.append(String(utf8: account.json.encoded))
            command(message)
        }
    }

    /// `earlier`: the password that locks the vault now, when it differs from the new one.
    private func vault(_ name: StaticString, _ account: Account, _ password: String, _ earlier: String = "") {
        var message = Message(name)
        message.append(String(utf8: account.json.encoded))
        message.append(earlier.utf8.count)
        command(message, bytes: earlier.bytes + password.bytes)
    }

    private func signOut(_ reason: SignOutReason) {
        var message = Message("leave")
        switch reason {
        case .loggedOut(let unsent):
            message.append(ascii: "out")
            message.append(unsent)
        case .sessionEnded(let unsent, let isKept):
            message.append(ascii: isKept ? "ended" : "ended unkept")
            message.append(unsent)
        case .deleted:
            message.append(ascii: "deleted")
        }
        command(message)
    }

    private func store(_ name: StaticString, _ sequence: Int, _ bytes: [UInt8], _ through: Int = 0) {
        var message = Message(name)
        message.append(sequence)
        message.append(through)
        command(message, bytes: bytes)
    }

    // MARK: - The history

    func carryOut(_ step: TabHistory.Step) {
        switch step {
        case .back(let count):
            var message = Message("back")
            message.append(count)
            command(message)
        case .replace(let depth, let path): route("replaceState", depth, path)
        case .push(let depth, let path): route("pushState", depth, path)
        }
    }

    private func route(_ method: StaticString, _ depth: Int, _ path: String) {
        var message = Message("route", method)
        message.append(depth)
        message.append(path)
        command(message)
    }
}
