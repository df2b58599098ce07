import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import MediaRequests
import Records
import Synchronization
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Metadata that an earlier version of Albumen didn't read.
@Suite struct MetadataRefreshTests {
    private let temporary: TemporaryLibrary
    private let folder: TemporaryFolder
    private var library: Library { temporary.library }

    init() throws {
        temporary = try TemporaryLibrary()
        folder = try TemporaryFolder()
    }

    /// Imports photos whose ISO speeds are 100, 101 and so on, and forgets their exposures.
    private func importPhotos(_ count: Int) throws -> [AssetRecord] {
        for index in 0..<count {
            var exif = SampleMedia.Exif(dateTimeOriginal: "2024:05:07 09:33:04", latitude: 31.25, longitude: 121.5)
            exif.tags = [
                .exposureTime((1, 250)), .fNumber((56, 10)), .isoSpeedRatings(UInt16(100 + index)),
                .focalLength((24, 1)), .focalLengthIn35mmFilm(36),
            ]
            try folder.write(SampleMedia.jpeg(comment: "\(index)", exif: exif), to: "photo-\(index).jpg")
        }
        try temporary.importPaths([folder.path])
        let assets = try library.catalog.read { try $0.assets(after: 0, limit: count) }
        try forgetExposures(of: assets)
        return assets
    }

    private func forgetExposures(of assets: [AssetRecord]) throws {
        try library.catalog.write(author: "test") { transaction in
            for asset in assets {
                var metadata = try transaction.reader.metadata(ofAsset: asset.id) ?? MetadataRecord()
                #expect(metadata.metadataVersion == MetadataRecord.currentVersion)
                (metadata.exposureTime, metadata.aperture, metadata.iso) = (nil, nil, nil)
                (metadata.focalLength, metadata.focalLengthIn35mmFilm, metadata.metadataVersion) = (nil, nil, 0)
                try transaction.noteMetadata(metadata, ofAsset: asset.id)
            }
        }
    }

    private func metadata(_ asset: AssetRecord) throws -> MetadataRecord {
        try #require(try library.catalog.read { try $0.metadata(ofAsset: asset.id) })
    }

    private func sensitivities(_ assets: [AssetRecord]) throws -> Set<Int?> {
        Set(try assets.map { try metadata($0).iso })
    }

    private func refresh(
        shouldStop: @escaping @Sendable () -> Bool = { false }
    ) throws -> (MetadataRefresh.Summary, [MetadataRefresh.Failure]) {
        var failures: [MetadataRefresh.Failure] = []
        let summary = try MetadataRefresh(of: library, shouldStop: shouldStop).run { failures.append($0) }
        return (summary, failures)
    }

    @Test func `the exposures are read, also of hidden and deleted assets`() throws {
        let assets = try importPhotos(5)
        try temporary.commit(.setHidden(true, assetUUID: assets[0].uuid), .trash(assetUUID: assets[1].uuid))
        let (summary, failures) = try refresh()
        #expect((summary.refreshed, summary.failed, failures) == (5, 0, []))
        #expect(try sensitivities(assets) == [100, 101, 102, 103, 104])
        let found = try metadata(assets[0])
        #expect((found.exposureTime, found.aperture) == (0.004, 5.6))
        #expect((found.focalLength, found.focalLengthIn35mmFilm) == (24, 36))
        #expect(found.metadataVersion == MetadataRecord.currentVersion)
        #expect(try refresh().0 == MetadataRefresh.Summary())
    }

    @Test func `the user's dates, places, captions, keywords and ratings stay`() throws {
        let assets = try importPhotos(2)
        var change = AssetChange()
        change.creationDate = .some(Date(timeIntervalSinceReferenceDate: 5))
        change.utcOffset = .some(3600)
        change.location = .some(AssetLocation(latitude: 1, longitude: 2))
        (change.caption, change.keywords, change.rating) = (.some("My caption"), ["mine"], 5)
        try temporary.commit(.change(change, assetUUID: assets[0].uuid))
        let before = try library.catalog.read { try $0.assets(after: 0, limit: 9) }
        #expect(try refresh().0.refreshed == 2)
        #expect(try library.catalog.read { try $0.assets(after: 0, limit: 9) } == before)
        let found = try metadata(assets[0])
        #expect((found.caption, found.keywords, found.rating) == ("My caption", ["mine"], 5))
        #expect(found.iso != nil)
    }

