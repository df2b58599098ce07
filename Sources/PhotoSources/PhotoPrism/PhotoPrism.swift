internal import SystemCalls
package import SystemPackage

/// The storage of PhotoPrism: a YAML file for each photo and album, and the originals in a folder of their own.
package enum PhotoPrism {
    /// Returns whether a folder is a storage of PhotoPrism, or contains one: as `storage`, or as `.photoprism/storage`
    /// in the originals. Originals without a storage are a folder of photos.
    package static func isLibrary(_ path: FilePath) -> Bool { PhotoPrismFolders(in: path) != nil }

    /// Opens a storage, and reads its albums.
    ///
    /// - Parameters:
    ///   - path: The folder that contains `originals` and `storage`, the originals with `.photoprism/storage`, or the
    ///     storage. For the latter, the options name the originals.
    ///   - temporaryFolder: Isn't used.
    /// - Complexity: Reads the names of all files, all albums, and the start of each photo's YAML file.
    package static func open(
        _ path: FilePath, options: PhotoPrismOptions, temporaryFolder: FilePath
    ) throws(SourceError) -> any PhotoSource {
        guard let folders = PhotoPrismFolders(in: path) else {
            throw SourceError(
                .unsupported, "\(path.text) isn't a storage of PhotoPrism: it has no folder “sidecar”.")
        }
        guard let originals = options.originals ?? folders.originals else {
            throw SourceError(
                .unsupported,
                """
                \(path.text) doesn't contain PhotoPrism's originals. Name their folder with \
                “--volume originals=FOLDER”.
                """)
        }
        var around: ContainedFiles?
        if let folder = folders.around { around = try contained(folder) }
        return try PhotoPrismSource(
            storage: try contained(folders.storage), originals: try contained(originals), around: around,
            options: options)
    }

    private static func contained(_ path: FilePath) throws(SourceError) -> ContainedFiles {
        do throws(Errno) {
            guard try Stat(path).isFolder else { throw Errno.notDirectory }
            return try ContainedFiles(path)
        } catch {
            throw SourceError(.unreadable, "The folder \(path.text) can't be read: \(error).")
        }
    }
}
