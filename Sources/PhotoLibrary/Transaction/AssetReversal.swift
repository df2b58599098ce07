import Catalog
import Foundation
import Records

/// How to undo one change of an asset.
///
/// A reversal is applied as a new change. It restores only values that still are as the change left them, and an edit
/// only if the asset still has the edit that the change left. It doesn't replace later changes.
package struct AssetReversal: Sendable, Equatable {
    enum Change: Sendable, Equatable {
        case values(AssetValueReversal)
        case edit(EditReversal)
    }

    package let assetUUID: String
    let change: Change

    /// The approximate memory use of the reversal, in bytes.
    package var byteCount: Int {
        switch change {
        case .values(let values): 512 + values.before.textByteCount + values.after.textByteCount
        case .edit: 512
        }
    }
}

/// How to undo an edit, or the revert of an edit.
struct EditReversal: Sendable, Equatable {
    /// The original that was the base of the asset's renderings before.
    let originalChoice: OriginalChoice
    /// The row of the edit that the asset had before, or `nil` if it had none.
    let former: Int64?
    /// The edit and the choice of the original that the change left.
    let after: EditRevision
}

/// How to undo a change of an asset's values.
struct AssetValueReversal: Sendable, Equatable {
    let before: AssetValues
    let after: AssetValues

    /// Returns the original to choose again, or `nil` if the choice stays as it is. It stays if the asset was edited
    /// since, because the edit has the chosen original as its base.
    func restoredChoice(of asset: AssetRecord) -> OriginalChoice? {
        let isAsLeft =
            before.originalChoice != after.originalChoice && asset.originalChoice == after.originalChoice
            && !asset.hasAdjustments && asset.trashedDate == nil
        return isAsLeft ? before.originalChoice : nil
    }

    func apply(to asset: inout AssetRecord, _ metadata: inout MetadataRecord) {
        let now = AssetValues(asset, metadata)
        var restored: UserEdits = []
        if before.date != after.date, now.date == after.date {
            asset.creationDate = before.date.creationDate
            asset.utcOffset = before.date.utcOffset
            asset.utcOffsetSource = before.date.utcOffsetSource
            asset.dateSource = before.date.source
            restored.insert(.date)
        }
        if before.place != after.place, now.place == after.place {
            asset.latitude = before.place.latitude
            asset.longitude = before.place.longitude
            asset.altitude = before.place.altitude
            asset.horizontalAccuracy = before.place.horizontalAccuracy
            asset.movement = before.place.movement
            restored.insert(.location)
        }
        if before.isFavorite != after.isFavorite, now.isFavorite == after.isFavorite {
            asset.isFavorite = before.isFavorite
        }
        if before.isHidden != after.isHidden, now.isHidden == after.isHidden { asset.isHidden = before.isHidden }
        if before.isVideoPlaybackOff != after.isVideoPlaybackOff, now.isVideoPlaybackOff == after.isVideoPlaybackOff {
            asset.isVideoPlaybackOff = before.isVideoPlaybackOff
        }
        if before.rating != after.rating, now.rating == after.rating {
            metadata.rating = before.rating
            restored.insert(.rating)
        }
        if before.caption != after.caption, now.caption == after.caption {
            metadata.caption = before.caption
            restored.insert(.caption)
        }
        if before.keywords != after.keywords, now.keywords == after.keywords {
            metadata.keywords = before.keywords
            restored.insert(.keywords)
        }
        // A joining file may again describe values that the user hadn't set before the change.
        asset.userEdits = asset.userEdits.subtracting(restored).union(before.userEdits.intersection(restored))
    }
}

/// The values of an asset that a user can change, at one moment.
struct AssetValues: Sendable, Equatable {
    struct TakenDate: Sendable, Equatable {
        var creationDate: Date?
        var utcOffset: Int?
        var utcOffsetSource: UTCOffsetSource?
        var source: String?
    }

    struct Place: Sendable, Equatable {
        var latitude: Double?
        var longitude: Double?
        var altitude: Double?
        var horizontalAccuracy: Double?
        var movement: String?
    }

    let date: TakenDate
    let place: Place
    let isFavorite: Bool
    let isHidden: Bool
    let isVideoPlaybackOff: Bool
    let originalChoice: OriginalChoice
    let rating: Int?
    let caption: String?
    let keywords: [String]
    let userEdits: UserEdits

    init(_ asset: AssetRecord, _ metadata: MetadataRecord) {
        date = TakenDate(
            creationDate: asset.creationDate, utcOffset: asset.utcOffset, utcOffsetSource: asset.utcOffsetSource,
            source: asset.dateSource)
        place = Place(
            latitude: asset.latitude, longitude: asset.longitude, altitude: asset.altitude,
            horizontalAccuracy: asset.horizontalAccuracy, movement: asset.movement)
        isFavorite = asset.isFavorite
        isHidden = asset.isHidden
        isVideoPlaybackOff = asset.isVideoPlaybackOff
        originalChoice = asset.originalChoice
        rating = metadata.rating
        caption = metadata.caption
        keywords = metadata.keywords
        userEdits = asset.userEdits
    }

    fileprivate var textByteCount: Int {
        (caption?.utf8.count ?? 0) + keywords.reduce(0) { $0 + $1.utf8.count + 16 }
    }
}
