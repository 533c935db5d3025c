import Foundation
import Logging
import NIOCore

/// Stops taking connections for a moment when the system has no room for another one.
///
/// When accepting fails for want of descriptors or memory, the connection stays in the kernel's queue, so the socket
/// stays readable, and a server that tries again at once does nothing else. NIO's own `AcceptBackoffHandler` holds back
/// `read` calls but leaves the one under way, which is what goes round; here the socket is not listened to meanwhile.
/// The error goes no further, for the server would take it for its end.
final class AcceptPause: ChannelInboundHandler {
    typealias InboundIn = any Channel

    /// The time for which nothing is accepted.
    static let pause = TimeAmount.milliseconds(250)
    /// The log says it once in so long.
    private static let silence = TimeAmount.seconds(60)

    private let logger: Logger
    private var isPaused = false
    private var saidAt: NIODeadline?

    init(logger: Logger) {
        self.logger = logger
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let code = (error as? IOError)?.errnoCode else { return context.fireErrorCaught(error) }
        switch code {
        // The client has gone again: nothing is short.
        case ECONNABORTED: return
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: pause(context, error)
        default: context.fireErrorCaught(error)
        }
    }

    private func pause(_ context: ChannelHandlerContext, _ error: any Error) {
        say(error)
        guard !isPaused, let options = context.channel.syncOptions else { return }
        isPaused = true
        try? options.setOption(.autoRead, value: false)
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) { [self] in
            isPaused = false
            try? options.setOption(.autoRead, value: true)
        }
    }

    private func say(_ error: any Error) {
        let now = NIODeadline.now()
        if let saidAt, now - saidAt < Self.silence { return }
        saidAt = now
        logger.error(
            "no connection can be taken for the moment: raise the limit of open files, or lower the budget connections",
            metadata: ["error": "\(error)"]
        )
    }
}
