import Foundation

/// A folder during a test.
func withTemporaryFolder<Value>(_ work: (String) async throws -> Value) async throws -> Value {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("daybook-\(Foundation.UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }
    return try await work(url.path)
}
