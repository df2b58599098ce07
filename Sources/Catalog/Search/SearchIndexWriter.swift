import GRDB
import Records

/// Updates the search index at the end of a transaction, for the assets and albums that the transaction changed.
///
/// - Complexity: O(*c*) for *c* changed assets and albums. A change that doesn't concern the index costs nothing.
final class SearchIndexWriter {
    private let database: Database
    private var assets: Set<Int64> = []
    private var albums: Set<Int64> = []

    init(database: Database) {
        self.database = database
    }

    func note(asset identifier: Int64) {
        assets.insert(identifier)
    }

    func note(collection identifier: Int64) {
        albums.insert(identifier)
    }

    func notePurge(ofAsset identifier: Int64) throws {
        assets.remove(identifier)
        try database.cachedStatement(sql: "DELETE FROM assetSearch WHERE rowid = ?").execute(arguments: [identifier])
    }

    func finish() throws {
        let sorted = assets.sorted()
        for start in stride(from: 0, to: sorted.count, by: SearchIndex.pageSize) {
            var texts: [(Int64, String)] = []
            let page = sorted[start..<min(start + SearchIndex.pageSize, sorted.count)]
            try SearchIndex.forEachText(ofAssets: page, in: database) { texts.append(($0, $1)) }
            let current = try database.cachedStatement(sql: "SELECT text FROM assetSearch WHERE rowid = ?")
            for (identifier, text) in texts {
                if try String.fetchOne(current, arguments: [identifier]) == text { continue }
                try SearchIndex.write(text, ofAsset: identifier, in: database)
            }
        }
        for album in albums.sorted() { try SearchIndex.updateAlbum(album, in: database) }
    }
}
