internal import Foundation
internal import GRDB

/// A row of `Images` with what belongs to it.
struct DigiKamItemRow {
    /// The values of `Images.status`.
    enum Status {
        static let hidden: Int64 = 2
        static let trashed: Int64 = 3
        /// A row of a removed item, which digiKam doesn't show any more.
        static let obsolete: Int64 = 4
    }

    struct Comment {
        var type: Int64
        var language: String
        var text: String
    }

    struct Relation {
        var isGrouped: Bool
        /// The name of the item that this one is derived from or grouped behind.
        var object: String
    }

    let id: Int64
    let row: RowValues
    var comments: [Comment] = []
    var tags: [Int64] = []
    var relations: [Relation] = []

    init?(_ row: Row) {
        guard let id = row.integer("id") else { return nil }
        self.id = id
        self.row = RowValues(row)
    }

    var identifier: String { String(id) }
    var name: String { ForeignValue.fileName(row.text("name")) ?? identifier }
    var status: Int64 { row.integer("status") ?? 0 }
    var isTrashed: Bool { status == Status.trashed }

    var isVideo: Bool {
        switch row.integer("category") {
        case 1: false
        case 2: true
        default: FileExtensions.isVideo(name)
        }
    }

    /// Whether Albumen has assets of this category.
    var isSupported: Bool { (0...2).contains(row.integer("category") ?? 0) && (0...3).contains(status) }

    /// The path of the file below its root, or `nil` if it isn't a path.
    var path: String? { row.text("name").flatMap { path(ofNeighbor: $0) } }

    /// Returns the path of another file in the item's folder.
    func path(ofNeighbor name: String) -> String? {
        guard let folder = row.text("folder"), folder.hasPrefix("/"), !name.utf8.contains(UInt8(ascii: "/")) else {
            return nil
        }
        return folder == "/" ? name : "\(folder.dropFirst())/\(name)"
    }

    var root: Int64? { row.integer("root") }
}
