import DaybookCore
import Foundation
import NIOSSL

/// The identity of a server in TLS: a certificate chain and its private key, read and checked.
struct TLSIdentity: Sendable {
    let chain: [NIOSSLCertificate]
    let key: NIOSSLPrivateKey

    /// Reads the files. Throws ``TLSFileError`` when a server could not use them at this moment.
    init(_ files: TLSFiles, now: Instant) throws(TLSFileError) {
        chain = try Self.chain(files.certificate)
        key = try Self.key(files.key)
        guard let own = chain.first else { throw .noCertificate(path: files.certificate) }
        let from = Instant(milliseconds: Int64(own.notValidBefore) * 1_000)
        let until = Instant(milliseconds: Int64(own.notValidAfter) * 1_000)
        if until < now { throw .expired(path: files.certificate, at: until) }
        if now < from { throw .notYetValid(path: files.certificate, from: from) }
        do {
            // Making a context checks that the key belongs to the certificate.
            _ = try NIOSSLContext(configuration: configuration)
        } catch {
            throw .mismatch(certificate: files.certificate, key: files.key)
        }
    }

    /// TLS 1.2 and 1.3, only with forward secrecy and authenticated encryption (RFC 9325, section 4.2), and HTTP/1.1.
    var configuration: TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) },
            privateKey: .privateKey(key)
        )
        configuration.minimumTLSVersion = .tlsv12
        configuration.cipherSuites = "ECDHE+AESGCM:ECDHE+CHACHA20"
        configuration.applicationProtocols = ["http/1.1"]
        return configuration
    }

    /// The identity in the form that NIO needs at the start of a connection.
    var override: NIOSSLContextConfigurationOverride {
        var override = NIOSSLContextConfigurationOverride()
        override.certificateChain = chain.map { .certificate($0) }
        override.privateKey = .privateKey(key)
        return override
    }

    private static func chain(_ path: String) throws(TLSFileError) -> [NIOSSLCertificate] {
        let bytes = try read(path)
        do {
            return try NIOSSLCertificate.fromPEMBytes(bytes)
        } catch {
            throw .noCertificate(path: path)
        }
    }

    private static func key(_ path: String) throws(TLSFileError) -> NIOSSLPrivateKey {
        let bytes = try read(path)
        do {
            return try NIOSSLPrivateKey(bytes: bytes, format: .pem)
        } catch {
            // `BEGIN ENCRYPTED PRIVATE KEY`, or `Proc-Type: 4,ENCRYPTED` in files of the older form.
            let hasPassphrase = String(decoding: bytes, as: UTF8.self).contains("ENCRYPTED")
            throw hasPassphrase ? .keyHasPassphrase(path: path) : .noKey(path: path)
        }
    }

    private static func read(_ path: String) throws(TLSFileError) -> [UInt8] {
        guard let file = fopen(path, "rb") else {
            throw .unreadable(path: path, detail: String(cString: strerror(errno)))
        }
        defer { fclose(file) }
        // Certificates and keys have some kilobytes; a file that was named by mistake may have any size.
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        errno = 0
        let count = fread(&bytes, 1, bytes.count, file)
        if ferror(file) != 0 { throw .unreadable(path: path, detail: String(cString: strerror(errno))) }
        return Array(bytes[..<count])
    }
}
