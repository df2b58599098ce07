import Albumen
import Foundation

/// New values of assets' properties. A missing field keeps its value, and `null` removes it.
struct AssetChangeRequest: RequestDocument {
    private struct Location: Decodable {
        let value: AssetLocation

        init(from decoder: any Decoder) throws {
            let fields = try RequestFields(decoder, known: ["latitude", "longitude", "altitude"])
            value = AssetLocation(
                latitude: try fields.value("latitude"), longitude: try fields.value("longitude"),
                altitude: try fields.nullable("altitude") ?? nil)
        }
    }

    let assets: [String]
    let change: AssetChange

    init(from decoder: any Decoder) throws {
        let fields = try RequestFields(
            decoder,
            known: [
                "assets", "isFavorite", "isHidden", "creationDate", "utcOffset", "location", "rating", "caption",
                "keywords",
            ])
        assets = try fields.uuids("assets")
        var change = AssetChange()
        change.isFavorite = try fields.optional("isFavorite")
        change.isHidden = try fields.optional("isHidden")
        change.creationDate = try Self.date("creationDate", fields)
        change.utcOffset = try fields.nullable("utcOffset")
        change.location = try fields.nullable("location", as: Location.self).map { $0?.value }
        change.rating = try fields.optional("rating")
        change.caption = try fields.nullable("caption")
        change.keywords = try fields.optional("keywords")
        guard !change.isEmpty else { throw fields.refusal(of: "assets", "are named, and nothing that is to change") }
        self.change = change
    }

    private static func date(_ name: String, _ fields: RequestFields) throws -> Date?? {
        guard let text = try fields.nullable(name, as: String.self) else { return .none }
        guard let text else { return .some(nil) }
        let styles = [Date.ISO8601FormatStyle(includingFractionalSeconds: true), Date.ISO8601FormatStyle()]
        guard let date = styles.lazy.compactMap({ try? $0.parse(text) }).first else {
            throw fields.refusal(of: name, "is no date such as 2024-05-07T01:33:04Z")
        }
        return date
    }
}
