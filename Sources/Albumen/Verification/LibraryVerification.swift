package import BlobStore
import Catalog
import Foundation
import Records

/// Checks that each row has its bytes and that the bytes are what they were.
package struct LibraryVerification: Sendable {
    /// Something found. An orphan and permissions aren't faults.
    package enum Finding: Sendable, Equatable {
        /// The bytes of a resource are not there.
        case missing(BlobDigest, originalFilename: String, assetUUID: String)
        /// The bytes are there and are others.
        case corrupted(BlobDigest, originalFilename: String, assetUUID: String)
        /// The disk does not give the bytes.
        case unreadable(BlobDigest, reason: String, originalFilename: String, assetUUID: String)
        /// What SQLite says is wrong with its file.
        case catalog(String)
        /// Bytes that no row names, left by a process that was killed between storing and naming them.
        case orphan(BlobDigest, reclaimed: Bool)
        /// Users could use files that the library isn't shared with.
        case permissions(PermissionFinding)

        package var isFault: Bool {
            switch self {
            case .orphan, .permissions: false
            case .missing, .corrupted, .unreadable, .catalog: true
            }
        }
    }

    package struct Summary: Sendable, Equatable {
        package var resources = 0
        package var faults = 0
        package var orphans = 0
        /// How many files and folders have permissions that don't fit the library's setting.
        package var permissions = 0
    }

    private static let pageSize = 512

    let library: Library

    package init(of library: Library) {
        self.library = library
    }

    /// Reads every byte of the library once, on the calling thread and in bounded memory.
    ///
    /// - Parameters:
    ///   - reclaimsOrphans: remove bytes that no row names.
    ///   - repairsPermissions: correct the permissions of the library's files.
    ///   - report: called for each finding.
    ///   - progress: called after each resource with how many are done, of how many.
    package func run(
        reclaimsOrphans: Bool, repairsPermissions: Bool = false,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in },
        report: (Finding) -> Void
    ) throws -> Summary {
        var summary = Summary()
        func tell(_ finding: Finding) {
            switch finding {
            case .orphan: summary.orphans += 1
            case .permissions(let finding): summary.permissions += finding.remainingCount
            case .missing, .corrupted, .unreadable, .catalog: summary.faults += 1
            }
            report(finding)
        }
        for fault in try library.catalog.read({ try $0.structuralFaults() }) { tell(.catalog(fault)) }
        summary.resources = try verifyResources(progress: progress, tell)
        try findOrphans(reclaims: reclaimsOrphans, tell)
        for finding in try PermissionSurvey.findings(inLibraryAt: library.folder, repairs: repairsPermissions) {
            tell(.permissions(finding))
        }
        return summary
    }

    /// Answers how many there were.
    private func verifyResources(progress: (Int, Int) -> Void, _ tell: (Finding) -> Void) throws -> Int {
        let total = try library.catalog.read { try $0.resourceCount() }
        var count = 0
        var last: Int64 = 0
        while true {
            let page = try library.catalog.read { try $0.resources(after: last, limit: Self.pageSize) }
            guard let end = page.last else { return count }
            for resource in page {
                if let finding = try verify(resource) { tell(finding) }
                count += 1
                progress(count, total)
            }
            last = end.id
        }
    }

    private func verify(_ resource: ResourceRecord) throws -> Finding? {
        guard let digest = BlobDigest(bytes: resource.sha256) else {
            return .catalog("resource \(resource.id) has a hash of \(resource.sha256.count) bytes")
        }
        let condition: Result<BlobCondition, BlobStoreError>
        do {
            condition = .success(try library.blobs.verify(digest))
        } catch {
            // A disk that fails under one file says nothing of the next.
            condition = .failure(error)
        }
        if case .success(.intact) = condition { return nil }
        // The row may have gone since it was read.
        let asset = try library.catalog.read { reader in
            try reader.resource(sha256: resource.sha256) == nil
                ? nil : reader.assets(withIdentifiers: [resource.assetID])[resource.assetID]
        }
        guard let asset else { return nil }
        let name = resource.originalFilename
        return switch condition {
        case .success(.intact): nil
        case .success(.missing): .missing(digest, originalFilename: name, assetUUID: asset.uuid)
        case .success(.corrupted): .corrupted(digest, originalFilename: name, assetUUID: asset.uuid)
        case .failure(let error):
            .unreadable(digest, reason: error.message, originalFilename: name, assetUUID: asset.uuid)
        }
    }

    private func findOrphans(reclaims: Bool, _ tell: (Finding) -> Void) throws {
        let barren = try library.catalog.read { try $0.assetsWithoutResources(limit: Self.pageSize) }
        for uuid in barren { tell(.catalog("asset \(LocalIdentifier.string(uuid: uuid, kind: .asset)) has no file")) }
        try library.blobs.forEachDigest { digest in
            guard try library.catalog.read({ try $0.resource(sha256: digest.data) }) == nil else { return }
            guard reclaims else { return tell(.orphan(digest, reclaimed: false)) }
            if try library.removeUnnamed(digest) { tell(.orphan(digest, reclaimed: true)) }
        }
    }
}
