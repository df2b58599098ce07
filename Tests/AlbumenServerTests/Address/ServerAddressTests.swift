import Testing

@testable import AlbumenServer

/// The addresses on which the server may listen.
@Suite struct ServerAddressTests {
    @Test(arguments: [
        "0.0.0.0", "::", "192.168.1.2", "10.0.0.1", "128.0.0.1", "126.255.255.255", "::2", "fe80::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1", "2001:db8::1", "localhost", "example.com", "127.1", "127.0.0.1.", "127.0.0.1 ", "0x7f000001",
        "[::1]", "::1%lo", "",
    ])
    func `addresses outside of the loopback interface are refused`(host: String) {
        let error = #expect(throws: ServerError.self) { try ServerAddress(host: host, port: 8420) }
        #expect(error?.message.contains("127.0.0.1") == true)
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1:8420"), ("127.8.9.10", "127.8.9.10:8420"), ("::1", "[::1]:8420"),
        ("0:0:0:0:0:0:0:1", "[::1]:8420"),
    ])
    func `addresses of the loopback interface are accepted`(host: String, authority: String) throws {
        let address = try ServerAddress(host: host, port: 8420)
        #expect(address.authority == authority)
        #expect(address.origin == "http://\(authority)")
    }

    @Test func `the default port is omitted as in browsers`() throws {
        #expect(try ServerAddress(host: "127.0.0.1", port: 80).authority == "127.0.0.1")
        #expect(try ServerAddress(host: "::1", port: 80).origin == "http://[::1]")
    }

    @Test(arguments: [-1, 65_536, 1_000_000, Int.max, Int.min])
    func `invalid ports are refused`(port: Int) {
        let error = #expect(throws: ServerError.self) { try ServerAddress(port: port) }
        #expect(error?.message.contains("\(port)") == true)
    }

    @Test(arguments: [0, 1, 8420, 65_535])
    func `valid ports are accepted`(port: Int) throws {
        #expect(try ServerAddress(port: port).port == port)
        #expect(try ServerAddress(port: 1).on(port: port).port == port)
    }
}
