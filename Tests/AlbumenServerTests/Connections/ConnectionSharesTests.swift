import AlbumenTestSupport
import Foundation
import Testing

@testable import Albumen
@testable import AlbumenServer
@testable import PhotoLibrary

@Suite struct ConnectionSharesTests {
    private func peer(_ user: uid_t) -> ConnectionPeer { ConnectionPeer(user: user, inode: 1, owner: 1000) }

    @Test func `other users have a share of the connections, the owner has no limit`() {
        let shares = ConnectionShares()
        for _ in 0..<8 { #expect(shares.enter(peer(2000))) }
        #expect(!shares.enter(peer(2000)))
        for user in 3000..<3003 { for _ in 0..<8 { #expect(shares.enter(peer(uid_t(user)))) } }
        #expect(!shares.enter(peer(4000)))
        for _ in 0..<300 { #expect(shares.enter(peer(1000))) }
        #expect(shares.enter(peer(0)))
        #expect(shares.count == 333)
        shares.leave(peer(2000))
        #expect(shares.enter(peer(4000)))
    }

    @Test func `the program of a socket is known`() async throws {
        try await GalleryFixture.serve { gallery in
            let app = try await PickClient(gallery, origin: nil)
            let requester = try await app.open().requester
            #expect(requester.kind == "process")
            #expect(requester.program == URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path)
        }
        #expect(SocketProgram.path(ofSocket: 0, user: geteuid()) == nil)
        #expect(SocketProgram.path(ofSocket: .max, user: geteuid()) == nil)
    }

    @Test func `a child that inherited a socket isn't taken for its parent`() throws {
        let folder = try TemporaryFolder()
        for (process, start, program) in [("40", 9_000, "/bin/child"), ("32000", 700, "/bin/parent")] {
            let files = try folder.makeFolder("\(process)/fd")
            let line = "\(process) (a) b) S" + String(repeating: " 0", count: 18) + " \(start) 0"
            try folder.write(Data(line.utf8), to: "\(process)/stat")
            let links = [files.appending(path: "3"): "socket:[77]", folder.file("\(process)/exe"): program]
            for (link, target) in links {
                try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: target)
            }
        }
        #expect(SocketProgram.path(ofSocket: 77, user: geteuid(), processes: folder.path) == "/bin/parent")
    }

    @Test(.enabled(if: ForeignUser.isAvailable, "\(ForeignUser.absence)"))
    func `another user asks and gets the chosen bytes`() async throws {
        try await GalleryFixture.serve { gallery in
            let photo = try gallery.add(.photograph("a.jpg"))
            let port = gallery.address.port
            let script = """
                import json, sys, urllib.request

                def ask(path, token=None, body=None):
                    headers = {"Content-Type": "application/json"}
                    if token:
                        headers["Authorization"] = "Bearer " + token
                    request = urllib.request.Request("http://127.0.0.1:\(port)" + path, body, headers)
                    return urllib.request.urlopen(request, timeout=\(TestPatience.seconds)).read()

                pick = json.loads(ask("/api/picks", None, b"{}"))
                print(pick["number"], flush=True)
                path = "/api/picks/" + pick["number"]
                state = {"state": "waiting", "revision": 0}
                while state["state"] in ("waiting", "open"):
                    state = json.loads(ask(path + "?after=%d" % state["revision"], pick["token"]))
                item = state["items"][0]
                print(len(ask(path + "/items/%s/public.jpeg" % item["item"], pick["token"])))
                """
            let client = try ForeignUser.start(python: script)
            let number = Slot()
            _ = try await onOwnThread {
                client.waitForOutput { output in
                    let line = output.split(separator: "\n").first.map(String.init)
                    if let line, line.utf8.count == PickNumber.length { number.set(line) }
                    return number.get() != nil
                }
            }
            let app = PickClient(gallery, number: try #require(number.get()))
            let requester = try await app.open().requester
            #expect(requester.kind == "user" && requester.program == nil)
            try #require(try await app.select([photo]).status == 200)
            try #require(try await app.end().status == 200)
            let outcome = try await onOwnThread { try client.wait() }
            let bytes = try SampleMedia.photograph(width: 640, height: 480, comment: "a.jpg")
            #expect(outcome.outputLines.last == "\(bytes.count)", "\(outcome.error)")
        }
    }

    private final class Slot: @unchecked Sendable {
        private let lock = NSLock()
        private var value: String?

        func set(_ new: String) { lock.withLock { value = new } }
        func get() -> String? { lock.withLock { value } }
    }
}
