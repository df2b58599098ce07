import AlbumenTestSupport
import Foundation
import GRDB
import Synchronization
import Testing

@testable import Albumen
@testable import Catalog
@testable import PhotoLibrary
@testable import Photos

/// The time when a program last used the library with PhotoKit, which the user sees with its access.
@Suite(.blocking) struct LastUseTests {
    /// The library's clock.
    private final class Clock: Sendable {
        private let state = Mutex(Date(timeIntervalSinceReferenceDate: 1_000_000))

        var date: Date { state.withLock { $0 } }

        func advance(by seconds: TimeInterval) { state.withLock { $0 += seconds } }
    }

    private let clock: Clock
    private let fixture: PhotoKitFixture
    private var library: Library { fixture.temporary.library }

    init() throws {
        let clock = Clock()
        self.clock = clock
        fixture = PhotoKitFixture(temporary: try TemporaryLibrary(now: { clock.date }))
    }

    private func lastUsed() throws -> Date? {
        try library.clientAccess().first { $0.client == "test" }?.lastUsed
    }

    /// Runs a body as a new process of the app, with the access that the user granted.
    private func run<Value>(_ body: () throws -> Value) rethrows -> Value {
        let library = library
        let session = PhotoLibrarySession(
            environment: ["ALBUMEN_CLIENT": "test", "ALBUMEN_LIMITED_ALERT": "never"], openLibrary: { library })
        return try PhotoLibrarySession.$current.withValue(session, operation: body)
    }

    @Test("a fetch is noted at most once an hour", arguments: [ClientAccess.Level.full, .limited])
    func fetches(_ level: ClientAccess.Level) throws {
        try library.setAccess(level, ofClient: "test", author: "test")
        #expect(try lastUsed() == nil)
        let start = clock.date
        let change = try library.catalog.read { try $0.latestChange() }
        try run {
            _ = PHAsset.fetchAssets(with: nil)
            try waitUntil { try lastUsed() == start }
            clock.advance(by: 3599)
            _ = PHAsset.fetchAssets(with: nil)
            // Another process of the app reads the note of the first one.
            try run {
                _ = PHAsset.fetchAssets(with: nil)
                try library.noteUse(ofClient: "test")
            }
            #expect(try lastUsed() == start)
            clock.advance(by: 1)
            _ = PHAsset.fetchAssets(with: nil)
            try waitUntil { try lastUsed() == start.addingTimeInterval(3600) }
        }
        #expect(try library.catalog.read { try $0.latestChange() } == change)
    }

    @Test("a change of an app that may only add is noted")
    func additions() throws {
        try library.setAccess(.addOnly, ofClient: "test", author: "test")
        let image = try TemporaryFolder()
        let file = try image.write(SampleMedia.jpeg(), to: "IMG_1.JPG")
        try run {
            _ = PHAsset.fetchAssets(with: nil)
            try PHPhotoLibrary.shared().performChangesAndWait {
                _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)
            }
        }
        try waitUntil { try lastUsed() == clock.date }
    }

    @Test("without access, and if the environment decides, nothing is noted")
    func unused() throws {
        try library.setAccess(.none, ofClient: "test", author: "test")
        run { _ = PHAsset.fetchAssets(with: nil) }
        try library.setAccess(.full, ofClient: "test", author: "test")
        fixture.run(access: "authorized") { _ = PHAsset.fetchAssets(with: nil) }
        UseNotes.wait(atMost: .seconds(Int(TestPatience.seconds)))
        #expect(try lastUsed() == nil)
    }

    @Test("a fetch doesn't wait for the write lock, and doesn't fail if its use can't be noted")
    func lockedCatalog() throws {
        try fixture.addPhotos(1)
        try library.setAccess(.full, ofClient: "test", author: "test")
        let (isHeld, mayEnd, hasEnded) = (Gate(), Gate(), Gate())
        Thread.detachNewThread { [library] in
            #expect(throws: Never.self) {
                try library.catalog.write(author: "test") { _ in
                    isHeld.open()
                    _ = mayEnd.wait()
                }
            }
            hasEnded.open()
        }
        #expect(isHeld.wait())
        let count = run { PHAsset.fetchAssets(with: nil).count }
        #expect(count == 1 && !hasEnded.isOpen)
        #expect(try lastUsed() == nil)
        mayEnd.open()
        #expect(hasEnded.wait())
        try waitUntil { try lastUsed() != nil }

        try library.catalog.pool.write { try $0.execute(sql: "DROP TABLE clientUse") }
        #expect(run { PHAsset.fetchAssets(with: nil).count } == 1)
        #expect(throws: (any Error).self) { try library.noteUse(ofClient: "test") }
    }

    @Test("a program that fetches once and ends is noted")
    func shortProgram() throws {
        try library.setAccess(.full, ofClient: "test", author: "test")
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "AccessClient")
        let outcome = try ProgramRun.run(
            program, ["count", "end"],
            environment: [
                "PATH": "/usr/bin:/bin", "TMPDIR": NSTemporaryDirectory(), "ALBUMEN_CLIENT": "test",
                "ALBUMEN_LIBRARY": fixture.temporary.folder.path(percentEncoded: false),
            ])
        #expect(outcome.exitStatus == 0 && outcome.outputLines == ["assets 0"], "\(outcome.error)")
        #expect(try lastUsed() != nil)
    }
}
