import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// A process that edits and reverts a photo is killed at random moments. The asset then has the version before or after
/// the last operation, whole, and its original.
@Suite(.blocking) struct KilledEditorTests {

    private static var executable: URL {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "BlockWriter")
    }

    @Test(arguments: 1...(TestLength.isLong ? 40 : 3))
    func `a killed editor leaves a whole version, and the original`(seed: Int) throws {
        let fixture = try EditFixture()
        let original = try #require(try fixture.data(.photo))
        let renderings = try TemporaryFolder()
        let hashes = try (0..<3).map { number in
            let data = SampleMedia.jpeg(width: 32, height: 24, comment: "\(number)")
            try renderings.write(data, to: "\(number).jpg")
            return try BlobDigest(hashing: data)
        }
        let writer = try ProgramRun(Self.executable, [fixture.temporary.folder.path, "edit", renderings.path])
        let wanted = seed * 5 % 11
        _ = writer.waitForOutput { $0.count { $0 == "\n" } >= wanted }
        writer.kill(SIGKILL)
        let ending = try writer.wait()
        #expect(ending.ending == .signalled(SIGKILL), "\(ending.error)")
        let told = ending.outputLines.last.flatMap { Int($0) } ?? 0
        /// The rendering and its base after an operation.
        func state(after number: Int) -> [BlobDigest] {
            guard number > 0, !number.isMultiple(of: 4) else { return [] }
            return [hashes[number % 3]] + (number % 4 == 1 ? [] : [hashes[(number - 1) % 3]])
        }
        let reopened = try Library(at: fixture.temporary.folder)
        defer { try? reopened.close() }
        let editing = try #require(try reopened.owner.editing(ofAsset: fixture.uuid))
        let found = [editing.files[.fullSizePhoto], editing.files[.adjustmentBasePhoto]].compactMap { $0?.sha256 }
        #expect([state(after: told), state(after: told + 1)].contains(found))
        #expect(editing.files[.photo]?.sha256 == (try BlobDigest(hashing: original)))
        #expect((try reopened.owner.adjustmentDocument(of: editing) != nil) == !found.isEmpty)
        let summary = try LibraryVerification(of: reopened).run(reclaimsOrphans: true) { finding in
            #expect(!finding.isFault, "\(finding)")
        }
        #expect(summary.faults == 0)
        // The next edit works.
        try reopened.owner.commit([.edit(try fixture.edit("next"), assetUUID: fixture.uuid)])
    }
}
