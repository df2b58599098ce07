import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import MediaRequests
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

extension GalleryFixture {
    /// Adds one asset and returns its UUID.
    func add(_ sample: TemporaryLibrary.Sample) throws -> String {
        try #require(try temporary.add([sample])[0].assetUUID)
    }

    /// Adds an asset per day, the newest first, and returns their UUIDs in that order.
    func addDays(_ count: Int) throws -> [String] {
        let samples = (0..<count).map { index in
            TemporaryLibrary.Sample.image("day-\(index).jpg") { probe in
                probe.captureDate = MediaProbe.CaptureDate(
                    secondsSinceReferenceDate: Double(count - index) * 86_400, utcOffsetInSeconds: 0,
                    source: .exifOriginal)
            }
        }
        return try temporary.add(samples).map { try #require($0.assetUUID) }
    }

    func setHidden(_ isHidden: Bool, _ uuid: String) throws {
        var change = AssetChange()
        change.isHidden = isHidden
        try temporary.commit(.change(change, assetUUID: uuid))
    }

    /// Creates a user album and returns its UUID.
    func addAlbum(_ title: String, _ assets: [String] = []) throws -> String {
        let uuid = UUID().uuidString
        try temporary.commit(.createCollection(NewCollection(uuid: uuid, kind: .album, title: title)))
        if !assets.isEmpty { try temporary.commit(.editMembers(ListEdit(.add(assets)), albumUUID: uuid)) }
        return uuid
    }

    /// Creates a folder with collections and returns its UUID.
    func addFolder(_ title: String, _ children: [String] = []) throws -> String {
        let uuid = UUID().uuidString
        try temporary.commit(.createCollection(NewCollection(uuid: uuid, kind: .folder, title: title)))
        if !children.isEmpty { try temporary.commit(.editChildren(ListEdit(.add(children)), folderUUID: uuid)) }
        return uuid
    }

    /// Returns the visible assets of a collection by rank, at most 500.
    func timeline(_ collection: String) async throws -> [String] {
        let answer = try await respond("/api/collections/\(collection)/timeline?count=500")
        return try answer.decoded(as: TimelineAnswer.self).window?.identifiers ?? []
    }

    func source(_ uuid: String) throws -> PictureSource {
        let asset = try #require(try library.owner.asset(withUUID: uuid))
        return try library.owner.pictureSource(of: asset, version: .current)
    }

    /// Makes the missing thumbnails and previews.
    func makePictures() throws {
        _ = try DerivativeBuilding(in: library).run { failure in
            Issue.record("\(failure.originalFilename): \(failure.reason)")
        }
    }

    /// Deletes the bytes of an asset's files.
    func loseBytes(of uuid: String) throws {
        let asset = try #require(try library.owner.asset(withUUID: uuid))
        for resource in try library.owner.resources(ofAsset: asset.id) ?? [] {
            try library.blobs.remove(resource.sha256)
        }
    }

    /// Returns the number of the library's last change, which is the version of timelines.
    func version() throws -> Int64 { try library.catalog.read { try $0.latestChange() } }
}

extension TemporaryLibrary.Sample {
    /// Returns a JPEG that any decoder can decode.
    static func photograph(_ name: String, width: Int = 640, height: Int = 480) throws -> Self {
        let bytes = try SampleMedia.photograph(width: width, height: height, comment: name)
        return Self(
            name,
            MediaProbe(kind: .image, uniformTypeIdentifier: "public.jpeg", pixelWidth: width, pixelHeight: height),
            bytes: bytes)
    }

    /// Returns a movie that any decoder can decode.
    static func movie(_ name: String) -> Self {
        var description = SampleMedia.Movie()
        description.tags = [("com.apple.quicktime.title", name)]
        var probe = MediaProbe(
            kind: .video, uniformTypeIdentifier: "com.apple.quicktime-movie", pixelWidth: 64, pixelHeight: 48)
        probe.duration = 1
        probe.videoCodec = "mjpeg"
        return Self(name, probe, bytes: SampleMedia.movie(description))
    }

    /// Returns a file that claims to be a JPEG but isn't.
    static func undecodable(_ name: String) -> Self { .image(name) }
}

/// The collections that tests request.
enum AlbumIdentifier {
    static let recents = identifier(209)
    static let hidden = identifier(205)
    static let recentlyDeleted = identifier(1_000_000_201)

    static func identifier(_ subtype: Int) -> String {
        SmartAlbum.withSubtype(CollectionSubtype(rawValue: subtype))?.uuid ?? ""
    }
}
