import AlbumenTestSupport
import Catalog
import Foundation
import HTTPTypes
import SentFiles
import Synchronization
import Testing

@testable import Albumen
@testable import AlbumenServer

/// Files that programs copy to the library over WebDAV.
@Suite struct WebDAVInboxTests {
    private let photo = SampleMedia.jpeg(comment: "over WebDAV")

    private func open(_ body: (WebDAVFixture) async throws -> Void) async throws {
        try await DeviceFixture.open { try await body(WebDAVFixture($0)) }
    }

    @Test func `a file becomes a photo, and stays listed so that a second copy sends nothing`() async throws {
        try await open { dav in
            #expect(try await dav.send("MKCOL", "Camera").status == 201)
            #expect(try await dav.put("Camera/Straße 1.jpg".percentEncoded, photo, ["X-OC-Mtime": "1600000000"]) == 201)
            let sent = try #require(try await dav.list("Camera/")["Straße 1.jpg"])
            #expect(sent["getcontentlength"] == String(photo.count))
            #expect(sent["getlastmodified"] == "Sun, 13 Sep 2020 12:26:40 GMT")
            let held = try await dav.send("GET", "Camera/Straße 1.jpg".percentEncoded)
            #expect(held.status == 200 && held.body == photo)
            let upload = try #require(try dav.inbox.store.statuses().first)
            try await dav.await("added", of: "Camera/Straße 1.jpg")
            #expect(
                try dav.inbox.store.status(of: upload.record.identifier).record.fileDate
                    == Date(timeIntervalSince1970: 1_600_000_000))
            #expect(try dav.inbox.store.status(of: upload.record.identifier).record.filename == "Straße 1.jpg")
            var listed = try #require(try await dav.list("Camera/")["Straße 1.jpg"])
            #expect(listed["state"] == "added")
            listed["state"] = sent["state"]
            #expect(listed == sent)
            let library = try await dav.send("GET", "Camera/Straße 1.jpg".percentEncoded)
            #expect(library.status == 403 && library.refusal?.code == "inLibrary")
            // Deleting the list's entry leaves the photo alone.
            let change = try dav.devices.temporary.library.catalog.read { try $0.latestChange() }
            #expect(try await dav.send("DELETE", "Camera").status == 204)
            #expect(try await dav.list().isEmpty)
            let later = try dav.devices.temporary.library.catalog.read { try $0.latestChange() }
            #expect(later == change)
        }
    }

    @Test func `a file that is cut never becomes a photo`() async throws {
        try await open { dav in
            let stated = ["Content-Length": "\(photo.count + 1)"]
            let status = try await dav.put("cut.jpg", photo, stated)
            #expect(status >= 400)
            #expect(try await dav.list().isEmpty)
            #expect(try dav.inbox.store.statuses().isEmpty)
        }
    }

    @Test(arguments: [".cut.jpg.part", "cut.jpg.part", "cut.tmp", ".syncthing.cut.jpg", "cut.jpg~"])
    func `a file with a temporary name waits until it's renamed`(_ name: String) async throws {
        try await open { dav in
            #expect(try await dav.put(name, photo) == 201)
            #expect(try await dav.put("first.jpg", SampleMedia.jpeg(comment: "first")) == 201)
            try await dav.await("added", of: "first.jpg")
            #expect(try await dav.list()[name]?["state"] == "held")
            #expect(try await dav.move(name, to: "cut.jpg") == 201)
            try await dav.await("added", of: "cut.jpg")
            #expect(try await dav.list()[name] == nil)
        }
    }

    @Test func `a file that is no photo is refused with its reason, and others come in`() async throws {
        try await open { dav in
            #expect(try await dav.put("notes.txt", Data("notes".utf8)) == 201)
            #expect(try await dav.put("photo.jpg", photo) == 201)
            try await dav.await("added", of: "photo.jpg")
            let inbox = try dav.inbox
            _ = try inbox.look(at: inbox.store.now().addingTimeInterval(WebDAVInbox.strangeTime))
            try await dav.await("refused", of: "notes.txt")
            try await dav.await("added", of: "photo.jpg")
            #expect(try await dav.list()["notes.txt"]?["reason"] == "It is neither a photo nor a video.")
            let answer = try await dav.send("GET", "notes.txt")
            #expect(answer.status == 410 && answer.refusal?.message.contains("neither a photo nor a video") == true)
        }
    }

    @Test func `a file is replaced before and after the library has it`() async throws {
        try await open { dav in
            let (first, second) = (SampleMedia.jpeg(comment: "one"), SampleMedia.jpeg(comment: "two"))
            let inbox = try dav.inbox
            inbox.scheduling.withLock { $0.isScheduled = true }
            #expect(try await dav.put("a.jpg", first) == 201)
            #expect(try await dav.put("a.jpg", second) == 204)
            #expect(try await dav.send("GET", "a.jpg").body == second)
            #expect(try inbox.store.statuses().count == 1)
            inbox.scheduling.withLock { $0.isScheduled = false }
            // Another request schedules looks again.
            #expect(try await dav.put("b.jpg", SampleMedia.jpeg(comment: "three")) == 201)
            try await dav.await("added", of: "a.jpg")
            try await dav.await("added", of: "b.jpg")
            inbox.scheduling.withLock { $0.isScheduled = true }
            #expect(try await dav.put("a.jpg", first) == 204)
            #expect(try await dav.list()["a.jpg"]?["state"] == "held")
            inbox.scheduling.withLock { $0.isScheduled = false }
            #expect(try await dav.put("b.jpg", SampleMedia.jpeg(comment: "four")) == 204)
            try await dav.await("added", of: "a.jpg")
        }
    }

    @Test func `other senders' files don't exist`() async throws {
        try await DeviceFixture.open { devices in
            let (phone, desk) = (try WebDAVFixture(devices, "phone"), try WebDAVFixture(devices, "desk"))
            #expect(try await phone.put("a.jpg", photo) == 201)
            #expect(try await phone.send("MKCOL", "b").status == 201)
            #expect(try await desk.list().isEmpty)
            for method in ["GET", "HEAD", "DELETE", "PROPFIND"] {
                #expect(try await desk.send(method, "a.jpg", ["Depth": "0"]).status == 404, "\(method)")
            }
            for method in ["MOVE", "COPY"] {
                #expect(try await desk.send(method, "a.jpg", ["Destination": "/dav/inbox/c.jpg"]).status == 404)
            }
            #expect(try await desk.put("b/c.jpg", photo) == 409)
            #expect(try await phone.list().count == 2)
        }
    }

    @Test func `a removed sender's files end, and its bytes don't stay`() async throws {
        try await open { dav in
            #expect(try await dav.put("a.jpg.part", photo) == 201)
            #expect(try dav.devices.signIns.removeSender("phone") != nil)
            #expect(try await dav.send("PROPFIND", "", ["Depth": "1"]).status == 401)
            #expect(try await dav.put("b.jpg", photo) == 401)
            try dav.inbox.close()
            _ = try WebDAVInbox(dav.inbox.store, signIns: dav.devices.signIns).files()
            #expect(try dav.inbox.store.statuses().isEmpty)
        }
    }

    @Test(arguments: [
        "..", "a/../b.jpg", "%2e%2e", "a%2Fb.jpg", "a%00.jpg", "a%0a.jpg", "a%7f.jpg", "%ff.jpg", "a%5Cb.jpg",
        String(repeating: "a", count: 256), Array(repeating: "a", count: 40).joined(separator: "/"),
    ])
    func `names that no file has are refused`(_ name: String) async throws {
        try await open { dav in
            let answer = try await dav.send("PUT", name, ["Content-Length": "\(photo.count)"], body: photo)
            #expect(answer.status == 400 && answer.refusal?.code == "badName", "\(answer.status)")
            #expect(try await dav.send("MKCOL", name).status == (name == "a%5Cb.jpg" ? 201 : 400))
            #expect(try await dav.put("ok.jpg.part", photo) == 201)
            #expect(try await dav.move("ok.jpg.part", to: name) == 400)
        }
    }

    @Test func `requests that WebDAV refuses are refused`() async throws {
        try await open { dav in
            #expect(try await dav.put("a.jpg", photo, ["Content-Range": "bytes 0-1/2"]) == 400)
            let infinite = try await dav.send("PROPFIND", "")
            #expect(infinite.status == 403 && infinite.text.contains("<D:propfind-finite-depth/>"))
            #expect(try await dav.put("missing/a.jpg", photo) == 409)
            #expect(try await dav.send("MKCOL", "missing/folder").status == 409)
            #expect(try await dav.send("PUT", "", at: "/dav/").status == 403)
            #expect(try await dav.send("PUT", "a.jpg", at: "/dav/").status == 404)
            #expect(try await dav.send("DELETE", "").status == 403)
            #expect(try await dav.send("POST", "a.jpg").status == 405)
            #expect(try await dav.send("MKCOL", "a").status == 201)
            #expect(try await dav.move("a", to: "a/b") == 403)
            #expect(try await dav.put("a", photo) == 405)
            let other = ["Destination": "https://example.org/dav/inbox/b"]
            #expect(try await dav.send("MOVE", "a", other).status == 502)
            let options = try await dav.send("OPTIONS", "")
            #expect(options.status == 200 && options.headers[.dav] == "1, 2")
            for entity in [
                "<!DOCTYPE a [<!ENTITY b \"c\">]><propfind xmlns=\"DAV:\"><allprop/></propfind>", "<propfind",
                "<a/><b/>",
                "<propfind xmlns=\"DAV:\"><prop><x:y/></prop></propfind>", "<a>\(String(repeating: "<a>", count: 100))",
            ] {
                #expect(try await dav.send("PROPFIND", "", ["Depth": "0"], body: Data(entity.utf8)).status == 400)
            }
            let large = Data(repeating: 0x20, count: WebDAVElement.bodyLimit + 1)
            #expect(try await dav.send("PROPFIND", "", ["Depth": "0"], body: large).status == 413)
        }
    }

    @Test func `a locked file waits, and only the lock's owner changes it`() async throws {
        try await open { dav in
            let body = """
                <lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype></lockinfo>
                """
            let lock = try await dav.send("LOCK", "a.jpg", ["Timeout": "Second-3000"], body: Data(body.utf8))
            #expect(lock.status == 201 && lock.text.contains("Second-3000"))
            let token = try #require(lock.headers[.lockToken])
            #expect(try await dav.put("a.jpg", photo) == 423)
            #expect(try await dav.send("DELETE", "a.jpg").status == 423)
            #expect(try await dav.put("a.jpg", photo, ["If": "(\(token))"]) == 204)
            #expect(try await dav.put("b.jpg", SampleMedia.jpeg(comment: "b")) == 201)
            try await dav.await("added", of: "b.jpg")
            #expect(try await dav.list()["a.jpg"]?["state"] == "held")
            #expect(try await dav.send("UNLOCK", "a.jpg", ["Lock-Token": token]).status == 204)
            try await dav.await("added", of: "a.jpg")
        }
    }

    @Test func `the date that a client states afterwards is the file's date`() async throws {
        try await open { dav in
            let body = """
                <propertyupdate xmlns="DAV:"><set><prop><Win32LastModifiedTime xmlns="urn:schemas-microsoft-com:">Sun, 13 \
                Sep 2020 12:26:40 GMT</Win32LastModifiedTime></prop></set></propertyupdate>
                """
            let inbox = try dav.inbox
            inbox.scheduling.withLock { $0.isScheduled = true }
            #expect(try await dav.put("a.jpg", photo) == 201)
            let answer = try await dav.send("PROPPATCH", "a.jpg", body: Data(body.utf8))
            #expect(answer.status == 207 && answer.text.contains("200 OK"))
            #expect(try await dav.list()["a.jpg"]?["getlastmodified"] == "Sun, 13 Sep 2020 12:26:40 GMT")
            let refused = try await dav.send(
                "PROPPATCH", "a.jpg",
                body: Data(body.replacing(/Sun,[^<]*/, with: "yesterday").utf8))
            #expect(refused.text.contains("403 Forbidden"))
            let upload = try #require(try inbox.store.statuses().first).record.identifier
            inbox.scheduling.withLock { $0.isScheduled = false }
            #expect(try await dav.put("b.jpg", SampleMedia.jpeg(comment: "other")) == 201)
            try await dav.await("added", of: "a.jpg")
            #expect(
                try inbox.store.status(of: upload).record.fileDate == Date(timeIntervalSince1970: 1_600_000_000))
        }
    }

    @Test func `after a restart of the server, waiting files come in`() async throws {
        let (temporary, state) = (try TemporaryLibrary(), try TemporaryFolder())
        var sender: (name: String, password: String) = ("", "")
        try await DeviceFixture.open(temporary, state: state) { devices in
            let (added, password) = try devices.signIns.addSender(named: "phone")
            sender = (added.name, password)
            let answer = try await devices.send(
                .put, "/dav/inbox/a.jpg", DeviceFixture.credentials("phone", password), body: photo)
            #expect(answer.status == 201)
        }
        try await DeviceFixture.open(temporary, state: state) { devices in
            let headers = DeviceFixture.credentials(sender.name, sender.password)
            try await waitUntil("the file comes in") {
                var fields = headers
                fields[.depth] = "1"
                let method = try #require(HTTPRequest.Method(rawValue: "PROPFIND"))
                return try await devices.send(method, "/dav/inbox/", fields).text.contains(">added<")
            }
        }
    }
}

extension String {
    fileprivate var percentEncoded: String { addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? self }
}
