import BlobStore
import Catalog
package import PhotoLibrary
package import PickerWire
package import Records

extension LibraryView {
    /// Returns the reasons why assets can't be chosen, by UUID. The result has no entry for an asset that can be chosen.
    ///
    /// The filter is part of a query. If assets don't match it, more queries find the condition that each of them
    /// doesn't meet.
    ///
    /// - Complexity: O(*n* + *n* · *c*) for *n* assets, and *c* conditions if any asset doesn't match.
    package func pickIneligibilities(
        ofAssets uuids: [String], filter: PickFilter?
    ) throws -> [String: PickIneligibility] {
        let rows = try assetRows(uuids: uuids)
        let shown = Set(try shownRows(Array(rows.values), .all))
        var reasons: [String: PickIneligibility] = [:]
        for uuid in uuids where rows[uuid].map(shown.contains) != true { reasons[uuid] = .unavailable }
        var eligible = shown
        if let filter {
            eligible = Set(try shownRows(Array(shown), filter.assetFilter))
            let failures = try failures(of: filter, isNegated: false, among: shown.subtracting(eligible))
            for (uuid, row) in rows where shown.contains(row) && !eligible.contains(row) {
                reasons[uuid] = failures[row] ?? .kind
            }
        }
        let files = try catalog.read { try $0.resources(ofAssets: Array(eligible)) }
        for (uuid, row) in rows where eligible.contains(row) {
            if try !isOnDisk(AssetFiles(files[row] ?? []).shown(.current)) { reasons[uuid] = .notOnDisk }
        }
        return reasons
    }

    /// Returns the rows of an app's chosen assets, in the order of the UUIDs. Leaves out assets that are hidden or in
    /// Recently Deleted.
    package func pickableRows(uuids: [String]) throws -> [(uuid: String, row: Int64)] {
        let rows = try assetRows(uuids: uuids)
        let shown = Set(try shownRows(Array(rows.values), .all))
        return uuids.compactMap { uuid in rows[uuid].flatMap { shown.contains($0) ? (uuid, $0) : nil } }
    }

    private func shownRows(_ rows: [Int64], _ filter: AssetFilter) throws -> [Int64] {
        var query = AssetQuery()
        query.source = .rows(rows)
        query.filter = filter
        query.scope = scope
        return try catalog.read { try $0.assetIdentifiers(matching: query) }
    }

    private func isOnDisk(_ files: [ResourceRecord]) throws -> Bool {
        guard !files.isEmpty else { return false }
        return try files.allSatisfy { try originals.isHere($0.sha256, byteCount: $0.fileSize) }
    }

    /// Returns the first condition that each row doesn't meet, for the rows that the filter excludes. Prefers conditions
    /// other than the kind: in “photos, or videos of a minute”, a longer video is too long.
    private func failures(
        of filter: PickFilter, isNegated: Bool, among rows: Set<Int64>
    ) throws -> [Int64: PickIneligibility] {
        guard !rows.isEmpty else { return [:] }
        switch filter {
        case .not(let inner): return try failures(of: inner, isNegated: !isNegated, among: rows)
        case .all(let filters) where !isNegated, .any(let filters) where isNegated:
            var found: [Int64: PickIneligibility] = [:]
            for filter in filters {
                let rest = rows.subtracting(found.keys)
                found.merge(try failures(of: filter, isNegated: isNegated, among: rest)) { first, _ in first }
            }
            return found
        case .all(let filters), .any(let filters):
            var found = Dictionary(uniqueKeysWithValues: rows.map { ($0, PickIneligibility.kind) })
            for filter in filters {
                let failed = try failures(of: filter, isNegated: isNegated, among: Set(found.keys))
                found = found.filter { failed[$0.key] != nil }
                for (row, reason) in failed where found[row] == .kind { found[row] = reason }
            }
            return found
        case .kind, .playbackStyle, .duration, .fileSize, .creationDate:
            let condition = isNegated ? AssetFilter.not(filter.assetFilter) : filter.assetFilter
            let failed = rows.subtracting(try shownRows(Array(rows), condition))
            return try reasons(of: failed, filter, isNegated)
        }
    }

    private func reasons(
        of rows: Set<Int64>, _ filter: PickFilter, _ isNegated: Bool
    ) throws -> [Int64: PickIneligibility] {
        switch filter {
        case .kind, .playbackStyle: return Dictionary(uniqueKeysWithValues: rows.map { ($0, .kind) })
        case .duration where !isNegated:
            // A photo fails because it's a photo.
            let videos = Set(try shownRows(Array(rows), PickKind.videos.assetFilter))
            return Dictionary(
                uniqueKeysWithValues: rows.map {
                    ($0, videos.contains($0) ? .condition(filter, isNegated: false) : .kind)
                })
        default: return Dictionary(uniqueKeysWithValues: rows.map { ($0, .condition(filter, isNegated: isNegated)) })
        }
    }
}

/// A chosen asset with its files.
package struct PickedAsset: Sendable {
    package let asset: AssetRecord
    package let resources: [ResourceRecord]
    /// The codec of the unedited video, with FFmpeg's name, or `nil` if it's unknown.
    package let videoCodec: String?
}

extension LibraryView {
    /// Returns chosen assets with their files, by UUID. Leaves out assets that the principal can't see, and assets that
    /// are hidden or in Recently Deleted.
    package func pickedAssets(uuids: [String]) throws -> [String: PickedAsset] {
        let rows = try pickableRows(uuids: uuids).map(\.row)
        return try catalog.read { reader in
            let assets = try reader.assets(withIdentifiers: rows)
            let resources = try reader.resources(ofAssets: rows)
            var picked: [String: PickedAsset] = [:]
            for (row, asset) in assets {
                let codec = asset.mediaType == .video ? try reader.metadata(ofAsset: row, at: .max)?.videoCodec : nil
                picked[asset.uuid] = PickedAsset(
                    asset: asset, resources: AssetFiles(resources[row] ?? []).all, videoCodec: codec)
            }
            return picked
        }
    }
}
