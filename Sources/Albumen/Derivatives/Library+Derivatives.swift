package import BlobStore
package import Foundation

extension Library {
    /// Forgets which files the media worker failed on, so that they are tried again.
    package func forgetFaults() throws { try derivatives.forgetFaults() }

    /// Removes all stored thumbnails and previews. They can be made again.
    package func removeDerivatives() throws { try derivatives.removeAll() }

    /// Removes stored pictures of content that no asset has any longer.
    package func sweepDerivatives() throws { try derivatives.sweep() }
}

extension LibraryView {
    /// The stored thumbnail or preview of a picture, as a JPEG or PNG. Returns `nil` if it isn't stored.
    package func storedPicture(_ step: Derivatives.Step, of digest: BlobDigest) throws -> Data? {
        try library.derivatives.bytes(step, of: digest)
    }
}