    /// A file that would now have a caption, because the reader has improved, doesn't change the caption.
    @Test func `values that an earlier version read stay, too`() throws {
        let asset = try #require(try importPhotos(1).first)
        try library.catalog.write(author: "test") { transaction in
            var metadata = try transaction.reader.metadata(ofAsset: asset.id) ?? MetadataRecord()
            (metadata.cameraMake, metadata.title) = (nil, "An old title")
            try transaction.noteMetadata(metadata, ofAsset: asset.id)
        }
        _ = try refresh()
        let found = try metadata(asset)
        #expect((found.cameraMake, found.title, found.iso) == (nil, "An old title", 100))
    }

    @Test func `no observer is notified, and the history stays the same`() throws {
        _ = try importPhotos(3)
        let changes = CallRecorder<Int64>()
        let before = try library.catalog.read { try $0.latestChange() }
        library.catalog.onCommit { changes.record($0) }
        #expect(try refresh().0.refreshed == 3)
        #expect(changes.calls == [])
        #expect(try library.catalog.read { try $0.latestChange() } == before)
        #expect(try library.catalog.read { try $0.structuralFaults() } == [])
    }

    @Test func `a stopped refresh keeps the files that it has read, and the next one reads the others`() throws {
        let assets = try importPhotos(30)
        let questions = Mutex(0)
        let (first, _) = try refresh {
            questions.withLock { questions in
                questions += 1
                return questions > 12
            }
        }
        #expect((1..<30).contains(first.refreshed))
        #expect(try assets.filter { try metadata($0).iso != nil }.count == first.refreshed)
        let (second, _) = try refresh()
        #expect(second.refreshed == 30 - first.refreshed)
        #expect(try sensitivities(assets) == Set((100..<130).map { $0 }))
    }

    @Test func `a missing and a damaged original are reported, the others are read, and a later run tries again`()
        throws
    {
        let assets = try importPhotos(4)
        let files = try assets.map { asset in
            let hash = try #require(try library.owner.resources(ofAsset: asset.id)?.first?.sha256)
            return library.blobs.fileURL(of: hash)
        }
        let lost = try Data(contentsOf: files[0])
        try FileManager.default.removeItem(at: files[0])
        let size = try Data(contentsOf: files[1]).count
        try FileManager.default.removeItem(at: files[1])
        try Data(repeating: 7, count: size).write(to: files[1])
        let (summary, failures) = try refresh()
        #expect((summary.refreshed, summary.failed) == (2, 2))
        #expect(failures.map(\.assetUUID) == assets.prefix(2).map(\.uuid))
        #expect(failures[0].reason.contains("Import the file again"))
        #expect(failures.allSatisfy { $0.originalFilename.hasPrefix("photo-") && !$0.reason.isEmpty })
        try lost.write(to: files[0])
        let (again, stillFailing) = try refresh()
        #expect((again.refreshed, again.failed) == (1, 1))
        #expect(stillFailing.map(\.assetUUID) == [assets[1].uuid])
    }

    @Test func `a file that joined the asset meanwhile isn't overwritten`() throws {
        let asset = try #require(try importPhotos(1).first)
        var file = MetadataRecord()
        (file.iso, file.metadataVersion) = (6400, MetadataRecord.currentVersion)
        let hash = try #require(try library.owner.resources(ofAsset: asset.id)?.first?.sha256)
        func note(_ hash: BlobDigest) throws {
            try temporary.commit(.noteMetadata(file, sha256: hash, assetUUID: asset.uuid))
        }
        try note(BlobDigest(repeating: 1))
        #expect(try metadata(asset).iso == nil)
        try note(hash)
        #expect(try metadata(asset).iso == 6400)
        file.iso = 1
        try note(hash)
        #expect(try metadata(asset).iso == 6400)
        try temporary.commit(.trash(assetUUID: asset.uuid), .purge(assetUUID: asset.uuid))
        try note(hash)
    }

    @Test func `without a media worker the refresh fails and changes nothing`() throws {
        let library = try TemporaryLibrary(workerExecutable: "/nonexistent")
        let outcome = try #require(try library.add([.image("a.jpg")]).first)
        let asset = try #require(try library.asset(outcome))
        try library.library.catalog.write(author: "test") { try $0.noteMetadata(MetadataRecord(), ofAsset: asset.id) }
        let error = #expect(throws: MediaError.self) { try MetadataRefresh(of: library.library).run { _ in } }
        #expect(error?.code == .workerMissing)
    }

    @Test func `a client can't note metadata`() throws {
        let asset = try #require(try importPhotos(1).first)
        let error = #expect(throws: LibraryError.self) {
            try temporary.commit(
                .noteMetadata(MetadataRecord(), sha256: .zero, assetUUID: asset.uuid), access: .limited(client: "app"))
        }
        #expect(error?.code == .accessDenied)
    }
}
