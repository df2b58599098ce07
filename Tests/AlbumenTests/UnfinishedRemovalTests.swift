import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Permanent deletions whose process was killed after the commit, before it removed the bytes.
@Suite struct UnfinishedRemovalTests {
    private let temporary: TemporaryLibrary

    init() throws {
        temporary = try TemporaryLibrary()
    }

    private var library: Library { temporary.library }

    /// Deletes the rows of an asset, as a purge does until it's killed. Returns the digests of its files.
    private func purgeRows(_ uuid: String) throws -> [BlobDigest] {
        try library.catalog.write(author: "test") { transaction in
            try transaction.purge(#require(try transaction.reader.asset(uuid: uuid)))
        }
    }

    private func reopen() throws {
        try Library(at: temporary.folder, workerExecutable: nil).close()
    }

    private func pending() throws -> [BlobDigest] {
        try library.catalog.read { try $0.removals(after: .zero, limit: 10) }
    }

    private func add(_ names: String...) throws -> [String] {
        try temporary.add(names.map { .image($0) }).compactMap(\.assetUUID)
    }

    @Test func `the next opening removes the bytes of a purge that was killed`() throws {
        let uuids = try add("a.jpg", "b.jpg")
        let digests = try purgeRows(uuids[0])
        #expect(digests.count == 1)
        #expect(try digests.allSatisfy { try library.blobs.contains($0) })
        try reopen()
        #expect(try digests.allSatisfy { try !library.blobs.contains($0) })
        #expect(try pending().isEmpty)
        let kept = try #require(try library.catalog.read { try $0.asset(uuid: uuids[1]) })
        let resources = try library.catalog.read { try $0.resources(ofAsset: kept.id) }
        #expect(try library.blobs.contains(resources[0].sha256))
    }

    @Test func `the removal of old edits finishes a killed one, too`() throws {
        let digests = try purgeRows(add("a.jpg")[0])
        try library.removeFormerEdits()
        #expect(try digests.allSatisfy { try !library.blobs.contains($0) })
        #expect(try pending().isEmpty)
    }

    @Test func `bytes that come back before the removal stay`() throws {
        let sources = try TemporaryFolder()
        try sources.write(SampleMedia.jpeg(comment: "back"), to: "a.jpg")
        let path = sources.file("a.jpg").path(percentEncoded: false)
        guard case .imported(_, let uuid, _, _)? = try temporary.importPaths([path]).first else {
            Issue.record("The photo wasn't imported.")
            return
        }
        let digests = try purgeRows(uuid)
        #expect(try pending() == digests)
        guard case .imported? = try temporary.importPaths([path]).first else {
            Issue.record("The photo wasn't imported again.")
            return
        }
        #expect(try pending().isEmpty)
        try reopen()
        #expect(try digests.allSatisfy { try library.blobs.contains($0) })
    }

    @Test func `a finished purge leaves nothing to remove`() throws {
        let uuids = try add("a.jpg", "b.jpg")
        for uuid in uuids { try temporary.commit(.trash(assetUUID: uuid), .purge(assetUUID: uuid)) }
        #expect(try pending().isEmpty)
    }

    @Test func `the next opening removes the renderings of a revert that was killed`() throws {
        let fixture = try EditFixture()
        try fixture.library.owner.commit([.edit(fixture.edit("A"), assetUUID: fixture.uuid)])
        let files = try fixture.editing().files
        let renderings = files.edit.map(\.sha256)
        #expect(!renderings.isEmpty)
        try fixture.library.catalog.write(author: "test") { transaction in
            for file in files.edit { try transaction.delete(file) }
        }
        #expect(try renderings.allSatisfy { try fixture.library.blobs.contains($0) })
        try Library(at: fixture.library.folder, workerExecutable: nil).close()
        #expect(try renderings.allSatisfy { try !fixture.library.blobs.contains($0) })
        #expect(try fixture.library.blobs.contains(files.originals[0].sha256))
    }
}
