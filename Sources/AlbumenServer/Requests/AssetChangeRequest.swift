import Albumen
import Foundation
import Records

/// New values of assets' properties. A missing field keeps its value, and `null` removes it. Some fields adjust the
/// values that each asset has.
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

    private struct Zone: Decodable {
        let value: AssetAdjustment.Zone

        init(from decoder: any Decoder) throws {
            let fields = try RequestFields(decoder, known: ["utcOffset", "keeps"])
            let keepsClockTime =
                switch try fields.value("keeps", as: String.self) {
                case "clockTime": true
                case "moment": false
                default: throw fields.refusal(of: "keeps", "is clockTime or moment")
                }
            value = AssetAdjustment.Zone(utcOffset: try fields.value("utcOffset"), keepsClockTime: keepsClockTime)
        }
    }

    /// The largest number of assets, which are changed in one transaction.
    static let limit = 20_000
    private static let keywordLimit = 1000

    let assets: [String]
    let change: AssetChange
    let adjustment: AssetAdjustment

    init(from decoder: any Decoder) throws {
        let fields = try RequestFields(
            decoder,
            known: [
                "assets", "isFavorite", "isHidden", "creationDate", "utcOffset", "location", "rating", "caption",
                "keywords", "originalChoice", "dateShift", "clockTime", "timeZone", "addedKeywords", "removedKeywords",
            ])
        assets = try fields.uuids("assets", atMost: Self.limit)
        var change = AssetChange()
        change.isFavorite = try fields.optional("isFavorite")
        change.isHidden = try fields.optional("isHidden")
        change.creationDate = try Self.date("creationDate", fields)
        change.utcOffset = try fields.nullable("utcOffset")
        change.location = try fields.nullable("location", as: Location.self).map { $0?.value }
        change.rating = try fields.optional("rating")
        change.caption = try fields.nullable("caption")
        change.keywords = try fields.optional("keywords")
        change.originalChoice = try Self.originalChoice("originalChoice", fields)
        adjustment = try Self.adjustment(fields)
        guard !change.isEmpty || !adjustment.isEmpty else {
            throw fields.refusal(of: "assets", "are named, but nothing to change")
        }
        self.change = change
    }

    var operations: [Transaction.Operation] {
        assets.map { asset in
            adjustment.isEmpty
                ? .change(change, assetUUID: asset) : .adjust(adjustment, change, assetUUID: asset)
        }
    }

    private static func adjustment(_ fields: RequestFields) throws -> AssetAdjustment {
        for (name, others) in [
            ("dateShift", ["creationDate", "clockTime"]), ("clockTime", ["creationDate"]),
            ("timeZone", ["utcOffset", "creationDate"]), ("addedKeywords", ["keywords"]),
            ("removedKeywords", ["keywords"]),
        ] where fields.has(name) {
            guard let other = others.first(where: fields.has) else { continue }
            throw fields.refusal(of: name, "does not go with \(other)")
        }
        var adjustment = AssetAdjustment()
        adjustment.dateShift = try fields.optional("dateShift") ?? 0
        adjustment.clockTime = try clockTime("clockTime", fields)
        adjustment.zone = try fields.optional("timeZone", as: Zone.self)?.value
        adjustment.addedKeywords = try keywords("addedKeywords", fields)
        adjustment.removedKeywords = try keywords("removedKeywords", fields)
        return adjustment
    }

    private static func keywords(_ name: String, _ fields: RequestFields) throws -> [String] {
        let keywords: [String] = try fields.optional(name) ?? []
        guard keywords.count <= keywordLimit else {
            throw fields.refusal(of: name, "has \(keywords.count) keywords; give at most \(keywordLimit)")
        }
        return keywords
    }

    private static func clockTime(_ name: String, _ fields: RequestFields) throws -> Date? {
        guard let text = try fields.optional(name, as: String.self) else { return nil }
        guard text.contains("T"), !text.hasSuffix("Z"), text.utf8.count <= 29,
            let seconds = CivilTime.secondsSinceReferenceDate(text + "Z")
        else { throw fields.refusal(of: name, "is no time of a clock such as 2024-05-07T09:33:04") }
        return Date(timeIntervalSinceReferenceDate: seconds)
    }

    private static func originalChoice(_ name: String, _ fields: RequestFields) throws -> OriginalChoice? {
        guard let text = try fields.optional(name, as: String.self) else { return nil }
        guard let choice = OriginalChoice(name: text) else { throw fields.refusal(of: name, "is compressed or raw") }
        return choice
    }

    private static func date(_ name: String, _ fields: RequestFields) throws -> Date?? {
        guard let text = try fields.nullable(name, as: String.self) else { return .none }
        guard let text else { return .some(nil) }
        let styles = [Date.ISO8601FormatStyle(includingFractionalSeconds: true), Date.ISO8601FormatStyle()]
        guard let date = styles.lazy.compactMap({ try? $0.parse(text) }).first else {
            throw fields.refusal(of: name, "isn't a date such as 2024-05-07T01:33:04Z")
        }
        return date
    }
}
