import NIOCore

/// The kernel's settings for each connection.
enum SocketOptions {
    #if os(Linux)
    /// TCP_USER_TIMEOUT of tcp(7): how long sent bytes may stay unacknowledged before the connection is closed.
    private static let userTimeout = NIOBSDSocket.Option(rawValue: 18)
    /// TCP_NOTSENT_LOWAT of tcp(7): how many unsent bytes the kernel accepts.
    private static let unsentBytes = NIOBSDSocket.Option(rawValue: 25)
    /// Enough to keep a connection busy. Without a bound the kernel accepts megabytes for each slow reader, which hides
    /// how slow the reader is.
    private static let unsentMost = 128 << 10
    #endif

    /// Sets the options, on systems that have them.
    static func set(on channel: any Channel, answerTimeout: TimeAmount) {
        #if os(Linux)
        let milliseconds = Int(answerTimeout.nanoseconds / 1_000_000)
        let options = channel.syncOptions
        // A socket of another family has neither option.
        let timeout = ChannelOptions.Types.SocketOption(level: .tcp, name: userTimeout)
        let unsent = ChannelOptions.Types.SocketOption(level: .tcp, name: unsentBytes)
        try? options?.setOption(timeout, value: milliseconds)
        try? options?.setOption(unsent, value: unsentMost)
        #endif
    }
}
