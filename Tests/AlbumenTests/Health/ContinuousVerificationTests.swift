import AlbumenTestSupport
import BlobStore
import Cancellation
import Catalog
import Foundation
import PhotoLibrary
import Records
import Synchronization
import Testing

@testable import Albumen

/// The check of all originals that runs by itself, a share each day.
@Suite(.blocking) struct ContinuousVerificationTests {
    private final class Clock: Sendable {
        private let date = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
        var now: Date { date.withLock { $0 } }
        func pass(days: Double) { date.withLock { $0 += days * 86_400 } }
    }

    private let clock: Clock
    private let temporary: TemporaryLibrary

    init() throws {
        let clock = Clock()
        self.clock = clock
        temporary = try TemporaryLibrary(now: { clock.now })
    }

    private func check(days: Int) throws -> Int {
        try ContinuousVerification(of: temporary.library, days: days, WorkCancellation()).run()
    }

    private func record() throws -> HealthRecord { try HealthFile(of: temporary.library).read() }

    private func add(_ count: Int) throws { try temporary.add((0..<count).map { .image("\(UUID()) \($0).jpg") }) }

    @Test func `a share is checked each day, and all within the days`() throws {
        try add(20)
        var counts: [Int] = []
        for _ in 0..<10 {
            counts.append(try check(days: 10))
            clock.pass(days: 1)
        }
        #expect(counts == Array(repeating: 2, count: 10))
        #expect(try record().verification?.completed != nil)
        #expect(try check(days: 10) == 2, "the next cycle begins")
        #expect(try check(days: 10) == 0, "a second look on the same day finds nothing due")
    }

    @Test func `after a long pause, a day has at most three shares`() throws {
        try add(30)
        #expect(try check(days: 10) == 3)
        clock.pass(days: 30)
        #expect(try check(days: 10) == 9)
        #expect(try check(days: 10) == 0)
        clock.pass(days: 1)
        #expect(try check(days: 10) == 9)
    }

    @Test func `deleted and added files don't stop the check`() throws {
        try add(10)
        #expect(try check(days: 5) == 2)
        let all = try temporary.library.catalog.read { try $0.assets(after: 0, limit: 100) }
        for asset in all.dropLast(2) {
            try temporary.commit(.trash(assetUUID: asset.uuid), .purge(assetUUID: asset.uuid))
        }
        for _ in 0..<5 {
            clock.pass(days: 1)
            _ = try check(days: 5)
        }
        #expect(try record().verification?.completed != nil)
        try add(3)
        clock.pass(days: 6)
        for _ in 0..<6 {
            _ = try check(days: 5)
            clock.pass(days: 1)
        }
        let last = try temporary.library.catalog.read { try $0.latestResource() }
        #expect(try record().verification?.lastResource ?? 0 <= last)
    }

    @Test func `damage is noted with its photo, and forgotten when it's mended`() throws {
        let outcomes = try temporary.add([.image("whole.jpg"), .image("broken.jpg")])
        let broken = try #require(try temporary.asset(outcomes[1]))
        let resource = try #require(try temporary.library.owner.resources(ofAsset: broken.id)?.first)
        let file = temporary.library.blobs.fileURL(of: resource.sha256)
        let bytes = try Data(contentsOf: file)
        try overwrite(file, with: Data("damaged".utf8))
        #expect(try check(days: 1) == 2)
        let damage = try #require(try record().damages.first)
        #expect(try record().damages.count == 1)
        #expect(damage.kind == .corrupted && damage.assetUUID == broken.uuid)
        let health = try LibraryHealth(of: temporary.library)
        #expect(health.problems.map(\.code) == [.damagedOriginals])
        #expect(health.problems.first?.isFault == true)

        try FileManager.default.removeItem(at: file)
        clock.pass(days: 2)
        _ = try check(days: 1)
        #expect(try record().damages.map(\.kind) == [.missing])

        try bytes.write(to: file)
        _ = try check(days: 1)
        #expect(try record().damages.isEmpty)
        #expect(try LibraryHealth(of: temporary.library).problems.isEmpty)
    }

    @Test func `verify notes all damages and begins the cycle anew`() throws {
        try add(4)
        #expect(try check(days: 4) == 1)
        clock.pass(days: 1)
        _ = try LibraryVerification(of: temporary.library).run(reclaimsOrphans: false) { _ in }
        let verification = try #require(try record().verification)
        #expect(verification.completed == clock.now && verification.checked == 4)
        #expect(try check(days: 4) == 0)
    }

    @Test func `a check waits while the owner uses the library, and ends when it's cancelled`() throws {
        try add(1)
        let cancellation = WorkCancellation()
        let verification = ContinuousVerification(
            of: temporary.library,
            isBusy: {
                cancellation.cancel()
                return true
            }, cancellation)
        #expect(throws: (any Error).self) { try verification.run() }
        #expect(try record().damages.isEmpty)
        #expect(try record().verification?.checked == 0)
    }

    @Test func `a damaged record is made again`() throws {
        try add(1)
        #expect(try check(days: 1) == 1)
        let file = temporary.folder.appending(path: "health/record.json")
        try Data("{".utf8).write(to: file)
        #expect(try record() == HealthRecord())
        #expect(try check(days: 1) == 1)
    }

    private func overwrite(_ file: URL, with bytes: Data) throws {
        try FileManager.default.removeItem(at: file)
        try bytes.write(to: file)
    }
}
