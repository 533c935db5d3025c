import DaybookCore

/// One attempt at something that is limited: a password or a sign-up.
public struct Attempt: Sendable {
    /// A key under which an attempt is counted, and the policy of that key.
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

    /// The device that the attempt comes from. If an attempt from this device has succeeded before, the attempt counts
    /// here and under no other key, so that other people cannot lock a person out of their own device. A device without
    /// an earlier success is ignored, because a client can invent one.
    public var device: Counter?
    /// The place, identified by the network address.
    public var place: Counter
    /// The further counters for a place without an earlier sign-in.
    public var whenStrange: [Counter]
    /// The further counters in every case.
    public var always: [Counter]
    /// The account of the password, if there is one. Its tallies are deleted with it. A wait that the attempt begins is
    /// written to its activity.
    public var account: AccountID?
    /// The name of the device, for the activity.
    public var deviceName: String?

    /// An attempt with these counters.
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
