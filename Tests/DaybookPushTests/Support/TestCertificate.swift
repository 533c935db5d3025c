import NIOSSL

/// A self-made certificate of `localhost`, valid until 2120. Its key is public, so it protects nothing.
enum TestCertificate {
    static func certificate() throws -> NIOSSLCertificate {
        try NIOSSLCertificate(bytes: Array(pem.utf8), format: .pem)
    }

    static func serverContext() throws -> NIOSSLContext {
        let key = try NIOSSLPrivateKey(bytes: Array(keyPEM.utf8), format: .pem)
        return try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: [.certificate(certificate())],
                privateKey: .privateKey(key)
            )
        )
    }

    private static let pem = """
        -----BEGIN CERTIFICATE-----
        MIIBQjCB6KADAgECAgEBMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWxvY2FsaG9z
        dDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFDESMBAGA1UEAwwJ
        bG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEMLLZvlASFpm2Sihx
        YuOlHUBVk/9f5zEghAjZPeJwMCZH7o/h5zhRI7WWLzj1RcfsBHWuN51rwgyBhv1U
        Be2zBaMpMCcwFAYDVR0RBA0wC4IJbG9jYWxob3N0MA8GA1UdEwEB/wQFMAMBAf8w
        CgYIKoZIzj0EAwIDSQAwRgIhAMZBmqair6OVGzDSbMh7QeX/iM0kd/vLjp8Go0sR
        w5RYAiEAj8pILzQDVszFg59JNncVV2kTG12qDEoxjINeYXTlfoM=
        -----END CERTIFICATE-----
        """

    private static let keyPEM = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgJA4cro1iVC+GBuNf
        ktDswtKBQOvhdbYqbulsEnwQ9VChRANCAAQwstm+UBIWmbZKKHFi46UdQFWT/1/n
        MSCECNk94nAwJkfuj+HnOFEjtZYvOPVFx+wEda43nWvCDIGG/VQF7bMF
        -----END PRIVATE KEY-----
        """
}
