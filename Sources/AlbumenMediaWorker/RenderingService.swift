import Imaging
import MediaRequests
import Video

/// Decodes an image, or the poster frame of a video.
enum RenderingService {
    static func render(descriptor: Int32, _ request: RenderRequest, into memory: Int32?) -> MediaReply {
        do throws(MediaError) {
            guard let memory else { throw MediaError(.protocolViolation, "a request came without room for pictures") }
            let rendering = try rendering(of: descriptor, request)
            try SharedMemory.write(rendering.pictures, to: memory)
            return .pictures(PictureLayout(rendering))
        } catch {
            return .failure(error)
        }
    }

    private static func rendering(
        of descriptor: Int32, _ request: RenderRequest
    ) throws(MediaError) -> Rendering {
        // A photo is complete when the worker gets it.
        if !PartialReading.isActive {
            let image = try MappedFile.read(descriptor) { bytes throws(MediaError) in
                try ImageRenderer.render(bytes, request)
            }
            if let image { return image }
        }
        if let poster = try PosterRenderer.render(descriptor: descriptor, request) { return poster }
        throw MediaError(.notMedia, "not a photo or video of a kind that albumen knows")
    }
}
