import AlbumenTestSupport
import BlobStore
import Cancellation
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// A backup on another disk is read back, and its faults are named and mended.
@Suite struct DiskBackupVerificationTests {
    @Test func damagedAndMissingOriginalsAreNamedAndCopiedAgain() throws {
        let (fixture, disk) = (try CloudFixture(photos: 4), try TemporaryFolder())
        try Self.backUp(fixture.library, to: disk)
        let digests = try fixture.digests()
        try Self.damage(digests[0], in: disk)
        try FileManager.default.removeItem(at: Self.object(digests[1], in: disk))
        try Self.shorten(digests[2], in: disk)
        let (verification, findings) = try Self.verify(fixture.library, disk)
        #expect(verification.faults == 3 && verification.originals == 3 && verification.files > 0)
        #expect(findings.count == 3)
        let missing = findings.contains { finding in
            if case .missing(digests[1], let name) = finding { name.hasPrefix("1.png") } else { false }
        }
        #expect(missing)
        #expect(findings.count { if case .damaged = $0 { true } else { false } } == 2)
        try Self.backUp(fixture.library, to: disk)
        #expect(try Self.verify(fixture.library, disk).findings.isEmpty)
    }

    @Test func aPhotoThatWasImportedSinceIsNotMissing() throws {
        let (fixture, disk) = (try CloudFixture(photos: 1), try TemporaryFolder())
        try Self.backUp(fixture.library, to: disk)
        try fixture.add(1..<2)
        let (verification, findings) = try Self.verify(fixture.library, disk)
        #expect(findings.isEmpty && verification.originals == 1)
    }

    @Test func aDamagedCopyStaysIfNothingBetterIsHere() throws {
        let (fixture, disk) = (try CloudFixture(photos: 2), try TemporaryFolder())
        try Self.backUp(fixture.library, to: disk)
        let digest = try fixture.digests()[0]
        try Self.damage(digest, in: disk)
        #expect(try Self.verify(fixture.library, disk).verification.faults == 1)
        let file = try Data(contentsOf: Self.object(digest, in: disk))
        try fixture.library.blobs.remove(digest)
        var failures: [String] = []
        _ = try DiskBackup(of: fixture.library, to: disk.url, WorkCancellation()).run(
            report: { name, _ in failures.append(name) })
        #expect(failures.count == 1 && failures[0].hasPrefix("0.png"))
        #expect(try Data(contentsOf: Self.object(digest, in: disk)) == file)
    }

    @Test func aDamagedFileOfTheCatalogIsFound() throws {
        let (fixture, disk) = (try CloudFixture(photos: 1), try TemporaryFolder())
        try Self.backUp(fixture.library, to: disk)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: disk.path).filter { $0.hasSuffix(".ltx") }
        try Self.damage(disk.file(try #require(paths.first)))
        #expect(throws: (any Error).self) { try Self.verify(fixture.library, disk) }
        let (other, empty) = (try CloudFixture(photos: 1), try TemporaryFolder())
        let error = #expect(throws: BackupError.self) { try Self.verify(other.library, empty) }
        #expect(error?.code == .noBackup)
    }

    @Test func theNextRunRemovesUploadsOfAKilledOne() throws {
        let (fixture, disk) = (try CloudFixture(photos: 1), try TemporaryFolder())
        try Self.backUp(fixture.library, to: disk)
        let digest = try fixture.digests()[0]
        for name in ["\(digest.hexadecimal).\(UUID().uuidString)", "document.\(UUID().uuidString)"] {
            try disk.write(Data("half".utf8), to: ".uploads/\(name)")
        }
        try Self.backUp(fixture.library, to: disk)
        #expect(try disk.names(in: ".uploads").isEmpty)
    }

    @Test func aRestoredLibraryIsToldHowToUseTheFolder() throws {
        let (fixture, disk) = (try CloudFixture(photos: 1), try TemporaryFolder())
        try Self.backUp(fixture.library, to: disk)
        var options = LibraryRestoration.Options()
        options.fetchesOriginals = true
        let folder = try TemporaryFolder()
        let target = folder.url.appending(path: "new", directoryHint: .isDirectory)
        _ = try LibraryRestoration(
            from: CloudSettings(address: "dir:\(disk.path.dropLast())"), to: target, WorkCancellation()
        ).run(options, notify: { _ in })
        let restored = try Library(at: target, workerExecutable: nil)
        defer { #expect(throws: Never.self) { try restored.close() } }
        let error = #expect(throws: RemoteBlobError.self) { try Self.backUp(restored, to: disk) }
        #expect(error?.code == .occupied)
        for words in ["--take-over", "another copy of this library", "37 days"] {
            #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        }
        // The folder of a library has no slash at its end.
        #expect(error?.message.contains("/ on ") == false, "\(error?.message ?? "")")
        _ = try DiskBackup(of: restored, to: disk.url, WorkCancellation()).run(takingOver: true)
        try Self.backUp(restored, to: disk)
        let other = try CloudFixture(photos: 1)
        let foreign = #expect(throws: RemoteBlobError.self) { try Self.backUp(other.library, to: disk) }
        #expect(foreign?.message.contains("another library") == true)
    }

    // MARK: Parts

    private static func backUp(_ library: Library, to disk: TemporaryFolder) throws {
        _ = try DiskBackup(of: library, to: disk.url, WorkCancellation()).run(
            report: { name, reason in Issue.record("\(name): \(reason)") })
    }

    private static func verify(
        _ library: Library, _ disk: TemporaryFolder
    ) throws -> (verification: DiskBackup.Verification, findings: [DiskBackup.Finding]) {
        var findings: [DiskBackup.Finding] = []
        let verification = try DiskBackup(of: library, to: disk.url, WorkCancellation()).verify(report: {
            findings.append($0)
        })
        return (verification, findings)
    }

    private static func object(_ digest: BlobDigest, in disk: TemporaryFolder) -> URL {
        disk.file("originals/\(digest.hexadecimal.prefix(2))/\(digest.hexadecimal)")
    }

    private static func damage(_ digest: BlobDigest, in disk: TemporaryFolder) throws {
        try damage(object(digest, in: disk))
    }

    private static func damage(_ file: URL) throws {
        var data = try Data(contentsOf: file)
        data[data.count / 2] ^= 1
        try data.write(to: file)
    }

    private static func shorten(_ digest: BlobDigest, in disk: TemporaryFolder) throws {
        let file = object(digest, in: disk)
        try Data(contentsOf: file).dropLast().write(to: file)
    }
}
