import DaybookCore

/// The content of a token (RFC 8292, section 2): the push service, the expiry and the contact.
struct VAPIDToken {
    /// The push service's origin.
    let audience: String
    let expires: Instant
    let contact: VAPIDContact?

    /// The signed token: a JSON Web Token (RFC 7519) with ES256.
    func signed(by key: VAPIDKey) throws -> String {
        let input = signingInput
        return input + "." + Base64URL.text(try key.signature(Array(input.utf8)))
    }

    /// The signed bytes (RFC 7515, section 5.1).
    var signingInput: String {
        let header = JSON.object([.init("typ", .string("JWT")), .init("alg", .string("ES256"))])
        var claims: [JSON.Member] = [
            .init("aud", .string(audience)),
            .init("exp", .integer(expires.milliseconds / 1_000)),
        ]
        if let contact { claims.append(.init("sub", .string(contact.text))) }
        return Base64URL.text(header.encoded) + "." + Base64URL.text(JSON.object(claims).encoded)
    }
}
