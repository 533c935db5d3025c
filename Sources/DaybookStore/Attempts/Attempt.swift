import DaybookCore

/// One try at something that only so many tries are free for: at a password, or at signing up.
public struct Attempt: Sendable {
    /// What a try counts under, and by which policy.
    public struct Counter: Hashable, Sendable {
        /// What it counts under.
        public let key: AttemptKey
        /// How many are free there, and what follows.
        public let policy: AttemptPolicy

        /// A counter of these parts.
        public init(_ key: AttemptKey, _ policy: AttemptPolicy) {
            self.key = key
            self.policy = policy
        }
    }

    /// The device it comes from. When somebody has signed in from there, the try counts here and nowhere else, so that
    /// nobody can lock a person out of their own device; a device that anybody may have made up counts for nothing.
    public var device: Counter?
    /// Where it comes from otherwise.
    public var place: Counter
    /// What it counts under besides when nobody has signed in from that place.
    public var whenStrange: [Counter]
    /// What it counts under besides, in any case.
    public var always: [Counter]
    /// Whose password it is about, when there is such an account. Its tallies go when the account goes, and a wait that
    /// the try begins is told in the account's activity.
    public var account: AccountID?
    /// The name of the device, for the activity.
    public var deviceName: String?

    /// A try that counts under these.
    public init(
        place: Counter,
        device: Counter? = nil,
        whenStrange: [Counter] = [],
        always: [Counter] = [],
        account: AccountID? = nil,
        deviceName: String? = nil
    ) {
        self.place = place
        self.device = device
        self.whenStrange = whenStrange
        self.always = always
        self.account = account
        self.deviceName = deviceName
    }
}
