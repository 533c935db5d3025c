import Foundation
import Logging
import NIOCore

/// Stops accepting connections for a moment when the system has no resources for another one.
///
/// When accepting fails for lack of descriptors or memory, the connection stays in the kernel's queue, so the socket
/// stays readable, and a server that retries at once does nothing else. NIO's own `AcceptBackoffHandler` delays further
/// `read` calls but not the one in progress, which causes the loop; here the socket is not listened to meanwhile. The
/// error is not forwarded, because the server would treat it as its end.
final class AcceptPause: ChannelInboundHandler {
    typealias InboundIn = any Channel

    /// The time for which no connection is accepted.
    static let pause = TimeAmount.milliseconds(250)
    /// The log reports it at most once in this time.
    private static let logInterval = TimeAmount.seconds(60)

    private let logger: Logger
    private var isPaused = false
    private var loggedAt: NIODeadline?

    init(logger: Logger) {
        self.logger = logger
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let code = (error as? IOError)?.errnoCode else { return context.fireErrorCaught(error) }
        switch code {
        // The client has disconnected already; no resource is short.
        case ECONNABORTED: return
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: pause(context, error)
        default: context.fireErrorCaught(error)
        }
    }

    private func pause(_ context: ChannelHandlerContext, _ error: any Error) {
        log(error)
        guard !isPaused, let options = context.channel.syncOptions else { return }
        isPaused = true
        try? options.setOption(.autoRead, value: false)
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) { [self] in
            isPaused = false
            try? options.setOption(.autoRead, value: true)
        }
    }

    private func log(_ error: any Error) {
        let now = NIODeadline.now()
        if let loggedAt, now - loggedAt < Self.logInterval { return }
        loggedAt = now
        logger.error(
            "no connection can be taken for the moment: raise the limit of open files, or lower the budget connections",
            metadata: ["error": "\(error)"]
        )
    }
}
