import Catalog
import Foundation
import PhotoLibrary
import PhotoSources
import Records

/// The library's asset of a source's item, to see which facts of the source it has.
struct SourceComparison {
    let asset: AssetRecord
    let metadata: MetadataRecord
    let resources: [ResourceRecord]
    let record: AssetSourceRecord

    /// Returns why the asset doesn't have a fact that the item carries, or `nil` if it has it.
    func difference(of fact: SourceDifference.Fact, in item: SourceItem) -> SourceDifference.Reason? {
        let facts = item.facts
        switch fact {
        case .photos, .videos: return asset.trashedDate != nil && facts.trashedDate == nil ? .deletedHere : nil
        case .livePhotos: return has(.pairedVideo) ? nil : .userValue
        case .rawPairs: return has(.alternatePhoto) ? nil : .userValue
        case .slowMotion: return AssetFiles(resources).slowMotionAdjustment == nil ? .userValue : nil
        case .edits:
            let brought = record.files.editDigests
            return brought.isEmpty || !brought.isSubset(of: Set(resources.map(\.sha256))) ? .userValue : nil
        case .bursts: return asset.burstIdentifier == facts.burst.value?.identifier ? nil : .userValue
        case .dates: return hasDate(facts) ? nil : .userValue
        case .places: return hasPlace(facts) ? nil : .userValue
        case .titles: return metadata.title == facts.title.value ? nil : .userValue
        case .captions: return metadata.caption == facts.caption.value ? nil : .userValue
        case .keywords: return Set(metadata.keywords) == Set(facts.keywords.value ?? []) ? nil : .userValue
        case .ratings: return metadata.rating == facts.rating.value ? nil : .userValue
        case .favorites: return asset.isFavorite ? nil : .userValue
        case .hidden: return asset.isHidden ? nil : .userValue
        case .albums, .folders, .memberships, .covers, .smartAlbums, .persons, .labels, .placeNames, .otherFiles:
            return nil
        }
    }

    private func has(_ type: ResourceType) -> Bool { resources.contains { $0.type == type } }

    private func hasDate(_ facts: SourceFacts) -> Bool {
        guard let capture = facts.capture.value else { return false }
        return asset.moment(of: capture.date, utcOffset: capture.utcOffset) != nil
            && (capture.utcOffset == nil || capture.utcOffset == asset.utcOffset)
    }

    private func hasPlace(_ facts: SourceFacts) -> Bool {
        guard let place = facts.place.value, let latitude = asset.latitude, let longitude = asset.longitude else {
            return false
        }
        return abs(latitude - place.latitude) < 1e-6 && abs(longitude - place.longitude) < 1e-6
    }
}

extension Library {
    /// Returns the assets of items that were brought over from a source, by the items' identifiers.
    func comparisons(of items: [SourceItem], in source: SourceKey) throws -> [String: SourceComparison] {
        try catalog.read { catalog in
            guard let row = try catalog.source(source) else { return [:] }
            let records = try catalog.assetSources(ofSource: row, identifiers: items.map(\.identifier))
            let assets = try catalog.assets(withIdentifiers: records.values.map(\.assetID))
            return try records.compactMapValues { record in
                guard let asset = assets[record.assetID] else { return nil }
                return SourceComparison(
                    asset: asset, metadata: try catalog.metadata(ofAsset: asset.id) ?? MetadataRecord(),
                    resources: try catalog.resources(ofAsset: asset.id), record: record)
            }
        }
    }
}
