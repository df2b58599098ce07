import BlobStore
import Catalog
package import Foundation
package import PhotoLibrary
package import Records

/// The properties of an asset that a timeline shows.
package struct TimelineRow: Sendable {
    package var asset: AssetRecord
    /// The placeholder as a `ThumbHash`, or `nil` if the image wasn't decoded yet.
    package var placeholder: Data?
    /// A tag that changes when the asset's image changes.
    package var contentTag: String
    /// The number of frames in the stack if the asset represents a burst, otherwise 0.
    package var frameCount: Int
    /// The beginning of the caption, or `nil` if the asset has none.
    package var caption: String?

    /// The most characters of a caption in a row.
    package static let captionLength = 200

    /// The local day when the photo was taken, counted from 1970-01-01, or `nil` if the asset has no date.
    package var day: Int? { Timestamp.localTime(of: asset)?.dayNumber }
}

extension LibraryView {
    /// Returns a timeline's rows for assets, in the order of the identifiers. Returns `nil` if an asset no longer
    /// exists.
    ///
    /// - Complexity: O(*n* + *f*) for *n* rows and *f* frames of the bursts that they represent. Frames are counted in
    ///   an index: 1,000 frames take about a quarter of a millisecond.
    package func timelineRows(_ identifiers: some Collection<Int64>) throws -> [TimelineRow]? {
        let (assets, placeholders, resources, counts, captions) = try catalog.read { reader in
            let assets = try reader.assets(withIdentifiers: identifiers)
            let bursts = assets.values.lazy.filter(\.isStack).compactMap(\.burstIdentifier)
            return (
                assets, try reader.placeholders(ofAssets: identifiers), try reader.resources(ofAssets: identifiers),
                try reader.burstCounts(Set(bursts), scope: scope),
                try reader.captions(ofAssets: identifiers, length: TimelineRow.captionLength)
            )
        }
        var rows: [TimelineRow] = []
        rows.reserveCapacity(identifiers.count)
        for identifier in identifiers {
            guard let asset = assets[identifier] else { return nil }
            let source = PictureSource(of: asset, resources: resources[identifier] ?? [], version: .current)
            rows.append(
                TimelineRow(
                    asset: asset, placeholder: placeholders[identifier], contentTag: source?.contentTag ?? "none",
                    frameCount: asset.isStack ? asset.frameCount(of: counts) : 0,
                    caption: captions[identifier]))
        }
        return rows
    }
}

extension PictureSource {
    /// A tag of the image's content: the first eight digits of the content's hash, and the generation of derivatives.
    /// Doesn't contain the full hash, which is the blob's name.
    package var contentTag: String { "\(digest.firstDigits)-\(Derivatives.generation)" }
}
