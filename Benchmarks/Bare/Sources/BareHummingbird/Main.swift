import Foundation
import Hummingbird
import Logging

/// Hummingbird with one file in memory, without a log: `BareHummingbird <file> <port>`.
@main
enum Main {
    static func main() async throws {
        let (path, port) = (CommandLine.arguments[1], Int(CommandLine.arguments[2]) ?? 0)
        let bytes = ByteBuffer(bytes: Array(try Data(contentsOf: URL(fileURLWithPath: path))))
        let router = Router()
        router.get("style.css") { _, _ in
            Response(status: .ok, headers: [.contentType: "text/css"], body: ResponseBody(byteBuffer: bytes))
        }
        var logger = Logger(label: "bare")
        logger.logLevel = .critical
        try await Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port), backlog: 1_024),
            logger: logger
        ).run()
    }
}
