import BlobStore
import Catalog
import MediaRequests
import PhotoLibrary
import Records

extension Library {
    /// Makes and stores the previews of small originals that serve as their own, before they leave this machine.
    ///
    /// The library must be connected to a place. Otherwise, the worker leaves out these previews again.
    ///
    /// - Returns: The originals without a stored preview, because it couldn't be made. They must stay.
    /// - Throws: An error that affects all originals, for example if the worker is missing or the disk is full.
    /// - Complexity: O(*n*) for *n* given originals. Only small ones are decoded.
    func storePreviews(insteadOfOriginals digests: [BlobDigest]) throws -> Set<BlobDigest> {
        var remaining = Set(try digests.filter(derivatives.usesOriginal))
        for digest in remaining {
            // Nothing shows the original any more.
            guard let source = try source(of: digest) else {
                remaining.remove(digest)
                continue
            }
            do {
                let rendering = try PictureMaker(library: self).render(
                    source, derivativesRequest(filename: source.filename), .slow)
                try derivatives.store([Derivatives.encode(rendering, of: digest)])
                if try !derivatives.usesOriginal(digest) { remaining.remove(digest) }
            } catch let error as MediaError where !error.affectsAllFiles && error.code != .diskFull {
                // The file stays on this machine and is its own preview.
                continue
            }
        }
        return remaining
    }

    private func source(of digest: BlobDigest) throws -> PictureSource? {
        try catalog.read { reader in
            guard let resource = try reader.resource(sha256: digest),
                let asset = try reader.assets(withIdentifiers: [resource.assetID])[resource.assetID]
            else { return nil }
            return PictureSource(resource, assetUUID: asset.uuid)
        }
    }
}
