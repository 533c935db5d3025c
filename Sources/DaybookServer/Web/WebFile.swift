import Crypto
import HTTPTypes
import NIOCore

/// One file of the browser app in memory, with its compressed forms, ready to be sent.
///
/// Classes: an answer would copy a value with all of its parts.
final class WebFile: Sendable {
    /// A form of the file: uncompressed or compressed.
    final class Variant: Sendable {
        let bytes: ByteBuffer
        /// A strong entity tag: half of the SHA-256 of these bytes.
        let tag: String
        /// All headers of an answer with this form.
        let headers: HTTPFields
        /// The status and these headers as they are sent.
        let head: ByteBuffer
        /// The headers of an answer to a client that has this form already.
        let knownHeaders: HTTPFields
        /// That status and those headers as they are sent.
        let knownHead: ByteBuffer
        /// The same bytes for the kernel; nil for few bytes.
        let shared: SharedFile?

        init(bytes: ByteBuffer, shared: SharedFile?, tag: String, headers: HTTPFields) {
            self.bytes = bytes
            self.shared = shared
            self.tag = tag
            self.headers = headers
            head = Self.head(.ok, headers)
            var known = headers
            for name in [HTTPField.Name.contentLength, .contentType, .contentEncoding] { known[name] = nil }
            knownHeaders = known
            knownHead = Self.head(.notModified, known)
        }

        /// The first bytes of an answer. More headers, and an empty line, follow.
        static func head(_ status: HTTPResponse.Status, _ headers: HTTPFields) -> ByteBuffer {
            var head = ByteBuffer()
            head.writeStatus(status)
            for field in headers { head.writeField(field.name.rawName, field.value) }
            return head
        }
    }

    let plain: Variant
    let gzip: Variant?
    let brotli: Variant?

    init(type: String, plain: [UInt8], gzip: [UInt8]?, brotli: [UInt8]?, policy: SecurityHeaders.WebPolicy) {
        let isCompressed = gzip != nil || brotli != nil
        let security = SecurityHeaders.web(policy)
        func variant(_ bytes: [UInt8], _ encoding: String?) -> Variant {
            Self.variant(bytes, type: type, encoding: encoding, varies: isCompressed, security)
        }
        self.plain = variant(plain, nil)
        self.gzip = gzip.map { variant($0, "gzip") }
        self.brotli = brotli.map { variant($0, "br") }
    }

    private static func variant(
        _ bytes: [UInt8],
        type: String,
        encoding: String?,
        varies: Bool,
        _ security: [HTTPField]
    ) -> Variant {
        let digest = SHA256.hash(data: bytes).prefix(16).map { byte in
            let text = String(byte, radix: 16)
            return byte < 16 ? "0" + text : text
        }
        let tag = "\"\(digest.joined())\""
        var headers: HTTPFields = [.contentType: type, .eTag: tag, .cacheControl: "no-cache"]
        if let encoding { headers[.contentEncoding] = encoding }
        if varies { headers[.vary] = "Accept-Encoding" }
        headers[.contentLength] = String(bytes.count)
        for field in security { headers.append(field) }
        return Variant(bytes: ByteBuffer(bytes: bytes), shared: SharedFile(bytes), tag: tag, headers: headers)
    }

    /// The smallest form that a client accepts.
    func variant(accepting encodings: String?) -> Variant {
        guard let encodings, gzip != nil || brotli != nil else { return plain }
        if let brotli, AcceptEncoding.takes("br", encodings) { return brotli }
        if let gzip, AcceptEncoding.takes("gzip", encodings) { return gzip }
        return plain
    }
}
