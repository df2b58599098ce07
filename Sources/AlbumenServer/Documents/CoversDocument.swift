import Albumen
import Records

/// The photos that stand for albums on a page of albums.
struct CoversDocument: Encodable {
    struct Cover: Encodable {
        let asset: String
        let content: String

        init(_ row: TimelineRow) {
            asset = row.asset.uuid
            content = row.contentTag
        }
    }

    /// The largest number of albums in a request.
    static let limit = 100
    /// The length of that many identifiers with commas, in bytes.
    static let longestList = 8192

    /// In the order of the request. `null` for an album without visible photos, and for other collections.
    let covers: [Cover?]
}
