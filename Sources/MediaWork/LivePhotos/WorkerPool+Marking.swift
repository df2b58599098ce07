import CAlbumenSystem
package import Cancellation
package import Foundation
package import MediaRequests
import SystemCalls

extension WorkerPool {
    /// Writes a Live Photo's content identifier into a copy of a photo: the tag 17 of Apple's maker note. The pixels
    /// and all other metadata stay as they are. Blocks the calling thread.
    ///
    /// - Parameters:
    ///   - descriptor: The photo, a JPEG or HEIC file. The caller keeps and closes the descriptor.
    ///   - contentIdentifier: Up to 128 characters of ASCII, usually a UUID.
    /// - Returns: The bytes of the copy.
    /// - Throws: `unsupported` for a photo of another format or with damaged metadata, and for an invalid identifier.
    ///   `limitExceeded` if there is no room.
    package func markedPhoto(
        descriptor: Int32, contentIdentifier: String, cancellation: WorkCancellation? = nil
    ) throws(MediaError) -> Data {
        guard PhotoMarking.isContentIdentifier(contentIdentifier) else {
            throw MediaError(
                .unsupported, "A content identifier has 1 to 128 characters of ASCII without spaces, such as a UUID.")
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw MediaError(.unreadable, "The photo isn't a regular file.")
        }
        guard status.st_size <= PhotoMarking.photoLimitInBytes else {
            throw MediaError(.limitExceeded, "The photo is too large for a Live Photo.")
        }
        let marking = PhotoMarking(contentIdentifier: contentIdentifier, photoByteCount: Int(status.st_size))
        return try ask(.markPhoto(marking), descriptor: descriptor, cancellation: cancellation) {
            reply, memory throws(MediaError) in
            guard case .markedPhoto(let byteCount) = reply, let memory else { return nil }
            return try SharedMemory.bytes(in: memory, count: byteCount)
        }
    }

    /// Writes a content identifier into a photo in memory. See `markedPhoto(descriptor:contentIdentifier:)`.
    package func markedPhoto(
        _ photo: Data, contentIdentifier: String, cancellation: WorkCancellation? = nil
    ) throws(MediaError) -> Data {
        let memory = try SharedMemory.make(of: photo)
        defer { close(memory) }
        return try markedPhoto(
            descriptor: memory, contentIdentifier: contentIdentifier, cancellation: cancellation)
    }
}
