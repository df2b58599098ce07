import Foundation
import Imaging
import MediaRequests

/// Reads the properties of image files, and writes animated images.
enum ImageFileService {
    static func describe(descriptor: Int32, filename: String, into memory: Int32?) -> MediaReply {
        answer(into: memory) { () throws(MediaError) in
            let description = try MappedFile.read(descriptor) { bytes throws(MediaError) in
                try ImageDescriber.describe(bytes, filename: filename)
            }
            guard let description else { throw MediaError(.notMedia, "not a photo of a kind that albumen knows") }
            let bytes = description.encoded
            guard bytes.count <= ImageFileDescription.limitInBytes else {
                throw MediaError(.limitExceeded, "The image has more metadata than albumen reads.")
            }
            return Data(bytes)
        }
    }

    static func encode(_ request: AnimationRequest, pixels: Int32, into memory: Int32?) -> MediaReply {
        answer(into: memory) { () throws(MediaError) in
            let file = try MappedFile.read(pixels) { bytes throws(MediaError) in
                try AnimationEncoder.encode(request, bytes)
            }
            guard let file, file.count <= request.outputLimitInBytes else {
                throw MediaError(.limitExceeded, "The animation is larger than albumen writes.")
            }
            return file
        }
    }

    private static func answer(into memory: Int32?, _ make: () throws(MediaError) -> Data) -> MediaReply {
        do throws(MediaError) {
            guard let memory else { throw MediaError(.protocolViolation, "a request came without memory") }
            let bytes = try make()
            let result = bytes.withUnsafeBytes { bytes in
                Result { () throws(MediaError) in try SharedMemory.write(bytes, toStartOf: memory) }
            }
            try result.get()
            return .imageFile(byteCount: bytes.count)
        } catch {
            return .failure(error)
        }
    }
}
