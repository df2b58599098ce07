import Foundation
import Records
import Testing

@testable import PhotoSources

/// Returns the error that opening a source or reading it throws.
func sourceError(_ body: () throws -> Void) -> SourceError? {
    do {
        try body()
        return nil
    } catch {
        return error as? SourceError
    }
}

@Suite
struct ImmichOpeningTests {
    @Test("The source is the user's library, whatever the address is (imports, general rules)")
    func identity() throws {
        let immich = try FakeImmich { _ in }
        for address in [immich.server.address, "http://LOCALHOST:\(immich.server.port)/api/"] {
            let source = try Immich.open(
                ImmichServer(address: address, apiKey: FakeImmich.key + "\n"), options: ImmichOptions(), waits: [],
                pageSize: 10)
            #expect(source.key == SourceKey(kind: .immich, identifier: FakeImmich.anna))
            #expect(source.summary.hasPrefix("Immich 2.1.0 at "))
            #expect(source.summary.hasSuffix(", library of Anna"))
            #expect(source.itemCount == 0)
        }
    }

    @Test("A wrong key is named as the problem, with the next step")
    func wrongKey() throws {
        let immich = try FakeImmich { _ in }
        let error = sourceError {
            _ = try Immich.open(
                ImmichServer(address: immich.server.address, apiKey: "wrong"), options: ImmichOptions(), waits: [],
                pageSize: 10)
        }
        #expect(error?.code == .unreadable)
        #expect(error?.message.contains("doesn't accept the API key. Make a new one") == true)
    }

    @Test(
        "A missing permission is named",
        arguments: [
            ("albums", "album.read"), ("users", "user.read"),
            ("search", "asset.read"),
        ])
    func missingPermission(call: String, permission: String) throws {
        let immich = try FakeImmich { $0.denied = [call] }
        let error = sourceError { _ = try immich.source() }
        #expect(error?.message.contains("lacks the permission “\(permission)”") == true)
    }

    @Test("Without the permissions for tags and stacks, the photos come over and both are listed")
    func optionalPermissions() throws {
        let immich = try FakeImmich {
            $0.denied = ["tags", "stacks"]
            $0.assets = [FakeAsset(1)]
        }
        let source = try immich.source()
        #expect(source.itemCount == 1)
        #expect(source.unreadableParts.map(\.path) == ["Tags", "Stacks"])
        #expect(source.unreadableParts.first?.reason.contains("tag.read") == true)
    }

