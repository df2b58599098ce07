import AlbumenTestSupport
import Catalog
import Foundation
import HTTPTypes
import MediaRequests
import Records
import Testing

@testable import Albumen
@testable import AlbumenServer
@testable import PhotoLibrary

/// The library as folders, for senders that may read it.
@Suite struct WebDAVLibraryTests {
    private static let root = "/dav/library/"

    /// Adds an image of a day, and returns its UUID.
    private func add(_ name: String, _ day: Double?, to temporary: TemporaryLibrary) throws -> String {
        let sample = TemporaryLibrary.Sample.image(name) { probe in
            probe.captureDate = day.map {
                MediaProbe.CaptureDate(
                    secondsSinceReferenceDate: $0 * 86_400, utcOffsetInSeconds: 0, source: .exifOriginal)
            }
        }
        return try #require(try temporary.add([sample])[0].assetUUID)
    }

    @Test func `photos are in folders of their months and albums, with their names and bytes`() async throws {
        try await DeviceFixture.open { devices in
            let temporary = devices.temporary
            let first = try add("a.jpg", 10, to: temporary)
            _ = try add("b.jpg", 45, to: temporary)
            _ = try add("c.jpg", 400, to: temporary)
            let (folder, album) = (UUID().uuidString, UUID().uuidString)
            try temporary.commit(.createCollection(NewCollection(uuid: album, kind: .album, title: "a/b")))
            try temporary.commit(.createCollection(NewCollection(uuid: folder, kind: .folder, title: "Trips")))
            try temporary.commit(.editChildren(ListEdit(.add([album])), folderUUID: folder))
            try temporary.commit(.editMembers(ListEdit(.add([first])), albumUUID: album))
            let dav = try WebDAVFixture(devices, canRead: true)
            #expect(try await Set(dav.list(at: "/dav/").keys) == ["inbox/", "library/"])
            #expect(try await Set(dav.list(at: Self.root).keys) == ["Years/", "Albums/"])
            #expect(try await Set(dav.list("Years/", at: Self.root).keys) == ["2001/", "2002/"])
            #expect(try await Set(dav.list("Years/2001/", at: Self.root).keys) == ["01/", "02/"])
            #expect(try await Set(dav.list("Years/2001/01/", at: Self.root).keys) == ["a.jpg"])
            #expect(try await Set(dav.list("Albums/", at: Self.root).keys) == ["Trips/"])
            #expect(try await Set(dav.list("Albums/Trips/", at: Self.root).keys) == ["a_b/"])
            let listed = try #require(try await dav.list("Albums/Trips/a_b/", at: Self.root)["a.jpg"])
            let whole = try await dav.send("GET", "Albums/Trips/a_b/a.jpg", at: Self.root)
            #expect(whole.status == 200 && String(whole.body.count) == listed["getcontentlength"])
            #expect(whole.headers[.eTag] == listed["getetag"] && whole.headers[.contentType] == "image/jpeg")
            let part = try await dav.send("GET", "Years/2001/01/a.jpg", ["Range": "bytes=1-3"], at: Self.root)
            #expect(part.status == 206 && part.body == whole.body[1...3])
            let known = ["If-None-Match": try #require(whole.headers[.eTag])]
            #expect(try await dav.send("GET", "Years/2001/01/a.jpg", known, at: Self.root).status == 304)
            for path in ["Years/2001/01/b.jpg", "Years/2001/03", "Years/2001/01/a.jpg/x", "Other", "Albums/Trips/x"] {
                #expect(try await dav.send("GET", path, at: Self.root).status == 404, "\(path)")
            }
        }
    }

    @Test func `hidden photos and Recently Deleted aren't there, also if they were a moment before`() async throws {
        try await DeviceFixture.open { devices in
            let temporary = devices.temporary
            let uuids = try ["hidden.jpg", "deleted.jpg", "shown.jpg"].map { try add($0, 10, to: temporary) }
            let album = UUID().uuidString
            try temporary.commit(.createCollection(NewCollection(uuid: album, kind: .album, title: "All")))
            try temporary.commit(.editMembers(ListEdit(.add(uuids)), albumUUID: album))
            let dav = try WebDAVFixture(devices, canRead: true)
            #expect(try await dav.list("Albums/All/", at: Self.root).count == 3)
            #expect(try await dav.send("GET", "Years/2001/01/hidden.jpg", at: Self.root).status == 200)
            var change = AssetChange()
            change.isHidden = true
            try temporary.commit(.change(change, assetUUID: uuids[0]))
            try temporary.commit(.trash(assetUUID: uuids[1]))
            for folder in ["Albums/All/", "Years/2001/01/"] {
                #expect(try await Set(dav.list(folder, at: Self.root).keys) == ["shown.jpg"])
                for name in ["hidden.jpg", "deleted.jpg"] {
                    #expect(try await dav.send("GET", folder + name, at: Self.root).status == 404)
                }
            }
        }
    }

    @Test func `nothing can be changed there, and senders that may not read find nothing`() async throws {
        try await DeviceFixture.open { devices in
            _ = try add("a.jpg", 10, to: devices.temporary)
            let (reader, other) = (
                try WebDAVFixture(devices, "reader", canRead: true), try WebDAVFixture(devices, "other")
            )
            let version = try devices.temporary.library.catalog.read { try $0.latestChange() }
            for method in ["PUT", "DELETE", "MKCOL", "MOVE", "COPY", "PROPPATCH", "LOCK", "UNLOCK"] {
                for path in ["Years/2001/01/a.jpg", "Years/2001", "new.jpg"] {
                    let fields = ["Destination": "/dav/inbox/a.jpg"]
                    let answer = try await reader.send(method, path, fields, at: Self.root)
                    #expect(answer.status == 403 && answer.refusal?.code == "readOnly", "\(method) \(path)")
                    #expect(try await other.send(method, path, fields, at: Self.root).status == 404)
                }
            }
            for method in ["GET", "HEAD", "PROPFIND", "OPTIONS"] {
                for path in ["", "Years", "Years/2001/01/a.jpg"] {
                    #expect(try await other.send(method, path, ["Depth": "0"], at: Self.root).status == 404)
                }
            }
            #expect(try await Set(other.list(at: "/dav/").keys) == ["inbox/"])
            let target = ["Destination": "/dav/library/x.jpg"]
            #expect(try await reader.put("x.jpg.part", SampleMedia.jpeg(comment: "x")) == 201)
            #expect(try await reader.send("MOVE", "x.jpg.part", target).status == 403)
            let later = try devices.temporary.library.catalog.read { try $0.latestChange() }
            #expect(later == version)
        }
    }
}
