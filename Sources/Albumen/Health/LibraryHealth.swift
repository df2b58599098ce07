import BlobStore
import Catalog
package import Foundation
package import PhotoLibrary
package import Records
package import SystemCalls

/// The condition of a library: its sizes, its disk, its last checks, its place, and its problems.
package struct LibraryHealth: Sendable {
    package let folder: URL
    package let assets: Int
    /// The number of stored files: originals, edits and sidecars, including those that are only in the place.
    package let originals: Int
    package let originalsInBytes: Int64
    /// The thumbnails and previews that are stored.
    package let pictures: DerivativeStatistics
    /// The catalog's database, with its log.
    package let catalogInBytes: Int64
    package let space: DiskSpace?
    /// When the disk will be full at the rate of the last 90 days, or `nil` if its free space doesn't shrink.
    package let fullDate: Date?
    /// How far the check has come that runs by itself, or `nil` if none ever ran.
    package let verification: HealthRecord.Verification?
    /// The damaged originals, at most 1,000.
    package let damages: [HealthRecord.Damage]
    /// The state of the library's place, or `nil` if it has none.
    package let cloud: Library.CloudStatus?
    /// The folders whose new files are imported by themselves.
    package let watchedFolders: [WatchedFolderRecord]
    /// The problems, faults first.
    package let problems: [HealthProblem]

    /// Examines a library, without the network. Blocks the calling thread.
    ///
    /// - Complexity: O(*n*) for *n* resources in the catalog, some tenths of a second for a million. Reads no original.
    package init(of library: Library) throws {
        folder = library.folder
        let record = try HealthFile(of: library).read()
        (assets, originals, originalsInBytes) = try library.catalog.read { reader in
            (try reader.assetCount(), try reader.resourceCount(), try reader.resourceBytes())
        }
        pictures = try library.derivatives.statistics()
        catalogInBytes = ["catalog.sqlite", "catalog.sqlite-wal"].reduce(0) { total, name in
            let file = library.folder.appending(path: name, directoryHint: .notDirectory)
            return total + Int64((try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0)
        }
        space = (try? DiskSpace(of: library.folder.path(percentEncoded: false))).flatMap { $0.isKnown ? $0 : nil }
        fullDate = space.flatMap { SpaceForecast(record.space).fullDate(free: $0.freeInBytes, now: library.now()) }
        (verification, damages) = (record.verification, record.damages)
        cloud = try library.cloudSettings() == nil ? nil : library.cloudStatus()
        watchedFolders = try library.catalog.read { try $0.watchedFolders() }
        let unread = try MetadataRefresh.pendingCount(in: library)
        problems =
            HealthExamination(
                damages: damages, cloud: cloud, watchedFolders: watchedFolders, space: space, fullDate: fullDate,
                unreadItems: unread, examination: record.examination, now: library.now()
            ).problems
    }
}
