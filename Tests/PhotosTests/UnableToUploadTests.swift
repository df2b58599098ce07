import AlbumenTestSupport
import BlobStore
import Cancellation
import Catalog
import Foundation
import Photos
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// The smart album “Unable to Upload” in PhotoKit's API, in a library whose place refuses a damaged photo.
@Suite struct UnableToUploadTests {
    private let fixture: PhotoKitFixture
    private let place: TemporaryFolder
    private let sources: TemporaryFolder
    private let cancellation = WorkCancellation()

    private var library: Library { fixture.temporary.library }

    init() throws {
        fixture = try PhotoKitFixture()
        place = try TemporaryFolder()
        sources = try TemporaryFolder()
        let names = ["damaged.png", "intact.png"]
        for (number, name) in names.enumerated() {
            try sources.write(SampleMedia.png(width: 40 + number, height: 30), to: name)
        }
        try fixture.temporary.importPaths(names.map { sources.file($0).path(percentEncoded: false) })
        let resources = try library.catalog.read { try $0.resources(after: 0, limit: 10) }
        let damaged = try #require(resources.first { $0.originalFilename == names[0] })
        let file = library.blobs.fileURL(of: damaged.sha256)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: file.path(percentEncoded: false))
        var data = try Data(contentsOf: file)
        data[data.count / 2] ^= 1
        try data.write(to: file)
        let settings = CloudSettings(address: "dir:\(place.path.dropLast())")
        try library.connect(settings, cancellation)
    }

    private func sync() throws { _ = try CloudSync(of: library, cancellation).run() }

    @Test func `the album has the refused photo, and its count`() throws {
        let album = try fixture.smartAlbum(.smartAlbumUnableToUpload)
        #expect(album.assetCollectionSubtype.rawValue == 216)
        #expect(fixture.run { PHAsset.fetchAssets(in: album, options: nil).count } == 0)
        try sync()
        try fixture.run {
            let assets = PHAsset.fetchAssets(in: album, options: nil).all
            #expect(assets.compactMap(\.extendedMetadata.originalFilename) == ["damaged.png"])
            #expect(album.exactAssetCount == 1)
            let key = try #require(PHAsset.fetchKeyAssets(in: album, options: nil))
            #expect(key.firstObject == assets.first)
        }
        fixture.run(access: "denied") { #expect(PHAsset.fetchAssets(in: album, options: nil).count == 0) }
    }

    @Test func `observers receive the photo that joins and leaves, and the history has both changes`() throws {
        let album = try fixture.smartAlbum(.smartAlbumUnableToUpload)
        try fixture.run {
            let listener = ChangeListener()
            PHPhotoLibrary.shared().register(listener)
            let token = PHPhotoLibrary.shared().currentChangeToken
            let empty = PHAsset.fetchAssets(in: album, options: nil)
            let everything = PHAsset.fetchAssets(with: nil)
            try sync()
            let change = try #require(listener.next())
            let details = try #require(change.changeDetails(for: empty))
            #expect(details.hasIncrementalChanges && details.insertedIndexes == [0])
            let joined = details.fetchResultAfterChanges
            let photo = try #require(joined.firstObject)
            #expect(photo.extendedMetadata.originalFilename == "damaged.png")
            let all = try #require(change.changeDetails(for: everything))
            #expect(all.changedObjects == [photo] && all.insertedObjects.isEmpty && all.removedObjects.isEmpty)

            try library.disconnect()
            let end = try #require(listener.next())
            let left = try #require(end.changeDetails(for: joined))
            #expect(left.removedIndexes == [0] && left.fetchResultAfterChanges.count == 0)
            let history = Array(try PHPhotoLibrary.shared().fetchPersistentChanges(since: token))
            #expect(history.count == 2)
            for change in history {
                let details = try change.changeDetails(for: .asset)
                #expect(details.updatedLocalIdentifiers == [photo.localIdentifier])
            }
        }
    }
}
