internal import SystemCalls
package import SystemPackage

/// Catalogues of digiKam in SQLite.
package enum DigiKam {
    private static let fileName = "digikam4.db"

    /// Returns whether a path is a catalogue, or a folder that contains one.
    package static func isCatalog(_ path: FilePath) -> Bool { catalog(at: path) != nil }

    /// Opens a catalogue, and reads its albums.
    ///
    /// - Parameters:
    ///   - path: A file `digikam4.db`, or the folder that contains it.
    ///   - temporaryFolder: A private folder that exists. The source keeps a copy of the catalogue there until it's
    ///     closed.
    /// - Complexity: Copies the catalogue and checks its tables.
    package static func open(
        _ path: FilePath, options: DigiKamOptions, temporaryFolder: FilePath
    ) throws(SourceError) -> any PhotoSource {
        try open(path, options: options, temporaryFolder: temporaryFolder, limits: DatabaseCopyLimits()) {}
    }

    /// - Parameter afterReading: See `DatabaseCopy`.
    static func open(
        _ path: FilePath, options: DigiKamOptions, temporaryFolder: FilePath, limits: DatabaseCopyLimits,
        afterReading: () -> Void
    ) throws(SourceError) -> any PhotoSource {
        guard let file = catalog(at: path) else {
            throw SourceError(.unsupported, "\(path.text) isn't a catalogue of digiKam. Name its file \(fileName).")
        }
        let catalog = ForeignCatalog(program: "digiKam", path: file)
        return try catalog.open(in: temporaryFolder, limits: limits, afterReading: afterReading) { database in
            try DigiKamSource(catalog, database: database, options: options)
        }
    }

    private static func catalog(at path: FilePath) -> FilePath? {
        guard let status = try? Stat(path) else { return nil }
        guard status.isFolder else { return path.name == Array(fileName.utf8) ? path : nil }
        let file = path.appending(name: Array(fileName.utf8))
        return (try? Stat(file, flags: .symlinkNoFollow))?.isRegularFile == true ? file : nil
    }
}
