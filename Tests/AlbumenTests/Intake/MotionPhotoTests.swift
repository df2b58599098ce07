import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import MediaRequests
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Motion photos in the library (imports 4).
@Suite struct MotionPhotoTests {
    let temporary: TemporaryLibrary
    let folder: TemporaryFolder

    init() throws {
        temporary = try TemporaryLibrary()
        folder = try TemporaryFolder()
    }

    private var library: Library { temporary.library }

    private func add(_ data: Data, _ name: String) throws -> AssetRecord {
        let file = try folder.write(data, to: name)
        let known = Set(try assets().map(\.uuid))
        try temporary.importPaths([file.path(percentEncoded: false)])
        return try #require(try assets().first { !known.contains($0.uuid) })
    }

    private func resource(_ type: ResourceType, of asset: AssetRecord) throws -> ResourceRecord? {
        AssetFiles(try library.owner.resources(ofAsset: asset.id) ?? [])[type]
    }

    private func assets() throws -> [AssetRecord] { try library.catalog.read { try $0.assets(after: 0, limit: 100) } }

    private func verify() throws {
        let summary = try LibraryVerification(of: library).run(reclaimsOrphans: false) { Issue.record("\($0)") }
        #expect(summary.faults == 0 && summary.orphans == 0)
    }

    @Test func `a motion photo is a Live Photo whose video is stored once`() throws {
        let video = SampleMedia.movie()
        let asset = try add(SampleMedia.motionPhoto(video: video), "PXL_1.MP.jpg")
        #expect(asset.mediaSubtypes.contains(.photoLive) && asset.playbackStyle == .livePhoto)
        #expect(try temporary.resources(asset) == ["photo PXL_1.MP.jpg", "pairedVideo PXL_1.MP.MOV"])
        let photo = try #require(try resource(.photo, of: asset))
        let paired = try #require(try resource(.pairedVideo, of: asset))
        #expect(
            paired.container == ContainerPlace(container: photo.sha256, offset: photo.fileSize - Int64(video.count)))
        #expect(try library.blobs.read(paired.sha256, atMost: 1 << 20) == video)
        #expect(try library.blobs.digests(after: nil, limit: 10) == [photo.sha256])
        try verify()
    }

    @Test func `a photo with a flag and no video, or with a video that breaks off, is an ordinary photo`() throws {
        let video = SampleMedia.movie()
        let flagged = try add(SampleMedia.motionPhoto(video: Data()), "MVIMG_1.jpg")
        let cut = try add(SampleMedia.motionPhoto(comment: "cut", video: video.dropLast(100)), "MVIMG_2.jpg")
        for asset in [flagged, cut] {
            #expect(asset.playbackStyle == .image)
            #expect(try resource(.pairedVideo, of: asset) == nil)
        }
        try verify()
    }

    @Test func `copies with other metadata share the video, and deleting one leaves the other whole`() throws {
        let video = SampleMedia.movie()
        let first = try add(SampleMedia.motionPhoto(video: video), "1.jpg")
        let second = try add(SampleMedia.motionPhoto(comment: "copy", video: video), "2.jpg")
        let digest = try #require(try resource(.pairedVideo, of: second)).sha256
        #expect(try resource(.pairedVideo, of: first)?.sha256 == digest)
        try temporary.commit(.trash(assetUUID: first.uuid))
        try temporary.commit(.purge(assetUUID: first.uuid))
        #expect(try library.blobs.read(digest, atMost: 1 << 20) == video)
        try verify()
    }

    @Test func `an app's own asset of the same video outlives the motion photo`() throws {
        let video = SampleMedia.movie()
        let motion = try add(SampleMedia.motionPhoto(video: video), "1.jpg")
        let digest = try #require(try resource(.pairedVideo, of: motion)).sha256
        let file = try folder.write(video, to: "own.mov")
        let draft = AssetDraft(uuid: UUID().uuidString, parts: [.init(type: .video, bytes: .file(file))])
        try temporary.commit(.createAsset(draft))
        try temporary.commit(.trash(assetUUID: motion.uuid))
        try temporary.commit(.purge(assetUUID: motion.uuid))
        #expect(try library.blobs.read(digest, atMost: 1 << 20) == video)
        try verify()
    }

    @Test("an app's motion photo becomes a Live Photo, with its video given or not (§5.2.5)", arguments: [true, false])
    func draft(givesVideo: Bool) throws {
        let video = SampleMedia.movie()
        let photo = try folder.write(SampleMedia.motionPhoto(video: video), to: "1.jpg")
        var draft = AssetDraft(uuid: UUID().uuidString, parts: [.init(type: .photo, bytes: .file(photo))])
        if givesVideo { draft.parts.append(.init(type: .pairedVideo, bytes: .data(video))) }
        try temporary.commit(.createAsset(draft))
        let asset = try #require(try assets().first)
        #expect(asset.playbackStyle == .livePhoto)
        #expect((try resource(.pairedVideo, of: asset)?.container == nil) == givesVideo)
        try verify()
    }

    @Test("the RAW beside a motion photo joins it in either order", arguments: [true, false])
    func raw(isFirst: Bool) throws {
        let intake = try library.blobs.makeIntake()
        defer { intake.finish() }
        let (bytes, video) = (Data("photo video".utf8), Data("video".utf8))
        let photo = try intake.stage(bytes)
        let part = try intake.stage(6..<11, of: photo)
        let raw = try intake.stage(Data("raw".utf8))
        #expect(part.digest == (try BlobDigest(hashing: video)))
        try intake.commit([photo, part, raw])
        func probe(_ type: String, _ kind: MediaProbe.Kind = .image) -> MediaProbe {
            MediaProbe(kind: kind, uniformTypeIdentifier: type, pixelWidth: 40, pixelHeight: 30)
        }
        func creation(_ name: String, _ blob: StagedBlob, _ probe: MediaProbe, _ motion: TakenFile?) -> AssetCreation {
            let source = ImportSource(folder: "/photos", name: name, size: blob.size, modificationTime: 1)
            let file = TakenFile(blob: blob, originalFilename: name, probe: probe)
            return AssetCreation(file, motionVideo: motion, from: source, now: library.now())
        }
        let motion = TakenFile(
            type: .pairedVideo, blob: part, originalFilename: "A.MP4", probe: probe("public.mpeg-4", .video))
        var sensor = probe("com.adobe.raw-image")
        sensor.isRAW = true
        let creations = [creation("A.jpg", photo, probe("public.jpeg"), motion), creation("A.dng", raw, sensor, nil)]
        var transaction = Transaction()
        for creation in isFirst ? creations.reversed() : creations { transaction.record(.create(creation)) }
        _ = try library.view(.full).commit(transaction, intake: intake)
        let asset = try #require(try assets().first)
        #expect(try assets().count == 1)
        #expect(asset.playbackStyle == .livePhoto && asset.isRAW)
        #expect(try resource(.alternatePhoto, of: asset)?.originalFilename == "A.dng")
        #expect(try resource(.pairedVideo, of: asset)?.container?.container == photo.digest)
    }

    @Test func `bytes that only a video within them needs aren't removed`() throws {
        let asset = try add(SampleMedia.motionPhoto(), "1.jpg")
        let photo = try #require(try resource(.photo, of: asset)).sha256
        try library.catalog.write(author: "test") { transaction in
            let files = try transaction.reader.resources(ofAsset: asset.id)
            try transaction.delete(try #require(files.first { $0.type == .photo }))
        }
        #expect(try !library.removeUnnamed(photo))
        #expect(try library.blobs.contains(photo))
    }

    @Test func `an edit of a motion photo knows the photo's time, which only the photo names`() throws {
        let asset = try add(SampleMedia.motionPhoto(photoTime: 300_000), "1.jpg")
        let base = try library.owner.adjustingBase(ofAsset: asset.uuid)
        #expect(try library.owner.movie(of: base)?.photoTime == 0.3)
    }
}
