import Imaging
import MediaWork
import Video

/// Decodes a file's picture: an image's, else a video's poster.
enum RenderingService {
    static func render(descriptor: Int32, _ request: RenderRequest) -> WorkerService.Answer {
        do {
            let rendering = try rendering(of: descriptor, request)
            let memory = try SharedMemory.make(of: rendering.pictures)
            return WorkerService.Answer(.pictures(PictureLayout(rendering)), memory: memory)
        } catch {
            return WorkerService.Answer(.failure(error))
        }
    }

    private static func rendering(
        of descriptor: Int32, _ request: RenderRequest
    ) throws(MediaError) -> Rendering {
        let image = try MappedFile.read(descriptor) { bytes throws(MediaError) in
            try ImageRenderer.render(bytes, request)
        }
        if let image { return image }
        if let poster = try PosterRenderer.render(descriptor: descriptor, request) { return poster }
        throw MediaError(.notMedia, "not a photo or video of a kind that albumen knows")
    }
}
