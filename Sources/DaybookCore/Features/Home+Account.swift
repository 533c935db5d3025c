extension Home {
    mutating func reduceAccount(_ action: AccountPage.Action, _ context: Context) -> [Effect] {
        switch action {
        case .reloadTapped: return loadAccountPage()
        case .formOpened(let kind):
            accountPage?.note = nil
            let form = AccountForm(kind, notebook.account, rules: context.rules)
            accountPage?.form = form
            return form.values.first.map { [.focus(.field($0.field))] } ?? []
        case .formClosed:
            guard accountPage?.form?.status.isBusy == false else { return [] }
            accountPage?.form = nil
            return []
        case .form(let action): return reduceAccountForm(action, context)
        case .sessionEnded(let id):
            return [.request(notebook.call(.endSession, .delete, "/api/v1/sessions/" + id.description))]
        case .othersEnded:
            return [.request(notebook.call(.endSession, .delete, "/api/v1/sessions"))]
        case .importChosen:
            accountPage?.note = nil
            accountPage?.importing = .sending
            return []
        }
    }

    mutating func loadAccountPage() -> [Effect] {
        accountPage?.sessions = .loading
        accountPage?.activity = .loading
        // Signed in on this device alone: the server answers once it has heard of it.
        guard notebook.connection.session == .open else { return carry(notebook.sync()) }
        return [
            .request(notebook.call(.sessions, .get, "/api/v1/sessions")),
            .request(notebook.call(.activity, .get, "/api/v1/account/activity")),
            .request(notebook.call(.usage, .get, "/api/v1/account")),
        ]
    }

    private mutating func reduceAccountForm(_ action: AccountForm.Action, _ context: Context) -> [Effect] {
        guard var form = accountPage?.form else { return [] }
        let outcome = form.reduce(action, context.rules)
        accountPage?.form = form
        switch outcome {
        case .effects(let effects): return effects
        case .unchanged:
            accountPage?.form = nil
            return []
        case .send(let method, let path, let body):
            return [.request(notebook.call(.accountForm, method, path, body: body))]
        }
    }

    /// The server answered a call of the account page.
    mutating func accountAnswered(_ id: Request.ID, _ answer: Answer) -> [Effect] {
        if answer.status == 401 { return carry(notebook.end()) }
        switch id {
        case .sessions: accountPage?.sessionsAnswered(answer)
        case .activity: accountPage?.activityAnswered(answer)
        case .usage: accountPage?.usageAnswered(answer)
        case .endSession: return endSessionAnswered(answer)
        case .importing: return importAnswered(answer)
        default: return accountFormAnswered(answer)
        }
        return []
    }

    private mutating func endSessionAnswered(_ answer: Answer) -> [Effect] {
        // One that is gone already is what was asked for.
        if answer.status == 204 || answer.status == 404 {
            return say(Texts.sessionsEnded) + loadAccountPage()
        }
        return say(Texts.failure(answer))
    }

    private mutating func say(_ note: String) -> [Effect] {
        accountPage?.note = note
        return [.announce(note)]
    }

    private mutating func importAnswered(_ answer: Answer) -> [Effect] {
        guard answer.status == 200, let json = try? JSON(answer.body) else {
            let message = answer.problemText ?? Texts.failure(answer)
            accountPage?.importing = .failed(message)
            return [.announce(message)]
        }
        accountPage?.importing = .idle
        let refused = ["rejected", "rejectedPhotos"].reduce(0) { $0 + (json[$1]?.arrayValue?.count ?? 0) }
        return say(Texts.imported(Int(json["imported"]?.integerValue ?? 0), refused: refused)) + carry(notebook.sync())
    }

    private mutating func accountFormAnswered(_ answer: Answer) -> [Effect] {
        guard var form = accountPage?.form, form.status == .sending else { return [] }
        guard answer.status == 200 || answer.status == 204 else {
            let effects = form.refused(answer)
            accountPage?.form = form
            return effects
        }
        accountPage?.form = nil
        switch form.kind {
        case .details:
            guard let account = answer.account, account.id == notebook.account.id else { return [] }
            notebook.account = account
            return say(Texts.detailsChanged) + [.keepAccount(account)] + loadAccountPage()
        case .password, .firstPassword:
            let relock = Effect.relockVault(notebook.account, current: form[.current], new: form[.new])
            return say(Texts.passwordChanged) + (notebook.disk.place == .sealed ? [relock] : []) + loadAccountPage()
        case .deletion:
            leaving = .deleted
            return []
        }
    }
}
