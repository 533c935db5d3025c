import Crypto
import DaybookCore
import DaybookStore
import HTTPTypes

@testable import DaybookServer

/// The SHA-256 of some bytes.
func digest(of bytes: [UInt8]) -> DaybookCore.Digest {
    guard let digest = DaybookCore.Digest(bytes: Array(SHA256.hash(data: bytes))) else {
        preconditionFailure("a SHA-256 has 32 bytes")
    }
    return digest
}

extension World {
    /// Uploads a photo, under its own digest or another one.
    func put(
        _ bytes: [UInt8],
        as name: DaybookCore.Digest? = nil,
        by person: Person?,
        headers: HTTPFields = [:]
    ) async throws -> Answer {
        let path = "/api/v1/photos/\(name ?? digest(of: bytes))"
        return try await call(.put, path, bytes: bytes, by: person, headers: headers)
    }

    /// Requests the photo of some bytes.
    func get(
        _ bytes: [UInt8],
        _ method: HTTPRequest.Method = .get,
        by person: Person?,
        headers: HTTPFields = [:]
    ) async throws -> Answer {
        try await call(method, "/api/v1/photos/\(digest(of: bytes))", by: person, headers: headers)
    }

    /// The stored photos of a person.
    func photos(of person: Person) async throws -> [StoredPhoto] {
        try await storage.photos(of: person.account, after: nil, limit: 1_000)
    }
}
