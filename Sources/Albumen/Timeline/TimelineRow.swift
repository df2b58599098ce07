import BlobStore
package import Catalog
package import Foundation

/// What a timeline shows of one asset.
package struct TimelineRow: Sendable {
    package var asset: AssetRecord
    /// A `ThumbHash`; nil where nobody has decoded the picture.
    package var placeholder: Data?
    /// Changes when the asset's picture does.
    package var contentTag: String

    /// The day on the clock where the picture was taken, counted from 1970-01-01; nil without a date.
    package var day: Int? { Timestamp.localTime(of: asset)?.dayNumber }
}

extension Library {
    /// What a timeline shows of the rows, in their order. Nil where one of them is no longer there. The cost is that of the rows
    /// asked for.
    package func timelineRows(_ identifiers: some Collection<Int64>) throws -> [TimelineRow]? {
        let (assets, placeholders, resources) = try catalog.read { reader in
            (
                try reader.assets(withIdentifiers: identifiers), try reader.placeholders(ofAssets: identifiers),
                try reader.resources(ofAssets: identifiers)
            )
        }
        var rows: [TimelineRow] = []
        rows.reserveCapacity(identifiers.count)
        for identifier in identifiers {
            guard let asset = assets[identifier] else { return nil }
            let source = PictureSource(of: asset, resources: resources[identifier] ?? [], version: .current)
            rows.append(
                TimelineRow(
                    asset: asset, placeholder: placeholders[identifier], contentTag: source?.contentTag ?? "none"))
        }
        return rows
    }
}

extension PictureSource {
    /// Tells what is shown: eight digits of the content's hash, not its name, and how pictures of it are made.
    package var contentTag: String { "\(digest.firstDigits)-\(Derivatives.generation)" }
}
