import Albumen
import Foundation
import Records

/// A line of `trash list`: an ``AssetDocument`` with `trashedDate`, and with `expirationDate`, after which a purge
/// deletes the asset. Both are in UTC.
struct TrashedAssetDocument: Encodable {
    private let entry: AssetEntry
    private let trashedDate: Date

    /// Returns `nil` if the asset isn't in Recently Deleted.
    init?(_ entry: AssetEntry) {
        guard let trashedDate = entry.asset.trashedDate else { return nil }
        self.entry = entry
        self.trashedDate = trashedDate
    }

    private var expirationDate: Date {
        trashedDate.addingTimeInterval(Double(Library.trashRetentionInDays) * 86_400)
    }

    private enum Key: String, CodingKey {
        case expirationDate, trashedDate
    }

    func encode(to encoder: any Encoder) throws {
        try AssetDocument(entry).encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(Timestamp.utc(expirationDate), forKey: .expirationDate)
        try container.encode(Timestamp.utc(trashedDate), forKey: .trashedDate)
    }

    /// The line for people.
    var text: String {
        AssetLine.text(entry) + (Timestamp.utc(expirationDate).map { "  until \($0.prefix(10))" } ?? "")
    }
}
