internal import Foundation
internal import GRDB

extension DigiKamCatalog {
    private static let memberLimit = 20_000_000

    /// Returns an album for each folder on the disk, in folders if it contains others, and what can't be brought over.
    ///
    /// - Complexity: O(*n* log *n*) for *n* albums and items.
    func albums() throws -> (
        collections: [SourceCollection], differences: [(name: String, difference: SourceDifference)]
    ) {
        let rows = try list(
            """
            SELECT A.id AS id, A.albumRoot AS root, A.relativePath AS path,
            \(names.value("caption", of: "Albums", as: "A")), \(names.value("icon", of: "Albums", as: "A"))
            FROM Albums A WHERE A.relativePath <> '/' ORDER BY A.id
            """)
        let members = try members()
        let covers = try covers()
        var arrangement = DigiKamAlbums()
        var differences: [(name: String, difference: SourceDifference)] = []
        for row in rows {
            guard let id = row.integer("id"), let root = row.integer("root"), let path = row.text("path") else {
                continue
            }
            arrangement.add(
                DigiKamAlbums.Album(
                    id: id, root: root, path: path, members: members[id] ?? [],
                    cover: covers.contains(id) ? row.integer("icon") : nil))
            if row.integer("icon") ?? 0 > 0, !covers.contains(id) {
                differences.append((path, SourceDifference(.covers, .absent)))
            }
            if ForeignValue.text(row.text("caption")) != nil {
                differences.append((path, SourceDifference(.captions, .unsupported, detail: "caption of the album")))
            }
        }
        return (arrangement.collections(), differences)
    }

    /// Returns the items of each album, in the order that the user gave them, or in that of their names.
    private func members() throws -> [Int64: [Int64]] {
        let order = names.has("manualOrder", in: "Images") ? "I.manualOrder IS NULL, I.manualOrder," : ""
        return try database.read { database in
            var members: [Int64: [Int64]] = [:]
            var count = 0
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT I.album AS album, I.id AS id FROM Images I WHERE \(Self.isItem) AND I.album IS NOT NULL
                    ORDER BY I.album, \(order) I.name, I.id
                    """)
            while let row = try rows.next() {
                guard let album = row.integer("album"), let id = row.integer("id") else { continue }
                count += 1
                guard count <= Self.memberLimit else { throw DatabaseError(resultCode: .SQLITE_TOOBIG) }
                members[album, default: []].append(id)
            }
            return members
        }
    }

    /// Returns the albums whose cover is an item.
    private func covers() throws -> Set<Int64> {
        guard names.has("icon", in: "Albums") else { return [] }
        let rows = try list(
            "SELECT A.id AS id FROM Albums A JOIN Images I ON I.id = A.icon WHERE \(Self.isItem) ORDER BY A.id")
        return Set(rows.compactMap { $0.integer("id") })
    }
}
