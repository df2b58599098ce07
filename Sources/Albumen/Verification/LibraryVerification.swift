import BlobStore
import Catalog
import Foundation
package import PhotoLibrary
package import Records

/// Checks that the bytes of each resource exist and match its hash.
package struct LibraryVerification: Sendable {
    /// A result of the verification. Orphans, permissions and a repaired search index aren't faults.
    package enum Finding: Sendable, Equatable {
        /// The bytes of a resource are missing.
        case missing(BlobDigest, originalFilename: String, assetUUID: String)
        /// The bytes don't match the resource's hash.
        case corrupted(BlobDigest, originalFilename: String, assetUUID: String)
        /// The bytes can't be read.
        case unreadable(BlobDigest, reason: String, originalFilename: String, assetUUID: String)
        /// A fault in the catalog: one that SQLite reports, or an inconsistent row.
        case catalog(String)
        /// Bytes without a row, for example because a process was killed after storing them and before committing their
        /// row.
        case orphan(BlobDigest, reclaimed: Bool)
        /// Permissions of files that don't match the library's setting.
        case permissions(PermissionFinding)
        /// The search index is damaged or doesn't match the library.
        case search(SearchIndexFinding)

        package var isFault: Bool {
            switch self {
            case .orphan, .permissions: false
            case .search(let finding): !finding.isRepaired
            case .missing, .corrupted, .unreadable, .catalog: true
            }
        }
    }

    package struct Summary: Sendable, Equatable {
        package var resources = 0
        /// The number of files that are only in the library's place, where their bytes were verified.
        package var remote = 0
        package var faults = 0
        package var orphans = 0
        /// The number of files and folders whose permissions don't match the library's setting.
        package var permissions = 0
        /// Whether one of the faults is the search index.
        package var isSearchIndexWrong = false
    }

    private static let pageSize = 512

    let library: Library

    package init(of library: Library) {
        self.library = library
    }

    /// Reads every byte of the library once, on the calling thread and in bounded memory. Notes the damages in the
    /// library's `HealthRecord`.
    ///
    /// - Parameters:
    ///   - reclaimsOrphans: Whether to remove bytes without a row.
    ///   - repairsPermissions: Whether to correct the permissions of the library's files.
    ///   - repairsSearch: Whether to make a damaged or wrong search index again.
    ///   - progress: Called after each resource with the number of checked resources and the total.
    ///   - report: Called for each finding.
    package func run(
        reclaimsOrphans: Bool, repairsPermissions: Bool = false, repairsSearch: Bool = false,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in },
        report: (Finding) -> Void
    ) throws -> Summary {
        var summary = Summary()
        var damages: [HealthRecord.Damage] = []
        let last = try library.catalog.read { try $0.latestResource() }
        func tell(_ finding: Finding) {
            if let damage = HealthRecord.Damage(finding, at: library.now()) { damages.append(damage) }
            switch finding {
            case .orphan: summary.orphans += 1
            case .permissions(let finding): summary.permissions += finding.remainingCount
            case .missing, .corrupted, .unreadable, .catalog, .search: summary.faults += finding.isFault ? 1 : 0
            }
            if case .search = finding, finding.isFault { summary.isSearchIndexWrong = true }
            report(finding)
        }
        if let finding = try SearchIndexFinding.find(in: library, repairs: repairsSearch) { tell(.search(finding)) }
        for fault in try library.catalog.read({ try $0.structuralFaults() }) { tell(.catalog(fault)) }
        (summary.resources, summary.remote) = try verifyResources(progress: progress, tell)
        try findOrphans(reclaims: reclaimsOrphans, tell)
        for finding in try PermissionSurvey.findings(inLibraryAt: library.folder, repairs: repairsPermissions) {
            tell(.permissions(finding))
        }
        try HealthFile(of: library).change { record in
            record.noteCompleteVerification(
                damages, files: summary.resources, lastResource: last, at: library.now())
        }
        return summary
    }

    /// Checks all resources, and the files of edits that a change can still bring back.
    ///
    /// - Returns: The number of files, and of those that are only in the library's place.
    private func verifyResources(
        progress: (Int, Int) -> Void, _ tell: (Finding) -> Void
    ) throws -> (count: Int, remote: Int) {
        let total = try library.catalog.read { try $0.resourceCount() + $0.formerEditFileCount() }
        var (count, remote) = (0, 0)
        let pages: [(CatalogReader, Int64) throws -> [ResourceRecord]] = [
            { try $0.resources(after: $1, limit: Self.pageSize) },
            { try $0.formerEditFiles(after: $1, limit: Self.pageSize) },
        ]
        for page in pages {
            var last: Int64 = 0
            while true {
                let files = try library.catalog.read { try page($0, last) }
                guard let end = files.last else { break }
                for file in files {
                    if let finding = try verify(file, &remote) { tell(finding) }
                    count += 1
                    progress(count, total)
                }
                last = end.id
            }
        }
        return (count, remote)
    }

    /// Checks a file. Returns `nil` if its bytes are whole, here or in the library's place.
    ///
    /// - Parameters:
    ///   - remote: The number of files that are only in the place.
    ///   - progress: Called after each piece of the file. If it returns `false`, the check ends with an error.
    func verify(
        _ resource: ResourceRecord, _ remote: inout Int, progress: (_ bytesRead: Int64) -> Bool = { _ in true }
    ) throws -> Finding? {
        let digest = resource.sha256
        guard digest != .zero else { return .catalog("resource \(resource.id) has a damaged hash") }
        let condition: Result<BlobCondition, BlobStoreError>
        do {
            condition = .success(try library.blobs.verify(digest, progress: progress))
        } catch let error where error.code == .cancelled {
            throw error
        } catch {
            // One unreadable file says nothing about the next file.
            condition = .failure(error)
        }
        if case .success(.intact) = condition { return nil }
        if case .success(.missing) = condition, try library.originals.keeps(digest, byteCount: resource.fileSize) {
            remote += 1
            return nil
        }
        // The row may have been deleted since it was read.
        let asset = try library.catalog.read { reader in
            try reader.refers(toBytes: digest)
                ? reader.assets(withIdentifiers: [resource.assetID])[resource.assetID] : nil
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
            guard try !library.catalog.read({ try $0.refers(toBytes: digest) }) else { return }
            guard reclaims else { return tell(.orphan(digest, reclaimed: false)) }
            if try library.removeUnnamed(digest) { tell(.orphan(digest, reclaimed: true)) }
        }
    }
}
