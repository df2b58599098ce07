import Catalog
package import Records

/// The file that plays for an asset: a video, or the paired video of a Live Photo.
package struct MovieSource: Sendable, Hashable {
    package var digest: BlobDigest
    package var filename: String

    package init(digest: BlobDigest, filename: String) {
        self.digest = digest
        self.filename = filename
    }

    package init(_ resource: ResourceRecord) {
        self.init(digest: resource.sha256, filename: resource.originalFilename)
    }

    /// The tag of the file's content and of the methods that make its parts and frames.
    package var contentTag: String { "\(digest.firstDigits)-\(MoviePlayback.recipe)" }
}

extension LibraryView {
    /// Returns the file that plays for an asset, which may be in Recently Deleted. Returns `nil` if the principal may
    /// see no such asset.
    ///
    /// Reads one row of the catalog by one statement.
    ///
    /// - Throws: `LibraryError.Code.notFound` if nothing of the asset plays.
    package func movieSource(ofAssetUUID uuid: String) throws -> MovieSource? {
        let resources = try catalog.readOnce { try $0.resources(ofAssetUUID: uuid, in: scope) }
        guard !resources.isEmpty else { return nil }
        guard let source = AssetFiles(resources).playable(.current).flatMap(MovieSource.init) else {
            throw LibraryError(
                .notFound, "Nothing of the asset \(LocalIdentifier.string(uuid: uuid, kind: .asset)) plays.")
        }
        return source
    }

    /// Plays the library's videos for browsers.
    package var movies: MoviePlayback { MoviePlayback(library: library) }
}
