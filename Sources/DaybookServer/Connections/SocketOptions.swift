import NIOCore

/// The kernel's settings for each connection.
enum SocketOptions {
    #if os(Linux)
    /// TCP_USER_TIMEOUT of tcp(7): how long sent bytes may wait to be acknowledged before the connection is given up.
    private static let userTimeout = NIOBSDSocket.Option(rawValue: 18)
    /// TCP_NOTSENT_LOWAT of tcp(7): how many bytes the kernel takes beyond those that are under way.
    private static let unsentBytes = NIOBSDSocket.Option(rawValue: 25)
    /// Enough to keep a line busy. Without a bound the kernel takes megabytes for each slow reader, and nobody sees how
    /// slow it is.
    private static let unsentMost = 128 << 10
    #endif

    /// Sets them, where there are such.
    static func set(on channel: any Channel, answerPatience: TimeAmount) {
        #if os(Linux)
        let milliseconds = Int(answerPatience.nanoseconds / 1_000_000)
        let options = channel.syncOptions
        // A socket of another family has neither.
        let timeout = ChannelOptions.Types.SocketOption(level: .tcp, name: userTimeout)
        let unsent = ChannelOptions.Types.SocketOption(level: .tcp, name: unsentBytes)
        try? options?.setOption(timeout, value: milliseconds)
        try? options?.setOption(unsent, value: unsentMost)
        #endif
    }
}
