import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

@Suite struct LibraryTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("a library is created in a new folder and found again")
    func makeAndOpen() throws {
        let place = folder.file("new/library")
        #expect(!Library.exists(at: place))
        let first = try Library(at: place)
        #expect(Library.exists(at: place))
        #expect(try Library(at: place).identifier == first.identifier)
    }

    @Test("a folder with other content isn't changed")
    func notALibrary() throws {
        try folder.write(Data("mine".utf8), to: "thesis.txt")
        let error = #expect(throws: LibraryError.self) { try Library(at: folder.url) }
        #expect(error?.code == .notALibrary)
        #expect(error?.message.contains("thesis.txt") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["thesis.txt"])
    }

    @Test("a library with a newer format is refused with the remedy")
    func newerFormat() throws {
        try folder.write(Data(#"{"format": 99, "identifier": "x"}"#.utf8), to: "library.json")
        let error = #expect(throws: LibraryError.self) { try Library(at: folder.url) }
        #expect(error?.code == .newerFormat)
        #expect(error?.message.contains("Update albumen") == true)
    }

    @Test(
        "an identifier must be a UUID, because folders are named after it",
        arguments: ["../../elsewhere", "/tmp", "", "x", "7B2A5F5E-30A1-4B0A-8A55-3A1F1E1B6C1D/.."])
    func identifierIsUUID(_ identifier: String) throws {
        try folder.write(Data(#"{"format": 1, "identifier": "\#(identifier)"}"#.utf8), to: "library.json")
        let error = #expect(throws: LibraryError.self) { try Library(at: folder.url) }
        #expect(error?.code == .notALibrary)
        #expect(error?.message.contains("not a UUID") == true)
        #expect(try folder.names() == ["library.json"])
    }

    @Test("a description that isn't a small file is refused")
    func hugeDescription() throws {
        try folder.write(Data(repeating: 0x20, count: 100_000), to: "library.json")
        #expect(throws: LibraryError.self) { try Library(at: folder.url) }
        try FileManager.default.removeItem(at: folder.file("library.json"))
        try #require(mkfifo(folder.file("library.json").path, 0o600) == 0)
        #expect(throws: LibraryError.self) { try Library(at: folder.url) }
    }

    @Test("processes that create a library at the same time open the same one")
    func makeAtOnce() throws {
        let place = folder.file("library")
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            #expect(throws: Never.self) { _ = try Library(at: place) }
        }
        #expect(Library.exists(at: place))
        let names = try FileManager.default.contentsOfDirectory(atPath: place.path)
        #expect(!names.contains { $0.hasPrefix("library.json.") })
    }

    @Test("the environment determines the library, then the configuration file, then the folder Pictures")
    func location() throws {
        let home = ["HOME": folder.path]
        func find(_ more: [String: String] = [:]) throws -> String {
            try LibraryLocation.find(environment: home.merging(more) { $1 }).path
        }
        #expect(try find() == folder.file("Pictures/Albumen Library").path)
        try folder.write(Data("~/photos\n".utf8), to: ".config/albumen/library")
        #expect(try find() == folder.file("photos").path)
        try folder.write(Data("/elsewhere\n".utf8), to: "config/albumen/library")
        #expect(try find(["XDG_CONFIG_HOME": folder.file("config").path]) == "/elsewhere")
        #expect(try find(["ALBUMEN_LIBRARY": "/named"]) == "/named")
        #expect(try find(["ALBUMEN_LIBRARY": ""]) == folder.file("photos").path)
    }

    @Test("verification reports a flipped byte, missing bytes and orphaned bytes")
    func verification() throws {
        let temporary = try TemporaryLibrary()
        let outcomes = try temporary.add([.image("flipped.jpg"), .image("lost.jpg"), .image("sound.jpg")])
        let uuids = try outcomes.map { try #require($0.assetUUID) }
        let digests = try ["flipped.jpg", "lost.jpg"].map { try BlobDigest(hashing: Data($0.utf8)) }
        let flipped = temporary.library.blobs.fileURL(of: digests[0])
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: flipped.path)
        try Data("flopped.jpg".utf8).write(to: flipped)
        try temporary.library.blobs.remove(digests[1])
        let intake = try temporary.library.blobs.makeIntake()
        let orphan = try intake.stage(Data("orphan".utf8))
        try intake.commit([orphan])
        intake.finish()

        func verify(reclaims: Bool) throws -> (LibraryVerification.Summary, [LibraryVerification.Finding]) {
            var findings: [LibraryVerification.Finding] = []
            let summary = try LibraryVerification(of: temporary.library).run(reclaimsOrphans: reclaims) {
                findings.append($0)
            }
            return (summary, findings)
        }
        let faults: [LibraryVerification.Finding] = [
            .corrupted(digests[0], originalFilename: "flipped.jpg", assetUUID: uuids[0]),
            .missing(digests[1], originalFilename: "lost.jpg", assetUUID: uuids[1]),
        ]
        let (summary, findings) = try verify(reclaims: false)
        #expect(findings == faults + [.orphan(orphan.digest, reclaimed: false)])
        #expect(summary.resources == 3)
        #expect(summary.faults == 2)
        #expect(summary.orphans == 1)
        #expect(try verify(reclaims: true).1 == faults + [.orphan(orphan.digest, reclaimed: true)])
        #expect(try verify(reclaims: false).1 == faults)
    }
}
