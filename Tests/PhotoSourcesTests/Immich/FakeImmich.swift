import Foundation
import Synchronization

@testable import PhotoSources

/// A photo or video of a fake server.
struct FakeAsset: Sendable {
    var id: String
    var owner = FakeImmich.anna
    var type = "IMAGE"
    var name = "IMG_0001.HEIC"
    var created = "2023-05-06T10:00:00.000Z"
    var local = "2023-05-06T12:00:00.000Z"
    /// `timeline`, `archive` or `hidden`.
    var visibility = "timeline"
    var isTrashed = false
    var file = Data("bytes of a photo".utf8)
    var checksum: String?
    var exif: [String: JSON] = [:]
    /// More values of the asset, which beat the others.
    var values: [String: JSON] = [:]
    var people: [JSON] = []
    var tags: [String] = []
    var albums: [String] = []

    init(_ number: Int) { id = Self.id(number) }

    static func id(_ number: Int) -> String {
        let digits = String(number)
        return "0a000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }

    /// The shape of both families of versions.
    func json(_ version: [Int], withExif: Bool, withPeople: Bool) -> JSON {
        let sha1 = SHA1()
        file.withUnsafeBytes { sha1.update($0) }
        var asset: [String: JSON] = [
            "id": .text(id), "deviceAssetId": "web-1", "deviceId": "WEB", "ownerId": .text(owner), "type": .text(type),
            "originalPath": .text("upload/library/anna/2023/\(name)"), "originalFileName": .text(name),
            "originalMimeType": "image/heic", "thumbhash": "3fcRDQQ=", "fileCreatedAt": .text(created),
            "fileModifiedAt": "2023-05-07T08:00:00.000Z", "localDateTime": .text(local),
            "updatedAt": "2024-01-01T00:00:00.000Z", "isFavorite": false, "isArchived": .flag(visibility == "archive"),
            "isTrashed": .flag(isTrashed), "isOffline": false, "hasMetadata": true, "duration": "0:00:00.00000",
            "libraryId": nil, "duplicateId": nil, "livePhotoVideoId": nil, "resized": true,
            "checksum": .text(checksum ?? Data(sha1.finish() ?? []).base64EncodedString()),
        ]
        if version.lexicographicallyPrecedes([1, 133]) {
            asset["isExternal"] = false
            asset["stackCount"] = nil
        } else {
            asset["visibility"] = .text(visibility)
            asset["createdAt"] = "2023-05-08T00:00:00.000Z"
        }
        if withExif {
            let standard: [String: JSON] = [
                "make": "Apple", "model": "iPhone 12", "exifImageWidth": 4032, "exifImageHeight": 3024,
                "fileSizeInByte": .number(Double(file.count)), "orientation": "6", "dateTimeOriginal": .text(created),
                "modifyDate": .text(created), "timeZone": "UTC+2", "latitude": nil, "longitude": nil, "city": nil,
                "description": "", "projectionType": nil, "rating": nil,
            ]
            asset["exifInfo"] = .object(standard.merging(exif) { $1 })
        }
        if withPeople { asset["people"] = .list(people) }
        return .object(asset.merging(values) { $1 })
    }
}

/// A server with the API of Immich.
final class FakeImmich: Sendable {
    static let key = "k3y-of-Anna-0123456789"
    static let anna = "11111111-1111-4111-8111-111111111111"
    static let bert = "22222222-2222-4222-8222-222222222222"

    struct State: Sendable {
        var version = [2, 1, 0]
        var assets: [FakeAsset] = []
        var albums: [JSON] = []
        var sharedAlbums: [JSON] = []
        var tags: [JSON] = []
        var stacks: JSON = []
        var searchesTags = true
        var hasAlbumAssets = true
        /// The first parts of calls for which the key lacks the permission.
        var denied: Set<String> = []
        /// Answers before the API does.
        var override: (@Sendable (FakeServer.Request, Int) -> FakeServer.Response?)?
        var count = 0
    }

    let server: FakeServer
    private let box: StateBox

    /// - Parameter prepare: Changes the state of a server without assets.
    init(_ prepare: (inout State) -> Void) throws {
        var first = State()
        prepare(&first)
        let box = StateBox(first)
        self.box = box
        server = try FakeServer { box.respond($0) }
    }

    func change(_ body: (inout State) -> Void) { box.state.withLock { body(&$0) } }

    /// The state that threads share.
    final class StateBox: Sendable {
        let state: Mutex<State>
        init(_ state: State) { self.state = Mutex(state) }

        func respond(_ request: FakeServer.Request) -> FakeServer.Response {
            let (state, number) = state.withLock { state in
                state.count += 1
                return (state, state.count)
            }
            if let response = state.override?(request, number) { return response }
            return state.respond(request)
        }
    }

    func source(_ options: ImmichOptions = ImmichOptions(), pageSize: Int = 1_000) throws -> ImmichSource {
        try Immich.open(
            ImmichServer(address: server.address, apiKey: Self.key), options: options, waits: [0.01, 0.01, 0.01],
            pageSize: pageSize)
    }

