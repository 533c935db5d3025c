import NIOCore
import Testing

@testable import DaybookPush

@Suite struct PublicAddressTests {
    @Test(
        "[R1] Addresses in the public network may be called",
        arguments: [
            "8.8.8.8", "1.1.1.1", "172.15.255.255", "172.32.0.0", "100.63.255.255", "100.128.0.0", "169.253.255.255",
            "192.167.255.255", "198.17.255.255", "198.20.0.0", "223.255.255.255", "11.0.0.0", "126.255.255.255",
            "2606:4700::1111", "2a00:1450:4001::200e", "3fff:1000::1", "2001:200::1", "::ffff:8.8.8.8",
            "64:ff9b::8.8.8.8",
        ]
    )
    func isPublic(text: String) throws {
        #expect(PublicAddress.isPublic(try SocketAddress(ipAddress: text, port: 443)))
    }

    @Test(
        "[R1] Those of this machine, of private networks, of clouds' own services and of no one may not",
        arguments: [
            "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1",
            "127.255.255.255", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1",
            "192.88.99.1", "192.168.0.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1",
            "239.255.255.255", "240.0.0.1", "255.255.255.255",
            "::", "::1", "::127.0.0.1", "fe80::1", "fc00::1", "fd12:3456::1", "ff02::1", "fec0::1", "100::1",
            "2001::1", "2001:10::1", "2001:20::1", "2001:db8::1", "2001:1ff::1", "2002:7f00:1::1", "3fff::1",
            "3fff:fff::1", "4000::1", "5f00::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::127.0.0.1",
            "64:ff9b::a9fe:a9fe", "64:ff9b:1::8.8.8.8", "::ffff:0:8.8.8.8",
        ]
    )
    func isNotPublic(text: String) throws {
        #expect(!PublicAddress.isPublic(try SocketAddress(ipAddress: text, port: 443)))
    }

    @Test("[R1] A socket of this machine may not")
    func unixSocket() throws {
        #expect(!PublicAddress.isPublic(try SocketAddress(unixDomainSocketPath: "/tmp/socket")))
    }
}
