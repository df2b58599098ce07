import BlobStore
import Catalog
import Foundation
import PhotoLibrary
import Records

extension ThumbnailBackup {
    /// The time that a thumbnail waits for others at most, in seconds.
    private static let patience: TimeInterval = 3600
    /// The shortest time between two comparisons with the catalog, in seconds.
    private static let comparisonInterval: TimeInterval = 86_400
    /// The number of pictures that one step compares.
    private static let comparisonSize = 4_096
    /// The number of small packs from which they're merged.
    private static let smallPackLimit = 8
    /// The size up to which a pack is small, in bytes.
    private static let smallSize = ThumbnailPack.sizeLimit / 2
    private static let pageSize = 512
    /// The largest number of rows that one step looks at.
    private static let scanLimit = 16_384

    /// Finds thumbnails of pictures that the catalog no longer has. They stay in their packs until half of a pack is useless.
    ///
    /// - Complexity: O(*n*) for *n* thumbnails, once a day, and only if the catalog was changed.
    func compareWithCatalog(_ index: ThumbnailPackIndex) throws -> Bool {
        var position = try index.position()
        if position.hasCompared {
            let change = try library.catalog.readOnce { try $0.latestChange() }
            let isOver = abs(library.now().timeIntervalSince(position.comparedDate)) >= Self.comparisonInterval
            guard change != position.comparedChange, isOver else { return false }
            (position.hasCompared, position.compared) = (false, .zero)
            (position.comparedChange, position.comparedDate) = (change, library.now())
        }
        let pictures = try index.pictures(after: position.compared, limit: Self.comparisonSize)
        let dead = try pictures.filter { picture in
            try !library.catalog.readOnce { try $0.refers(toBytes: picture) }
        }
        try index.removePictures(dead)
        position.compared = pictures.last ?? position.compared
        position.hasCompared = pictures.count < Self.comparisonSize
        try index.move(to: position)
        return true
    }

    /// Makes a pack of thumbnails that no pack has, if there are enough for a full one, or if they have waited long enough.
    ///
    /// - Complexity: O(*n*) for *n* thumbnails since the last pack. All thumbnails are looked at once more after
    ///   `derivatives.sqlite` was made again or its last row was replaced.
    func packNew(_ index: ThumbnailPackIndex, isLast: Bool) throws -> Bool {
        let former = try index.position()
        var position = former
        if try !isRow(position) { (position.row, position.sha256) = (0, .zero) }
        var (waiting, size, count) = ([ThumbnailRow](), 0, 0)
        var (row, isFull) = (position.row, false)
        while !isFull, count < Self.scanLimit {
            let rows = try library.derivatives.thumbnailRows(after: row, limit: Self.pageSize)
            guard let last = rows.last else { break }
            for candidate in rows {
                guard try isWanted(candidate, index) else {
                    if waiting.isEmpty { (position.row, position.sha256) = (candidate.row, candidate.sha256) }
                    continue
                }
                waiting.append(candidate)
                size += candidate.byteCount + ThumbnailPack.recordSize
                if size > ThumbnailPack.sizeLimit {
                    isFull = true
                    break
                }
            }
            (row, count) = (last.row, count + rows.count)
            try cancellation.check(place.address)
        }
        let hasMore = count >= Self.scanLimit
        guard !waiting.isEmpty else {
            position.waitingSince = nil
            if position != former { try index.move(to: position) }
            return hasMore
        }
        let since = position.waitingSince ?? library.now()
        guard isLast || isFull || hasMore || abs(library.now().timeIntervalSince(since)) >= Self.patience else {
            position.waitingSince = since
            if position != former { try index.move(to: position) }
            return false
        }
        position.waitingSince = nil
        try pack(waiting, index, position)
        return true
    }

    private func pack(
        _ waiting: [ThumbnailRow], _ index: ThumbnailPackIndex, _ position: ThumbnailPackIndex.Position
    ) throws {
        var (builder, position) = (ThumbnailPackBuilder(), position)
        for row in waiting {
            // It may have been removed since.
            if let thumbnail = try library.derivatives.thumbnailCopy(of: row.sha256), !builder.add(thumbnail) { break }
            (position.row, position.sha256) = (row.row, row.sha256)
        }
        if builder.isEmpty { return try index.move(to: position) }
        try store(builder, index, position)
    }

    /// Whether the rows are numbered as they were.
    private func isRow(_ position: ThumbnailPackIndex.Position) throws -> Bool {
        guard position.row > 0 else { return true }
        let found = try library.derivatives.thumbnailRows(after: position.row - 1, limit: 1).first
        return found?.row == position.row && found?.sha256 == position.sha256
    }

    private func isWanted(_ row: ThumbnailRow, _ index: ThumbnailPackIndex) throws -> Bool {
        guard row.recipe == Derivatives.thumbnailRecipe, row.byteCount <= Derivatives.copiedThumbnailLimit,
            try !index.contains(row.sha256)
        else { return false }
        return try library.catalog.readOnce { try $0.refers(toBytes: row.sha256) }
    }

    /// Makes a new pack of the thumbnails of packs that are half useless, or of the small ones if there are too many. The old
    /// ones are empty then.
    ///
    /// - Complexity: One upload, and a download for each pack of which this machine lacks thumbnails.
    func repack(_ index: ThumbnailPackIndex) throws -> Bool {
        let packs = try index.packs().filter { $0.liveCount > 0 }.sorted { $0.liveBytes < $1.liveBytes }
        var group = packs.filter { $0.liveBytes * 2 < $0.size }
        if group.isEmpty {
            group = packs.filter { $0.liveBytes < Self.smallSize }
            guard group.count > Self.smallPackLimit else { return false }
        }
        var (builder, gone) = (ThumbnailPackBuilder(), [BlobDigest]())
        packs: for pack in group {
            try cancellation.check(place.address)
            var old: [BlobDigest: ThumbnailRecord]?
            for picture in try index.pictures(in: pack.name) {
                if let thumbnail = try library.derivatives.thumbnailCopy(of: picture) {
                    guard builder.add(thumbnail) else { break packs }
                    continue
                }
                let known = try old ?? thumbnails(of: pack)
                old = known
                if let thumbnail = known[picture] {
                    guard builder.add(thumbnail) else { break packs }
                } else {
                    gone.append(picture)
                }
            }
        }
        if !builder.isEmpty { try store(builder, index) }
        try index.removePictures(gone)
        return true
    }

    /// Returns the thumbnails of a pack in the place, or none if it's damaged.
    private func thumbnails(of pack: ThumbnailPackIndex.Pack) throws -> [BlobDigest: ThumbnailRecord] {
        do {
            let file = try ThumbnailPackFile(pack.name, size: pack.size, from: place, cancellation)
            var thumbnails: [BlobDigest: ThumbnailRecord] = [:]
            for member in try file.members() { thumbnails[member.sha256] = try file.thumbnail(member) }
            return thumbnails
        } catch let error as RemoteBlobError where error.code == .damaged || error.code == .notFound {
            return [:]
        }
    }

    /// Removes packs without a thumbnail that's needed.
    ///
    /// - Returns: `false`
    func removeEmpty(_ index: ThumbnailPackIndex) throws -> Bool {
        let empty = try index.packs().filter { $0.liveCount == 0 }
        guard !empty.isEmpty else { return false }
        // Only the owner removes.
        try ownership.check(place, cancellation)
        for pack in empty {
            try cancellation.check(place.address)
            try place.remove(ThumbnailPack.remoteName(pack.name), cancellation)
            try index.remove([pack.name])
        }
        return false
    }
}
