internal import Foundation
internal import GRDB

/// An image of a catalogue, with everything that other tables say of it.
struct LightroomItemRow {
    /// The largest number of bytes of an identity.
    static let longestIdentifier = 200

    var id: Int64
    var identifier: String
    var row: RowValues
    /// Keys of keywords.
    var keywords: [Int64] = []
    /// Whether the user changed the image in the Develop module.
    var isEdited = false
    /// The title in the XMP.
    var title: String?

    init?(_ row: Row) {
        let row = RowValues(row)
        guard let id = row.integer("pk"), let identifier = row.text("uuid"), !identifier.isEmpty,
            identifier.utf8.count <= Self.longestIdentifier
        else { return nil }
        self.id = id
        self.identifier = identifier
        self.row = row
    }

    var isVideo: Bool { row.text("format")?.uppercased() == "VIDEO" }

    /// The name of the file in its folder.
    var fileName: String? {
        guard let base = row.text("baseName"), !base.isEmpty else { return nil }
        guard let ending = row.text("extension"), !ending.isEmpty else { return base }
        return "\(base).\(ending)"
    }

    /// The name for people. Lightroom keeps the name from before a renaming.
    var name: String {
        ForeignValue.fileName(row.text("originalName")) ?? ForeignValue.fileName(fileName) ?? identifier
    }

    /// The image whose file a virtual copy shares, or `nil` for an image with its own file.
    var master: String? { row.text("master") }

    var description: String {
        let copy = ForeignValue.text(row.text("copyName")).map { " “\(String($0.prefix(100)))”" } ?? ""
        return "virtual copy\(copy) of \(ForeignValue.fileName(fileName) ?? identifier)"
    }

    /// The endings of the files beside the image, such as `JPG` and `xmp`.
    var sidecars: [String] {
        guard let text = row.text("sidecars"), text.utf8.count <= 200 else { return [] }
        return text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