    func items(_ options: ImmichOptions = ImmichOptions(), pageSize: Int = 1_000) throws -> [SourceItem] {
        try source(options, pageSize: pageSize).items()
    }
}

extension ImmichSource {
    func items() throws -> [SourceItem] {
        var items: [SourceItem] = []
        try forEachItem { item in
            items.append(item)
            return true
        }
        return items
    }
}

extension FakeImmich.State {
    var isNew: Bool { !version.lexicographicallyPrecedes([1, 133]) }

    static func text(_ json: JSON) -> String {
        (try? JSONEncoder().encode(json)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    func respond(_ request: FakeServer.Request) -> FakeServer.Response {
        guard request.target.hasPrefix("/api/") else {
            return FakeServer.Response(
                fields: ["Content-Type": "text/html"], body: Data("<!doctype html><title>Immich</title>".utf8))
        }
        let call = String(request.target.dropFirst(5))
        if call == "server/version" {
            return .json(#"{"major":\#(version[0]),"minor":\#(version[1]),"patch":\#(version[2])}"#)
        }
        guard request.fields["x-api-key"] == FakeImmich.key else {
            return .json(#"{"message":"Invalid API key","error":"Unauthorized","statusCode":401}"#, status: 401)
        }
        let parts = call.split(separator: "/").map(String.init)
        if denied.contains(parts[0].components(separatedBy: "?")[0]) {
            return .json(#"{"message":"Missing required permission","statusCode":403}"#, status: 403)
        }
        switch parts.map({ $0.components(separatedBy: "?")[0] }) {
        case ["users", "me"]:
            return .json(#"{"id":"\#(FakeImmich.anna)","email":"anna@example.org","name":"Anna"}"#)
        case ["albums"]:
            let list = call == "albums?shared=true" ? sharedAlbums : albums
            return .json(Self.text(.list(list)))
        case ["tags"]: return .json(Self.text(.list(tags)))
        case ["stacks"] where isNew: return .json(Self.text(stacks))
        case ["search", "metadata"]: return search(request.body)
        default: break
        }
        if parts.count == 2, parts[0] == "albums" { return album(parts[1]) }
        guard parts.count >= 2, parts[0] == "assets", let asset = assets.first(where: { $0.id == parts[1] }) else {
            return .json(#"{"message":"Not found or no asset.read access","statusCode":400}"#, status: 400)
        }
        if parts.count == 2 {
            return .json(Self.text(asset.json(version, withExif: true, withPeople: true)))
        }
        return Self.original(asset.file, range: request.fields["range"])
    }

    static func original(_ file: Data, range: String?) -> FakeServer.Response {
        var response = FakeServer.Response(fields: ["Content-Type": "image/heic"], body: file)
        if let start = range?.split(whereSeparator: { "=-".contains($0) }).last.flatMap({ Int($0) }), start < file.count
        {
            response.status = 206
            response.body = file[start...]
            response.fields["Content-Range"] = "bytes \(start)-\(file.count - 1)/\(file.count)"
        }
        return response
    }

    private func album(_ id: String) -> FakeServer.Response {
        for album in albums + sharedAlbums {
            guard case .object(var values) = album, case .text(id)? = values["id"] else { continue }
            let members = assets.filter { $0.albums.contains(id) }
            if hasAlbumAssets {
                values["assets"] = .list(members.map { $0.json(version, withExif: true, withPeople: false) })
            }
            values["assetCount"] = .number(Double(members.count))
            return .json(Self.text(.object(values)))
        }
        return .json(#"{"message":"Not found or no album.read access","statusCode":400}"#, status: 400)
    }

    private func search(_ body: Data) -> FakeServer.Response {
        guard let search = try? JSONSerialization.jsonObject(with: body) as? [String: Any] else {
            return .json("{}", status: 400)
        }
        func flag(_ name: String) -> Bool? { search[name] as? Bool }
        var found = assets.filter { asset in
            if isNew {
                guard asset.visibility == search["visibility"] as? String ?? "timeline" else { return false }
            } else {
                if let isVisible = flag("isVisible"), isVisible == (asset.visibility == "hidden") { return false }
                if asset.visibility == "archive", flag("withArchived") != true { return false }
            }
            if asset.isTrashed, flag("withDeleted") != true { return false }
            if let type = search["type"] as? String, type != asset.type { return false }
            if searchesTags, let tags = search["tagIds"] as? [String], !tags.allSatisfy(asset.tags.contains) {
                return false
            }
            if let albums = search["albumIds"] as? [String], !albums.allSatisfy(asset.albums.contains) { return false }
            return true
        }
        found.sort { ($0.created, $0.id) < ($1.created, $1.id) }
        if search["order"] as? String != "asc" { found.reverse() }
        let (page, size) = (search["page"] as? Int ?? 1, search["size"] as? Int ?? 250)
        let start = min((page - 1) * size, found.count)
        let part = found[start..<min(start + size, found.count)]
        let items = part.map {
            $0.json(version, withExif: flag("withExif") == true, withPeople: flag("withPeople") == true)
        }
        let next: JSON = start + size < found.count ? .text(String(page + 1)) : .null
        return .json(
            Self.text([
                "albums": ["total": 0, "count": 0, "items": [], "facets": []],
                "assets": [
                    "total": .number(Double(items.count)), "count": .number(Double(items.count)),
                    "items": .list(items), "facets": [], "nextPage": next,
                ],
            ]))
    }
}
