import AlbumenTestSupport
import BlobStore
import Cancellation
import Foundation
import Records
import Synchronization
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Bytes that a store, or the way to it, changes.
@Suite struct CloudDamageTests {
    private static let damagedAnswers: FaultProxy.Plan = { request in
        request.method == "GET" && request.path.contains("originals/") ? .answerDamaged(at: 40) : nil
    }

    @Test func `bytes that change in an upload aren't stored, and are uploaded again`() async throws {
        try await CloudStoreFixture.check { fixture in
            fixture.disturb { $0.method == "PUT" ? .requestDamaged(at: $0.bodySize / 2) : nil }
            let events = CallRecorder<CloudSync.Event>()
            #expect(try fixture.cloud.sync { events.record($0) }.failed == 3)
            for event in events.calls {
                guard case .failed(_, _, isRefused: false) = event else {
                    Issue.record("\(event)")
                    continue
                }
            }
            fixture.endFault()
            #expect(try fixture.objectCount() == 0)
            #expect(try fixture.attempt(.eviction) == nil)
            #expect(try fixture.cloud.here().count == 3)
            fixture.cloud.clock.advance(days: 1)
            #expect(try fixture.cloud.sync().stored == 3)
            try fixture.expectRecovery("upload")
        }
    }

    @Test func `bytes that change in a download don't arrive, and the next download repeats it`() async throws {
        try await CloudStoreFixture.check { fixture in
            try fixture.prepare(.download)
            fixture.disturb(Self.damagedAnswers)
            #expect(try fixture.attempt(.download) == .damaged)
            #expect(try fixture.cloud.here().isEmpty)
            fixture.endFault()
            try fixture.expectNothingIsLost("download")
            try fixture.expectRecovery("download")
        }
    }

    @Test func `a single change on the way is no damage in a verification`() async throws {
        try await CloudStoreFixture.check { fixture in
            try fixture.prepare(.verification)
            let isFirst = Mutex(true)
            fixture.disturb { request in
                guard let fault = Self.damagedAnswers(request) else { return nil }
                return isFirst.withLock { isFirst in
                    defer { isFirst = false }
                    return isFirst ? fault : nil
                }
            }
            #expect(try fixture.attempt(.verification) == nil)
            #expect(!isFirst.withLock { $0 })
            try fixture.expectRecovery("verification")
        }
    }

    @Test func `originals that a verification found damaged count again when they are intact`() async throws {
        try await CloudStoreFixture.check { fixture in
            try fixture.prepare(.download)
            let start = fixture.cloud.clock.now
            let verification = try CloudVerification(of: fixture.cloud.library, fixture.cloud.cancellation)
            fixture.disturb(Self.damagedAnswers)
            #expect(try verification.run(since: start).lost == 3)
            #expect(try fixture.cloud.verification().summary.faults == 3)
            #expect(try fixture.objectCount() == 3, "Nothing that may be the last copy is removed.")
            fixture.cloud.clock.advance(days: 1)
            #expect(try verification.run(since: fixture.cloud.clock.now).verified == 0)
            fixture.endFault()
            #expect(try verification.run(since: fixture.cloud.clock.now).verified == 3)
            try fixture.expectNothingIsLost("found again")
            try fixture.expectRecovery("found again")
        }
    }

    @Test func `an original that was lost is uploaded again after its import`() async throws {
        try await CloudStoreFixture.check(photos: 2) { fixture in
            try fixture.prepare(.download)
            let digests = try fixture.cloud.digests()
            try fixture.damageObject(digests[0], size: 5)
            try fixture.direct.remove(.original(digests[1]), WorkCancellation())
            let verification = try CloudVerification(of: fixture.cloud.library, fixture.cloud.cancellation)
            #expect(try verification.run(since: fixture.cloud.clock.now).lost == 2)
            fixture.cloud.clock.advance(days: 1)
            #expect(try fixture.cloud.sync().failed == 2)
            try fixture.cloud.add(0..<2)
            fixture.cloud.clock.advance(days: 1)
            #expect(try fixture.cloud.sync().stored == 2)
            try fixture.expectRecovery("imported again")
        }
    }

    /// The process can end between its note of the damage and the removal of the object.
    @Test func `a damaged object is removed by the next sync if the verification couldn't`() async throws {
        try await CloudStoreFixture.check { fixture in
            try fixture.prepare(.verification)
            let damaged = try fixture.cloud.digests()[1]
            let size = try #require(try fixture.cloud.placement(damaged)?.fileSize)
            try fixture.damageObject(damaged, size: Int(size))
            fixture.disturb { $0.method == "DELETE" ? .refused : nil }
            let verification = try CloudVerification(of: fixture.cloud.library, fixture.cloud.cancellation)
            let error = #expect(throws: RemoteBlobError.self) { try verification.run(since: fixture.cloud.clock.now) }
            #expect(error?.code == .unreachable)
            fixture.endFault()
            #expect(try fixture.cloud.placement(damaged)?.state == .waiting)
            #expect(try fixture.direct.size(of: .original(damaged), WorkCancellation()) == size)
            try fixture.expectNothingIsLost("noted")
            #expect(try fixture.cloud.sync().stored == 1)
            #expect(try fixture.cloud.placement(damaged)?.verifiedDate == fixture.cloud.clock.now)
            try fixture.expectRecovery("removed")
        }
    }

    @Test func `an object that became shorter keeps its original here, and is replaced`() async throws {
        try await CloudStoreFixture.check { fixture in
            try fixture.prepare(.eviction)
            let damaged = try fixture.cloud.digests()[2]
            try fixture.damageObject(damaged, size: 7)
            let summary = try fixture.cloud.evict()
            #expect(summary.evicted == 2 && summary.lost == 1)
            #expect(try fixture.cloud.here() == [damaged])
            #expect(try fixture.cloud.sync().stored == 1)
            try fixture.expectRecovery("shorter")
        }
    }

    @Test func `an object of a stranger under the name of an original stays, and its original too`() async throws {
        try await CloudStoreFixture.check { fixture in
            let taken = try fixture.cloud.digests()[0]
            let stranger = Data(count: 9)
            #expect(try fixture.direct.putDocument(stranger, .original(taken), WorkCancellation()))
            let summary = try fixture.cloud.sync()
            #expect(summary.stored == 2 && summary.failed == 1)
            #expect(try fixture.cloud.placement(taken)?.isRefused == true)
            #expect(try fixture.direct.document(.original(taken), WorkCancellation()) == stranger)
            try fixture.cloud.evict()
            #expect(try fixture.cloud.here() == [taken])
        }
    }
}

extension CloudStoreFixture {
    /// Replaces an object by other bytes, as a failing disk of the store does.
    fileprivate func damageObject(_ digest: BlobDigest, size: Int) throws {
        try direct.remove(.original(digest), WorkCancellation())
        #expect(try direct.putDocument(Data(repeating: 1, count: size), .original(digest), WorkCancellation()))
    }

    fileprivate func objectCount() throws -> Int {
        try direct.list("originals/", after: nil, limit: 100, WorkCancellation()).elements.count
    }
}
