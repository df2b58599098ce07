internal import Foundation
internal import GRDB
internal import Records

/// A row of `asset` with what belongs to it.
struct AlbumenItemRow {
    /// A row of `resource`.
    struct File {
        /// The row as the library knows it. If the row's digest isn't a SHA-256, the digest is zero.
        var record: ResourceRecord
        /// Whether the library's place has the bytes, or those of the file that contains them.
        var isInPlace: Bool

        /// `PlacementRecord.State.stored`.
        private static let stored = Int64(PlacementRecord.State.stored.rawValue)

        /// Returns `nil` for a row without a type.
        init?(_ row: Row) {
            guard let type = row.integer("type").flatMap({ Int(exactly: $0) }) else { return nil }
            record = ResourceRecord(
                type: ResourceType(rawValue: type), sha256: Self.digest(row, "digest") ?? .zero,
                fileSize: row.integer("size") ?? -1, originalFilename: row.text("name") ?? "",
                uniformTypeIdentifier: row.text("uniformType") ?? "", pixelWidth: 0, pixelHeight: 0)
            if let container = row.value("containerSha256"), !container.isNull {
                record.container = ContainerPlace(
                    container: Self.digest(row, "containerSha256") ?? .zero,
                    offset: row.integer("containerOffset") ?? -1)
            }
            isInPlace = row.integer("state") == Self.stored || row.integer("containerState") == Self.stored
        }

        private static func digest(_ row: Row, _ column: String) -> BlobDigest? {
            guard case .blob(let data) = row.value(column)?.storage else { return nil }
            return BlobDigest(bytes: data)
        }
    }

    private static let imageType = Int64(AssetMediaType.image.rawValue)
    private static let videoType = Int64(AssetMediaType.video.rawValue)

    let id: Int64
    /// The asset's UUID in upper case.
    let identifier: String
    let row: RowValues
    var files: [File] = []

    /// Returns `nil` for a row without a key.
    init?(_ row: Row) {
        guard let id = row.integer("id") else { return nil }
        self.id = id
        self.row = RowValues(row)
        identifier = Self.identifier(uuid: row.text("uuid"), id: id, of: "asset")
    }

    /// Returns a UUID in upper case. A row whose identifier isn't one is named by its key.
    static func identifier(uuid: String?, id: Int64, of table: String) -> String {
        uuid.flatMap { UUID(uuidString: $0)?.uuidString } ?? "\(table)-\(id)"
    }

    var isVideo: Bool { row.integer("mediaType") == Self.videoType }
    /// Whether the asset is a photo or a video.
    var isSupported: Bool { isVideo || row.integer("mediaType") == Self.imageType }
    var isTrashed: Bool { row.value("trashedDate").map { !$0.isNull } ?? false }
    var editDate: Date? { ForeignValue.date(row.number("adjustmentTimestamp")) }
}
