import BlobStore
import Catalog
import Foundation
package import PhotoLibrary
package import Records

extension Library {
    /// Returns the name of an original for messages: its filename with the day of capture. Returns the start of its digest
    /// if no photo or video has it any more.
    package func photoName(of digest: BlobDigest) -> String {
        let row = try? catalog.read { reader -> (name: String, asset: AssetRecord?)? in
            guard let resource = try reader.resource(sha256: digest) else { return nil }
            return (
                resource.originalFilename,
                try reader.assets(withIdentifiers: [resource.assetID])[resource.assetID]
            )
        }
        guard let row = row ?? nil else { return String(digest.hexadecimal.prefix(12)) }
        let day = row.asset.flatMap { asset in
            asset.creationDate.flatMap { date in
                CivilTime(
                    secondsSinceReferenceDate: date.timeIntervalSinceReferenceDate, utcOffset: asset.utcOffset ?? 0)
            }
        }
        return day.map { "\(row.name) (\($0.dateText))" } ?? row.name
    }
}
