import Albumen
import Foundation
import Records

/// Searches for words over all assets, beside the same query of the full-text index through SQLite's own interface.
struct SearchBenchmarks {
    let library: GeneratedLibrary
    let raw: RawDatabase

    func run() throws {
        try compare("search: the number in a file name, which few assets have", "4999", #""4999" *"#)
        try compare("search: a camera, which a seventh of the assets have", "sample 3", #"("sample" *) AND ("3" *)"#)
        try compare("search: a word that no asset has", "zebra", #""zebra" *"#)
    }

    private func compare(_ title: String, _ words: String, _ expression: String) throws {
        var fetch = AssetFetch()
        fetch.orderings = [.newestFirst]
        fetch.search = TextSearch(words)
        let view = library.library.owner
        let statement = try raw.prepare(
            """
            SELECT id FROM asset
            WHERE isShown = 1 AND id IN (SELECT rowid FROM assetSearch WHERE assetSearch MATCH ?)
            ORDER BY creationDate DESC, uuid DESC
            """)
        func peer() -> [Int64] {
            statement.bind(expression, at: 1)
            return statement.integers()
        }
        let (found, expected) = (try view.assetIdentifiers(fetch), peer())
        guard Set(found) == Set(expected), found.count == expected.count else {
            throw RawDatabase.Failure(
                description: "“\(words)” finds \(found.count) assets instead of \(expected.count)")
        }
        try Measurement(
            title: "\(title) (\(found.count) found)", peer: "SQLite, the same expression", goal: .atMost(1.5),
            repetitions: 21
        ).run(
            ours: { check(try view.assetIdentifiers(fetch).count == expected.count) },
            theirs: { precondition(peer().count == expected.count) })
    }
}
