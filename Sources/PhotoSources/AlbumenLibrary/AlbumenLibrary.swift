internal import SystemCalls
package import SystemPackage

/// Libraries of Albumen, as sources of another library's import.
package enum AlbumenLibrary {
    private static let catalogName = "catalog.sqlite"
    private static let program = "Albumen"

    /// Returns whether a folder is a library of Albumen. Also `true` for a library with a newer format, so that `open`
    /// explains why it isn't read.
    package static func isLibrary(_ path: FilePath) -> Bool { description(of: path) != nil }

    /// Returns the identifier of a library, a UUID in upper case. It's also the identifier of the source's key, and a
    /// copy of the library has the same. Returns `nil` if the folder isn't a library, or if its format is newer.
    package static func identifier(of path: FilePath) -> String? {
        guard let description = description(of: path), !description.isNewer else { return nil }
        return description.uuid
    }

    /// Opens a library, and reads its albums.
    ///
    /// - Parameters:
    ///   - temporaryFolder: A private folder that exists. The source keeps a copy of the catalog there until it's
    ///     closed.
    /// - Complexity: Copies the catalog and checks its tables.
    package static func open(
        _ path: FilePath, options: AlbumenLibraryOptions, temporaryFolder: FilePath
    ) throws(SourceError) -> any PhotoSource {
        try open(path, options: options, temporaryFolder: temporaryFolder, limits: DatabaseCopyLimits()) {}
    }

    /// - Parameter afterReading: See `DatabaseCopy`.
    static func open(
        _ path: FilePath, options: AlbumenLibraryOptions, temporaryFolder: FilePath, limits: DatabaseCopyLimits,
        afterReading: () -> Void
    ) throws(SourceError) -> any PhotoSource {
        guard let description = description(of: path) else {
            throw SourceError(
                .unsupported,
                "\(path.text) isn't a library of Albumen. Name the folder that contains \(catalogName).")
        }
        guard !description.isNewer else {
            throw SourceError(
                .unsupported,
                """
                The library \(path.text) has format \(description.format), and this Albumen reads up to \
                \(AlbumenLibraryDescription.currentFormat). Update Albumen, and try again.
                """)
        }
        guard let identifier = description.uuid else {
            throw SourceError(
                .damaged,
                """
                \(path.appending(AlbumenLibraryDescription.fileName).text) has no identifier. Restore the file from a \
                backup, and try again.
                """)
        }
        let files: ContainedFiles
        do {
            files = try ContainedFiles(path)
        } catch {
            throw SourceError(.unreadable, "\(path.text) can't be read: \(error).")
        }
        let catalog = ForeignCatalog(program: program, path: path.appending(catalogName))
        return try catalog.open(in: temporaryFolder, limits: limits, afterReading: afterReading) { database in
            try AlbumenLibrarySource(
                catalog, identifier: identifier, files: files, database: database, options: options)
        }
    }

    private static func description(of path: FilePath) -> AlbumenLibraryDescription? {
        guard (try? Stat(path))?.isFolder == true,
            (try? Stat(path.appending(catalogName), flags: .symlinkNoFollow))?.isRegularFile == true
        else { return nil }
        return AlbumenLibraryDescription(in: path)
    }
}
