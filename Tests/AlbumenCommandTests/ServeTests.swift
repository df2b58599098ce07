import AlbumenTestSupport
import Foundation
import Testing

@Suite(.blocking) struct ServeTests {
    @Test func `the printed link opens the library, and a signal ends the server`() throws {
        let harness = try CommandHarness()
        _ = try harness.run("import", harness.writePhotos(1).path)
        let server = try harness.start("serve", "--port", "0")
        #expect(server.waitForOutput { $0.contains("once.") })
        server.kill(SIGTERM)
        let outcome = try server.wait()
        #expect(outcome.exitStatus == 0)
        #expect(outcome.error == "")
        let lines = outcome.outputLines
        try #require(lines.count == 4)
        #expect(lines[0] == "Serving \(harness.library.path)")
        let link = try Regex(#"  http://[a-z0-9]{26}\.albumen\.localhost:(\d+)/open\?key=[A-Za-z0-9_-]{43}"#)
        let port = try #require(lines[1].wholeMatch(of: link)?[1].substring)
        #expect(lines[3] == "Afterwards, that browser opens it at http://albumen.localhost:\(port)/")
    }

    @Test func `without lasting sign-ins, the link has the numeric address`() throws {
        let harness = try CommandHarness()
        _ = try harness.run("import", harness.writePhotos(1).path)
        let server = try harness.start("serve", "--port", "0", "--no-lasting-sign-in", "--json")
        #expect(server.waitForOutput { $0.hasSuffix("\n") })
        server.kill(SIGTERM)
        let outcome = try server.wait()
        #expect(outcome.exitStatus == 0)
        let object = try #require(outcome.objects().first)
        #expect(Set(object.keys) == ["address", "link"])
        guard case .text(let link) = object["link"] else { throw CocoaError(.coderReadCorrupt) }
        #expect(link.hasPrefix("http://127.0.0.1:"))
    }

    @Test func `if another program has the other loopback address, no browser stays signed in`() throws {
        let harness = try CommandHarness()
        _ = try harness.run("import", harness.writePhotos(1).path)
        let other = try OtherLoopbackListener()
        let server = try harness.start("serve", "--port", "\(other.port)")
        #expect(server.waitForOutput { $0.contains("once.") })
        server.kill(SIGTERM)
        let outcome = try server.wait()
        #expect(outcome.exitStatus == 0)
        #expect(outcome.error.hasPrefix("albumen: Another program has port \(other.port)"))
        #expect(outcome.outputLines.count == 3)
        #expect(outcome.outputLines.dropFirst().first?.hasPrefix("  http://127.0.0.1:\(other.port)/open?key=") == true)
    }

    @Test func `a file of sign-ins that others can read isn't used, and serve says so`() throws {
        let harness = try CommandHarness()
        _ = try harness.run("import", harness.writePhotos(1).path)
        let home = try #require(harness.environment["HOME"])
        let folder = URL(filePath: home).appending(path: ".local/state/albumen")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "sign-ins.json")
        try Data(#"{"signIns":[],"version":1}"#.utf8).write(to: file)
        try #require(chmod(file.path, 0o644) == 0)
        let server = try harness.start("serve", "--port", "0")
        #expect(server.waitForOutput { $0.contains("once.") })
        server.kill(SIGTERM)
        let outcome = try server.wait()
        #expect(outcome.error.contains("\(file.path) has the browsers that stay signed in, but other users can read"))
        #expect(outcome.outputLines.count == 3)
        let list = try harness.run("access", "browsers")
        #expect(list.exitStatus == 1)
        #expect(list.error.contains("other users can read or change it"))
    }

    @Test func `in JSON the link is an object on one line`() throws {
        let harness = try CommandHarness()
        _ = try harness.run("import", harness.writePhotos(1).path)
        let server = try harness.start("serve", "--port", "0", "--host", "::1", "--json")
        #expect(server.waitForOutput { $0.hasSuffix("\n") })
        server.kill(SIGINT)
        let outcome = try server.wait()
        #expect(outcome.exitStatus == 0)
        let object = try #require(outcome.objects().first)
        guard case .text(let address) = object["address"], case .text(let link) = object["link"] else {
            Issue.record("\(outcome.output)")
            return
        }
        #expect(address.hasPrefix("http://[::1]:"))
        guard case .text(let bookmark) = object["bookmark"] else {
            Issue.record("\(outcome.output)")
            return
        }
        let port = address.dropFirst("http://[::1]:".count)
        #expect(bookmark == "http://albumen.localhost:\(port)/")
        #expect(link.contains(".albumen.localhost:\(port)/open?key="))
    }

    @Test(arguments: ["0.0.0.0", "192.168.1.1", "example.org", "localhost", "::"])
    func `an address that other machines can reach is refused`(_ host: String) throws {
        let outcome = try CommandHarness().run("serve", "--host", host)
        #expect(outcome.exitStatus == 2)
        #expect(outcome.error.contains("\(host) isn't a loopback address."))
    }

    @Test func `a port in use is reported with the next step`() throws {
        let harness = try CommandHarness()
        _ = try harness.run("import", harness.writePhotos(1).path)
        let first = try harness.start("serve", "--port", "0", "--json")
        #expect(first.waitForOutput { $0.hasSuffix("\n") })
        defer { first.kill(SIGTERM) }
        var port: Substring?
        _ = first.waitForOutput { output in
            port = output.firstMatch(of: /127\.0\.0\.1:(\d+)/)?.1
            return true
        }
        let taken = try #require(port)
        let outcome = try harness.run("serve", "--port", String(taken))
        #expect(outcome.exitStatus == 1)
        #expect(outcome.output == "")
        #expect(outcome.error.hasPrefix("albumen: Port \(taken) is taken"))
        #expect(outcome.error.contains("--port"))
    }

    @Test func `without a library nothing is served and none is created`() throws {
        let harness = try CommandHarness()
        let outcome = try harness.run("serve", "--port", "0")
        #expect(outcome.exitStatus == 1)
        #expect(outcome.error.contains("There is no library at \(harness.library.path)."))
        #expect(try harness.folder.names() == ["home"])
    }
}

/// A program that listens at `::1`, on a port that is free at `127.0.0.1`.
private final class OtherLoopbackListener {
    let port: UInt16
    private let descriptor: Int32

    init() throws {
        let socket = socket(AF_INET6, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var isAlone: Int32 = 1
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_addr = in6addr_loopback
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let isListening =
            socket >= 0
            && setsockopt(socket, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &isAlone, socklen_t(MemoryLayout<Int32>.size)) == 0
            && withUnsafeMutableBytes(of: &address) { bytes in
                guard let start = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return false }
                return bind(socket, start, length) == 0 && listen(socket, 1) == 0
                    && getsockname(socket, start, &length) == 0
            }
        descriptor = socket
        port = UInt16(bigEndian: address.sin6_port)
        guard isListening else { try Test.cancel("this machine has no address ::1") }
    }

    deinit { close(descriptor) }
}
