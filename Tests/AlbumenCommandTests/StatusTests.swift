import Albumen
import AlbumenTestSupport
import Cancellation
import Foundation
import Testing

@testable import AlbumenCommand

/// `albumen status`, and the care for a library while it's served.
@Suite(.blocking) struct StatusTests {
    private let harness: CommandHarness

    init() throws {
        harness = try CommandHarness()
        try #require(try harness.run("import", harness.writePhotos(3).path).exitStatus == 0)
    }

    private func damageOneOriginal() throws {
        let blob = try #require(try harness.blobs().first)
        try FileManager.default.removeItem(at: blob)
    }

    @Test func `a whole library has no problems`() throws {
        let outcome = try harness.run("status")
        #expect(outcome.exitStatus == 0)
        #expect(outcome.error == "")
        #expect(outcome.outputLines.first == "\(harness.library.path): 3 items")
        #expect(outcome.outputLines.last == "No problems are known.")
        let object = try #require(try harness.run("status", "--json").objects().first)
        #expect(
            Set(object.keys) == [
                "assets", "catalogBytes", "damages", "disk", "library", "originals", "previews", "problems",
                "thumbnails", "version", "watchedFolders",
            ])
    }

    @Test func `damage that verify found is a problem with its remedy, and exit status 1`() throws {
        try damageOneOriginal()
        #expect(try harness.run("verify").exitStatus == 1)
        let outcome = try harness.run("status")
        #expect(outcome.exitStatus == 1)
        #expect(outcome.output.contains("1 damaged original."))
        #expect(outcome.outputLines.last?.hasPrefix("fault: Originals are damaged or missing: “photo-") == true)
        // Its import mends it, and the next verification says so.
        #expect(try harness.run("import", harness.folder.file("photos").path).exitStatus == 0)
        #expect(try harness.run("verify").exitStatus == 0)
        #expect(try harness.run("status").exitStatus == 0)
    }

    @Test func `a new problem runs the command once, and again after it was mended`() throws {
        let library = try Library(at: harness.library)
        defer { #expect(throws: Never.self) { try library.close() } }
        let log = harness.folder.file("log")
        let notification = HealthNotification(
            command: "{ echo \"$ALBUMEN_PROBLEM\"; cat; } >> '\(log.path)'")
        func look() throws {
            let care = BackgroundCare(
                of: library, verificationDays: 1, notification: notification, delay: 0, isBusy: { false })
            try care.look()
        }
        func count() -> Int {
            String(decoding: FileManager.default.contents(atPath: log.path) ?? Data(), as: UTF8.self)
                .split(separator: "\n").filter { $0 == "damagedOriginals" }.count
        }
        try look()
        #expect(count() == 0)
        try damageOneOriginal()
        _ = try LibraryVerification(of: library).run(reclaimsOrphans: false) { _ in }
        try look()
        try look()
        #expect(count() == 1)
        #expect(String(decoding: try Data(contentsOf: log), as: UTF8.self).contains("Library: \(harness.library.path)"))
        #expect(try harness.run("import", harness.folder.file("photos").path).exitStatus == 0)
        _ = try LibraryVerification(of: library).run(reclaimsOrphans: false) { _ in }
        try look()
        try damageOneOriginal()
        _ = try LibraryVerification(of: library).run(reclaimsOrphans: false) { _ in }
        try look()
        #expect(count() == 2)
    }

    @Test func `what doctor says of the library's folder is a problem until it's mended`() throws {
        let library = try Library(at: harness.library)
        defer { #expect(throws: Never.self) { try library.close() } }
        let care = BackgroundCare(of: library, verificationDays: 0, notification: nil, delay: 0, isBusy: { false })
        let catalog = harness.library.appending(path: "catalog.sqlite").path
        try #require(chmod(catalog, 0o644) == 0)
        try care.examine()
        let outcome = try harness.run("status")
        #expect(outcome.exitStatus == 3)
        #expect(outcome.output.contains("catalog.sqlite"))
        #expect(try LibraryHealth(of: library).problems.map(\.code) == [.permissions])
        try #require(chmod(catalog, 0o600) == 0)
        try care.examine()
        #expect(try LibraryHealth(of: library).problems == [])
    }

    @Test func `a server checks the originals by itself`() throws {
        try damageOneOriginal()
        let library = try Library(at: harness.library)
        let care = BackgroundCare(
            of: library, verificationDays: 1, notification: nil, delay: 0, isBusy: { false })
        care.start()
        try waitUntil("the damage is noted") { try HealthFile(of: library).read().damages.count == 1 }
        #expect(care.stop(within: 300))
        try library.close()
    }
}
