internal import Foundation
internal import SystemCalls
package import SystemPackage

/// Catalogues of Lightroom Classic: `*.lrcat`.
package enum Lightroom {
    /// Returns whether a path leads to a catalogue, or to a folder that directly contains exactly one.
    package static func isCatalog(_ path: FilePath) -> Bool { catalogs(at: path).count == 1 }

    /// Opens a catalogue, and reads its collections.
    ///
    /// - Parameters:
    ///   - temporaryFolder: A private folder that exists. The source keeps a copy of the catalogue there until it's
    ///     closed.
    /// - Complexity: Copies the catalogue and checks its tables.
    package static func open(
        _ path: FilePath, options: LightroomOptions, temporaryFolder: FilePath
    ) throws(SourceError) -> any PhotoSource {
        try open(path, options: options, temporaryFolder: temporaryFolder, limits: DatabaseCopyLimits())
    }

    static func open(
        _ path: FilePath, options: LightroomOptions, temporaryFolder: FilePath, limits: DatabaseCopyLimits
    ) throws(SourceError) -> any PhotoSource {
        let catalog = try catalog(at: path)
        try checkLock(of: catalog)
        let file = ForeignCatalog(program: "Lightroom", path: catalog)
        return try file.open(in: temporaryFolder, limits: limits) { database in
            try LightroomSource(file, database: database, options: options)
        }
    }

    /// Returns the catalogues that a path can mean, without backups in folders below it.
    private static func catalogs(at path: FilePath) -> [FilePath] {
        guard let status = try? Stat(path) else { return [] }
        if status.isRegularFile { return isName(path.lastComponent?.string ?? "") ? [path] : [] }
        guard status.isFolder, let names = try? OpenFolder(at: path).textNames() else { return [] }
        // macOS keeps further data of a file in one with this start on other file systems.
        return names.filter { isName($0) && !$0.hasPrefix("._") }.map { path.appending(name: Array($0.utf8)) }
            .filter { (try? Stat($0))?.isRegularFile == true }
    }

    private static func isName(_ name: String) -> Bool { name.lowercased().hasSuffix(".lrcat") }

    private static func catalog(at path: FilePath) throws(SourceError) -> FilePath {
        let catalogs = catalogs(at: path)
        guard let catalog = catalogs.first else {
            throw SourceError(.unsupported, "\(path.text) isn't a Lightroom Classic catalogue (.lrcat).")
        }
        guard catalogs.count == 1 else {
            let names = catalogs.prefix(5).compactMap { $0.lastComponent?.string }.joined(separator: ", ")
            throw SourceError(
                .unsupported, "\(path.text) contains several catalogues (\(names)). Name the one to import.")
        }
        do throws(Errno) {
            return try catalog.resolved()
        } catch {
            throw SourceError(.unreadable, "\(catalog.text) can't be read: \(error).")
        }
    }
}
