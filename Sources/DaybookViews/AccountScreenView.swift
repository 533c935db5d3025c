import DaybookCore

/// The account screen: details, password, sessions, activity, data, and the account's deletion (A14).
struct AccountScreenView {
    var screen: AccountScreen
    var home: Home
    var rules: Rules
    var now: Instant
    var zone: TimeZone

    func write(to html: inout HTML) {
        html.openScreen(Labels.accountAndDevices)
        if let note = screen.note { html.text(note, in: "<p class=\"form-notice\" data-key=\"note\">", "</p>") }
        writeDetails(to: &html)
        writeSessions(to: &html)
        writeData(to: &html)
        writeActivity(to: &html)
        writeEnd(to: &html)
        html.markup("</div></dialog>")
    }

    /// The open form if it is of this kind; else the button that opens it.
    private func writeForm(
        _ kind: AccountForm.Kind,
        _ label: String,
        class classes: StaticString = "button",
        to html: inout HTML
    ) {
        if let form = screen.form, form.kind == kind {
            AccountFormView(form: form, account: home.notebook.account, rules: rules, name: .account)
                .write(to: &html, cancel: .home(.upper(.account(.formClosed))))
            return
        }
        html.openButton(classes, .home(.upper(.account(.formOpened(kind)))))
        html.attribute("data-key", "open-" + kind.rawValue)
        html.text(label, in: ">", "</button>")
    }

    private func writeDetails(to html: inout HTML) {
        html.openSection(home.notebook.account.displayName, "details")
        if screen.form?.kind != .details {
            html.text(home.notebook.account.email, in: "<p class=\"screen-line\" data-key=\"email\">", "</p>")
            if !home.notebook.account.mobile.isEmpty {
                html.text(home.notebook.account.mobile, in: "<p class=\"screen-line\" data-key=\"mobile\">", "</p>")
            }
        }
        writeForm(.details, Labels.changeDetails, to: &html)
        writeForm(.password, Labels.changePassword, to: &html)
        html.markup("</section>")
    }

    // MARK: - What only the server knows

    private func writeSessions(to html: inout HTML) {
        html.openSection(Labels.sessions, "sessions")
        if let sessions = html.fetched(screen.sessions, reload: .home(.upper(.reloadTapped))) {
            html.markup("<ul class=\"screen-list\" data-key=\"list\">")
            for session in sessions { write(session, to: &html) }
            html.markup("</ul>")
            if sessions.count > 1 {
                html.button(Labels.endOthers, .home(.upper(.account(.othersEnded))), class: "button is-quiet")
            }
        }
        html.markup("</section>")
    }

    private func write(_ session: AccountScreen.PersonSession, to html: inout HTML) {
        let device = session.device.isEmpty ? Labels.unknownDevice : session.device
        html.markup("<li")
        html.attribute("data-key", session.id.description)
        if let form = screen.form, form.session == session.id {
            html.markup(">")
            AccountFormView(form: form, account: home.notebook.account, rules: rules, name: .account)
                .write(to: &html, cancel: .home(.upper(.account(.formClosed))))
            html.markup("</li>")
            return
        }
        html.text(device, in: "><div><p dir=\"auto\">", "</p>")
        let used = Texts.lastUsed(session.lastUsed, now: now, zone: zone)
        html.text(session.isCurrent ? Labels.thisDevice : used, in: "<p class=\"is-faded\">", "</p></div>")
        html.openButton("button is-quiet", .home(.upper(.account(.renameTapped(session.id)))))
        html.attribute("aria-label", Texts.renameDevice(device))
        html.text(Labels.rename, in: ">", "</button>")
        if !session.isCurrent {
            html.openButton("button is-quiet", .home(.upper(.account(.sessionEnded(session.id)))))
            html.attribute("aria-label", Texts.endSession(device))
            html.text(Labels.endSession, in: ">", "</button>")
        }
        html.markup("</li>")
    }

    private func writeActivity(to html: inout HTML) {
        html.openSection(Labels.activity, "activity")
        if let activity = html.fetched(screen.activity, reload: .home(.upper(.reloadTapped))) {
            html.markup("<ul class=\"screen-list is-plain\" data-key=\"list\">")
            for event in activity {
                html.text(Texts.activity(event.kind), in: "<li><div><p>", "</p>")
                html.text(Texts.moment(event.at, now: now, zone: zone), in: "<p class=\"is-faded\" dir=\"auto\">", "")
                if !event.device.isEmpty { html.text(event.device, in: ", ", "") }
                html.markup("</p></div></li>")
            }
            html.markup("</ul>")
        }
        html.markup("</section>")
    }

    // MARK: - One's data

    private func writeData(to html: inout HTML) {
        html.openSection(Labels.yourData, "data")
        if let usage = screen.usage { write(usage, to: &html) }
        html.text(Labels.exportText, in: "<p class=\"screen-line is-faded\" data-key=\"export-text\">", "</p>")
        html.markup("<a class=\"button\" href=\"/api/v1/account/export\" download data-key=\"export\"")
        html.text(Labels.download, in: ">", "</a>")
        let drafts = home.draftCount
        if drafts > 0 {
            html.text(
                Texts.notExported(drafts),
                in: "<p class=\"screen-line is-faded\" data-key=\"drafts-text\">",
                "</p>"
            )
            html.button(Labels.downloadDrafts, .home(.upper(.draftsTapped)), class: "button")
        }
        if !home.notebook.hasContent {
            writeImport(to: &html)
        } else {
            html.text(
                Labels.importNeedsEmpty,
                in: "<p class=\"screen-line is-faded\" data-key=\"import-text\">",
                "</p>"
            )
        }
        html.markup("</section>")
    }

    private func write(_ usage: AccountScreen.Usage, to html: inout HTML) {
        html.text(Texts.used(usage), in: "<p class=\"screen-line\" data-key=\"usage\">", "</p>")
        guard usage.isNearlyFull else { return }
        html.markup("<p class=\"field-error\" data-key=\"full\">")
        html.icon("i-warning")
        html.text(Texts.nearlyFull, in: "<span>", "</span></p>")
    }

    private func writeImport(to html: inout HTML) {
        html.markup("<label class=\"button\" data-key=\"import\"")
        if screen.importing == .sending { html.markup(" aria-disabled=\"true\" aria-busy=\"true\"") }
        html.text(screen.importing == .sending ? Labels.bringingIn : Labels.bringIn, in: ">", "")
        html.markup("<input class=\"unseen\" type=\"file\" id=\"import\" accept=\".zip,application/zip\"")
        html.on(.upload, .home(.upper(.account(.importChosen))))
        html.markup(" data-request=\"")
        html.number(Int(Request.ID.importing.rawValue))
        html.markup("\" data-path=\"/api/v1/account/import\" data-type=\"application/zip\"")
        html.attribute("data-account", home.notebook.account.id.description)
        html.attribute("disabled", if: screen.importing == .sending)
        html.markup("></label>")
        if case .failed(let message) = screen.importing {
            html.markup("<p class=\"field-error\" role=\"alert\" data-key=\"import-failure\">")
            html.icon("i-warning")
            html.text(message, in: "<span>", "</span></p>")
        }
    }

    private func writeEnd(to html: inout HTML) {
        html.openSection(Labels.leaving, "end")
        html.button(Labels.logOut, .home(.logOutTapped))
        writeForm(.deletion, Labels.deleteAccount, class: "button is-quiet is-danger", to: &html)
        html.markup("</section>")
    }
}
