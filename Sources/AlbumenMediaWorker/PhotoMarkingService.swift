import Foundation
import Imaging
import MediaRequests

/// Writes the content identifier of a Live Photo into its photo.
enum PhotoMarkingService {
    static func mark(descriptor: Int32, _ marking: PhotoMarking, into memory: Int32?) -> MediaReply {
        do throws(MediaError) {
            guard let memory else { throw MediaError(.protocolViolation, "a photo came without memory for its copy") }
            let photo = try MappedFile.read(descriptor) { bytes throws(MediaError) in
                try ContentIdentifierWriter.write(marking.contentIdentifier, into: bytes)
            }
            guard let photo else { throw MediaError(.limitExceeded, "the photo is too large for a Live Photo") }
            guard photo.count <= marking.outputLimitInBytes else {
                throw MediaError(.limitExceeded, "the photo's metadata is too large for a Live Photo")
            }
            let result = photo.withUnsafeBytes { bytes in
                Result { () throws(MediaError) in try SharedMemory.write(bytes, toStartOf: memory) }
            }
            try result.get()
            return .markedPhoto(byteCount: photo.count)
        } catch {
            return .failure(error)
        }
    }
}
