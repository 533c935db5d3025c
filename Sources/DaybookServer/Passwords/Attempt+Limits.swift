import DaybookCore
import DaybookStore

/// All limits on attempts, with their numbers.
///
/// A person has ten wrong attempts at each place before the first wait. That is enough for a forgotten password. An
/// attacker at one place gets some hundred attempts a day; from very many places, one a minute in all. Every wait ends,
/// and attempts of strangers elsewhere never block a person at a place where they have signed in before. Source of the
/// device cookie: OWASP, Slow Down Online Guessing Attacks with Device Cookies.
extension AttemptPolicy {
    /// One login from one place, or one account's password from its own sessions.
    static let place = AttemptPolicy(
        free: 10,
        firstWait: .minutes(1),
        longestWait: .minutes(15),
        memory: .sinceLast(.hours(24))
    )

    /// One login from all places together that have no earlier sign-in with it.
    static let login = AttemptPolicy(
        free: 100,
        firstWait: .seconds(1),
        longestWait: .minutes(1),
        memory: .sinceLast(.hours(24))
    )

    /// All logins from one address together: a household, or an office behind one address.
    static let address = AttemptPolicy(
        free: 100,
        firstWait: .seconds(1),
        longestWait: .minutes(15),
        memory: .sinceFirst(.hours(1))
    )

    /// Tests of reminders by one person: each sends a push to all of the person's devices.
    static let reminderTests = AttemptPolicy(
        free: 5,
        firstWait: .minutes(1),
        longestWait: .minutes(1),
        memory: .sinceFirst(.minutes(1))
    )

    /// Changes of one person's login: each reveals whether an email or mobile number has an account.
    static let loginChanges = AttemptPolicy(
        free: 20,
        firstWait: .hours(1),
        longestWait: .hours(1),
        memory: .sinceFirst(.hours(1))
    )

    /// Sign-ups from one address. After the last free one, the address waits for an hour.
    static func signUps(perHour count: Int) -> AttemptPolicy {
        AttemptPolicy(
            free: max(1, count),
            firstWait: .hours(1),
            longestWait: .hours(1),
            memory: .sinceFirst(.hours(1))
        )
    }
}

extension Attempt {
    /// An attempt to sign in. `login` is the typed text, normalized: whether it exists must make no difference (A8).
    static func signIn(login: String, account: AccountID?, device name: String?, from source: AttemptSource) -> Attempt
    {
        Attempt(
            place: .init(.place(login, source.address), .place),
            device: source.device.map { .init(.device(login, $0), .place) },
            whenStrange: [.init(.login(login), .login)],
            always: [.init(.address(source.address), .address)],
            account: account,
            deviceName: name
        )
    }

    /// An attempt at the password of an account from one of its own sessions.
    static func confirm(_ account: AccountID, device name: String?) -> Attempt {
        Attempt(place: .init(.account(account), .place), account: account, deviceName: name)
    }

    /// A test of reminders.
    static func reminderTest(by account: AccountID) -> Attempt {
        Attempt(place: .init(.reminderTests(account), .reminderTests))
    }

    /// A sign-up whose password is about to be hashed.
    static func signUp(from source: AttemptSource, perHour count: Int) -> Attempt {
        Attempt(place: .init(.signUps(source.address), .signUps(perHour: count)))
    }

    /// A change of a person's login. Like a sign-up it reveals whether there is an account, so it counts as a sign-up
    /// of the address.
    static func loginChange(by account: AccountID, from source: AttemptSource, perHour count: Int) -> Attempt {
        Attempt(
            place: .init(.loginChanges(account), .loginChanges),
            always: [.init(.signUps(source.address), .signUps(perHour: count))]
        )
    }
}

extension StoredAccount {
    /// The keys under which this place is known for the person from now on, one for each login.
    func places(_ device: DeviceCookie, at source: AttemptSource? = nil) -> [Attempt.Counter] {
        [email, mobile].compactMap { $0 }.flatMap { login -> [Attempt.Counter] in
            let here = source.map { [Attempt.Counter(.place(login, $0.address), .place)] } ?? []
            return [.init(.device(login, device), .place)] + here
        }
    }
}
