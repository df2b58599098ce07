internal import Foundation
internal import GRDB

/// A row of `PhotoTable` or `VideoTable` with what belongs to it.
struct ShotwellItemRow {
    /// The bits of a photo's flags. The first two are of old versions, which had no ratings.
    private enum PhotoFlag {
        static let hidden: Int64 = 1
        static let favorite: Int64 = 2
        static let trashed: Int64 = 4
        static let flagged: Int64 = 16
    }

    private enum VideoFlag {
        static let trashed: Int64 = 1
        static let flagged: Int64 = 4
    }

    let id: Int64
    let isVideo: Bool
    let identifier: String
    let path: String
    let name: String
    let row: RowValues

    init?(_ row: Row, isVideo: Bool) {
        guard let id = row.integer("id") else { return nil }
        self.id = id
        self.isVideo = isVideo
        self.row = RowValues(row)
        identifier = ShotwellIdentifier.text(id, isVideo: isVideo)
        path = row.text("filename") ?? ""
        name = Self.name(of: path) ?? identifier
    }

    private var flags: Int64 { row.integer("flags") ?? 0 }
    var isTrashed: Bool { flags & (isVideo ? VideoFlag.trashed : PhotoFlag.trashed) != 0 }
    var isFlagged: Bool { flags & (isVideo ? VideoFlag.flagged : PhotoFlag.flagged) != 0 }
    var isHidden: Bool { !isVideo && flags & PhotoFlag.hidden != 0 }
    var isFavorite: Bool { !isVideo && flags & PhotoFlag.favorite != 0 }

    /// The copy that the user edited in another program.
    var editedPath: String? { row.text("editedPath") }
    /// The JPEG of the camera beside the RAW, or `nil` if the copy is one that Shotwell made of the RAW.
    var cameraPath: String? {
        guard let path = row.text("cameraPath"), let camera = Self.name(of: path),
            FileExtensions.arePair(raw: name, compressed: camera)
        else { return nil }
        return path
    }

    /// The copies that Shotwell made of the RAW.
    var developedPaths: [String] {
        var paths = [row.text("shotwellPath"), row.text("embeddedPath")].compactMap { $0 }
        if cameraPath == nil, let path = row.text("cameraPath") { paths.append(path) }
        return paths
    }

    /// Whether the user shows the camera's JPEG.
    var showsCameraPhoto: Bool { row.text("developer")?.uppercased() == "CAMERA" }

    static func name(of path: String) -> String? {
        let start = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
        return ForeignValue.fileName(String(path[start...]))
    }
}
