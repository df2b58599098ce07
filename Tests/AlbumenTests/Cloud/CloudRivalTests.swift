import AlbumenTestSupport
import BlobStore
import Cancellation
import Foundation
import Records
import Synchronization
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Two libraries, or two copies of one library, that want the same place.
@Suite struct CloudRivalTests {
    @Test func `of two libraries that connect at the same moment, one gets the place`() async throws {
        try await onOwnThread {
            for round in 0..<10 {
                let first = try CloudFixture(photos: 1)
                let second = try CloudFixture(photos: 1)
                let settings = first.settings
                let codes = Mutex<[RemoteBlobError.Code?]>([])
                let group = DispatchGroup()
                for fixture in [first, second] {
                    group.enter()
                    Thread.detachNewThread {
                        defer { group.leave() }
                        do {
                            try fixture.library.connect(settings, fixture.cancellation)
                            codes.withLock { $0.append(nil) }
                        } catch {
                            codes.withLock { $0.append((error as? RemoteBlobError)?.code ?? .misbehaving) }
                        }
                    }
                }
                group.wait()
                let found = codes.withLock { $0 }
                #expect(found.count { $0 == nil } == 1 && found.contains(.occupied), "round \(round): \(found)")
                let connected = try [first, second].filter { try $0.library.cloudSettings() != nil }
                try #require(connected.count == 1)
                #expect(try connected[0].sync().stored == 1)
            }
        }
    }

    @Test func `a copy takes the place over, and the library takes it back, without a loss`() async throws {
        try await CloudStoreFixture.check { fixture in
            let cloud = fixture.cloud
            let digests = try cloud.digests()
            try cloud.sync()
            try cloud.library.blobs.remove(digests[0])
            let copy = try TemporaryLibrary(copying: cloud.temporary)
            try copy.library.connect(cloud.settings, takingOver: true, cloud.cancellation)
            try cloud.add(3..<4)
            cloud.clock.advance(days: 1)
            for work in [CloudStoreFixture.Work.sync, .eviction, .verification] {
                #expect(try fixture.attempt(work) == .occupied, "\(work)")
            }
            #expect(try cloud.here().count == 3, "Nothing has left.")
            // The place still has the same bytes under the same names.
            #expect(try fixture.attempt(.download) == nil)
            // The copy removes an object that the library counts as stored.
            try fixture.direct.remove(.original(digests[1]), WorkCancellation())
            try cloud.connect(takingOver: true)
            let lost = #expect(throws: RemoteBlobError.self) {
                try CloudEviction(of: copy.library, cloud.cancellation).run(keeping: 0)
            }
            #expect(lost?.code == .occupied)
            // The connection has found the loss.
            #expect(try cloud.placement(digests[1])?.state == .waiting)
            #expect(try cloud.evict().lost == 0)
            #expect(try cloud.sync().stored == 2)
            try fixture.expectRecovery("taken back")
        }
    }
}
