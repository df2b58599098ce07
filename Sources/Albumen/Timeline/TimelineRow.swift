import BlobStore
import Catalog
package import Foundation
package import Records

/// What a timeline shows of one asset.
package struct TimelineRow: Sendable {
    package var asset: AssetRecord
    /// A `ThumbHash`; nil where nobody has decoded the picture.
    package var placeholder: Data?
    /// Changes when the asset's picture does.
    package var contentTag: String
    /// For an asset that represents a burst, how many frames its stack has; 0 for any other asset.
    package var frameCount: Int

    /// The day on the clock where the picture was taken, counted from 1970-01-01; nil without a date.
    package var day: Int? { Timestamp.localTime(of: asset)?.dayNumber }
}

extension LibraryView {
    /// What a timeline shows of the rows, in their order. Returns `nil` if one of them is no longer there.
    ///
    /// - Complexity: O(*n* + *f*) for *n* rows and *f* frames of the bursts that they represent. Frames are counted in an
    ///   index: 1,000 frames take about a quarter of a millisecond.
    package func timelineRows(_ identifiers: some Collection<Int64>) throws -> [TimelineRow]? {
        let (assets, placeholders, resources, counts) = try catalog.read { reader in
            let assets = try reader.assets(withIdentifiers: identifiers)
            let bursts = assets.values.lazy.filter(\.isStack).compactMap(\.burstIdentifier)
            return (
                assets, try reader.placeholders(ofAssets: identifiers), try reader.resources(ofAssets: identifiers),
                try reader.burstCounts(Set(bursts))
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
                    frameCount: asset.isStack ? asset.frameCount(of: counts) : 0))
        }
        return rows
    }
}

extension PictureSource {
    /// Tells what is shown: eight digits of the content's hash, not its name, and how pictures of it are made.
    package var contentTag: String { "\(digest.firstDigits)-\(Derivatives.generation)" }
}