    @Test("A page of another program is no Immich server", arguments: [200, 404])
    func otherServer(status: Int) throws {
        let immich = try FakeImmich {
            $0.override = { _, _ in
                FakeServer.Response(
                    status: status, fields: ["Content-Type": "text/html"], body: Data("<html></html>".utf8))
            }
        }
        let error = sourceError { _ = try immich.source() }
        #expect(error?.code == .unsupported)
        #expect(
            error?.message == "There is no Immich server at \(immich.server.address). Check the address and its path.")
    }

    @Test("A version that is too old is refused with its number")
    func oldVersion() throws {
        let immich = try FakeImmich { $0.version = [1, 105, 1] }
        let error = sourceError { _ = try immich.source() }
        #expect(error?.code == .unsupported)
        #expect(error?.message.contains("has version 1.105.1. Update it to version 1.106.0 or later.") == true)
    }

    @Test("The oldest versions have the version's call under another name")
    func formerVersionCall() throws {
        let immich = try FakeImmich {
            $0.version = [1, 106, 4]
            $0.override = { request, _ in
                switch request.target {
                case "/api/server/version": .json("{}", status: 404)
                case "/api/server-info/version": .json(#"{"major":1,"minor":106,"patch":4}"#)
                default: nil
                }
            }
        }
        #expect(try immich.source().summary.hasPrefix("Immich 1.106.4 "))
    }

    @Test("A redirection isn't followed, and the key reaches only the named server")
    func redirection() throws {
        let other = try FakeServer { _ in .json("{}") }
        let address = other.address
        let immich = try FakeImmich {
            $0.override = { _, _ in FakeServer.Response(status: 302, fields: ["Location": address + "/api/x"]) }
        }
        let error = sourceError { _ = try immich.source() }
        #expect(error?.message.contains("redirects to another address") == true)
        #expect(other.requests.isEmpty)
    }

    @Test("A server that isn't there is unreachable")
    func unreachable() throws {
        let immich = try FakeImmich { _ in }
        immich.server.stop()
        let error = sourceError { _ = try immich.source() }
        #expect(error?.code == .unreadable)
        #expect(error?.message.contains("can't be reached. Check the address and the network.") == true)
    }

    @Test("A failing encryption is named as the problem")
    func encryption() throws {
        let immich = try FakeImmich { _ in }
        let error = sourceError {
            _ = try Immich.open(
                ImmichServer(address: "https://127.0.0.1:\(immich.server.port)", apiKey: FakeImmich.key),
                options: ImmichOptions(), waits: [], pageSize: 10)
        }
        #expect(error?.code == .unreadable)
        #expect(error?.message.hasPrefix("There is no secure connection to the Immich server.") == true)
    }

    @Test(
        "Addresses are read with or without the path of the API",
        arguments: [
            ("https://photos.example.org", "https://photos.example.org/api/x"),
            ("HTTPS://Photos.Example.org:8443/", "https://photos.example.org:8443/api/x"),
            ("https://example.org/photos/api", "https://example.org/photos/api/x"),
            ("https://example.org/photos/api/", "https://example.org/photos/api/x"),
            ("http://[FD00::1]:2283/api", "http://[fd00::1]:2283/api/x"),
        ])
    func addresses(text: String, call: String) throws {
        #expect(try ImmichAddress(text).api("x") == call)
    }

    @Test(
        "Other addresses are refused, and a password in one isn't repeated",
        arguments: [
            "", "photos.example.org", "ftp://example.org", "https://", "https://anna:secret@example.org",
            "https://example.org:0", "https://example.org:99999", "https://example.org/a?b", "https://example.org/../x",
            "https://example.org/a#b", "https://exa mple.org", "https://[::1", "https://[nonsense]/",
            "file:///etc/passwd",
            "https://example.org/%2e%2e", "https://example.org\r\nX: y",
        ])
    func refusedAddresses(text: String) {
        let error = sourceError { _ = try ImmichAddress(text) }
        #expect(error?.code == .unsupported)
        #expect(error?.message.contains("secret") == false)
    }

    @Test("An unencrypted address on the internet is refused, unless the user allows it")
    func plainAddress() throws {
        let server = ImmichServer(address: "http://203.0.113.7:2283", apiKey: FakeImmich.key)
        let error = sourceError { _ = try ImmichConnection(server, allowsPlainHTTP: false, waits: []) }
        #expect(error?.message.contains("isn't encrypted") == true)
        _ = try ImmichConnection(server, allowsPlainHTTP: true, waits: [])
        for host in [
            "10.1.2.3", "172.31.0.1", "192.168.178.2", "169.254.1.1", "127.9.9.9", "[::1]", "[fe80::1]",
            "[::ffff:192.168.0.1]",
        ] {
            let server = ImmichServer(address: "http://\(host)", apiKey: FakeImmich.key)
            _ = try ImmichConnection(server, allowsPlainHTTP: false, waits: [])
        }
        for number in ["8.8.8.8", "172.32.0.1", "192.169.0.1", "2001:db8::1", "::ffff:8.8.8.8", "100.64.0.1"] {
            #expect(NetworkAddress(number)?.isPrivate == false)
        }
    }

    @Test("The key appears in no description and no message")
    func hiddenKey() throws {
        let server = ImmichServer(address: "https://photos.example.org", apiKey: FakeImmich.key)
        var dumped = ""
        dump(server, to: &dumped)
        var texts = [dumped, "\(server)", String(reflecting: server), String(describing: Optional(server))]
        let connection = try ImmichConnection(server, allowsPlainHTTP: false, waits: [])
        texts.append("\(connection)")
        for status in [300, 400, 401, 403, 404, 418, 429, 500, 503] {
            let immich = try FakeImmich { $0.override = { _, _ in .json("{}", status: status) } }
            let error = sourceError { _ = try immich.source() }
            texts.append(try #require(error).message)
        }
        let immich = try FakeImmich { $0.assets = [FakeAsset(1)] }
        let source = try immich.source()
        let items = try source.items()
        for value in [source, items] as [Any] {
            dumped = ""
            dump(value, to: &dumped)
            texts += [dumped, "\(value)"]
        }
        #expect(dumped.contains("ImmichConnection"))
        texts.append(source.summary)
        for text in texts { #expect(!text.contains(FakeImmich.key)) }
        #expect(immich.server.requests.allSatisfy { !$0.target.contains(FakeImmich.key) })
    }

    @Test(
        "A key that could begin another field of the request is refused", arguments: ["", "a b", "a\r\nHost: x", "ä"])
    func refusedKeys(key: String) {
        let error = sourceError {
            _ = try ImmichConnection(
                ImmichServer(address: "https://example.org", apiKey: key), allowsPlainHTTP: false, waits: [])
        }
        #expect(error?.message.contains("The API key isn't one of Immich") == true)
    }
}
