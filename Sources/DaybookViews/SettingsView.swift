import DaybookCore

/// The person's choices for this device, and links to the account's choices.
struct SettingsView {
    var home: Home
    var rules: Rules

    private var settings: Settings { home.notebook.settings }

    func write(to html: inout HTML) {
        html.openScreen(Labels.settings)
        writeAccount(to: &html)
        writeDevice(to: &html)
        writeLimits(to: &html)
        writeData(to: &html)
        html.openSection(Labels.logOut, "end")
        html.button(Labels.logOut, .home(.logOutTapped))
        html.markup("</section></div></dialog>")
    }

    private func writeAccount(to html: inout HTML) {
        html.openSection(home.notebook.account.displayName, "account")
        html.text(home.notebook.account.email, in: "<p class=\"screen-line is-faded\" data-key=\"email\">", "</p>")
        html.markup("<ul class=\"screen-links\" data-key=\"links\">")
        link(Labels.accountAndDevices, "i-person", .accountOpened, to: &html)
        link(Labels.reminders, "i-bell", .remindersOpened, to: &html)
        html.markup("</ul></section>")
    }

    private func writeDevice(to html: inout HTML) {
        html.openSection(Labels.thisDevice, "device")
        open(Labels.appearance, to: &html)
        option(Labels.system, .look(nil), isChosen: settings.look == nil, to: &html)
        option(Labels.light, .look(.light), isChosen: settings.look == .light, to: &html)
        option(Labels.dark, .look(.dark), isChosen: settings.look == .dark, to: &html)
        close(to: &html)
        open(Labels.weekStart, to: &html)
        option(Labels.system, .weekStart(nil), isChosen: settings.weekStart == nil, to: &html)
        for day in Settings.weekStarts {
            option(Texts.weekday(day), .weekStart(day), isChosen: settings.weekStart == day, to: &html)
        }
        close(to: &html)
        open(Labels.clock, to: &html)
        option(Labels.system, .clock(nil), isChosen: settings.clock == nil, to: &html)
        option(Labels.hours24, .clock(.hours24), isChosen: settings.clock == .hours24, to: &html)
        option(Labels.hours12, .clock(.hours12), isChosen: settings.clock == .hours12, to: &html)
        close(to: &html)
        open(Labels.openOn, to: &html)
        option(Labels.whereLeft, .opening(nil), isChosen: settings.opening == nil, to: &html)
        for opening in Settings.Opening.allCases {
            option(label(opening), .opening(opening), isChosen: settings.opening == opening, to: &html)
        }
        close(to: &html)
        open(Labels.letterKeys, to: &html)
        option(Labels.on, .letters(true), isChosen: home.notebook.hasLetterKeys, to: &html)
        option(Labels.off, .letters(false), isChosen: !home.notebook.hasLetterKeys, to: &html)
        close(to: &html)
        html.text(Labels.onThisDevice, in: "<p class=\"screen-line is-faded\" data-key=\"scope\">", "</p></section>")
    }

    private func label(_ opening: Settings.Opening) -> String {
        switch opening {
        case .today: Labels.today
        case .upcoming: Labels.upcoming
        case .all: Labels.all
        case .notes: Labels.notes
        }
    }

    private func writeData(to html: inout HTML) {
        html.openSection(Labels.yourData, "data")
        html.markup("<ul class=\"screen-links\">")
        link(Labels.trash, "i-bin", .trashOpened, to: &html)
        html.markup("<li><a class=\"screen-link\" href=\"/api/v1/account/export\" download>")
        html.icon("i-arrow-in")
        html.text(Labels.download, in: "<span>", "</span></a></li></ul></section>")
    }

    // MARK: - Parts

    /// A choice with a name, up to its options.
    private func open(_ name: String, to html: inout HTML) {
        html.markup("<div class=\"setting\" role=\"group\"")
        html.attribute("data-key", name)
        html.attribute("aria-label", name)
        html.text(name, in: "><p aria-hidden=\"true\">", "</p><div class=\"setting-options\">")
    }

    private func option(_ label: String, _ choice: Settings.Choice, isChosen: Bool, to html: inout HTML) {
        html.openButton("chip", .home(.settingChosen(choice)))
        html.attribute("aria-pressed", is: isChosen)
        html.text(label, in: ">", "</button>")
    }

    private func close(to html: inout HTML) {
        html.markup("</div></div>")
    }

    private func link(_ label: String, _ icon: StaticString, _ action: UpperScreen.Action, to html: inout HTML) {
        html.markup("<li>")
        html.openButton("screen-link", .home(.upper(action)))
        html.markup(">")
        html.icon(icon)
        html.text(label, in: "<span>", "</span></button></li>")
    }

    // MARK: - Limits

    /// The choice of limits (A15), if the operator leaves it to the person.
    private func writeLimits(to html: inout HTML) {
        if rules.offer.isFixed { return }
        html.openSection(Labels.limits, "limits")
        html.markup("<div class=\"options\" role=\"group\" data-key=\"options\"")
        html.attribute("aria-label", Labels.limits)
        html.markup(">")
        write(.classic, Labels.limitsClassic, rules.offer.classic, to: &html)
        write(.roomy, Labels.limitsRoomy, rules.offer.roomy, to: &html)
        html.markup("</div></section>")
    }

    private func write(_ choice: Limits.Choice, _ name: String, _ limits: Limits, to html: inout HTML) {
        html.openButton("option", .home(.limitsChosen(choice)))
        html.attribute("data-key", choice.rawValue)
        html.attribute("aria-pressed", is: rules.choice == choice)
        html.text(name, in: "><span class=\"option-name\">", "</span>")
        html.text(Texts.explained(limits), in: "<span class=\"is-faded\">", "</span></button>")
    }
}
