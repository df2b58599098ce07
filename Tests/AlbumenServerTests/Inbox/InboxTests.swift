import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import HTTPTypes
import PhotoLibrary
import Records
import Synchronization
import Testing

@testable import Albumen
@testable import AlbumenServer

/// The inboxes of senders: `PUT /inbox/{asset}/{resource}`.
@Suite struct InboxTests {
    private struct State: Decodable {
        let state: String
        let offset: Int
        let reason: String?
    }

    private static func fields(_ name: String, _ password: String, _ data: Data? = nil) throws -> HTTPFields {
        var fields = DeviceFixture.credentials("phone", password)
        fields[.contentDisposition] = "inline; filename*=UTF-8''\(name)"
        if let data { fields[.reprDigest] = "sha-256=:\(try BlobDigest(hashing: data).data.base64EncodedString()):" }
        return fields
    }

    private func state(of path: String, _ fields: HTTPFields, _ devices: DeviceFixture) async throws -> State {
        var state: State?
        try await waitUntil("the library takes in \(path)") {
            let found = try await devices.send(.get, path, fields).decoded(as: State.self)
            state = found
            return found.state != "waiting"
        }
        return try #require(state)
    }

    private func assets(_ devices: DeviceFixture) throws -> [AssetRecord] {
        let owner = devices.temporary.library.view(for: .owner(through: "test"))
        return try Array(owner.assets(withIdentifiers: owner.assetIdentifiers(AssetFetch())).values)
    }

