import Catalog
import Records

/// One commit, as `albumen changes` and the server tell it in JSON. Keys in alphabetical order.
///
/// | key | value |
/// |---|---|
/// | `albums`, `assets`, `folders` | what happened to them: see ``Objects``; left out where nothing did |
/// | `author` | who made it: `command`, `import`, `page`, `client:NAME` |
/// | `date` | UTC |
/// | `token` | the state after the change, to go on from |
package struct ChangeDocument: Encodable, Sendable {
    /// Local identifiers; a list without any is left out.
    package struct Objects: Encodable, Sendable {
        let deleted: [String]?
        let inserted: [String]?
        let updated: [String]?

        /// Nil where nothing happened.
        init?(_ details: ChangeDetails) {
            guard !details.isEmpty else { return nil }
            func list(_ identifiers: [String]) -> [String]? { identifiers.isEmpty ? nil : identifiers }
            deleted = list(details.deleted)
            inserted = list(details.inserted)
            updated = list(details.updated)
        }
    }

    let albums: Objects?
    let assets: Objects?
    let author: String
    let date: String?
    let folders: Objects?
    let token: String

    /// Reads what the client may see of a change. A cost of the change.
    ///
    /// - Throws: `LibraryError` where the change was trimmed from the history meanwhile.
    package init(_ entry: HistoryEntry, in view: LibraryView) throws {
        func objects(_ object: ChangedObject) throws -> Objects? {
            Objects(try view.details(of: object, inChange: entry.token))
        }
        albums = try objects(.album)
        assets = try objects(.asset)
        author = entry.author
        date = Timestamp.utc(entry.date)
        folders = try objects(.folder)
        token = entry.token.description
    }
}
