import BlobStore
import Catalog
package import Foundation
package import LibraryFiles

/// A copy of a library's catalog from before an upgrade.
package struct CatalogSnapshot: Sendable, Equatable {
    /// The file's name in `snapshots/`.
    package let name: String
    /// The number of the copy's schema.
    package let schema: Int
    /// The time of the copy, for people.
    package let time: String
    /// The file in `snapshots/` with the catalog that the copy has replaced, or `nil` if it has replaced none.
    package let replaced: String?

    init(_ snapshot: UpgradeSnapshot, replaced: String? = nil) {
        (name, schema, time) = (snapshot.name, snapshot.version, snapshot.timeText)
        self.replaced = replaced
    }
}

/// Libraries that this process hasn't open.
extension Library {
    /// Returns the permissions of files in a library.
    ///
    /// - Parameter notify: Called with sentences for the user.
    /// - Throws: `LibraryError`, with `notFound` if there is no library, or `accessDenied`.
    package static func permissions(
        ofLibraryAt folder: URL, notify: (String) -> Void = notifyOnStandardError
    ) throws -> LibraryPermissions {
        try LibraryFolder(folder).prepare(description(ofLibraryAt: folder), notify: notify)
    }

    /// Returns the identifier of a library.
    ///
    /// - Throws: `LibraryError`, with `notFound` if there is no library.
    package static func identifier(ofLibraryAt folder: URL) throws -> String {
        try description(ofLibraryAt: folder).identifier
    }

    /// Returns the copies of the catalog from before upgrades that this version can open, oldest first.
    package static func snapshots(ofLibraryAt folder: URL) throws -> [CatalogSnapshot] {
        try SnapshotRestoration(inLibrary: folder, permissions: permissions(ofLibraryAt: folder)).choices()
            .map { CatalogSnapshot($0) }
    }

    /// Puts a copy of the catalog from before an upgrade in the catalog's place.
    ///
    /// - Throws: `LibraryError`, with `notFound` if there is no such copy for this version, or `CatalogError`.
    package static func restoreSnapshot(named name: String, ofLibraryAt folder: URL) throws -> CatalogSnapshot {
        let restoration = try SnapshotRestoration(inLibrary: folder, permissions: permissions(ofLibraryAt: folder))
        guard let snapshot = try restoration.choices().last(where: { $0.name == name }) else {
            throw LibraryError(
                .notFound,
                "\(folder.path) has no copy “\(name)” that this version can open. See the copies "
                    + "with: albumen library restore-snapshot")
        }
        let summary = try restoration.restore(snapshot)
        return CatalogSnapshot(snapshot, replaced: summary.replaced)
    }

    /// Writes the description of a copy of this library, which has an identifier of its own and is shared with the same group.
    package func describeCopy(in copy: URL) throws {
        var description = try Self.description(ofLibraryAt: folder)
        description.identifier = makeUUID().uuidString
        try description.replace(in: copy, permissions)
    }

    /// Whether a file or folder directly in a library's folder is the library's.
    package static func isOwnName(_ name: String) -> Bool {
        PermissionSurvey.isOwnName(name) || ["cloud.json", "server.json"].contains(name)
            || [".cloud.json.", ".server.json.", ".moving.json.", ".restoring-"].contains { name.hasPrefix($0) }
    }

    private static func description(ofLibraryAt folder: URL) throws -> LibraryDescription {
        guard let description = try LibraryDescription.read(from: folder) else {
            throw LibraryError(
                .notFound, "There is no library at \(folder.path). Name one with --library.")
        }
        return description
    }
}
