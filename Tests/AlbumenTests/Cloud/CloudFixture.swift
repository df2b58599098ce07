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

/// A library with some photos, and a folder or a store as its place.
final class CloudFixture: Sendable {
    let sources: TemporaryFolder
    let place: TemporaryFolder
    let temporary: TemporaryLibrary
    let clock: CloudClock
    let cancellation = WorkCancellation()
    /// The settings of a place that isn't `place`.
    private let storeSettings: CloudSettings?

    var library: Library { temporary.library }

    /// - Parameters:
    ///   - count: The number of photos.
    ///   - store: A place that is used instead of a folder.
    ///   - settings: The settings of `store`.
    init(photos count: Int = 4, store: (any RemoteBlobStore)? = nil, settings: CloudSettings? = nil) throws {
        let clock = CloudClock()
        self.clock = clock
        storeSettings = settings
        sources = try TemporaryFolder()
        place = try TemporaryFolder()
        temporary = try TemporaryLibrary(now: { clock.now }, remote: store)
        try add(0..<count)
    }

    var settings: CloudSettings { storeSettings ?? CloudSettings(address: "dir:\(place.path.dropLast())") }

    /// Imports photos with these numbers.
    @discardableResult
    func add(_ numbers: Range<Int>) throws -> [IngestEvent] {
        for number in numbers where !FileManager.default.fileExists(atPath: sources.file("\(number).png").path) {
            try sources.write(SampleMedia.png(width: 40 + number, height: 30), to: "\(number).png")
        }
        return try temporary.importPaths(numbers.map { sources.file("\($0).png").path(percentEncoded: false) })
    }

    func connect(takingOver: Bool = false, isDurable: Bool? = nil) throws {
        try library.connect(settings, takingOver: takingOver, isDurable: isDurable, cancellation)
    }

    @discardableResult
    func sync(
        retriesFailing: Bool = false, report: @escaping @Sendable (CloudSync.Event) -> Void = { _ in }
    ) throws -> CloudSync.Summary {
        try CloudSync(of: library, cancellation).run(retriesFailing: retriesFailing, report: report)
    }

    @discardableResult
    func evict(keeping bytes: Int64 = 0) throws -> CloudEviction.Summary {
        try CloudEviction(of: library, cancellation).run(keeping: bytes)
    }

    @discardableResult
    func download() throws -> CloudDownload.Summary {
        try CloudDownload(of: library, WorkCancellation()).run(assets: nil) { name, error in
            Issue.record("\(name): \(error)")
        }
    }

    /// The files of the library, in the order of their import.
    func resources() throws -> [ResourceRecord] {
        try library.catalog.read { try $0.resources(after: 0, limit: 1000) }
    }

    func digests() throws -> [BlobDigest] { try resources().map(\.sha256) }

    /// The originals that are on this machine.
    func here() throws -> [BlobDigest] { try digests().filter { try library.blobs.contains($0) } }

    func placement(_ digest: BlobDigest) throws -> PlacementRecord? {
        try library.catalog.read { try $0.placement(ofBytes: digest) }
    }

    /// Deletes the photo with these bytes permanently.
    func purge(_ digest: BlobDigest) throws {
        let uuid = try library.catalog.read { reader in
            let row = try #require(try reader.resource(sha256: digest)).assetID
            return try #require(try reader.assets(withIdentifiers: [row])[row]).uuid
        }
        try temporary.commit(.trash(assetUUID: uuid), .purge(assetUUID: uuid))
    }

    /// The file of an original in the place.
    func object(_ digest: BlobDigest) -> URL {
        place.file("originals/\(digest.hexadecimal.prefix(2))/\(digest.hexadecimal)")
    }

    func isInPlace(_ digest: BlobDigest) -> Bool {
        FileManager.default.fileExists(atPath: object(digest).path(percentEncoded: false))
    }

    /// Changes the bytes of an original in the place, as a failing disk does.
    func damageObject(_ digest: BlobDigest) throws {
        var data = try Data(contentsOf: object(digest))
        data[data.count / 2] ^= 1
        let path = object(digest).path(percentEncoded: false)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        let file = try FileHandle(forWritingTo: object(digest))
        try file.write(contentsOf: data)
        try file.close()
    }

    func verification() throws -> (summary: LibraryVerification.Summary, findings: [LibraryVerification.Finding]) {
        var findings: [LibraryVerification.Finding] = []
        let summary = try LibraryVerification(of: library).run(reclaimsOrphans: false) { findings.append($0) }
        return (summary, findings)
    }
}

/// A clock that tests advance.
final class CloudClock: Sendable {
    private let time = Mutex(Date())

    var now: Date { time.withLock { $0 } }

    func advance(days: Double) { time.withLock { $0 += days * 86_400 } }
}
