import AlbumenTestSupport
import Foundation
import Testing

@Suite struct ServeTests {
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
        try #require(lines.count == 3)
        #expect(lines[0] == "Serving \(harness.library.path)")
        let link = try Regex(#"  http://127\.0\.0\.1:\d+/open\?key=[A-Za-z0-9_-]{43}"#)
        #expect(lines[1].wholeMatch(of: link) != nil)
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
        #expect(link.hasPrefix("\(address)/open?key="))
    }

    @Test(arguments: ["0.0.0.0", "192.168.1.1", "example.org", "localhost", "::"])
    func `an address that other machines can reach is refused`(_ host: String) throws {
        let outcome = try CommandHarness().run("serve", "--host", host)
        #expect(outcome.exitStatus == 2)
        #expect(outcome.error.contains("\(host) is no address of this machine alone."))
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
