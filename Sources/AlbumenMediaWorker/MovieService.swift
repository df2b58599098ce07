import MediaRequests
import Video

/// Describes a movie, or decodes one of its frames.
enum MovieService {
    static func describe(descriptor: Int32) -> MediaReply {
        do throws(MediaError) {
            guard let movie = try MovieDescriber.describe(descriptor: descriptor) else { throw notMovie }
            return .movie(movie)
        } catch {
            return .failure(error)
        }
    }

    static func frame(descriptor: Int32, _ request: FrameRequest, into memory: Int32?) -> MediaReply {
        do throws(MediaError) {
            guard let memory else { throw MediaError(.protocolViolation, "a request came without room for a frame") }
            guard let (rendering, time) = try FrameRenderer.render(descriptor: descriptor, request) else {
                throw notMovie
            }
            try SharedMemory.write(rendering.pictures, to: memory)
            return .frame(FrameLayout(rendering, time: time))
        } catch {
            return .failure(error)
        }
    }

    private static let notMovie = MediaError(.notMedia, "not a movie of a kind that albumen knows")
}
