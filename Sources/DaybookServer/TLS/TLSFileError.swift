import DaybookCore

/// Why a server cannot use its TLS files.
public enum TLSFileError: Error, Equatable, Sendable {
    /// The file does not exist, or this user may not read it.
    case unreadable(path: String, detail: String)
    /// The file has no certificate in PEM.
    case noCertificate(path: String)
    /// The file has no private key in PEM.
    case noKey(path: String)
    /// The key has a passphrase, which a server cannot ask for.
    case keyHasPassphrase(path: String)
    /// The key does not belong to the first certificate.
    case mismatch(certificate: String, key: String)
    /// The first certificate expired at this moment.
    case expired(path: String, at: Instant)
    /// The first certificate is not valid before this moment.
    case notYetValid(path: String, from: Instant)
}

extension TLSFileError: CustomStringConvertible {
    /// One or two sentences for the operator, with the file and what can be done about it.
    public var description: String {
        switch self {
        case .unreadable(let path, let detail):
            "\(path) cannot be read (\(detail)). Give --tls-certificate and --tls-key files that this user may read."
        case .noCertificate(let path):
            "\(path) holds no certificate in PEM. Give --tls-certificate the file with the lines BEGIN CERTIFICATE."
        case .noKey(let path):
            "\(path) holds no private key in PEM. Give --tls-key the file with the line BEGIN PRIVATE KEY."
        case .keyHasPassphrase(let path):
            "the key \(path) has a passphrase. Write one without: openssl pkey -in \(path) -out key.pem"
        case .mismatch(let certificate, let key):
            """
            the key \(key) is not the one of the certificate \(certificate). Give two files that were made together; \
            in the certificate's file the server's own must stand first.
            """
        case .expired(let path, let moment):
            "the certificate \(path) expired at \(moment.rfc3339). Renew it."
        case .notYetValid(let path, let moment):
            "the certificate \(path) is good from \(moment.rfc3339) on. Is this machine's clock right?"
        }
    }
}