    @Test func `a file that is sent again adds nothing, and another one at its place is refused until it's in`()
        async throws
    {
        try await DeviceFixture.open { devices in
            let (_, password) = try devices.signIns.addSender(named: "phone")
            let photo = SampleMedia.jpeg(comment: "once")
            let fields = try Self.fields("a.jpg", password, photo)
            #expect(try await devices.send(.get, "/inbox/a/file", fields).status == 404)
            let first = try await devices.send(.put, "/inbox/a/file", fields, body: photo)
            #expect(first.status == 200, "\(first.text)")
            #expect(first.headers[.uploadComplete] == "?1")
            #expect(try await state(of: "/inbox/a/file", fields, devices).state == "added")
            let again = try await devices.send(.put, "/inbox/a/file", fields, body: photo)
            #expect(try again.status == 200 && again.decoded(as: State.self).state == "added")
            // The library has it, whatever its place.
            let elsewhere = try await devices.send(.put, "/inbox/b/file", fields, body: photo)
            #expect(try elsewhere.decoded(as: State.self).state == "known")
            #expect(try await devices.send(.get, "/inbox/c/file", fields).decoded(as: State.self).state == "known")
            #expect(try assets(devices).count == 1)
            let album = try #require(
                try devices.temporary.library.view(for: .owner(through: "test")).albums(subtype: .albumImported).first)
            #expect(album.title.hasPrefix("phone, "))
        }
    }

    @Test func `a file continues at its address, and a sender doesn't see those of others`() async throws {
        try await DeviceFixture.open { devices in
            let (_, password) = try devices.signIns.addSender(named: "phone")
            let (_, other) = try devices.signIns.addSender(named: "tablet")
            let photo = SampleMedia.jpeg(comment: String(repeating: "in pieces ", count: 50))
            var fields = try Self.fields("a.jpg", password, photo)
            fields[.uploadComplete] = "?0"
            let begun = try await devices.send(.put, "/inbox/a/file", fields, body: photo.prefix(100))
            #expect(begun.status == 201 && begun.headers[.location] == "/inbox/a/file")
            let foreign = DeviceFixture.credentials("tablet", other)
            #expect(try await devices.send(.get, "/inbox/a/file", foreign).status == 404)
            #expect(try await devices.send(.delete, "/inbox/a/file", foreign).status == 404)
            let credentials = DeviceFixture.credentials("phone", password)
            let head = try await devices.send(.head, "/inbox/a/file", credentials)
            #expect(head.headers[.uploadOffset] == "100" && head.headers[.uploadComplete] == "?0")
            var rest = credentials
            (rest[.uploadOffset], rest[.uploadComplete]) = ("90", "?1")
            rest[.contentType] = UploadFields.partialUpload
            #expect(try await devices.send(.patch, "/inbox/a/file", rest, body: photo.dropFirst(90)).status == 409)
            rest[.uploadOffset] = "100"
            #expect(try await devices.send(.patch, "/inbox/a/file", rest, body: photo.dropFirst(100)).status == 200)
            #expect(try await state(of: "/inbox/a/file", credentials, devices).state == "added")
            // A new file takes the place of an unfinished one.
            fields = try Self.fields("b.jpg", password)
            fields[.uploadComplete] = "?0"
            #expect(try await devices.send(.put, "/inbox/b/file", fields, body: photo.prefix(10)).status == 201)
            #expect(try await devices.send(.put, "/inbox/b/file", fields, body: photo.prefix(20)).status == 201)
            #expect(
                try await devices.send(.head, "/inbox/b/file", credentials).headers[.uploadOffset] == "20")
            #expect(try await devices.send(.delete, "/inbox/b/file", credentials).status == 204)
            #expect(try await devices.send(.get, "/inbox/b/file", credentials).status == 404)
            #expect(devices.server.uploads.store.state.withLock { $0.entries.count } == 1)
        }
    }

    @Test func `an asset comes in when all its resources have arrived, with what the sender says of it`() async throws {
        try await DeviceFixture.open { devices in
            let (_, password) = try devices.signIns.addSender(named: "phone")
            let identifier = "0B2F2B52-1111-4222-8333-944445555666"
            var movie = SampleMedia.Movie()
            movie.tags = [("com.apple.quicktime.content.identifier", identifier)]
            let parts = [
                ("photo", "IMG_1.HEIC", try SampleMedia.livePhotoPicture(contentIdentifier: identifier)),
                ("pairedVideo", "other name.MOV", SampleMedia.movie(movie)),
            ]
            var last: HTTPFields = [:]
            for (type, name, data) in parts {
                var fields = try Self.fields(
                    name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "", password, data)
                fields[.resourceType] = type
                fields[.assetResources] = "photo, pairedVideo"
                fields[.creationDate] = "1000000000000"
                fields[.assetLocation] = "48.137, 11.575"
                fields[.favorite] = "?1"
                if type == "pairedVideo" {
                    #expect(try assets(devices).isEmpty)
                    let waiting = try await devices.send(.get, "/inbox/x/photo", fields).decoded(as: State.self)
                    #expect(waiting.state == "waiting")
                }
                let answer = try await devices.send(.put, "/inbox/x/\(type)", fields, body: data)
                #expect(answer.status == 200, "\(answer.text)")
                last = fields
            }
            #expect(try await state(of: "/inbox/x/pairedVideo", last, devices).state == "added")
            #expect(try await state(of: "/inbox/x/photo", last, devices).state == "added")
            let asset = try #require(try assets(devices).first)
            #expect(asset.mediaSubtypes.contains(.photoLive) && asset.isFavorite)
            #expect(asset.creationDate == Date(timeIntervalSince1970: 1_000_000_000))
            #expect(asset.latitude == 48.137 && asset.longitude == 11.575)
            let resource = try devices.temporary.library.catalog.read {
                try $0.resource(sha256: BlobDigest(hashing: parts[1].2))
            }
            #expect(resource?.originalFilename == "other name.MOV" && resource?.type == .pairedVideo)
            // The whole asset again, under other names.
            for (type, name, data) in parts {
                var fields = try Self.fields(name.replacing(" ", with: "-"), password, data)
                (fields[.resourceType], fields[.assetResources]) = (type, "photo, pairedVideo")
                _ = try await devices.send(.put, "/inbox/y/\(type)", fields, body: data)
            }
            #expect(try await state(of: "/inbox/y/photo", last, devices).state == "known")
            #expect(try assets(devices).count == 1)
        }
    }

    @Test func `a photo and a video that aren't one asset are refused, and hold up nothing`() async throws {
        try await DeviceFixture.open { devices in
            let (_, password) = try devices.signIns.addSender(named: "phone")
            let files = [("photo", SampleMedia.jpeg(comment: "x")), ("video", SampleMedia.movie(SampleMedia.Movie()))]
            for (type, data) in files {
                var fields = try Self.fields("a.\(type)", password, data)
                (fields[.resourceType], fields[.assetResources]) = (type, "photo,video")
                #expect(try await devices.send(.put, "/inbox/x/\(type)", fields, body: data).status == 200)
            }
            let credentials = DeviceFixture.credentials("phone", password)
            for (type, _) in files {
                #expect(try await state(of: "/inbox/x/\(type)", credentials, devices).state == "refused")
            }
        }
    }

    @Test func `an asset whose photo also belongs to another one is known when it's sent again`() async throws {
        try await DeviceFixture.open { devices in
            let (_, password) = try devices.signIns.addSender(named: "phone")
            let identifier = "0B2F2B52-1111-4222-8333-944445555667"
            let photo = try SampleMedia.livePhotoPicture(contentIdentifier: identifier)
            var movie = SampleMedia.Movie()
            movie.tags = [("com.apple.quicktime.content.identifier", identifier)]
            let video = SampleMedia.movie(movie)
            func send(_ asset: String, _ parts: [(String, Data)]) async throws -> String {
                for (type, data) in parts {
                    var fields = try Self.fields("a.\(type)", password, data)
                    (fields[.resourceType], fields[.assetResources]) = (type, parts.map(\.0).joined(separator: ","))
                    _ = try await devices.send(.put, "/inbox/\(asset)/\(type)", fields, body: data)
                }
                let credentials = DeviceFixture.credentials("phone", password)
                return try await state(of: "/inbox/\(asset)/\(parts[0].0)", credentials, devices).state
            }
            #expect(try await send("still", [("photo", photo)]) == "added")
            #expect(try await send("live", [("photo", photo), ("pairedVideo", video)]) == "added")
            #expect(try await send("again", [("photo", photo), ("pairedVideo", video)]) == "known")
            #expect(try assets(devices).count == 2)
        }
    }

    @Test func `files that form no asset are refused together, with the reason`() async throws {
        try await DeviceFixture.open { devices in
            let (_, password) = try devices.signIns.addSender(named: "phone")
            let photo = SampleMedia.jpeg(comment: "no video")
            var fields = try Self.fields("a.jpg", password, photo)
            fields[.resourceType] = "video"
            _ = try await devices.send(.put, "/inbox/x/file", fields, body: photo)
            let refused = try await state(of: "/inbox/x/file", fields, devices)
            #expect(refused.state == "refused" && refused.reason?.isEmpty == false)
            // The sender can send it again, with the right type.
            fields[.resourceType] = "photo"
            #expect(try await devices.send(.put, "/inbox/x/file", fields, body: photo).status == 200)
            #expect(try await state(of: "/inbox/x/file", fields, devices).state == "added")
        }
    }

    @Test(
        arguments: [
            ("/inbox/a/..", [:]), ("/inbox/%2e%2e/a", [:]), ("/inbox/a/b%00", [:]),
            ("/inbox/a/\(String(repeating: "x", count: 129))", [:]),
            ("/inbox/a/b", ["Albumen-Resource-Type": "other"]),
            ("/inbox/a/b", ["Albumen-Resource-Type": "photo", "Albumen-Asset-Resources": "c"]),
            ("/inbox/a/b", ["Albumen-Resource-Type": "photo", "Albumen-Creation-Date": "today"]),
            ("/inbox/a/b", ["Albumen-Resource-Type": "photo", "Albumen-Location": "91,0"]),
            ("/inbox/a/b", ["Albumen-Resource-Type": "photo", "Albumen-Location": "x"]),
            ("/inbox/a/b", ["Content-Disposition": "inline; filename=\"../a.jpg\""]),
            ("/inbox/a/b", ["Repr-Digest": "sha-256=:AAAA:"]),
        ] as [(String, [String: String])])
    func `bad names and values are refused, and nothing of them stays`(
        _ path: String, _ values: [String: String]
    ) async throws {
        try await DeviceFixture.open { devices in
            let (_, password) = try devices.signIns.addSender(named: "phone")
            var fields = try Self.fields("a.jpg", password)
            for (name, value) in values { fields[try #require(HTTPField.Name(name))] = value }
            let answer = try await devices.send(.put, path, fields, body: Data("x".utf8))
            #expect([400, 404].contains(answer.status), "\(answer.status)")
            #expect(devices.server.uploads.store.state.withLock { $0.entries.isEmpty })
        }
    }
}
