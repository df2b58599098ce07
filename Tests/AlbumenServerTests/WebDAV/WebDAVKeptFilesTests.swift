import AlbumenTestSupport
import Foundation
import HTTPTypes
import Records
import SentFiles
import Testing

@testable import Albumen
@testable import AlbumenServer

/// Files that a sender was told have arrived.
@Suite struct WebDAVKeptFilesTests {
    private let photo = SampleMedia.jpeg(comment: "kept")

    private func withInbox(_ body: (WebDAVFixture) async throws -> Void) async throws {
        try await DeviceFixture.open { try await body(WebDAVFixture($0)) }
    }

    private func hold(_ name: String, in store: UploadStore, isHeld: Bool = true) throws -> UploadRecord {
        let record = try store.create(UploadRequest(filename: name, delivery: "d", sender: "phone"))
        let append = try store.append(to: record.identifier, at: 0) {}
        try append.write([1, 2, 3])
        return try append.finish(completing: false, holding: isHeld)
    }

    @Test(.blocking) func `held bytes don't expire, also not after a restart, and others do`() throws {
        let clock = TestClock()
        let temporary = try TemporaryLibrary(now: clock.now)
        let store = UploadStore(of: temporary.library, now: clock.now)
        let held = try hold("a.jpg", in: store)
        _ = try hold("b.jpg", in: store, isHeld: false)
        store.close()
        clock.advance(by: 8 * 24 * 3_600)
        let later = UploadStore(of: temporary.library, now: clock.now)
        _ = try later.resume()
        #expect(try later.statuses().map(\.record.identifier) == [held.identifier])
        try later.release(held.identifier, as: "c.jpg", fileDate: nil)
        let released = try later.status(of: held.identifier).record
        #expect(released.isComplete && released.isHeld == nil && released.filename == "c.jpg")
    }

    @Test(.blocking) func `files that are held don't keep others of their folder waiting`() throws {
        let clock = TestClock()
        let temporary = try TemporaryLibrary(now: clock.now)
        let store = UploadStore(of: temporary.library, now: clock.now)
        let photo = try hold("a.jpg", in: store)
        try store.release(photo.identifier, as: "a.jpg", fileDate: nil)
        clock.advance(by: UploadStore.quietTime)
        _ = try hold("b.jpg", in: store)
        #expect(store.dueBatches().flatMap(\.records).map(\.filename) == ["a.jpg"])
        // A part of the same asset may be released next, but not after days.
        _ = try hold("a.mov", in: store)
        #expect(store.dueBatches().isEmpty)
        clock.advance(by: UploadStore.heldPartnerTime)
        #expect(store.dueBatches().flatMap(\.records).map(\.filename) == ["a.jpg"])
    }

    @Test func `a copy of the library doesn't end its senders' files`() async throws {
        try await withInbox { dav async throws in
            #expect(try await dav.put("a.jpg.part", photo) == 201)
            try dav.inbox.close()
            let signIns = dav.devices.signIns
            let copy = LastingSignIns(
                file: signIns.file.url, library: signIns.library,
                place: TokenPlace(inVolume: Data([1]), atPath: Data([2])), now: signIns.now)
            let inbox = WebDAVInbox(try dav.inbox.store, signIns: copy)
            let path = try #require(SentPath(["a.jpg.part"]))
            #expect(try inbox.files().file(path, of: dav.sender.id)?.state == .held)
            _ = try inbox.look(at: .distantFuture)
            #expect(try inbox.files().file(path, of: dav.sender.id)?.state == .held)
            #expect(try inbox.store.statuses().count == 1)
            try inbox.close()
        }
    }

    @Test func `bytes that became no file of the list are deleted at the next start`() async throws {
        try await withInbox { dav async throws in
            #expect(try await dav.put("a.jpg.part", photo) == 201)
            let store = try dav.inbox.store
            _ = try hold("b.jpg", in: store)
            try dav.inbox.close()
            let inbox = WebDAVInbox(store, signIns: dav.devices.signIns)
            _ = try inbox.files()
            #expect(try store.statuses().map(\.record.filename) == ["a.jpg.part"])
            try inbox.close()
        }
    }

