internal import Foundation
internal import GRDB

/// An item of `Photos.sqlite`, with everything that other tables say of it.
struct PhotosAssetRow {
    /// A file of the item.
    struct Resource {
        var id: Int64
        var type: Int64
        var subtype: Int64
        var version: Int64
        var recipe: Int64?
        var isHere: Bool
        var isInCloud: Bool
        var volume: Int64?
        /// The path in the volume, for a referenced file.
        var volumePath: String?

        /// Whether the file exists in iCloud alone.
        var isOnlyInCloud: Bool { !isHere && isInCloud }
    }

    /// The ways of being in a library. Raw values are those of `ZBUNDLESCOPE`.
    enum Scope {
        case library, sharedMoment, sharedAlbum, messages
    }

    var id: Int64
    var attributes: Int64?
    var uuid: String
    var directory: String?
    var fileName: String?
    var originalName: String?
    var kind: Int64
    var subtype: Int64
    var playbackStyle: Int64?
    var playbackVariation: Int64?
    var videoVisibility: Int64?
    var savedType: Int64
    var scope: Scope
    var isSaved: Bool
    var isTrashed: Bool
    var trashedDate: Date?
    var row: RowValues
    var keywords: [String] = []
    var persons: [String] = []
    var resources: [Resource] = []

    var isVideo: Bool { kind == 1 }
    var isReferenced: Bool { savedType == 10 || resources.contains { $0.version == 0 && $0.volume != nil } }

    init?(_ row: Row) {
        let row = RowValues(row)
        guard let id = row.integer("pk"), let uuid = row.text("uuid"), !uuid.isEmpty, uuid.utf8.count <= 200 else {
            return nil
        }
        self.id = id
        self.uuid = uuid
        self.row = row
        attributes = row.integer("attributes")
        directory = row.text("directory")
        fileName = row.text("fileName")
        originalName = ForeignValue.fileName(row.text("originalName"))
        kind = row.integer("kind") ?? 0
        subtype = row.integer("subtype") ?? 0
        playbackStyle = row.integer("playbackStyle")
        playbackVariation = row.integer("playbackVariation")
        videoVisibility = row.integer("videoVisibility")
        savedType = row.integer("savedType") ?? 0
        isTrashed = row.isTrue("trashedState")
        trashedDate = ForeignValue.date(row.number("trashedDate"))
        let bundleScope = row.integer("bundleScope")
        isSaved = true
        if savedType == 4 || bundleScope == 2 || row.number("publishDate") != nil {
            scope = .sharedAlbum
        } else if ForeignValue.text(row.text("syndicationIdentifier")) != nil || bundleScope == 3 {
            scope = .messages
            isSaved = row.isTrue("syndicationHistory")
        } else {
            scope = bundleScope == 1 ? .sharedMoment : .library
        }
    }

    /// The name for people.
    var name: String { originalName ?? ForeignValue.fileName(fileName) ?? uuid }
}
