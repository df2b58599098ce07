import AlbumenTestSupport
import BlobStore
import Foundation
import ObjectStore
import Testing

/// All places keep the same contract (§10.3).
@Suite struct PlaceConformanceTests {
    @Test("a place in memory", arguments: PlaceConformance.all + PlaceConformance.creation)
    func memory(_ conformance: PlaceConformance) async throws {
        try await onOwnThread { try conformance.check(StandInBlobStore()) }
    }

    @Test("a place in a folder", arguments: PlaceConformance.all + PlaceConformance.creation)
    func folder(_ conformance: PlaceConformance) async throws {
        try await onOwnThread {
            let folder = try TemporaryFolder()
            try conformance.check(try DirectoryPlace(path: folder.path))
        }
    }

    @Test("a place at rclone serve s3", arguments: PlaceConformance.all)
    func rclone(_ conformance: PlaceConformance) async throws {
        try await onOwnThread {
            guard let server = StoreServers.rclone else { return }
            try conformance.check(try StoreServers.place(at: server.address))
        }
    }

    /// moto answers 500 to a part of an upload that it dropped.
    private static let motosChecks = (PlaceConformance.all + PlaceConformance.creation).filter {
        $0.testDescription != PlaceConformance.droppedUpload.testDescription
    }

    @Test("a place at moto_server", arguments: motosChecks)
    func moto(_ conformance: PlaceConformance) async throws {
        try await onOwnThread {
            guard let server = StoreServers.moto else { return }
            try conformance.check(try StoreServers.place(at: server.address))
        }
    }

    @Test("a place at SeaweedFS", arguments: PlaceConformance.all + PlaceConformance.creation)
    func seaweed(_ conformance: PlaceConformance) async throws {
        try await onOwnThread {
            guard let server = StoreServers.seaweed else { return }
            try conformance.check(try StoreServers.place(at: server.address))
        }
    }
}
