import BlobStore
import Foundation
package import MediaRequests
import MediaWork
package import Records

extension LibraryView {
    /// Returns the tracks of the file that plays: of a video, or of a Live Photo's video. Returns an empty list for a
    /// still photo. Reads the original in a worker, and blocks.
    ///
    /// - Throws: `MediaError` if the file can't be read, `LibraryError` or `BlobStoreError` if it isn't in the library's
    ///   folder.
    package func tracks(in resources: [ResourceRecord]) throws -> [MovieDescription.Track] {
        guard let file = AssetFiles(resources).playable(.current) else { return [] }
        let workers = try library.workers()
        return try library.originals.open(file.sha256).withDescriptor { descriptor in
            try workers.describeMovie(descriptor: descriptor, filename: file.originalFilename).tracks
        }
    }
}
