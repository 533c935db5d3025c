extension AccountScreen {
    mutating func reduce(_ action: Action, _ notebook: inout Notebook, _ rules: Rules) -> [Outcome] {
        switch action {
        case .formOpened(let kind):
            return open(AccountForm(kind, notebook.account, rules: rules))
        case .renameTapped(let id):
            guard case .here(let all) = sessions, let session = all.first(where: { $0.id == id }) else { return [] }
            return open(AccountForm(session, notebook.account))
        case .formClosed:
            if form?.status.isBusy == false { form = nil }
            return []
        case .form(let action): return reduceForm(action, notebook, rules)
        case .sessionEnded(let id):
            let path = "/api/v1/sessions/" + id.description
            return [.effect(.request(notebook.call(.endSession, .delete, path)))]
        case .othersEnded:
            return [.effect(.request(notebook.call(.endSession, .delete, "/api/v1/sessions")))]
        case .importChosen:
            note = nil
            importing = .sending
            return []
        }
    }

    private mutating func open(_ form: AccountForm) -> [Outcome] {
        note = nil
        self.form = form
        return form.values.first.map { [.move(.field($0.field))] } ?? []
    }

    private mutating func reduceForm(
        _ action: AccountForm.Action,
        _ notebook: Notebook,
        _ rules: Rules
    ) -> [Outcome] {
        switch form?.reduce(action, rules) {
        case .broken(let violation): return AccountForm.report(violation)
        case .unchanged:
            form = nil
            return []
        case .send(let method, let path, let body):
            return [.effect(.request(notebook.call(.accountForm, method, path, body: body)))]
        case .edited, nil: return []
        }
    }

    mutating func load(_ notebook: inout Notebook) -> [Outcome] {
        // What showed before stays until the answer, so that the keyboard stays where it is.
        // The person is signed in on this device alone. The server answers once it has received the sign-in.
        guard notebook.connection.session == .open else { return [Outcome](notebook.sync()) }
        return [
            .effect(.request(notebook.call(.sessions, .get, "/api/v1/sessions"))),
            .effect(.request(notebook.call(.activity, .get, "/api/v1/account/activity"))),
            .effect(.request(notebook.call(.usage, .get, "/api/v1/account"))),
        ]
    }

    // MARK: - Answers

    mutating func answered(_ id: Request.ID, _ answer: Answer, _ notebook: inout Notebook) -> [Outcome] {
        switch id {
        case .sessions: return sessionsAnswered(answer)
        case .activity: return activityAnswered(answer)
        case .usage: usageAnswered(answer)
        case .endSession: return endSessionAnswered(answer, &notebook)
        case .importing: return importAnswered(answer, &notebook)
        case .accountForm: return formAnswered(answer, &notebook)
        default: break
        }
        return []
    }

    private mutating func endSessionAnswered(_ answer: Answer, _ notebook: inout Notebook) -> [Outcome] {
        // A session that has ended already needs no error.
        if answer.status == 204 || answer.status == 404 { return report(Texts.sessionsEnded) + load(&notebook) }
        return report(Texts.failure(answer))
    }

    private mutating func report(_ note: String) -> [Outcome] {
        self.note = note
        return [.announce(note)]
    }

    private mutating func importAnswered(_ answer: Answer, _ notebook: inout Notebook) -> [Outcome] {
        guard answer.status == 200, let json = try? JSON(answer.body) else {
            let message = answer.problemText ?? Texts.failure(answer)
            importing = .failed(message)
            return [.announce(message)]
        }
        importing = .idle
        let refused = ["rejected", "rejectedPhotos"].reduce(0) { $0 + (json[$1]?.arrayValue?.count ?? 0) }
        let text = Texts.imported(Int(clamping: json["imported"]?.integerValue ?? 0), refused: refused)
        return report(text) + [Outcome](notebook.sync())
    }

    private mutating func formAnswered(_ answer: Answer, _ notebook: inout Notebook) -> [Outcome] {
        guard var sent = form, sent.status == .sending else { return [] }
        guard answer.status == 200 || answer.status == 204 else {
            let outcomes = sent.refused(answer)
            form = sent
            return outcomes
        }
        form = nil
        switch sent.kind {
        case .details:
            guard let account = answer.account, account.id == notebook.account.id else { return [] }
            notebook.account = account
            return report(Texts.detailsChanged) + [.effect(.storage(.keep(account)))] + load(&notebook)
        case .password, .firstPassword:
            let relock = DeviceStorage.Request.changePassword(
                notebook.account,
                current: sent[.current],
                new: sent[.new]
            )
            let isSealed = notebook.disk.place == .sealed
            return report(Texts.passwordChanged) + (isSealed ? [.effect(.storage(relock))] : []) + load(&notebook)
        case .deletion: return [.signOut(.deleted)]
        case .device: return report(Texts.deviceNamed) + load(&notebook)
        }
    }
}
