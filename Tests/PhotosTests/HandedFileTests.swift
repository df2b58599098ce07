import AVFoundation
import AlbumenTestSupport
import BlobStore
import Cancellation
import Catalog
import Foundation
import MediaRequests
import Records
import Synchronization
import Testing

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// A client that opens each URL of a file that it gets, and writes there, changes no original. Root could, because the
/// mode of an original doesn't stop it.
@Suite struct HandedFileTests {
    private let fixture: EditingFixture

    init() throws {
        fixture = try EditingFixture()
    }

    private var library: Library { fixture.temporary.library }

    /// Truncates the file at a URL and writes to it, as a careless client does. Creates a missing file.
    ///
    /// - Returns: Whether that was possible.
    private func overwrite(_ url: URL) -> Bool {
        let file = open(url.path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard file >= 0 else { return false }
        defer { close(file) }
        return write(file, "changed", 7) == 7
    }

    private func videoURL(of asset: PHAsset, isPlayed: Bool) throws -> URL {
        let options = PHVideoRequestOptions()
        options.isNetworkAccessAllowed = true
        let found = Mutex<URL?>(nil)
        let ended = Gate()
        _ = fixture.run {
            if isPlayed {
                PHImageManager.default().requestPlayerItem(forVideo: asset, options: options) { item, _ in
                    let url = (item?.asset as? AVURLAsset)?.url
                    found.withLock { $0 = url }
                    ended.open()
                }
            } else {
                PHImageManager.default().requestAVAsset(forVideo: asset, options: options) { asset, _, _ in
                    let url = (asset as? AVURLAsset)?.url
                    found.withLock { $0 = url }
                    ended.open()
                }
            }
        }
        try #require(ended.wait())
        return try #require(found.withLock { $0 })
    }

    private func imageURL(of asset: PHAsset) throws -> URL? {
        var url: URL?
        let options = PHImageRequestOptions()
        options.isSynchronous = true
        fixture.run {
            _ = PHImageManager.default().requestImageDataAndOrientation(for: asset, options: options) {
                _, _, _, info in
                url = info?["PHImageFileURLKey"] as? URL
            }
        }
        return url
    }

    private func expectIntact(_ originals: [BlobDigest]) throws {
        var findings: [LibraryVerification.Finding] = []
        let summary = try LibraryVerification(of: library).run(reclaimsOrphans: false) { findings.append($0) }
        #expect(summary.faults == 0, "\(findings)")
        for digest in originals {
            guard case .intact = try library.blobs.verify(digest, progress: { _ in true }) else {
                Issue.record("\(digest) was changed.")
                continue
            }
        }
    }

    @Test func `writing to the URLs of photos, videos and Live Photos changes no original`() throws {
        let photo = try fixture.importPhoto("IMG_1.JPG")
        let video = try fixture.resources.importFile(SampleMedia.movie(), "MVI_1.MOV")
        let live = try fixture.resources.importLivePhoto(name: "IMG_2")
        let originals = try library.catalog.read { try $0.resources(after: 0, limit: 100) }
            .map(\.sha256)
        #expect(originals.count == 4)
        var urls: [URL] = []
        for asset in [photo, live] {
            urls.append(try #require(try fixture.input(of: asset).fullSizeImageURL))
            urls.append(try #require(try imageURL(of: asset)))
        }
        urls.append(try #require(try fixture.input(of: video).audiovisualAsset as? AVURLAsset).url)
        urls += try [false, true].map { try videoURL(of: video, isPlayed: $0) }
        for url in urls {
            let wasWritten = overwrite(url)
            #expect(wasWritten == (geteuid() == 0), "\(url.path)")
        }
        try expectIntact(originals)
    }

    @Test func `a file that nobody wrote to has the name and the bytes of its original`() throws {
        let bytes = SampleMedia.jpeg(comment: "whole")
        let asset = try fixture.resources.importFile(bytes, "IMG_1.JPG")
        let url = try #require(try imageURL(of: asset))
        #expect(url.lastPathComponent == "IMG_1.JPG")
        #expect(try Data(contentsOf: url) == bytes)
        let input = try #require(try fixture.input(of: asset).fullSizeImageURL)
        #expect(try Data(contentsOf: input) == bytes)
    }

    @Test func `writing to the URL of a video that isn't here leaves nothing in the library`() throws {
        let place = try TemporaryFolder()
        let video = try fixture.resources.importFile(SampleMedia.gappedMovie(), "a.mov")
        let digest = try #require(
            try library.catalog.read { try $0.resources(after: 0, limit: 1) }.first
                .map(\.sha256))
        try fixture.temporary.moveOriginals(to: place)
        let url = try videoURL(of: video, isPlayed: true)
        #expect(url.lastPathComponent == "a.mov")
        #expect(overwrite(url))
        #expect(try !library.blobs.contains(digest))
        try expectIntact([])
        _ = try CloudDownload(of: library, .init()).run(assets: nil) { Issue.record("\($0): \($1)") }
        try expectIntact([digest])
    }
}
