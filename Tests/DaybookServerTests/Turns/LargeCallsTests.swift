import Foundation
import HTTPTypes
import Hummingbird
import Testing

@testable import DaybookServer

@Suite("Calls with large bodies have a thread of their own")
struct LargeCallsTests {
    private func request(_ fields: HTTPFields) -> Request {
        Request(
            head: HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/", headerFields: fields),
            body: .init(buffer: .init())
        )
    }

    @Test("a body is large by its announced length, and always when that is unknown")
    func large() {
        #expect(!LargeCalls.isLarge(request([:])))
        #expect(!LargeCalls.isLarge(request([.contentLength: "16384"])))
        #expect(LargeCalls.isLarge(request([.contentLength: "16385"])))
        #expect(LargeCalls.isLarge(request([.transferEncoding: "chunked"])))
    }

    @Test("a large call runs elsewhere for the same caller, and a small one stays")
    func threads() async throws {
        let (calls, executor) = (LargeCalls(), FairExecutor(threads: 1))
        let lane = executor.lane(of: .address(nil))
        try await withTaskExecutorPreference(lane) {
            try await ConnectionLane.$current.withValue(lane) {
                let here = thread()
                _ = try await calls.run(request([.contentLength: "9"])) {
                    #expect(thread() == here)
                    return Response(status: .ok)
                }
                _ = try await calls.run(request([.contentLength: "99999"])) {
                    #expect(thread() != here)
                    return Response(status: .ok)
                }
                #expect(thread() == here)
            }
        }
    }
}

/// The present thread.
private func thread() -> String { "\(pthread_self())" }
