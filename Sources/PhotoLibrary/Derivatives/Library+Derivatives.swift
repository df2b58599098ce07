import BlobStore
package import Foundation
package import Records

extension Library {
    /// Forgets the files that crashed or blocked the media worker, so that they are retried.
    package func forgetFaults() throws { try derivatives.forgetFaults() }

    /// Removes all stored thumbnails and previews. They can be made again.
    package func removeDerivatives() throws { try derivatives.removeAll() }

    /// Removes the preview files of killed processes.
    package func sweepDerivatives() throws { try derivatives.sweep() }
}

extension LibraryView {
    /// Returns the stored thumbnail or preview of an image as a JPEG or PNG, or `nil` if it isn't stored.
    package func storedPicture(_ step: Derivatives.Step, of digest: BlobDigest) throws -> Data? {
        try library.derivatives.bytes(step, of: digest)
    }
}
