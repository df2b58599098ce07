internal import Foundation
internal import GRDB
internal import Records

/// An item of `photos.db`, with everything that other tables say of it.
struct LegacyItemRow {
    /// An imported file: a row of `RKMaster`.
    struct Master {
        var id: Int64
        var path: String?
        var name: String?
        var isMissing: Bool
        var isReferenced: Bool
        var volume: String?
    }

    /// A file that Photos made for the item: a row of `RKModelResource`.
    struct Resource {
        var id: Int64
        var type: Int64
        var tag: String?
        var isVideo: Bool
        /// Whether it belongs to the original, and not to the edit.
        var isOfMaster: Bool
    }

    struct Adjustment {
        var uuid: String?
        var recipe: SourceEdit.Recipe?
    }

    var id: Int64
    var uuid: String
    var row: RowValues
    var master: Master?
    var raw: Master?
    var keywords: [String] = []
    var persons: [String] = []
    var resources: [Resource] = []
    var adjustments: [Adjustment] = []

    init?(_ row: Row) {
        let row = RowValues(row)
        guard let id = row.integer("pk"), let uuid = row.text("uuid"), !uuid.isEmpty, uuid.utf8.count <= 200 else {
            return nil
        }
        self.id = id
        self.uuid = uuid
        self.row = row
        let main = Self.master(row, "M")
        let raw = Self.master(row, "W")
        let compressed = Self.master(row, "N")
        if let raw, let compressed, raw.id != compressed.id {
            master = compressed
            self.raw = raw
        } else {
            master = main ?? compressed ?? raw
        }
    }

    private static func master(_ row: RowValues, _ alias: String) -> Master? {
        guard let id = row.integer(alias + "id") else { return nil }
        return Master(
            id: id, path: row.text(alias + "path"),
            name: ForeignValue.fileName(row.text(alias + "name"))
                ?? ForeignValue.fileName(row.text(alias + "fileName")),
            isMissing: row.isTrue(alias + "missing"), isReferenced: row.isTrue(alias + "referenced"),
            volume: row.text(alias + "volume"))
    }

    var name: String { master?.name ?? ForeignValue.fileName(row.text("fileName")) ?? uuid }
    var isVideo: Bool { row.integer("type") == 8 }
    var isTrashed: Bool { row.isTrue("trashed") }
    var special: Int64 { row.integer("special") ?? 0 }
    var isLive: Bool { special == 5 || special == 8 }

    /// Whether the RAW is shown.
    var usesRAW: Bool { row.integer("subtype") == 16 }

    /// The edit that the item has now.
    var adjustment: Adjustment? {
        let current = row.text("adjustment")
        return adjustments.first { $0.uuid == current } ?? adjustments.last
    }

    func facts(_ options: ApplePhotosOptions) -> (facts: SourceFacts, differences: [SourceDifference]) {
        var facts = SourceFacts()
        var differences: [SourceDifference] = []
        facts.title = .text(row.text("title"))
        facts.caption = .text(row.text("caption"))
        let names = options.personsAsKeywords ? persons.filter { !keywords.contains($0) } : []
        facts.keywords = keywords.isEmpty && names.isEmpty ? .none : .known(keywords + names)
        facts.isFavorite = row.isTrue("favorite")
        facts.isHidden = row.isTrue("hidden")
        facts.addedDate = ForeignValue.date(row.number("created"))
        if isTrashed { facts.trashedDate = ForeignValue.date(row.number("trashedDate")) ?? Date() }
        if let rating = row.integer("rating"), (1...5).contains(rating) { facts.rating = .known(Int(rating)) }
        facts.place = AppleFacts.place(
            latitude: row.number("latitude"), longitude: row.number("longitude"), accuracy: nil, &differences)
        let offset = row.integer("offset")
        facts.capture = AppleFacts.capture(
            seconds: row.number("date"), offset: offset,
            file: AppleFacts.localSeconds(exif: nil, date: row.number("fileDate"), offset: offset), &differences)
        if let burst = ForeignValue.text(row.text("burst")) {
            facts.burst = .known(AppleFacts.burst(burst, picks: row.integer("burstPick")))
        } else {
            facts.burst = .none
        }
        facts.subtypes = subtypes.rawValue
        facts.isSelfPortrait = row.isTrue("selfie")
        return (facts, differences)
    }

    private var subtypes: MediaSubtypes {
        switch special {
        case 1: .photoPanorama
        case 2: .videoHighFrameRate
        case 3: .videoTimelapse
        case 4, 8: .photoHDR
        case 6: .photoScreenshot
        case 9: .photoDepthEffect
        default: []
        }
    }
}
