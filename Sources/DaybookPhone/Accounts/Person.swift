import DaybookClient
import DaybookCore

/// A person who has signed in on this device, and whose notebook it keeps.
struct Person: Equatable, Sendable {
    /// The account.
    var account: Account
    /// The server that has the account; nil for an account of this device alone.
    var server: ServerAddress?
    /// The key to the notebook.
    var key: SealedKey
    /// The number of records with changes that no server had at the last sign-out; nil when it is not known.
    var unsent: Int?
}

/// The people who have signed in on this device, and the wrong passwords that were tried on it.
struct People: Equatable, Sendable {
    private(set) var all: [Person] = []
    var wrong = WrongPasswords()

    /// The person of an account.
    subscript(id: UUID) -> Person? {
        get { all.first { $0.account.id == id } }
        set {
            let place = all.firstIndex { $0.account.id == id }
            switch (place, newValue) {
            case (let place?, let person?): all[place] = person
            case (let place?, nil): all.remove(at: place)
            case (nil, let person?): all.append(person)
            case (nil, nil): break
            }
        }
    }

    /// The people with a login, in the form of ``Rules/normalizedLogin(_:)``. Each server may know a person with it,
    /// and so may this device.
    func named(_ login: String) -> [Person] { all.filter { $0.account.answers(to: login) } }

    /// The fields of an account of this device that another such account has (A7).
    func taken(_ form: SignUpForm, except id: UUID? = nil) -> [Violation] {
        let others = all.filter { $0.server == nil && $0.account.id != id }
        var found: [Violation] = []
        if !form.mobile.isEmpty, others.contains(where: { $0.account.mobile == form.mobile }) {
            found.append(Violation(.mobile, .taken, "Somebody on this device uses this mobile number already."))
        }
        if !form.email.isEmpty, others.contains(where: { $0.account.email == form.email }) {
            found.append(Violation(.email, .taken, "Somebody on this device uses this email already."))
        }
        return found
    }
}
