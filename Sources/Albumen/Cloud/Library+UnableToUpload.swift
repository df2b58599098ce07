import BlobStore
import Catalog
import PhotoLibrary
import Records

/// Membership in the smart album “Unable to Upload”. Unlike the rows of placements, it's part of the history.
extension Library {
    private static let author = Principal.owner(through: "cloud")

    /// Updates which assets are unable to upload, as one change of the library. If nothing differs, changes nothing and
    /// takes no write lock.
    ///
    /// - Parameter digests: The originals whose state in the place changed, or `nil` for all originals.
    func noteUploads(of digests: [BlobDigest]? = nil) throws {
        let isStale = try catalog.read { reader in
            try !reader.assetsWithStaleUploadState(ofBlobs: digests, at: now()).isEmpty
        }
        if isStale { try view(for: Self.author).commit([.noteUploads(digests)]) }
    }

    /// Empties the smart album, because the library has no place any more.
    func forgetUploads() throws {
        if try catalog.read({ try $0.hasAssetsUnableToUpload() }) {
            try view(for: Self.author).commit([.forgetUploads])
        }
    }
}