    @Test func `at its end, the server lets in what has its final name`() async throws {
        try await withInbox { dav async throws in
            let inbox = try dav.inbox
            let path = try #require(SentPath(["a.jpg"]))
            for name in ["a.jpg", "b.jpg.part", "c.strange"] { #expect(try await dav.put(name, photo) == 201) }
            #expect(
                try inbox.locks.add(
                    path, of: dav.sender.id, isDeep: false, isExclusive: true, owner: "", seconds: 3_600) != nil)
            try inbox.close()
            let statuses = try inbox.store.statuses()
            #expect(statuses.filter(\.record.isComplete).map(\.record.filename) == ["a.jpg"])
            #expect(statuses.count == 3)
            // The sender hears of a server that ends, and sends again.
            #expect(try await dav.put("d.jpg", photo) == 503)
            #expect(try inbox.store.statuses().count == 3)
        }
    }

    @Test func `a file that was to be released when the server ended comes in, and keeps its name`() async throws {
        try await withInbox { dav async throws in
            #expect(try await dav.put("a.jpg", photo) == 201)
            let inbox = try dav.inbox
            let path = try #require(SentPath(["a.jpg"]))
            try inbox.change { files in
                var file = try #require(try files.file(path, of: dav.sender.id))
                file.state = .sent
                try files.conclude(file, of: dav.sender.id)
                let target = try #require(SentPath(["b.jpg"]))
                #expect { try inbox.move(file, to: target, of: dav.sender, files) } throws: {
                    ($0 as? Refusal)?.status == .serviceUnavailable
                }
            }
            try await dav.await("added", of: "a.jpg")
        }
    }

    @Test func `a temporary name ends after a week, and a strange one after a minute`() async throws {
        try await withInbox { dav async throws in
            let inbox = try dav.inbox
            for name in ["a.jpg.part", "b.strange"] { #expect(try await dav.put(name, photo) == 201) }
            _ = try inbox.look(at: inbox.store.now().addingTimeInterval(WebDAVInbox.settleTime + 1))
            #expect(try await dav.list().values.allSatisfy { $0["state"] == "held" })
            _ = try inbox.look(at: inbox.store.now().addingTimeInterval(WebDAVInbox.strangeTime))
            #expect(try await dav.list()["a.jpg.part"]?["state"] == "held")
            #expect(try await dav.list()["b.strange"]?["state"] != "held")
            _ = try inbox.look(at: inbox.store.now().addingTimeInterval(inbox.store.limits.lifetime + 1))
            #expect(try await dav.list()["a.jpg.part"]?["state"] == "refused")
            // A program that renames it now must send it again.
            #expect(try await dav.move("a.jpg.part", to: "a.jpg") == 410)
            #expect(try await dav.send("COPY", "a.jpg.part", ["Destination": "/dav/inbox/a.jpg"]).status == 410)
            #expect(try await dav.list()["a.jpg"] == nil)
        }
    }

    @Test(arguments: ["._a.jpg", ".DS_Store", "Thumbs.db", "desktop.ini"])
    func `files of other systems are listed and not kept`(_ name: String) async throws {
        try await withInbox { dav async throws in
            #expect(try await dav.put(name, Data("data".utf8)) == 201)
            #expect(try dav.inbox.store.statuses().isEmpty)
            #expect(try await dav.list()[name]?["getcontentlength"] == "4")
            #expect(try await dav.send("GET", name).status == 410)
            #expect(try await dav.move(name, to: "b.jpg") == 410)
            #expect(try await dav.move(name, to: "._b") == 201)
            let large = ["Content-Length": "\(20 << 20)"]
            #expect(try await dav.put(name, Data(), large) == 413)
        }
    }

    @Test func `a failed move or copy leaves both files as they were`() async throws {
        try await withInbox { dav async throws in
            let inbox = try dav.inbox
            let long = Array(repeating: "a", count: SentPath.depthLimit - 1)
            for count in 1...long.count {
                #expect(try await dav.send("MKCOL", long.prefix(count).joined(separator: "/")).status == 201)
            }
            #expect(try await dav.put(long.joined(separator: "/") + "/x.jpg.part", photo) == 201)
            #expect(try await dav.send("MKCOL", "b").status == 201)
            #expect(try await dav.put("b/c", photo) == 201)
            #expect(try await dav.move("a", to: "b/c") == 400)
            #expect(try await dav.send("COPY", "a", ["Destination": "/dav/inbox/b/c"]).status == 400)
            #expect(try await dav.send("GET", "b/c").body == photo)
            #expect(try await dav.list(long.joined(separator: "/") + "/").count == 1)
            #expect(try inbox.store.statuses().count == 2)
        }
    }

    @Test func `a copy replaces a file, and its bytes are the copy's own`() async throws {
        try await withInbox { dav async throws in
            let other = SampleMedia.jpeg(comment: "replaced")
            #expect(try await dav.put("a.jpg.part", photo) == 201)
            #expect(try await dav.put("b.jpg.part", other) == 201)
            #expect(try await dav.send("COPY", "a.jpg.part", ["Destination": "/dav/inbox/b.jpg.part"]).status == 204)
            #expect(try dav.inbox.store.statuses().count == 2)
            #expect(try await dav.send("DELETE", "a.jpg.part").status == 204)
            #expect(try await dav.send("GET", "b.jpg.part").body == photo)
            #expect(try dav.inbox.store.statuses().map(\.record.isHeld) == [true])
        }
    }

    @Test func `a lock that is made while a file arrives counts`() async throws {
        let state = try TemporaryFolder()
        try await LastingFixture.run(TemporaryLibrary(), state: state) { lasting in
            let (sender, password) = try lasting.signIns.addSender(named: "phone")
            let inbox = try #require(lasting.server.inbox)
            let path = try #require(SentPath(["a.jpg"]))
            let answer = try await RawConnection.with(lasting.address) { connection in
                try await connection.send(
                    "PUT /dav/inbox/a.jpg HTTP/1.1\r\nHost: \(lasting.address.authority)\r\n"
                        + "Authorization: Bearer \(password)\r\nContent-Length: 10\r\n\r\n12345")
                try await waitUntil("the file arrives") { try inbox.store.statuses().first?.isActive == true }
                _ = try inbox.locks.add(
                    path, of: sender.id, isDeep: false, isExclusive: true, owner: "", seconds: 3_600)
                try await connection.send("67890")
                return try await connection.read(until: "\r\n\r\n")
            }
            #expect(answer.hasPrefix("HTTP/1.1 423"))
            try await waitUntil("the bytes are deleted") { try inbox.store.statuses().isEmpty }
            #expect(try inbox.file(path, of: sender) == nil)
        }
    }

    @Test func `an announced length of 0 doesn't make chunks disappear`() async throws {
        let state = try TemporaryFolder()
        try await LastingFixture.run(TemporaryLibrary(), state: state) { lasting in
            let (sender, password) = try lasting.signIns.addSender(named: "phone")
            let inbox = try #require(lasting.server.inbox)
            let path = try #require(SentPath(["a.part"]))
            let answer = try await RawConnection.with(lasting.address) { connection in
                try await connection.send(
                    "PUT /dav/inbox/a.part HTTP/1.1\r\nHost: \(lasting.address.authority)\r\n"
                        + "Authorization: Bearer \(password)\r\nTransfer-Encoding: chunked\r\n"
                        + "X-Expected-Entity-Length: 0\r\n\r\n5\r\n12345\r\n0\r\n\r\n")
                return try await connection.read(until: "\r\n\r\n")
            }
            #expect(answer.hasPrefix("HTTP/1.1 201"))
            #expect(try inbox.file(path, of: sender)?.size == 5)
        }
    }
}
