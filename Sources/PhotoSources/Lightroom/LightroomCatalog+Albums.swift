internal import Foundation
internal import GRDB

extension LightroomCatalog {
    private static let albumLimit = 200_000
    private static let memberLimit = 10_000_000
    private static let prefix = "com.adobe.ag.library."

    private struct Collection {
        var id: Int64
        var name: String
        var parent: Int64?
        var kind: String
        var isOfProgram: Bool
    }

    /// Returns the collections and collection sets, and the ones that can't be brought over.
    ///
    /// - Complexity: O(*n* log *n*) for *n* collections and members.
    func albums() throws -> (
        collections: [SourceCollection], others: [(name: String, difference: SourceDifference)]
    ) {
        guard names.has("id_local", "name", "creationId", in: "AgLibraryCollection") else { return ([], []) }
        return try database.read { database in
            let collections = try self.collections(database)
            let members = try self.members(database)
            let covers = try self.covers(database)
            var nodes: [AppleAlbums.Node] = []
            var others: [(name: String, difference: SourceDifference)] = []
            for collection in collections {
                let isGroup = collection.kind == Self.prefix + "group"
                let isAlbum = collection.kind == Self.prefix + "collection" && !collection.isOfProgram
                guard isGroup || isAlbum else {
                    if let other = Self.other(collection, count: members[collection.id]?.count ?? 0) {
                        others.append(other)
                    }
                    continue
                }
                let id = String(collection.id)
                var album = SourceCollection(
                    identifier: id, kind: isGroup ? .folder : .album, title: collection.name)
                if isAlbum {
                    album.members = members[collection.id] ?? []
                    album.cover = covers[collection.id]
                }
                nodes.append(
                    AppleAlbums.Node(
                        id: id, parent: collection.parent.map(String.init), order: Double(nodes.count),
                        isTrashed: false, collection: album))
            }
            return (AppleAlbums.arrange(nodes) { _ in false }, others)
        }
    }

    /// Returns the collections in the order of their names, as Lightroom shows them.
    private func collections(_ database: Database) throws -> [Collection] {
        let parent = names.value("parent", of: "AgLibraryCollection", as: "C", named: "parent")
        let system = names.value("systemOnly", of: "AgLibraryCollection", as: "C", named: "system")
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT C.id_local AS pk, C.name AS name, C.creationId AS kind, \(parent), \(system)
                FROM AgLibraryCollection C ORDER BY C.id_local LIMIT \(Self.albumLimit + 1)
                """)
        guard rows.count <= Self.albumLimit else { throw DatabaseError(resultCode: .SQLITE_TOOBIG) }
        let collections = rows.compactMap { row -> Collection? in
            guard let id = row.integer("pk") else { return nil }
            let system = row.number("system") ?? row.text("system").flatMap { $0.isEmpty ? 0 : Double($0) ?? 1 } ?? 0
            return Collection(
                id: id, name: ForeignValue.text(row.text("name")) ?? "", parent: row.integer("parent"),
                kind: row.text("kind") ?? "", isOfProgram: system != 0)
        }
        let keys = collections.map { $0.name.lowercased() }
        return collections.indices.sorted { (keys[$0], collections[$0].id) < (keys[$1], collections[$1].id) }
            .map { collections[$0] }
    }

    /// Returns the difference for a collection that isn't the user's album, or `nil` if it has nothing of the user.
    private static func other(
        _ collection: Collection, count: Int
    ) -> (name: String, difference: SourceDifference)? {
        let name = collection.name.isEmpty ? "Collection" : collection.name
        if collection.kind == prefix + "smart_collection" {
            return collection.isOfProgram ? nil : (name, SourceDifference(.smartAlbums, .unsupported))
        }
        // The program's own collections, such as the last slideshow, always exist.
        guard count > 0 || !collection.isOfProgram else { return nil }
        let kind = collection.kind.split(separator: ".").suffix(2).joined(separator: " ")
        let detail = collection.kind == prefix + "collection" ? "quick collection" : String(kind.prefix(100))
        return (name, SourceDifference(.albums, .unsupported, detail: "\(detail) of \(count) photos"))
    }

    /// Returns the identities of each collection's members in the order of the user, or else of their dates. The master
    /// stands for its virtual copies.
    private func members(_ database: Database) throws -> [Int64: [String]] {
        guard names.has("collection", "image", in: "AgLibraryCollectionImage") else { return [:] }
        let hasPositions = names.has("positionInCollection", in: "AgLibraryCollectionImage")
        let hasDates = names.has("captureTime", in: "Adobe_images")
        let position = hasPositions ? "C.positionInCollection IS NULL, C.positionInCollection, " : ""
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT C.collection AS album, I.id_global AS uuid, \(Self.masterColumn(names))
                FROM AgLibraryCollectionImage C JOIN Adobe_images I ON I.id_local = C.image
                ORDER BY C.collection, \(position)\(hasDates ? "I.captureTime, " : "")I.id_local
                """)
        var members: [Int64: [String]] = [:]
        var known: Set<String> = []
        var current: Int64?
        var count = 0
        while let row = try rows.next() {
            guard let album = row.integer("album"), let id = row.text("master") ?? row.text("uuid"), !id.isEmpty,
                id.utf8.count <= LightroomItemRow.longestIdentifier
            else { continue }
            if album != current {
                current = album
                known = []
            }
            guard known.insert(id).inserted else { continue }
            count += 1
            guard count <= Self.memberLimit else { throw DatabaseError(resultCode: .SQLITE_TOOBIG) }
            members[album, default: []].append(id)
        }
        return members
    }

    private func covers(_ database: Database) throws -> [Int64: String] {
        guard names.has("collection", "collectionImage", in: "AgLibraryCollectionCoverImage"),
            names.has("id_local", "image", in: "AgLibraryCollectionImage")
        else { return [:] }
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT V.collection AS album, I.id_global AS uuid, \(Self.masterColumn(names))
                FROM AgLibraryCollectionCoverImage V
                JOIN AgLibraryCollectionImage C ON C.id_local = V.collectionImage
                JOIN Adobe_images I ON I.id_local = C.image LIMIT \(Self.albumLimit)
                """)
        var covers: [Int64: String] = [:]
        for row in rows {
            guard let album = row.integer("album"), let id = row.text("master") ?? row.text("uuid") else { continue }
            covers[album] = id
        }
        return covers
    }

    /// Returns the collections that Lightroom publishes to services.
    func publishedAlbums() throws -> [(name: String, difference: SourceDifference)] {
        guard names.has("id_local", "name", "creationId", in: "AgLibraryPublishedCollection"),
            names.has("collection", in: "AgLibraryPublishedCollectionImage")
        else { return [] }
        return try database.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT C.name AS name, COUNT(*) AS count FROM AgLibraryPublishedCollection C
                    JOIN AgLibraryPublishedCollectionImage M ON M.collection = C.id_local
                    GROUP BY C.id_local ORDER BY C.name LIMIT \(Self.albumLimit)
                    """
            ).map { row in
                let count = row.integer("count") ?? 0
                return (
                    ForeignValue.text(row.text("name")) ?? "Published collection",
                    SourceDifference(.albums, .unsupported, detail: "published collection of \(count) photos")
                )
            }
        }
    }
}
