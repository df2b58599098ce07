import Catalog
import Records

/// A change as JSON, for `albumen changes` and the server. The keys are in alphabetical order.
///
/// | key | value |
/// |---|---|
/// | `albums`, `assets`, `folders` | the changed objects: see ``Objects``; missing if there are none |
/// | `author` | the origin of the change: `command`, `import`, `page`, `client:NAME`; see `HistoryEntry` |
/// | `date` | the date in UTC |
/// | `token` | the state after the change, from which to continue |
package struct ChangeDocument: Encodable, Sendable {
    /// Local identifiers. Empty lists are missing.
    package struct Objects: Encodable, Sendable {
        let deleted: [String]?
        let inserted: [String]?
        let updated: [String]?

        /// Returns `nil` if the change affected no objects.
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

    /// Reads the part of a change that the client may see.
    ///
    /// - Parameter names: The names of change numbers for the client, or `nil` for the owner.
    /// - Complexity: O(*n*) for *n* changed objects.
    /// - Throws: `LibraryError` if the change was trimmed from the history in the meantime.
    package init(_ entry: HistoryEntry, in view: LibraryView, names: VersionNames? = nil) throws {
        func objects(_ object: ChangedObject) throws -> Objects? {
            Objects(try view.details(of: object, inChange: entry.token))
        }
        albums = try objects(.album)
        assets = try objects(.asset)
        author = entry.author
        date = Timestamp.utc(entry.date)
        folders = try objects(.folder)
        token = try names?.text(entry.token) ?? entry.token.description
    }
}
