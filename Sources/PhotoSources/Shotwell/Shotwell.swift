internal import SystemCalls
package import SystemPackage

/// Catalogues of Shotwell.
package enum Shotwell {
    private static let fileName = "photo.db"

    /// Returns whether a path is a catalogue, the folder `data` that contains one, or the folder `shotwell` around it.
    package static func isCatalog(_ path: FilePath) -> Bool { catalog(at: path) != nil }

    /// Opens a catalogue, and reads its events.
    ///
    /// - Parameters:
    ///   - path: A file `photo.db`, its folder `data`, or the folder `shotwell` that contains `data`. Usually below
    ///     `~/.local/share`.
    ///   - temporaryFolder: A private folder that exists. The source keeps a copy of the catalogue there until it's
    ///     closed.
    /// - Complexity: Copies the catalogue, checks its tables, and reads all tags.
    package static func open(
        _ path: FilePath, options: ShotwellOptions, temporaryFolder: FilePath
    ) throws(SourceError) -> any PhotoSource {
        try open(path, options: options, temporaryFolder: temporaryFolder, limits: DatabaseCopyLimits()) {}
    }

    /// - Parameter afterReading: See `DatabaseCopy`.
    static func open(
        _ path: FilePath, options: ShotwellOptions, temporaryFolder: FilePath, limits: DatabaseCopyLimits,
        afterReading: () -> Void
    ) throws(SourceError) -> any PhotoSource {
        guard let file = catalog(at: path) else {
            throw SourceError(
                .unsupported,
                "\(path.text) isn't a catalogue of Shotwell. Name its file, usually ~/.local/share/shotwell/data/photo.db."
            )
        }
        let catalog = ForeignCatalog(program: "Shotwell", path: file)
        return try catalog.open(in: temporaryFolder, limits: limits, afterReading: afterReading) { database in
            try ShotwellSource(catalog, database: database, options: options)
        }
    }

    private static func catalog(at path: FilePath) -> FilePath? {
        guard let status = try? Stat(path) else { return nil }
        guard status.isFolder else { return path.name == Array(fileName.utf8) ? path : nil }
        return [path, path.appending("data")].map { $0.appending(fileName) }
            .first { (try? Stat($0, flags: .symlinkNoFollow))?.isRegularFile == true }
    }
}
