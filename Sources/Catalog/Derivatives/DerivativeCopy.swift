package import Foundation
import GRDB
package import LibraryFiles
import Records

/// A copy of the thumbnails of a library that may be in use.
package enum DerivativeCopy {
    package static let fileName = DerivativeDatabase.fileName
    private static let pagesPerStep: CInt = 2_000

    /// Copies the database of thumbnails to a new file. Copies nothing if the library has none, or a damaged one: thumbnails are
    /// made again.
    ///
    /// - Parameter shouldStop: Called every few megabytes.
    /// - Throws: `CatalogError`, with `diskFull` if there is no room, or `CancellationError`.
    package static func copy(
        fromLibrary library: URL, to url: URL, _ permissions: LibraryPermissions, shouldStop: @escaping () -> Bool
    ) throws {
        let file = library.appending(path: fileName, directoryHint: .notDirectory).path(percentEncoded: false)
        guard FileManager.default.fileExists(atPath: file) else { return }
        let path = url.path(percentEncoded: false)
        try Catalog.translating {
            try permissions.createFileIfMissing(path)
            do {
                var configuration = Configuration()
                configuration.busyMode = .timeout(30)
                let source = try DatabaseQueue(path: file, configuration: configuration)
                let copy = try DatabaseQueue(path: path)
                try source.backup(to: copy, pagesPerStep: pagesPerStep) { progress in
                    if !progress.isCompleted, shouldStop() { throw CancellationError() }
                }
                try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
                try copy.close()
                try source.close()
            } catch  where DerivativeDatabase.isDamage(error) {
                unlink(path)
            }
        }
    }

    /// Copies the log of a library that no program has open into its database of thumbnails. If that fails, a copy of the file
    /// lacks the last thumbnails, and is replaced by an empty one if it's damaged.
    package static func closeLog(inLibrary library: URL) {
        let file = library.appending(path: fileName, directoryHint: .notDirectory).path(percentEncoded: false)
        guard FileManager.default.fileExists(atPath: file), let queue = try? DatabaseQueue(path: file) else { return }
        try? queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
        try? queue.close()
    }
}
