import DaybookCore

/// One try at something that only so many tries are free for: at a password, or at signing up.
public struct Attempt: Sendable {
    /// A key that an attempt counts under, and its policy.
    public struct Counter: Hashable, Sendable {
        /// The key.
        public let key: AttemptKey
        /// The policy.
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
    /// The place by the address.
    public var place: Counter
    /// The further counts for a place without a sign-in.
    public var whenStrange: [Counter]
    /// The further counts in any case.
    public var always: [Counter]
    /// The account of the password, when there is one. Its tallies are deleted with it, and a wait that the attempt
    /// begins is told in its activity.
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
